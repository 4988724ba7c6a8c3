"""CART: greedy Gini trees on portions of the rows, as scikit-learn grows them (paper section 5, Algorithm 1)."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from boughs._native import Stop, grow_carts
from boughs.model.cart_tree import CartTree
from boughs.model.split_sets import NO_SPLIT, Split
from boughs.model.table import Table


class NativeCart:
    """The native CART on portions of the Table's rows."""

    def __init__(self, table: Table, max_depth: int, n_threads: int, stop: Stop) -> None:
        self._table = table
        self._max_depth = max_depth
        self._n_threads = n_threads
        self._stop = stop

    @property
    def population(self) -> int:
        """Portions are drawn from the Table's rows."""
        return self._table.n_rows

    def __call__(self, portions: Sequence[NDArray[np.intp]]) -> list[CartTree]:
        """One tree for every portion; fewer if the work was stopped."""
        masks = np.zeros((len(portions), self._table.n_rows), dtype=np.uint8)
        for mask, rows in zip(masks, portions, strict=True):
            mask[rows] = 1
        trees = grow(self._table, masks, max_depth=self._max_depth, n_threads=self._n_threads, stop=self._stop)
        return [CartTree(splits) for splits in trees]


def grow(
    table: Table, masks: NDArray[np.uint8], *, max_depth: int, n_threads: int, stop: Stop
) -> list[tuple[Split, ...]]:
    """A tree for each of the masks (n_trees, n_rows), 1 where a row takes part: the splits of its nodes in heap order.

    A node that is a leaf, and all below it, has NO_SPLIT. When `stop` expires, only the first few trees are there.
    """
    values = [column.values for column in table.columns]
    columns, cuts, n_completed = grow_carts(
        ranks=table.ranks,
        order=table.order,
        values=np.concatenate(values),
        starts=np.cumsum([0, *map(len, values)], dtype=np.int64),
        labels=table.labels,
        weights=table.cart_weights,
        input_rows=table.input_rows,
        masks=masks,
        n_classes=table.n_classes,
        max_depth=max_depth,
        min_samples_leaf=table.min_rows,
        n_threads=n_threads,
        stop=stop,
    )
    return [_splits(*tree) for tree in zip(columns[:n_completed].tolist(), cuts[:n_completed].tolist(), strict=True)]


def _splits(columns: list[int], cuts: list[int]) -> tuple[Split, ...]:
    return tuple(NO_SPLIT if c < 0 else Split(c, cut) for c, cut in zip(columns, cuts, strict=True))

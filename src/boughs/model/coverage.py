"""Which rows a path covers, and what a leaf there costs or earns: the place where Python says what a leaf is worth."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from boughs.model.path import Path
from boughs.model.split_sets import NO_SPLIT, Split
from boughs.model.table import Table
from boughs.model.topology import Topology


def goes_left(table: Table, split: Split) -> NDArray[np.bool_]:
    """(n_rows,): does the row go left? All rows do where there is no split."""
    if split == NO_SPLIT:
        return np.ones(table.n_rows, dtype=np.bool_)
    return np.asarray(table.ranks[split.column] <= split.cut)


def covered(table: Table, topology: Topology, leaf: int, splits: Sequence[Split]) -> NDArray[np.bool_]:
    """(n_rows,): does the row reach `leaf` through `splits`? (Paper: R^l(p).)"""
    rows = np.ones(table.n_rows, dtype=np.bool_)
    for split, left in zip(splits, topology.goes_left_to(leaf), strict=True):
        rows &= goes_left(table, split) == left
    return rows


def earned(table: Table, rows: NDArray[np.bool_], target: int) -> int:
    """CP(p), eq. 1: what a leaf with these rows earns by predicting `target`, in the Table's units."""
    return int(table.rewards[rows, target].sum()) - table.leaf_price * bool(rows.any())


def cost_of(table: Table, rows: NDArray[np.bool_], target: int) -> int:
    """What a leaf with these rows costs by predicting `target`; nothing without rows."""
    return int(table.costs[rows, target].sum()) + table.leaf_price * bool(rows.any())


def best_target(table: Table, rows: NDArray[np.bool_]) -> int:
    """The class that earns most; equal classes go to the first."""
    return int(table.rewards[rows].sum(axis=0).argmax())


def is_allowed(table: Table, rows: NDArray[np.bool_]) -> bool:
    """A leaf is empty or holds enough input rows."""
    return not rows.any() or int(table.input_rows[rows].sum()) >= table.min_rows


def paths_of(table: Table, topology: Topology, splits: Sequence[Split]) -> list[Path]:
    """The paths of a whole tree, given the split of every internal node, each with its best target."""
    paths = []
    for leaf in range(topology.n_leaves):
        on_way = tuple(splits[node] for node in topology.nodes_to(leaf))
        paths.append(Path(leaf, on_way, best_target(table, covered(table, topology, leaf, on_way))))
    return paths

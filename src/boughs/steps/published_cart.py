"""CART as the paper runs it: scikit-learn's, on the input rows, with its printed thresholds."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from sklearn.tree import DecisionTreeClassifier

from boughs._native import Stop
from boughs.model.cart_tree import CartTree
from boughs.model.split_sets import NO_SPLIT, Split
from boughs.model.table import Table
from boughs.model.topology import Topology


class PublishedCart:
    """Grows DecisionTreeClassifier with default parameters but for depth and leaf size."""

    def __init__(self, table: Table, topology: Topology, random: np.random.Generator, stop: Stop) -> None:
        self._table = table
        self._topology = topology
        self._random = random
        self._stop = stop
        rows = table.row_of_input
        values = (column.values[ranks] for column, ranks in zip(table.columns, table.ranks, strict=True))
        largest = np.finfo(np.float32).max
        self._X = np.stack([of_column[rows].clip(-largest, largest) for of_column in values], axis=1).astype(np.float32)
        self._labels = table.labels[rows]
        self._weights = (table.cart_weights / table.input_rows)[rows]

    @property
    def population(self) -> int:
        """Portions are drawn from the input rows."""
        return len(self._labels)

    def __call__(self, portions: Sequence[NDArray[np.intp]]) -> list[CartTree]:
        """One tree for every portion; fewer if the work was stopped."""
        trees: list[CartTree] = []
        for rows in portions:
            if trees and self._stop.expired:
                break
            trees.append(self._grow(rows))
        return trees

    def _grow(self, rows: NDArray[np.intp]) -> CartTree:
        seed = int(self._random.integers(2**31))
        tree = DecisionTreeClassifier(
            max_depth=self._topology.depth, min_samples_leaf=self._table.min_rows, random_state=seed
        )
        splits = [NO_SPLIT] * self._topology.n_nodes
        if not self._weights[rows].any():  # a class weight of 0
            return CartTree(tuple(splits))
        with np.errstate(over="ignore", invalid="ignore"):  # of sums of the largest float32
            tree.fit(self._X[rows], self._labels[rows], self._weights[rows])
        thresholds = [0.0] * self._topology.n_nodes
        todo = [(0, 0)]
        while todo:
            node, at = todo.pop()
            if tree.tree_.children_left[at] < 0:
                continue
            thresholds[node] = float(tree.tree_.threshold[at])
            splits[node] = self._split(int(tree.tree_.feature[at]), thresholds[node])
            todo += [(2 * node + 1, tree.tree_.children_left[at]), (2 * node + 2, tree.tree_.children_right[at])]
        return CartTree(tuple(splits), tuple(thresholds))

    def _split(self, column: int, threshold: float) -> Split:
        """CART's own routing: its rows are float32, compared with a float64 threshold."""
        largest = np.finfo(np.float32).max
        values = self._table.columns[column].values.clip(-largest, largest).astype(np.float32).astype(np.float64)
        cut = int(np.searchsorted(values, threshold, side="right")) - 1
        return Split(column, min(max(cut, 0), self._table.columns[column].n_cuts - 1))

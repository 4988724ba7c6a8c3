"""Planting: from the splits and targets of a full topology to a Tree, with its counts taken from the table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from boughs.export.shape import LEAF, Label
from boughs.model.column import Test
from boughs.model.split_sets import NO_SPLIT, Split
from boughs.model.table import Table
from boughs.model.topology import Topology
from boughs.model.tree import Tree


def plant(
    table: Table,
    topology: Topology,
    splits: Sequence[Split],
    targets: Sequence[int],
    tests: Mapping[Split, Test],
    feature_names: Sequence[str],
    classes: Sequence[Label],
) -> Tree:
    """The tree of `splits`, one for every internal node, and `targets`, one for every leaf of the full topology.

    Below a NO_SPLIT all is NO_SPLIT, and its leaf is the leftmost one there. A split reads as `tests` says, else as its
    column says. Splits that separate no rows of the table are left out.
    """
    planter = _Planter(table, topology, splits, targets, tests)
    planter.grow(0, np.arange(table.n_rows))
    nodes = planter.nodes
    return Tree(
        feature=np.array([node.feature for node in nodes], dtype=np.int32),
        threshold=np.array([node.threshold for node in nodes]),
        left=np.array([node.left for node in nodes], dtype=np.int32),
        right=np.array([node.right for node in nodes], dtype=np.int32),
        target=np.array([node.target for node in nodes], dtype=np.int32),
        class_weights=np.array([node.class_weights for node in nodes]),
        n_rows=np.array([node.n_rows for node in nodes], dtype=np.int64),
        feature_names=tuple(feature_names),
        classes=tuple(classes),
    )


@dataclass
class _Node:
    class_weights: NDArray[np.float64]
    n_rows: int
    feature: int = LEAF
    threshold: float = np.nan
    left: int = LEAF
    right: int = LEAF
    target: int = LEAF


@dataclass
class _Planter:
    table: Table
    topology: Topology
    splits: Sequence[Split]
    targets: Sequence[int]
    tests: Mapping[Split, Test]
    nodes: list[_Node] = field(default_factory=list)

    def grow(self, place: int, rows: NDArray[np.int64]) -> int:
        """Append what stands at `place`, nodes and then leaves counted as in a heap; its number."""
        split = Split(*self.splits[place]) if place < self.topology.n_nodes else NO_SPLIT
        if split == NO_SPLIT:
            node = self._sprout(rows)
            node.target = int(self.targets[self.topology.leaves_below(place).start])
            return len(self.nodes) - 1
        goes_left = self.table.ranks[split.column, rows] <= split.cut
        if goes_left.all() or not goes_left.any():
            return self.grow(2 * place + (1 if goes_left.all() else 2), rows)
        node, number = self._sprout(rows), len(self.nodes) - 1
        node.feature, node.threshold = self.tests.get(split) or self.table.columns[split.column].test(split.cut)
        node.left = self.grow(2 * place + 1, rows[goes_left])
        node.right = self.grow(2 * place + 2, rows[~goes_left])
        return number

    def _sprout(self, rows: NDArray[np.int64]) -> _Node:
        table = self.table
        weights = np.bincount(table.labels[rows], table.sample_weights[rows], table.n_classes).astype(np.float64)
        self.nodes.append(_Node(weights, int(table.input_rows[rows].sum())))
        return self.nodes[-1]

"""SplitSets: the splits allowed at each internal node (paper: S_j)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boughs.model.table import Table
from boughs.model.topology import Topology


class Split(NamedTuple):
    """A row goes left if and only if its rank in `column` is at most `cut` (paper: a in S)."""

    column: int
    cut: int


NO_SPLIT = Split(-1, 0)
"""The node is a leaf: all rows go left, and below it only NO_SPLIT follows."""


@dataclass(frozen=True)
class SplitSets:
    """`at[j]` is S_j in a fixed order; NO_SPLIT is the first element of every S_j.

    New splits are only ever appended, so that a position in S_j keeps its meaning while the sets grow.
    """

    topology: Topology
    at: tuple[tuple[Split, ...], ...]

    @classmethod
    def of(cls, topology: Topology, splits: Iterable[Iterable[Split]]) -> "SplitSets":
        """The sets of `splits`, one iterable a node, duplicates dropped, NO_SPLIT put first."""
        return cls(topology, tuple(tuple(dict.fromkeys((NO_SPLIT, *at_node))) for at_node in splits))

    @classmethod
    def all_of(cls, topology: Topology, table: Table) -> "SplitSets":
        """Every split at every node: the full-information problem of section 3."""
        every = (NO_SPLIT, *(Split(c, cut) for c, column in enumerate(table.columns) for cut in range(column.n_cuts)))
        return cls(topology, (every,) * topology.n_nodes)

    @cached_property
    def position(self) -> tuple[dict[Split, int], ...]:
        """For every node: where a split stands in S_j."""
        return tuple({split: i for i, split in enumerate(splits)} for splits in self.at)

    def with_splits(self, extra: Sequence[Iterable[Split]]) -> "SplitSets":
        """These sets and the splits of `extra`, one iterable a node, appended where they are new."""
        if all(split in known for known, more in zip(self.position, extra, strict=True) for split in more):
            return self
        return SplitSets.of(self.topology, ((*a, *b) for a, b in zip(self.at, extra, strict=True)))

    @cached_property
    def flat(self) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int64]]:
        """(columns, cuts, starts) for the native core: S_j is at starts[j] .. starts[j + 1]; NO_SPLIT is column -1."""
        arrays = {at_node: np.array(at_node, dtype=np.int32).reshape(-1, 2) for at_node in set(self.at)}
        splits = np.concatenate([arrays[at_node] for at_node in self.at])
        starts = np.cumsum([0, *map(len, self.at)], dtype=np.int64)
        return np.ascontiguousarray(splits[:, 0]), np.ascontiguousarray(splits[:, 1]), starts

"""Topology: the full binary tree of depth k (paper section 3: BT, N_int, N_lf, p_BT(l))."""

from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Topology:
    """Internal nodes are numbered 0 .. 2^k - 2 as in a heap, leaves 0 .. 2^k - 1 from left to right.

    >>> Topology(2).nodes_to(2), Topology(2).goes_left_to(2)
    ((0, 2), (False, True))
    """

    depth: int

    @cached_property
    def n_nodes(self) -> int:
        """|N_int|."""
        return self.n_leaves - 1

    @cached_property
    def n_leaves(self) -> int:
        """|N_lf|."""
        return 1 << self.depth

    def nodes_to(self, leaf: int) -> tuple[int, ...]:
        """p_BT(l) without the leaf: the internal nodes from the root down to `leaf`."""
        heap = leaf + self.n_leaves
        return tuple((heap >> (self.depth - level)) - 1 for level in range(self.depth))

    def goes_left_to(self, leaf: int) -> tuple[bool, ...]:
        """For every node of `nodes_to(leaf)`: is the way to `leaf` its left child? (LC(l) and RC(l) of the paper.)"""
        return tuple(not (leaf >> (self.depth - 1 - level)) & 1 for level in range(self.depth))

    def leaves_below(self, node: int) -> range:
        """The leaves whose path passes through `node`."""
        height = self.depth - self.level(node)
        first = ((node + 1) << height) - self.n_leaves
        return range(first, first + (1 << height))

    @staticmethod
    def level(node: int) -> int:
        """The number of edges between the root and `node`."""
        return (node + 1).bit_length() - 1

"""Path: a bough, the column of the column generation (paper section 3, definition 2)."""

from dataclasses import dataclass

from boughs.model.split_sets import Split


@dataclass(frozen=True)
class Path:
    """A leaf, one split for every node on the way there, and the class that the leaf predicts (paper: p in DP_l).

    Where a node is a leaf already, its split and all below are NO_SPLIT; the leaves that no row can reach then have one
    path each, whose target is 0.
    """

    leaf: int
    splits: tuple[Split, ...]
    target: int

"""CartTree: a tree grown by CART, as the splits of the full binary tree's nodes."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from boughs.model.split_sets import Split


class CartTree(NamedTuple):
    """The split of every internal node in heap order (NO_SPLIT where CART stops), and the thresholds that CART printed.

    `thresholds` is empty where a split is to read as its column says.
    """

    splits: tuple[Split, ...]
    thresholds: tuple[float, ...] = ()


class GrowCart(Protocol):
    """CART on portions of the training rows."""

    @property
    def population(self) -> int:
        """Portions are drawn from 0 .. population - 1."""

    def __call__(self, portions: Sequence[NDArray[np.intp]]) -> list[CartTree]:
        """One tree for every portion; fewer if the work was stopped."""

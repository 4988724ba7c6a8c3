"""Prices: what exact pricing found, and what it proves."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boughs.model.path import Path


@dataclass(frozen=True, eq=False)
class Prices:
    """largest: (n_leaves,), no path to the leaf has a larger reduced cost, in units of the LP; promising: paths with
    their reduced costs, best first. Without `complete` nothing is proven.
    """

    largest: NDArray[np.float64]
    promising: tuple[tuple[Path, float], ...]
    complete: bool

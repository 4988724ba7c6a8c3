"""Column: an ordered view of a feature, and how each of its cuts reads as a test in the user's words."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Test(NamedTuple):
    """A question about one feature: a row goes left if and only if its value <= threshold."""

    feature: int
    threshold: float


@dataclass(frozen=True, eq=False)
class Column:
    """The distinct values of a numeric feature in ascending order: a row's rank is the position of its value."""

    feature: int
    values: NDArray[np.float64]

    @property
    def n_cuts(self) -> int:
        """Cut c sends the ranks 0 .. c to the left; the largest rank never goes left."""
        return len(self.values) - 1

    def test(self, cut: int) -> Test:
        """The cut in the user's words."""
        return Test(self.feature, midway(float(self.values[cut]), float(self.values[cut + 1])))

    def cut_between(self, low: int, high: int) -> int:
        """The cut midway between the values of two ranks: low <= cut < high."""
        return self.cut_at(midway(float(self.values[low]), float(self.values[high])))

    def cut_at(self, threshold: float) -> int:
        """The cut that sends the same training values to the left as `threshold`; -1 or n_cuts where all go one way."""
        return int(np.searchsorted(self.values, threshold, side="right")) - 1


def midway(low: float, high: float) -> float:
    """A threshold t with low <= t < high, in the middle where a float lies there.

    >>> midway(1.0, 2.0), midway(1.0, 1.0 + 2**-52), midway(-1.7e308, 1.7e308)
    (1.5, 1.0, 0.0)
    """
    middle = low + (high - low) / 2 if np.isfinite(high - low) else low / 2 + high / 2
    return middle if low <= middle < high else low

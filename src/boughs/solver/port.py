"""The port: what boughs asks of an LP/MIP solver. A backend is a file of its own that gives `new_model() -> Model`."""

from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from boughs._native import Stop


class Vectors(NamedTuple):
    """Sparse vectors one after the other: vector i has `values[starts[i]:starts[i + 1]]` at those `indices`."""

    starts: NDArray[np.int32]
    indices: NDArray[np.int32]
    values: NDArray[np.float64]

    @classmethod
    def of_ones(cls, supports: list[NDArray[np.int32]]) -> "Vectors":
        """Vectors of zeros and ones, given by their supports."""
        starts = np.cumsum([0, *map(len, supports)], dtype=np.int32)
        indices = np.concatenate(supports).astype(np.int32) if supports else np.empty(0, np.int32)
        return cls(starts, indices, np.ones(len(indices)))

    @classmethod
    def empty(cls, count: int) -> "Vectors":
        """`count` vectors of zeros."""
        return cls(np.zeros(count + 1, np.int32), np.empty(0, np.int32), np.empty(0))


@dataclass(frozen=True)
class LpSolution:
    """An optimal solution; a column's reduced cost is its objective coefficient less its rows' duals."""

    value: float
    columns: NDArray[np.float64]
    row_duals: NDArray[np.float64]
    reduced_costs: NDArray[np.float64]


@dataclass(frozen=True)
class MipSolution:
    """The best solution found (None: none better than the cutoff), and whether it is proven to be the best."""

    value: float
    columns: NDArray[np.float64] | None
    complete: bool


class Model(Protocol):
    """A maximisation problem that grows: rows and columns are added, never taken away."""

    def add_rows(self, lower: NDArray[np.float64], upper: NDArray[np.float64], entries: Vectors) -> None:
        """Append rows; `entries` index existing columns."""

    def add_columns(
        self, objective: NDArray[np.float64], entries: Vectors, *, upper: float = np.inf, integer: bool = False
    ) -> None:
        """Append columns between 0 and `upper`; `entries` index existing rows."""

    def solve_lp(self, stop: Stop) -> LpSolution | None:
        """The optimum of the relaxation; None if `stop` came first."""

    def solve_mip(
        self, stop: Stop, *, start: NDArray[np.float64] | None = None, cutoff: float = -np.inf
    ) -> MipSolution:
        """The best solution above `cutoff` in which all columns marked integer are whole, from a known one on."""

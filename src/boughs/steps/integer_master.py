"""The integer master (paper section 6): the best tree that the known paths make, warm-started with a known one."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from boughs._native import Stop
from boughs.model.path import Path
from boughs.solver.port import Model


class Master(Protocol):
    """A master in either form."""

    @property
    def model(self) -> Model:
        """The live model."""

    @property
    def paths(self) -> Mapping[Path, int]:
        """The column of every path."""

    def columns_of(self, tree: Sequence[Path]) -> NDArray[np.float64]:
        """The master's solution that is this tree."""


class IntegerSolution(NamedTuple):
    """One path for every leaf, by leaf; is it proven to be the best that the master's paths make?"""

    paths: tuple[Path, ...]
    complete: bool


def solve_integer_master(master: Master, incumbent: Sequence[Path], stop: Stop) -> IntegerSolution:
    """The master with x_p whole; the incumbent where `stop` comes before anything better is found."""
    solution = master.model.solve_mip(stop, start=master.columns_of(incumbent))
    if solution.columns is None:
        return IntegerSolution(tuple(incumbent), complete=False)
    chosen = [path for path, column in master.paths.items() if solution.columns[column] > 0.5]
    return IntegerSolution(tuple(sorted(chosen, key=lambda path: path.leaf)), solution.complete)

"""The integer master (paper section 6): the best tree that the known paths make, warm-started with a known one."""

from collections.abc import Mapping, Sequence
from typing import Protocol

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


def solve_integer_master(master: Master, incumbent: Sequence[Path], stop: Stop) -> tuple[Path, ...]:
    """The master with x_p whole: one path for every leaf, by leaf; the incumbent where `stop` comes before anything."""
    solution = master.model.solve_mip(stop, start=master.columns_of(incumbent))
    if solution.columns is None:
        return tuple(incumbent)
    chosen = [path for path, column in master.paths.items() if solution.columns[column] > 0.5]
    return tuple(sorted(chosen, key=lambda path: path.leaf))

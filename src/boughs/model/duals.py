"""Duals: the prices that the master puts on its constraints (paper section 4.2: alpha, beta, gamma)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Duals:
    """alpha: (n_leaves,), eq. 2; beta: (n_rows,), eq. 3; gamma[leaf][level]: (|S_j|,) for that level's node, eq. 4."""

    alpha: NDArray[np.float64]
    beta: NDArray[np.float64]
    gamma: tuple[tuple[NDArray[np.float64], ...], ...]

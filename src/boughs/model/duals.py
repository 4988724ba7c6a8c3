"""Duals: the shadow prices of the master (paper section 4.2: alpha, beta, gamma)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boughs.model.split_sets import SplitSets


@dataclass(frozen=True, eq=False)
class Duals:
    """In the LP's own units, where a path's coefficient is its reward divided by the LP's unit of reward.

    alpha: (n_leaves,) float64, of "one path a leaf" (eq. 2); beta: (n_rows,) float64, of "one leaf a row" (eq. 3), 0
    where the row has no constraint; gamma: for every leaf, for every level, (|S_j|,) float64, of "paths agree" (eq. 4).
    """

    alpha: NDArray[np.float64]
    beta: NDArray[np.float64]
    gamma: tuple[tuple[NDArray[np.float64], ...], ...]

    @classmethod
    def zero(cls, sets: SplitSets, n_rows: int) -> "Duals":
        """Nothing has a price: a path's reduced cost is what it earns."""
        topology = sets.topology
        gamma = tuple(
            tuple(np.zeros(len(sets.at[node])) for node in topology.nodes_to(leaf)) for leaf in range(topology.n_leaves)
        )
        return cls(np.zeros(topology.n_leaves), np.zeros(n_rows), gamma)

    @property
    def flat_gamma(self) -> NDArray[np.float64]:
        """Gamma as one array for the native core: leaf by leaf, level by level, in the order of S_j."""
        return np.concatenate([at_level for of_leaf in self.gamma for at_level in of_leaf])

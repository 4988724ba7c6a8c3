"""Tree: a stand-in with the few methods that the faces call."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix


@dataclass(frozen=True, eq=False)
class Tree:
    """Flat node arrays; a node whose feature is -1 is a leaf."""

    feature: NDArray[np.int32]
    threshold: NDArray[np.float64]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    target: NDArray[np.int32]
    class_weights: NDArray[np.float64]
    n_rows: NDArray[np.int64]
    feature_names: tuple[str, ...]
    classes: tuple[Any, ...]

    @property
    def n_leaves(self) -> int:
        """Leaves."""
        return int((self.feature < 0).sum())

    def apply(self, X: NDArray[np.float64]) -> NDArray[np.int64]:
        """The leaf of each row."""
        return self._walk(X)[0]

    def predict_proba(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """(n, T)."""
        weights = self.class_weights[self.apply(X)]
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))

    def decision_path(self, X: NDArray[np.float64]) -> csr_matrix:
        """The nodes that each row passes."""
        return csr_matrix(self._walk(X)[1])

    def _walk(self, X: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        node = np.zeros(len(X), dtype=np.int64)
        met = np.zeros((len(X), len(self.feature)), dtype=np.int64)
        met[:, 0] = 1
        while (self.feature[node] >= 0).any():
            inner = np.flatnonzero(self.feature[node] >= 0)
            at = node[inner]
            goes_left = X[inner, self.feature[at]] <= self.threshold[at]
            node[inner] = np.where(goes_left, self.left[at], self.right[at])
            met[inner, node[inner]] = 1
        return node, met

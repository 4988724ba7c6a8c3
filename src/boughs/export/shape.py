"""TreeShape: what the exports need of a tree. They import no noun, so that a Tree can offer them as methods."""

from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

Label: TypeAlias = str | int | float | bool

LEAF = -1
"""Stands where a leaf has no feature and no children, and where an inner node has no target."""


class TreeShape(Protocol):
    """Flat node arrays in pre-order; the fields of boughs.model.tree.Tree."""

    @property
    def feature(self) -> NDArray[np.int32]: ...
    @property
    def threshold(self) -> NDArray[np.float64]: ...
    @property
    def left(self) -> NDArray[np.int32]: ...
    @property
    def right(self) -> NDArray[np.int32]: ...
    @property
    def target(self) -> NDArray[np.int32]: ...
    @property
    def class_weights(self) -> NDArray[np.float64]: ...
    @property
    def n_rows(self) -> NDArray[np.int64]: ...
    @property
    def feature_names(self) -> tuple[str, ...]: ...
    @property
    def classes(self) -> tuple[Label, ...]: ...


def shares(weights: NDArray[np.float64], targets: NDArray[np.int32]) -> NDArray[np.float64]:
    """Each class's share of a node's weight, (n_nodes, T); a leaf without weight is sure of its target.

    >>> shares(np.array([[1.0, 3.0], [0.0, 0.0]]), np.array([1, 0]))
    array([[0.25, 0.75],
           [1.  , 0.  ]])
    """
    exponents = np.frexp(weights.max(axis=1, keepdims=True))[1]
    scaled = np.ldexp(weights, -exponents)  # exact, and no sum of it overflows
    totals = scaled.sum(axis=1, keepdims=True)
    result: NDArray[np.float64] = np.eye(weights.shape[1])[targets]
    np.divide(scaled, totals, out=result, where=totals > 0)
    return result

"""Checks of the parameters that the estimators share; every message begins with the parameter's name."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import joblib
import numpy as np
from numpy.typing import NDArray

from boughs.model.checks import is_integer, is_real, refuse
from boughs.model.errors import ParameterError
from boughs.model.objective import spelled

MOST_THREADS = 256
"""More threads than this are never started, whatever n_jobs says."""
SEEDS = 2**32
LONGEST = 1e12
"""Seconds: thirty thousand years."""


def integer(name: str, value: object, low: int, high: int | None = None) -> int:
    """A whole number from `low` to `high`.

    >>> integer("max_depth", np.int8(3), 1)
    3
    """
    if is_integer(value) and low <= value and (high is None or value <= high):
        return int(value)
    refuse(name, f"an integer of at least {low}" if high is None else f"an integer from {low} to {high}", value)


def fraction(name: str, value: object) -> Fraction:
    """A finite number of at least 0, as the fraction that its decimals spell.

    >>> fraction("leaf_penalty", 0.01), fraction("leaf_penalty", Fraction(1, 3))
    (Fraction(1, 100), Fraction(1, 3))
    """
    if is_real(value) and math.isfinite(value) and value >= 0:
        return Fraction(value) if isinstance(value, (int, Fraction)) else spelled(float(value))
    refuse(name, "a finite number of at least 0", value)


def time_limit(value: object) -> float | None:
    """Seconds, or None for as long as it takes."""
    if value is None:
        return None
    if is_real(value) and (0 < value <= LONGEST or value == math.inf):
        return float(value)
    refuse("time_limit", f"None or a number of seconds above 0, at most {LONGEST:g} or infinite", value)


def seed(random_state: object) -> int:
    """The seed of a fit; None is the seed 0, so that equal fits give equal trees."""
    if random_state is None:
        return 0
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(2**31))
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**31))
    if is_integer(random_state) and 0 <= random_state < SEEDS:
        return int(random_state)
    refuse("random_state", f"None, an integer from 0 to {SEEDS - 1}, a RandomState or a Generator", random_state)


def n_threads(n_jobs: object) -> int:
    """The number of threads, counted as joblib does: None is one, -1 every core, -2 every core but one."""
    if n_jobs is None or (is_integer(n_jobs) and n_jobs != 0):
        return min(int(joblib.effective_n_jobs(n_jobs)), MOST_THREADS)
    refuse("n_jobs", "None, a number of threads above 0, or a negative integer (-1: every core)", n_jobs)


def min_samples_leaf(value: object) -> int | Fraction:
    """A number of rows, or a share of them."""
    if is_integer(value) and value >= 1:
        return int(value)
    if is_real(value) and 0 < value < 1:
        return fraction("min_samples_leaf", value)
    refuse("min_samples_leaf", "an integer of at least 1, or a fraction of the rows above 0.0 and below 1.0", value)


def class_weight(value: object) -> Mapping[Any, Fraction] | Literal["balanced"] | None:
    """Nothing, "balanced", or the weight of each label, as fractions."""
    if value is None:
        return None
    if isinstance(value, str) and value == "balanced":
        return "balanced"
    if isinstance(value, Mapping):
        return {label: fraction(f"class_weight[{label!r}]", weight) for label, weight in value.items()}
    refuse("class_weight", "None, 'balanced' or a dict from labels to weights", value)


def cost_matrix(value: object) -> NDArray[np.float64] | None:
    """A square matrix of finite costs of at least 0."""
    if value is None:
        return None
    matrix = _as_numbers(value)
    if matrix is None or matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        refuse("cost_matrix", "None or a square matrix of numbers, a row and a column for each class", value)
    wrong = np.argwhere(~(np.isfinite(matrix) & (matrix >= 0)))
    if len(wrong):
        row, column = (int(index) for index in wrong[0])
        got = float(matrix[row, column])
        raise ParameterError(f"cost_matrix must hold finite costs of at least 0, got {got!r} at [{row}, {column}]")
    return matrix


def _as_numbers(value: object) -> NDArray[np.float64] | None:
    try:
        matrix = np.asarray(value)
        return matrix.astype(np.float64) if matrix.dtype.kind in "iuf" or _all_real(matrix) else None
    except (TypeError, ValueError):
        return None


def _all_real(matrix: NDArray[Any]) -> bool:
    return matrix.dtype.kind == "O" and all(is_real(entry) for entry in matrix.flat)


@dataclass(frozen=True)
class SharedSettings:
    """The checked values of the parameters that all estimators have."""

    time_limit: float | None
    seed: int
    n_threads: int
    class_weight: Mapping[Any, Fraction] | Literal["balanced"] | None
    cost_matrix: NDArray[np.float64] | None
    min_samples_leaf: int | Fraction
    leaf_penalty: Fraction
    verbose: int

    @classmethod
    def of(cls, estimator: Any) -> "SharedSettings":
        """Check the parameters of an estimator."""
        return cls(
            time_limit=time_limit(estimator.time_limit),
            seed=seed(estimator.random_state),
            n_threads=n_threads(estimator.n_jobs),
            class_weight=class_weight(estimator.class_weight),
            cost_matrix=cost_matrix(estimator.cost_matrix),
            min_samples_leaf=min_samples_leaf(estimator.min_samples_leaf),
            leaf_penalty=fraction("leaf_penalty", estimator.leaf_penalty),
            verbose=integer("verbose", estimator.verbose, 0, 2),
        )

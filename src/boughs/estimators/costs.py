"""From class weights, cost matrix, leaf size and leaf penalty to the Objective that the learner minimises."""

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boughs.estimators.parameter_validation import SharedSettings
from boughs.model.errors import DataError, ParameterError
from boughs.model.objective import Objective, spelled
from boughs.model.table import EXACT_WEIGHTS

LARGEST_COST = Fraction(2**960)
"""Sums and products of costs stay finite in float64 far beyond it."""


def objective_of(
    shared: SharedSettings, classes: NDArray[Any], labels: NDArray[np.int32], weights: NDArray[np.float64]
) -> Objective:
    """The Objective for rows with these labels (0 .. T-1) and these positive sample weights."""
    objective = Objective(
        class_weights=_class_weights(shared, classes, labels, weights),
        cost_matrix=_cost_matrix(shared.cost_matrix, classes),
        leaf_penalty=shared.leaf_penalty,
        min_rows=_min_rows(shared.min_samples_leaf, len(labels)),
    )
    _refuse_overflow(objective, weights)
    return objective


def _refuse_overflow(objective: Objective, weights: NDArray[np.float64]) -> None:
    total = Fraction(float(weights.max())) * len(weights)
    a_row = max(map(max, objective.class_costs)) + (1 + objective.leaf_penalty) * max(objective.class_weights)
    if total * a_row > LARGEST_COST:
        raise DataError(
            "sample_weight, class_weight, cost_matrix and leaf_penalty make costs beyond float64; scale them down"
        )


def _class_weights(
    shared: SharedSettings, classes: NDArray[Any], labels: NDArray[np.int32], weights: NDArray[np.float64]
) -> tuple[Fraction, ...]:
    if shared.class_weight is None:
        return (Fraction(1),) * len(classes)
    if shared.class_weight == "balanced":
        return _balanced(len(classes), labels, weights)
    return _given(shared.class_weight, classes, labels)


def _balanced(n_classes: int, labels: NDArray[np.int32], weights: NDArray[np.float64]) -> tuple[Fraction, ...]:
    """W / (T * W_t), where T counts the classes that have rows; a class without rows weighs 1."""
    totals = [_total(weights[labels == t]) for t in range(n_classes)]
    share = sum(totals, Fraction(0)) / sum(total > 0 for total in totals)
    return tuple(share / total if total else Fraction(1) for total in totals)


def _total(weights: NDArray[np.float64]) -> Fraction:
    """The sum of what the weights spell; of the floats themselves where they are too many to have a common unit."""
    distinct, counts = np.unique(weights, return_counts=True)
    if len(distinct) > EXACT_WEIGHTS:
        return Fraction(math.fsum(weights))
    return sum((spelled(w) * int(count) for w, count in zip(distinct, counts, strict=True)), Fraction(0))


def _given(given: Mapping[Any, Fraction], classes: NDArray[Any], labels: NDArray[np.int32]) -> tuple[Fraction, ...]:
    known = classes.tolist()
    unknown = [label for label in given if label not in known]
    if unknown:
        raise ParameterError(f"class_weight names {unknown[0]!r}, which is not in y; its labels are {_listed(classes)}")
    by_class = tuple(given.get(label, Fraction(1)) for label in known)
    if not any(by_class[t] for t in np.unique(labels)):
        raise ParameterError("class_weight is 0 for every class in y; give at least one of them a weight above 0")
    return by_class


def _cost_matrix(given: NDArray[np.float64] | None, classes: NDArray[Any]) -> tuple[tuple[Fraction, ...], ...]:
    n_classes = len(classes)
    if given is None:
        return Objective.errors(n_classes).cost_matrix
    if len(given) != n_classes:
        raise ParameterError(
            f"cost_matrix must have a row and a column for each of the {n_classes} classes, "
            f"in the order {_listed(classes)}, got shape {given.shape}"
        )
    return tuple(tuple(spelled(cost) for cost in row) for row in given)


def _min_rows(given: int | Fraction, n_rows: int) -> int:
    """Never more than there are: a tree of one leaf is always allowed."""
    return min(given if isinstance(given, int) else math.ceil(given * n_rows), n_rows)


def _listed(classes: NDArray[Any], most: int = 20) -> str:
    shown = ", ".join(repr(label) for label in classes.tolist()[:most])
    return shown if len(classes) <= most else f"{shown}, ... ({len(classes)} in all)"

"""What a result claims, counted again from the input rows."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boughs.model.errors import InternalError
from boughs.model.objective import Objective
from boughs.model.result import Result

TOLERANCE = 1e-9
"""Of the largest cost that a tree could have."""


@dataclass(frozen=True)
class Rows:
    """The rows of positive weight; labels are 0 .. T-1."""

    X: NDArray[np.float64]
    labels: NDArray[np.int32]
    weights: NDArray[np.float64]


@dataclass(frozen=True)
class Recount:
    """The objective of the tree as the rows give it, and bounds that never exceed it."""

    objective: float
    bound: float
    restricted_bound: float | None


def recount(result: Result, rows: Rows, objective: Objective, rounding: Fraction) -> Recount:
    """Count again; InternalError where the result claims something else."""
    leaves = result.tree.apply(rows.X)
    targets = np.asarray(result.tree.target)[leaves]
    rows_in_leaf = np.unique(leaves, return_counts=True)[1]
    if rows_in_leaf.min() < objective.min_rows:
        raise InternalError(
            f"the tree has a leaf of {rows_in_leaf.min()} rows where {objective.min_rows} are needed; please report it"
        )
    cost = _cost(rows, targets, objective, len(rows_in_leaf))
    slack = TOLERANCE * _largest_cost(rows, objective, len(rows_in_leaf)) + float(rounding)
    _compare(result, cost, slack)
    is_exact = rounding == 0
    return Recount(cost, _bound(result, cost, is_exact), _restricted_bound(result, cost, slack, is_exact))


def _cost(rows: Rows, targets: NDArray[np.integer[Any]], objective: Objective, n_leaves: int) -> float:
    """Weights are summed first, rounded once: neither the order of the rows nor their merging ever shows."""
    class_costs = [[float(cost) for cost in costs] for costs in objective.class_costs]
    terms, total = [], []
    for label, target, weight in _weights_of_pairs(rows, targets, objective.n_classes):
        terms.append(weight * class_costs[label][target])
        total.append(weight * float(objective.class_weights[label]))
    return math.fsum([*terms, float(objective.leaf_penalty) * math.fsum(total) * n_leaves])


def _weights_of_pairs(
    rows: Rows, targets: NDArray[np.integer[Any]], n_classes: int
) -> Iterator[tuple[int, int, float]]:
    """(label, prediction, the weight of the rows that have both)."""
    pairs = rows.labels * np.int64(n_classes) + targets
    order = np.argsort(pairs, kind="stable")
    distinct, starts = np.unique(pairs[order], return_index=True)
    for pair, weights in zip(distinct.tolist(), np.split(rows.weights[order], starts[1:]), strict=True):
        yield *divmod(pair, n_classes), math.fsum(weights)


def _largest_cost(rows: Rows, objective: Objective, n_leaves: int) -> float:
    a_row = max(map(max, objective.class_costs))
    penalties = objective.leaf_penalty * n_leaves * max(objective.class_weights)
    return math.fsum(rows.weights) * float(a_row + penalties)


def _compare(result: Result, cost: float, slack: float) -> None:
    if not abs(result.objective - cost) <= slack:
        raise InternalError(f"the objective is {cost!r}, the learner says {result.objective!r}; please report it")
    if not result.bound <= cost + slack:
        raise InternalError(f"the bound {result.bound!r} exceeds the objective {cost!r}; please report it")
    if result.status == "optimal" and result.bound < cost - slack:
        raise InternalError(f"optimal, with objective {cost!r} and bound {result.bound!r}; please report it")


def _bound(result: Result, cost: float, is_exact: bool) -> float:
    """A proof in exact integers holds for the float that the rows give; rounded ones have their rounding taken off."""
    return cost if result.status == "optimal" and is_exact else min(max(result.bound, 0.0), cost)


def _restricted_bound(result: Result, cost: float, slack: float, is_exact: bool) -> float | None:
    bound = result.restricted_bound
    if bound is None:
        return None
    is_met = result.status in {"optimal", "restricted_optimal"} and abs(bound - cost) <= slack
    return cost if is_met and is_exact else min(bound, cost)

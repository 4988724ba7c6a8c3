"""Table: the training rows, encoded once; weights and costs become integers here and nowhere else."""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce

import numpy as np
from numpy.typing import NDArray

from boughs.model.column import Column
from boughs.model.objective import Objective, spelled

EXACT_LIMIT = 2**53
"""Totals up to here are exact in float64 as well, so the LP sees what the integer kernels see."""
FIXED_POINT_BITS = 52
"""Without a common unit: the total of all costs takes this many bits, far below 1e-9 of it a row."""


@dataclass(frozen=True, eq=False)
class Table:
    """Rows of equal ranks and class are one row; rows stand in ascending order of their ranks, then class.

    ranks: (n_columns, n_rows) int32; labels: (n_rows,) int32, 0 .. n_classes - 1; costs: (n_rows, n_classes) int64,
    what a row costs in a leaf of that class, in units of `unit`; input_rows: (n_rows,) int64, how many input rows a row
    stands for; sample_weights: (n_rows,) float64, their weight without class weights and costs; cart_weights: the same
    with class weights; row_of_input: (n_input_rows,) int64. `rounding` bounds what making integers changed in all.
    reward_unit: what the LP counts as one, in units of `unit`: what a row earns at best, in the (lower) median.
    """

    columns: tuple[Column, ...]
    ranks: NDArray[np.int32]
    labels: NDArray[np.int32]
    costs: NDArray[np.int64]
    input_rows: NDArray[np.int64]
    sample_weights: NDArray[np.float64]
    cart_weights: NDArray[np.float64]
    row_of_input: NDArray[np.int64]
    leaf_price: int
    min_rows: int
    reward_unit: float
    unit: Fraction
    rounding: Fraction

    @property
    def n_rows(self) -> int:
        """Distinct rows."""
        return len(self.labels)

    @property
    def n_classes(self) -> int:
        """|T|."""
        return int(self.costs.shape[1])

    @cached_property
    def order(self) -> NDArray[np.int32]:
        """(n_columns, n_rows): the rows by ascending rank, for every column."""
        return np.ascontiguousarray(np.argsort(self.ranks, axis=1, kind="stable").astype(np.int32))

    @cached_property
    def rewards(self) -> NDArray[np.int64]:
        """(n_rows, n_classes): what a row earns in a leaf of a class, its largest cost less its cost there."""
        return np.ascontiguousarray(self.costs.max(axis=1, keepdims=True) - self.costs)

    @cached_property
    def earnable(self) -> int:
        """The sum of the rows' largest costs: a tree that costs c earns `earnable - c`."""
        return int(self.costs.max(axis=1).sum())

    @cached_property
    def least_cost(self) -> int:
        """No tree costs less: rows of equal ranks share a leaf, and there is at least one leaf."""
        is_new = np.r_[True, (self.ranks[:, 1:] != self.ranks[:, :-1]).any(axis=0)]
        return int(np.add.reduceat(self.costs, np.flatnonzero(is_new)).min(axis=1).sum()) + self.leaf_price

    def natural(self, cost: int) -> Fraction:
        """A cost in the user's numbers."""
        return cost * self.unit


def encode(
    X: NDArray[np.float64], labels: NDArray[np.int32], weights: NDArray[np.float64], objective: Objective
) -> Table:
    """The Table of the rows X (n, p) with positive weights."""
    columns, input_ranks = zip(*(_rank(X[:, f], f) for f in range(X.shape[1])), strict=True)
    first, row_of_input, input_rows = _merge(np.array(input_ranks, dtype=np.int32), labels)
    ranks = np.ascontiguousarray(np.array(input_ranks, dtype=np.int32)[:, first])
    row_labels = np.ascontiguousarray(labels[first])
    merged = _sum_by_row(weights, row_of_input, len(first))
    costs, price, unit, rounding = _integers(weights, row_of_input, merged, row_labels, objective)
    class_weights = np.array([float(weight) for weight in objective.class_weights])
    best = costs.max(axis=1) - costs.min(axis=1)
    return Table(
        columns=columns,
        ranks=ranks,
        labels=row_labels,
        costs=costs,
        input_rows=input_rows,
        sample_weights=merged,
        cart_weights=merged * class_weights[row_labels],
        row_of_input=row_of_input,
        leaf_price=price,
        min_rows=min(objective.min_rows, len(labels)),
        reward_unit=float(np.quantile(best[best > 0], 0.5, method="lower")) if best.any() else 1.0,
        unit=unit,
        rounding=rounding,
    )


def _rank(values: NDArray[np.float64], feature: int) -> tuple[Column, NDArray[np.int64]]:
    distinct, ranks = np.unique(values, return_inverse=True)
    return Column(feature, distinct), ranks


def _merge(
    ranks: NDArray[np.int32], labels: NDArray[np.int32]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """(an input row for every row, the row of every input row, input rows in every row)."""
    keys = np.vstack((ranks, labels))
    order = np.lexsort(keys[::-1])
    ordered = keys[:, order]
    is_new = np.r_[True, (ordered[:, 1:] != ordered[:, :-1]).any(axis=0)]
    row_of_input = np.empty(len(labels), dtype=np.int64)
    row_of_input[order] = np.cumsum(is_new) - 1
    return order[is_new], row_of_input, np.bincount(row_of_input).astype(np.int64)


def _sum_by_row(weights: NDArray[np.float64], row_of_input: NDArray[np.int64], n_rows: int) -> NDArray[np.float64]:
    """Sums that depend on the weights alone, never on the order of the rows."""
    if np.array_equal(weights, np.rint(weights)) and weights.sum() <= EXACT_LIMIT:
        return np.bincount(row_of_input, weights, n_rows).astype(np.float64)
    order = np.argsort(row_of_input, kind="stable")
    groups = np.split(weights[order], np.flatnonzero(np.diff(row_of_input[order])) + 1)
    return np.array([math.fsum(group) for group in groups])


def _integers(
    weights: NDArray[np.float64],
    row_of_input: NDArray[np.int64],
    merged: NDArray[np.float64],
    row_labels: NDArray[np.int32],
    objective: Objective,
) -> tuple[NDArray[np.int64], int, Fraction, Fraction]:
    """(costs, leaf price, unit, rounding): exact where all have a common unit that is not too small."""
    class_costs = objective.class_costs
    distinct, which = np.unique(weights, return_inverse=True)
    if len(distinct) <= EXACT_WEIGHTS:
        fractions = [spelled(weight) for weight in distinct]
        weight_unit = _common_unit(fractions)
        cost_unit = _common_unit([cost for costs in class_costs for cost in costs])
        whole_weights = np.array([int(fraction / weight_unit) for fraction in fractions], dtype=object)
        row_weights = np.zeros(len(merged), dtype=object)
        np.add.at(row_weights, row_of_input, whole_weights[which])
        class_totals = [sum(row_weights[row_labels == t], 0) * weight_unit for t in range(objective.n_classes)]
        total = sum((w * v for w, v in zip(class_totals, objective.class_weights, strict=True)), Fraction(0))
        price = objective.leaf_penalty * total
        unit = weight_unit * cost_unit
        unit /= (price / unit).denominator
        worst = sum(w * max(costs) for w, costs in zip(class_totals, class_costs, strict=True)) + price * 2
        if worst / unit <= EXACT_LIMIT:
            per_class = np.array(
                [[int(cost * weight_unit / unit) for cost in costs] for costs in class_costs], dtype=object
            )
            costs = (row_weights[:, None] * per_class[row_labels]).astype(np.int64)
            return np.ascontiguousarray(costs), int(price / unit), unit, Fraction(0)
    return _fixed_point(merged, row_labels, objective)


EXACT_WEIGHTS = 10_000
"""More distinct weights than this go to fixed point at once."""


def _fixed_point(
    merged: NDArray[np.float64], row_labels: NDArray[np.int32], objective: Objective
) -> tuple[NDArray[np.int64], int, Fraction, Fraction]:
    class_costs = np.array([[float(cost) for cost in costs] for costs in objective.class_costs])
    class_weights = np.array([float(weight) for weight in objective.class_weights])
    natural = merged[:, None] * class_costs[row_labels]
    price = float(objective.leaf_penalty) * math.fsum(merged * class_weights[row_labels])
    total = math.fsum(natural.max(axis=1)) + 2 * price
    exponent = FIXED_POINT_BITS - math.frexp(total)[1]
    costs = np.rint(np.ldexp(natural, exponent)).astype(np.int64)
    unit = Fraction(2) ** -exponent
    return np.ascontiguousarray(costs), round(math.ldexp(price, exponent)), unit, unit * len(merged)


def _common_unit(numbers: list[Fraction]) -> Fraction:
    """The largest fraction of which all are whole multiples; 1 where all are 0."""
    denominator = math.lcm(*(number.denominator for number in numbers))
    numerator = reduce(math.gcd, (int(number * denominator) for number in numbers), 0)
    return Fraction(numerator or 1, denominator)

"""The Table: canonical rows, exact integers, fixed point where there are none, and a bound that holds."""

import math
from fractions import Fraction
from functools import reduce

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import best_cost, random_objective, random_table

from boughs.model.objective import Objective, spelled
from boughs.model.table import EXACT_LIMIT, EXACT_WEIGHTS, encode

ERRORS = Objective.errors(2)
ARRAYS = ("ranks", "labels", "costs", "input_rows", "sample_weights", "cart_weights")

rows = st.lists(
    st.tuples(st.integers(0, 2), st.sampled_from([-0.0, 0.0, 1e308, 5e-324]), st.integers(0, 2), st.integers(1, 3)),
    min_size=1,
    max_size=15,
)


def table_of(rows, weights=None, objective=None):
    a, b, labels, counts = zip(*rows, strict=True)
    weights = np.asarray(counts if weights is None else weights, dtype=float)
    given = objective or Objective(
        (Fraction(1), Fraction(1, 3), Fraction(2)), Objective.errors(3).cost_matrix, leaf_penalty=Fraction(1, 50)
    )
    return encode(np.array([a, b], dtype=float).T.copy(), np.array(labels, np.int32), weights, given)


def content(table):
    columns = [(column.feature, column.values.tolist()) for column in table.columns]
    return columns, *(getattr(table, name).tolist() for name in ARRAYS), table.leaf_price, table.unit, table.rounding


@settings(max_examples=60)
@given(rows, st.randoms())
def test_any_order_of_the_rows_gives_the_same_table(rows, random):
    order = random.sample(range(len(rows)), len(rows))
    table, shuffled = table_of(rows), table_of([rows[i] for i in order])
    assert content(shuffled) == content(table)
    assert shuffled.row_of_input.tolist() == table.row_of_input[order].tolist()


@settings(max_examples=60)
@given(rows, st.randoms(), st.sampled_from([1.0, 0.1, 0.3, math.pi]))
def test_order_does_not_matter_where_weights_are_no_whole_numbers(rows, random, factor):
    order = random.sample(range(len(rows)), len(rows))
    weights = [factor * row[3] for row in rows]
    table = table_of(rows, weights)
    assert content(table_of([rows[i] for i in order], [weights[i] for i in order])) == content(table)


@settings(max_examples=60)
@given(rows)
def test_a_row_of_weight_k_is_k_copies(rows):
    copies = [row for row in rows for _ in range(row[3])]
    weighted, copied = table_of(rows), table_of(copies, np.ones(len(copies)))
    assert copied.input_rows.sum() == len(copies)
    for name in ("ranks", "labels", "sample_weights", "cart_weights"):
        assert getattr(copied, name).tolist() == getattr(weighted, name).tolist()
    for natural in (lambda t: [t.natural(int(c)) for c in t.costs.flat], lambda t: t.natural(t.leaf_price)):
        assert natural(copied) == natural(weighted)


@settings(max_examples=60)
@given(rows)
def test_rows_stand_in_order_and_point_back(rows):
    table = table_of(rows)
    keys = [*zip(*table.ranks.tolist(), table.labels.tolist(), strict=True)]
    assert keys == sorted(set(keys))
    for (a, b, label, _), row in zip(rows, table.row_of_input, strict=True):
        assert [column.values[rank] for column, rank in zip(table.columns, table.ranks[:, row], strict=True)] == [a, b]
        assert table.labels[row] == label
    for ranks, order in zip(table.ranks, table.order, strict=True):
        assert sorted(order.tolist()) == list(range(table.n_rows))
        assert (np.diff(ranks[order]) >= 0).all()
    assert np.array_equal(table.rewards + table.costs, np.repeat(table.costs.max(axis=1)[:, None], 3, axis=1))


@pytest.mark.parametrize(
    ("weights", "class_weights", "penalty", "unit"),
    [
        ([1, 1, 1, 1], (1, 1), 0, 1),
        ([2, 4, 6, 8], (1, 1), 0, 2),
        ([0.02, 0.02, 13.72, 1], (1, 1), 0, Fraction(1, 50)),
        ([1, 1, 1, 1], (Fraction(4, 6), Fraction(4, 2)), 0, Fraction(2, 3)),  # balanced, of three rows and one
        ([1, 1, 1, 1], (1, 1), Fraction(1, 50), Fraction(1, 25)),  # the price is 4/50
        ([0.1, 0.2, 0.3, 0.7], (1, Fraction(13, 10)), 0, Fraction(1, 100)),
    ],
)
def test_exact_units(weights, class_weights, penalty, unit):
    X = np.arange(4.0)[:, None]
    objective = Objective(tuple(map(Fraction, class_weights)), ERRORS.cost_matrix, leaf_penalty=Fraction(penalty))
    labels = np.array([0, 0, 0, 1], np.int32)
    table = encode(X, labels, np.array(weights, dtype=float), objective)
    assert (table.unit, table.rounding) == (unit, 0)
    exact = [spelled(w) * class_weights[t] for w, t in zip(weights, labels, strict=True)]
    for row, t in enumerate(labels):
        assert [table.natural(int(cost)) for cost in table.costs[row]] == [exact[row] * int(c != t) for c in range(2)]
    assert table.natural(table.leaf_price) == sum(exact) * penalty
    in_use = [int(cost) for cost in table.costs.flat] + [table.leaf_price]
    assert reduce(math.gcd, in_use) == 1


@settings(max_examples=80)
@given(
    st.lists(st.tuples(st.floats(1e-9, 1e9), st.integers(0, 1)), min_size=1, max_size=20),
    st.fractions(0, 1, max_denominator=1000),
    st.sampled_from([Fraction(1), Fraction(math.pi), Fraction(10) ** 30, Fraction(1, 10**30)]),
)
def test_costs_are_within_the_stated_rounding_and_totals_fit(given_rows, penalty, scale):
    weights, labels = np.array([w for w, _ in given_rows]), np.array([t for _, t in given_rows], np.int32)
    objective = Objective((scale, Fraction(1)), ((Fraction(1, 7), Fraction(3)), (scale, Fraction(0))), penalty)
    table = encode(np.arange(float(len(weights)))[:, None], labels, weights, objective)
    costs = [[spelled(w) * cost for cost in objective.class_costs[t]] for w, t in zip(weights, labels, strict=True)]
    total = sum(spelled(w) * objective.class_weights[t] for w, t in zip(weights, labels, strict=True))
    worst = sum(max(of_row) for of_row in costs)
    off = [abs(table.natural(int(table.costs[r, c])) - costs[r][c]) for r in range(len(weights)) for c in range(2)]
    price_is_off = abs(table.natural(table.leaf_price) - penalty * total)
    assert sum(max(off[2 * r : 2 * r + 2]) for r in range(len(weights))) + price_is_off <= table.rounding + Fraction(
        worst + 2 * penalty * total, 2**45
    ) * bool(table.rounding)
    assert table.rounding <= Fraction(1, 10**9) * (worst + 2 * penalty * total)
    assert table.earnable + 2 * table.leaf_price <= 2 * EXACT_LIMIT
    assert (table.costs >= 0).all()


def test_fixed_point_where_there_is_no_small_common_unit():
    weights = np.array([math.pi, math.e, 1 / 3, 1e-3])
    table = encode(np.arange(4.0)[:, None], np.array([0, 1, 0, 1], np.int32), weights, ERRORS)
    assert table.rounding > 0
    assert [float(table.natural(int(cost))) for cost in table.costs.max(axis=1)] == pytest.approx(weights, rel=1e-12)


def test_many_distinct_weights_go_to_fixed_point_at_once():
    n = EXACT_WEIGHTS + 1
    weights = np.arange(1.0, n + 1)
    table = encode(np.arange(float(n))[:, None], np.zeros(n, np.int32), weights, ERRORS)
    assert table.rounding > 0
    assert np.array_equal([float(table.natural(int(cost))) for cost in table.costs[:, 1]], weights)


def test_a_leaf_never_needs_more_rows_than_there_are():
    objective = Objective(ERRORS.class_weights, ERRORS.cost_matrix, min_rows=9)
    X = np.zeros((3, 1))
    assert encode(X, np.array([0, 1, 0], np.int32), np.ones(3), objective).min_rows == 3


@pytest.mark.parametrize("seed", range(60))
def test_no_tree_costs_less_than_the_least_cost(seed):
    rng = np.random.default_rng(seed)
    n_classes = int(rng.integers(1, 4))
    table = random_table(rng, n=int(rng.integers(1, 12)), n_classes=n_classes, **random_objective(rng, n_classes))
    assert table.least_cost <= best_cost(table, 2)


def test_the_least_cost_is_met_where_a_tree_can_be_deep_enough():
    X = np.array([[0.0], [0.0], [0.0], [1.0], [2.0]])
    table = encode(X, np.array([0, 0, 1, 1, 0], np.int32), np.ones(5), ERRORS)
    assert table.least_cost == best_cost(table, 2) == 1

"""What a leaf costs, as exact fractions."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from boughs.model.objective import Objective, spelled


def test_errors_cost_one():
    objective = Objective.errors(3)
    assert objective.n_classes == 3
    assert objective.class_costs == ((0, 1, 1), (1, 0, 1), (1, 1, 0))
    assert (objective.leaf_penalty, objective.min_rows) == (0, 1)


def test_class_weights_scale_the_rows_of_the_cost_matrix():
    objective = Objective((Fraction(1, 3), Fraction(2)), ((Fraction(0), Fraction(5)), (Fraction(7), Fraction(1))))
    assert objective.class_costs == ((0, Fraction(5, 3)), (14, 2))


@given(st.integers(-(10**9), 10**9), st.integers(0, 6))
def test_a_decimal_is_the_fraction_that_it_spells(digits, places):
    assert spelled(float(f"{digits}e-{places}")) == Fraction(digits, 10**places)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_what_is_spelled_reads_as_the_same_float(number):
    assert float(spelled(number)) == number

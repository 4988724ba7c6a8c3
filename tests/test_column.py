"""Float truth of a cut: where the threshold lies, and that it sends every training value where the cut does."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from boughs.model.column import Column, midway

TINY = 5e-324
finite = st.floats(allow_nan=False, allow_infinity=False)


@given(finite, st.one_of(finite, st.none()))
@example(1e308, 1.7e308)
@example(-1.7e308, 1.7e308)
@example(-1e308, None)
@example(-0.0, TINY)
@example(-TINY, 0.0)
@example(TINY, 3 * TINY)
@example(1_700_000_000.0, None)
@settings(max_examples=300)
def test_midway_lies_between_and_in_the_middle(low, other):
    high = math.nextafter(low, math.inf) if other is None else other
    low, high = sorted((low, high))
    if not low < high or math.isinf(high):
        return
    middle = midway(low, high)
    assert low <= middle < high
    exact = (Fraction(low) + Fraction(high)) / 2
    step = Fraction(max(math.ulp(low), math.ulp(high)))
    assert abs(Fraction(middle) - exact) <= step
    if math.nextafter(low, math.inf) == high:
        assert middle == low


@given(st.lists(finite, min_size=2, max_size=8, unique=True), st.data())
@settings(max_examples=200)
def test_a_cut_and_its_threshold_say_the_same(values, data):
    column = Column(3, np.unique(values))
    for cut in range(column.n_cuts):
        feature, threshold = column.test(cut)
        assert feature == 3
        assert (column.values <= threshold).tolist() == [rank <= cut for rank in range(len(column.values))]
        assert column.cut_at(threshold) == cut
    threshold = data.draw(finite)
    assert column.cut_at(threshold) + 1 == np.count_nonzero(column.values <= threshold)


def test_thresholds_outside_send_all_one_way():
    column = Column(0, np.array([-1.0, 0.0, 2.0]))
    assert (column.cut_at(-1.5), column.cut_at(-1.0), column.cut_at(-0.0), column.cut_at(5.0)) == (-1, 0, 1, 2)
    assert column.n_cuts == 2
    assert Column(0, np.array([4.0])).n_cuts == 0


@pytest.mark.parametrize(
    ("low", "high", "middle"), [(1, 2, 1.5), (-2, 2, 0), (0, TINY, 0), (-TINY, 0, -TINY), (1e308, 1.6e308, 1.3e308)]
)
def test_known_middles(low, high, middle):
    assert Column(1, np.array([low, high], dtype=float)).test(0) == (1, middle)

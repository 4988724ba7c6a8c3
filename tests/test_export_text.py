"""The text of a tree: what a reader sees, and that its numbers tell the truth."""

import re
from itertools import pairwise

from hypothesis import assume, given
from hypothesis import strategies as st
from tree_samples import FLOATS, HARD_FLOATS, irises, one_leaf, planted_by_hand, trees

from boughs.export.text import WIDEST_BRANCH, width
from boughs.export.wording import distinct, number


def test_a_tree_reads_at_once():
    assert str(irises()).splitlines() == [
        "Tree of 3 leaves on 150 rows  class       share  rows",
        "├─ petal width <= 0.8         setosa      100 %    50",
        "└─ petal width > 0.8",
        "   ├─ petal width <= 1.75     versicolor   91 %    54",
        "   └─ petal width > 1.75      virginica    98 %    46",
    ]


def test_one_leaf():
    assert str(one_leaf()).splitlines() == [
        "Tree of 1 leaf on 4 rows  class  share  rows",
        "└─ always                 yes     75 %     4",
    ]


def test_weights_are_shown_where_they_are_not_the_rows():
    tree = planted_by_hand((0, 1.0, 0, 1), [(0, [2, 0]), (1, [1, 1])], ["a"], ["no", "yes"], weight=0.25)
    assert str(tree).splitlines() == [
        "Tree of 2 leaves on 4 rows  class  share  rows  weight",
        "├─ a <= 1                   no     100 %     2     0.5",
        "└─ a > 1                    yes     50 %     2     0.5",
    ]


def test_a_left_subtree_is_drawn_with_a_bar():
    tree = planted_by_hand((0, 1.0, (0, 0.0, 0, 1), 2), [(0, [1, 0]), (1, [0, 1]), (0, [1, 0])], ["a"], [0, 1])
    assert [line[:6] for line in str(tree).splitlines()[1:]] == ["├─ a <", "│  ├─ ", "│  └─ ", "└─ a >"]


def test_names_cannot_break_the_lines():
    tree = planted_by_hand((0, 1.0, 0, 1), [(0, [1, 0]), (1, [0, 1])], ["a\nb\x1b[2J"], ["", "\u202e"])
    assert len(str(tree).splitlines()) == 3
    assert str(tree).replace("\n", "").isprintable()
    assert "''" in str(tree)


def test_long_and_wide_names():
    name = "花弁" * WIDEST_BRANCH
    leaves = [(0, [1, 0]), (1, [0, 1]), (0, [1, 0])]
    tree = planted_by_hand((0, 1.0, 0, (1, 2.0, 1, 2)), leaves, [name, "花弁"], ["否", "yes"])
    lines = str(tree).splitlines()
    assert lines[1].startswith(f"├─ {name} <= 1  否")
    assert width(lines[3]) == width(lines[4]) == width(lines[0])


@given(trees(st.one_of(FLOATS, HARD_FLOATS)))
def test_a_line_for_every_node(tree):
    lines = str(tree).splitlines()
    assert len(lines) == max(tree.n_nodes, 2)
    assert sum("%" in line for line in lines) == tree.n_leaves
    assert all(line == line.rstrip() for line in lines)


@given(st.lists(st.one_of(FLOATS, HARD_FLOATS), min_size=1, unique=True))
def test_texts_keep_thresholds_apart_and_in_order(thresholds):
    texts = [float(text) for text in distinct(sorted(thresholds))]
    assert all(low < high for low, high in pairwise(texts))
    assert all((text == 0) == (value == 0) for text, value in zip(texts, sorted(thresholds), strict=True))


@given(FLOATS)
def test_a_text_is_near_its_number(value):
    assert abs(float(number(value)) - value) <= abs(value) * 5e-6


@given(st.integers(-(10**12) + 1, 10**12 - 1), st.integers(0, 30))
def test_tidy_numbers_are_written_exactly(digits, places):
    assume(digits % 10)
    value = float(f"{digits}e-{places}")
    assert float(number(value)) == value


@given(st.floats(1e9, 1.8e9))
def test_seconds_since_1970_keep_their_seconds(value):
    assert abs(float(number(value)) - value) <= 0.05 + 1e-6


def test_rounding_never_joins_two_thresholds():
    tree = planted_by_hand((0, 1 / 3, (0, 1 / 3 - 1e-16, 0, 1), 2), [(0, [1, 0])] * 3, ["a"], [0, 1])
    assert len(set(re.findall(r"<= (\S+)", str(tree)))) == 2

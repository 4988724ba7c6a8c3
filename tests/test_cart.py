"""CART: against a slow exact one, against scikit-learn, and at its edges."""

import os
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.tree import DecisionTreeClassifier

from boughs import _native
from boughs.model.column import midway
from boughs.model.objective import Objective
from boughs.model.split_sets import NO_SPLIT, Split
from boughs.model.table import Table, encode
from boughs.steps import cart

DATA = Path(os.environ.get("BOUGHS_DATA", Path(__file__).parents[2] / "shared" / "data"))


def table_of(X, y, weights=None, *, min_rows=1) -> Table:
    X, y = np.asarray(X, dtype=np.float64), np.asarray(y, dtype=np.int32)
    objective = replace(Objective.errors(int(y.max()) + 1), min_rows=min_rows)
    return encode(X, y, np.ones(len(y)) if weights is None else np.asarray(weights, dtype=np.float64), objective)


def grow(table, masks=None, *, max_depth=2, n_threads=1, stop=None):
    if masks is None:
        masks = np.ones((1, table.n_rows), dtype=np.uint8)
    return cart.grow(table, masks, max_depth=max_depth, n_threads=n_threads, stop=stop or _native.Stop(np.inf))


def goes_left(table, split) -> np.ndarray:
    return table.ranks[split.column] <= split.cut


def quality(table, inside, split) -> Fraction | None:
    """Sum of squared class weights over weight, of both sides, exactly; None if a side has too few rows."""
    score = Fraction(0)
    for side in (inside & goes_left(table, split), inside & ~goes_left(table, split)):
        if table.input_rows[side].sum() < max(1, table.min_rows):
            return None
        counts = [sum(map(Fraction, table.cart_weights[side & (table.labels == k)])) for k in range(table.n_classes)]
        score += sum(count * count for count in counts) / sum(counts)
    return score


def splits_of(table, inside) -> Iterator[Split]:
    """First column and lowest cut first."""
    for c, column in enumerate(table.columns):
        present = np.unique(table.ranks[c][inside])
        for low, high in pairwise(present):
            yield Split(c, column.cut_at(midway(float(column.values[low]), float(column.values[high]))))


def slow_cart(table, inside, max_depth) -> dict[int, Split]:
    """The splits of the nodes that have one."""
    splits = {}

    def split_node(node, here, depth):
        if depth == 0 or len(set(table.labels[here])) < 2:
            return
        scores = {split: quality(table, here, split) for split in splits_of(table, here)}
        allowed = {split: score for split, score in scores.items() if score is not None}
        if not allowed:
            return
        best = splits[node] = max(allowed, key=allowed.__getitem__)
        split_node(2 * node + 1, here & goes_left(table, best), depth - 1)
        split_node(2 * node + 2, here & ~goes_left(table, best), depth - 1)

    split_node(0, inside, max_depth)
    return splits


def real_splits(tree) -> dict[int, Split]:
    return {node: split for node, split in enumerate(tree) if split != NO_SPLIT}


VALUES = st.sampled_from([-1.7e308, -1.0, -0.0, 0.0, 5e-324, 1.0, float(np.nextafter(1, 2)), 2.0, 3.5, 1.7e308])
WHOLE = st.integers(1, 4)


@st.composite
def problems(draw, weights=WHOLE):
    n, p = draw(st.integers(1, 14)), draw(st.integers(1, 3))
    X = draw(arrays(np.float64, (n, p), elements=draw(st.sampled_from([VALUES, st.integers(0, 9).map(float)]))))
    y = draw(arrays(np.int32, n, elements=st.integers(0, draw(st.integers(0, 3)))))
    w = draw(arrays(np.float64, n, elements=weights.map(float)))
    table = table_of(X, y, w, min_rows=draw(st.sampled_from([1, 1, 2, 3])))
    return table, draw(arrays(np.uint8, (2, table.n_rows), elements=st.integers(0, 1)))


class TestAgainstTheSlowOne:
    @settings(max_examples=250, deadline=None)
    @given(problems(), st.integers(0, 4))
    def test_same_tree(self, problem, max_depth):
        table, masks = problem
        expected = [slow_cart(table, mask.astype(bool), max_depth) for mask in masks]
        assert [real_splits(tree) for tree in grow(table, masks, max_depth=max_depth)] == expected

    @settings(max_examples=50, deadline=None)
    @given(problems(st.sampled_from([0.25, 0.5, 3.0])))
    def test_same_tree_with_weights_of_a_common_power_of_two(self, problem):
        table, masks = problem
        expected = [slow_cart(table, mask.astype(bool), 2) for mask in masks]
        assert [real_splits(tree) for tree in grow(table, masks)] == expected

    @pytest.mark.parametrize("n_classes", [2, 3])
    @pytest.mark.parametrize("scale", [1.0, 2.0**40, 1e-300, 1e300 / 7])
    def test_best_split_where_weights_have_no_common_unit(self, n_classes, scale):
        rng = np.random.default_rng(n_classes)
        for _ in range(20):
            X, y = rng.integers(0, 6, (25, 2)), rng.integers(0, n_classes, 25)
            table = table_of(X, y, rng.random(25) * scale)
            everywhere = np.ones(table.n_rows, dtype=bool)
            root = grow(table, max_depth=1)[0][0]
            scores = [quality(table, everywhere, split) for split in splits_of(table, everywhere)]
            assert quality(table, everywhere, root) >= max(scores) * (1 - Fraction(1, 10**9))

    @pytest.mark.parametrize("n_classes", [2, 3])
    @pytest.mark.parametrize("bits", [(20, 26), (30, 45)], ids=["narrow sums", "wide sums"])
    def test_large_whole_weights(self, n_classes, bits):
        rng = np.random.default_rng(n_classes)
        for _ in range(20):
            X, y = rng.integers(0, 6, (25, 2)), rng.integers(0, n_classes, 25)
            table = table_of(X, y, rng.integers(2 ** bits[0], 2 ** bits[1], 25))
            assert real_splits(grow(table)[0]) == slow_cart(table, np.ones(table.n_rows, dtype=bool), 2)

    @pytest.mark.parametrize("weight", [0.1, 1 / 3, 7.0, 1e300, 1e-300])
    def test_equal_weights_are_like_none(self, weight):
        rng = np.random.default_rng(5)
        X = np.arange(60)[rng.permutation(60).reshape(20, 3)]
        y = rng.integers(0, 3, 20)
        assert grow(table_of(X, y, np.full(20, weight)), max_depth=4) == grow(table_of(X, y), max_depth=4)


def compare_with_sklearn(table, sk, tree) -> tuple[int, int]:
    """(nodes with the very same split, ties decided differently); below such a tie nothing is compared."""
    counts = [0, 0]

    def visit(node, sk_node, inside):
        ours, is_leaf = tree[node] if node < len(tree) else NO_SPLIT, sk.children_left[sk_node] < 0
        assert is_leaf == (ours == NO_SPLIT)
        if is_leaf:
            return
        column = int(sk.feature[sk_node])
        theirs = Split(column, table.columns[column].cut_at(sk.threshold[sk_node]))
        counts[int(ours != theirs)] += 1
        if ours != theirs:
            assert float(quality(table, inside, ours)) == pytest.approx(float(quality(table, inside, theirs)), rel=1e-9)
            return
        visit(2 * node + 1, sk.children_left[sk_node], inside & goes_left(table, ours))
        visit(2 * node + 2, sk.children_right[sk_node], inside & ~goes_left(table, ours))

    visit(0, 0, np.ones(table.n_rows, dtype=bool))
    return counts[0], counts[1]


def sklearn_tree(X, y, weights=None, **limits):
    return DecisionTreeClassifier(random_state=0, **limits).fit(X, y, sample_weight=weights).tree_


def correct_rows(table, tree) -> int:
    """Input rows of the class that their leaf has most of."""

    def count(node, inside):
        if node >= len(tree) or tree[node] == NO_SPLIT:
            return max(int(table.input_rows[inside & (table.labels == k)].sum()) for k in range(table.n_classes))
        left = goes_left(table, tree[node])
        return count(2 * node + 1, inside & left) + count(2 * node + 2, inside & ~left)

    return count(0, np.ones(table.n_rows, dtype=bool))


class TestAgainstSklearn:
    @pytest.mark.parametrize("n_classes", [2, 3, 7])
    @pytest.mark.parametrize("weighting", ["none", "whole", "any"])
    @pytest.mark.parametrize("min_rows", [1, 40])
    def test_same_tree_where_nothing_ties(self, n_classes, weighting, min_rows):
        rng = np.random.default_rng(n_classes)
        X = rng.normal(size=(3000, 6)).astype(np.float32)
        y = (np.abs(X[:, 0] + X[:, 1] * X[:, 2] + rng.normal(size=3000)) * 2).astype(int) % n_classes
        weights = {"none": None, "whole": rng.integers(1, 9, 3000), "any": rng.random(3000)}[weighting]
        table = table_of(X, y, weights, min_rows=min_rows)
        sk = sklearn_tree(X, y, weights, max_depth=3, min_samples_leaf=min_rows)
        n_splits = np.count_nonzero(sk.children_left >= 0)
        assert n_splits >= 4
        assert compare_with_sklearn(table, sk, grow(table, max_depth=3)[0]) == (n_splits, 0)

    @pytest.mark.parametrize("name", ["iris", "pima", "spambase", "statlog_satellite", "balance_scale", "tic_tac_toe"])
    def test_same_tree_but_for_ties_on_data_of_the_paper(self, name):
        path = DATA / "paper" / f"{name}.csv.gz"
        if not path.exists():
            pytest.skip(f"no {path.name} in $BOUGHS_DATA or ../shared/data")
        rows = pd.read_csv(path).iloc[::2]
        X = rows.drop(columns="target").to_numpy(np.float32)
        y = np.unique(rows["target"], return_inverse=True)[1]
        table = table_of(X, y)
        for max_depth in (2, 3, 4):
            sk = DecisionTreeClassifier(random_state=0, max_depth=max_depth).fit(X, y)
            (tree,) = grow(table, max_depth=max_depth)
            n_same, n_ties = compare_with_sklearn(table, sk.tree_, tree)
            assert n_same + n_ties > 0
            if n_ties == 0:
                assert correct_rows(table, tree) == (sk.predict(X) == y).sum()


class TestWeightsAndMasks:
    def test_a_weight_is_that_many_copies(self):
        rng = np.random.default_rng(1)
        X, y, copies = rng.integers(0, 9, (60, 4)), rng.integers(0, 3, 60), rng.integers(1, 5, 60)
        copied = table_of(np.repeat(X, copies, axis=0), np.repeat(y, copies))
        assert grow(table_of(X, y, copies), max_depth=4) == grow(copied, max_depth=4)

    def test_leaf_size_counts_input_rows_not_weights(self):
        table = table_of([[0], [1], [1], [2], [2]], [0, 1, 1, 1, 1], [9, 1, 1, 1, 1], min_rows=2)
        assert grow(table, max_depth=1) == [(Split(0, 1),)]

    def test_no_split_where_leaves_would_be_too_small(self):
        table = table_of([[0], [1], [1]], [0, 1, 1], min_rows=2)
        assert grow(table, max_depth=1) == [(NO_SPLIT,)]

    def test_a_mask_is_the_table_without_the_other_rows(self):
        rng = np.random.default_rng(2)
        X, y = rng.permutation(240).reshape(80, 3).astype(float), rng.integers(0, 2, 80)
        table = table_of(X, y)
        mask = (rng.random(table.n_rows) < 0.7).astype(np.uint8)
        kept = mask[table.row_of_input].astype(bool)
        part = table_of(X[kept], y[kept])
        (expected,) = grow(part, max_depth=1)
        threshold = part.columns[expected[0].column].test(expected[0].cut).threshold
        ((root, *_),) = grow(table, mask[None], max_depth=3)
        assert root == Split(expected[0].column, table.columns[root.column].cut_at(threshold))

    def test_the_threshold_is_midway_between_values_that_take_part(self):
        table = table_of([[0], [1], [2], [3], [10]], [0, 0, 1, 1, 1])
        assert grow(table, np.array([[1, 1, 0, 0, 1]], dtype=np.uint8), max_depth=1) == [(Split(0, 3),)]

    def test_neighbouring_floats_are_told_apart(self):
        table = table_of([[1.0], [np.nextafter(1.0, 2.0)]], [0, 1])
        assert grow(table, max_depth=1) == [(Split(0, 0),)]

    def test_rows_of_weight_zero_take_no_part(self):
        arguments = native_arguments() | {"weights": np.array([1.0, 0.0, 1.0])}
        columns, cuts, _ = _native.grow_carts(**arguments)
        assert (columns[0, 0], cuts[0, 0]) == (0, 1)
        columns, _, _ = _native.grow_carts(**arguments | {"weights": np.zeros(3)})
        assert (columns == -1).all()


class TestLeaves:
    def test_one_row_one_class_and_constant_columns_are_leaves(self):
        for X, y in (([[1.0]], [0]), ([[1.0], [2.0], [3.0]], [0, 0, 0]), ([[5.0], [5.0]], [0, 1])):
            assert grow(table_of(X, y)) == [(NO_SPLIT,) * 3]

    def test_an_empty_portion_is_a_leaf(self):
        table = table_of([[1.0], [2.0]], [0, 1])
        assert grow(table, np.zeros((1, 2), dtype=np.uint8)) == [(NO_SPLIT,) * 3]

    def test_splits_without_gain_are_taken(self):
        table = table_of([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0])
        assert grow(table) == [(Split(0, 0), Split(1, 0), Split(1, 0))]

    def test_depth_zero(self):
        assert grow(table_of([[0.0], [1.0]], [0, 1]), max_depth=0) == [()]


class TestTies:
    @pytest.mark.parametrize("y", [[0, 0, 1, 1, 0, 1, 1, 0, 0], [0, 0, 1, 1, 2, 1, 2, 0, 0]])
    def test_first_column_of_equal_or_mirrored_ones(self, y):
        X = np.arange(9.0)[:, None] ** 2
        for copies in (np.hstack([X, X, X]), np.hstack([X, -X])):
            (tree,) = grow(table_of(copies, y, np.linspace(0.1, 0.9, 9)), max_depth=3)
            assert {split.column for split in tree} <= {-1, 0}

    @pytest.mark.parametrize("common", [0, 1, 2, 3, 4])
    def test_lowest_of_equal_cuts_wherever_the_most_frequent_value_is(self, common):
        X, y = [0.0, 1, 2, 3, 4], [0, 1, 0, 1, 0]
        table = table_of(np.r_[X, np.full(4, common)][:, None], [*y, *[y[common]] * 4])
        tree = grow(table, np.ones((1, table.n_rows), dtype=np.uint8), max_depth=3)[0]
        assert real_splits(tree) == slow_cart(table, np.ones(table.n_rows, dtype=bool), 3)


class TestThreadsAndStop:
    @pytest.fixture
    def problem(self):
        rng = np.random.default_rng(3)
        table = table_of(rng.normal(size=(400, 5)).round(1), rng.integers(0, 3, 400))
        return table, (rng.random((60, table.n_rows)) < 0.9).astype(np.uint8)

    @pytest.mark.parametrize("n_threads", [2, 5])
    def test_the_same_for_any_number_of_threads(self, problem, n_threads):
        table, masks = problem
        assert grow(table, masks, max_depth=4, n_threads=n_threads) == grow(table, masks, max_depth=4)

    def test_every_tree_is_that_of_its_mask_alone(self, problem):
        table, masks = problem
        alone = [grow(table, mask[None], max_depth=3)[0] for mask in masks]
        assert grow(table, masks, max_depth=3, n_threads=2) == alone

    def test_cancelled_before_the_start(self, problem):
        stop = _native.Stop(np.inf)
        stop.cancel()
        assert grow(*problem, stop=stop) == []

    @pytest.mark.parametrize("seconds", [0.0, 1e-4, 1e-3, 3e-3])
    def test_a_deadline_leaves_the_first_trees(self, problem, seconds):
        trees = grow(*problem, max_depth=4, n_threads=2, stop=_native.Stop(seconds))
        assert trees == grow(*problem, max_depth=4)[: len(trees)]


def native_arguments() -> dict:
    return {
        "ranks": np.array([[0, 1, 2]], dtype=np.int32),
        "order": np.array([[0, 1, 2]], dtype=np.int32),
        "values": np.array([0.0, 1.0, 2.0]),
        "starts": np.array([0, 3]),
        "labels": np.array([0, 0, 1], dtype=np.int32),
        "weights": np.ones(3),
        "input_rows": np.ones(3, dtype=np.int64),
        "masks": np.ones((1, 3), dtype=np.uint8),
        "n_classes": 2,
        "max_depth": 1,
        "min_samples_leaf": 1,
        "n_threads": 1,
        "stop": _native.Stop(np.inf),
    }


class TestBadInput:
    def test_the_good_one(self):
        columns, cuts, n_completed = _native.grow_carts(**native_arguments())
        assert (columns.tolist(), cuts.tolist(), n_completed) == ([[0]], [[1]], 1)

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("ranks", np.zeros((1, 0), dtype=np.int32)),
            ("ranks", np.zeros((2, 3), dtype=np.int32)),
            ("ranks", np.array([[0, 1, 3]], dtype=np.int32)),
            ("ranks", np.array([[-1, 1, 2]], dtype=np.int32)),
            ("order", np.zeros((1, 4), dtype=np.int32)),
            ("order", np.array([[0, 1, 3]], dtype=np.int32)),
            ("order", np.array([[0, 1, -1]], dtype=np.int32)),
            ("order", np.array([[0, 1, 1]], dtype=np.int32)),
            ("order", np.array([[0, 2, 1]], dtype=np.int32)),
            ("starts", np.array([0])),
            ("starts", np.array([0, 2])),
            ("starts", np.array([1, 3])),
            ("labels", np.zeros(2, dtype=np.int32)),
            ("labels", np.array([0, 0, 2], dtype=np.int32)),
            ("labels", np.array([0, 0, -1], dtype=np.int32)),
            ("weights", np.ones(2)),
            ("weights", np.array([1.0, np.nan, 1.0])),
            ("weights", np.array([1.0, np.inf, 1.0])),
            ("weights", np.array([1.0, -1.0, 1.0])),
            ("input_rows", np.ones(2, dtype=np.int64)),
            ("input_rows", np.array([1, -1, 1])),
            ("input_rows", np.array([2**62, 2**62, 2**62])),
            ("masks", np.ones((1, 2), dtype=np.uint8)),
            ("n_classes", 0),
            ("max_depth", -1),
            ("max_depth", 17),
            ("min_samples_leaf", 0),
            ("n_threads", 0),
        ],
    )
    def test_wrong_shapes_and_ranges(self, name, value):
        with pytest.raises(ValueError, match=name if name != "ranks" else "order|ranks"):
            _native.grow_carts(**native_arguments() | {name: value})

    def test_wrong_types(self):
        with pytest.raises(TypeError):
            _native.grow_carts(**native_arguments() | {"weights": np.ones(3, dtype=np.float32)})

    def test_no_masks_no_trees(self):
        columns, _, n_completed = _native.grow_carts(**native_arguments() | {"masks": np.ones((0, 3), dtype=np.uint8)})
        assert columns.shape == (0, 1)
        assert n_completed == 0

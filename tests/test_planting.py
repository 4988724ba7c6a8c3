"""Planting: what ranks decide in training, thresholds decide in prediction."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tree_samples import FLOATS, HARD_FLOATS

from boughs.model.column import Test as Question
from boughs.model.objective import Objective
from boughs.model.planting import plant
from boughs.model.split_sets import NO_SPLIT, Split
from boughs.model.table import encode
from boughs.model.topology import Topology

CLOCK = st.floats(1.6e9, 1.7e9)


def table_of(X, labels, weights=None):
    X = np.array(X, dtype=np.float64)
    weights = np.ones(len(X)) if weights is None else np.array(weights, dtype=np.float64)
    return encode(X, np.array(labels, dtype=np.int32), weights, Objective.errors(3))


@st.composite
def plantings(draw):
    """(X, table, topology, splits, targets): any splits that cuts allow, with early leaves."""
    n = draw(st.integers(1, 12))
    columns = [draw(st.lists(kind, min_size=n, max_size=n)) for kind in (FLOATS, HARD_FLOATS, CLOCK)]
    X = np.array(columns).T
    table = table_of(X, draw(st.lists(st.integers(0, 2), min_size=n, max_size=n)))
    topology = Topology(draw(st.integers(0, 3)))
    cuts = [Split(c, cut) for c, column in enumerate(table.columns) for cut in range(column.n_cuts)]
    splits = [draw(st.sampled_from([NO_SPLIT, *cuts, *cuts])) for _ in range(topology.n_nodes)]
    for node in range(1, topology.n_nodes):
        if splits[(node - 1) // 2] == NO_SPLIT:
            splits[node] = NO_SPLIT
    targets = draw(st.lists(st.integers(0, 2), min_size=topology.n_leaves, max_size=topology.n_leaves))
    return X, table, topology, splits, targets


def target_by_rank(table, topology, splits, targets, row):
    place = 0
    while place < topology.n_nodes:
        split = splits[place]
        goes_left = split == NO_SPLIT or table.ranks[split.column, row] <= split.cut
        place = 2 * place + (1 if goes_left else 2)
    return targets[place - topology.n_nodes]


def planted(table, topology, splits, targets, tests=None):
    return plant(table, topology, splits, targets, tests or {}, ["a", "b", "c"], ["r", "s", "t"])


@given(plantings())
def test_training_rows_go_where_their_ranks_send_them(planting):
    X, table, topology, splits, targets = planting
    tree = planted(table, topology, splits, targets)
    expected = [target_by_rank(table, topology, splits, targets, row) for row in table.row_of_input]
    np.testing.assert_array_equal(tree.target[tree.apply(X)], expected)


@given(plantings())
def test_counts_are_the_training_rows(planting):
    X, table, *rest = planting
    tree = planted(table, *rest)
    reached = tree.decision_path(X)
    np.testing.assert_array_equal(tree.n_rows, np.asarray(reached.sum(axis=0)).ravel())
    labels = np.eye(3)[table.labels[table.row_of_input]]
    np.testing.assert_allclose(tree.class_weights, reached.T @ labels)
    assert (tree.n_rows > 0).all()
    assert (tree.left[tree.feature >= 0] == np.flatnonzero(tree.feature >= 0) + 1).all()


def test_counts_rows_and_weights_apart():
    table = table_of([[1], [1], [2]], [0, 0, 2], [0.5, 0.25, 4])
    tree = plant(table, Topology(1), [Split(0, 0)], [0, 2], {}, ["a"], ["r", "s", "t"])
    assert tree.n_rows.tolist() == [3, 2, 1]
    assert tree.class_weights.tolist() == [[0.75, 0, 4], [0.75, 0, 0], [0, 0, 4]]


def test_a_given_test_replaces_the_columns_own():
    table = table_of([[1], [2]], [0, 1])
    for tests, threshold in (({}, 1.5), ({Split(0, 0): Question(0, 1.9)}, 1.9)):
        tree = plant(table, Topology(1), [Split(0, 0)], [0, 1], tests, ["a"], ["r", "s", "t"])
        assert tree.threshold[0] == threshold


def test_the_leaf_of_an_early_end_is_the_leftmost_below():
    table = table_of([[1], [2]], [0, 1])
    tree = plant(table, Topology(2), [Split(0, 0), NO_SPLIT, NO_SPLIT], [2, 0, 1, 0], {}, ["a"], ["r", "s", "t"])
    assert tree.target.tolist() == [-1, 2, 1]


def test_splits_without_effect_are_left_out_and_equal_siblings_stay():
    table = table_of([[1], [2], [3]], [0, 1, 1])
    splits = [Split(0, 0), Split(0, 1), Split(0, 1)]
    tree = plant(table, Topology(2), splits, [0, 2, 1, 1], {}, ["a"], ["r", "s", "t"])
    assert tree.target.tolist() == [-1, 0, -1, 1, 1]
    assert tree.simplify().target.tolist() == [-1, 0, 1]

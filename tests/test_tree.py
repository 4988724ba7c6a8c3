"""Tree: routing, prediction, simplification, and how it behaves as a value."""

import copy
import dataclasses
import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.datasets import load_breast_cancer, load_wine
from sklearn.tree import DecisionTreeClassifier
from tree_samples import HARD_FLOATS, descend, irises, one_leaf, planted_by_hand, trees

from boughs.model.errors import DataError
from boughs.model.tree import DTYPES, Tree

ROWS = st.lists(st.tuples(HARD_FLOATS, HARD_FLOATS, HARD_FLOATS), max_size=12)


def converted(forest_tree, X, y):
    """A Boughs tree of a fitted scikit-learn one."""
    nodes = forest_tree.tree_
    is_leaf = nodes.children_left < 0
    counts = forest_tree.decision_path(X).T @ np.eye(nodes.n_classes[0])[y]
    return Tree(
        feature=np.where(is_leaf, -1, nodes.feature),
        threshold=np.where(is_leaf, np.nan, nodes.threshold),
        left=nodes.children_left,
        right=nodes.children_right,
        target=np.where(is_leaf, nodes.value[:, 0].argmax(axis=1), -1),
        class_weights=counts,
        n_rows=counts.sum(axis=1),
        feature_names=[f"x{feature}" for feature in range(X.shape[1])],
        classes=forest_tree.classes_,
    )


@pytest.mark.parametrize("load", [load_wine, load_breast_cancer])
@pytest.mark.parametrize("depth", [1, 4, 9])
def test_agrees_with_scikit_learn(load, depth):
    X, y = load(return_X_y=True)
    X = X.astype(np.float32)
    theirs = DecisionTreeClassifier(max_depth=depth, random_state=0).fit(X, y)
    ours = converted(theirs, X, y)
    np.testing.assert_array_equal(ours.apply(X), theirs.apply(X))
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X))
    np.testing.assert_array_equal(ours.decision_path(X).toarray(), theirs.decision_path(X).toarray())
    assert (ours.n_leaves, ours.depth) == (theirs.get_n_leaves(), theirs.get_depth())


@given(trees(HARD_FLOATS), ROWS)
def test_every_row_goes_where_the_comparison_sends_it(tree, rows):
    X = np.array(rows, dtype=np.float64).reshape(-1, 3)
    met = [descend(tree, row) for row in X]
    np.testing.assert_array_equal(tree.apply(X), [way[-1] for way in met])
    path = tree.decision_path(X)
    assert [sorted(np.flatnonzero(row)) for row in path.toarray()] == met
    assert path.format == "csr"
    assert path.dtype == np.int64


@given(trees(HARD_FLOATS), ROWS)
def test_predictions_are_of_the_leaf(tree, rows):
    X = np.array(rows, dtype=np.float64).reshape(-1, 3)
    leaves = tree.apply(X)
    assert tree.predict(X).tolist() == [tree.classes[tree.target[leaf]] for leaf in leaves]
    for leaf, shares in zip(leaves, tree.predict_proba(X), strict=True):
        weights = tree.class_weights[leaf]
        expected = weights / weights.sum() if weights.any() else np.eye(len(weights))[tree.target[leaf]]
        np.testing.assert_allclose(shares, expected)


def test_shares_of_extreme_weights_are_shares():
    tree = planted_by_hand(0, [(1, [1, 3])], ["a"], ["no", "yes"], weight=5e307)
    assert tree.predict_proba([[0.0]]).tolist() == [[0.25, 0.75]]


def test_a_threshold_between_neighbouring_floats():
    low, high = 1.0, np.nextafter(1.0, 2.0)
    tree = planted_by_hand((0, low, 0, 1), [(0, [1, 0]), (1, [0, 1])], ["a"], [0, 1])
    assert tree.predict([[low], [high]]).tolist() == [0, 1]


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame, dict])
def test_tables_of_other_libraries(frame):
    columns = frame({"petal length": [1, 2, 3], "petal width": [0.5, 1.0, 2.0]})
    if frame is dict:
        with pytest.raises(DataError, match="must be a table of numbers"):
            irises().predict(columns)
    else:
        assert irises().predict(columns).tolist() == ["setosa", "versicolor", "virginica"]


@pytest.mark.parametrize(
    ("X", "message"),
    [
        ([[1.0]], r"must have 2 columns.*\(1, 1\)"),
        ([1.0, 2.0], r"must have 2 columns.*\(2,\)"),
        ([["a", "b"]], "must be a table of numbers"),
        ([[0.0, 1.0], [0.0, np.nan]], "no value of 'petal width' in row 1"),
    ],
)
def test_rows_that_cannot_be_used(X, message):
    with pytest.raises(DataError, match=message):
        irises().apply(X)


def test_no_rows():
    assert irises().predict(np.empty((0, 2))).shape == (0,)
    assert irises().predict_proba(np.empty((0, 2))).shape == (0, 3)
    assert irises().decision_path(np.empty((0, 2))).shape == (0, 5)


@pytest.mark.parametrize(
    ("classes", "kind"),
    [
        ((1, "1"), "O"),
        ((1, True), "O"),
        ((-1, 2**63), "O"),
        (("a", "a\0"), "O"),
        ((1.5, 2.0), "f"),
        ((False, True), "b"),
        ((3, 7), "i"),
    ],
)
def test_predicted_labels_are_the_labels(classes, kind):
    tree = planted_by_hand((0, 0.0, 0, 1), [(0, [1, 0]), (1, [0, 1])], ["a"], classes)
    predicted = tree.predict([[0], [1]])
    assert [(type(label), label) for label in predicted.tolist()] == [(type(label), label) for label in classes]
    assert predicted.dtype.kind == kind


def test_labels_become_plain():
    tree = planted_by_hand(0, [(0, [1, 0])], ["a"], np.array(["x", "y"]))
    assert [type(label) for label in tree.classes] == [str, str]
    with pytest.raises(DataError, match="labels must be"):
        planted_by_hand(0, [(0, [1, 0])], ["a"], [None, "y"])


@given(trees(HARD_FLOATS), ROWS)
def test_simplify_keeps_every_prediction_of_rows_like_the_training_rows(tree, rows):
    simple = tree.simplify()
    X = np.array(rows, dtype=np.float64).reshape(-1, 3)
    X = X[[all(tree.n_rows[node] for node in descend(tree, row)) for row in X]]
    np.testing.assert_array_equal(simple.predict(X), tree.predict(X))
    np.testing.assert_array_equal(simple.n_rows[0], tree.n_rows[0])
    np.testing.assert_allclose(simple.class_weights[0], tree.class_weights[0])


@given(trees(HARD_FLOATS))
def test_simplify_leaves_nothing_to_simplify(tree):
    simple = tree.simplify()
    inner = simple.feature >= 0
    left, right = simple.left[inner], simple.right[inner]
    assert (simple.n_rows[left] > 0).all()
    assert (simple.n_rows[right] > 0).all()
    siblings = (simple.feature[left] < 0) & (simple.feature[right] < 0)
    assert (simple.target[left] != simple.target[right])[siblings].all()
    assert simple.simplify() == simple
    assert Tree.from_dict(simple.to_dict()) == simple


def test_simplify_works_from_the_leaves_up():
    splits = (0, 0.0, 0, (0, 1.0, (0, 0.5, 1, 2), 3))
    tree = planted_by_hand(splits, [(1, [0, 2]), (1, [1, 2]), (0, [0, 0]), (1, [0, 4])], ["a"], [0, 1])
    assert tree.simplify() == planted_by_hand(0, [(1, [1, 8])], ["a"], [0, 1])


@given(trees())
def test_copies_are_equal_and_read_only(tree):
    for other in (copy.copy(tree), copy.deepcopy(tree), pickle.loads(pickle.dumps(tree))):
        assert other == tree
        assert hash(other) == hash(tree)
        assert not any(getattr(other, name).flags.writeable for name in DTYPES)


def test_nothing_can_be_changed():
    weights = np.array([[1.0, 3.0]])
    tree = dataclasses.replace(one_leaf(), class_weights=weights)
    weights[0, 0] = 7
    assert tree.class_weights[0, 0] == 1
    with pytest.raises(ValueError, match="read-only"):
        tree.target[0] = 0
    with pytest.raises(dataclasses.FrozenInstanceError):
        tree.classes = ()


@pytest.mark.parametrize(
    "change",
    [
        {"threshold": [np.nan, 0.5]},
        {"class_weights": [[1, 4]]},
        {"classes": ("no", "maybe")},
        {"feature_names": ("b",)},
        {"target": [0]},
    ],
)
def test_another_tree_is_not_equal(change):
    assert dataclasses.replace(one_leaf(), **change) != one_leaf()


def test_labels_of_another_type_make_another_tree():
    assert dataclasses.replace(one_leaf(), classes=(False, True)) != dataclasses.replace(one_leaf(), classes=(0, 1))
    assert one_leaf() != "one leaf"


def test_repr_is_one_line():
    assert repr(irises()) == "<Tree of 3 leaves on 150 rows; depth 2, 3 classes>"


def test_deep_trees_need_no_recursion():
    depth = 3000
    inner = np.arange(depth)
    tree = Tree(
        feature=np.r_[np.zeros(depth), np.full(depth + 1, -1)],
        threshold=np.r_[-inner.astype(float), np.full(depth + 1, np.nan)],
        left=np.r_[inner + 1, np.full(depth + 1, -1)],
        right=np.r_[2 * depth - inner, np.full(depth + 1, -1)],
        target=np.r_[np.full(depth, -1), np.arange(depth + 1) % 2],
        class_weights=np.ones((2 * depth + 1, 2)),
        n_rows=np.full(2 * depth + 1, 2),
        feature_names=["a"],
        classes=[0, 1],
    )
    assert tree.depth == depth
    assert tree.apply([[1.0], [-depth - 1.0]]).tolist() == [2 * depth, depth]
    assert tree.simplify().n_leaves <= tree.n_leaves


def test_columns_of_a_frame_must_stand_as_in_training():
    tree = Tree([0, -1, -1], [2.5, np.nan, np.nan], [1, -1, -1], [2, -1, -1], [-1, 0, 1],
                [[3, 4], [3, 0], [0, 4]], [7, 3, 4], ["a", "b"], ["no", "yes"])  # fmt: skip
    frame = pd.DataFrame({"a": [2.0, 3.0], "b": [3.0, 2.0]})
    assert tree.predict(frame).tolist() == ["no", "yes"]
    with pytest.raises(DataError, match="as in training: a, b"):
        tree.predict(frame[["b", "a"]])

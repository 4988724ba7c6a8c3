"""What is claimed is counted again."""

from fractions import Fraction

import numpy as np
import pytest
from greedy_classifier import GreedyClassifier
from hypothesis import given, settings
from hypothesis import strategies as st

from boughs.estimators.recount import Rows, _weights_of_pairs
from boughs.model.errors import InternalError
from boughs.model.objective import spelled
from boughs.model.result import Result

X = np.array([[0.0], [0.0], [1.0], [1.0], [2.0]])
y = np.array([0, 0, 1, 0, 1])
"""The greedy tree has one error, row 3."""


def claims(**claimed):
    """An estimator whose learner claims these."""

    class Claims(GreedyClassifier):
        def _learn(self, table, settings, progress, context):
            result = super()._learn(table, settings, progress, context)
            return Result(**{**vars(result), **claimed})

    return Claims()


@pytest.mark.parametrize(
    ("claimed", "message"),
    [
        ({"objective": 0.0}, "the objective is 1.0, the learner says 0.0"),
        ({"objective": 1.0 + 1e-7}, "the learner says 1.0000001"),
        ({"objective": np.nan}, "the learner says nan"),
        ({"bound": 1.5}, "the bound 1.5 exceeds the objective 1.0"),
        ({"bound": np.nan}, "the bound nan exceeds"),
        ({"bound": 0.5, "status": "optimal"}, "optimal, with objective 1.0 and bound 0.5"),
    ],
)
def test_contradictions(claimed, message):
    model = claims(**claimed)
    with pytest.raises(InternalError, match=message):
        model.fit(X, y)
    assert not hasattr(model, "tree_")


def test_leaves_that_are_too_small():
    class Small(GreedyClassifier):
        def _learn(self, table, settings, progress, context):
            from dataclasses import replace

            return super()._learn(replace(table, min_rows=1), settings, progress, context)

    with pytest.raises(InternalError, match="the tree has a leaf of 2 rows where 3 are needed"):
        Small(min_samples_leaf=3).fit(X, y)


@pytest.mark.parametrize(
    ("claimed", "bound", "gap"),
    [
        ({"bound": 0.25}, 0.25, 0.75),
        ({"bound": 1.0 + 1e-12}, 1.0, 0.0),
        ({"bound": 1.0 - 1e-12, "status": "optimal"}, 1.0, 0.0),
        ({"bound": 1.0 + 1e-12, "objective": 1.0 + 1e-12, "status": "optimal"}, 1.0, 0.0),
        ({"bound": -3.0}, 0.0, 1.0),
    ],
)
def test_bound(claimed, bound, gap):
    model = claims(**claimed).fit(X, y)
    assert (model.objective_, model.bound_, model.gap_) == (1.0, bound, gap)


@pytest.mark.parametrize(
    ("claimed", "expected"),
    [
        ({}, None),
        ({"restricted_bound": 0.5}, 0.5),
        ({"restricted_bound": 1.5}, 1.0),
        ({"restricted_bound": 1 - 1e-12, "status": "restricted_optimal"}, 1.0),
        ({"restricted_bound": 1 - 1e-12, "status": "time_limit"}, 1 - 1e-12),
    ],
)
def test_restricted_bound(claimed, expected):
    assert claims(**claimed).fit(X, y).restricted_bound_ == expected


rows = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 2), st.sampled_from([0.1, 0.5, 1.0, 2.0, 1e-7, 1234567.891])),
    min_size=1,
    max_size=25,
)


@settings(max_examples=60)
@given(rows, st.lists(st.sampled_from([0.0, 0.3, 1.0, 7.0]), min_size=9, max_size=9), st.sampled_from([0, 0.01, 0.3]))
def test_objective_by_hand(rows, costs, leaf_penalty):
    X, labels, weights = (np.array(column, dtype=np.float64) for column in zip(*rows, strict=True))
    present = np.unique(labels)
    matrix = np.array(costs).reshape(3, 3)[: len(present), : len(present)]
    model = GreedyClassifier(cost_matrix=matrix, leaf_penalty=leaf_penalty, class_weight="balanced")
    model.fit(X[:, None], labels, sample_weight=weights)
    totals = {t: sum(spelled(w) for w, label in zip(weights, labels, strict=True) if label == t) for t in present}
    W = sum(totals.values())
    balanced = {t: W / (len(present) * total) for t, total in totals.items()}
    targets = np.searchsorted(present, model.predict(X[:, None]))
    exact = sum(
        spelled(w) * balanced[t] * spelled(matrix[np.searchsorted(present, t), c])
        for w, t, c in zip(weights, labels, targets, strict=True)
    ) + spelled(leaf_penalty) * W * len(set(model.apply(X[:, None])))
    assert model.objective_ == pytest.approx(float(exact), rel=1e-12, abs=1e-12 * float(W))
    assert isinstance(exact, Fraction)


def test_weights_of_many_classes():
    rng = np.random.default_rng(1)
    rows = Rows(np.zeros((500, 1)), rng.integers(0, 7, 500).astype(np.int32), rng.random(500))
    targets = rng.integers(0, 7, 500)
    counted = {(t, c): weight for t, c, weight in _weights_of_pairs(rows, targets, 7)}
    assert set(counted) == set(zip(rows.labels.tolist(), targets.tolist(), strict=True))
    for (t, c), weight in counted.items():
        assert weight == pytest.approx(rows.weights[(rows.labels == t) & (targets == c)].sum())

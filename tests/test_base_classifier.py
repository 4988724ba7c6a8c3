"""The common face: what a fit leaves behind, and what does not change it."""

import pickle

import numpy as np
import pandas as pd
import pytest
from greedy_classifier import GreedyClassifier
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from boughs.estimators.base import BaseTreeClassifier
from boughs.model.errors import DataError, ParameterError

X = np.array([[0.0, 5.0], [1.0, 5.0], [2.0, 4.0], [3.0, 4.0], [3.0, 4.0]])
y = np.array(["no", "no", "yes", "yes", "no"])
FITTED = [
    *("bound_", "classes_", "gap_", "n_classes_", "n_features_in_", "objective_", "restricted_bound_"),
    *("statistics_", "status_", "trace_", "tree_"),
]


def fitted_attributes(model):
    return sorted(name for name in vars(model) if name.endswith("_"))


def test_attributes():
    model = GreedyClassifier()
    assert fitted_attributes(model) == []
    assert model.fit(X, y) is model
    assert fitted_attributes(model) == FITTED
    assert model.classes_.tolist() == ["no", "yes"]
    assert (model.n_classes_, model.n_features_in_) == (2, 2)
    assert (model.objective_, model.bound_, model.gap_, model.status_) == (1.0, 0.0, 1.0, "heuristic")
    assert model.restricted_bound_ is None
    assert [point.step for point in model.trace_] == ["greedy"]
    assert model.statistics_["nodes"] == 3


def test_prediction():
    model = GreedyClassifier(1).fit(X, y)
    assert model.predict(X).tolist() == ["no", "no", "yes", "yes", "yes"]
    np.testing.assert_allclose(model.predict_proba(X), [[1, 0]] * 2 + [[1 / 3, 2 / 3]] * 3)
    np.testing.assert_allclose(np.exp(model.predict_log_proba(X)), model.predict_proba(X))
    assert model.predict_log_proba(X)[0, 1] == -np.inf
    assert model.apply(X).tolist() == [1, 1, 2, 2, 2]
    assert model.decision_path(X).toarray().tolist() == [[1, 1, 0]] * 2 + [[1, 0, 1]] * 3
    assert model.score(X, y) == 0.8


@pytest.mark.parametrize("dtype", ["int8", "uint64", "float32", "U3", "O", "bool"])
def test_predictions_have_the_type_of_the_labels(dtype):
    labels = np.array([0, 0, 1, 1, 0]).astype(dtype)
    predicted = GreedyClassifier().fit(X, labels).predict(X)
    assert predicted.dtype == (np.int64 if dtype == "O" else dtype)


def test_one_class_and_a_class_of_one_row():
    model = GreedyClassifier().fit(X, ["only"] * 5)
    assert model.predict(X).tolist() == ["only"] * 5
    assert model.predict_proba(X).tolist() == [[1.0]] * 5
    assert (model.objective_, model.gap_, model.tree_.n_leaves) == (0, 0, 1)
    assert GreedyClassifier().fit(X, [1, 1, 1, 1, 7]).n_classes_ == 2
    assert GreedyClassifier().fit(X[:1], y[:1]).predict(X).tolist() == ["no"] * 5


@pytest.mark.parametrize("method", ["predict", "predict_proba", "predict_log_proba", "apply", "decision_path"])
def test_not_fitted(method):
    with pytest.raises(NotFittedError):
        getattr(GreedyClassifier(), method)(X)


def test_the_base_is_abstract():
    with pytest.raises(TypeError, match="abstract"):
        BaseTreeClassifier()


def test_fitting_again_forgets():
    model = GreedyClassifier().fit(pd.DataFrame(X, columns=["a", "b"]), y)
    model.fit(X[:, :1], [1, 2, 3, 3, 3])
    assert fitted_attributes(model) == FITTED
    assert model.classes_.tolist() == [1, 2, 3]
    assert model.n_features_in_ == 1


@pytest.mark.parametrize(
    ("parameters", "rows", "error"), [({}, X * np.nan, DataError), ({"max_depth": -1}, X, ParameterError)]
)
def test_a_failed_fit_leaves_nothing_fitted(parameters, rows, error):
    model = GreedyClassifier().fit(X, y).set_params(**parameters)
    with pytest.raises(error):
        model.fit(rows, y)
    with pytest.raises(NotFittedError):
        model.predict(X)


def test_pickle_and_clone():
    model = GreedyClassifier(2, class_weight={"yes": 3}, leaf_penalty=0.01).fit(X, y)
    again = pickle.loads(pickle.dumps(model))
    assert again.get_params() == model.get_params()
    assert fitted_attributes(again) == FITTED
    assert again.trace_ == model.trace_
    assert again.predict_proba(X).tolist() == model.predict_proba(X).tolist()
    assert fitted_attributes(clone(model)) == []
    assert clone(model).fit(X, y).objective_ == model.objective_


def test_among_scikit_learn():
    rng = np.random.default_rng(0)
    many = rng.normal(size=(60, 2))
    search = GridSearchCV(make_pipeline(StandardScaler(), GreedyClassifier()), {"greedyclassifier__max_depth": [0, 2]})
    search.fit(many, many[:, 0] > 0)
    assert search.best_params_ == {"greedyclassifier__max_depth": 2}


def test_rows_of_weight_zero():
    weights = [1, 1, 1, 1, 0]
    model = GreedyClassifier(class_weight="balanced", min_samples_leaf=0.5).fit(X, y, sample_weight=weights)
    without = GreedyClassifier(class_weight="balanced", min_samples_leaf=0.5).fit(X[:4], y[:4])
    assert model.objective_ == without.objective_ == 0
    assert model.predict_proba(X).tolist() == without.predict_proba(X).tolist()


def test_labels_of_weight_zero_keep_their_column():
    for class_weight in (None, "balanced", {"maybe": 0}):
        model = GreedyClassifier(class_weight=class_weight)
        model.fit(X, ["no", "no", "yes", "yes", "maybe"], sample_weight=[1, 1, 1, 1, 0])
        assert model.classes_.tolist() == ["maybe", "no", "yes"]
        assert model.predict_proba(X)[:, 0].tolist() == [0] * 5
        assert model.objective_ == 0


rows = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 3), st.sampled_from("abc"), st.integers(0, 3)), min_size=1, max_size=20
)


def outcome(rows, is_weighted, parameters):
    *features, labels, weights = zip(*rows, strict=True)
    model = GreedyClassifier(**parameters)
    model.fit(np.transpose(features), np.array(labels), sample_weight=weights if is_weighted else None)
    grid = [(a, b) for a in range(4) for b in range(4)]
    return model.objective_, model.predict(grid).tolist(), model.apply(grid).tolist(), model.tree_.threshold.tolist()


@settings(max_examples=100)
@given(rows, st.randoms(), st.sampled_from([None, "balanced"]), st.sampled_from([0, 0.07]))
def test_row_order_and_copies(rows, random, class_weight, leaf_penalty):
    rows = [*rows, (0, 0, "a", 1)]
    parameters = {"class_weight": class_weight, "leaf_penalty": leaf_penalty}
    copies = [row for row in rows for _ in range(row[3])]
    expected = outcome(rows, True, parameters)
    np.testing.assert_equal(outcome(random.sample(rows, len(rows)), True, parameters), expected)
    np.testing.assert_equal(outcome(random.sample(copies, len(copies)), False, parameters), expected)

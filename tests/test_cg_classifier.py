"""CGTreeClassifier: scikit-learn's contract, as published, splits of one's own, data that break others."""

import math
import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import load_iris, load_wine
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.utils.estimator_checks import parametrize_with_checks

from boughs import CGTreeClassifier, MasterForm, ParameterError, Pricing, RandomPricing, ThresholdSampling, Tree
from boughs.estimators.given_splits import given_splits
from boughs.model.objective import Objective
from boughs.model.split_sets import NO_SPLIT, Split
from boughs.model.table import encode
from boughs.model.topology import Topology

FEW = {"sampling": ThresholdSampling(tau=3, cart="scikit-learn")}
EXACT = (
    "the check wants leaves of a millionth of the weight left alone; least cost is least cost, "
    "and a leaf penalty says what a leaf must be worth"
)


# Class weights of 1000 and 0.0001: a leaf of the light class costs less than none, as little as that is.
@parametrize_with_checks(
    [CGTreeClassifier()], expected_failed_checks=lambda _: {"check_class_weight_classifiers": EXACT}
)
def test_sklearn_check(estimator, check):
    check(estimator)


@parametrize_with_checks([CGTreeClassifier(2, leaf_penalty=1e-6)])
def test_sklearn_check_with_a_price(estimator, check):
    check(estimator)


def test_among_scikit_learn():
    X, y = load_iris(return_X_y=True)  # sorted by class: folds that are not stratified would score 0
    assert cross_val_score(CGTreeClassifier(2), X, y, cv=3).min() > 0.9
    search = GridSearchCV(CGTreeClassifier(), {"max_depth": [1, 2]}, cv=3).fit(X, y)
    assert search.best_params_ == {"max_depth": 2}
    again = pickle.loads(pickle.dumps(search.best_estimator_))
    assert again.tree_ == search.best_estimator_.tree_
    assert again.predict(X).tolist() == search.predict(X).tolist()
    assert again.trace_ == search.best_estimator_.trace_


def test_progress_bar(capsys):
    pytest.importorskip("rich")
    callback = pytest.importorskip("sklearn.callback")
    CGTreeClassifier(1).set_callbacks(callback.ProgressBar()).fit(*load_iris(return_X_y=True))
    assert "CGTreeClassifier" in capsys.readouterr().out


def test_as_published_survives_clone_and_takes_changes():
    published = CGTreeClassifier.as_published(2)
    for model in (published, clone(published)):
        parameters = model.get_params()
        assert parameters["sampling"] == ThresholdSampling(alpha=0.9, tau=300, cart="scikit-learn")
        assert parameters["master"] == MasterForm("rows", "all", merge_rows=False)
        heuristic = parameters["pricing"].heuristic
        assert (heuristic.pool_size, heuristic.leaves_per_round, heuristic.columns_per_round) == (500, 200, 100)
        assert (parameters["pricing"].exact, parameters["pricing"].exact_up_to_rows) == ("milp", 5000)
        assert parameters["generation"] is None
        assert parameters["max_depth"] == 2
    changed = CGTreeClassifier.as_published(3, pricing=Pricing(), time_limit=600)
    assert (changed.pricing, changed.time_limit, changed.master) == (Pricing(), 600, published.master)
    assert CGTreeClassifier().get_params()["master"] is None


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("depth", [3, 4])
def test_copies_are_weights_among_equal_trees_too(seed, depth):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 60))
    X, y, w = rng.integers(0, 5, (n, 3)).astype(float), rng.integers(0, 3, n), rng.integers(1, 4, n)
    copies = np.repeat(np.arange(n), w)
    weighted = CGTreeClassifier(depth).fit(X, y, sample_weight=w).tree_
    copied = CGTreeClassifier(depth).fit(X[copies], y[copies]).tree_
    assert (weighted.feature.tolist(), weighted.threshold.tolist()) == (
        copied.feature.tolist(),
        pytest.approx(copied.threshold.tolist(), nan_ok=True),
    )


@pytest.mark.parametrize("master", [MasterForm("rows"), None])
def test_split_sets_too_large_to_write_down_are_refused(master):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(50, 5000)), rng.integers(0, 2, 50)
    with pytest.raises(ParameterError, match="split_sets"):
        CGTreeClassifier(5, split_sets="all", master=master).fit(X, y)


def test_large_data_end_without_exact_pricing():
    X, y = load_iris(return_X_y=True)
    pricing = Pricing(heuristic=RandomPricing(), exact="milp", exact_up_to_rows=149)
    model = CGTreeClassifier.as_published(2, **FEW, pricing=pricing).fit(X, y)
    assert "exact_pricings" not in model.statistics_
    assert model.restricted_bound_ is None
    assert model.status_ in ("heuristic", "optimal")
    small = CGTreeClassifier.as_published(
        2, **FEW, pricing=Pricing(heuristic=RandomPricing(), exact_up_to_rows=150)
    ).fit(X, y)
    assert small.statistics_["exact_pricings"] >= 1
    assert small.restricted_bound_ is not None


def test_printed_thresholds_of_ones_own_splits_are_ones_own():
    X = pd.DataFrame({"width": [0.0, 1.0, 2.0, 3.0, 4.0], "same": [7.0] * 5})
    model = CGTreeClassifier(2, split_sets=[("width", 1.9), (0, 3.1), ("same", 7.0)]).fit(X, [0, 0, 1, 1, 0])
    assert sorted(model.tree_.threshold[model.tree_.feature == 0]) == [1.9, 3.1]
    assert "width <= 1.9" in str(model.tree_)
    assert (model.objective_, model.status_) == (0, "optimal")
    by_node = CGTreeClassifier(2, split_sets=[[(0, 1.9)], [(0, 0.5)], []]).fit(X, [0, 1, 0, 0, 0])
    assert by_node.tree_.threshold[:2].tolist() == [1.9, 0.5]
    assert by_node.restricted_bound_ == by_node.objective_ == 0


def test_thresholds_that_separate_nothing_are_dropped():
    table = encode(np.array([[0.0], [1.0]]), np.array([0, 1], np.int32), np.ones(2), Objective.errors(2))
    given = given_splits([(0, -0.1), (0, 0.0), (0, 0.9), (0, 1.0), (0, 7.0)], table, Topology(1), ["x0"])
    assert given.sets.at == ((NO_SPLIT, Split(0, 0)),)
    assert given.tests == {Split(0, 0): (0, 0.0)}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("some", 'split_sets must be "sampled", "all"'),
        (3, "split_sets must be .* got 3"),
        ([[(0, 1.0)]], "depth 2 has 3 internal nodes, got 1 entries"),
        ([[(0, 1.0)], [], 5], "split_sets must be"),
        ([("height", 1.0)], "names a feature 'height' that X does not have"),
        ([(2, 1.0)], "has a feature 2; features are 0 to 1, or names"),
        ([(-1, 1.0)], "has a feature -1"),
        ([(True, 1.0)], "has a feature True"),
        ([(0, math.nan)], "has a threshold nan; thresholds are finite numbers"),
        ([(0, "high")], "has a threshold 'high'"),
        ([[(0, 1.0)], [(0,)], []], r"must hold \(feature, threshold\) pairs, got \(0,\)"),
    ],
)
def test_what_is_wrong_with_ones_own_splits(given, message):
    with pytest.raises(ParameterError, match=message):
        CGTreeClassifier(2, split_sets=given).fit([[0.0, 1.0], [1.0, 0.0]], [0, 1])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("max_depth", 0),
        ("max_depth", 11),
        ("max_depth", 2.0),
        ("sampling", {}),
        ("master", "rows"),
        ("pricing", 3),
        ("generation", "none"),
        ("generation", 3),
    ],
)
def test_wrong_parameters_are_named(name, value):
    with pytest.raises(ParameterError, match=f"^{name}"):
        CGTreeClassifier(**{name: value}).fit([[0.0], [1.0]], [0, 1])


def neighbours(start, count):
    values = [start]
    while len(values) < count:
        values.append(math.nextafter(values[-1], math.inf))
    return values


FLOATS = {
    "seconds since 1970": 1_700_000_000 + np.arange(12.0),
    "milliseconds since 1970": 1_700_000_000_000.0 + np.arange(12.0),
    "neighbours": neighbours(1.0, 12),
    "large neighbours": neighbours(1e300, 12),
    "largest": [*(-1.7976931348623157e308, -1e308, -1e307, -1.0, -0.0, 5e-324), *(1e307, 1e308, 1.7e308)],
    "subnormal": neighbours(-3e-323, 12),
    "signed zeros": [-0.0, 0.0, -0.0, 0.0, 5e-324, -5e-324, 5e-324, -5e-324],
    "beyond float32": [1e39, 1e40, 1e41, -1e39, -1e40, 3.4028235e38, 3.5e38, 0.0],
}


@pytest.mark.parametrize("values", FLOATS.values(), ids=FLOATS)
def test_float_truth(values):
    """Training rows are predicted as they were counted; what can be told apart is, but for as_published, which may not
    see it: its CART reads float32.
    """
    X = np.column_stack((values, np.ones(len(values))))
    rank = np.unique(X[:, 0], return_inverse=True)[1]
    y = np.where(rank < len(set(rank)) // 3, "a", np.where(rank < 2 * len(set(rank)) // 3, "b", "a"))
    default = CGTreeClassifier(2).fit(X, y)
    assert (default.objective_, default.status_) == (0, "optimal")
    for model in (default, CGTreeClassifier.as_published(2, **FEW).fit(X, y)):
        assert np.count_nonzero(model.predict(X) != y) == model.objective_
        leaves = model.apply(X)
        assert all(model.tree_.n_rows[leaf] == np.count_nonzero(leaves == leaf) for leaf in set(leaves))
        assert Tree.from_json(model.tree_.to_json()) == model.tree_


@pytest.mark.parametrize(
    ("X", "y", "errors"),
    [
        (np.ones((6, 3)), [0, 1] * 3, 3),
        ([[1.0, 2.0]], ["a"], 0),
        ([[1.0], [2.0], [3.0]], ["only"] * 3, 0),
        ([[1.0], [2.0], [3.0]], [1, 1, 7], 0),
        ([[1.0], [2.0], [3.0]], [-1, 2_000_000, -1], 0),
        ([[1.0], [2.0], [3.0]], [True, False, True], 0),
        ([[1.0], [1.0], [3.0]], ["no", "yes", "yes"], 1),
    ],
)
@pytest.mark.parametrize("model", [CGTreeClassifier(2), CGTreeClassifier.as_published(2, **FEW)])
def test_small_and_strange(model, X, y, errors):
    model = clone(model).fit(X, y)
    assert (model.objective_, model.status_) == (errors, "optimal")
    predicted = model.predict(X)
    assert predicted.dtype == np.array(y).dtype
    assert np.count_nonzero(predicted != np.array(y)) == errors
    np.testing.assert_allclose(model.predict_proba(X).sum(axis=1), 1)


@pytest.mark.parametrize("model", [CGTreeClassifier(2), CGTreeClassifier.as_published(2, **FEW)])
def test_a_class_that_weighs_nothing(model):
    """A portion may then weigh nothing at all, which scikit-learn's CART refuses."""
    X = np.arange(20.0)[:, None]
    model = clone(model).set_params(class_weight={0: 0}).fit(X, [0] * 19 + [1])
    assert (model.objective_, model.status_) == (0, "optimal")


def test_costs_and_shares():
    """A false negative costs five; shares stay shares of the sample weight."""
    X = np.array([[0.0], [0.0], [0.0], [1.0], [1.0]])
    model = CGTreeClassifier(1, cost_matrix=[[0, 1], [5, 0]]).fit(X, [0, 0, 1, 0, 0])
    assert model.predict(X).tolist() == [1, 1, 1, 0, 0]
    assert model.objective_ == 2
    assert model.predict_proba(X)[0] == pytest.approx([2 / 3, 1 / 3])


@pytest.mark.parametrize("seed", [0, 1])
def test_the_seed_decides_what_is_sampled(seed):
    X, y = load_wine(return_X_y=True)
    model = CGTreeClassifier(2, generation=None, random_state=seed, sampling=ThresholdSampling(tau=20))
    first, second = clone(model).fit(X, y), clone(model).fit(X, y)
    assert first.tree_ == second.tree_
    assert first.statistics_["sampled_trees"] == second.statistics_["sampled_trees"]

"""OptimalTreeClassifier: proofs against brute force, early stops, the scikit-learn contract."""

import numpy as np
import pytest
from oracles import best_cost
from random_problems import random_problem
from sklearn.utils.estimator_checks import parametrize_with_checks

from boughs import CGTreeClassifier, OptimalTreeClassifier, ParameterError

EXACT = "least cost is least cost; a leaf penalty says what a leaf must be worth"


@parametrize_with_checks(
    [OptimalTreeClassifier()], expected_failed_checks=lambda _: {"check_class_weight_classifiers": EXACT}
)
def test_sklearn_check(estimator, check):
    check(estimator)


@parametrize_with_checks([OptimalTreeClassifier(2, leaf_penalty=1e-6)])
def test_sklearn_check_with_a_price(estimator, check):
    check(estimator)


@pytest.mark.parametrize("seed", range(200))
def test_is_optimal(seed):
    rng = np.random.default_rng(seed)
    problem = random_problem(rng, n=14, p=int(rng.integers(1, 3)))
    depth = int(rng.integers(1, 5))
    model = problem.fitted(OptimalTreeClassifier(depth))
    table = problem.table()
    assert model.objective_ == pytest.approx(float(table.natural(best_cost(table, depth))), rel=1e-9, abs=1e-9)
    assert (model.status_, model.bound_, model.gap_) == ("optimal", model.objective_, 0)
    assert model.tree_.depth <= depth


def noise(n=400, p=6, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, p)), rng.integers(0, 2, n)


@pytest.mark.parametrize("moment", [1e-9, 0.01, 0.2])
def test_stopped_early_it_keeps_a_true_tree_and_bound(moment):
    X, y = noise()
    proven = OptimalTreeClassifier(3, n_jobs=2).fit(X, y)
    stopped = OptimalTreeClassifier(4, time_limit=moment).fit(X, y)
    assert stopped.status_ == "time_limit"
    assert 0 <= stopped.bound_ < stopped.objective_
    assert stopped.objective_ == (stopped.predict(X) != y).sum()
    assert proven.status_ == "optimal"


def test_a_callback_stops_it():
    X, y = noise()
    model = OptimalTreeClassifier(5).fit(X, y, callback=lambda point: point.step == "search")
    assert model.status_ == "interrupted"
    assert model.objective_ <= CGTreeClassifier(1, generation=None).fit(X, y).objective_


def test_a_gap_is_enough():
    X, y = noise()
    model = OptimalTreeClassifier(5, max_gap=1.0).fit(X, y)
    assert model.status_ == "gap_limit"
    assert model.gap_ <= 1.0


def test_threads_do_not_change_the_tree():
    X, y = noise(150, 4)
    models = [OptimalTreeClassifier(3, n_jobs=n).fit(X, y) for n in (1, 2, 4)]
    assert len({str(model.tree_) for model in models}) == 1


@pytest.mark.parametrize("value", [-0.1, float("nan"), float("inf"), "0", None, True])
def test_max_gap_is_checked(value):
    with pytest.raises(ParameterError, match="max_gap"):
        OptimalTreeClassifier(max_gap=value).fit([[0], [1]], [0, 1])

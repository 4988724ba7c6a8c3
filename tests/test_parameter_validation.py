"""Parameters: what is allowed, and what the errors say."""

from decimal import Decimal
from fractions import Fraction

import joblib
import numpy as np
import pandas as pd
import pytest
from greedy_classifier import GreedyClassifier

from boughs.estimators import parameter_validation as check
from boughs.model.errors import ParameterError

X = [[0.0], [1.0], [2.0], [3.0]]
y = ["a", "a", "b", "b"]

REFUSED = {
    "max_depth": [-1, 21, 2.0, True, "3", None, np.nan],
    "time_limit": [0, -1, np.nan, True, "60", [1]],
    "random_state": [-1, 2**32, 1.5, True, "0", np.random],
    "n_jobs": [0, 1.0, True, "all"],
    "class_weight": ["Balanced", "balanced_subsample", [1, 2], {"a": -1}, {"a": np.nan}, {"a": np.inf}, {"a": True},
                     {"a": "1"}, {"a": None}, {"c": 1}, {"a": 0, "b": 0}],
    "cost_matrix": [[0, 1], [[0, 1]], [[0, 1], [1, 0], [1, 1]], np.ones((3, 3)), [[0, -1], [1, 0]],
                    [[0, np.nan], [1, 0]],
                    [[0, np.inf], [1, 0]], "eye", [["0", "1"], ["1", "0"]], [[False, True], [True, False]], {"a": 1}, 1,
                    [[0, 1], [1]], np.array([[0, 1j], [1, 0]]), np.zeros((2, 2, 2))],
    "min_samples_leaf": [0, -1, 1.0, 0.0, -0.5, 1.5, True, "1", None, np.nan],
    "leaf_penalty": [-1e-9, np.inf, np.nan, True, "0", None],
    "verbose": [-1, 3, True, 1.0, None],
}  # fmt: skip

ACCEPTED = {
    "max_depth": [0, 3, np.int8(2), np.uint64(3)],
    "time_limit": [None, 60, 0.5, np.inf, np.float32(10), Fraction(1, 2)],
    "random_state": [None, 0, np.int64(7), 2**32 - 1, np.random.RandomState(0), np.random.default_rng(0)],
    "n_jobs": [None, 1, 2, -1, -100, np.int16(1)],
    "class_weight": [None, "balanced", {}, {"a": 2}, {"a": 0}, {"a": np.float32(0.5), "b": np.int64(3)}],
    "cost_matrix": [None, [[0, 1], [1, 0]], np.eye(2, dtype=np.int8), pd.DataFrame([[0, 0.5], [1, 0]]),
                    np.zeros((2, 2)),
                    ((0, Fraction(1, 3)), (1, 0))],
    "min_samples_leaf": [1, 100, 0.5, np.float64(0.1), np.int32(2), Fraction(1, 3)],
    "leaf_penalty": [0, 0.02, 1, np.float64(0.1), Fraction(1, 3)],
    "verbose": [0, np.int64(0)],
}  # fmt: skip


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in REFUSED.items() for value in values])
def test_refused(name, value):
    with pytest.raises(ParameterError, match=rf"^{name}\b.* ") as refused:
        GreedyClassifier(**{name: value}).fit(X, y)
    assert isinstance(refused.value, ValueError)


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in ACCEPTED.items() for value in values])
def test_accepted(name, value):
    assert GreedyClassifier(**{name: value}).fit(X, y).status_ == "heuristic"


@pytest.mark.parametrize("name", REFUSED)
def test_nothing_is_checked_before_fit(name):
    assert getattr(GreedyClassifier(**{name: "wrong"}), name) == "wrong"


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"max_depth": 2.5}, "max_depth must be an integer from 0 to 20, got 2.5 of type float"),
        ({"min_samples_leaf": True}, "min_samples_leaf must be an integer of at least 1, or a fraction of the rows"),
        ({"leaf_penalty": -1}, "leaf_penalty must be a finite number of at least 0, got -1 of type int"),
        ({"class_weight": {"c": 1}}, "class_weight names 'c', which is not in y; its labels are 'a', 'b'"),
        ({"class_weight": {"a": -1}}, r"class_weight\['a'\] must be a finite number of at least 0, got -1 of type int"),
        (
            {"cost_matrix": np.zeros((3, 3))},
            r"cost_matrix must have a row and a column for each of the 2 classes, in the order 'a', 'b', got shape",
        ),
        (
            {"cost_matrix": [[0, 1], [-2, 0]]},
            r"cost_matrix must hold finite costs of at least 0, got -2.0 at \[1, 0\]",
        ),
    ],
)
def test_message(parameters, message):
    with pytest.raises(ParameterError, match=f"^{message}"):
        GreedyClassifier(**parameters).fit(X, y)


def test_messages_stay_short():
    with pytest.raises(ParameterError) as refused:
        GreedyClassifier(cost_matrix=list(range(100_000))).fit(X, y)
    assert len(str(refused.value)) < 300


def test_callback_must_be_callable():
    with pytest.raises(ParameterError, match=r"^callback must be None or callable with a TracePoint, got 3"):
        GreedyClassifier().fit(X, y, callback=3)


def test_decimals_are_fractions():
    assert check.fraction("leaf_penalty", 0.1) == Fraction(1, 10)
    assert check.fraction("leaf_penalty", np.float64(0.1)) == Fraction(1, 10)
    assert check.fraction("leaf_penalty", np.int64(3)) == 3
    assert check.class_weight({"a": 0.1}) == {"a": Fraction(1, 10)}
    with pytest.raises(ParameterError):
        check.fraction("leaf_penalty", Decimal(1))


def test_seed():
    assert check.seed(None) == 0
    assert check.seed(np.int64(5)) == 5
    assert check.seed(np.random.RandomState(3)) == check.seed(np.random.RandomState(3))
    assert check.seed(np.random.default_rng(3)) == check.seed(np.random.default_rng(3))
    state = np.random.RandomState(3)
    assert check.seed(state) != check.seed(state)


def test_n_threads_count_as_joblib_does():
    assert check.n_threads(None) == 1
    assert check.n_threads(3) == 3
    assert check.n_threads(-1) == joblib.effective_n_jobs(-1)
    assert check.n_threads(-1000) == 1
    assert check.n_threads(10**9) == check.MOST_THREADS

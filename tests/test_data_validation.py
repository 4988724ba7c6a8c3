"""Rows: what is taken, and what the errors say."""

import datetime
import re
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pytest
import sklearn
from greedy_classifier import GreedyClassifier
from scipy import sparse
from sklearn.utils.fixes import parse_version

from boughs.estimators.data_validation import class_labels, features, row_weights
from boughs.model.errors import DataError

BIG = 2**53 + 1
CLEAN = {"age": [1.0, 2.0, 3.0], "pay": [4.0, 5.0, 6.0]}


def fit(X, y=(0, 1, 1), **fit_parameters):
    return GreedyClassifier().fit(X, y, **fit_parameters)


def with_value(value, dtype=object):
    return np.array([[1, 2], [3, 4], [5, value]], dtype=dtype)


REFUSED = {
    "has nan in column 1, row 2": [with_value(np.nan, float), with_value(np.nan), [[1, 2], [3, 4], [5, np.nan]]],
    "has NaN in column 1, row 2": [with_value(None)],
    "has inf in column 1, row 2": [with_value(np.inf, float), with_value(np.inf)],
    "has -inf in column 1, row 2": [with_value(-np.inf, float)],
    f"has the integer {BIG} in column 1, row 2": [
        with_value(BIG), with_value(BIG, np.int64), with_value(BIG, np.uint64), with_value(np.int64(BIG)),
        [[1, 2], [3, 4], [5, BIG]], [[1, 2], [3, 4], [0.5, BIG]], ((1, 2), (3, 4), (0.5, BIG)),
    ],
    f"has the integer -{BIG} in column 1, row 2": [with_value(-BIG), with_value(-BIG, np.int64)],
    f"has the integer {2**64} in column 1, row 2": [[[1, 2], [3, 4], [5, 2**64]], with_value(2**64)],
    "has 'old' in column 1, row 2, which is a string": [with_value("old"), [[1, 2], [3, 4], [5, "old"]]],
    "has '2' in column 0, row 0, which is a string": [np.array([["2"], ["3"], ["4"]])],
    "has b'2' in column 1, row 2, which is a string": [with_value(b"2")],
    "which is a time": [with_value(datetime.date(2020, 1, 1)), np.full((3, 1), np.datetime64("2020-01-01"))],
    "Complex data not supported": [with_value(1j), with_value(1j, complex)],
    "must be a string or a real number, not 'dict'": [with_value({})],
    "rows of equal length": [[[1, 2], [3], [4, 5]]],
    "[Ss]parse": [sparse.csr_array(np.eye(3)), sparse.csc_matrix(np.eye(3))],
    "Expected 2D array": [[1, 2, 3], pd.Series([1, 2, 3])],
    "inconsistent|2 rows|3 labels": [[[1, 2], [3, 4]]],
}  # fmt: skip


@pytest.mark.parametrize(("message", "X"), [(message, X) for message, tables in REFUSED.items() for X in tables])
def test_refused(message, X):
    with pytest.raises((ValueError, TypeError), match=f"(?i){message}"):
        fit(X)


FRAMES = {
    "has nan in column 'pay', row 1": [4.0, np.nan, 6.0],
    "has inf in column 'pay', row 1": [4.0, np.inf, 6.0],
    f"has the integer {BIG} in column 'pay', row 1": [4, BIG, 6],
    f"has the integer {2**63} in column 'pay', row 1": [4, 2**63, 6],
    "has 'b' in column 'pay', row 1, which is a string|has 'a' in column 'pay', row 0, which": ["a", "b", "c"],
    "has .* in column 'pay', row .*: .*(missing|time)": [None, None, None],
    "which is a time": [datetime.datetime(2020, 1, 1)] * 3,
}


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
@pytest.mark.parametrize(("message", "column"), FRAMES.items())
def test_refused_in_frames(frame, message, column):
    with pytest.raises(DataError, match=f"(?i){message}"):
        fit(frame({"age": [0.5, 1.5, 2.5], "pay": column}))


@pytest.mark.parametrize("dtype", ["Int64", "Float64", "boolean", "category"])
def test_missing_in_nullable_columns(dtype):
    column = pd.Series([1, None, 1], dtype=dtype)
    with pytest.raises(DataError, match=r"(?i)nan"):
        fit(pd.DataFrame({"age": column}))


def test_rows_to_predict_are_checked_too():
    model = fit(pd.DataFrame(CLEAN))
    for method in (model.predict, model.predict_proba, model.predict_log_proba, model.apply, model.decision_path):
        with pytest.raises(DataError, match="has NaN in column 'pay', row 0: missing values are not supported"):
            method(pd.DataFrame({"age": [1.0], "pay": [np.nan]}))
        with pytest.raises(DataError, match=f"has the integer {BIG} in column 'age', row 0"):
            method(pd.DataFrame({"age": [BIG], "pay": [0.5]}))


ACCEPTED = [
    np.array([[1, 4], [2, 5], [3, 6]], dtype=np.int8),
    np.array([[1, 4], [2, 5], [3, 6]], dtype=np.uint64),
    np.array([[1, 4], [2, 5], [3, 6]], dtype=np.float16),
    np.array([[1, 4], [2, 5], [3, 6]], dtype=np.longdouble),
    np.asfortranarray([[1.0, 4], [2, 5], [3, 6]]),
    np.array([[1, Decimal(4)], [2.0, np.float32(5)], [np.int8(3), 6]], dtype=object),
    [[1, 4], [2, 5], [3, 6]],
    ((1.0, 4), (2, 5), (3, 6)),
    [np.array([1, 4]), np.array([2, 5]), np.array([3, 6])],
    pd.DataFrame({"a": [1, 2, 3], "b": [4.0, 5.0, 6.0]}),
    pd.DataFrame({"a": pd.Series([1, 2, 3], dtype="Int64"), "b": pd.Series([4, 5, 6], dtype="Float32")}),
    pd.DataFrame({"a": pd.Series([1, 2, 3], dtype="category"), "b": pd.Series([4, 5, 6], dtype=object)}),
    pd.DataFrame([[1, 4], [2, 5], [3, 6]], index=[7, 7, 7]),
    pl.DataFrame({"a": [1, 2, 3], "b": [4.0, 5.0, 6.0]}),
    pl.DataFrame({"a": [1, 2, 3], "b": [4, 5, 6]}, schema={"a": pl.UInt8, "b": pl.Int64}),
]


@pytest.mark.parametrize("X", ACCEPTED)
def test_accepted(X):
    checked = features(GreedyClassifier(), X, reset=True)
    assert checked.dtype == np.float64
    assert checked.flags.c_contiguous
    assert checked.tolist() == [[1, 4], [2, 5], [3, 6]]


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame, lambda columns: np.array(list(columns.values())).T])
def test_booleans_are_numbers(frame):
    checked = features(GreedyClassifier(), frame({"a": [True, False], "b": [False, False]}), reset=True)
    assert checked.tolist() == [[1, 0], [0, 0]]
    mixed = features(GreedyClassifier(), frame({"a": [True, False], "b": [0.5, 2]}), reset=True)
    assert mixed.tolist() == [[1, 0.5], [0, 2]]


def test_the_largest_exact_integers_pass():
    X = [[2**53], [-(2**53)]]
    for table in (X, np.array(X), np.array(X, dtype=object), pd.DataFrame(X)):
        assert features(GreedyClassifier(), table, reset=True).tolist() == [[2.0**53], [-(2.0**53)]]


def test_large_floats_pass():
    X = np.array([[1e300, 5e-324], [-0.0, -1e18]])
    assert features(GreedyClassifier(), X, reset=True).tolist() == X.tolist()
    assert features(GreedyClassifier(), X.tolist(), reset=True).tolist() == X.tolist()


def test_names_of_columns():
    model = fit(pd.DataFrame(CLEAN))
    assert model.feature_names_in_.tolist() == ["age", "pay"]
    assert list(model.tree_.feature_names) == ["age", "pay"]
    model.fit([[1, 2], [2, 3], [3, 4]], [0, 1, 1])
    assert not hasattr(model, "feature_names_in_")
    assert list(model.tree_.feature_names) == ["x0", "x1"]


@pytest.mark.skipif(parse_version(sklearn.__version__) < parse_version("1.9"), reason="not all know polars' names")
def test_names_of_polars_columns():
    assert fit(pl.DataFrame(CLEAN)).feature_names_in_.tolist() == ["age", "pay"]


LABELS = [
    (["b", "a", "b"], ["a", "b"]),
    (np.array(["b", "a", "b"], dtype=object), ["a", "b"]),
    ([-1, 2_000_000, -1], [-1, 2_000_000]),
    ([True, False, True], [False, True]),
    (np.array([True, False, True], dtype=object), [False, True]),
    (np.array([3, 1, np.int64(3)], dtype=object), [1, 3]),
    ([2.0, -1.0, 2.0], [-1.0, 2.0]),
    ([7, 7, 7], [7]),
    ([2**63, 1, 2**63], [1, 2**63]),
    (np.array([2**70, 1, 2**70], dtype=object), [1, 2**70]),
    (pd.Series(["b", "a", "b"], index=[9, 9, 9]), ["a", "b"]),
    (pd.Series(["b", "a", "b"], dtype="category"), ["a", "b"]),
    (pd.Series([5, 4, 5], dtype="Int64"), [4, 5]),
    (pl.Series(["b", "a", "b"]), ["a", "b"]),
    (np.array([1, 0, 1], dtype=np.uint8), [0, 1]),
]


@pytest.mark.parametrize(("y", "expected"), LABELS)
def test_labels(y, expected):
    classes, positions = class_labels(y, 3)
    assert classes.tolist() == expected
    assert positions.dtype == np.int32
    assert [expected[p] for p in positions] == np.asarray(y).tolist()


@pytest.mark.parametrize(
    ("y", "message"),
    [
        (["a", None, "b"], "y has no label in row 1"),
        (["a", np.nan, "b"], "y has no label in row 1"),
        (pd.Series(["a", pd.NA, "b"], dtype="string"), "y has no label in row 1"),
        ([0.0, np.nan, 1.0], "y has no label in row 1"),
        (pl.Series(["a", None, "b"]), "y has no label in row 1"),
        ([0.0, np.inf, 1.0], "y is continuous: inf in row 1"),
        ([0, 1.5, 1], r"y is continuous: 1.5 in row 1 is no label \(Unknown label type: continuous\)"),
        (["a", 1, "b"], "y mixes labels of different kinds: 'a' is a string and 1 is a number"),
        (np.array(["a", True, "b"], dtype=object), "'a' is a string and True is a boolean"),
        ([0, 1j, 0], "Complex data not supported|labels must be"),
        ([b"a", b"b", b"a"], "labels must be strings, integers or booleans"),
        (np.array(["2020-01-01"] * 3, dtype="M8[D]"), "labels must be strings, integers or booleans"),
        (np.array([(1,), (2,), (1,), None], dtype=object)[:3], "labels must be strings, integers or booleans"),
        ([0, 1], "y has 2 labels for the 3 rows of X"),
        ([[0, 1], [1, 0], [1, 1]], "y should be a 1d array"),
    ],
)
def test_labels_refused(y, message):
    with pytest.raises(ValueError, match=message):
        class_labels(y, 3)


def test_y_is_required():
    with pytest.raises(DataError, match="GreedyClassifier requires y to be passed, but the target y is None"):
        GreedyClassifier().fit([[1]], None)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1, -0.5, 1], "got -0.5 in row 1"),
        ([1, np.nan, 1], "got nan in row 1"),
        ([1, np.inf, 1], "got inf in row 1"),
        ([1, None, 1], "got None in row 1"),
        ([1, "2", 1], "in row 0|'2' in row 1"),
        ([1j, 1, 1], "in row 0"),
        ([0, 0, 0], "sample_weight is zero in every row"),
        ([1, 1], re.escape("sample_weight must have one weight for each of the 3 rows, got shape (2,)")),
        (np.ones((3, 2)), re.escape("got shape (3, 2)")),
        (np.full(3, 1e300), "make costs beyond float64"),
    ],
)
def test_weights_refused(weights, message):
    with pytest.raises(DataError, match=message):
        fit([[1.0], [2.0], [3.0]], sample_weight=weights)


@pytest.mark.parametrize("weights", [None, 2, [1, 2, 0], np.array([1, 2, 0], dtype=object), pd.Series([1, 2, 0.5])])
def test_weights_accepted(weights):
    assert row_weights(weights, 3).shape == (3,)

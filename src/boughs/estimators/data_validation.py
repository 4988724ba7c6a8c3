"""Checks of the rows: features, labels and weights; a message names the column and the row, both counted from 0."""

import reprlib
from collections.abc import Iterator, Sequence
from numbers import Complex, Integral, Real
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse
from sklearn.utils.validation import column_or_1d, validate_data

from boughs.model.errors import DataError, ValueTypeError

LARGEST_INTEGER = 2**53
"""Beyond it float64 cannot tell neighbouring integers apart."""
MISSING = {"NoneType", "NAType", "NaTType"}


def features(estimator: Any, X: Any, *, reset: bool) -> NDArray[np.float64]:
    """X as finite float64 (n, p), nothing lost; sets or compares the estimator's number and names of features."""
    if isinstance(X, np.ma.MaskedArray) and np.ma.is_masked(X):
        raise DataError("X is a masked array with masked values: missing values are not supported; fill them in")
    source = X if _is_frame(X) or issparse(X) else _array(X)
    for index, values in _columns(source):
        _refuse_what_float64_cannot_hold(values, _column_name(_names(X), index))
    checked: NDArray[np.float64] = validate_data(
        estimator, source, dtype=np.float64, order="C", ensure_all_finite=False, reset=reset
    )
    _refuse_not_finite(checked, _names(X))
    return checked


def class_labels(y: Any, n_rows: int) -> tuple[NDArray[Any], NDArray[np.int32]]:
    """(the classes in sorted order, the position of each row's class among them)."""
    labels = column_or_1d(y, warn=True)
    if len(labels) != n_rows:
        raise DataError(f"y has {len(labels)} labels for the {n_rows} rows of X; it must have one for each")
    if labels.dtype.kind == "O":
        labels = _of_one_kind(labels)
    elif labels.dtype.kind in "US" and isinstance(y, (list, tuple)):
        _of_one_kind(np.asarray(y, dtype=object).reshape(-1))
    if labels.dtype.kind == "c":
        raise DataError("Complex data not supported: y holds complex numbers; labels are strings, integers or booleans")
    if labels.dtype.kind == "f":
        _refuse_continuous(labels)
    if labels.dtype.kind not in "OUbiuf":
        _refuse_label(labels[0], 0)
    classes, positions = np.unique(labels, return_inverse=True)
    return classes, positions.astype(np.int32)


def row_weights(sample_weight: Any, n_rows: int) -> NDArray[np.float64]:
    """A finite weight of at least 0 for each row, not all of them 0."""
    if sample_weight is None:
        return np.ones(n_rows)
    weights = np.asarray(sample_weight)
    if weights.dtype.kind not in "biuf":
        weights = _weights_of_objects(weights)
    weights = np.full(n_rows, weights) if weights.ndim == 0 else weights
    if weights.shape != (n_rows,):
        raise DataError(f"sample_weight must have one weight for each of the {n_rows} rows, got shape {weights.shape}")
    weights = weights.astype(np.float64)
    wrong = np.flatnonzero(~(np.isfinite(weights) & (weights >= 0)))
    if len(wrong):
        _refuse_weight(weights[wrong[0]].item(), int(wrong[0]))
    if not weights.any():
        raise DataError("sample_weight is zero in every row; at least one weight must be above 0")
    return weights


def _is_frame(X: Any) -> bool:
    """pandas or polars."""
    return hasattr(X, "columns") and (hasattr(X, "iloc") or hasattr(X, "get_columns"))


def _array(X: Any) -> NDArray[Any]:
    """Lists whose integers or strings numpy would turn into something else become arrays of objects."""
    try:
        array = np.asarray(X)
    except ValueError as error:
        raise DataError(f"X is not a table with rows of equal length: {error}") from error
    if not isinstance(X, (list, tuple)) or array.ndim != 2 or array.dtype.kind in "biu":
        return array
    is_safe = array.dtype.kind == "f" and (np.abs(array.astype(np.float64)) < LARGEST_INTEGER).all()
    return array if is_safe else np.asarray(X, dtype=object)


def _columns(source: Any) -> Iterator[tuple[int, NDArray[Any]]]:
    if _is_frame(source) and hasattr(source, "iloc"):
        yield from ((j, np.asarray(source.iloc[:, j])) for j in range(source.shape[1]))
    elif _is_frame(source):
        yield from ((j, np.asarray(series)) for j, series in enumerate(source.get_columns()))
    elif isinstance(source, np.ndarray) and source.ndim == 2 and source.dtype.kind != "f":
        yield from ((j, source[:, j]) for j in range(source.shape[1]))


def _names(X: Any) -> Sequence[Any] | None:
    return list(X.columns) if _is_frame(X) else None


def _column_name(names: Sequence[Any] | None, index: int) -> str:
    return f"column {index}" if names is None else f"column {names[index]!r}"


def _refuse_what_float64_cannot_hold(values: NDArray[Any], column: str) -> None:
    kind = values.dtype.kind
    if kind in "iu":
        _refuse_large_integers(values, column)
    elif kind in "USMmOT":
        _refuse_objects(values, column)


def _refuse_large_integers(values: NDArray[Any], column: str) -> None:
    if len(values) and (values.max() > LARGEST_INTEGER or values.min() < -LARGEST_INTEGER):
        row = int(np.argmax((values > LARGEST_INTEGER) | (values < -LARGEST_INTEGER)))
        _refuse_integer(int(values[row]), column, row)


def _refuse_objects(values: NDArray[Any], column: str) -> None:
    """The kinds of objects are few, so they are judged first; a kind in doubt is looked for row by row."""
    if all(issubclass(kind, (float, np.floating, bool, np.bool_)) for kind in set(map(type, values))):
        return
    for row, value in enumerate(values.tolist() if values.dtype.kind in "UST" else values):
        _refuse_object(value, column, row)


def _refuse_object(value: Any, column: str, row: int) -> None:
    place = f"X has {reprlib.repr(value)} in {column}, row {row}"
    if type(value).__name__ in MISSING:
        _refuse_missing("NaN" if value is None else f"{value} (NaN)", column, row)
    if isinstance(value, (str, bytes)):
        raise DataError(
            f"{place}, which is a string: give numbers; turn numbers in quotes into floats, "
            "and categories into columns of 0 and 1 (sklearn.preprocessing.OneHotEncoder)"
        )
    if isinstance(value, (np.datetime64, np.timedelta64)) or hasattr(value, "isoformat"):
        raise DataError(f"{place}, which is a time: turn it into numbers, for example days since a fixed day")
    if isinstance(value, Integral) and abs(int(value)) > LARGEST_INTEGER:
        _refuse_integer(int(value), column, row)
    if isinstance(value, Complex) and not isinstance(value, Real):
        raise DataError(f"Complex data not supported: {place}; give its parts as columns of their own")
    if not hasattr(value, "__float__"):
        kind = type(value).__name__
        raise ValueTypeError(f"{place}: the argument must be a string or a real number, not {kind!r}; give numbers")


def _refuse_integer(value: int, column: str, row: int) -> NoReturn:
    raise DataError(
        f"X has the integer {reprlib.repr(value)} in {column}, row {row}: integers beyond 2**53 are not exact in "
        "float64; drop the column if it is an identifier, subtract an offset, or turn it into floats yourself"
    )


def _refuse_not_finite(X: NDArray[np.float64], names: Sequence[Any] | None) -> None:
    finite = np.isfinite(X)
    if finite.all():
        return
    row, column = (int(index) for index in np.unravel_index(np.argmin(finite), X.shape))
    if np.isnan(X[row, column]):
        _refuse_missing("NaN", _column_name(names, column), row)
    value = float(X[row, column])
    raise DataError(f"X has {value} in {_column_name(names, column)}, row {row}: give finite numbers, infinity is none")


def _refuse_missing(shown: str, column: str, row: int) -> NoReturn:
    raise DataError(
        f"X has {shown} in {column}, row {row}: missing values are not supported; "
        "drop such rows or fill the values in (sklearn.impute.SimpleImputer)"
    )


def _of_one_kind(labels: NDArray[Any]) -> NDArray[Any]:
    """Labels that came as objects; numbers and booleans become arrays of their own kind."""
    _refuse_missing_labels(np.array([_is_missing(label) for label in labels], dtype=bool), labels)
    first_of_kind: dict[str, Any] = {}
    for row, label in enumerate(labels):
        first_of_kind.setdefault(_kind(label, row), label)
    if len(first_of_kind) > 1:
        (one, a), (other, b) = list(first_of_kind.items())[:2]
        raise DataError(
            f"y mixes labels of different kinds: {a!r} is a {one} and {b!r} is a {other}; make all labels the same kind"
        )
    if first_of_kind.keys() <= {"number", "boolean"}:
        return np.array([label.item() if isinstance(label, np.generic) else label for label in labels])
    return labels


def _kind(label: Any, row: int) -> str:
    if isinstance(label, str):
        return "string"
    if isinstance(label, (bool, np.bool_)):
        return "boolean"
    if not isinstance(label, Real):
        _refuse_label(label, row)
    return "number"


def _refuse_label(label: Any, row: int) -> NoReturn:
    kind = type(label).__name__
    raise DataError(f"y has {label!r} of type {kind} in row {row}; labels must be strings, integers or booleans")


def _is_missing(label: Any) -> bool:
    return type(label).__name__ in MISSING or (isinstance(label, (float, np.floating)) and bool(np.isnan(label)))


def _refuse_missing_labels(missing: NDArray[np.bool_], labels: NDArray[Any]) -> None:
    if missing.any():
        row = int(np.argmax(missing))
        raise DataError(f"y has no label in row {row}, it holds {labels[row]}; drop the rows without a label")


def _refuse_continuous(labels: NDArray[np.float64]) -> None:
    _refuse_missing_labels(np.isnan(labels), labels)
    wrong = np.flatnonzero(~np.isfinite(labels) | (labels != np.rint(labels)))
    if len(wrong):
        row = int(wrong[0])
        raise DataError(
            f"y is continuous: {labels[row].item()!r} in row {row} is no label (Unknown label type: continuous); "
            "give strings, integers or booleans, or sort the numbers into classes first"
        )


def _weights_of_objects(weights: NDArray[Any]) -> NDArray[Any]:
    for row, weight in enumerate(weights.flat):
        if not isinstance(weight, Real):
            _refuse_weight(weight, row)
    return weights.astype(np.float64)


def _refuse_weight(weight: Any, row: int) -> NoReturn:
    raise DataError(f"sample_weight must hold finite numbers of at least 0, got {reprlib.repr(weight)} in row {row}")

"""BaseTreeClassifier: what all classifiers of boughs have in common around their learner."""

import warnings
from abc import ABCMeta, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from boughs.estimators.costs import objective_of
from boughs.estimators.data_validation import class_labels, features, row_weights
from boughs.estimators.fit_callbacks import CallbackSupportMixin, FitTask, with_callbacks
from boughs.estimators.parameter_validation import SharedSettings
from boughs.estimators.printing import Printer
from boughs.estimators.recount import Recount, Rows, recount
from boughs.estimators.supervision import Watcher, supervise
from boughs.model.errors import DataError, InterruptedFitWarning, ParameterError
from boughs.model.progress import Progress
from boughs.model.result import Result, Status, TracePoint, relative_gap
from boughs.model.table import Table, encode
from boughs.model.tree import Tree

Self = TypeVar("Self", bound="BaseTreeClassifier")


@dataclass(frozen=True)
class FitContext:
    """What a learner needs beside the rows and its settings; columns without names are called x0, x1 ..."""

    seed: int
    n_threads: int
    feature_names: tuple[str, ...]
    classes: NDArray[Any]


class BaseTreeClassifier(CallbackSupportMixin, ClassifierMixin, BaseEstimator, metaclass=ABCMeta):  # type: ignore[misc]
    """The shared part of `fit`, and prediction.

    A subclass lists its parameters in `__init__` (only `max_depth` may be positional), the shared ones among them, and
    implements `_settings` and `_learn`.

    Shared parameters
    -----------------
    time_limit : seconds for the whole fit, or None.
    random_state : None (the seed 0), an integer, a RandomState or a Generator.
    n_jobs : threads, counted as joblib does; None is one. The tree does not depend on it.
    class_weight : None, "balanced", or a dict from labels to weights; a label that it does not name weighs 1.
    cost_matrix : None (each error costs 1), or (T, T): entry [t, c] is the cost of predicting class c for a row of
        class t, the classes in the order of `classes_`.
    min_samples_leaf : rows in each leaf, as an integer, or as a share (float) of the rows with a positive weight.
    leaf_penalty : what each leaf costs, as a share of the total weight.
    verbose : 0; 1 prints a line whenever the objective or a bound has moved, 2 for every step.

    Rows of weight 0 are as if they were not there, but their labels stay in `classes_`.
    """

    time_limit: float | None
    random_state: Any
    n_jobs: int | None
    class_weight: Any
    cost_matrix: Any
    min_samples_leaf: int | float
    leaf_penalty: float
    verbose: int

    classes_: NDArray[Any]
    n_classes_: int
    n_features_in_: int
    feature_names_in_: NDArray[Any]
    tree_: Tree
    objective_: float
    bound_: float
    restricted_bound_: float | None
    gap_: float
    status_: Status
    trace_: tuple[TracePoint, ...]
    statistics_: dict[str, float | str]

    @abstractmethod
    def _settings(self) -> Any:
        """The learner's settings from this estimator's own parameters; ParameterError where one is wrong."""

    @abstractmethod
    def _learn(self, table: Table, settings: Any, progress: Progress, context: FitContext) -> Result:
        """Called in a worker thread: leaves soon after `progress.stop.expired`, with the best tree so far."""

    @with_callbacks
    def fit(
        self: Self,
        X: Any,
        y: Any,
        sample_weight: Any = None,
        *,
        callback: Callable[[TracePoint], bool | None] | None = None,
    ) -> Self:
        """Learn a tree from rows X (n, p) with labels y (n,).

        `callback` is called with each new point of the trace; when it returns True the fit stops with the best tree so
        far. So it does on the first Ctrl-C; the second, or one outside the main thread, raises KeyboardInterrupt.
        """
        self._forget()
        shared, settings = SharedSettings.of(self), self._settings()
        watchers = _watchers(shared.verbose, callback)
        progress = Progress(shared.time_limit)
        rows, classes = self._rows(X, y, sample_weight)
        objective = objective_of(shared, classes, rows.labels, rows.weights)
        table = encode(rows.X, rows.labels, rows.weights, objective)
        context = FitContext(shared.seed, shared.n_threads, self._feature_names(), classes)
        task = FitTask(self, X, y, sample_weight)
        task.begin()
        result = supervise(
            lambda: self._learn(table, settings, progress, context),
            progress,
            [task, *watchers],
        )
        self._keep(result, recount(result, rows, objective, table.rounding), classes, progress)
        task.end()
        self._warn_of_interruption(progress)
        return self

    def predict(self, X: Any) -> NDArray[Any]:
        """The label of each row (n,)."""
        tree = self._fitted_tree()
        labels: NDArray[Any] = self.classes_[tree.target[tree.apply(self._new_rows(X))]]
        return labels

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """The share of each class in the leaf of each row (n, T), the classes in the order of `classes_`."""
        return self._fitted_tree().predict_proba(self._new_rows(X))

    def predict_log_proba(self, X: Any) -> NDArray[np.float64]:
        """The logarithm of `predict_proba`; minus infinity for a class that the leaf does not have."""
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(self.predict_proba(X)))

    def apply(self, X: Any) -> NDArray[Any]:
        """The leaf of each row (n,), as its node number in `tree_`."""
        return self._fitted_tree().apply(self._new_rows(X))

    def decision_path(self, X: Any) -> Any:
        """The nodes that each row passes, as a sparse 0/1 matrix (n, number of nodes)."""
        return self._fitted_tree().decision_path(self._new_rows(X))

    def _forget(self) -> None:
        """A fit that fails leaves no part of an earlier one."""
        for name in [name for name in vars(self) if name.endswith("_") and not name.startswith("_")]:
            delattr(self, name)

    def _rows(self, X: Any, y: Any, sample_weight: Any) -> tuple[Rows, NDArray[Any]]:
        if y is None:
            name = type(self).__name__
            raise DataError(f"{name} requires y to be passed, but the target y is None; give a label for each row")
        checked = features(self, X, reset=True)
        classes, labels = class_labels(y, len(checked))
        weights = row_weights(sample_weight, len(checked))
        kept = weights > 0
        if kept.all():
            return Rows(checked, labels, weights), classes
        return Rows(np.ascontiguousarray(checked[kept]), labels[kept], weights[kept]), classes

    def _feature_names(self) -> tuple[str, ...]:
        return tuple(getattr(self, "feature_names_in_", (f"x{j}" for j in range(self.n_features_in_))))

    def _keep(self, result: Result, counted: Recount, classes: NDArray[Any], progress: Progress) -> None:
        self.classes_, self.n_classes_ = classes, len(classes)
        self.tree_ = result.tree
        self.objective_, self.bound_ = counted.objective, counted.bound
        self.restricted_bound_ = counted.restricted_bound
        self.gap_ = relative_gap(self.objective_, self.bound_)
        self.status_ = _status(result, progress)
        self.trace_, self.statistics_ = result.trace, dict(result.statistics)

    def _warn_of_interruption(self, progress: Progress) -> None:
        if self.status_ == "interrupted" and progress.interrupted_by == "keyboard":
            warnings.warn(
                f"the fit was interrupted; the tree is the best one so far: objective {self.objective_:.6g}, "
                f"bound {self.bound_:.6g} (status_ is 'interrupted')",
                InterruptedFitWarning,
                stacklevel=4,
            )

    def _fitted_tree(self) -> Tree:
        check_is_fitted(self, "tree_")
        return self.tree_

    def _new_rows(self, X: Any) -> NDArray[np.float64]:
        return features(self, X, reset=False)


PROVEN: frozenset[Status] = frozenset({"optimal", "restricted_optimal", "gap_limit"})


def _status(result: Result, progress: Progress) -> Status:
    """An interruption that comes when all is proven changes nothing."""
    return "interrupted" if progress.interrupted and result.status not in PROVEN else result.status


def _watchers(verbose: int, callback: Any) -> list[Watcher]:
    if callback is not None and not callable(callback):
        raise ParameterError(f"callback must be None or callable with a TracePoint, got {callback!r}")
    printer: list[Watcher] = [Printer(verbose)] if verbose else []
    return [*printer, *([callback] if callback else [])]

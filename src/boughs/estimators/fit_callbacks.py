"""scikit-learn's own callbacks (sklearn.callback, from 1.9 on); where it has none, nobody is told anything."""

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

from boughs.model.result import TracePoint

__all__ = ["CallbackSupportMixin", "FitTask", "with_callbacks"]

F = TypeVar("F", bound=Callable[..., Any])

try:
    from sklearn.callback import CallbackSupportMixin
    from sklearn.callback import with_callbacks as _with_callbacks
except ModuleNotFoundError:

    class CallbackSupportMixin:  # type: ignore[no-redef]
        """An estimator without callbacks."""

    def _with_callbacks(method: Callable[..., Any]) -> Callable[..., Any]:
        """As many calls deep as scikit-learn's, so that a warning points at the same caller."""

        @functools.wraps(method)
        def call(*args: Any, **parameters: Any) -> Any:
            return method(*args, **parameters)

        return call


def with_callbacks(method: F) -> F:
    """A `fit` after which the callbacks are told that it has ended, however it ended."""
    return cast(F, _with_callbacks(method))


class FitTask:
    """The fit of an estimator as a task of scikit-learn, each point of the trace a task below it."""

    def __init__(self, estimator: Any, X: Any, y: Any, sample_weight: Any) -> None:
        self._told = {
            "estimator": estimator,
            "X": X,
            "y": y,
            "metadata": None if sample_weight is None else {"sample_weight": sample_weight},
        }
        begin = getattr(estimator, "_init_callback_context", None)
        self._context = begin(max_subtasks=None) if begin else None

    def begin(self) -> None:
        """Before the learner starts."""
        if self._context is not None:
            self._context.call_on_fit_task_begin(**self._told)

    def __call__(self, point: TracePoint) -> bool:
        """A point was reached; does a callback want to stop?"""
        if self._context is None:
            return False
        task = self._context.subcontext(task_name=point.step)
        task.call_on_fit_task_begin(**self._told)
        return bool(task.call_on_fit_task_end(**self._told))

    def end(self) -> None:
        """The estimator is fitted."""
        if self._context is not None:
            self._context.call_on_fit_task_end(**self._told, reconstruction_attributes={})

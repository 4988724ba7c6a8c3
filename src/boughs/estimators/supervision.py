"""Runs a learner in a thread of its own, so that the calling thread can watch it and hear Ctrl-C."""

import contextvars
import threading
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import numpy as np

from boughs.model.progress import Progress
from boughs.model.result import TracePoint

T = TypeVar("T")
Watcher = Callable[[TracePoint], object]
"""Called with every new point of the trace, in the calling thread; True asks the learner to stop."""

SECONDS_BETWEEN_LOOKS = 0.03


def supervise(work: Callable[[], T], progress: Progress, watchers: Sequence[Watcher]) -> T:
    """What `work` returns or raises.

    The first KeyboardInterrupt, or a watcher that returns True, interrupts `progress` and waits for the best tree. A
    second KeyboardInterrupt, or one outside the main thread, leaves at once; the learner, told to stop, ends in the
    background. When a watcher raises, the learner is stopped first.
    """
    worker = _Worker(work)
    audience = _Audience(progress, watchers)
    try:
        try:
            _watch(worker, audience, progress)
        except KeyboardInterrupt:
            if threading.current_thread() is not threading.main_thread():
                raise
            progress.interrupt("keyboard")
            _watch(worker, audience, progress)
    except Exception:
        progress.stop.cancel()
        worker.done.wait()
        raise
    except BaseException:
        progress.stop.cancel()
        raise
    return worker.outcome()


def _watch(worker: "_Worker[T]", audience: "_Audience", progress: Progress) -> None:
    while not worker.done.wait(SECONDS_BETWEEN_LOOKS):
        if audience.hear() and not progress.interrupted:
            progress.interrupt("callback")
    audience.hear()


class _Worker(Generic[T]):
    """A daemon thread: it never keeps a program alive that wants to end."""

    def __init__(self, work: Callable[[], T]) -> None:
        self.done = threading.Event()
        self._work = work
        self._returned: list[T] = []
        self._raised: BaseException | None = None
        context = contextvars.copy_context()
        threading.Thread(target=context.run, args=(self._run,), name="boughs-learner", daemon=True).start()

    def _run(self) -> None:
        try:
            self._returned.append(self._work())
        except BaseException as error:
            self._raised = error
        finally:
            self.done.set()

    def outcome(self) -> T:
        """The traceback of an exception leads into the learner."""
        if self._raised is not None:
            raise self._raised
        return self._returned.pop()


class _Audience:
    """Tells the watchers each point once, in order."""

    def __init__(self, progress: Progress, watchers: Sequence[Watcher]) -> None:
        self._progress = progress
        self._watchers = watchers
        self._heard = 0

    def hear(self) -> bool:
        """Does a watcher want to stop?"""
        wants_stop = False
        for point in self._progress.since(self._heard):
            self._heard += 1
            for watcher in self._watchers:
                wants_stop |= _is_true(watcher(point))
        return wants_stop


def _is_true(answer: object) -> bool:
    return isinstance(answer, (bool, np.bool_)) and bool(answer)

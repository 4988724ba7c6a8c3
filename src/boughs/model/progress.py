"""Progress: what the thread that learns and the thread that waits for it share."""

import math
import threading
from collections.abc import Mapping
from typing import Literal

from boughs._native import Stop
from boughs.model.result import Status, TracePoint

Interrupter = Literal["keyboard", "callback"]


class Progress:
    """A learner publishes here how far it is, and leaves with its best tree once `stop.expired`.

    >>> progress = Progress()
    >>> progress.publish("cart", objective=7.0, bound=0.0)
    >>> progress.publish("master", objective=9.0, bound=3.0)
    >>> [(point.objective, point.bound) for point in progress.trace]
    [(7.0, 0.0), (7.0, 3.0)]
    """

    def __init__(self, time_limit: float | None = None) -> None:
        """The clock starts here."""
        self.stop = Stop(math.inf if time_limit is None else time_limit)
        self._lock = threading.Lock()
        self._trace: list[TracePoint] = []
        self._interrupted_by: Interrupter | None = None

    def publish(
        self,
        step: str,
        *,
        objective: float,
        bound: float,
        restricted_bound: float | None = None,
        rounds: int = 0,
        columns: int = 0,
        cuts: int = 0,
        spent: Mapping[str, float] | None = None,
    ) -> None:
        """Add a point to the trace. The best objective and the best bound that were ever published stand."""
        with self._lock:
            if self._trace:
                objective = min(objective, self._trace[-1].objective)
                bound = max(bound, self._trace[-1].bound)
            point = TracePoint(
                seconds=self.stop.elapsed,
                step=step,
                objective=objective,
                bound=min(bound, objective),
                restricted_bound=restricted_bound,
                rounds=rounds,
                columns=columns,
                cuts=cuts,
                spent=dict(spent or {}),
            )
            self._trace.append(point)

    @property
    def trace(self) -> tuple[TracePoint, ...]:
        """All points so far."""
        return self.since(0)

    def since(self, index: int) -> tuple[TracePoint, ...]:
        """The points from number `index` on."""
        with self._lock:
            return tuple(self._trace[index:])

    def interrupt(self, by: Interrupter) -> None:
        """Somebody wants the learner to stop and to return the best tree it has."""
        self._interrupted_by = by
        self.stop.cancel()

    @property
    def interrupted_by(self) -> Interrupter | None:
        """Who called `interrupt`."""
        return self._interrupted_by

    @property
    def interrupted(self) -> bool:
        """Has `interrupt` been called?"""
        return self._interrupted_by is not None

    @property
    def stop_status(self) -> Status:
        """The status of a learner that leaves because `stop.expired`."""
        return "interrupted" if self.interrupted else "time_limit"

"""The lines that `verbose` prints while a learner works."""

import math
from collections.abc import Mapping

from boughs.model.result import TracePoint, relative_gap

HEADER = (
    f"{'seconds':>9} {'objective':>14} {'bound':>14} {'gap':>7} {'restricted':>14} {'rounds':>7} {'columns':>8} "
    f"{'cuts':>6}  step (seconds spent since the last line)"
)
WORTH_SHOWING = 0.01
"""Seconds."""


class Printer:
    """Level 1 prints a point where the objective or the bound has moved, level 2 every point."""

    def __init__(self, verbose: int) -> None:
        self._prints_all = verbose > 1
        self._last: TracePoint | None = None
        self._printed: Mapping[str, float] = {}

    def __call__(self, point: TracePoint) -> None:
        """Print the point, the header before the first one."""
        if self._last is None:
            print(HEADER)
        if self._prints_all or self._has_moved(point) or point.step == "end":
            print(line(point, self._printed), flush=True)
            self._printed = point.spent
        self._last = point

    def _has_moved(self, point: TracePoint) -> bool:
        return self._last is None or _standing(self._last) != _standing(point)


def _standing(point: TracePoint) -> tuple[float, float, float | None]:
    return point.objective, point.bound, point.restricted_bound


def line(point: TracePoint, printed: Mapping[str, float]) -> str:
    """The point in the columns of HEADER; `printed`: the seconds by kind of work that were accounted for before.

    >>> line(TracePoint(1.25, "master", 8.0, 6.0, 7.0, 3, 120, 4, {"lp": 0.75}), {"lp": 0.25})
    '     1.25              8              6   25.0%              7       3      120      4  master (lp 0.50)'
    """
    restricted = "-" if point.restricted_bound is None else f"{point.restricted_bound:.8g}"
    spent = {work: seconds - printed.get(work, 0.0) for work, seconds in point.spent.items()}
    where = ", ".join(f"{work} {seconds:.2f}" for work, seconds in spent.items() if seconds >= WORTH_SHOWING)
    gap = relative_gap(point.objective, point.bound)
    shown = f"{gap:.1%}" if math.isfinite(gap) else "-"
    return (
        f"{point.seconds:9.2f} {point.objective:14.8g} {point.bound:14.8g} {shown:>7} {restricted:>14} "
        f"{point.rounds:7d} {point.columns:8d} {point.cuts:6d}  {point.step}{where and f' ({where})'}"
    )

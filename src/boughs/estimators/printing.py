"""The lines that `verbose` prints while a learner works."""

import math

from boughs.model.result import TracePoint, relative_gap

HEADER = f"{'seconds':>9} {'objective':>14} {'bound':>14} {'gap':>7} {'rounds':>7} {'columns':>8} {'cuts':>6}  step"


class Printer:
    """Level 1 prints a point where the objective or the bound has moved, level 2 every point."""

    def __init__(self, verbose: int) -> None:
        self._prints_all = verbose > 1
        self._last: tuple[float, float] | None = None

    def __call__(self, point: TracePoint) -> None:
        """Print the point, the header before the first one."""
        if self._last is None:
            print(HEADER)
        if self._prints_all or self._last != (point.objective, point.bound):
            print(line(point), flush=True)
        self._last = (point.objective, point.bound)


def line(point: TracePoint) -> str:
    """The point in the columns of HEADER.

    >>> line(TracePoint(1.25, "master", 8.0, 6.0, None, 3, 120, 4))
    '     1.25              8              6   25.0%       3      120      4  master'
    """
    gap = relative_gap(point.objective, point.bound)
    shown = f"{gap:.1%}" if math.isfinite(gap) else "-"
    return (
        f"{point.seconds:9.2f} {point.objective:14.8g} {point.bound:14.8g} {shown:>7} "
        f"{point.rounds:7d} {point.columns:8d} {point.cuts:6d}  {point.step}"
    )

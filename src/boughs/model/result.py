"""Result: what a learner hands to a face, and the trace of how it got there."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from boughs.model.tree import Tree

Status = Literal["optimal", "restricted_optimal", "gap_limit", "time_limit", "memory_limit", "interrupted", "heuristic"]


@dataclass(frozen=True)
class TracePoint:
    """One moment of a fit; costs in the user's numbers, to be minimised. `spent`: seconds by kind of work, so far."""

    seconds: float
    step: str
    objective: float
    bound: float
    restricted_bound: float | None
    rounds: int
    columns: int
    cuts: int
    spent: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Result:
    """`bound` never exceeds `objective`; `restricted_bound` holds for the final split sets only."""

    tree: Tree
    objective: float
    bound: float
    restricted_bound: float | None
    status: Status
    trace: tuple[TracePoint, ...]
    statistics: dict[str, float | str] = field(default_factory=dict)


def relative_gap(objective: float, bound: float) -> float:
    """(objective - bound) / objective; 0 when both are 0.

    >>> relative_gap(10, 8), relative_gap(0, 0)
    (0.2, 0.0)
    """
    return (objective - bound) / objective if objective else 0.0

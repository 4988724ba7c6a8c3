"""The journal of a column generation: the best tree so far, what is proven, and where the time went."""

import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from boughs._native import Stop
from boughs.model.coverage import cost_of, covered
from boughs.model.errors import InternalError
from boughs.model.path import Path
from boughs.model.progress import Progress
from boughs.model.relaxation import Relaxation
from boughs.model.result import Status
from boughs.model.table import Table
from boughs.model.topology import Topology


class Journal:
    """Costs are whole numbers in the Table's units, to be minimised."""

    def __init__(self, table: Table, topology: Topology, progress: Progress) -> None:
        self._table = table
        self._topology = topology
        self._progress = progress
        self.paths: tuple[Path, ...] = ()
        self.cost = 0
        self.found_by = ""
        self.bound = table.least_cost
        self.restricted_bound: int | None = None
        self.lp_cost: float | None = None
        self.lp_is_integral = False
        self.is_cut_short = False
        self.counts: Counter[str] = Counter()
        self.seconds: defaultdict[str, float] = defaultdict(float)

    @contextmanager
    def timed(self, step: str) -> Iterator[None]:
        """Count the seconds of a step."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[step] += time.perf_counter() - start

    def offer(self, paths: Sequence[Path], step: str) -> bool:
        """Keep the tree of these paths if it is the best so far."""
        cost, leaves = self._cost(paths)
        better = not self.paths or (cost, leaves) < (self.cost, self._cost(self.paths)[1])
        if better:
            self.paths, self.cost, self.found_by = tuple(paths), cost, step
        self.publish(step)
        return better

    def offer_better(self, paths: Sequence[Path], step: str) -> None:
        """Keep the tree of paths that the master has, where its LP was stopped or its tolerances hide the difference:
        next to weights of 1e9 a row of weight 1 is nothing to it.
        """
        if paths and self.cost_of(paths) < self.cost:
            self.offer(paths, step)

    def close(self, relaxation: Relaxation, bound: int | None) -> None:
        """Note how the LP ended and what that proves for the split sets."""
        self.lp_cost = self.natural(self._table.earnable) - relaxation.value * self._table.reward_unit * float(
            self._table.unit
        )
        self.lp_is_integral = relaxation.is_integral
        self.restricted_bound = bound

    def cost_of(self, paths: Sequence[Path]) -> int:
        """What the tree of these paths costs."""
        return self._cost(paths)[0]

    def publish(self, step: str) -> None:
        """Tell the trace where things stand."""
        self._progress.publish(
            step,
            objective=self.natural(self.cost),
            bound=self.natural(self.bound),
            restricted_bound=None if self.restricted_bound is None else self.natural(self.restricted_bound),
            rounds=self.counts["lp_solves"],
            columns=self.counts["columns"],
            cuts=self.counts["cuts"],
            spent=self.seconds,
        )

    def natural(self, cost: int) -> float:
        """A cost in the user's numbers."""
        return float(self._table.natural(cost))

    def status(self, generating: Stop, *, split_sets_are_all: bool) -> Status:
        """What is known of the best tree at the end."""
        if self.cost < max(self.bound, self.restricted_bound or 0):
            raise InternalError(
                f"a tree of cost {self.cost} lies below the bounds {self.bound}, {self.restricted_bound}"
            )
        if split_sets_are_all and self.restricted_bound is not None:
            self.bound = max(self.bound, self.restricted_bound)
        if self.bound >= self.cost:
            self.bound = self.cost
            return "optimal"
        if self.restricted_bound is not None and self.restricted_bound >= self.cost and not self.is_cut_short:
            return "restricted_optimal"
        return self._progress.stop_status if generating.expired else "heuristic"

    def statistics(self) -> dict[str, float | str]:
        """Counts, seconds by step, and how the LP ended."""
        lp = {} if self.lp_cost is None else {"lp_objective": self.lp_cost, "lp_is_integral": self.lp_is_integral}
        seconds = {f"seconds_{step}": value for step, value in self.seconds.items()}
        return {"found_by": self.found_by} | dict(self.counts) | lp | seconds

    def _cost(self, paths: Sequence[Path]) -> tuple[int, int]:
        """(cost, leaves with rows)."""
        rows = [covered(self._table, self._topology, path.leaf, path.splits) for path in paths]
        costs = (cost_of(self._table, covers, path.target) for covers, path in zip(rows, paths, strict=True))
        return sum(costs), sum(bool(covers.any()) for covers in rows)

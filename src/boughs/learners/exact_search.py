"""The exact search, composed of its steps: CART for a start, then the native search over all splits of all columns."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from boughs.export.shape import Label
from boughs.model.coverage import paths_of
from boughs.model.planting import plant
from boughs.model.progress import Progress
from boughs.model.result import Result, Status, relative_gap
from boughs.model.split_sets import NO_SPLIT, Split
from boughs.model.table import Table
from boughs.model.topology import Topology
from boughs.steps.cart import NativeCart
from boughs.steps.exact_search import ExactResult, Standing, search_exactly


@dataclass(frozen=True)
class ExactSearchSettings:
    """max_gap: the search ends when (cost - bound) / cost is at most this."""

    max_depth: int
    max_gap: float


class ExactSearchLearner:
    """One fit."""

    def __init__(self, table: Table, settings: ExactSearchSettings, progress: Progress, *, n_threads: int) -> None:
        self._table = table
        self._settings = settings
        self._progress = progress
        self._n_threads = n_threads
        self._topology = Topology(settings.max_depth)
        self._gap_is_small_enough = False

    def learn(self, feature_names: Sequence[str], classes: Sequence[Label]) -> Result:
        """The best tree of the depth, with its proof, or what there is when the progress says stop."""
        start = self._cart()
        found = search_exactly(self._table, self._topology, start, self._n_threads, self._progress.stop, self._watch)
        self._publish("end", found.standing)
        return self._result(found, feature_names, classes)

    def _cart(self) -> tuple[Split, ...]:
        grow = NativeCart(self._table, self._topology.depth, self._n_threads, self._progress.stop)
        trees = grow([np.arange(grow.population)])
        return trees[0].splits if trees else (NO_SPLIT,) * self._topology.n_nodes

    def _watch(self, standing: Standing) -> None:
        self._publish("search", standing)
        if relative_gap(standing.cost, standing.bound) <= self._settings.max_gap:
            self._gap_is_small_enough = True
            self._progress.stop.cancel()

    def _publish(self, step: str, standing: Standing) -> None:
        cost, bound = self._table.natural(standing.cost), self._natural_bound(standing.bound)
        self._progress.publish(step, objective=float(cost), bound=bound)

    def _natural_bound(self, bound: int) -> float:
        return max(0.0, float(self._table.natural(bound) - self._table.rounding))

    def _status(self, standing: Standing) -> Status:
        if standing.bound >= standing.cost:
            return "optimal"
        return "gap_limit" if self._gap_is_small_enough else self._progress.stop_status

    def _result(self, found: ExactResult, feature_names: Sequence[str], classes: Sequence[Label]) -> Result:
        targets = [path.target for path in paths_of(self._table, self._topology, found.splits)]
        bound = max(found.standing.bound, self._table.least_cost)
        return Result(
            tree=plant(self._table, self._topology, found.splits, targets, {}, feature_names, classes),
            objective=float(self._table.natural(found.standing.cost)),
            bound=self._natural_bound(bound),
            restricted_bound=None,
            status=self._status(found.standing),
            trace=self._progress.trace,
            statistics=dict(found.counts),
        )

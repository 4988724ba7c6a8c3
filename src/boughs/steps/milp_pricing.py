"""Exact pricing by the MILP DPP(l, t) of the paper (section 4.2.2, eq. 9-16)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_matrix

from boughs._native import Stop
from boughs.model.coverage import best_target, covered, earned, goes_left
from boughs.model.duals import Duals
from boughs.model.path import Path
from boughs.model.prices import Prices
from boughs.model.relaxation import PROMISING
from boughs.model.split_sets import NO_SPLIT, Split, SplitSets
from boughs.model.table import Table
from boughs.solver.port import Model, Vectors


@dataclass(frozen=True)
class MilpPrice:
    """A path with reduced cost above the cutoff, or None. If `complete`, no path with that leaf and target has more."""

    path: Path | None
    reduced_cost: float
    complete: bool


def price_leaves_by_milp(
    new_model: Callable[[], Model], table: Table, sets: SplitSets, duals: Duals, stop: Stop, first_leaf: int = 0
) -> Prices:
    """DPP(l, t) for every target, leaf after leaf from `first_leaf` on and around, up to one with promising paths.

    `largest` is inf for the leaves that were not reached.
    """
    n_leaves = sets.topology.n_leaves
    largest, complete = np.full(n_leaves, np.inf), True
    for leaf in (*range(first_leaf, n_leaves), *range(first_leaf)):
        targets = range(table.n_classes)
        found = [price_by_milp(new_model, table, sets, duals, leaf, target, stop) for target in targets]
        largest[leaf] = max(price.reduced_cost for price in found)
        complete &= all(price.complete for price in found)
        promising = [(price.path, price.reduced_cost) for price in found if price.path is not None]
        if promising:
            return Prices(largest, tuple(sorted(promising, key=lambda item: -item[1])), complete=False)
    return Prices(largest, (), complete)


def price_by_milp(
    new_model: Callable[[], Model],
    table: Table,
    sets: SplitSets,
    duals: Duals,
    leaf: int,
    target: int,
    stop: Stop,
    *,
    cutoff: float = PROMISING,
) -> MilpPrice:
    """Solve DPP(leaf, target); paths of reduced cost up to `cutoff` are not looked for."""
    if stop.expired:
        return MilpPrice(None, cutoff, complete=False)
    problem = _Dpp(table, sets, duals, leaf, target)
    model = new_model()
    problem.write(model)
    solution = model.solve_mip(stop, cutoff=cutoff + duals.alpha[leaf])
    if solution.columns is None:
        return MilpPrice(None, cutoff, solution.complete)
    path, reduced_cost = problem.path_of(solution.columns)
    if reduced_cost <= cutoff:
        return MilpPrice(None, cutoff, solution.complete)
    return MilpPrice(path, reduced_cost, solution.complete)


class _Dpp:
    """Columns: u_{j,a} for every node j on the way and a in S_j, y_r for every row, and z ("the leaf holds a row")
    where a leaf has a price or a minimum size. NO_SPLIT is a split that sends every row to the left; below it only
    NO_SPLIT follows, and it is exempt from "distinct" (eq. 14).

    Rows that all splits on the way treat alike share one y: the MILP's constraints force them to be equal. What a y is
    worth tells which of its constraints can bind: eq. 11 and 12 keep it from growing, eq. 13 from shrinking.
    """

    def __init__(self, table: Table, sets: SplitSets, duals: Duals, leaf: int, target: int) -> None:
        self._table, self._sets, self._duals = table, sets, duals
        self._leaf, self._target = leaf, target
        self._unit = table.reward_unit
        self._nodes = sets.topology.nodes_to(leaf)
        self._lefts = sets.topology.goes_left_to(leaf)
        self._starts = np.cumsum([0, *(len(sets.at[node]) for node in self._nodes)])
        self._n_u = int(self._starts[-1])
        self._has_z = table.leaf_price > 0 or table.min_rows > 1
        passes = np.vstack([self._passes(level) for level in range(len(self._nodes))])
        self._patterns, self._pattern_of = np.unique(passes, axis=1, return_inverse=True)
        self._n_y = self._patterns.shape[1]
        self._rows: list[dict[int, float]] = []
        self._lower: list[float] = []
        self._upper: list[float] = []

    def write(self, model: Model) -> None:
        """Put the problem into an empty model; its objective is the reduced cost plus alpha."""
        worth = self._per_pattern(self._table.rewards[:, self._target] / self._unit - self._duals.beta)
        self._one_split_a_level()
        self._rows_follow_splits(worth)
        self._distinct_splits()
        self._nothing_below_no_split()
        if self._has_z:
            self._leaf_size()
        gammas = np.concatenate(self._duals.gamma[self._leaf])
        price = [-self._table.leaf_price / self._unit] if self._has_z else []
        model.add_rows(np.array(self._lower), np.array(self._upper), Vectors.empty(len(self._rows)))
        z = self._n_u + self._n_y
        entries = self._columns(z + len(price))
        model.add_columns(-gammas, _part(entries, 0, self._n_u), upper=1.0, integer=True)
        model.add_columns(worth, _part(entries, self._n_u, z), upper=1.0)
        if price:
            model.add_columns(np.array(price), _part(entries, z, z + 1), upper=1.0, integer=True)

    def path_of(self, columns: NDArray[np.float64]) -> tuple[Path, float]:
        """The path that the MILP chose and its reduced cost (eq. 7), counted again from the rows."""
        chosen = [int(columns[a:b].argmax()) for a, b in pairwise(self._starts)]
        splits = tuple(self._sets.at[node][a] for node, a in zip(self._nodes, chosen, strict=True))
        rows = covered(self._table, self._sets.topology, self._leaf, splits)
        target = self._target if rows.any() else best_target(self._table, rows)
        gammas = sum(gamma[a] for gamma, a in zip(self._duals.gamma[self._leaf], chosen, strict=True))
        reward = earned(self._table, rows, target) / self._unit
        reduced = reward - self._duals.alpha[self._leaf] - gammas - self._duals.beta[rows].sum()
        return Path(self._leaf, splits, target), float(reduced)

    def _passes(self, level: int) -> NDArray[np.bool_]:
        """(|S_j|, n_rows): does the row go the leaf's way at this split? (T(r) left of the path, F(r) right of it.)"""
        splits = self._sets.at[self._nodes[level]]
        return np.array([goes_left(self._table, split) == self._lefts[level] for split in splits])

    def _add(self, entries: Iterable[tuple[int, float]], lower: float, upper: float) -> None:
        self._rows.append(dict(entries))
        self._lower.append(lower)
        self._upper.append(upper)

    def _one_split_a_level(self) -> None:
        """Eq. 10."""
        for a, b in pairwise(self._starts):
            self._add(((int(u), 1.0) for u in range(a, b)), 1.0, 1.0)

    def _per_pattern(self, of_rows: NDArray[Any]) -> NDArray[np.float64]:
        return np.bincount(self._pattern_of.ravel(), of_rows, self._n_y).astype(np.float64)

    def _rows_follow_splits(self, worth: NDArray[np.float64]) -> None:
        """Eq. 11 and 12 (a row in the leaf passes at every level) and eq. 13 (one that passes everywhere is in it)."""
        levels = [range(a, b) for a, b in pairwise(self._starts.tolist())]
        for i in range(self._n_y):
            y = self._n_u + i
            ways = [[u for u in level if self._patterns[u, i]] for level in levels]
            if worth[i] > 0 or self._has_z:
                for way in ways:
                    self._add([(y, 1.0), *((u, -1.0) for u in way)], -np.inf, 0.0)
            if worth[i] < 0 or self._has_z:
                self._add([(y, -1.0), *((u, 1.0) for way in ways for u in way)], -np.inf, len(levels) - 1.0)

    def _distinct_splits(self) -> None:
        """Eq. 14."""
        places: dict[Split, list[int]] = {}
        for level, node in enumerate(self._nodes):
            for a, split in enumerate(self._sets.at[node]):
                places.setdefault(split, []).append(int(self._starts[level]) + a)
        for split, us in places.items():
            if split != NO_SPLIT and len(us) > 1:
                self._add(((u, 1.0) for u in us), -np.inf, 1.0)

    def _nothing_below_no_split(self) -> None:
        no_splits = [int(start) for start in self._starts[:-1]]
        for above, below in pairwise(no_splits):
            self._add([(above, 1.0), (below, -1.0)], -np.inf, 0.0)

    def _leaf_size(self) -> None:
        z = self._n_u + self._n_y
        for y in range(self._n_u, z):
            self._add([(y, 1.0), (z, -1.0)], -np.inf, 0.0)
        counts = enumerate(self._per_pattern(self._table.input_rows), self._n_u)
        self._add([*((y, float(count)) for y, count in counts), (z, -float(self._table.min_rows))], 0.0, np.inf)

    def _columns(self, n_columns: int) -> csc_matrix:
        rows = np.repeat(np.arange(len(self._rows)), [len(row) for row in self._rows])
        columns = np.fromiter((c for row in self._rows for c in row), np.int64, len(rows))
        values = np.fromiter((v for row in self._rows for v in row.values()), np.float64, len(rows))
        return csc_matrix((values, (rows, columns)), shape=(len(self._rows), n_columns))


def _part(columns: csc_matrix, first: int, last: int) -> Vectors:
    part = columns[:, first:last]
    return Vectors(part.indptr.astype(np.int32), part.indices.astype(np.int32), part.data)

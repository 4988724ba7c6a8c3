"""The master over paths in its row form (paper section 4.1, eq. 1-6): a live LP to which paths and cuts are added."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boughs._native import Stop
from boughs.model.coverage import covered, earned
from boughs.model.duals import Duals
from boughs.model.path import Path
from boughs.model.relaxation import WHOLE, Relaxation
from boughs.model.split_sets import SplitSets
from boughs.model.table import Table
from boughs.model.topology import Topology
from boughs.solver.port import LpSolution, Model, Vectors

CUTS_PER_ROUND = 50


@dataclass(frozen=True, eq=False)
class PricedRelaxation(Relaxation):
    """An optimal solution with its duals; `reduced_costs` are the solver's own, one for every path of the master."""

    duals: Duals
    reduced_costs: NDArray[np.float64]


class PathMaster:
    """Rows: eq. 2 for every leaf, eq. 4 for every leaf, node and split, eq. 3 for all rows or where it is violated.

    Columns: x_p >= 0 without an upper bound (eq. 2 has it), and rho_{j,a} >= 0.
    """

    def __init__(self, model: Model, table: Table, sets: SplitSets, *, rows_as_cuts: bool) -> None:
        self.model = model
        self.paths: dict[Path, int] = {}
        self.n_columns = 0
        self._table = table
        self._topology = sets.topology
        self._unit = table.reward_unit
        self._coverage: list[NDArray[np.uint8]] = []
        self._rho: list[int] = []  # the column of every node's first split
        self._row_of: dict[int, int] = {}
        # by leaf and level: the row of eq. 4 for every split of that level's node
        self._links: list[list[NDArray[np.int32]]] = [[] for _ in range(sets.topology.n_leaves)]
        ones = np.ones(self._topology.n_leaves)
        model.add_rows(ones, ones, Vectors.empty(len(ones)))
        self._n_rows = len(ones)
        self._sets = sets
        for node in range(sets.topology.n_nodes):
            self._link(node)
        if not rows_as_cuts:
            self._add_row_constraints(range(table.n_rows))

    @property
    def n_cuts(self) -> int:
        """Row constraints in the model."""
        return len(self._row_of)

    def add(self, paths: Iterable[Path]) -> int:
        """Add the paths that are new; how many those are."""
        new = [path for path in dict.fromkeys(paths) if path not in self.paths]
        objective, supports = [], []
        constrained = np.array(list(self._row_of), np.intp), np.array(list(self._row_of.values()), np.int32)
        for path in new:
            rows = covered(self._table, self._topology, path.leaf, path.splits)
            objective.append(earned(self._table, rows, path.target) / self._unit)
            supports.append(self._support(path, rows, constrained))
            self._coverage.append(np.packbits(rows))
        if new:
            self.model.add_columns(np.array(objective), Vectors.of_ones(supports), integer=True)
            self.n_columns += len(new)
        for column, path in enumerate(new, self.n_columns - len(new)):
            self.paths[path] = column
        return len(new)

    def solve(self, stop: Stop) -> PricedRelaxation | None:
        """The LP's optimum, cut until every row is covered once; None if `stop` came first."""
        while (solution := self.model.solve_lp(stop)) is not None:
            violated = self._violated_rows(solution)
            if not len(violated):
                return self._relaxation(solution)
            self._add_row_constraints(violated)
        return None

    def _link(self, node: int) -> None:
        """rho_{j,a} and eq. 4 for every split of the node and every leaf below it."""
        leaves, count = self._topology.leaves_below(node), len(self._sets.at[node])
        rows = np.arange(self._n_rows, self._n_rows + count * len(leaves), dtype=np.int32)
        zeros = np.zeros(len(rows))
        self.model.add_rows(zeros, zeros, Vectors.empty(len(rows)))
        starts = np.arange(0, len(rows) + 1, len(leaves), dtype=np.int32)
        self.model.add_columns(np.zeros(count), Vectors(starts, rows, -np.ones(len(rows))))
        for leaf in leaves:
            self._links[leaf].append(rows[leaf - leaves.start :: len(leaves)])
        self._rho.append(self.n_columns)
        self._n_rows += len(rows)
        self.n_columns += count

    def _support(
        self, path: Path, rows: NDArray[np.bool_], constrained: tuple[NDArray[np.intp], NDArray[np.int32]]
    ) -> NDArray[np.int32]:
        nodes = self._topology.nodes_to(path.leaf)
        links = [
            self._links[path.leaf][level][self._sets.position[node][split]]
            for level, (node, split) in enumerate(zip(nodes, path.splits, strict=True))
        ]
        return np.concatenate((np.array([path.leaf, *links], np.int32), constrained[1][rows[constrained[0]]]))

    def _add_row_constraints(self, rows: Iterable[int]) -> None:
        columns = np.fromiter(self.paths.values(), np.int32, len(self.paths))
        coverage = np.array(self._coverage) if self._coverage else np.empty((0, 0), np.uint8)
        supports = []
        for r in rows:
            holds = (coverage[:, r >> 3] >> (7 - (r & 7))) & 1 if len(coverage) else coverage[:, :0].any(axis=1)
            supports.append(columns[holds.astype(np.bool_)])
            self._row_of[int(r)] = self._n_rows + len(supports) - 1
        ones = np.ones(len(supports))
        self.model.add_rows(ones, ones, Vectors.of_ones(supports))
        self._n_rows += len(supports)

    def _violated_rows(self, solution: LpSolution) -> NDArray[np.intp]:
        """The rows whose cover differs most from 1 (eq. 3), one of those that all used paths treat alike."""
        if self.n_cuts == self._table.n_rows:
            return np.empty(0, np.intp)
        weights = solution.columns[list(self.paths.values())]
        used = np.flatnonzero(weights > WHOLE)
        bits = np.unpackbits(np.array([self._coverage[i] for i in used]), axis=1, count=self._table.n_rows)
        excess = np.abs(weights[used] @ bits - 1)
        rows = np.flatnonzero(excess > 1e-5)
        rows = rows[[int(r) not in self._row_of for r in rows]]
        _, alike = np.unique(bits[:, rows], axis=1, return_index=True)
        rows = rows[np.sort(alike)]
        return rows[np.argsort(-excess[rows], kind="stable")[:CUTS_PER_ROUND]]

    def _relaxation(self, solution: LpSolution) -> PricedRelaxation:
        columns = np.fromiter(self.paths.values(), np.int64, len(self.paths))
        weights = solution.columns[columns]
        beta = np.zeros(self._table.n_rows)
        beta[list(self._row_of)] = solution.row_duals[list(self._row_of.values())]
        gamma = tuple(tuple(solution.row_duals[links] for links in levels) for levels in self._links)
        support = tuple((path, float(w)) for path, w in zip(self.paths, weights, strict=True) if w > WHOLE)
        return PricedRelaxation(
            value=solution.value,
            support=support,
            duals=Duals(solution.row_duals[: self._topology.n_leaves], beta, gamma),
            reduced_costs=solution.reduced_costs[columns],
        )

    def columns_of(self, tree: Sequence[Path]) -> NDArray[np.float64]:
        """The master's solution that is this tree: its paths and its splits' rho at 1."""
        solution = np.zeros(self.n_columns)
        for path in tree:
            solution[self.paths[path]] = 1
            for node, split in zip(self._topology.nodes_to(path.leaf), path.splits, strict=True):
                solution[self._rho[node] + self._sets.position[node][split]] = 1
        return solution


def restricted_bound(table: Table, duals: Duals, largest: NDArray[np.float64], topology: Topology) -> int:
    """No tree over the split sets costs less than this, whatever the duals: weak duality.

    A tree earns at most  sum of alpha + sum of beta + sum over leaves of the largest reduced cost + sum over nodes j of
    the largest sum over the leaves below j of gamma_{l,j,a}  (0 for an optimal LP: there rho_{j,a} prices out).
    """
    earns = duals.alpha.sum() + duals.beta.sum() + largest.sum()
    for node in range(topology.n_nodes):
        level = topology.level(node)
        earns += np.sum([duals.gamma[leaf][level] for leaf in topology.leaves_below(node)], axis=0).max()
    unit = table.reward_unit
    return max(table.earnable - math.floor(float(earns + FLOAT_SLACK) * unit), table.least_cost)


FLOAT_SLACK = 1e-6
"""What float64 may lose in the sums of the bound, in units of the LP; always counted against the bound."""

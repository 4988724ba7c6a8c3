"""The prefix-consistent master: in place of eq. 3 and eq. 4, all leaves below a node agree on every prefix through it.

For every internal node j and every prefix q of splits from the root through j there is a weight w_{j,q}, and for every
leaf l below j:  sum of x_p over the paths p to l that begin with q  =  w_{j,q}.
The polytope is integral: docs/prefix_master.md.
"""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from boughs._native import Stop
from boughs.model.coverage import covered, earned
from boughs.model.path import Path
from boughs.model.relaxation import WHOLE, Relaxation
from boughs.model.split_sets import Split
from boughs.model.table import Table
from boughs.model.topology import Topology
from boughs.solver.port import Model, Vectors

Prefix = tuple[Split, ...]


class PrefixMaster:
    """Rows: eq. 2 for every leaf; one for every prefix that a path of the model has and every leaf below it."""

    def __init__(self, model: Model, table: Table, topology: Topology) -> None:
        self.model = model
        self.paths: dict[Path, int] = {}
        self.n_columns = 0
        self._table = table
        self._topology = topology
        self._unit = table.reward_unit
        self._weight_of: dict[tuple[int, Prefix], int] = {}
        self._rows_of: dict[tuple[int, Prefix], dict[int, int]] = {}
        ones = np.ones(topology.n_leaves)
        model.add_rows(ones, ones, Vectors.empty(len(ones)))
        self._n_rows = len(ones)

    def add(self, paths: Iterable[Path]) -> int:
        """Add the paths that are new, and what links their prefixes; how many paths were new."""
        new = [path for path in dict.fromkeys(paths) if path not in self.paths]
        self._link(dict.fromkeys(key for path in new for key in self._prefixes(path)))
        if new:
            supports = [self._support(path) for path in new]
            self.model.add_columns(
                np.array([self._reward(path) for path in new]), Vectors.of_ones(supports), integer=True
            )
        for path in new:
            self.paths[path] = self.n_columns
            self.n_columns += 1
        return len(new)

    def solve(self, stop: Stop) -> Relaxation | None:
        """The LP's optimum; None if `stop` came first."""
        solution = self.model.solve_lp(stop)
        if solution is None:
            return None
        weights = ((path, float(solution.columns[column])) for path, column in self.paths.items())
        return Relaxation(solution.value, tuple((path, weight) for path, weight in weights if weight > WHOLE))

    def columns_of(self, tree: Sequence[Path]) -> NDArray[np.float64]:
        """The master's solution that is this tree: its paths and its prefixes at 1."""
        solution = np.zeros(self.n_columns)
        for path in tree:
            solution[self.paths[path]] = 1
            solution[[self._weight_of[key] for key in self._prefixes(path)]] = 1
        return solution

    def _prefixes(self, path: Path) -> list[tuple[int, Prefix]]:
        nodes = self._topology.nodes_to(path.leaf)
        return [(node, path.splits[: level + 1]) for level, node in enumerate(nodes)]

    def _link(self, prefixes: Iterable[tuple[int, Prefix]]) -> None:
        unknown = [key for key in prefixes if key not in self._weight_of]
        supports: list[NDArray[np.int32]] = []
        for key in unknown:
            leaves = self._topology.leaves_below(key[0])
            rows = np.arange(self._n_rows, self._n_rows + len(leaves), dtype=np.int32)
            self._rows_of[key] = dict(zip(leaves, rows.tolist(), strict=True))
            self._weight_of[key] = self.n_columns + len(supports)
            self._n_rows += len(leaves)
            supports.append(rows)
        if not unknown:
            return
        zeros = np.zeros(sum(map(len, supports)))
        self.model.add_rows(zeros, zeros, Vectors.empty(len(zeros)))
        ones = Vectors.of_ones(supports)
        self.model.add_columns(np.zeros(len(unknown)), ones._replace(values=-ones.values))
        self.n_columns += len(unknown)

    def _support(self, path: Path) -> NDArray[np.int32]:
        links = [self._rows_of[key][path.leaf] for key in self._prefixes(path)]
        return np.array([path.leaf, *links], dtype=np.int32)

    def _reward(self, path: Path) -> float:
        rows = covered(self._table, self._topology, path.leaf, path.splits)
        return earned(self._table, rows, path.target) / self._unit

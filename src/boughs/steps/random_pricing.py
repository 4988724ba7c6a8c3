"""The pricing heuristic (paper section 4.2.3): a pool of random paths, of which the most promising are handed over."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, vstack

from boughs.model.checks import check_whole
from boughs.model.coverage import goes_left
from boughs.model.duals import Duals
from boughs.model.path import Path
from boughs.model.relaxation import PROMISING
from boughs.model.split_sets import NO_SPLIT, SplitSets
from boughs.model.table import Table


@dataclass(frozen=True)
class RandomPricing:
    """pool_size |C|, leaves_per_round n_l, columns_per_round n_c; exact pricing follows `fruitless_rounds` in a row."""

    pool_size: int = 500
    leaves_per_round: int = 200
    columns_per_round: int = 100
    fruitless_rounds: int = 100

    def __post_init__(self) -> None:
        for field in fields(self):
            check_whole(f"RandomPricing.{field.name}", getattr(self, field.name), 1)


@dataclass(frozen=True, eq=False)
class _Pool:
    """The set C: `positions` (m, k) in the S_j of the way, `rewards` (m,) in units of the LP, `rows` (m, n) covered."""

    leaves: NDArray[np.intp]
    positions: NDArray[np.intp]
    targets: NDArray[np.intp]
    rewards: NDArray[np.float64]
    rows: csr_matrix

    def __len__(self) -> int:
        return len(self.leaves)

    def joined(self, other: "_Pool") -> "_Pool":
        return _Pool(
            leaves=np.concatenate((self.leaves, other.leaves)),
            positions=np.concatenate((self.positions, other.positions)),
            targets=np.concatenate((self.targets, other.targets)),
            rewards=np.concatenate((self.rewards, other.rewards)),
            rows=csr_matrix(vstack((self.rows, other.rows), format="csr")),
        )

    def only(self, which: NDArray[np.intp]) -> "_Pool":
        return _Pool(
            leaves=self.leaves[which],
            positions=self.positions[which],
            targets=self.targets[which],
            rewards=self.rewards[which],
            rows=self.rows[which],
        )


class RandomPricer:
    """Draws paths for the leaves that had promising ones, keeps the best |C|, hands over the best n_c."""

    def __init__(self, params: RandomPricing, table: Table, sets: SplitSets, random: np.random.Generator) -> None:
        self._params = params
        self._table = table
        self._sets = sets
        self._random = random
        self._unit = table.reward_unit
        self._pool = self._build(0, 0)
        self.prefer({})

    def prefer(self, priority: Mapping[int, float]) -> None:
        """Empty the pool and draw leaves in proportion to `priority` (all alike where there is none)."""
        self._pool = self._pool.only(np.empty(0, np.intp))
        self._draw_leaves_from(priority)

    def price(self, duals: Duals) -> list[Path]:
        """Promising paths, best first; rounds of drawing end with the first that finds any, or when patience does."""
        for _ in range(self._params.fruitless_rounds):
            self._refill()
            reduced = self._reduced_costs(duals)
            order = np.argsort(-reduced, kind="stable")
            promising = order[reduced[order] > PROMISING]
            if len(promising):
                return self._hand_over(promising[: self._params.columns_per_round], order)
            self._pool = self._pool.only(order[: self._params.pool_size])
            self._draw_leaves_from({})
        return []

    def _draw_leaves_from(self, priority: Mapping[int, float]) -> None:
        leaves = range(self._sets.topology.n_leaves)
        weights = np.array([priority.get(leaf, 0.0) for leaf in leaves]) if priority else np.ones(len(leaves))
        self._leaf_odds = weights / weights.sum()

    def _hand_over(self, chosen: NDArray[np.intp], order: NDArray[np.intp]) -> list[Path]:
        paths = [self._path(i) for i in chosen]
        self._draw_leaves_from(dict.fromkeys((path.leaf for path in paths), 1.0))
        self._pool = self._pool.only(order[len(chosen) :][: self._params.pool_size])
        return paths

    def _path(self, i: int) -> Path:
        leaf = int(self._pool.leaves[i])
        nodes = self._sets.topology.nodes_to(leaf)
        splits = tuple(self._sets.at[node][a] for node, a in zip(nodes, self._pool.positions[i], strict=True))
        return Path(leaf, splits, int(self._pool.targets[i]))

    def _reduced_costs(self, duals: Duals) -> NDArray[np.float64]:
        """Eq. 7."""
        reduced: NDArray[np.float64] = (
            self._pool.rewards - duals.alpha[self._pool.leaves] - self._pool.rows @ duals.beta
        )
        for leaf in np.unique(self._pool.leaves):
            of_leaf = self._pool.leaves == leaf
            for level, gamma in enumerate(duals.gamma[leaf]):
                reduced[of_leaf] -= gamma[self._pool.positions[of_leaf, level]]
        return reduced

    def _refill(self) -> None:
        drawn = self._random.multinomial(self._params.leaves_per_round, self._leaf_odds)
        for leaf in np.flatnonzero(drawn):
            self._pool = self._pool.joined(self._build(int(leaf), int(drawn[leaf])))

    def _build(self, leaf: int, count: int) -> _Pool:
        """`count` random paths to `leaf`, less those whose splits are not distinct and those with too few rows."""
        table, topology = self._table, self._sets.topology
        nodes = topology.nodes_to(leaf)
        sizes = [len(self._sets.at[node]) for node in nodes]
        positions = self._random.integers(0, sizes, size=(count, len(sizes)))
        positions = self._well_formed(nodes, positions)
        rows = np.ones((len(positions), table.n_rows), dtype=np.bool_)
        for level, (node, left) in enumerate(zip(nodes, topology.goes_left_to(leaf), strict=True)):
            for a in np.unique(positions[:, level]):
                rows[positions[:, level] == a] &= goes_left(table, self._sets.at[node][a]) == left
        return self._allowed(leaf, positions, csr_matrix(rows))

    def _well_formed(self, nodes: tuple[int, ...], positions: NDArray[np.intp]) -> NDArray[np.intp]:
        """Below NO_SPLIT (position 0) only NO_SPLIT; the real splits of a path distinct (definition 2 ii)."""
        positions = np.where(np.logical_or.accumulate(positions == 0, axis=1), 0, positions)
        splits = [[self._sets.at[node][a] for node, a in zip(nodes, row, strict=True)] for row in positions]
        real = [[split for split in row if split != NO_SPLIT] for row in splits]
        return positions[np.array([len(set(row)) == len(row) for row in real], dtype=np.bool_)]

    def _allowed(self, leaf: int, positions: NDArray[np.intp], rows: csr_matrix) -> _Pool:
        table = self._table
        input_rows = rows @ table.input_rows
        per_class = rows @ table.rewards
        pool = _Pool(
            leaves=np.full(len(positions), leaf),
            positions=positions,
            targets=per_class.argmax(axis=1),
            rewards=(per_class.max(axis=1) - table.leaf_price * (input_rows > 0)) / self._unit,
            rows=rows,
        )
        return pool.only(np.flatnonzero((input_rows == 0) | (input_rows >= table.min_rows)))

"""New splits beyond the sampled ones: bottoms of depth two re-optimised over all splits of all columns, then the tops.

The recursion over the S_j is run on the upper levels of the tree only; below them stands, for every set of rows that an
upper part leads to, the exact best tree of depth two over all splits (native). Then the upper nodes of the best tree
get new candidates, until nothing improves: with the tree below a node held fixed, the best cut of every column is a
sweep; and where both children are bottoms, what they cost at two cuts bounds what they cost at all cuts between, so
that the cut in the middle is tried wherever the bound leaves hope.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boughs._native import Stop, solve_depth_two
from boughs.model.checks import check_whole
from boughs.model.coverage import best_target, cost_of, goes_left, is_allowed
from boughs.model.split_sets import NO_SPLIT, Split, SplitSets
from boughs.model.table import Table

NO_LIMIT = np.iinfo(np.int64).max
EXACT = 0
"""The native solver's word for a proven optimum."""

Rows = NDArray[np.bool_]


@dataclass(frozen=True)
class SplitGeneration:
    """tops: how many of the columns' best cuts become candidates of an upper node in a round; middles: how many middles
    of open gaps are tried there, as long as the bottoms solved have less than `work` cells (rows times columns) in all.
    """

    tops: int = 4
    middles: int = 64
    work: int = 100_000_000

    def __post_init__(self) -> None:
        for field in fields(self):
            check_whole(f"SplitGeneration.{field.name}", getattr(self, field.name), 1)


class Grown(NamedTuple):
    """A tree below a node: what it costs, how many leaves it has, and the split of every internal node that has one."""

    cost: int
    leaves: int
    splits: dict[int, Split]


class SplitGenerator:
    """Keeps the candidates of the upper levels and every bottom solved so far."""

    def __init__(self, params: SplitGeneration, table: Table, sets: SplitSets, n_threads: int, stop: Stop) -> None:
        self._params = params
        self._table = table
        self._topology = sets.topology
        self._n_threads = n_threads
        self._stop = stop
        self._bottom_level = max(0, sets.topology.depth - 2)
        self._upper = {node: self._real(sets, node) for node in range(2**self._bottom_level - 1)}
        self._middles: dict[tuple[int, bytes], dict[Split, None]] = {}
        self._bottoms: dict[bytes, Grown] = {}
        self._complete = True
        self._n_open = -1
        self._work_done = 0

    @property
    def covers_everything(self) -> bool:
        """Is the last tree the best of all trees? It is one bottom then, or the root has no open gap left."""
        if self._bottom_level == 0:
            return self._complete
        return self._bottom_level == 1 and self._complete and self._n_open == 0 and self._table.min_rows == 1

    def grow(self, sets: SplitSets) -> tuple[Split, ...] | None:
        """The best tree with upper splits from `sets` and the candidates so far; None if `stop` came first."""
        for node, candidates in self._upper.items():
            candidates.update(self._real(sets, node))
        everything = np.ones(self._table.n_rows, dtype=np.bool_)
        wanted: dict[bytes, Rows] = {}
        self._collect(0, everything, wanted)
        self._solve(wanted)
        best = self._best(0, everything) if self._complete else None
        return self._as_heap(best) if best and self._complete else None

    def renew_tops(self, tree: Sequence[Split]) -> bool:
        """Give every upper node of `tree` the best cuts that the trees below it leave open; are any of them new?"""
        rows_at = self._rows_at(tree)
        costs = self._costs_below(tree, rows_at)
        found = False
        for node in self._upper:
            if tree[node] == NO_SPLIT:
                continue
            for split in self._best_cuts(np.flatnonzero(rows_at[node]), costs[2 * node + 1], costs[2 * node + 2]):
                found |= split not in self._upper[node]
                self._upper[node].setdefault(split)
            if 2 * node + 1 not in self._upper and self._work_done < self._params.work:
                found |= self._try_middles(node, rows_at[node])
        return found

    @staticmethod
    def _real(sets: SplitSets, node: int) -> dict[Split, None]:
        return dict.fromkeys(split for split in sets.at[node] if split != NO_SPLIT)

    def _collect(self, node: int, rows: Rows, wanted: dict[bytes, Rows]) -> None:
        """Add the bottoms not solved yet."""
        if node not in self._upper:
            if (key := _key(rows)) not in self._bottoms:
                wanted.setdefault(key, rows)
            return
        for left, right in self._children(node, rows).values():
            self._collect(2 * node + 1, left, wanted)
            self._collect(2 * node + 2, right, wanted)

    def _children(self, node: int, rows: Rows) -> dict[Split, tuple[Rows, Rows]]:
        """The two sides of every candidate that separates these rows and leaves enough of them on both."""
        if self._stop.expired:
            self._complete = False
            return {}
        candidates = self._upper[node] | self._middles.get((node, _key(rows)), {})
        sides = {split: rows & goes_left(self._table, split) for split in candidates}
        children = {split: (left, rows & ~left) for split, left in sides.items()}
        return {split: both for split, both in children.items() if all(self._is_enough(side) for side in both)}

    def _is_enough(self, rows: Rows) -> bool:
        return bool(rows.any()) and is_allowed(self._table, rows)

    def _best(self, node: int, rows: Rows) -> Grown:
        if node not in self._upper:
            return _moved(self._bottoms[_key(rows)], node)
        best = self._leaf(rows)
        for split, (left, right) in self._children(node, rows).items():
            below = self._best(2 * node + 1, left), self._best(2 * node + 2, right)
            cost, leaves = below[0].cost + below[1].cost, below[0].leaves + below[1].leaves
            if (cost, leaves) < best[:2]:
                best = Grown(cost, leaves, {node: split} | below[0].splits | below[1].splits)
        return best

    def _leaf(self, rows: Rows) -> Grown:
        return Grown(cost_of(self._table, rows, best_target(self._table, rows)), 1, {})

    def _solve(self, wanted: dict[bytes, Rows]) -> None:
        if not wanted or self._stop.expired:
            self._complete &= not wanted
            return
        table = self._table
        subsets = [np.flatnonzero(rows).astype(np.int32) for rows in wanted.values()]
        values, columns, lows, highs, _, status = solve_depth_two(
            table.ranks, table.order, table.costs, table.input_rows,
            np.cumsum([0, *map(len, subsets)], dtype=np.int64), np.concatenate(subsets),
            np.full(len(subsets), NO_LIMIT), table.leaf_price, table.min_rows,
            min(2, self._topology.depth), self._n_threads, self._stop,
        )  # fmt: skip
        self._complete &= bool((status == EXACT).all())
        self._work_done += sum(map(len, subsets)) * len(table.columns)
        for i, key in enumerate(wanted):
            splits = {
                node: Split(int(column), self._table.columns[column].cut_between(int(low), int(high)))
                for node, (column, low, high) in enumerate(zip(columns[i], lows[i], highs[i], strict=True))
                if column >= 0
            }
            self._bottoms[key] = Grown(int(values[i]), len(splits) + 1, splits)

    def _as_heap(self, tree: Grown) -> tuple[Split, ...]:
        return tuple(tree.splits.get(node, NO_SPLIT) for node in range(self._topology.n_nodes))

    def _rows_at(self, tree: Sequence[Split]) -> dict[int, Rows]:
        """The rows of every node and leaf, in heap order."""
        rows = {0: np.ones(self._table.n_rows, dtype=np.bool_)}
        for node in range(self._topology.n_nodes):
            left = goes_left(self._table, tree[node])
            rows[2 * node + 1], rows[2 * node + 2] = rows[node] & left, rows[node] & ~left
        return rows

    def _costs_below(self, tree: Sequence[Split], rows_at: dict[int, Rows]) -> dict[int, NDArray[np.int64]]:
        """For every node and leaf, in heap order: what each row of the Table would cost if it were sent there."""
        table, topology = self._table, self._topology
        costs: dict[int, NDArray[np.int64]] = {}
        for node in reversed(range(2 * topology.n_nodes + 1)):
            if node >= topology.n_nodes or tree[node] == NO_SPLIT:
                costs[node] = table.costs[:, int(table.costs[rows_at[node]].sum(axis=0).argmin())]
            else:
                left = goes_left(table, tree[node])
                costs[node] = np.where(left, costs[2 * node + 1], costs[2 * node + 2])
        return costs

    def _best_cuts(
        self, rows: NDArray[np.intp], if_left: NDArray[np.int64], if_right: NDArray[np.int64]
    ) -> list[Split]:
        """The best cut of every column, given what a row costs on either side; the best few of them."""
        saved_by_left = (if_right - if_left)[rows]
        best = []
        for c, column in enumerate(self._table.columns):
            if column.n_cuts:
                savings = np.cumsum(np.bincount(self._table.ranks[c, rows], saved_by_left, column.n_cuts + 1))[:-1]
                best.append((-savings.max(), Split(c, int(savings.argmax()))))
        return [split for _, split in sorted(best)[: self._params.tops]]

    def _try_middles(self, node: int, rows: Rows) -> bool:
        """Make candidates of the most hopeful gaps' middles; False where there is no gap left."""
        costs = {
            split: (self._bottoms[_key(left)].cost, self._bottoms[_key(right)].cost)
            for split, (left, right) in self._children(node, rows).items()
            if _key(left) in self._bottoms and _key(right) in self._bottoms
        }
        best = min((sum(both) for both in costs.values()), default=0)
        gaps = [gap for c in range(len(self._table.columns)) for gap in self._open_gaps(c, rows, costs, best)]
        self._n_open = len(gaps)
        chosen = [split for _, split in sorted(gaps)[: self._params.middles]]
        self._middles.setdefault((node, _key(rows)), {}).update(dict.fromkeys(chosen))
        return bool(chosen)

    def _open_gaps(
        self, column: int, rows: Rows, costs: dict[Split, tuple[int, int]], best: int
    ) -> list[tuple[int, Split]]:
        """(bound, middle cut) of every gap between known cuts of the column that may hold a cut better than `best`.

        Let L and R be the optima of the two sides. They never fall when rows are added, and rise by at most the rows'
        largest costs (with a minimum leaf size the first can fail: then this only orders the work). Of the rows between
        a < b every one costs at least its smallest, on whichever side it is. So, with `least` and `most` the sums of
        these over the rows between:  L(v) + R(v) >= max(L(a), L(b) - most) + max(R(b), R(a) - most) + least.
        """
        ranks = self._table.ranks[column, rows]
        present = np.unique(ranks)
        place = np.searchsorted(present, ranks)
        known = {
            int(np.searchsorted(present, split.cut, side="right")) - 1: both
            for split, both in costs.items()
            if split.column == column
        }
        first, last = self._cuts_with_enough(np.bincount(place, self._table.input_rows[rows]))
        known |= {first - 1: (0, 0), last + 1: (0, 0)}
        least, most = (
            np.r_[0, np.cumsum(np.bincount(place, of_row))].astype(np.int64)
            for of_row in (self._table.costs[rows].min(axis=1), self._table.costs[rows].max(axis=1))
        )
        gaps = []
        for a, b in pairwise(sorted(known)):
            if b - a > 1:
                at_least, at_most = (int(sums[b + 1] - sums[a + 1]) for sums in (least, most))
                bound = max(known[a][0], known[b][0] - at_most) + max(known[b][1], known[a][1] - at_most) + at_least
                if bound < best:
                    middle = (a + b) // 2
                    cut = self._table.columns[column].cut_between(int(present[middle]), int(present[middle + 1]))
                    gaps.append((bound, Split(column, cut)))
        return gaps

    def _cuts_with_enough(self, counts: NDArray[np.float64] | NDArray[np.signedinteger[Any]]) -> tuple[int, int]:
        """The first and the last cut that leave enough input rows on both sides; empty where last < first."""
        left = np.cumsum(counts)[:-1]
        enough = np.flatnonzero((left >= self._table.min_rows) & (counts.sum() - left >= self._table.min_rows))
        return (int(enough[0]), int(enough[-1])) if len(enough) else (0, -1)


def _key(rows: Rows) -> bytes:
    return np.packbits(rows).tobytes()


def _moved(tree: Grown, node: int) -> Grown:
    """A tree of depth two, numbered from 0, as the tree below `node`."""
    places = (node, 2 * node + 1, 2 * node + 2)
    return tree._replace(splits={places[at]: split for at, split in tree.splits.items()})

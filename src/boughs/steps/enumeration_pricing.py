"""Exact pricing by enumeration: the paths of largest reduced cost (paper eq. 7), and a proof of it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boughs._native import Stop, best_paths
from boughs.model.duals import Duals
from boughs.model.path import Path
from boughs.model.split_sets import SplitSets
from boughs.model.table import Table


@dataclass(frozen=True)
class PricedPath:
    """A path, its reduced cost in the LP's units, and its reward in the table's units."""

    path: Path
    reduced_cost: float
    reward: int


@dataclass(frozen=True, eq=False)
class PricedLeaves:
    """`largest` and `paths` have one entry for every leaf asked for.

    largest: (n,) float64, the largest reduced cost over all paths of the leaf, -inf where it has none; an upper bound
    on that unless `complete`. paths: those above the tolerance by falling reduced cost, then by positions in S_j.
    """

    largest: NDArray[np.float64]
    paths: tuple[tuple[PricedPath, ...], ...]
    complete: bool


def price_paths(
    table: Table,
    sets: SplitSets,
    duals: Duals,
    *,
    reward_unit: float,
    leaves: Sequence[int],
    how_many: int,
    tolerance: float,
    n_threads: int,
    stop: Stop,
) -> PricedLeaves:
    """At most `how_many` best paths of reduced cost > `tolerance` for every leaf of `leaves`.

    A path's coefficient in the LP's objective is its reward / `reward_unit`.
    """
    columns, cuts, starts = sets.flat
    largest, complete, ends, positions, targets, reduced_costs, rewards = best_paths(
        table.ranks, columns, cuts, starts, sets.topology.depth,
        table.rewards, table.input_rows, table.leaf_price, table.min_rows,
        duals.alpha, duals.beta, duals.flat_gamma, reward_unit,
        np.asarray(leaves, dtype=np.int32), how_many, tolerance, n_threads, stop,
    )  # fmt: skip

    def priced(leaf: int, i: int) -> PricedPath:
        nodes = sets.topology.nodes_to(leaf)
        splits = (sets.at[node][position] for node, position in zip(nodes, positions[i].tolist(), strict=True))
        return PricedPath(Path(leaf, tuple(splits), int(targets[i])), float(reduced_costs[i]), int(rewards[i]))

    of_leaves = zip(leaves, ends[:-1].tolist(), ends[1:].tolist(), strict=True)
    paths = tuple(tuple(priced(leaf, i) for i in range(first, last)) for leaf, first, last in of_leaves)
    return PricedLeaves(largest, paths, complete)

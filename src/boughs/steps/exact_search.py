"""The exact search over all splits of all columns (native): it improves a tree and a bound until they meet."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boughs._native import ExactSearch, Stop
from boughs.model.split_sets import NO_SPLIT, Split
from boughs.model.table import Table
from boughs.model.topology import Topology

SECONDS_BETWEEN_LOOKS = 0.02


@dataclass(frozen=True)
class Standing:
    """What the best tree so far costs, and a bound below which no tree costs; in the Table's units."""

    cost: int
    bound: int


@dataclass(frozen=True)
class ExactResult:
    """Where the search ended, its tree as the splits of the nodes in heap order, and what it counted."""

    standing: Standing
    splits: tuple[Split, ...]
    counts: dict[str, int]


def search_exactly(
    table: Table,
    topology: Topology,
    start: Sequence[Split],
    n_threads: int,
    stop: Stop,
    watch: Callable[[Standing], None],
) -> ExactResult:
    """Search from the tree `start` on, to the proof or until `stop`; `watch` is called when a look finds progress.

    `watch` may cancel `stop`.
    """
    search = ExactSearch(
        table.ranks, table.order, table.costs, table.input_rows, table.leaf_price, table.min_rows,
        topology.depth, n_threads, stop,
    )  # fmt: skip
    with ThreadPoolExecutor(1, "boughs-search") as executor:
        run = executor.submit(search.run, _as_arrays(start))
        seen: Standing | None = None
        while not wait((run,), SECONDS_BETWEEN_LOOKS).done:
            standing = Standing(search.value, search.bound)
            if standing != seen:
                watch(standing)
                seen = standing
        run.result()
    return ExactResult(Standing(search.value, search.bound), _splits(table, search), search.counts())


def _as_arrays(tree: Sequence[Split]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    columns, cuts = np.array(tree, dtype=np.int32).reshape(-1, 2).T
    return np.ascontiguousarray(columns), np.ascontiguousarray(cuts)


def _splits(table: Table, search: ExactSearch) -> tuple[Split, ...]:
    """Every cut midway between the neighbouring values of its node."""
    columns, lows, highs, _ = search.tree()
    nodes = zip(columns.tolist(), lows.tolist(), highs.tolist(), strict=True)
    return tuple(
        NO_SPLIT if column < 0 else Split(column, table.columns[column].cut_between(low, high))
        for column, low, high in nodes
    )

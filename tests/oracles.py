"""Slow, independent answers: plain recursions and enumerations that the fast code is checked against."""

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from boughs.model.objective import Objective
from boughs.model.path import Path
from boughs.model.split_sets import NO_SPLIT, Split, SplitSets
from boughs.model.table import Table, encode
from boughs.model.topology import Topology


def random_table(
    rng: np.random.Generator, n: int = 12, p: int = 2, values: int = 4, n_classes: int = 2, **objective: object
) -> Table:
    """A small table with ties and duplicates; every class number below n_classes is allowed, none is sure to occur."""
    X = rng.integers(0, values, (n, p)).astype(float)
    labels = rng.integers(0, n_classes, n).astype(np.int32)
    weights = objective.pop("weights", np.ones(n))
    errors = Objective.errors(n_classes)
    return encode(
        X,
        labels,
        weights,
        Objective(**({"class_weights": errors.class_weights, "cost_matrix": errors.cost_matrix} | objective)),
    )


def random_objective(rng: np.random.Generator, n_classes: int) -> dict[str, object]:
    """Now and then a cost matrix, class weights, a leaf price, a minimum leaf size."""
    objective: dict[str, object] = {}
    if rng.random() < 0.3:
        objective["cost_matrix"] = tuple(
            tuple(Fraction(int(rng.integers(0, 5)) if t != c else 0) for c in range(n_classes))
            for t in range(n_classes)
        )
    if rng.random() < 0.3:
        objective["class_weights"] = tuple(Fraction(int(rng.integers(1, 4)), 2) for _ in range(n_classes))
    if rng.random() < 0.4:
        objective["leaf_penalty"] = Fraction(int(rng.integers(0, 15)), 100)
    if rng.random() < 0.4:
        objective["min_rows"] = int(rng.integers(1, 5))
    return objective


def random_sets(rng: np.random.Generator, table: Table, topology: Topology, most: int = 4) -> SplitSets:
    """Up to `most` splits at every node, out of all."""
    every = [Split(c, cut) for c, column in enumerate(table.columns) for cut in range(column.n_cuts)]
    chosen = [
        [every[i] for i in rng.permutation(len(every))[: rng.integers(0, most + 1)]] for _ in range(topology.n_nodes)
    ]
    return SplitSets.of(topology, chosen)


def best_restricted_cost(table: Table, sets: SplitSets, *, distinct: bool = False) -> int:
    """The cheapest tree over the split sets, by plain recursion; with distinct splits on every path, if asked for."""

    def best(node: int, rows: np.ndarray, above: tuple[Split, ...] = ()) -> float:
        if not rows.any():
            return 0
        cost = leaf_cost(table, rows)
        if node >= sets.topology.n_nodes:
            return cost
        for split in sets.at[node]:
            if split != NO_SPLIT and not (distinct and split in above):
                left, on_way = rows & (table.ranks[split.column] <= split.cut), (*above, split)
                cost = min(cost, best(2 * node + 1, left, on_way) + best(2 * node + 2, rows & ~left, on_way))
        return cost

    return int(best(0, np.ones(table.n_rows, dtype=bool)))


def best_cost(table: Table, depth: int) -> int:
    """The cheapest tree of all, by plain recursion."""
    return best_restricted_cost(table, SplitSets.all_of(Topology(depth), table))


def leaf_cost(table: Table, rows: np.ndarray) -> float:
    """The best class's cost and the price; infinite where there are too few rows."""
    if table.input_rows[rows].sum() < table.min_rows:
        return np.inf
    return int(table.costs[rows].sum(axis=0).min()) + table.leaf_price


def reached(table: Table, topology: Topology, path: Path) -> np.ndarray:
    """The rows on a path."""
    rows = np.ones(table.n_rows, dtype=bool)
    leaf_bits = [(path.leaf >> (topology.depth - 1 - level)) & 1 for level in range(topology.depth)]
    for split, right in zip(path.splits, leaf_bits, strict=True):
        left = np.ones(table.n_rows, dtype=bool) if split == NO_SPLIT else table.ranks[split.column] <= split.cut
        rows &= ~left if right else left
    return rows


def all_paths(table: Table, sets: SplitSets, leaf: int, every_target: bool = False) -> Iterator[Path]:
    """Every path to a leaf, with its best target (or every target, where it covers rows)."""
    nodes = [0]
    for level in range(sets.topology.depth - 1):
        nodes.append(2 * nodes[-1] + 1 + ((leaf >> (sets.topology.depth - 1 - level)) & 1))
    for splits in itertools.product(*(sets.at[node] for node in nodes)):
        real = [split for split in splits if split != NO_SPLIT]
        if len(set(real)) < len(real) or NO_SPLIT in splits[: len(real)]:
            continue
        rows = reached(table, sets.topology, Path(leaf, splits, 0))
        if not rows.any():
            yield Path(leaf, splits, 0)
        elif table.input_rows[rows].sum() >= table.min_rows:
            earned = (table.costs.max(axis=1, keepdims=True) - table.costs)[rows].sum(axis=0)
            for target in range(table.n_classes) if every_target else [int(np.argmax(earned))]:
                yield Path(leaf, splits, target)


def path_reward(table: Table, topology: Topology, path: Path) -> int:
    """What the path earns."""
    rows = reached(table, topology, path)
    saved = table.costs[rows].max(axis=1, initial=0) - table.costs[rows, path.target]
    return int(saved.sum()) - table.leaf_price * bool(rows.any())


def tree_cost(table: Table, topology: Topology, paths: Sequence[Path]) -> int:
    """What a tree costs, path by path; every row must be on exactly one."""
    cost, cover = 0, np.zeros(table.n_rows, dtype=int)
    for path in paths:
        rows = reached(table, topology, path)
        cover += rows
        cost += int(table.costs[rows, path.target].sum()) + table.leaf_price * bool(rows.any())
    assert (cover == 1).all()
    return cost

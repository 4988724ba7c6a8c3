"""Tiny random pricing problems, and plain slow answers to them over all paths and trees."""

from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boughs._native import Stop
from boughs.model.column import Column
from boughs.model.duals import Duals
from boughs.model.split_sets import NO_SPLIT, Split, SplitSets
from boughs.model.table import Table
from boughs.model.topology import Topology


class Case(NamedTuple):
    table: Table
    sets: SplitSets
    duals: Duals


def table_of(ranks, costs, input_rows=None, leaf_price=0, min_rows=1) -> Table:
    n_rows = costs.shape[0]
    if input_rows is None:
        input_rows = np.ones(n_rows, dtype=np.int64)
    columns = tuple(Column(f, np.arange(max(r.max(initial=0) + 1, 1), dtype=float)) for f, r in enumerate(ranks))
    return Table(
        columns=columns,
        ranks=np.ascontiguousarray(ranks, dtype=np.int32),
        labels=np.argmin(costs, axis=1).astype(np.int32),
        costs=np.ascontiguousarray(costs, dtype=np.int64),
        input_rows=input_rows,
        sample_weights=input_rows.astype(float),
        cart_weights=input_rows.astype(float),
        row_of_input=np.repeat(np.arange(n_rows), np.minimum(input_rows, 9)),
        leaf_price=leaf_price,
        min_rows=min_rows,
        reward_unit=1.0,
        unit=1,
        rounding=0,
    )


def random_case(seed: int, max_depth: int = 3, signed: bool = False) -> Case:
    rng = np.random.default_rng(seed)
    depth = int(rng.integers(1, max_depth + 1))
    n_rows, n_columns, n_classes = (int(rng.integers(1, high)) for high in (13, 4, 5))
    ranks = rng.integers(0, 4, (n_columns, n_rows))
    if rng.random() < 0.6:
        labels, weights = rng.integers(0, n_classes, n_rows), rng.integers(1, 4, n_rows)
        costs = (labels[:, None] != np.arange(n_classes)) * weights[:, None]
    else:
        costs = rng.integers(-5 if signed else 0, 6, (n_rows, n_classes))
    costs = costs * int(rng.choice([1, 1, 1, 10**6, 2**25, 2**40]))
    input_rows = rng.integers(1, 4, n_rows)
    price = int(rng.choice([0, 0, 1, 2])) * int(np.abs(costs).max() > 0)
    table = table_of(ranks, costs, input_rows, price, int(rng.choice([0, 1, 1, 2, 4, 40])))
    topology = Topology(depth)
    most = {1: 7, 2: 4, 3: 2}[depth]
    sets = SplitSets.of(
        topology, [random_splits(rng, n_columns, int(rng.integers(0, most + 1))) for _ in range(topology.n_nodes)]
    )
    return Case(table, sets, random_duals(rng, sets, n_rows))


def random_splits(rng: np.random.Generator, n_columns: int, how_many: int) -> list[Split]:
    return [Split(int(rng.integers(0, n_columns)), int(rng.integers(-1, 5))) for _ in range(how_many)]


def random_duals(rng: np.random.Generator, sets: SplitSets, n_rows: int) -> Duals:
    """Whole numbers or halves, so that ties are ties; or anything."""
    scale = rng.choice([0.0, 1.0, 3.0])
    whole = rng.random() < 0.6

    def draw(n: int) -> NDArray[np.float64]:
        return scale * (rng.integers(-2, 3, n) / 2 if whole else rng.normal(0, 1, n))

    zero = Duals.zero(sets, n_rows)
    beta = draw(n_rows) * (rng.random(n_rows) < 0.7)
    return Duals(draw(len(zero.alpha)), beta, tuple(tuple(draw(len(g)) for g in of_leaf) for of_leaf in zero.gamma))


def all_positions(sets: SplitSets, leaf: int):
    """All choices of positions in S_j on the way to a leaf: real splits pairwise distinct, then only NO_SPLIT."""
    nodes = sets.topology.nodes_to(leaf)
    for positions in product(*(range(len(sets.at[node])) for node in nodes)):
        splits = [sets.at[node][p] for node, p in zip(nodes, positions, strict=True)]
        real = [split for split in splits if split != NO_SPLIT]
        if splits[: len(real)] == real and len(set(real)) == len(real):
            yield positions, splits


def covered(table: Table, sets: SplitSets, leaf: int, splits) -> NDArray[np.bool_]:
    rows = np.ones(table.n_rows, dtype=bool)
    for split, left in zip(splits, sets.topology.goes_left_to(leaf), strict=True):
        goes_left = np.ones(table.n_rows, dtype=bool) if split == NO_SPLIT else table.ranks[split.column] <= split.cut
        rows &= goes_left == left
    return rows


def slow_paths(case: Case, leaf: int, reward_unit: float) -> list[tuple[float, tuple[int, ...], int, int]]:
    """(reduced cost, positions, target, reward) of all paths of a leaf, the best first."""
    table, sets, duals = case
    found = []
    for positions, splits in all_positions(sets, leaf):
        rows = covered(table, sets, leaf, splits)
        if rows.any() and table.input_rows[rows].sum() < table.min_rows:
            continue
        sums = table.rewards[rows].sum(axis=0)
        target = int(sums.argmax())
        reward = int(sums[target]) - table.leaf_price if rows.any() else 0
        gamma = sum(duals.gamma[leaf][level][p] for level, p in enumerate(positions))
        reduced_cost = reward / reward_unit - duals.alpha[leaf] - gamma - duals.beta[rows].sum()
        found.append((float(reduced_cost), positions, target, reward))
    return sorted(found, key=lambda path: (-path[0], path[1]))


def all_choices(sets: SplitSets):
    """All trees: a position in S_j for every node; below a NO_SPLIT only NO_SPLIT."""
    for choice in product(*(range(len(at_node)) for at_node in sets.at)):
        if all(choice[node] == 0 or node == 0 or choice[(node - 1) // 2] != 0 for node in range(len(choice))):
            yield choice


def tree_value(table: Table, sets: SplitSets, choice) -> tuple[int, tuple[int, ...]] | None:
    """(value, targets) of a tree; None where a leaf has too few rows."""
    value, targets = 0, []
    for leaf in range(sets.topology.n_leaves):
        splits = [sets.at[node][choice[node]] for node in sets.topology.nodes_to(leaf)]
        rows = covered(table, sets, leaf, splits)
        if rows.any() and table.input_rows[rows].sum() < table.min_rows:
            return None
        sums = table.costs[rows].sum(axis=0)
        targets.append(int(sums.argmin()))
        value += int(sums.min()) + table.leaf_price * bool(rows.any())
    return value, tuple(targets)


def slow_trees(case: Case) -> list[tuple[int, int, tuple[int, ...], tuple[int, ...]]]:
    """(value, splits, choice, targets) of all trees, the best first."""
    valued = ((choice, tree_value(case.table, case.sets, choice)) for choice in all_choices(case.sets))
    return sorted((v[0], sum(map(bool, choice)), choice, v[1]) for choice, v in valued if v is not None)


def native_tree_arguments() -> dict[str, object]:
    """A depth-one problem of four rows and one column with two cuts."""
    return {
        "ranks": np.array([[0, 1, 2, 3]], dtype=np.int32),
        "columns": np.array([-1, 0, 0], dtype=np.int32),
        "cuts": np.array([0, 1, 2], dtype=np.int32),
        "starts": np.array([0, 3], dtype=np.int64),
        "depth": 1,
        "costs": np.array([[0, 1], [0, 1], [1, 0], [1, 0]]),
        "input_rows": np.ones(4, dtype=np.int64),
        "leaf_price": 0,
        "min_rows": 1,
        "upper": 100,
        "n_threads": 1,
        "stop": Stop(1e9),
    }


def native_path_arguments() -> dict[str, object]:
    """The same, with duals of nothing."""
    shared = {k: v for k, v in native_tree_arguments().items() if k not in ("costs", "upper")}
    duals = {"alpha": np.zeros(2), "beta": np.zeros(4), "gamma": np.zeros(6), "reward_unit": 1.0}
    query = {"leaves": np.array([0, 1], dtype=np.int32), "how_many": 5, "tolerance": 0.0}
    return {**shared, "rewards": np.array([[1, 0], [1, 0], [0, 1], [0, 1]]), **duals, **query}

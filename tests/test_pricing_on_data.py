"""Both pricers on pima with the splits of random CARTs: never worse than CART, and bounded by any duals."""

import csv
import gzip
import os
from pathlib import Path

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

from boughs._native import Stop
from boughs.model.duals import Duals
from boughs.model.objective import Objective
from boughs.model.split_sets import Split, SplitSets
from boughs.model.table import Table, encode
from boughs.model.topology import Topology
from boughs.steps.enumeration_pricing import price_paths
from boughs.steps.tree_pricing import price_trees

DATA = Path(os.environ.get("BOUGHS_DATA", Path(__file__).parents[1] / "../shared/data")) / "paper"


@pytest.fixture(scope="module")
def pima():
    if not (DATA / "pima.csv.gz").exists():
        pytest.skip("pima is not there: set BOUGHS_DATA to the folder of the datasets")
    with gzip.open(DATA / "pima.csv.gz", "rt") as file:
        rows = np.array([[float(value) for value in row] for row in list(csv.reader(file))[1:]])
    X, y = np.ascontiguousarray(rows[:, :-1]), rows[:, -1].astype(np.int32)
    return X, y, encode(X, y, np.ones(len(y)), Objective.errors(2))


def splits_of(cart, table: Table, topology: Topology) -> list[list[Split]]:
    splits: list[list[Split]] = [[] for _ in range(topology.n_nodes)]
    stack = [(0, 0)]
    while stack:
        node, at = stack.pop()
        if cart.children_left[at] < 0:
            continue
        column = int(cart.feature[at])
        splits[node].append(Split(column, table.columns[column].cut_at(cart.threshold[at])))
        stack += [(2 * node + 1, cart.children_left[at]), (2 * node + 2, cart.children_right[at])]
    return splits


def sets_of_carts(X, y, table: Table, depth: int, n_carts: int) -> SplitSets:
    rng = np.random.default_rng(0)
    sets = SplitSets.of(Topology(depth), [[]] * (2**depth - 1))
    for _ in range(n_carts):
        rows = rng.choice(len(y), 300)
        cart = DecisionTreeClassifier(max_depth=depth, random_state=0).fit(X[rows], y[rows])
        sets = sets.with_splits(splits_of(cart.tree_, table, sets.topology))
    return sets


@pytest.mark.parametrize("depth", [2, 3, 4])
def test_never_worse_than_a_cart_whose_splits_are_allowed(pima, depth):
    X, y, table = pima
    cart = DecisionTreeClassifier(max_depth=depth, random_state=0).fit(X, y)
    sets = sets_of_carts(X, y, table, depth, 15)
    without = price_trees(table, sets, n_threads=1, stop=Stop(1e9)).tree
    own = SplitSets.of(sets.topology, splits_of(cart.tree_, table, sets.topology))
    only = price_trees(table, own, n_threads=1, stop=Stop(1e9)).tree
    both = price_trees(table, sets.with_splits(own.at), n_threads=2, stop=Stop(1e9)).tree
    assert only.value <= int((cart.predict(X) != y).sum())
    assert both.value <= min(only.value, without.value)


@pytest.mark.parametrize("depth", [2, 3])
def test_no_tree_earns_more_than_the_duals_say(pima, depth):
    X, y, table = pima
    sets = sets_of_carts(X, y, table, depth, 10)
    tree = price_trees(table, sets, n_threads=1, stop=Stop(1e9)).tree
    rng = np.random.default_rng(1)
    for scale in (0.0, 5.0):
        duals = agreeing_duals(rng, sets, table.n_rows, scale)
        priced = price_paths(
            table, sets, duals, reward_unit=2.0, leaves=range(sets.topology.n_leaves),
            how_many=3, tolerance=-1e9, n_threads=2, stop=Stop(1e9),
        )  # fmt: skip
        bound = priced.largest.sum() + duals.alpha.sum() + duals.beta.sum()
        assert (table.earnable - tree.value) / 2.0 <= bound + 1e-6


def agreeing_duals(rng: np.random.Generator, sets: SplitSets, n_rows: int, scale: float) -> Duals:
    """Random duals whose gammas cancel between the leaves below a node, as those of the master do."""
    topology = sets.topology
    gamma = [list(of_leaf) for of_leaf in Duals.zero(sets, n_rows).gamma]
    for node in range(topology.n_nodes):
        below = list(topology.leaves_below(node))
        drawn = rng.normal(0, scale, (len(below), len(sets.at[node])))
        for leaf, at in zip(below, drawn - drawn.mean(axis=0), strict=True):
            gamma[leaf][topology.level(node)] = at
    alpha, beta = rng.normal(0, scale, topology.n_leaves), rng.normal(0, scale / 50, n_rows)
    return Duals(alpha, beta, tuple(map(tuple, gamma)))

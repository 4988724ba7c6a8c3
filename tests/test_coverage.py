"""Rows and rewards of paths, against the oracles' own count."""

import math

import numpy as np
import pytest
from oracles import all_paths, path_reward, random_objective, random_sets, random_table, reached, tree_cost

from boughs.model.coverage import best_target, covered, earned, goes_left, is_allowed, paths_of
from boughs.model.objective import Objective
from boughs.model.split_sets import NO_SPLIT
from boughs.model.table import encode
from boughs.model.topology import Topology


def draw(seed):
    rng = np.random.default_rng(seed)
    n_classes = int(rng.integers(1, 4))
    table = random_table(rng, n=15, p=3, n_classes=n_classes, **random_objective(rng, n_classes))
    return rng, table, random_sets(rng, table, Topology(2))


@pytest.mark.parametrize("seed", range(20))
def test_paths_cover_and_earn_what_they_should(seed):
    _, table, sets = draw(seed)
    for leaf in range(4):
        for path in all_paths(table, sets, leaf, every_target=True):
            rows = covered(table, sets.topology, leaf, path.splits)
            assert rows.tolist() == reached(table, sets.topology, path).tolist()
            assert earned(table, rows, path.target) == path_reward(table, sets.topology, path)
            assert is_allowed(table, rows)
        for path in all_paths(table, sets, leaf):
            assert best_target(table, covered(table, sets.topology, leaf, path.splits)) == path.target


@pytest.mark.parametrize("seed", range(20))
def test_the_paths_of_a_tree_earn_what_it_does_not_cost(seed):
    rng, table, sets = draw(seed)
    splits = [NO_SPLIT] * 3
    for node in range(3):
        if node == 0 or splits[(node - 1) // 2] != NO_SPLIT:
            splits[node] = sets.at[node][rng.integers(len(sets.at[node]))]
    paths = paths_of(table, sets.topology, splits)
    assert [path.leaf for path in paths] == [0, 1, 2, 3]
    rewards = sum(path_reward(table, sets.topology, path) for path in paths)
    assert rewards == table.earnable - tree_cost(table, sets.topology, paths)


def test_a_leaf_of_too_few_input_rows_is_not_allowed():
    X = np.array([[0.0], [0.0], [1.0]])
    table = encode(X, np.zeros(3, np.int32), np.ones(3), Objective((1,), ((0,),), min_rows=2))
    assert is_allowed(table, np.array([True, False]))
    assert not is_allowed(table, np.array([False, True]))
    assert is_allowed(table, np.array([False, False]))


def test_no_split_sends_all_rows_to_the_left():
    table = random_table(np.random.default_rng(0))
    assert goes_left(table, NO_SPLIT).all()


def test_equal_classes_go_to_the_first():
    X = np.zeros((4, 1))
    table = encode(X, np.array([2, 1, 2, 1], np.int32), np.ones(4), Objective.errors(3))
    assert best_target(table, np.ones(table.n_rows, dtype=bool)) == 1


@pytest.mark.parametrize("weight", [1.0, 0.02, 1e6])
def test_the_unit_of_reward_is_what_a_row_earns_at_best(weight):
    rng = np.random.default_rng(1)
    table = random_table(rng, n=20, weights=np.full(20, weight))
    assert math.isclose(table.reward_unit * float(table.unit), weight)


def test_there_is_a_unit_where_nothing_can_be_earned():
    assert random_table(np.random.default_rng(1), n_classes=1).reward_unit == 1

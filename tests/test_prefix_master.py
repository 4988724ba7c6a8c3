"""The prefix form over all paths: integral, and equal to the recursion."""

import math

import numpy as np
import pytest
from oracles import all_paths, best_restricted_cost, random_objective, random_sets, random_table, tree_cost

from boughs._native import Stop
from boughs.model.topology import Topology
from boughs.solver.highs import new_model
from boughs.steps.prefix_master import PrefixMaster


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("seed", range(15))
def test_is_integral_and_finds_the_restricted_optimum(depth, seed):
    rng = np.random.default_rng(seed)
    n_classes = int(rng.integers(1, 4))
    table = random_table(rng, n=20, p=3, values=5, n_classes=n_classes, **random_objective(rng, n_classes))
    sets = random_sets(rng, table, Topology(depth), most=3)
    master = PrefixMaster(new_model(), table, sets.topology)
    for leaf in range(sets.topology.n_leaves):
        master.add(all_paths(table, sets, leaf))
    relaxation = master.solve(Stop(math.inf))
    best = best_restricted_cost(table, sets)
    assert relaxation.is_integral
    assert relaxation.value * table.reward_unit == pytest.approx(table.earnable - best)
    assert tree_cost(table, sets.topology, [path for path, _ in relaxation.support]) == best


def test_a_tree_is_a_solution_of_its_own_value():
    rng = np.random.default_rng(3)
    table = random_table(rng, n=20, p=3)
    sets = random_sets(rng, table, Topology(2))
    master = PrefixMaster(new_model(), table, sets.topology)
    for leaf in range(4):
        master.add(all_paths(table, sets, leaf))
    tree = [path for path, _ in master.solve(Stop(math.inf)).support]
    solution = master.model.solve_mip(Stop(math.inf), start=master.columns_of(tree))
    assert solution.value * table.reward_unit == pytest.approx(table.earnable - tree_cost(table, sets.topology, tree))

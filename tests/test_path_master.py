"""The row form: its LP against the recursion, eq. 7 against the solver, and cuts against all row constraints."""

import math

import numpy as np
import pytest
from oracles import all_paths, best_restricted_cost, path_reward, random_objective, random_sets, random_table, reached

from boughs._native import Stop
from boughs.model.topology import Topology
from boughs.solver.highs import new_model
from boughs.steps.path_master import PathMaster, restricted_bound


def closed_master(table, sets, *, rows_as_cuts):
    master = PathMaster(new_model(), table, sets, rows_as_cuts=rows_as_cuts)
    for leaf in range(sets.topology.n_leaves):
        master.add(all_paths(table, sets, leaf))
    return master, master.solve(Stop(math.inf))


def reduced_cost(table, sets, duals, path):
    topology = sets.topology
    gamma = sum(
        duals.gamma[path.leaf][level][sets.at[node].index(path.splits[level])]
        for level, node in enumerate(topology.nodes_to(path.leaf))
    )
    rows = reached(table, topology, path)
    return (
        path_reward(table, topology, path) / table.reward_unit - duals.alpha[path.leaf] - gamma - duals.beta[rows].sum()
    )


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("rows_as_cuts", [True, False])
def test_lp_bounds_the_restricted_optimum_and_prices_out(seed, rows_as_cuts):
    rng = np.random.default_rng(seed)
    n_classes = int(rng.integers(2, 4))
    table = random_table(rng, n=14, p=3, n_classes=n_classes, **random_objective(rng, n_classes))
    sets = random_sets(rng, table, Topology(2))
    master, relaxation = closed_master(table, sets, rows_as_cuts=rows_as_cuts)
    optimum = table.earnable - best_restricted_cost(table, sets)
    assert relaxation.value * table.reward_unit >= optimum - 1e-6
    own = [reduced_cost(table, sets, relaxation.duals, path) for path in master.paths]
    np.testing.assert_allclose(own, relaxation.reduced_costs, atol=1e-6)
    assert max(own) <= 1e-6
    largest = np.full(sets.topology.n_leaves, -np.inf)
    np.maximum.at(largest, [path.leaf for path in master.paths], own)
    bound = restricted_bound(table, relaxation.duals, largest, sets.topology)
    assert table.least_cost <= bound <= best_restricted_cost(table, sets)
    assert bound >= table.earnable - math.floor(relaxation.value * table.reward_unit + 1e-3)


@pytest.mark.parametrize("seed", range(10))
def test_cuts_and_all_row_constraints_give_the_same_value(seed):
    rng = np.random.default_rng(seed)
    table = random_table(rng, n=30, p=3, values=6)
    sets = random_sets(rng, table, Topology(3), most=3)
    values = [closed_master(table, sets, rows_as_cuts=cuts)[1].value for cuts in (True, False)]
    assert values[0] == pytest.approx(values[1], abs=1e-6)


def test_any_duals_give_a_true_bound():
    rng = np.random.default_rng(0)
    table = random_table(rng, n=20, p=3)
    sets = random_sets(rng, table, Topology(2))
    _, relaxation = closed_master(table, sets, rows_as_cuts=True)
    for _ in range(50):
        noisy = type(relaxation.duals)(
            alpha=relaxation.duals.alpha + rng.normal(size=4),
            beta=relaxation.duals.beta + rng.normal(size=table.n_rows),
            gamma=tuple(tuple(g + rng.normal(size=len(g)) for g in levels) for levels in relaxation.duals.gamma),
        )
        largest = np.array(
            [max(reduced_cost(table, sets, noisy, path) for path in all_paths(table, sets, leaf)) for leaf in range(4)]
        )
        assert restricted_bound(table, noisy, largest, sets.topology) <= best_restricted_cost(table, sets)


def test_a_path_is_added_once():
    table = random_table(np.random.default_rng(1))
    sets = random_sets(np.random.default_rng(1), table, Topology(1))
    master = PathMaster(new_model(), table, sets, rows_as_cuts=True)
    paths = list(all_paths(table, sets, 0))
    assert (master.add(paths + paths), master.add(paths)) == (len(paths), 0)


def test_a_stopped_solver_says_so():
    table = random_table(np.random.default_rng(1))
    sets = random_sets(np.random.default_rng(1), table, Topology(1))
    stop = Stop(math.inf)
    stop.cancel()
    assert PathMaster(new_model(), table, sets, rows_as_cuts=True).solve(stop) is None

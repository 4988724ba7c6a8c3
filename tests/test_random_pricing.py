"""The pricing heuristic: what it hands over is allowed, promising, and found again by eq. 7."""

import numpy as np
import pytest
from oracles import all_paths, random_objective, random_sets, random_table
from test_milp_pricing import random_duals
from test_path_master import reduced_cost

from boughs.model.duals import Duals
from boughs.model.errors import ParameterError
from boughs.model.topology import Topology
from boughs.steps.random_pricing import RandomPricer, RandomPricing


def nothing_promising(table, sets):
    topology = sets.topology
    gamma = tuple(
        tuple(np.zeros(len(sets.at[n])) for n in topology.nodes_to(leaf)) for leaf in range(topology.n_leaves)
    )
    return Duals(np.full(topology.n_leaves, 1e6), np.zeros(table.n_rows), gamma)


@pytest.mark.parametrize("seed", range(30))
def test_hands_over_the_best_of_what_there_is(seed):
    rng = np.random.default_rng(seed)
    n_classes = int(rng.integers(1, 4))
    table = random_table(rng, n=10, p=3, n_classes=n_classes, **random_objective(rng, n_classes))
    sets = random_sets(rng, table, Topology(2), most=3)
    duals = random_duals(rng, table, sets)
    every = {path: reduced_cost(table, sets, duals, path) for leaf in range(4) for path in all_paths(table, sets, leaf)}
    pricer = RandomPricer(RandomPricing(columns_per_round=10, leaves_per_round=400), table, sets, rng)
    found = pricer.price(duals)
    assert set(found) <= set(every)
    values = [every[path] for path in found]
    assert values == sorted(values, reverse=True)
    assert all(value > 1e-6 for value in values)
    assert len(found) <= 10
    if found:
        assert values[0] == pytest.approx(max(every.values()))
    else:
        assert max(every.values()) <= 1e-6


def test_gives_up_after_the_fruitless_rounds_and_keeps_the_pool_in_bounds():
    rng = np.random.default_rng(0)
    table = random_table(rng, n=30, p=3, values=8)
    sets = random_sets(rng, table, Topology(3), most=5)
    pricer = RandomPricer(RandomPricing(pool_size=50, leaves_per_round=40, fruitless_rounds=3), table, sets, rng)
    assert pricer.price(nothing_promising(table, sets)) == []
    assert len(pricer._pool) == 50
    pricer.prefer({2: 1.0})
    assert len(pricer._pool) == 0
    pricer._refill()
    assert set(pricer._pool.leaves) == {2}


@pytest.mark.parametrize("name", ["pool_size", "leaves_per_round", "columns_per_round", "fruitless_rounds"])
@pytest.mark.parametrize("value", [0, 1.5, True, None])
def test_parameters_are_checked(name, value):
    with pytest.raises(ParameterError, match=f"RandomPricing.{name}"):
        RandomPricing(**{name: value})

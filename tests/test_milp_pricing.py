"""DPP(l, t) against enumeration, and the paper's appendix: it reaches q if and only if there is an exact cover."""

import itertools
import math

import numpy as np
import pytest
from oracles import all_paths, random_objective, random_sets, random_table
from test_path_master import reduced_cost

from boughs._native import Stop
from boughs.model.duals import Duals
from boughs.model.objective import Objective
from boughs.model.split_sets import Split, SplitSets
from boughs.model.table import encode
from boughs.model.topology import Topology
from boughs.solver.highs import new_model
from boughs.steps.milp_pricing import price_by_milp, price_leaves_by_milp


def random_duals(rng, table, sets):
    topology = sets.topology
    return Duals(
        alpha=rng.normal(size=topology.n_leaves),
        beta=rng.normal(scale=0.5, size=table.n_rows),
        gamma=tuple(
            tuple(rng.normal(size=len(sets.at[node])) for node in topology.nodes_to(leaf))
            for leaf in range(topology.n_leaves)
        ),
    )


@pytest.mark.parametrize("seed", range(40))
def test_finds_the_largest_reduced_cost_of_every_leaf(seed):
    rng = np.random.default_rng(seed)
    n_classes = int(rng.integers(2, 4))
    table = random_table(rng, n=10, p=3, n_classes=n_classes, **random_objective(rng, n_classes))
    sets = random_sets(rng, table, Topology(2), most=3)
    duals = random_duals(rng, table, sets)
    for leaf in range(4):
        prices = price_leaves_by_milp(new_model, table, sets, duals, Stop(math.inf), leaf)
        assert prices.complete == (not prices.promising)
        best = max(reduced_cost(table, sets, duals, path) for path in all_paths(table, sets, leaf, every_target=True))
        assert prices.largest[leaf] == pytest.approx(max(best, 1e-6), abs=1e-6)
        for path, value in prices.promising:
            assert path in set(all_paths(table, sets, path.leaf, every_target=True))
            assert value == pytest.approx(reduced_cost(table, sets, duals, path))
            assert value > 1e-6
        assert len({path.leaf for path, _ in prices.promising}) <= 1


def random_triples(seed, q=3):
    """Triples of 3q things; in every second draw some of them cover each thing once."""
    rng = np.random.default_rng(seed)
    triples = {tuple(sorted(rng.permutation(3 * q)[:3].tolist())) for _ in range(7)}
    if seed % 2:
        triples |= {tuple(sorted(part)) for part in rng.permutation(3 * q).reshape(q, 3).tolist()}
    return sorted(triples)


def has_exact_cover(triples, q=3):
    return any(len(set().union(*chosen)) == 3 * q for chosen in itertools.combinations(triples, q))


def exact_cover_instance(triples):
    """Appendix: a row and a feature for every triple; 0.5 where the triples are disjoint or the same, else 1."""
    return np.array([[0.5 if a == b or not set(a) & set(b) else 1.0 for b in triples] for a in triples])


@pytest.mark.parametrize("seed", range(12))
def test_reaches_q_if_and_only_if_there_is_an_exact_cover(seed):
    q = 3
    triples = random_triples(seed)
    X = exact_cover_instance(triples)
    # a class that no row has is the target, so that a path's correct predictions are 0 and only -beta counts
    table = encode(
        X, np.arange(len(triples), dtype=np.int32), np.ones(len(triples)), Objective.errors(len(triples) + 1)
    )
    topology = Topology(q)
    splits = [Split(f, 0) for f, column in enumerate(table.columns) if column.n_cuts]
    sets = SplitSets.of(topology, [splits] * topology.n_nodes)
    zeros = tuple(tuple(np.zeros(len(sets.at[node])) for node in topology.nodes_to(leaf)) for leaf in range(2**q))
    no_split = tuple(tuple(np.where(np.arange(len(g)) == 0, 1e3, g) for g in levels) for levels in zeros)
    duals = Duals(alpha=np.zeros(2**q), beta=-np.ones(table.n_rows), gamma=no_split)
    price = price_by_milp(new_model, table, sets, duals, leaf=0, target=len(triples), stop=Stop(math.inf))
    assert (price.path is not None and price.reduced_cost >= q - 1e-6) == has_exact_cover(triples)


def test_both_answers_of_the_appendix_occur():
    assert {has_exact_cover(random_triples(seed)) for seed in range(12)} == {True, False}


def test_an_expired_stop_proves_nothing():
    rng = np.random.default_rng(0)
    table = random_table(rng)
    sets = random_sets(rng, table, Topology(2))
    stop = Stop(math.inf)
    stop.cancel()
    assert not price_leaves_by_milp(new_model, table, sets, random_duals(rng, table, sets), stop).complete

"""New splits: exact where it is said, never worse than the recursion, and always at an end."""

import math

import numpy as np
import pytest
from oracles import best_cost, best_restricted_cost, random_objective, random_sets, random_table, tree_cost

from boughs import CGTreeClassifier, ParameterError
from boughs._native import Stop
from boughs.model.coverage import is_allowed, paths_of
from boughs.model.objective import Objective
from boughs.model.split_sets import NO_SPLIT, SplitSets
from boughs.model.table import encode
from boughs.model.topology import Topology
from boughs.steps.split_generation import SplitGeneration, SplitGenerator
from boughs.steps.threshold_sampling import ThresholdSampling

FOREVER = Stop(math.inf)


def draw(seed, n=14, values=5, diagonal=False):
    rng = np.random.default_rng(seed)
    n_classes = int(rng.integers(2, 4))
    objective = random_objective(rng, n_classes)
    if diagonal:
        objective["cost_matrix"] = tuple(map(tuple, rng.integers(3, 6, (n_classes, n_classes)).tolist()))
    return rng, random_table(rng, n=n, p=2, values=values, n_classes=n_classes, **objective)


def cost_of(table, topology, tree):
    paths = paths_of(table, topology, tree)
    return tree_cost(table, topology, paths)


def grown_to_the_end(generator, sets):
    """The loop of the learner: grow, renew the tops, until neither helps."""
    tree = generator.grow(sets)
    while generator.renew_tops(tree):
        tree = generator.grow(sets)
    return tree


@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize("seed", range(20))
def test_up_to_depth_two_a_tree_is_the_best_of_all(depth, seed):
    _, table = draw(seed, diagonal=seed % 3 == 0)
    sets = SplitSets.of(Topology(depth), [[]] * (2**depth - 1))
    generator = SplitGenerator(SplitGeneration(), table, sets, 1, FOREVER)
    assert cost_of(table, sets.topology, generator.grow(sets)) == best_cost(table, depth)
    assert generator.covers_everything


@pytest.mark.parametrize("seed", range(40))
def test_depth_three_covers_everything_only_at_the_optimum(seed):
    rng, table = draw(seed, diagonal=seed % 2 == 0)
    sets = random_sets(rng, table, Topology(3), most=2)
    params = SplitGeneration(tops=1, middles=int(rng.integers(1, 3)))
    generator = SplitGenerator(params, table, sets, 1, FOREVER)
    first = generator.grow(sets)
    assert cost_of(table, sets.topology, first) <= best_restricted_cost(table, sets)
    tree = grown_to_the_end(generator, sets)
    cost = cost_of(table, sets.topology, tree)
    assert cost <= cost_of(table, sets.topology, first)
    assert all(
        is_allowed(table, rows) for node, rows in generator._rows_at(tree).items() if node >= sets.topology.n_nodes
    )
    if generator.covers_everything:
        assert cost == best_cost(table, 3)


def test_proofs_occur_and_work_is_a_limit():
    proofs = []
    for work in (10**8, 1):
        for seed in range(15):
            rng, table = draw(seed)
            sets = random_sets(rng, table, Topology(3), most=2)
            generator = SplitGenerator(SplitGeneration(work=work), table, sets, 1, FOREVER)
            grown_to_the_end(generator, sets)
            proofs.append(generator.covers_everything)
    assert any(proofs[:15])
    assert not any(proofs[15:])


@pytest.mark.parametrize(("seed", "gain"), [(15, 118), (69, 56), (191, 51)])
def test_no_false_proof_where_every_prediction_costs(seed, gain):
    """Once bounds between cuts took a row's smallest cost for 0."""
    rng = np.random.default_rng(seed)
    n, p = int(rng.integers(15, 40)), int(rng.integers(1, 4))
    X = rng.integers(0, rng.integers(5, 25), (n, p)).astype(float)
    n_classes = int(rng.integers(2, 4))
    y = rng.integers(0, n_classes, n)
    n_classes = len(np.unique(y))
    costs = rng.integers(3, 6, (n_classes, n_classes)).astype(float)
    rng.random()
    few = ThresholdSampling(tau=2, root_splits=2, node_splits=2)
    for middles in (1, 2, 3):
        model = CGTreeClassifier(
            3, cost_matrix=costs, sampling=few, generation=SplitGeneration(tops=1, middles=middles)
        ).fit(X, y)
        assert model.objective_ >= gain
        assert model.bound_ <= gain


@pytest.mark.parametrize("seed", range(15))
def test_it_ends_where_middles_leave_too_few_rows(seed):
    rng = np.random.default_rng(seed)
    objective = Objective(Objective.errors(2).class_weights, Objective.errors(2).cost_matrix, min_rows=3)
    X = rng.integers(0, 20, (25, 2)).astype(float)
    table = encode(X, rng.integers(0, 2, 25).astype(np.int32), np.ones(25), objective)
    sets = random_sets(rng, table, Topology(3), most=2)
    generator = SplitGenerator(SplitGeneration(tops=1, middles=2), table, sets, 1, FOREVER)
    for _ in range(200):
        tree = generator.grow(sets)
        if not generator.renew_tops(tree):
            break
    else:
        pytest.fail("middles are found for ever")
    assert not generator.covers_everything


def test_depth_four_beats_the_recursion_over_its_sets():
    for seed in range(5):
        rng, table = draw(seed, n=20)
        sets = random_sets(rng, table, Topology(4), most=2)
        generator = SplitGenerator(SplitGeneration(), table, sets, 1, FOREVER)
        assert cost_of(table, sets.topology, grown_to_the_end(generator, sets)) <= best_restricted_cost(table, sets)
        assert not generator.covers_everything


def test_a_stop_leaves_no_tree_and_no_proof():
    _, table = draw(0)
    stop = Stop(math.inf)
    stop.cancel()
    for depth in (2, 3):
        sets = SplitSets.of(Topology(depth), [[]] * (2**depth - 1))
        generator = SplitGenerator(SplitGeneration(), table, sets, 1, stop)
        assert generator.grow(sets) is None
        assert not generator.covers_everything


def test_one_leaf_where_nothing_is_to_be_gained():
    table = random_table(np.random.default_rng(0), n_classes=1)
    sets = SplitSets.of(Topology(2), [[]] * 3)
    assert SplitGenerator(SplitGeneration(), table, sets, 1, FOREVER).grow(sets) == (NO_SPLIT,) * 3


@pytest.mark.parametrize("name", ["tops", "middles", "work"])
@pytest.mark.parametrize("value", [0, 1.5, True, None])
def test_parameters_are_checked(name, value):
    with pytest.raises(ParameterError, match=f"SplitGeneration.{name}"):
        SplitGeneration(**{name: value})

"""CGTreeClassifier on tiny tables against brute force: bounds, optima, words, and switches that change nothing."""

import itertools
import math

import numpy as np
import pytest
from oracles import all_paths, best_cost, best_restricted_cost, random_sets, random_table
from random_problems import Problem, random_problem, sets_of
from test_milp_pricing import random_duals
from test_path_master import reduced_cost

from boughs import CGTreeClassifier, MasterForm, Pricing, RandomPricing, ThresholdSampling
from boughs._native import Stop
from boughs.learners import closing
from boughs.learners.closing import PrefixForm, RowForm
from boughs.learners.column_generation import ColumnGeneration
from boughs.learners.journal import Journal
from boughs.learners.settings import ColumnGenerationSettings, GivenSplits
from boughs.model.coverage import paths_of
from boughs.model.objective import Objective
from boughs.model.progress import Progress
from boughs.model.relaxation import PROMISING
from boughs.model.split_sets import NO_SPLIT, SplitSets
from boughs.model.table import encode
from boughs.model.topology import Topology
from boughs.solver.highs import new_model
from boughs.steps.enumeration_pricing import price_paths
from boughs.steps.milp_pricing import price_leaves_by_milp
from boughs.steps.tree_pricing import TreePricing, price_trees

ROWS = MasterForm(form="rows")
SMALL_SAMPLE = ThresholdSampling(tau=3)


def draw(seed):
    rng = np.random.default_rng(seed)
    problem = random_problem(rng, n=14, p=int(rng.integers(1, 3)))
    return rng, problem, problem.table()


def natural(table, cost):
    return float(table.natural(cost))


def close_to(value):
    return pytest.approx(value, rel=1e-9, abs=1e-9)


def said_right(model, best, restricted=None):
    """The words and the numbers agree with what brute force knows."""
    assert model.bound_ <= best * (1 + 1e-12) + 1e-12
    assert best <= model.objective_ + 1e-9
    assert model.gap_ == pytest.approx((model.objective_ - model.bound_) / (model.objective_ or 1))
    assert (model.status_ == "optimal") == (model.bound_ == model.objective_)
    if model.status_ == "optimal":
        assert model.objective_ == close_to(best)
    if restricted is not None and model.restricted_bound_ is not None:
        assert model.restricted_bound_ <= restricted + 1e-9
        assert restricted <= model.objective_ + 1e-9
    if model.status_ == "restricted_optimal":
        assert model.objective_ == close_to(model.restricted_bound_)
    if model.status_ == "heuristic":
        assert model.restricted_bound_ is None or model.restricted_bound_ < model.objective_


@pytest.mark.parametrize("block", range(10))
def test_default_and_all_splits(block):
    for seed in range(8 * block, 8 * block + 8):
        depth = 1 + seed % 3
        _, problem, table = draw(seed)
        best = natural(table, best_cost(table, depth))
        default = problem.fitted(CGTreeClassifier(depth, sampling=SMALL_SAMPLE))
        said_right(default, best)
        assert depth == 3 or default.status_ == "optimal"
        by_trees = problem.fitted(CGTreeClassifier(depth, split_sets="all"))
        assert (by_trees.status_, by_trees.objective_) == ("optimal", close_to(best))
        said_right(by_trees, best)
        by_paths = problem.fitted(CGTreeClassifier(depth, split_sets="all", master=ROWS))
        said_right(by_paths, best)
        if by_paths.statistics_["lp_is_integral"]:  # else the paths of the best tree need not all be there
            assert by_paths.status_ == "optimal"


@pytest.mark.parametrize("block", range(10))
def test_splits_of_ones_own(block):
    for seed in range(8 * block, 8 * block + 8):
        depth = 1 + seed % 3
        rng, problem, table = draw(1000 + seed)
        given = problem.split_sets(rng, depth)
        sets = sets_of(table, given)
        best = natural(table, best_cost(table, depth))
        prefixes = problem.fitted(CGTreeClassifier(depth, split_sets=given))
        restricted = natural(table, best_restricted_cost(table, sets))
        said_right(prefixes, best, restricted)
        assert prefixes.objective_ == prefixes.restricted_bound_ == close_to(restricted)
        assert prefixes.statistics_["lp_objective"] == pytest.approx(restricted, abs=1e-6)
        rows = problem.fitted(CGTreeClassifier(depth, split_sets=given, master=ROWS))
        restricted = natural(table, best_restricted_cost(table, sets, distinct=True))
        said_right(rows, best, restricted)
        assert rows.statistics_["lp_objective"] <= rows.restricted_bound_ + 1e-6
        assert restricted <= rows.objective_ + 1e-9


@pytest.mark.parametrize("seed", range(20))
def test_published_lp_bounds_the_tree_and_the_tree_bounds_cart(seed):
    depth = 1 + seed % 3
    _, problem, table = draw(2000 + seed)
    sampling = ThresholdSampling(tau=3, cart="scikit-learn")
    model = problem.fitted(CGTreeClassifier.as_published(depth, sampling=sampling, random_state=seed))
    said_right(model, natural(table, best_cost(table, depth)))
    cart = [point.objective for point in model.trace_ if point.step == "cart"]
    assert len(cart) == 1
    assert model.statistics_["lp_objective"] <= model.objective_ + 1e-6
    assert model.objective_ <= cart[0] + 1e-9


def journal_of(table, topology):
    journal = Journal(table, topology, Progress())
    journal.offer(paths_of(table, topology, (NO_SPLIT,) * topology.n_nodes), "single leaf")
    return journal


@pytest.mark.parametrize("seed", range(12))
def test_at_the_end_of_the_row_form_no_path_is_promising(seed):
    rng = np.random.default_rng(seed)
    depth = 2 + seed % 2
    table = random_table(rng, n=25, p=3, values=6, n_classes=3)
    sets = random_sets(rng, table, Topology(depth), most=3)
    master = MasterForm("rows", "all" if seed % 3 == 0 else "cuts", merge_rows=False)
    settings = ColumnGenerationSettings(depth, "sampled", ThresholdSampling(), master, Pricing(), None)
    journal = journal_of(table, sets.topology)
    form = RowForm(table, settings, journal, rng, 1, Stop(math.inf))
    form.open(sets, journal.paths)
    closed = form.close()
    every = [path for leaf in range(sets.topology.n_leaves) for path in all_paths(table, sets, leaf)]
    assert max(reduced_cost(table, sets, closed.relaxation.duals, path) for path in every) <= PROMISING
    optimum = table.earnable - best_restricted_cost(table, sets, distinct=True)
    assert closed.relaxation.value * table.reward_unit >= optimum - 1e-6
    assert closed.bound <= best_restricted_cost(table, sets, distinct=True)


def test_a_stopped_recursion_proves_nothing(monkeypatch):
    table = random_table(np.random.default_rng(0), n=20)
    sets = SplitSets.all_of(Topology(2), table)
    journal = journal_of(table, sets.topology)
    form = PrefixForm(table, journal, 1, Stop(math.inf), Stop(math.inf))
    form.open(sets, journal.paths)
    assert form.close().bound == best_cost(table, 2)
    for tree in (price_trees(table, sets, n_threads=1, stop=Stop(math.inf)).tree, None):
        monkeypatch.setattr(closing, "price_trees", lambda *_, tree=tree, **__: TreePricing(tree, complete=False))
        assert form.close().bound is None


@pytest.mark.parametrize("seed", range(8))
def test_milp_pricing_equals_enumeration_on_the_same_duals(seed):
    _, _, table = draw(3000 + seed)
    rng = np.random.default_rng(seed)
    if not any(column.n_cuts for column in table.columns):
        return
    sets = random_sets(rng, table, Topology(2), most=3)
    duals = random_duals(rng, table, sets)
    by_milp = [price_leaves_by_milp(new_model, table, sets, duals, Stop(math.inf), leaf) for leaf in range(4)]
    native = price_paths(
        table, sets, duals, reward_unit=table.reward_unit, leaves=range(4), how_many=1, tolerance=PROMISING,
        n_threads=1, stop=Stop(math.inf),
    )  # fmt: skip
    largest = [by_milp[leaf].largest[leaf] for leaf in range(4)]
    assert np.maximum(native.largest, PROMISING) == pytest.approx(largest, abs=1e-6)
    of_milp = {path.leaf for prices in by_milp for path, _ in prices.promising}
    assert of_milp == {at[0].path.leaf for at in native.paths if at}


SWITCHES = [
    (MasterForm("rows", constraints, merge), Pricing(heuristic, exact))
    for constraints, merge, heuristic, exact in itertools.product(
        ("cuts", "all"), (True, False), (RandomPricing(fruitless_rounds=2), None), ("enumeration", "milp")
    )
]


@pytest.mark.parametrize("seed", range(6))
def test_no_switch_changes_the_value_of_the_lp(seed):
    rng, problem, table = draw(4000 + seed)
    if seed == 5:
        problem.X = np.column_stack((problem.X, rng.permutation(len(problem.X)).astype(float)))
        table = problem.table()
    given = problem.split_sets(rng, 2)
    values = [
        problem.fitted(CGTreeClassifier(2, split_sets=given, master=master, pricing=pricing)).statistics_[
            "lp_objective"
        ]
        for master, pricing in SWITCHES
    ]
    assert values == pytest.approx([values[0]] * len(values), abs=1e-5)
    recursion = natural(table, best_restricted_cost(table, sets_of(table, given)))
    prefixes = problem.fitted(CGTreeClassifier(2, split_sets=given))
    assert prefixes.statistics_["lp_objective"] == pytest.approx(recursion, abs=1e-6)


@pytest.mark.parametrize("seed", range(10))
def test_order_copies_and_threads_do_not_change_the_tree(seed):
    rng = np.random.default_rng(seed)
    problem = random_problem(rng, n=30, p=3, values=8, plain=True)
    weights = rng.integers(1, 4, len(problem.y))
    options = {"leaf_penalty": 0.01 * (seed % 2), "class_weight": "balanced" if seed % 3 else None}
    tree = CGTreeClassifier(**options).fit(problem.X, problem.y, weights).tree_
    order = rng.permutation(len(problem.y))
    shuffled = CGTreeClassifier(n_jobs=2, **options).fit(problem.X[order], problem.y[order], weights[order]).tree_
    assert shuffled == tree
    copies = CGTreeClassifier(**options).fit(problem.X.repeat(weights, 0), problem.y.repeat(weights)).tree_
    for name in ("feature", "threshold", "left", "right", "target", "class_weights"):
        np.testing.assert_array_equal(getattr(copies, name), getattr(tree, name))


@pytest.mark.parametrize("big", [1e6, 1e9, 1e12])
def test_rows_of_weight_one_count_beside_huge_ones(big):
    """The LP cannot see them; what was priced exactly is kept, and the fit ends."""
    rng = np.random.default_rng(5)
    for n_big in (2, 15):
        problem = Problem(rng.normal(size=(30, 3)), rng.integers(0, 2, 30), np.ones(30))
        problem.weights[:n_big] = big
        model = problem.fitted(CGTreeClassifier(2))
        assert model.status_ == "optimal"
        assert model.objective_ == natural(problem.table(), best_cost(problem.table(), 2))
        problem.fitted(CGTreeClassifier(3))


def test_bounds_leave_room_for_rounding():
    rng = np.random.default_rng(0)
    X, labels = rng.integers(0, 3, (20, 2)).astype(float), rng.integers(0, 2, 20).astype(np.int32)
    table = encode(X, labels, rng.random(20), Objective.errors(2))
    sets = GivenSplits(SplitSets.of(Topology(1), [[]]), {})
    settings = ColumnGenerationSettings(1, sets, ThresholdSampling(), MasterForm(), Pricing(), None)
    result = ColumnGeneration(table, settings, Progress(), seed=0, n_threads=1).learn(["a", "b"], [0, 1])
    single_leaf = int(table.costs.sum(axis=0).min())
    assert table.rounding > 0
    assert result.bound == float(table.natural(table.least_cost) - table.rounding)
    assert result.restricted_bound == float(table.natural(single_leaf) - table.rounding)
    assert result.objective == float(table.natural(single_leaf))

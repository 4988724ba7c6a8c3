"""Algorithm 1 with a CART that is told what to grow: what is counted, when it ends, what is kept and how it reads."""

import itertools
import math

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

from boughs import ParameterError, ThresholdSampling
from boughs._native import Stop
from boughs.model.cart_tree import CartTree
from boughs.model.objective import Objective
from boughs.model.split_sets import NO_SPLIT, Split
from boughs.model.table import encode
from boughs.model.topology import Topology
from boughs.steps.cart import NativeCart
from boughs.steps.published_cart import PublishedCart
from boughs.steps.threshold_sampling import TREES_AT_ONCE, sample_thresholds

X = np.array([[v, w] for v in range(6) for w in range(3)], dtype=float)
TABLE = encode(X, np.array([0, 1] * 9, np.int32), np.ones(18), Objective.errors(2))
A, B, C, D = Split(0, 1), Split(0, 3), Split(1, 0), Split(1, 1)


class ToldCart:
    """Grows the trees of a list, over and over; remembers the portions."""

    def __init__(self, trees, population=18):
        self.population = population
        self.portions = []
        self._trees = itertools.cycle(trees)

    def __call__(self, portions):
        self.portions += portions
        return [next(self._trees) for _ in portions]


def sample(trees, params, *, cart=None, depth=1, population=18, stop=None):
    grow = ToldCart(trees, population)
    cart = cart or CartTree((NO_SPLIT,) * (2**depth - 1))
    stop = stop or Stop(math.inf)
    rng = np.random.default_rng(0)
    return sample_thresholds(params, TABLE, Topology(depth), cart, grow, rng, stop), grow


def roots(*splits):
    return [CartTree((split,)) for split in splits]


def test_ends_after_tau_known_roots_in_a_row():
    found, _ = sample(roots(A), ThresholdSampling(tau=5))
    assert found.trees == 6  # the first root is new, then five are known


def test_a_new_root_sets_the_counter_back():
    """By the prose of section 5; as printed, line 6 would make every root a known one."""
    told = roots(A, A, A, B, B, B, C, *([A] * 50))
    assert sample(told, ThresholdSampling(tau=3))[0].trees == 10
    assert sample(told, ThresholdSampling(tau=2))[0].trees == 3


def test_a_tree_without_a_root_split_is_a_root_like_others():
    assert sample(roots(NO_SPLIT), ThresholdSampling(tau=4))[0].trees == 5


def test_the_most_frequent_are_kept_ties_by_column_and_cut():
    told = roots(D, C, B, A, D, C, B, A, D, D, A, A, *([D] * 30))
    found, _ = sample(told, ThresholdSampling(tau=20, root_splits=3))
    assert found.sets.at[0] == (NO_SPLIT, D, A, B)
    assert sample(told, ThresholdSampling(tau=20, root_splits=1))[0].sets.at[0] == (NO_SPLIT, D)


def test_no_split_takes_no_place_among_the_kept():
    told = [CartTree((A, NO_SPLIT, C)), CartTree((A, NO_SPLIT, D)), CartTree((A, B, D))]
    found, _ = sample(told, ThresholdSampling(tau=9, root_splits=1, node_splits=1), depth=2)
    assert found.sets.at == ((NO_SPLIT, A), (NO_SPLIT, B), (NO_SPLIT, D))


def test_splits_of_cart_are_always_among_them():
    found, _ = sample(roots(A), ThresholdSampling(tau=9, root_splits=1), cart=CartTree((D,)))
    assert found.sets.at[0] == (NO_SPLIT, A, D)


@pytest.mark.parametrize(("depth", "root", "node"), [(1, 150, 100), (2, 50, 33), (3, 21, 14), (4, 10, 6)])
def test_how_many_are_kept(depth, root, node):
    params, topology = ThresholdSampling(), Topology(depth)
    assert [params.kept(topology, j) for j in range(min(3, topology.n_nodes))] == [root, node, node][: topology.n_nodes]
    given = ThresholdSampling(root_splits=7, node_splits=2)
    assert (given.kept(topology, 0), given.kept(topology, 1)) == (7, 2)


@pytest.mark.parametrize(("alpha", "population", "size"), [(0.9, 18, 16), (0.5, 18, 9), (1, 18, 18), (0.01, 18, 1)])
def test_portions(alpha, population, size):
    _, grow = sample(roots(A), ThresholdSampling(alpha=alpha, tau=1), population=population)
    assert len(grow.portions) == TREES_AT_ONCE
    for rows in grow.portions:
        assert len(set(rows.tolist())) == len(rows) == size
        assert set(rows.tolist()) <= set(range(population))
    if 1 < size < population:
        assert len({tuple(rows.tolist()) for rows in grow.portions}) > 1


def test_a_stop_leaves_the_splits_of_cart():
    stop = Stop(math.inf)
    stop.cancel()
    found, grow = sample(roots(A), ThresholdSampling(), cart=CartTree((B,)), stop=stop)
    assert found.sets.at[0] == (NO_SPLIT, B)
    assert (found.trees, grow.portions) == (0, [])


def test_the_threshold_printed_most_often_wins():
    told = [CartTree((A,), (t,)) for t in (1.2, 1.7, 1.7, *([1.2] * 2), *([1.7] * 30))]
    found, _ = sample(told, ThresholdSampling(tau=20), cart=CartTree((A,), (1.1,)))
    assert found.tests == {A: (0, 1.7)}


def test_a_threshold_that_routes_otherwise_is_not_used():
    told = [CartTree((A,), (t,)) for t in (2.0, 2.0, 2.0, 1.5, 0.99)]
    assert sample(told, ThresholdSampling(tau=9))[0].tests == {A: (0, 1.5)}
    assert sample(told[:3], ThresholdSampling(tau=9))[0].tests == {}


def test_thresholds_of_equal_frequency_go_to_the_lower():
    told = [CartTree((A,), (1.8,)), CartTree((A,), (1.3,))]
    assert sample(told, ThresholdSampling(tau=7))[0].tests == {A: (0, 1.3)}


def test_no_split_has_no_threshold():
    told = [CartTree((NO_SPLIT,), (0.0,))]
    assert sample(told, ThresholdSampling(tau=7))[0].tests == {}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("alpha", value) for value in (0, 1.1, -1, "all", None)),
        *((name, value) for name in ("tau", "root_splits", "node_splits") for value in (0, 1.5, True)),
        ("tau", None),
        ("cart", "mine"),
    ],
)
def test_parameters_are_checked(name, value):
    with pytest.raises(ParameterError, match=f"ThresholdSampling.{name}"):
        ThresholdSampling(**{name: value})


def draw(seed):
    rng = np.random.default_rng(seed)
    rows = rng.integers(0, 9, (60, 3)) + rng.choice([0, 0.1, 1 / 3], (60, 3))
    labels = rng.integers(0, 3, 60).astype(np.int32)
    weights = rng.integers(1, 4, 60).astype(float) if seed % 2 else np.ones(60)
    return rng, rows, labels, weights


@pytest.mark.parametrize("seed", range(8))
def test_published_cart_is_scikit_learns_node_by_node(seed):
    rng, rows, labels, weights = draw(seed)
    errors = Objective.errors(3)
    table = encode(rows, labels, weights, Objective(errors.class_weights, errors.cost_matrix, min_rows=1 + seed % 3))
    cart = PublishedCart(table, Topology(3), np.random.default_rng(seed), Stop(math.inf))
    assert cart.population == 60
    portion = np.sort(rng.permutation(60)[:50])
    seed_of_tree = int(np.random.default_rng(seed).integers(2**31))
    [grown] = cart([portion])
    theirs = DecisionTreeClassifier(max_depth=3, min_samples_leaf=1 + seed % 3, random_state=seed_of_tree)
    tree = theirs.fit(rows[portion], labels[portion], weights[portion]).tree_
    pending = [(0, 0)]
    seen = 0
    while pending:
        node, at = pending.pop()
        if tree.children_left[at] < 0:
            assert node >= 7 or grown.splits[node] == NO_SPLIT
            continue
        seen += 1
        column, cut = grown.splits[node]
        assert (column, grown.thresholds[node]) == (tree.feature[at], tree.threshold[at])
        theirs_left = rows[:, column].astype(np.float32) <= tree.threshold[at]
        assert (table.ranks[column][table.row_of_input] <= cut).tolist() == theirs_left.tolist()
        pending += [(2 * node + 1, tree.children_left[at]), (2 * node + 2, tree.children_right[at])]
    assert seen == sum(split != NO_SPLIT for split in grown.splits) >= 3


@pytest.mark.parametrize("start", [128, 130, 640])
def test_published_cart_routes_by_float32(start):
    """Near 1.7e9 a float32 sees steps of 128; what lies in the middle goes where rounding sends it."""
    values = 1.7e9 + np.arange(0.0, 2000, 64)
    labels = (values > 1.7e9 + start).astype(np.int32)
    table = encode(values[:, None], labels, np.ones(len(values)), Objective.errors(2))
    cart = PublishedCart(table, Topology(1), np.random.default_rng(0), Stop(math.inf))
    [tree] = cart([np.arange(len(values))])
    left = values.astype(np.float32).astype(np.float64) <= tree.thresholds[0]
    assert left.tolist() == [rank <= tree.splits[0].cut for rank in table.ranks[0]]


def test_the_native_cart_draws_from_the_rows_of_the_table():
    rows = np.array([[0.0], [0.0], [1.0], [1.0]])
    table = encode(rows, np.array([0, 0, 1, 1], np.int32), np.ones(4), Objective.errors(2))
    cart = NativeCart(table, 1, 1, Stop(math.inf))
    assert cart.population == 2
    assert [tree.splits for tree in cart([np.array([0, 1]), np.array([1])])] == [(Split(0, 0),), (NO_SPLIT,)]

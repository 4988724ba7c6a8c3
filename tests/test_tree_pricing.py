"""The best tree over split sets: against all trees, under limits, threads and a stop."""

from dataclasses import replace

import numpy as np
import pytest
from pricing_cases import Case, covered, native_tree_arguments, random_case, slow_trees, table_of, tree_value

from boughs._native import Stop, best_tree
from boughs.model.split_sets import NO_SPLIT, Split, SplitSets
from boughs.model.topology import Topology
from boughs.steps.tree_pricing import NO_UPPER, price_trees

NEVER = 1e9


def priced(case: Case, upper=NO_UPPER, n_threads=1, stop=None):
    return price_trees(case.table, case.sets, upper=upper, n_threads=n_threads, stop=stop or Stop(NEVER))


def choice_of(tree, sets: SplitSets) -> tuple[int, ...]:
    """The positions of a tree's splits; its paths must agree."""
    choice: dict[int, int] = {}
    for path in tree.paths:
        for node, split in zip(sets.topology.nodes_to(path.leaf), path.splits, strict=True):
            assert choice.setdefault(node, sets.position[node][split]) == sets.position[node][split]
    return tuple(choice[node] for node in range(sets.topology.n_nodes))


@pytest.mark.parametrize("block", range(10))
def test_equals_the_best_of_all_trees(block):
    for seed in range(block * 60, block * 60 + 60):
        case = random_case(seed, signed=seed % 3 == 0)
        trees = slow_trees(case)
        answer = priced(case, n_threads=1 + seed % 2)
        assert answer.complete, seed
        if not trees:
            assert answer.tree is None, seed
            continue
        value, _, choice, targets = trees[0]
        assert answer.tree is not None, seed
        assert (answer.tree.value, choice_of(answer.tree, case.sets)) == (value, choice), seed
        assert tuple(path.target for path in answer.tree.paths) == targets, seed


def test_upper_is_strict():
    for seed in range(40):
        case = random_case(seed)
        tree = priced(case).tree
        if tree is not None:
            assert priced(case, upper=tree.value + 1).tree == tree
            assert priced(case, upper=tree.value).tree is None
            assert priced(case, upper=-(2**63)).tree is None


def larger_case(seed: int, depth: int, n_rows: int, n_splits: int, n_classes: int, **table) -> Case:
    rng = np.random.default_rng(seed)
    ranks = rng.integers(0, 20, (5, n_rows))
    labels = (ranks[0] + ranks[1] * (ranks[2] > 9) + rng.integers(0, 14, n_rows)) % n_classes
    costs = (labels[:, None] != np.arange(n_classes)) * rng.integers(1, 3, n_rows)[:, None]
    splits = [
        [
            Split(int(c), int(v))
            for c, v in zip(rng.integers(0, 5, n_splits), rng.integers(0, 19, n_splits), strict=True)
        ]
        for _ in range(2**depth - 1)
    ]
    return Case(table_of(ranks, costs, **table), SplitSets.of(Topology(depth), splits), None)


def plain_best(case: Case, node: int, rows, known: dict) -> int | None:
    """The value of the best subtree, by recursion without bounds; None where no leaf may have these rows."""
    table = case.table
    if not rows.any():
        return 0
    if table.input_rows[rows].sum() < table.min_rows:
        return None
    if (node, rows.tobytes()) in known:
        return known[node, rows.tobytes()]
    values = [int(table.costs[rows].sum(axis=0).min()) + table.leaf_price]
    for column, cut in case.sets.at[node][1:] if node < case.sets.topology.n_nodes else ():
        left = table.ranks[column] <= cut
        children = [plain_best(case, 2 * node + 1 + side, rows & way, known) for side, way in enumerate((left, ~left))]
        if None not in children:
            values.append(sum(children))
    return known.setdefault((node, rows.tobytes()), min(values))


@pytest.mark.parametrize("table", [{}, {"leaf_price": 1}, {"min_rows": 3}, {"leaf_price": 2, "min_rows": 2}])
def test_many_cuts_of_few_columns_equal_the_plain_recursion(table):
    for seed in range(60):
        rng = np.random.default_rng(seed)
        ranks = rng.integers(0, 9, (2, 16))
        costs = (rng.integers(0, 2, 16)[:, None] != np.arange(2)) * rng.integers(1, 5, 16)[:, None]
        splits = [[Split(column, cut) for column, cut in rng.integers(0, (2, 8), (7, 2)).tolist()] for _ in range(7)]
        case = Case(table_of(ranks, costs, **table), SplitSets.of(Topology(3), splits), None)
        assert priced(case).tree.value == plain_best(case, 0, np.ones(16, dtype=bool), {}), seed


@pytest.mark.parametrize(
    ("depth", "n_splits", "n_classes", "table"),
    [
        (3, 8, 2, {}),
        (3, 8, 3, {"leaf_price": 3}),
        (3, 7, 4, {"min_rows": 9}),
        (4, 4, 2, {}),
        (4, 4, 3, {"leaf_price": 2, "min_rows": 4}),
        (5, 2, 2, {"leaf_price": 1}),
    ],
)
def test_equals_the_plain_recursion_and_does_not_depend_on_threads(depth, n_splits, n_classes, table):
    for seed in range(2):
        case = larger_case(seed, depth, 90, n_splits, n_classes, **table)
        tree = priced(case).tree
        assert tree.value == plain_best(case, 0, np.ones(90, dtype=bool), {})
        assert tree_value(case.table, case.sets, choice_of(tree, case.sets))[0] == tree.value
        assert priced(case, n_threads=2).tree == tree


def test_wide_totals_are_exact():
    for seed in range(30):
        case = random_case(seed)
        factor = 2**53 // max(1, int(np.abs(case.table.costs).max(axis=1).sum()) * 4)
        if factor < 2:
            continue
        wide = replace(
            case.table,
            costs=case.table.costs * factor + (case.table.costs > 0),
            leaf_price=case.table.leaf_price * factor,
        )
        trees = slow_trees(Case(wide, case.sets, case.duals))
        tree = priced(Case(wide, case.sets, case.duals)).tree
        assert (tree.value if tree else None) == (trees[0][0] if trees else None)


def test_a_stop_leaves_a_true_tree():
    case = larger_case(3, 4, 400, 40, 2)
    for stop in (Stop(0.0), Stop(0.01), Stop(0.05)):
        answer = priced(case, stop=stop, n_threads=2)
        assert answer.tree is not None
        assert tree_value(case.table, case.sets, choice_of(answer.tree, case.sets))[0] == answer.tree.value
    assert not priced(case, stop=Stop(0.0)).complete


def test_only_no_split_is_a_leaf():
    case = random_case(5)
    sets = SplitSets.of(Topology(2), [[], [], []])
    tree = price_trees(replace(case.table, min_rows=1), sets, n_threads=1, stop=Stop(NEVER)).tree
    assert {path.splits for path in tree.paths} == {(NO_SPLIT, NO_SPLIT)}
    assert [covered(case.table, sets, path.leaf, path.splits).any() for path in tree.paths] == [
        True,
        False,
        False,
        False,
    ]


def test_a_split_that_separates_nothing_is_not_used():
    table = table_of(np.array([[0, 1, 2]]), np.array([[0, 1], [1, 0], [1, 0]]))
    sets = SplitSets.of(Topology(2), [[Split(0, 0)], [Split(0, 0), Split(0, 1)], [Split(0, 0)]])
    tree = price_trees(table, sets, n_threads=1, stop=Stop(NEVER)).tree
    assert tree.value == 0
    assert [sum(split != NO_SPLIT for split in path.splits) for path in tree.paths] == [1, 1, 1, 1]


def test_wrong_input_is_refused():
    good = native_tree_arguments()
    assert best_tree(**good)[1]
    wrong = {
        "depth": [0, 2, 17, -1],
        "starts": [
            good["starts"][:-1],
            *(np.array(starts, dtype=np.int64) for starts in ([0, 0], [1, 2], [0, 9], [0, 2])),
        ],
        "columns": [np.array(columns, dtype=np.int32) for columns in ([0, 0, 0], [-1, 7, 0], [-1, -1, 0])],
        "cuts": [good["cuts"][:-1], np.array([0, 1, 1], dtype=np.int32)],
        "costs": [
            good["costs"][:-1],
            np.zeros((4, 0), dtype=np.int64),
            np.full((4, 2), 2**60),
            np.full((4, 2), -(2**63)),
        ],
        "input_rows": [good["input_rows"][:-1], np.zeros(4, dtype=np.int64), np.full(4, 2**62)],
        "leaf_price": [-1, 2**60],
    }
    for name, values in wrong.items():
        for value in values:
            with pytest.raises(ValueError, match=r"."):
                best_tree(**{**good, name: value})

"""The native depth-two search against an enumeration of all trees, in every setting, and against known optima."""

import itertools
import json
import random
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from search_cases import DATA, KINDS, Rows, larger_rows, random_rows, rows_of

from boughs import _native

NO_LIMIT = 2**62
EXACT, AT_LEAST_LIMIT, STOPPED = 0, 1, 2
SWITCHES = (1, 2, 4, 8, 16, 32, 64, 128, 1024)


@dataclass(frozen=True, eq=False)
class Reordered(Rows):
    """Rows with an order of its own."""

    order: NDArray[np.int32] = None


@dataclass(frozen=True)
class Answer:
    """The answer for one subset, as plain numbers."""

    value: int
    columns: tuple[int, ...]
    lows: tuple[int, ...]
    highs: tuple[int, ...]
    targets: tuple[int, ...]
    status: int


def solve(rows, subsets=None, *, limits=None, leaf_price=0, min_rows=1, max_depth=2, n_threads=1, stop=None, **inner):
    subsets = [range(rows.ranks.shape[1])] if subsets is None else subsets
    starts = np.cumsum([0, *map(len, subsets)]).astype(np.int64)
    flat = np.array([row for subset in subsets for row in subset], dtype=np.int32)
    limits = np.array([NO_LIMIT] * len(subsets) if limits is None else limits, dtype=np.int64)
    stop = stop or _native.Stop(np.inf)
    arrays = _native.solve_depth_two(
        rows.ranks, rows.order, rows.costs, rows.input_rows, starts, flat, limits,
        leaf_price, min_rows, max_depth, n_threads, stop, **inner,
    )  # fmt: skip
    lists = [array.tolist() for array in arrays]
    return [Answer(*(tuple(x) if isinstance(x, list) else x for x in line)) for line in zip(*lists, strict=True)]


def plain_best(rows, subset, leaf_price, min_rows, max_depth):
    """The Answer by trying every tree: least value, fewest leaves, first column, lowest cut, from the root down."""
    costs = rows.costs.tolist()
    ranks = rows.ranks.tolist()
    counts = rows.input_rows.tolist()
    n_classes = rows.costs.shape[1]
    known = {}

    def best(members, depth):
        if (members, depth) not in known:
            known[members, depth] = find(members, depth)
        return known[members, depth]

    def find(members, depth):
        sums = [sum(costs[r][t] for r in members) for t in range(n_classes)]
        found = (min(sums) + leaf_price, 1, sums.index(min(sums)))
        for column in range(len(ranks) if depth > 0 else 0):
            present = sorted({ranks[column][r] for r in members})
            for low, high in itertools.pairwise(present):
                left = tuple(r for r in members if ranks[column][r] <= low)
                right = tuple(r for r in members if ranks[column][r] > low)
                if min(sum(counts[r] for r in side) for side in (left, right)) < min_rows:
                    continue
                a, b = best(left, depth - 1), best(right, depth - 1)
                if (a[0] + b[0], a[1] + b[1]) < found[:2]:
                    found = (a[0] + b[0], a[1] + b[1], (column, low, high, a[2], b[2]))
        return found

    value, _, tree = best(tuple(subset), max_depth)
    nodes, targets = [(-1, -1, -1)] * 3, [-1] * 4

    def write(tree, node, leaf, width):
        if isinstance(tree, int):
            targets[leaf] = tree
            return
        nodes[node] = tree[:3]
        write(tree[3], 2 * node + 1, leaf, width // 2)
        write(tree[4], 2 * node + 2, leaf + width // 2, width // 2)

    write(tree, 0, 0, 4)
    columns, lows, highs = zip(*nodes, strict=True)
    return Answer(value, columns, lows, highs, tuple(targets), EXACT)


def random_subsets(dice, n_rows, count):
    subsets = [sorted(dice.sample(range(n_rows), dice.randint(1, n_rows))) for _ in range(count)]
    return [list(range(n_rows)), *subsets]


def random_question(dice, scale=1):
    return {
        "leaf_price": dice.choice([0, 0, 1, 2]) * scale,
        "min_rows": dice.choice([1, 1, 2, 3, 6]),
        "max_depth": dice.choice([1, 2, 2, 2]),
    }


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("scale", [1, 3000, 2**31 + 11, 2**46 - 5])
def test_best_of_all_trees(seed, scale):
    dice = random.Random(seed * 101 + scale)
    for _ in range(40):
        rows = random_rows(dice, scale=scale)
        subsets = random_subsets(dice, rows.ranks.shape[1], 2)
        question = random_question(dice, scale)
        expected = [plain_best(rows, subset, **question) for subset in subsets]
        assert solve(rows, subsets, **question) == expected
        disabled = sum(dice.sample(SWITCHES, dice.randint(1, len(SWITCHES))))
        assert solve(rows, subsets, disabled=disabled, n_threads=2, **question) == expected
        assert solve(rows, subsets, disabled=128, **question) == expected


@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_best_of_all_trees_on_any_table(data):
    n_rows, n_columns, n_classes = (data.draw(st.integers(1, most)) for most in (9, 3, 3))
    integers = lambda low, high, n: data.draw(st.lists(st.integers(low, high), min_size=n, max_size=n))  # noqa: E731
    rows = Rows(
        np.array(integers(0, 5, n_columns * n_rows), dtype=np.int32).reshape(n_columns, n_rows),
        np.array(integers(-3, 3, n_rows * n_classes), dtype=np.int64).reshape(n_rows, n_classes),
        np.array(integers(1, 3, n_rows), dtype=np.int64),
    )
    question = {"leaf_price": data.draw(st.integers(0, 3)), "min_rows": data.draw(st.integers(1, 4))}
    assert solve(rows, **question) == [plain_best(rows, range(n_rows), max_depth=2, **question)]


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("min_rows", [1, 9])
@pytest.mark.parametrize("leaf_price", [0, 2])
def test_no_switch_and_no_instruction_set_changes_the_answer(kind, min_rows, leaf_price):
    rows = larger_rows(5, **kind)
    subsets = [range(120), range(0, 120, 3), range(30, 90), range(5)]
    question = {"min_rows": min_rows, "leaf_price": leaf_price}
    plain = solve(rows, subsets, disabled=sum(SWITCHES), instruction_set="plain", **question)
    for disabled in [0, *SWITCHES, *(a + b for a, b in itertools.combinations(SWITCHES, 2))]:
        for instruction_set in _native.instruction_sets():
            assert solve(rows, subsets, disabled=disabled, instruction_set=instruction_set, **question) == plain


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_larger_tables(kind):
    rows = larger_rows(8, n_rows=60, n_columns=3, n_values=20, **{k: v for k, v in kind.items() if k != "n_values"})
    for min_rows, leaf_price in [(1, 0), (7, 0), (1, 1), (4, 3)]:
        expected = plain_best(rows, range(60), leaf_price, min_rows, 2)
        assert solve(rows, min_rows=min_rows, leaf_price=leaf_price) == [expected]


@pytest.mark.parametrize("n_threads", [1, 2])
def test_limits(n_threads):
    dice = random.Random(3)
    for _ in range(150):
        rows = random_rows(dice)
        question = random_question(dice)
        (exact,) = solve(rows, **question)
        below = [exact.value - dice.choice([0, 0, 1, 3, 2**61]) for _ in range(4)]
        above = [exact.value + dice.choice([1, 2, 2**61]) for _ in range(4)]
        subsets = [list(range(rows.ranks.shape[1]))] * 8
        answers = solve(rows, subsets, limits=below + above, n_threads=n_threads, **question)
        assert answers[4:] == [exact] * 4
        assert [answer.value for answer in answers[:4]] == below
        assert {answer.status for answer in answers[:4]} == {AT_LEAST_LIMIT}
        assert {answer.targets for answer in answers[:4]} == {(-1, -1, -1, -1)}


def test_a_stopped_search_returns_a_leaf_at_least():
    rows = larger_rows(1)
    (answer,) = solve(rows, stop=_native.Stop(0.0), limits=[20], leaf_price=2)
    cost = rows.costs.sum(axis=0)
    assert answer == Answer(cost.min() + 2, (-1,) * 3, (-1,) * 3, (-1,) * 3, (int(cost.argmin()), -1, -1, -1), STOPPED)


def cost_of(rows, answer, leaf_price):
    """The cost of the answer's tree, counted again."""
    nodes = np.zeros(rows.ranks.shape[1], dtype=int)
    for level in range(2):
        for node in range(2**level):
            at = 2**level - 1 + node
            right = rows.ranks[answer.columns[at]] > answer.lows[at] if answer.columns[at] >= 0 else False
            nodes = np.where(nodes == node << (2 - level), nodes + (right << (1 - level)), nodes)
    targets = np.array(answer.targets)
    assert (targets[nodes] >= 0).all()
    return rows.costs[np.arange(len(nodes)), targets[nodes]].sum() + leaf_price * (targets >= 0).sum()


@pytest.mark.parametrize("seconds", [0.0, 1e-4, 3e-4, 1e-3, np.inf])
def test_a_stopped_search_claims_what_its_tree_costs(seconds):
    dice = np.random.default_rng(0)
    rows = larger_rows(2, n_rows=4000, n_columns=12, n_values=4000)
    labels = dice.integers(0, 2, 4000)
    rows.costs[:] = labels[:, None] != np.arange(2)
    (answer,) = solve(rows, stop=_native.Stop(seconds), leaf_price=3)
    assert answer.status == EXACT if seconds == np.inf else answer.status in (EXACT, STOPPED)
    assert cost_of(rows, answer, 3) == answer.value


def test_an_empty_subset_has_no_tree():
    empty, whole = solve(larger_rows(1), [[], range(120)], leaf_price=1)
    assert empty == Answer(0, (-1,) * 3, (-1,) * 3, (-1,) * 3, (-1,) * 4, EXACT)
    assert whole.columns[0] >= 0
    assert solve(larger_rows(1), [[]], limits=[0])[0].status == AT_LEAST_LIMIT
    assert solve(larger_rows(1), []) == []


def test_too_few_rows_for_two_leaves_are_a_leaf():
    rows = larger_rows(2)
    assert solve(rows, min_rows=2**62)[0].columns == (-1, -1, -1)


def test_subsets_of_a_sparse_table_are_the_same_sorted_or_filtered():
    rows = larger_rows(4, n_rows=3000)
    subsets = [sorted(random.Random(i).sample(range(3000), 5 + 30 * i)) for i in range(20)]
    assert solve(rows, subsets) == solve(rows, subsets, disabled=64)


def test_counts_of_input_rows_too_large_for_narrow_lanes():
    rows = larger_rows(6, n_classes=3)
    for unit in (2**9, 2**20, 2**45):
        wide = Rows(rows.ranks, rows.costs, rows.input_rows * unit)
        assert solve(wide, min_rows=13 * unit) == solve(rows, min_rows=13)


def test_the_order_of_equal_ranks_does_not_matter():
    rows = larger_rows(7, n_values=5)
    shuffled = np.random.default_rng(0).permutation(120)
    order = shuffled[np.argsort(rows.ranks[:, shuffled], axis=1, kind="stable")].astype(np.int32)
    assert not np.array_equal(order, rows.order)
    expected = solve(rows)
    assert solve(Reordered(rows.ranks, rows.costs, rows.input_rows, order)) == expected


WRONG = {
    "order": lambda a: a.__setitem__((0, 0), a[0, 1]),
    "order ": lambda a: a.__setitem__((0, 0), 999),
    "ranks": lambda a: a.__setitem__((0, 0), -1),
    "costs": lambda a: a.__setitem__((0, 0), 2**62),
    "input_rows": lambda a: a.__setitem__(0, 0),
    "starts": lambda a: a.__setitem__(0, 1),
    "rows": lambda a: a.__setitem__(0, 5),
    "rows ": lambda a: a.__setitem__(-1, 120),
}


def arguments():
    rows = larger_rows(1)
    return {
        "ranks": rows.ranks, "order": rows.order, "costs": rows.costs, "input_rows": rows.input_rows,
        "starts": np.array([0, 120]), "rows": np.arange(120, dtype=np.int32), "limits": np.array([NO_LIMIT]),
        "leaf_price": 0, "min_rows": 1, "max_depth": 2, "n_threads": 1, "stop": _native.Stop(np.inf),
    }  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_wrong_arrays_are_refused(name):
    given_arrays = arguments()
    WRONG[name](given_arrays[name.strip()])
    with pytest.raises(ValueError, match=name.strip()):
        _native.solve_depth_two(**given_arrays)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("leaf_price", -1), ("leaf_price", 2**62), ("min_rows", 0), ("max_depth", 3), ("n_threads", 0),
        ("instruction_set", "mmx"), ("order", np.zeros((5, 7), np.int32)), ("costs", np.zeros((7, 2), np.int64)),
        ("limits", np.zeros(3, np.int64)), ("starts", np.array([0, 130])), ("starts", np.zeros(0, np.int64)),
        ("input_rows", np.ones(3, np.int64)), ("costs", np.full((120, 2), 2**56)),
        ("costs", np.zeros((120, 0), np.int64)),
    ],
)  # fmt: skip
def test_wrong_numbers_are_refused(name, value):
    with pytest.raises(ValueError, match=name):
        _native.solve_depth_two(**(arguments() | {name: value}))


def known_optima():
    if not (DATA / "limits.json").is_file():
        return [pytest.param("", 0, 0, marks=pytest.mark.skip(reason="no data: set BOUGHS_DATA"))]
    sets = json.loads((DATA / "limits.json").read_text(encoding="utf-8"))["sets"]
    return [(name, int(k), value) for name, of in sets.items() for k, value in of.get("depth_2", {}).items()]


@pytest.mark.parametrize(("name", "split", "errors"), known_optima())
def test_known_optima(name, split, errors):
    assert solve(rows_of(name, split))[0].value == errors

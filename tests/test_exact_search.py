"""The native exact search of any depth against a plain recursion, in every setting, stopped anywhere, and on data."""

import itertools
import json
import random
import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from search_cases import DATA, KINDS, Rows, larger_rows, random_rows, rows_of

from boughs import _native

SWITCHES = tuple(2**bit for bit in range(13))
SAME_COURSE = sum(SWITCHES) - 1 - 2 - 256 - 512 - 2048
"""Switches that change nothing but the time: the thresholds that are tried, and so the tree, stay the same."""
EVALUATED, NEIGHBOURS, TOO_FEW_ROWS, OPEN = range(4)


def search(rows, max_depth, *, leaf_price=0, min_rows=1, n_threads=1, stop=None, disabled=0, incumbent=None):
    stop = stop or _native.Stop(np.inf)
    found = _native.ExactSearch(
        rows.ranks, rows.order, rows.costs, rows.input_rows, leaf_price, min_rows, max_depth, n_threads, stop, disabled
    )
    found.run(incumbent)
    return found


def least_cost(rows, max_depth, leaf_price, min_rows):
    """By trying every tree."""
    costs, counts, ranks = rows.costs, rows.input_rows, rows.ranks
    known = {}

    def best(members, depth):
        key = members.tobytes(), depth
        if key not in known:
            known[key] = find(members, depth)
        return known[key]

    def find(members, depth):
        least = int(costs[members].sum(axis=0).min()) + leaf_price
        for column in range(len(ranks) if depth > 0 else 0):
            here = ranks[column, members]
            for low in np.unique(here)[:-1]:
                sides = members[here <= low], members[here > low]
                if min(counts[side].sum() for side in sides) >= min_rows:
                    least = min(least, best(sides[0], depth - 1) + best(sides[1], depth - 1))
        return least

    return best(np.arange(len(counts)), max_depth)


def tree_of(found):
    return tuple(tuple(array.tolist()) for array in found.tree())


def cost_of(rows, found, leaf_price, min_rows):
    """The tree's cost, row by row; fails where the tree is not one."""
    columns, lows, highs, targets = found.tree()
    total, depth = 0, (len(columns) + 1).bit_length() - 1

    def walk(node, members):
        level = (node + 1).bit_length() - 1
        column = columns[node] if level < depth else -1
        if column < 0:
            leaf = (node + 1 - 2**level) * 2 ** (depth - level)
            assert len(members) == len(rows.input_rows) or rows.input_rows[members].sum() >= min_rows
            assert targets[leaf] >= 0
            return int(rows.costs[members, targets[leaf]].sum()) + leaf_price
        here = rows.ranks[column, members]
        left, right = members[here <= lows[node]], members[here > lows[node]]
        assert rows.ranks[column, left].max() == lows[node]
        assert rows.ranks[column, right].min() == highs[node]
        return walk(2 * node + 1, left) + walk(2 * node + 2, right)

    total = walk(0, np.arange(len(rows.input_rows)))
    n_leaves = int((targets >= 0).sum())
    assert n_leaves == int((columns >= 0).sum()) + 1
    return total


def random_question(dice, scale):
    return {"leaf_price": dice.choice([0, 0, 1, 2]) * scale, "min_rows": dice.choice([1, 1, 2, 3, 6])}


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("scale", [1, 3000, 2**46 - 5])
def test_best_of_all_trees(seed, scale):
    dice = random.Random(seed * 101 + scale)
    for _ in range(25):
        rows, question, depth = (
            random_rows(dice, scale=scale),
            random_question(dice, scale),
            dice.choice([1, 2, 3, 3, 4]),
        )
        disabled = dice.choice([0, 128, sum(dice.sample(SWITCHES, dice.randint(1, len(SWITCHES))))])
        found = search(rows, depth, disabled=disabled, n_threads=dice.choice([1, 2]), **question)
        assert found.value == found.bound == least_cost(rows, depth, **question)
        assert cost_of(rows, found, **question) == found.value


@given(data=st.data())
@settings(max_examples=100, deadline=None)
def test_best_of_all_trees_on_any_table(data):
    n_rows, n_columns, n_classes = (data.draw(st.integers(1, most)) for most in (10, 3, 3))
    integers = lambda low, high, n: data.draw(st.lists(st.integers(low, high), min_size=n, max_size=n))  # noqa: E731
    rows = Rows(
        np.array(integers(0, 5, n_columns * n_rows), dtype=np.int32).reshape(n_columns, n_rows),
        np.array(integers(-3, 3, n_rows * n_classes), dtype=np.int64).reshape(n_rows, n_classes),
        np.array(integers(1, 3, n_rows), dtype=np.int64),
    )
    question = {"leaf_price": data.draw(st.integers(0, 3)), "min_rows": data.draw(st.integers(1, 4))}
    found = search(rows, 3, **question)
    assert found.value == found.bound == least_cost(rows, 3, **question)


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize(("min_rows", "leaf_price"), [(1, 0), (7, 0), (1, 2), (5, 3)])
def test_no_switch_changes_the_value_and_threads_do_not_change_the_tree(kind, min_rows, leaf_price):
    rows = larger_rows(5, n_rows=60, **kind)
    question = {"min_rows": min_rows, "leaf_price": leaf_price}
    plain = search(rows, 3, disabled=sum(SWITCHES), **question)
    best = search(rows, 3, **question)
    for disabled in [*SWITCHES, *(a + b for a, b in itertools.combinations(SWITCHES, 2)), SAME_COURSE]:
        found = search(rows, 3, disabled=disabled, **question)
        assert (found.value, found.bound) == (plain.value, plain.value)
        assert cost_of(rows, found, **question) == found.value
        if not disabled & ~SAME_COURSE:
            assert tree_of(found) == tree_of(best)
    assert tree_of(search(rows, 3, n_threads=2, **question)) == tree_of(best)


@pytest.mark.parametrize("seed", range(4))
def test_random_switches_at_depth_four(seed):
    dice = random.Random(seed)
    rows = larger_rows(seed, n_rows=40, n_columns=3, n_values=9, n_classes=2 + seed % 2)
    question = random_question(dice, 1)
    best = search(rows, 4, **question)
    for _ in range(12):
        disabled = sum(dice.sample(SWITCHES[1:], dice.randint(1, 8)))
        found = search(rows, 4, disabled=disabled, n_threads=dice.choice([1, 2]), **question)
        assert found.value == found.bound == best.value
        if not disabled & ~SAME_COURSE:
            assert tree_of(found) == tree_of(best)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_larger_tables(kind):
    rows = larger_rows(8, n_rows=24, n_columns=3, n_values=10, **{k: v for k, v in kind.items() if k != "n_values"})
    for min_rows, leaf_price in [(1, 0), (4, 0), (1, 1), (3, 3)]:
        for depth in (3, 4):
            expected = least_cost(rows, depth, leaf_price, min_rows)
            assert search(rows, depth, min_rows=min_rows, leaf_price=leaf_price).value == expected


@pytest.mark.parametrize("depth", [3, 4, 5])
def test_threads_do_not_change_the_tree(depth):
    for seed in range(4):
        rows = larger_rows(seed, n_rows=150, n_classes=2 + seed % 2)
        assert tree_of(search(rows, depth, n_threads=3)) == tree_of(search(rows, depth))


@pytest.mark.parametrize("min_rows", [1, 5])
def test_a_stopped_search_is_true(min_rows):
    rows = larger_rows(2, n_rows=90, n_columns=4, n_classes=3)
    best = search(rows, 4, min_rows=min_rows, leaf_price=1).value
    for milliseconds in [0, 0.1, 0.3, 1, 2, 4, 8, 16]:
        found = search(rows, 4, min_rows=min_rows, leaf_price=1, n_threads=2, stop=_native.Stop(milliseconds / 1000))
        assert found.bound <= best <= found.value
        assert cost_of(rows, found, 1, min_rows) == found.value


def test_progress_is_true_while_it_runs():
    rows = larger_rows(3, n_rows=200, n_columns=6)
    stop = _native.Stop(20.0)
    watched = _native.ExactSearch(rows.ranks, rows.order, rows.costs, rows.input_rows, 0, 1, 5, 2, stop)
    runner = threading.Thread(target=watched.run)
    seen = []
    runner.start()
    while runner.is_alive() and len(seen) < 50:
        seen.append((watched.bound, watched.value))
        runner.join(0.001)
    stop.cancel()
    runner.join()
    seen.append((watched.bound, watched.value))
    bounds, values = zip(*seen, strict=True)
    assert list(bounds) == sorted(bounds)
    assert list(values) == sorted(values, reverse=True)
    assert bounds[-1] <= values[-1]
    assert cost_of(rows, watched, 0, 1) == watched.value


def test_an_incumbent_is_where_the_search_starts():
    rows = larger_rows(4, n_rows=120, n_columns=4)
    best = search(rows, 4)
    columns, lows, _, _ = best.tree()
    started = search(rows, 4, incumbent=(columns, lows), stop=_native.Stop(np.inf))
    assert started.value == best.value
    shallow = search(rows, 2)
    assert search(rows, 4, incumbent=shallow.tree()[:2]).value == best.value
    stop = _native.Stop(np.inf)
    stop.cancel()
    assert search(rows, 4, incumbent=(columns, lows), stop=stop).value <= rows.costs.sum(axis=0).min()


@pytest.mark.parametrize("seed", range(6))
def test_certificate_covers_every_cut(seed):
    dice = random.Random(seed)
    for _ in range(12):
        rows, question = random_rows(dice), random_question(dice, 1)
        found = search(rows, 3, **question)
        ranges = list(zip(*(array.tolist() for array in found.certificate()), strict=True))
        for column in range(len(rows.ranks)):
            present = np.unique(rows.ranks[column])
            for low in present[:-1]:
                left = rows.ranks[column] <= low
                halves = [Rows(rows.ranks[:, s].copy(), rows.costs[s], rows.input_rows[s]) for s in (left, ~left)]
                sizes = [half.input_rows.sum() for half in halves]
                of_cut = [r for r in ranges if r[0] == column and r[1] <= low <= r[2]]
                if found.value == search(rows, 2, **question).value and not of_cut:
                    continue
                assert len(of_cut) == 1
                _, _, _, bound, reason = of_cut[0]
                assert reason != OPEN
                if reason == TOO_FEW_ROWS:
                    assert min(sizes) < question["min_rows"]
                else:
                    best = sum(least_cost(half, 2, **question) for half in halves)
                    assert found.value <= bound <= best or (reason == EVALUATED and bound <= best)


def test_counts_and_certificate_are_known_after_the_run():
    rows = larger_rows(1)
    found = _native.ExactSearch(rows.ranks, rows.order, rows.costs, rows.input_rows, 0, 1, 3, 1, _native.Stop(np.inf))
    with pytest.raises(ValueError, match="after run"):
        found.counts()
    found.run()
    assert found.counts()["depth_two"] > 0
    with pytest.raises(ValueError, match="once"):
        found.run()


def arguments():
    rows = larger_rows(1)
    return {
        "ranks": rows.ranks, "order": rows.order, "costs": rows.costs, "input_rows": rows.input_rows,
        "leaf_price": 0, "min_rows": 1, "max_depth": 3, "n_threads": 1, "stop": _native.Stop(np.inf),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("leaf_price", -1), ("leaf_price", 2**56), ("min_rows", 0), ("max_depth", 0), ("max_depth", 11),
        ("n_threads", 0), ("order", np.zeros((5, 7), np.int32)), ("costs", np.zeros((7, 2), np.int64)),
        ("input_rows", np.ones(3, np.int64)), ("costs", np.full((120, 2), 2**56)),
    ],
)  # fmt: skip
def test_wrong_arguments_are_refused(name, value):
    with pytest.raises(ValueError, match=name):
        _native.ExactSearch(**(arguments() | {name: value}))


@pytest.mark.parametrize(
    "incumbent", [([9], [0]), ([-2], [0]), ([0], [0, 0]), ([0] * 15, [0] * 15)], ids=["9", "-2", "lengths", "deep"]
)
def test_wrong_incumbents_are_refused(incumbent):
    with pytest.raises(ValueError, match="incumbent"):
        _native.ExactSearch(**arguments()).run(tuple(np.array(x, dtype=np.int32) for x in incumbent))


def known_optima():
    if not (DATA / "limits.json").is_file():
        return [pytest.param("", 0, 0, 0, marks=pytest.mark.skip(reason="no data: set BOUGHS_DATA"))]
    sets = json.loads((DATA / "limits.json").read_text(encoding="utf-8"))["sets"]
    slow = {"spambase", "statlog_satellite", "default_credit", "letter", "magic04", "htru_2", "statlog_shuttle"}
    return [
        (name, int(split), depth, errors)
        for name, of in sets.items() if name not in slow
        for depth in (3, 4) if (name, depth) != ("seismic_bumps", 4)
        for split, errors in of.get(f"depth_{depth}", {}).items()
    ]  # fmt: skip


@pytest.mark.parametrize(("name", "split", "depth", "errors"), known_optima())
def test_known_optima(name, split, depth, errors):
    found = search(rows_of(name, split), depth, n_threads=2)
    assert found.value == found.bound == errors

"""The paths of largest reduced cost: against all paths, under limits, threads and a stop."""

from dataclasses import replace

import numpy as np
import pytest
from pricing_cases import Case, native_path_arguments, random_case, slow_paths

from boughs._native import Stop, best_paths
from boughs.model.duals import Duals
from boughs.model.path import Path
from boughs.steps.enumeration_pricing import price_paths

NEVER = 1e9


def priced(case: Case, leaves=None, reward_unit=1.0, how_many=10**6, tolerance=1e-6, n_threads=1, stop=None):
    return price_paths(
        case.table,
        case.sets,
        case.duals,
        reward_unit=reward_unit,
        leaves=range(case.sets.topology.n_leaves) if leaves is None else leaves,
        how_many=how_many,
        tolerance=tolerance,
        n_threads=n_threads,
        stop=stop or Stop(NEVER),
    )


def unit_of(case: Case) -> float:
    return float(max(1, case.table.costs.max(initial=0)))


def path_of(case: Case, leaf: int, positions, target: int) -> Path:
    nodes = case.sets.topology.nodes_to(leaf)
    return Path(leaf, tuple(case.sets.at[node][p] for node, p in zip(nodes, positions, strict=True)), target)


@pytest.mark.parametrize("block", range(10))
def test_equals_the_best_of_all_paths(block):
    for seed in range(block * 60, block * 60 + 60):
        case = random_case(seed)
        unit = unit_of(case)
        leaves = range(case.sets.topology.n_leaves)
        tolerance = (1e-6, -1.0 + 1e-6, -1e9)[seed % 3]
        answer = priced(case, reward_unit=unit, tolerance=tolerance)
        assert answer.complete
        for leaf, largest, paths in zip(leaves, answer.largest, answer.paths, strict=True):
            slow = slow_paths(case, leaf, unit)
            assert largest == pytest.approx(slow[0][0] if slow else -np.inf, abs=1e-9), seed
            wanted = [path for path in slow if path[0] > tolerance]
            assert len(paths) == len(wanted), seed
            expected = {path_of(case, leaf, p, t): (rc, reward) for rc, p, t, reward in wanted}
            for priced_path in paths:
                reduced_cost, reward = expected[priced_path.path]
                assert priced_path.reduced_cost == pytest.approx(reduced_cost, abs=1e-9), seed
                assert priced_path.reward == reward, seed


def test_fewer_are_the_first_of_all_whatever_the_threads():
    for seed in range(150):
        case = random_case(seed)
        unit = unit_of(case)
        everything = priced(case, reward_unit=unit)
        for how_many in (0, 1, 3):
            for n_threads in (1, 2):
                few = priced(case, reward_unit=unit, how_many=how_many, n_threads=n_threads)
                assert few.largest.tolist() == everything.largest.tolist(), seed
                assert few.paths == tuple(paths[:how_many] for paths in everything.paths), seed


def test_paths_fall_in_reduced_cost_then_rise_in_position():
    for seed in range(60):
        case = random_case(seed)
        for paths in priced(case, reward_unit=unit_of(case), tolerance=-1e9).paths:
            keys = [(-p.reduced_cost, positions_of(case, p.path)) for p in paths]
            assert keys == sorted(keys)


def positions_of(case: Case, path: Path) -> tuple[int, ...]:
    nodes = case.sets.topology.nodes_to(path.leaf)
    return tuple(case.sets.position[node][split] for node, split in zip(nodes, path.splits, strict=True))


def test_leaves_are_answered_as_asked():
    case = random_case(11, max_depth=2)
    everything = priced(case, tolerance=-1e9)
    last = case.sets.topology.n_leaves - 1
    asked = priced(case, leaves=[last, 0, last], tolerance=-1e9)
    assert asked.paths == (everything.paths[last], everything.paths[0], everything.paths[last])
    assert priced(case, leaves=[]).paths == ()


def test_rewards_near_the_largest_totals_are_exact():
    for seed in range(30):
        case = random_case(seed)
        factor = 2**53 // max(1, int(case.table.costs.max(axis=1).sum()) * 4)
        wide = Case(
            replace(case.table, costs=case.table.costs * factor + (case.table.costs > 0)), case.sets, case.duals
        )
        unit = float(2**40)
        answer = priced(wide, reward_unit=unit, tolerance=-1e18)
        for leaf, paths in enumerate(answer.paths):
            slow = {path_of(wide, leaf, p, t): reward for _, p, t, reward in slow_paths(wide, leaf, unit)}
            assert {priced_path.path: priced_path.reward for priced_path in paths} == slow


def test_a_stop_leaves_an_upper_bound():
    case = random_case(3)
    answer = priced(case, stop=Stop(0.0))
    assert not answer.complete
    assert (answer.largest >= priced(case).largest).all()


def test_without_prices_a_path_is_worth_its_reward():
    case = random_case(8)
    free = Case(case.table, case.sets, Duals.zero(case.sets, case.table.n_rows))
    for paths in priced(free, tolerance=-1e9).paths:
        assert all(path.reduced_cost == path.reward for path in paths)


def test_wrong_input_is_refused():
    good = native_path_arguments()
    assert best_paths(**good)[1]
    wrong = {
        "rewards": [
            good["rewards"][:-1],
            -good["rewards"] - 1,
            np.zeros((4, 0), dtype=np.int64),
            np.full((4, 2), 2**60),
        ],
        "alpha": [good["alpha"][:-1], np.array([np.nan, 0.0]), np.array([1e300, 0.0])],
        "beta": [good["beta"][:-1], np.full(4, np.inf)],
        "gamma": [good["gamma"][:-1], np.full_like(good["gamma"], np.nan)],
        "reward_unit": [0.0, -1.0, float("nan"), float("inf"), 1e-300],
        "leaves": [np.array([2], dtype=np.int32), np.array([-1], dtype=np.int32)],
        "tolerance": [float("nan")],
        "leaf_price": [-1, 2**61],
        "input_rows": [good["input_rows"][:-1], np.zeros(4, dtype=np.int64), np.full(4, 2**62)],
        "columns": [np.array([0, 0, 0], dtype=np.int32)],
    }
    for name, values in wrong.items():
        for value in values:
            with pytest.raises(ValueError, match=r"."):
                best_paths(**{**good, name: value})

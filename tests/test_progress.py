"""Progress: a trace that never takes anything back."""

import threading
from itertools import pairwise

import pytest

from boughs.model.progress import Progress


def published(*pairs):
    progress = Progress()
    for objective, bound in pairs:
        progress.publish("step", objective=objective, bound=bound)
    return [(point.objective, point.bound) for point in progress.trace]


def test_objective_falls_and_bound_rises():
    assert published((9, 1), (10, 0), (8, 3), (8, 2)) == [(9, 1), (9, 1), (8, 3), (8, 3)]


def test_bound_never_exceeds_objective():
    assert published((5, 5.0000001), (4, 5)) == [(5, 5), (4, 4)]


def test_point_keeps_what_it_was_given():
    progress = Progress()
    progress.publish("master", objective=3, bound=1, restricted_bound=2, rounds=4, columns=5, cuts=6)
    (point,) = progress.trace
    assert (point.step, point.restricted_bound, point.rounds, point.columns, point.cuts) == ("master", 2, 4, 5, 6)
    assert 0 <= point.seconds <= progress.stop.elapsed


def test_since():
    progress = Progress()
    for rounds in range(5):
        progress.publish("step", objective=1, bound=0, rounds=rounds)
    assert [point.rounds for point in progress.since(3)] == [3, 4]
    assert progress.since(5) == ()


def test_time_limit_and_interrupt():
    assert Progress(1e-9).stop.expired
    progress = Progress()
    assert not progress.stop.expired
    assert not progress.interrupted
    assert progress.stop_status == "time_limit"
    progress.interrupt("callback")
    assert progress.stop.expired
    assert progress.interrupted_by == "callback"
    assert progress.stop_status == "interrupted"


def test_many_threads_publish():
    progress = Progress()

    def publish(start):
        for i in range(200):
            progress.publish("step", objective=1000 - start - i, bound=start + i)

    threads = [threading.Thread(target=publish, args=(start,)) for start in (0, 100, 200)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    trace = progress.trace
    assert len(trace) == 600
    assert all(a.objective >= b.objective and a.bound <= b.bound for a, b in pairwise(trace))
    assert all(a.seconds <= b.seconds for a, b in pairwise(trace))
    assert trace[-1].objective == 601
    assert trace[-1].bound == pytest.approx(399)

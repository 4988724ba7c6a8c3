"""The worker thread: time limits, Ctrl-C, callbacks, errors."""

import signal
import subprocess
import sys
import textwrap
import threading
import time
import traceback
from pathlib import Path

import numpy as np
import pytest
from greedy_classifier import EndlessClassifier, GreedyClassifier

from boughs.estimators.supervision import supervise
from boughs.model.errors import BoughsError, InterruptedFitWarning
from boughs.model.progress import Progress
from boughs.model.result import Result

X = np.array([[0.0], [1.0], [2.0], [3.0]])
y = np.array([0, 0, 1, 1])


def learners():
    return [thread for thread in threading.enumerate() if thread.name == "boughs-learner" and thread.is_alive()]


def test_returns_what_the_work_returns():
    caller = threading.get_ident()
    assert supervise(threading.get_ident, Progress(), []) != caller


def test_watchers_hear_every_point_once_in_order_in_the_calling_thread():
    progress, heard = Progress(), []

    def work():
        for rounds in range(100):
            progress.publish("step", objective=1, bound=0, rounds=rounds)
            time.sleep(0.001)

    supervise(work, progress, [lambda point: heard.append((point.rounds, threading.get_ident()))])
    assert heard == [(rounds, threading.get_ident()) for rounds in range(100)]


def test_error_of_the_worker_keeps_its_traceback():
    def learner_breaks():
        raise ZeroDivisionError("inside")

    with pytest.raises(ZeroDivisionError, match="inside") as raised:
        supervise(learner_breaks, Progress(), [])
    assert "learner_breaks" in [frame.name for frame in traceback.extract_tb(raised.value.__traceback__)]


def test_time_limit():
    model = EndlessClassifier(time_limit=0.05).fit(X, y)
    assert model.status_ == "time_limit"
    assert model.trace_[-1].rounds > 0
    assert model.predict(X).tolist() == [0, 0, 1, 1]


@pytest.mark.parametrize("yes", [True, np.True_])
def test_callback_stops(yes):
    points = []

    def callback(point):
        points.append(point)
        return yes if point.rounds >= 3 else None

    model = EndlessClassifier().fit(X, y, callback=callback)
    assert model.status_ == "interrupted"
    assert model.trace_ == tuple(points)
    assert model.predict(X).tolist() == [0, 0, 1, 1]
    assert not learners()


def test_only_true_stops():
    answers = iter([None, False, 0, 1, "stop", []])
    model = EndlessClassifier(time_limit=0.1).fit(X, y, callback=lambda point: next(answers, None))
    assert model.status_ == "time_limit"


def test_a_callback_that_stops_what_has_ended_changes_nothing():
    assert GreedyClassifier().fit(X, y, callback=lambda point: True).status_ == "heuristic"


class ProvenAnyway(EndlessClassifier):
    def _learn(self, table, settings, progress, context):
        result = super()._learn(table, settings, progress, context)
        return Result(result.tree, result.objective, result.objective, None, "optimal", result.trace)


def test_what_is_proven_stays_proven():
    model = ProvenAnyway().fit(X, y, callback=lambda point: True)
    assert model.status_ == "optimal"
    assert model.gap_ == 0


def test_error_in_callback_stops_the_learner():
    def callback(point):
        raise LookupError("mine")

    model = EndlessClassifier()
    with pytest.raises(LookupError, match="mine"):
        model.fit(X, y, callback=callback)
    assert not learners()
    assert not hasattr(model, "tree_")


def test_fit_in_another_thread():
    fitted = []
    thread = threading.Thread(target=lambda: fitted.append(GreedyClassifier().fit(X, y)))
    thread.start()
    thread.join()
    assert fitted[0].predict(X).tolist() == [0, 0, 1, 1]


def press_once(point):
    if point.rounds == 1:
        signal.raise_signal(signal.SIGINT)


def test_keyboard_interrupt_keeps_the_best_tree():
    model = EndlessClassifier()
    with pytest.warns(InterruptedFitWarning, match="the best one so far: objective 0, bound 0") as warned:
        model.fit(X, y, callback=press_once)
    assert warned[0].filename == __file__
    assert model.status_ == "interrupted"
    assert model.predict(X).tolist() == [0, 0, 1, 1]


def test_interruption_as_an_error_keeps_the_tree():
    model = EndlessClassifier()
    with pytest.raises(InterruptedFitWarning):
        model.fit(X, y, callback=press_once)
    assert model.status_ == "interrupted"
    assert not issubclass(InterruptedFitWarning, BoughsError)


def test_keyboard_interrupt_outside_the_main_thread_is_raised():
    def callback(point):
        raise KeyboardInterrupt

    raised = []

    def fit():
        try:
            EndlessClassifier().fit(X, y, callback=callback)
        except KeyboardInterrupt as interrupt:
            raised.append(interrupt)

    thread = threading.Thread(target=fit)
    thread.start()
    thread.join()
    assert len(raised) == 1
    for learner in learners():
        learner.join()


SCRIPT = """
import sys, time, warnings
sys.path.insert(0, {tests!r})
from greedy_classifier import EndlessClassifier

class Deaf(EndlessClassifier):
    def _learn(self, *given):
        super()._learn(*given)
        print("learner was told to stop", flush=True)
        time.sleep(1000)

warnings.simplefilter("always")
model = {name}()
def tell(point):
    if point.rounds == 1:
        print("working", flush=True)

try:
    model.fit([[0.0], [1.0]], [0, 1], callback=tell)
    print("fitted", model.status_, model.predict([[1.0]]).tolist(), flush=True)
except KeyboardInterrupt:
    print("KeyboardInterrupt", hasattr(model, "tree_"), flush=True)
"""


def start(name):
    script = textwrap.dedent(SCRIPT).format(tests=str(Path(__file__).parent), name=name)
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1
    )
    assert process.stdout.readline() == "working\n"
    process.send_signal(signal.SIGINT)
    return process


def test_first_sigint():
    out, err = start("EndlessClassifier").communicate(timeout=60)
    assert out == "fitted interrupted [1]\n"
    assert "InterruptedFitWarning" in err


def test_second_sigint():
    process = start("Deaf")
    assert process.stdout.readline() == "learner was told to stop\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert out == "KeyboardInterrupt False\n"
    assert err == ""
    assert process.returncode == 0

"""scikit-learn's own callbacks."""

import pickle

import pytest
from greedy_classifier import EndlessClassifier, GreedyClassifier
from sklearn.base import clone

X, y = [[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1]

pytest.importorskip("sklearn.callback")


class Recorder:
    def __init__(self, stop_at=None):
        self.heard = []
        self.stop_at = stop_at

    def setup(self, estimator, context):
        self.heard.append(("setup", context.task_name))

    def teardown(self, estimator, context):
        self.heard.append(("teardown", context.task_name))

    def on_fit_task_begin(self, estimator, context):
        self.heard.append(("begin", context.task_name))

    def on_fit_task_end(self, estimator, context, *, fitted_estimator=None, X=None, y=None, metadata=None):
        self.heard.append(("end", context.task_name))
        self.last = (fitted_estimator, X, y, metadata)
        return context.task_name == self.stop_at


def test_tasks_are_told_in_order():
    recorder = Recorder()
    model = GreedyClassifier().set_callbacks(recorder).fit(X, y, sample_weight=[1, 1, 1, 2])
    assert recorder.heard == [
        ("setup", "fit"),
        ("begin", "fit"),
        ("begin", "greedy"),
        ("end", "greedy"),
        ("end", "fit"),
        ("teardown", "fit"),
    ]
    fitted, X_told, y_told, metadata = recorder.last
    assert fitted.predict(X).tolist() == model.predict(X).tolist() == y
    assert (X_told, y_told, metadata) == (X, y, {"sample_weight": [1, 1, 1, 2]})


def test_callback_stops():
    model = EndlessClassifier().set_callbacks(Recorder("endless")).fit(X, y)
    assert model.status_ == "interrupted"


def test_teardown_after_an_error():
    recorder = Recorder()
    with pytest.raises(LookupError):
        GreedyClassifier().set_callbacks(recorder).fit(X, y, callback=lambda point: {}["missing"])
    assert recorder.heard[-1] == ("teardown", "fit")


def test_nothing_of_the_callbacks_stays_behind():
    model = GreedyClassifier().set_callbacks(Recorder()).fit(X, y)
    assert not hasattr(model, "_callback_fit_ctx")
    assert pickle.loads(pickle.dumps(model)).predict(X).tolist() == y
    assert clone(model).fit(X, y).predict(X).tolist() == y


def test_scoring_monitor():
    from sklearn.callback import ScoringMonitor

    monitor = ScoringMonitor(scoring="accuracy")
    GreedyClassifier().set_callbacks(monitor).fit(X, y)
    assert [entry["accuracy"] for entry in monitor.get_logs().data if "accuracy" in entry] == [1.0]


def test_progress_bar(capsys):
    pytest.importorskip("rich")
    from sklearn.callback import ProgressBar

    GreedyClassifier().set_callbacks(ProgressBar()).fit(X, y)
    assert "GreedyClassifier" in capsys.readouterr().out

"""What verbose prints."""

import pytest
from greedy_classifier import EndlessClassifier, GreedyClassifier

from boughs.estimators.printing import HEADER, Printer
from boughs.model.result import TracePoint

X, y = [[0.0], [1.0], [2.0]], [0, 1, 1]


def printed(verbose, capsys):
    printer = Printer(verbose)
    for objective, bound, rounds in [(5, 0, 1), (5, 0, 2), (4, 0, 3), (4, 4, 4), (4, 4, 5)]:
        printer(TracePoint(1.0, "step", objective, bound, None, rounds, 10, 20))
    header, *lines = capsys.readouterr().out.splitlines()
    assert header == HEADER
    return [int(line.split()[5]) for line in lines]


def test_levels(capsys):
    assert printed(1, capsys) == [1, 3, 4]
    assert printed(2, capsys) == [1, 2, 3, 4, 5]


def test_columns_stand_under_their_names(capsys):
    Printer(1)(TracePoint(12.5, "master", 13.25, 8.0, 9.5, 3, 120, 4))
    header, line = capsys.readouterr().out.splitlines()
    names = [*header.split("  step ")[0].split(), "step"]
    assert dict(zip(names, line.split(), strict=True)) == {
        "seconds": "12.50",
        "objective": "13.25",
        "bound": "8",
        "gap": "39.6%",
        "restricted": "9.5",
        "rounds": "3",
        "columns": "120",
        "cuts": "4",
        "step": "master",
    }


def test_says_where_the_time_went_since_the_last_line(capsys):
    printer = Printer(1)
    for objective, lp in [(5.0, 0.5), (5.0, 1.0), (4.0, 3.0)]:
        printer(TracePoint(1.0, "master", objective, 0.0, None, 0, 0, 0, {"lp": lp, "pricing": 0.001}))
    assert [line.split("master")[1] for line in capsys.readouterr().out.splitlines()[1:]] == [
        " (lp 0.50)",
        " (lp 2.50)",
    ]


@pytest.mark.parametrize(("verbose", "n_lines"), [(0, 0), (1, 2), (2, 2)])
def test_fit(verbose, n_lines, capsys):
    GreedyClassifier(verbose=verbose).fit(X, y)
    assert len(capsys.readouterr().out.splitlines()) == n_lines


def test_every_step_is_printed(capsys):
    model = EndlessClassifier(verbose=2, time_limit=0.05).fit(X, y)
    assert len(capsys.readouterr().out.splitlines()) == 1 + len(model.trace_)

"""The report of benchmarks/column_generation.py: from finished runs to tables in Markdown."""

import statistics
from collections.abc import Iterable, Sequence
from typing import Any

from published import INTEGRAL_LPS, PATEL, TRAINING

from boughs.datasets import LARGE, SMALL

Run = dict[str, Any]
Optima = dict[str, dict[str, dict[str, int]]]
SYSTEMS = ("cart", "default", "published", "restricted")
NAN = float("nan")


def report(runs: Sequence[Run], optima: Optima) -> str:
    """All tables; `optima`: set -> "depth_2" -> split -> proven optimal training errors."""
    return (
        "\n\n".join((_means(runs), _hits(runs, optima), _patel(runs), _by_set(runs), _instances(runs, optima))) + "\n"
    )


def _of(runs: Iterable[Run], **wanted: object) -> list[Run]:
    return [run for run in runs if all(run[key] == value for key, value in wanted.items())]


def _depths(runs: Iterable[Run]) -> list[int]:
    return sorted({run["depth"] for run in runs})


def _mean(runs: Iterable[Run], key: str) -> float:
    values = [run[key] for run in runs if run[key] is not None]
    return statistics.mean(values) if values else NAN


def _optimum(run: Run, optima: Optima) -> int | None:
    return optima.get(run["set"], {}).get(f"depth_{run['depth']}", {}).get(str(run["split"]))


def _means(runs: Sequence[Run]) -> str:
    head = "depth|system|runs|training|test|published CGH|integral LPs, % (published)|seconds, most|MB, most"
    lines = []
    for depth in _depths(runs):
        printed = statistics.mean(cells.get(depth, (NAN,) * 3)[2] for cells in TRAINING.values())
        for system in SYSTEMS:
            chosen = [run for run in _of(runs, system=system, depth=depth) if run["set"] in SMALL]
            if chosen:
                figures = f"{_mean(chosen, 'training'):.2f}", f"{_mean(chosen, 'test'):.2f}", f"{printed:.2f}"
                most = f"{max(r['seconds'] for r in chosen):.1f}", f"{max(r['megabytes'] for r in chosen):.0f}"
                lines.append([depth, system, len(chosen), *figures, _integral(chosen, depth), *most])
    return "## Means over the small sets\n\n" + _markdown(head, lines)


def _integral(runs: Iterable[Run], depth: int) -> str:
    known = [run["statistics"]["lp_is_integral"] for run in runs if "lp_is_integral" in run.get("statistics", {})]
    return f"{100 * sum(known) / len(known):.0f} ({INTEGRAL_LPS.get(depth, '')})" if known else ""


def _by_set(runs: Sequence[Run]) -> str:
    head = f"set|depth|{'|'.join(SYSTEMS)}|CART printed|CGH printed|published less printed|lost by the integer master"
    lines = []
    for name in (*SMALL, *LARGE):
        for depth in _depths(_of(runs, set=name)):
            means = {s: _mean(_of(runs, system=s, set=name, depth=depth), "training") for s in SYSTEMS}
            cart, _, cgh = TRAINING.get(name, {}).get(depth, (NAN,) * 3)
            differences = f"{means['published'] - cgh:+.2f}", f"{means['restricted'] - means['published']:.2f}"
            lines.append([name, depth, *(f"{means[s]:.2f}" for s in SYSTEMS), cart, cgh, *differences])
    return "## Training accuracy by set, means over splits\n\n" + _markdown(head, lines)


def _hits(runs: Sequence[Run], optima: Optima) -> str:
    published = {(run["set"], run["split"], run["depth"]): run["errors"] for run in _of(runs, system="published")}
    lines = []
    for depth in _depths(runs):
        default = _of(runs, system="default", depth=depth)
        listed = [run for run in default if _optimum(run, optima) is not None]
        reached = sum(run["errors"] == _optimum(run, optima) for run in listed)
        worse = sum(run["errors"] > published.get((run["set"], run["split"], depth), run["errors"]) for run in default)
        lines.append(f"- depth {depth}: at the proven optimum in {reached} of {len(listed)} listed instances; "
                     f"worse than as published in {worse} of {len(default)}")  # fmt: skip
    return "## Default CGH\n\n" + "\n".join(lines)


def _patel(runs: Sequence[Run]) -> str:
    head = "set|depth|Patel et al.: seconds|training|default CGH: seconds|training|times faster (across machines)"
    lines = []
    for (name, depth), (seconds, accuracy) in PATEL.items():
        for run in _of(runs, system="default", set=name, depth=depth, split=0):
            ours = f"{run['seconds']:.2f}", f"{run['training']:.2f}", f"{seconds / run['seconds']:.0f}"
            lines.append([name, depth, seconds, accuracy or "", *ours])
    return "## Beside another column generation learner\n\n" + _markdown(head, lines)


def _instances(runs: Sequence[Run], optima: Optima) -> str:
    head = (
        "set|split|depth|rows|errors: cart|default|published|restricted|optimum|LP (published)|integral|"
        "status (published)|status (default)|seconds (published)|seconds (default)|"
        "MB (published)|MB (default)|phases (published)|phases (default)"
    )
    lines = []
    for name, split, depth in sorted({(run["set"], run["split"], run["depth"]) for run in runs}):
        by_system = {run["system"]: run for run in _of(runs, set=name, split=split, depth=depth)}
        default, published = by_system.get("default", {}), by_system.get("published", {})
        some = next(iter(by_system.values()))
        errors = [by_system.get(system, {}).get("errors", "") for system in SYSTEMS]
        statistics_ = published.get("statistics", {})
        lp = statistics_.get("lp_objective", NAN), statistics_.get("lp_is_integral", "")
        states = published.get("status", ""), default.get("status", "")
        seconds = f"{published.get('seconds', NAN):.1f}", f"{default.get('seconds', NAN):.2f}"
        memory = (f"{run.get('megabytes', NAN):.0f}" for run in (published, default))
        line = [name, split, depth, some["rows"], *errors, _optimum(some, optima), f"{lp[0]:.2f}", lp[1]]
        lines.append([*line, *states, *seconds, *memory, _phases(published), _phases(default)])
    return "## Instances\n\n" + _markdown(head, lines)


def _phases(run: Run) -> str:
    prefix = "seconds_"
    seconds = {k.removeprefix(prefix): v for k, v in run.get("statistics", {}).items() if k.startswith(prefix)}
    return ", ".join(f"{step} {value:.2f}" for step, value in seconds.items() if value >= 0.005)


def _markdown(head: str, lines: Iterable[Sequence[object]]) -> str:
    names = head.split("|")
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in (names, ["---"] * len(names), *lines))

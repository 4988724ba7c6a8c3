"""The paper's sets: CART, CGH as published, CGH by default, and the best tree of the published split sets, run by run.

python benchmarks/column_generation.py [--data DIR] [--sets ...] [--depths 2 3 4] [--splits 0 1 2 3 4] [--systems ...]

Every finished run is a line of results/column_generation.jsonl and is not run again; the tables are written from there.
Each run has a process of its own, so that its peak memory is its own.
"""

import argparse
import json
import multiprocessing
import resource
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import numpy as np
from column_generation_report import SYSTEMS as NAMES
from column_generation_report import Run, report
from sklearn.tree import DecisionTreeClassifier

from boughs import CGTreeClassifier
from boughs._native import Stop
from boughs.datasets import LARGE, SMALL, data_directory, load
from boughs.model.objective import Objective
from boughs.model.table import encode
from boughs.model.topology import Topology
from boughs.steps.published_cart import PublishedCart
from boughs.steps.threshold_sampling import ThresholdSampling, sample_thresholds

sys.path.append(str(Path(__file__).parent.parent / "tests"))
from oracles import best_restricted_cost

RESULTS = Path(__file__).parent / "results"


def cart(X: np.ndarray, y: np.ndarray, depth: int, args: argparse.Namespace) -> Run:
    """scikit-learn's CART."""
    tree = DecisionTreeClassifier(max_depth=depth, random_state=0).fit(X, y)
    return {"errors": int((tree.predict(X) != y).sum()), "model": tree}


def published(X: np.ndarray, y: np.ndarray, depth: int, args: argparse.Namespace) -> Run:
    """CGH with the paper's values and its ten minutes."""
    model = CGTreeClassifier.as_published(depth, time_limit=args.time_limit, random_state=args.seed)
    return _fitted(model, X, y)


def default(X: np.ndarray, y: np.ndarray, depth: int, args: argparse.Namespace) -> Run:
    """CGH as it comes."""
    return _fitted(CGTreeClassifier(depth, n_jobs=args.threads, random_state=args.seed), X, y)


def restricted(X: np.ndarray, y: np.ndarray, depth: int, args: argparse.Namespace) -> Run:
    """The best tree over the split sets that `published` samples, by the tests' plain recursion."""
    _, labels = np.unique(y, return_inverse=True)
    table = encode(X, labels.astype(np.int32), np.ones(len(y)), Objective.errors(int(labels.max()) + 1))
    topology, random, stop = Topology(depth), np.random.default_rng(args.seed), Stop(float("inf"))
    grow = PublishedCart(table, topology, random, stop)
    tree = grow([np.arange(len(y))])[0]
    sampled = sample_thresholds(ThresholdSampling(cart="scikit-learn"), table, topology, tree, grow, random, stop)
    return {"errors": best_restricted_cost(table, sampled.sets)}


SYSTEMS: dict[str, Callable[..., Run]] = dict(zip(NAMES, (cart, default, published, restricted), strict=True))


def _fitted(model: CGTreeClassifier, X: np.ndarray, y: np.ndarray) -> Run:
    model.fit(X, y)
    facts = {"errors": int(model.objective_), "bound": model.bound_, "restricted_bound": model.restricted_bound_}
    return facts | {"status": model.status_, "statistics": model.statistics_, "model": model}


def run(system: str, name: str, split: int, depth: int, args: argparse.Namespace) -> Run:
    """One run, with its time, memory, and accuracy on the test rows."""
    dataset = load(name, args.data)
    X, y = dataset.training_half(split)
    start = time.perf_counter()
    facts = SYSTEMS[system](X, y, depth, args)
    seconds = time.perf_counter() - start
    model = facts.pop("model", None)
    X_test, y_test = dataset.test_rows(split)
    return {
        "system": system,
        "set": name,
        "split": split,
        "depth": depth,
        "rows": len(y),
        "training": 100 * (1 - facts["errors"] / len(y)),
        "test": None if model is None else 100 * float((model.predict(X_test) == y_test).mean()),
        "seconds": seconds,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        **facts,
    }


def _todo(args: argparse.Namespace, done: Iterable[Run]) -> list[tuple[str, str, int, int]]:
    finished = {(r["system"], r["set"], r["split"], r["depth"]) for r in done}
    every = [(s, n, k, d) for d in args.depths for n in args.sets for k in args.splits for s in args.systems]
    return [key for key in every if key not in finished]


def run_all(args: argparse.Namespace, store: Path) -> None:
    """Run what is not in the store yet."""
    todo = _todo(args, read(store))
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(args.processes, mp_context=context, max_tasks_per_child=1) as pool:
        futures = {pool.submit(run, *key, args): key for key in todo}
        for number, future in enumerate(as_completed(futures), 1):
            result = future.result()
            with store.open("a", encoding="utf-8") as file:
                file.write(json.dumps(result) + "\n")
            print(f"{number}/{len(todo)} {' '.join(map(str, futures[future]))}: {result['seconds']:.1f} s", flush=True)


def read(store: Path) -> list[Run]:
    """All finished runs; a line cut short by a kill is dropped."""
    if not store.exists():
        return []
    runs = []
    for line in store.read_text(encoding="utf-8").splitlines():
        try:
            runs.append(json.loads(line))
        except json.JSONDecodeError:
            continue
    return runs


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", help="the data directory (default: the environment variable BOUGHS_DATA)")
    parser.add_argument("--sets", nargs="+", default=list(SMALL), choices=[*SMALL, *LARGE])
    parser.add_argument("--depths", nargs="+", type=int, default=[2, 3, 4])
    parser.add_argument("--splits", nargs="+", type=int, default=[0, 1, 2, 3, 4])
    parser.add_argument("--systems", nargs="+", default=list(SYSTEMS), choices=list(SYSTEMS))
    parser.add_argument("--time-limit", type=float, default=600.0, help="seconds for a run as published")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=2, help="threads of a default run")
    parser.add_argument("--processes", type=int, default=1, help="runs at a time; times are comparable with 1 only")
    parser.add_argument("--out", type=Path, default=RESULTS)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    store = args.out / "column_generation.jsonl"
    run_all(args, store)
    limits = json.loads((data_directory(args.data) / "limits.json").read_text(encoding="utf-8"))
    page = args.out / "column_generation.md"
    page.write_text(report(read(store), limits["sets"]), encoding="utf-8")
    print(f"wrote {page}")


if __name__ == "__main__":
    main()

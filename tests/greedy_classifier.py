"""A tiny learner under the common face: greedy splits by cost, in plain Python."""

import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boughs.estimators.base import BaseTreeClassifier, FitContext
from boughs.estimators.parameter_validation import integer
from boughs.model.progress import Progress
from boughs.model.result import Result
from boughs.model.table import Table
from boughs.model.tree import Tree


class GreedyClassifier(BaseTreeClassifier):
    """Splits where the two children cost least."""

    def __init__(
        self,
        max_depth=3,
        *,
        time_limit=None,
        random_state=None,
        n_jobs=None,
        class_weight=None,
        cost_matrix=None,
        min_samples_leaf=1,
        leaf_penalty=0.0,
        verbose=0,
    ):
        self.max_depth = max_depth
        self.time_limit = time_limit
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.class_weight = class_weight
        self.cost_matrix = cost_matrix
        self.min_samples_leaf = min_samples_leaf
        self.leaf_penalty = leaf_penalty
        self.verbose = verbose

    def _settings(self) -> int:
        return integer("max_depth", self.max_depth, 0, 20)

    def _learn(self, table: Table, settings: int, progress: Progress, context: FitContext) -> Result:
        grower = Grower(table)
        grower.grow(np.arange(table.n_rows), settings)
        tree = grower.tree(context)
        objective = float(table.natural(grower.cost))
        progress.publish("greedy", objective=objective, bound=0.0)
        return Result(tree, objective, 0.0, None, "heuristic", progress.trace, {"nodes": float(len(grower.nodes))})


class EndlessClassifier(GreedyClassifier):
    """Has its tree at once, and then publishes until it is told to stop."""

    def _learn(self, table: Table, settings: int, progress: Progress, context: FitContext) -> Result:
        result = super()._learn(table, settings, progress, context)
        rounds = 0
        while not progress.stop.expired:
            rounds += 1
            progress.publish("endless", objective=result.objective, bound=0.0, rounds=rounds)
            time.sleep(0.001)
        return Result(result.tree, result.objective, 0.0, None, progress.stop_status, progress.trace)


@dataclass
class Grower:
    """Nodes in pre-order."""

    table: Table
    nodes: list[dict[str, Any]] = field(default_factory=list)
    cost: int = 0

    def grow(self, rows: NDArray[np.int64], depth: int) -> int:
        number = len(self.nodes)
        node = {"feature": -1, "threshold": np.nan, "left": -1, "right": -1, "target": -1, "rows": rows}
        self.nodes.append(node)
        split = self.best_split(rows) if depth else None
        if split is None:
            sums = self.table.costs[rows].sum(axis=0)
            node["target"] = int(sums.argmin())
            self.cost += int(sums.min()) + self.table.leaf_price
            return number
        column, cut = split
        test = self.table.columns[column].test(cut)
        goes_left = self.table.ranks[column, rows] <= cut
        node.update(feature=test.feature, threshold=test.threshold)
        node["left"] = self.grow(rows[goes_left], depth - 1)
        node["right"] = self.grow(rows[~goes_left], depth - 1)
        return number

    def best_split(self, rows: NDArray[np.int64]) -> tuple[int, int] | None:
        table, best, least = self.table, None, int(self.table.costs[rows].sum(axis=0).min())
        for column in range(len(table.columns)):
            ranks = table.ranks[column, rows]
            for cut in np.unique(ranks)[:-1]:
                left, right = rows[ranks <= cut], rows[ranks > cut]
                if min(table.input_rows[side].sum() for side in (left, right)) < table.min_rows:
                    continue
                cost = sum(int(table.costs[side].sum(axis=0).min()) for side in (left, right)) + table.leaf_price
                if cost < least:
                    best, least = (column, int(cut)), cost
        return best

    def tree(self, context: FitContext) -> Tree:
        arrays = {
            name: np.array([node[name] for node in self.nodes], dtype=dtype)
            for name, dtype in (
                ("feature", np.int32),
                ("threshold", np.float64),
                ("left", np.int32),
                ("right", np.int32),
                ("target", np.int32),
            )
        }
        return Tree(
            **arrays,
            class_weights=np.array([self.class_weights(node["rows"]) for node in self.nodes]),
            n_rows=np.array([self.table.input_rows[node["rows"]].sum() for node in self.nodes], dtype=np.int64),
            feature_names=context.feature_names,
            classes=tuple(context.classes.tolist()),
        )

    def class_weights(self, rows: NDArray[np.int64]) -> NDArray[np.float64]:
        weights = self.table.sample_weights[rows]
        return np.bincount(self.table.labels[rows], weights, self.table.n_classes)

"""Tiny random training problems: rows and parameters for the public estimator, and their Table for the oracles."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from boughs.model.objective import Objective, spelled
from boughs.model.split_sets import Split, SplitSets
from boughs.model.table import Table, encode
from boughs.model.topology import Topology


@dataclass
class Problem:
    """`parameters` are those of the objective."""

    X: np.ndarray
    y: np.ndarray
    weights: np.ndarray
    parameters: dict[str, Any] = field(default_factory=dict)

    def fitted(self, estimator: Any, **fit: Any) -> Any:
        """The estimator, with the problem's parameters, fitted to its rows."""
        return estimator.set_params(**self.parameters).fit(self.X, self.y, sample_weight=self.weights, **fit)

    def table(self) -> Table:
        """The rows encoded with an objective that is read off the parameters here, not by the estimator."""
        classes, labels = np.unique(self.y, return_inverse=True)
        n = len(classes)
        class_weight = self.parameters.get("class_weight") or {}
        costs = self.parameters.get("cost_matrix")
        costs = 1 - np.eye(n) if costs is None else np.asarray(costs)
        objective = Objective(
            tuple(spelled(class_weight.get(label, 1)) for label in classes.tolist()),
            tuple(tuple(spelled(cost) for cost in row) for row in costs.tolist()),
            spelled(self.parameters.get("leaf_penalty", 0)),
            self.parameters.get("min_samples_leaf", 1),
        )
        return encode(self.X, labels.astype(np.int32), self.weights, objective)

    def split_sets(self, rng: np.random.Generator, depth: int, most: int = 3) -> list[list[tuple[int, float]]]:
        """Random (feature, threshold) pairs for every node."""
        return [
            [
                (f, float(rng.choice(self.X[:, f])) + float(rng.choice([0, 0.25])))
                for f in rng.integers(0, self.X.shape[1], rng.integers(0, most + 1)).tolist()
            ]
            for _ in range(2**depth - 1)
        ]


def sets_of(table: Table, given: Sequence[Sequence[tuple[int, float]]]) -> SplitSets:
    """The user's pairs as split sets, those that separate nothing left out."""
    at = []
    for pairs in given:
        cuts = [(f, int(np.count_nonzero(table.columns[f].values <= threshold)) - 1) for f, threshold in pairs]
        at.append([Split(f, cut) for f, cut in cuts if 0 <= cut < table.columns[f].n_cuts])
    return SplitSets.of(Topology((len(given) + 1).bit_length() - 1), at)


def random_problem(rng: np.random.Generator, n: int = 12, p: int = 2, values: int = 4, plain: bool = False) -> Problem:
    """Ties, duplicates, constant columns, one class now and then; weights, costs, prices and leaf sizes mixed."""
    n = int(rng.integers(1, n + 1))
    X = rng.integers(0, rng.integers(1, values + 1, p), (n, p)).astype(float)
    y = rng.integers(0, rng.integers(1, 4), n)
    problem = Problem(X, y, np.ones(n))
    if plain:
        return problem
    classes = np.unique(y)
    if rng.random() < 0.4:
        problem.weights = rng.choice([1, 2, 3, 0.1, 0.02, 13.72], n)
    if rng.random() < 0.3:
        problem.parameters["class_weight"] = {label: float(rng.choice([0.5, 2, 0.3])) for label in classes.tolist()}
    if rng.random() < 0.4:
        costs = rng.integers(0, 6, (len(classes), len(classes))).astype(float)
        if rng.random() < 0.5:
            np.fill_diagonal(costs, 0)
        problem.parameters["cost_matrix"] = costs
    if rng.random() < 0.4:
        problem.parameters["leaf_penalty"] = float(rng.choice([0.01, 0.05, 0.1, 0.125]))
    if rng.random() < 0.4:
        problem.parameters["min_samples_leaf"] = int(rng.integers(1, 5))
    return problem

"""Rows for the native searches: random ones, larger ones with a signal, and the paper's."""

import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from boughs import datasets

DATA = Path(os.environ.get("BOUGHS_DATA", Path(__file__).parents[2] / "shared" / "data"))


@dataclass(frozen=True, eq=False)
class Rows:
    """ranks: (C, n) int32; costs: (n, T) int64; input_rows: (n,) int64."""

    ranks: NDArray[np.int32]
    costs: NDArray[np.int64]
    input_rows: NDArray[np.int64]

    @property
    def order(self):
        return np.ascontiguousarray(np.argsort(self.ranks, axis=1, kind="stable").astype(np.int32))


def random_rows(dice, *, scale=1):
    n_columns, n_classes = dice.randint(1, 5), dice.choice([1, 2, 2, 2, 3, 4])
    n_rows = dice.randint(1, dice.choice([3, 8, 14]))
    ranks = [[dice.randrange(dice.choice([1, 2, 4, 9])) for _ in range(n_rows)] for _ in range(n_columns)]
    style = dice.choice(["plain", "weights", "general", "negative"])
    costs = []
    for _ in range(n_rows):
        own, weight = dice.randrange(n_classes), dice.randint(1, 5) * scale if style == "weights" else scale
        if style in ("plain", "weights"):
            costs.append([0 if t == own else weight for t in range(n_classes)])
        else:
            lowest = -4 if style == "negative" else 0
            costs.append([dice.randint(lowest, 4) * scale + dice.randrange(scale) for _ in range(n_classes)])
    counts = [dice.choice([1, 1, 1, 2, 5]) for _ in range(n_rows)]
    return Rows(np.array(ranks, dtype=np.int32), np.array(costs, dtype=np.int64), np.array(counts, dtype=np.int64))


def larger_rows(seed, *, n_rows=120, n_columns=5, n_classes=2, style="plain", n_values=60):
    dice = np.random.default_rng(seed)
    ranks = dice.integers(0, dice.integers(2, n_values, size=(n_columns, 1)), size=(n_columns, n_rows)).astype(np.int32)
    signal = ranks[0] * 7 + ranks[-1] * 3 + dice.integers(0, 150, n_rows)
    labels = np.digitize(signal, np.quantile(signal, np.linspace(0, 1, n_classes + 1)[1:-1]))
    costs = np.ones((n_rows, n_classes), dtype=np.int64)
    costs[np.arange(n_rows), labels] = 0
    if style != "plain":
        costs *= dice.integers(1, 2**40 if style == "huge" else 6, size=(n_rows, 1))
    if style == "general":
        costs += dice.integers(-2, 3, size=costs.shape)
    return Rows(ranks, np.ascontiguousarray(costs), dice.integers(1, 3, n_rows))


KINDS = [
    {"n_classes": 2}, {"n_classes": 4}, {"n_classes": 3, "style": "general"}, {"n_classes": 2, "style": "general"},
    {"n_classes": 2, "style": "huge"}, {"n_classes": 3, "style": "weights", "n_values": 4},
]  # fmt: skip


def rows_of(name, split):
    X, y = datasets.load(name, DATA).training_half(split)
    ranks = np.array([np.unique(x, return_inverse=True)[1] for x in X.T], dtype=np.int32)
    labels = np.unique(y, return_inverse=True)[1]
    costs = (np.arange(labels.max() + 1) != labels[:, None]).astype(np.int64)
    return Rows(ranks, costs, np.ones(len(y), dtype=np.int64))

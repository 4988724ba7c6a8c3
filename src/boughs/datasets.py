"""The paper's datasets and splits, read from a directory: an argument or the environment variable BOUGHS_DATA."""

import csv
import gzip
import json
import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boughs.model.errors import DataError

SMALL = (
    "balance_scale", "banknote", "car_evaluation", "ionosphere", "iris", "monks_1", "monks_2", "monks_3", "pima",
    "seismic_bumps", "spambase", "statlog_satellite", "tic_tac_toe", "wine",
)  # fmt: skip
"""The 14 sets of under 10,000 rows."""
LARGE = ("default_credit", "htru_2", "letter", "magic04", "statlog_shuttle")
"""The sets of over 10,000 rows; the paper's hand_posture is in no public copy that could be had."""


@dataclass(frozen=True, eq=False)
class Dataset:
    """X: (n, p); y: (n,) labels as text; `train` and `test`: row numbers of the paper's five splits."""

    name: str
    feature_names: tuple[str, ...]
    X: NDArray[np.float64]
    y: NDArray[np.str_]
    train: tuple[NDArray[np.int64], ...]
    test: tuple[NDArray[np.int64], ...]

    def training_half(self, split: int) -> tuple[NDArray[np.float64], NDArray[np.str_]]:
        """(X, y) of the rows that split trains on."""
        return self.X[self.train[split]], self.y[self.train[split]]

    def test_rows(self, split: int) -> tuple[NDArray[np.float64], NDArray[np.str_]]:
        """(X, y) of the rows that split tests on."""
        return self.X[self.test[split]], self.y[self.test[split]]


def data_directory(directory: str | Path | None = None) -> Path:
    """Where the data are; sets lie in its `paper/`."""
    given = directory or os.environ.get("BOUGHS_DATA")
    if not given:
        raise DataError("no data directory: pass one, or set the environment variable BOUGHS_DATA")
    if not (Path(given) / "paper").is_dir():
        raise DataError(f"the data directory {given} has no folder `paper`")
    return Path(given)


def load(name: str, directory: str | Path | None = None) -> Dataset:
    """A set in the paper's encoding."""
    if name not in SMALL + LARGE:
        raise DataError(f"no dataset {name!r}; there are {', '.join(SMALL + LARGE)}")
    folder = data_directory(directory) / "paper"
    with gzip.open(folder / f"{name}.csv.gz", "rt", encoding="utf-8", newline="") as file:
        header, *lines = csv.reader(file)
    features = np.array([line[:-1] for line in lines], dtype=np.float64)
    splits = _splits(folder)[name]["splits"]
    return Dataset(
        name=name,
        feature_names=tuple(header[:-1]),
        X=features,
        y=np.array([line[-1] for line in lines]),
        train=tuple(np.array(split["train"]) for split in splits),
        test=tuple(np.array(split["test"]) for split in splits),
    )


@lru_cache(maxsize=1)
def _splits(folder: Path) -> dict[str, Any]:
    with gzip.open(folder / "splits.json.gz", "rt", encoding="utf-8") as file:
        content: dict[str, Any] = json.load(file)
    return content

"""The native core: typed, contiguous arrays in and out; the interpreter lock is released in every long call."""

import numpy as np
from numpy.typing import NDArray

class Stop:
    """A deadline and a cancel flag, shared by the working and the waiting thread."""

    def __init__(self, seconds: float) -> None: ...
    def cancel(self) -> None: ...
    @property
    def cancelled(self) -> bool: ...
    @property
    def expired(self) -> bool: ...
    @property
    def elapsed(self) -> float: ...
    @property
    def remaining(self) -> float: ...

def best_paths(
    ranks: NDArray[np.int32],
    columns: NDArray[np.int32],
    cuts: NDArray[np.int32],
    starts: NDArray[np.int64],
    depth: int,
    rewards: NDArray[np.int64],
    input_rows: NDArray[np.int64],
    leaf_price: int,
    min_rows: int,
    alpha: NDArray[np.float64],
    beta: NDArray[np.float64],
    gamma: NDArray[np.float64],
    reward_unit: float,
    leaves: NDArray[np.int32],
    how_many: int,
    tolerance: float,
    n_threads: int,
    stop: Stop,
) -> tuple[
    NDArray[np.float64],
    bool,
    NDArray[np.int64],
    NDArray[np.int32],
    NDArray[np.int32],
    NDArray[np.float64],
    NDArray[np.int64],
]:
    """The paths of largest reduced cost: (largest, complete, ends, positions, targets, reduced costs, rewards).

    ranks: (n_columns, n_rows); rewards: (n_rows, n_classes); largest: one a leaf of `leaves`, whose paths stand at
    ends[i] .. ends[i + 1]; positions: (n_paths, depth), in S_j level by level. Unless complete,
    `largest` may be too large.
    """

def best_tree(
    ranks: NDArray[np.int32],
    columns: NDArray[np.int32],
    cuts: NDArray[np.int32],
    starts: NDArray[np.int64],
    depth: int,
    costs: NDArray[np.int64],
    input_rows: NDArray[np.int64],
    leaf_price: int,
    min_rows: int,
    upper: int,
    n_threads: int,
    stop: Stop,
) -> tuple[tuple[int, NDArray[np.int32], NDArray[np.int32]] | None, bool]:
    """The tree of least value < upper, (value, position in S_j per node, target per leaf), and whether it is proven.

    ranks: (n_columns, n_rows); costs: (n_rows, n_classes), of any sign.
    """

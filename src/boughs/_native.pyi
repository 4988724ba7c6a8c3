"""The native core: typed, contiguous arrays in and out; the interpreter lock is released in every long call."""

import numpy as np
from numpy.typing import NDArray

class Stop:
    """A deadline and a cancel flag, shared by the working and the waiting thread."""

    def __init__(self, seconds: float) -> None: ...
    def cancel(self) -> None: ...
    def earlier(self, seconds: float) -> Stop:
        """The same stop, cancelled with this one, but so many seconds earlier."""

    @property
    def cancelled(self) -> bool: ...
    @property
    def expired(self) -> bool: ...
    @property
    def elapsed(self) -> float: ...
    @property
    def remaining(self) -> float: ...

def grow_carts(
    *,
    ranks: NDArray[np.int32],
    order: NDArray[np.int32],
    values: NDArray[np.float64],
    starts: NDArray[np.int64],
    labels: NDArray[np.int32],
    weights: NDArray[np.float64],
    input_rows: NDArray[np.int64],
    masks: NDArray[np.uint8],
    n_classes: int,
    max_depth: int,
    min_samples_leaf: int,
    n_threads: int,
    stop: Stop,
) -> tuple[NDArray[np.int32], NDArray[np.int32], int]:
    """Gini CARTs, one for each of the B masks: (columns, cuts, trees completed before `stop` expired, from the first).

    ranks, order: (C, n), the rows' ranks and each column's rows by ascending rank; values: the columns' distinct values
    one column after the other, column c at starts[c] .. starts[c + 1]; labels, weights, input_rows: (n,); masks:
    (B, n), not 0 where the row takes part. Rows of weight 0 never do. min_samples_leaf counts input rows.

    columns, cuts: (B, 2^max_depth - 1), the nodes in heap order; column -1 where a node is a leaf or does not exist.
    A cut is that of the threshold midway between the neighbouring values of the node, counted in all training values.
    Of equally good splits the first column's is taken, and there the lowest cut.
    """

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

def instruction_sets() -> list[str]:
    """The instruction sets of which this machine can run the compiled sweeps, the fastest last."""

def solve_depth_two(
    ranks: NDArray[np.int32],
    order: NDArray[np.int32],
    costs: NDArray[np.int64],
    input_rows: NDArray[np.int64],
    starts: NDArray[np.int64],
    rows: NDArray[np.int32],
    limits: NDArray[np.int64],
    leaf_price: int,
    min_rows: int,
    max_depth: int,
    n_threads: int,
    stop: Stop,
    disabled: int = 0,
    instruction_set: str | None = None,
) -> tuple[
    NDArray[np.int64], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.uint8]
]:
    """The best tree of depth 1 or 2 over all splits, for each of B subsets.

    ranks, order: (C, n), the rows' ranks and each column's rows by ascending rank; costs: (n, T), of a row in a leaf
    of that class; input_rows: (n,); starts: (B + 1,), subset b is rows[starts[b] : starts[b + 1]], ascending;
    limits: (B,). A tree costs its rows' costs and leaf_price for each leaf; its leaves hold at least min_rows input
    rows, but any subset may be one leaf. Equal trees: fewer leaves, then the first column, then the lowest cut, from
    the root down.

    Returns values: (B,); columns, lows, highs: (B, 3), root, left, right, column -1 where the node is a leaf: a row
    goes left iff its rank <= low, and no row of the node lies between low and high; targets: (B, 4), the classes of
    the leaves from left to right, a leaf higher up standing at its leftmost place, -1 elsewhere; status: (B,), 0 exact,
    1 at least the limit (the value is the limit, and there is no tree), 2 stopped (the best tree found so far).

    disabled: a sum of accelerations to do without, for tests: 1 bounds between thresholds, 2 bounds from all rows,
    4 runs, 8 largest ties, 16 narrow lanes, 32 special costs, 64 small sorts, 128 full batches,
    1024 dense walks.
    """

class ExactSearch:
    """The exact search of any depth from 1 to 10: one thread runs it, others may watch value, bound and tree."""

    def __init__(
        self,
        ranks: NDArray[np.int32],
        order: NDArray[np.int32],
        costs: NDArray[np.int64],
        input_rows: NDArray[np.int64],
        leaf_price: int,
        min_rows: int,
        max_depth: int,
        n_threads: int,
        stop: Stop,
        disabled: int = 0,
    ) -> None:
        """Arrays and costs as in solve_depth_two; the arrays are kept and must not change.

        disabled: as there, and above depth two 1 bounds between thresholds, 2 bounds from shallower trees, 256 depth
        limits from the price, 512 merging of rows of equal ranks, 2048 bounds from neighbouring subproblems, 4096 the
        cache of subproblems.
        """

    def run(self, incumbent: tuple[NDArray[np.int32], NDArray[np.int32]] | None = None) -> None:
        """To the proof, or until the stop expires; once.

        incumbent: columns and cuts, in heap order, of a tree to start from, column -1 where a node is a leaf. Its last
        two levels are made the best, so that what it finds is never worse.

        Among trees of equal cost: a node has the least depth that attains its cost; the last two levels are those of
        solve_depth_two; above them stands the split that the search comes upon first, in an order that threads do not
        change.
        """

    @property
    def value(self) -> int:
        """What the best tree so far costs."""

    @property
    def bound(self) -> int:
        """No tree costs less; it is the value once that is proven."""

    def tree(self) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
        """(columns, lows, highs, targets) of the best tree so far, as in solve_depth_two, at the full depth."""

    def counts(self) -> dict[str, int]:
        """After run: depth_two (subproblems), thresholds (evaluated above them), nodes (searched above them)."""

    def certificate(
        self,
    ) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.int64], NDArray[np.uint8]]:
        """After run: (column, first cut, last cut, bound, reason), one entry a range of the root's cuts.

        No tree with such a cut at the root costs less than the bound. reason: 0 evaluated, 1 bounded by its neighbours,
        2 too few rows on one side, 3 still open. Empty where no search at the full depth was needed.
        """

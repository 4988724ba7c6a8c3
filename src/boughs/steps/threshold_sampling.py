"""Threshold sampling (paper section 5, Algorithm 1): the splits that CART uses most often on portions of the rows."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from boughs._native import Stop
from boughs.model.cart_tree import CartTree, GrowCart
from boughs.model.checks import check_choice, check_share, check_whole
from boughs.model.column import Test
from boughs.model.split_sets import NO_SPLIT, Split, SplitSets
from boughs.model.table import Table
from boughs.model.topology import Topology

TREES_AT_ONCE = 64


@dataclass(frozen=True)
class ThresholdSampling:
    """alpha: the portion of rows in a draw; tau: draws in a row without a new root split after which sampling ends.

    root_splits (q_root) and node_splits (q_j) say how many splits are kept; None takes floor(150 / |N_int|) and
    floor(100 / |N_int|). `cart` is "native", on the Table's rows, or "scikit-learn", on the input rows and with its
    printed thresholds.
    """

    alpha: float = 0.9
    tau: int = 300
    root_splits: int | None = None
    node_splits: int | None = None
    cart: Literal["native", "scikit-learn"] = "native"

    def __post_init__(self) -> None:
        check_share("ThresholdSampling.alpha", self.alpha)
        check_whole("ThresholdSampling.tau", self.tau, 1)
        for name in ("root_splits", "node_splits"):
            if getattr(self, name) is not None:
                check_whole(f"ThresholdSampling.{name}", getattr(self, name), 1)
        check_choice("ThresholdSampling.cart", self.cart, ("native", "scikit-learn"))

    def kept(self, topology: Topology, node: int) -> int:
        """q_root or q_j."""
        given, total = (self.root_splits, 150) if node == 0 else (self.node_splits, 100)
        return total // topology.n_nodes if given is None else given


@dataclass(frozen=True)
class SampledSplits:
    """The sets, how the splits read where CART printed a threshold of its own, and how many trees were grown."""

    sets: SplitSets
    tests: dict[Split, Test]
    trees: int


def sample_thresholds(
    params: ThresholdSampling,
    table: Table,
    topology: Topology,
    cart: CartTree,
    grow: GrowCart,
    random: np.random.Generator,
    stop: Stop,
) -> SampledSplits:
    """Algorithm 1; `cart` is the tree of all rows, whose splits are always kept.

    As printed the counter never goes back to 0 (line 6 adds the root split before line 7 asks for it); the text of
    section 5 means: ask first, then add.
    """
    frequency: list[Counter[Split]] = [Counter() for _ in range(topology.n_nodes)]
    printed: Counter[tuple[Split, float]] = Counter()
    known_roots = 0  # i of Algorithm 1
    for tree in _trees(params, grow, random, stop):
        known_roots = known_roots + 1 if tree.splits[0] in frequency[0] else 0
        for counts, split in zip(frequency, tree.splits, strict=True):
            counts[split] += 1
        printed.update(zip(tree.splits, tree.thresholds, strict=False))
        if known_roots >= params.tau:
            break
    printed.update(zip(cart.splits, cart.thresholds, strict=False))
    sets = SplitSets.of(
        topology,
        (
            (*_most_frequent(frequency[node], params.kept(topology, node)), cart.splits[node])
            for node in range(topology.n_nodes)
        ),
    )
    return SampledSplits(sets, _tests(table, printed), frequency[0].total())


def _trees(params: ThresholdSampling, grow: GrowCart, random: np.random.Generator, stop: Stop) -> Iterator[CartTree]:
    size = max(1, int(params.alpha * grow.population))
    while not stop.expired:
        portions = [np.sort(random.permutation(grow.population)[:size]) for _ in range(TREES_AT_ONCE)]
        yield from grow(portions)


def _most_frequent(counts: Counter[Split], how_many: int) -> list[Split]:
    """Equal counts go by column, then cut."""
    real = ((split, count) for split, count in counts.items() if split != NO_SPLIT)
    return [split for split, _ in sorted(real, key=lambda item: (-item[1], item[0]))[:how_many]]


def _tests(table: Table, printed: Counter[tuple[Split, float]]) -> dict[Split, Test]:
    """The threshold printed most often for a split, if float64 routes the training rows by it as CART did."""
    tests: dict[Split, Test] = {}
    for (split, threshold), _ in sorted(printed.items(), key=lambda item: (-item[1], item[0])):
        if split == NO_SPLIT or split in tests:
            continue
        column = table.columns[split.column]
        if column.cut_at(threshold) == split.cut:
            tests[split] = Test(column.feature, threshold)
    return tests

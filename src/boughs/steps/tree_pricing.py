"""Tree pricing: the best tree over given split sets, by recursion; it bounds every restricted master."""

from dataclasses import dataclass

from boughs._native import Stop, best_tree
from boughs.model.path import Path
from boughs.model.split_sets import SplitSets
from boughs.model.table import Table

NO_UPPER = 2**63 - 1
"""Any tree is wanted, whatever it costs."""


@dataclass(frozen=True)
class PricedTree:
    """What a tree costs in the table's units, and its paths, one a leaf from left to right."""

    value: int
    paths: tuple[Path, ...]


@dataclass(frozen=True)
class TreePricing:
    """`tree` is None where no tree below the upper limit was found; if `complete`, there is no better one."""

    tree: PricedTree | None
    complete: bool


def price_trees(table: Table, sets: SplitSets, *, upper: int = NO_UPPER, n_threads: int, stop: Stop) -> TreePricing:
    """The tree of least cost < `upper` over `sets`; of equal ones with the fewest splits, then the lowest positions."""
    columns, cuts, starts = sets.flat
    found, complete = best_tree(
        table.ranks, columns, cuts, starts, sets.topology.depth,
        table.costs, table.input_rows, table.leaf_price, table.min_rows,
        upper, n_threads, stop,
    )  # fmt: skip
    if found is None:
        return TreePricing(None, complete)
    value, choice, targets = found
    splits = tuple(at_node[position] for at_node, position in zip(sets.at, choice.tolist(), strict=True))
    paths = tuple(
        Path(leaf, tuple(splits[node] for node in sets.topology.nodes_to(leaf)), target)
        for leaf, target in enumerate(targets.tolist())
    )
    return TreePricing(PricedTree(value, paths), complete)

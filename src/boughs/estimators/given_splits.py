"""Split sets of the user's own: checked, and turned from features and thresholds into splits of the Table."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from boughs.learners.settings import GivenSplits
from boughs.model.checks import is_integer, is_real
from boughs.model.column import Test
from boughs.model.errors import ParameterError
from boughs.model.split_sets import Split, SplitSets
from boughs.model.table import Table
from boughs.model.topology import Topology

ALLOWED = (
    '"sampled", "all", a list of (feature, threshold) pairs for every node, or a list of such lists, '
    "one for each internal node from the root down and from left to right"
)


def given_splits(given: object, table: Table, topology: Topology, feature_names: Sequence[str]) -> GivenSplits:
    """`given` is a list of pairs, or a list of lists of pairs; thresholds that separate no rows are dropped."""
    tests: dict[Split, Test] = {}
    at_nodes = []
    for pairs in _per_node(given, topology):
        splits = []
        for pair in pairs:
            feature, threshold = _pair(pair, feature_names)
            column = table.columns[feature]
            cut = column.cut_at(threshold)
            if 0 <= cut < column.n_cuts:
                splits.append(Split(feature, cut))
                tests.setdefault(splits[-1], Test(feature, threshold))
        at_nodes.append(splits)
    return GivenSplits(SplitSets.of(topology, at_nodes), tests)


def _per_node(given: object, topology: Topology) -> list[list[Any]]:
    if isinstance(given, np.ndarray):
        given = given.tolist()
    if not isinstance(given, list | tuple) or not given:
        raise ParameterError(f"split_sets must be {ALLOWED}; got {given!r}")
    if all(_is_pair(item) for item in given):
        return [list(given)] * topology.n_nodes
    if not all(isinstance(item, list | tuple) for item in given) or len(given) != topology.n_nodes:
        raise ParameterError(
            f"split_sets must be {ALLOWED}; a tree of depth {topology.depth} has {topology.n_nodes} internal nodes, "
            f"got {len(given)} entries"
        )
    return [list(pairs) for pairs in given]


def _is_pair(item: object) -> bool:
    return isinstance(item, list | tuple) and len(item) == 2 and not isinstance(item[0], list | tuple)


def _pair(pair: Any, feature_names: Sequence[str]) -> tuple[int, float]:
    if not _is_pair(pair):
        raise ParameterError(f"split_sets must hold (feature, threshold) pairs, got {pair!r}")
    feature, threshold = pair
    if isinstance(feature, str):
        if feature not in feature_names:
            raise ParameterError(f"split_sets names a feature {feature!r} that X does not have")
        feature = list(feature_names).index(feature)
    if not is_integer(feature) or not 0 <= feature < len(feature_names):
        raise ParameterError(
            f"split_sets has a feature {pair[0]!r}; features are 0 to {len(feature_names) - 1}, or names"
        )
    if not is_real(threshold) or not np.isfinite(float(threshold)):
        raise ParameterError(f"split_sets has a threshold {threshold!r}; thresholds are finite numbers")
    return int(feature), float(threshold)

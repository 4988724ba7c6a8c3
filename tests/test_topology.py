"""The full binary tree: heap numbers, paths, sides."""

import pytest

from boughs.model.topology import Topology


@pytest.mark.parametrize("depth", range(1, 7))
def test_a_path_walks_from_the_root_to_its_leaf(depth):
    topology = Topology(depth)
    assert (topology.n_nodes, topology.n_leaves) == (2**depth - 1, 2**depth)
    for leaf in range(topology.n_leaves):
        at = 0
        for level, (node, left) in enumerate(zip(topology.nodes_to(leaf), topology.goes_left_to(leaf), strict=True)):
            assert (at, topology.level(node)) == (node, level)
            at = 2 * at + (1 if left else 2)
        assert at == topology.n_nodes + leaf


@pytest.mark.parametrize("depth", range(1, 6))
def test_leaves_below_are_those_whose_path_passes_through(depth):
    topology = Topology(depth)
    for node in range(topology.n_nodes):
        passing = [leaf for leaf in range(topology.n_leaves) if node in topology.nodes_to(leaf)]
        assert list(topology.leaves_below(node)) == passing


def test_equal_depths_are_equal():
    assert Topology(3) == Topology(3) != Topology(2)

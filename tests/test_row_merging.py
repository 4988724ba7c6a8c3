"""Merged rows: fewer, and no tree over the sets can tell."""

import itertools

import numpy as np
import pytest
from oracles import random_objective, random_sets, random_table

from boughs.model.coverage import covered, is_allowed, paths_of
from boughs.model.split_sets import NO_SPLIT, SplitSets
from boughs.model.topology import Topology
from boughs.steps.row_merging import merge_rows


def trees(sets):
    for splits in itertools.product(*sets.at):
        if splits[0] != NO_SPLIT or set(splits) == {NO_SPLIT}:
            yield splits


def outcome(table, topology, splits):
    """For every leaf: its cost for each target, its rows, its weight, and whether it may be."""
    told = []
    for leaf in range(topology.n_leaves):
        rows = covered(table, topology, leaf, [splits[node] for node in topology.nodes_to(leaf)])
        told.append(
            (table.costs[rows].sum(axis=0).tolist(), int(table.input_rows[rows].sum()), is_allowed(table, rows))
        )
    return told, [(path.splits, path.target) for path in paths_of(table, topology, splits)]


@pytest.mark.parametrize("seed", range(25))
def test_every_tree_costs_the_same(seed):
    rng = np.random.default_rng(seed)
    n_classes = int(rng.integers(1, 4))
    table = random_table(rng, n=25, p=3, values=6, n_classes=n_classes, **random_objective(rng, n_classes))
    sets = random_sets(rng, table, Topology(2), most=3)
    merged = merge_rows(table, sets)
    for splits in trees(sets):
        assert outcome(merged, sets.topology, splits) == outcome(table, sets.topology, splits)


@pytest.mark.parametrize("seed", range(10))
def test_only_rows_that_a_split_tells_apart_stay_apart(seed):
    rng = np.random.default_rng(seed)
    table = random_table(rng, n=40, p=3, values=8, weights=rng.integers(1, 4, 40).astype(float))
    sets = random_sets(rng, table, Topology(2), most=2)
    merged = merge_rows(table, sets)
    splits = {split for at in sets.at for split in at if split != NO_SPLIT}

    def looks(of):
        return [(*tuple(of.ranks[c, r] <= cut for c, cut in splits), of.labels[r]) for r in range(of.n_rows)]

    assert len(set(looks(merged))) == merged.n_rows
    assert set(looks(merged)) == set(looks(table))
    every_row_where_it_was = np.array(looks(merged))[merged.row_of_input] == np.array(looks(table))[table.row_of_input]
    assert every_row_where_it_was.all()
    for name in ("sample_weights", "cart_weights", "input_rows", "costs"):
        assert getattr(merged, name).sum() == pytest.approx(getattr(table, name).sum())


def test_without_splits_a_row_a_class_is_left():
    table = random_table(np.random.default_rng(0), n=20, n_classes=3)
    merged = merge_rows(table, SplitSets.of(Topology(1), [[]]))
    assert merged.labels.tolist() == [0, 1, 2]
    assert merged.input_rows.sum() == 20

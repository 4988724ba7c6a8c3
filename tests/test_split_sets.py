"""Split sets: NO_SPLIT first, positions that never move, the flat form of the native core."""

import numpy as np
import pytest
from oracles import random_table

from boughs.model.split_sets import NO_SPLIT, Split, SplitSets
from boughs.model.topology import Topology

A, B, C = Split(0, 1), Split(0, 2), Split(1, 0)


def test_duplicates_go_and_no_split_stands_first():
    sets = SplitSets.of(Topology(2), [[B, A, B], [NO_SPLIT, A], []])
    assert sets.at == ((NO_SPLIT, B, A), (NO_SPLIT, A), (NO_SPLIT,))
    assert sets.position[0] == {NO_SPLIT: 0, B: 1, A: 2}


def test_positions_stay_while_sets_grow():
    sets = SplitSets.of(Topology(2), [[B], [A], []])
    more = sets.with_splits([[C, B], [], [A]])
    assert more.at == ((NO_SPLIT, B, C), (NO_SPLIT, A), (NO_SPLIT, A))
    assert more.with_splits([[B], [A], [A]]) is more


def test_a_set_for_every_node():
    with pytest.raises(ValueError, match="zip"):
        SplitSets.of(Topology(1), [[A]]).with_splits([[A], [B]])


def test_all_are_all_cuts_of_all_columns():
    table = random_table(np.random.default_rng(0), n=30, p=3, values=4)
    sets = SplitSets.all_of(Topology(2), table)
    assert sets.at[0] == (NO_SPLIT, *(Split(c, cut) for c in range(3) for cut in range(3)))
    assert sets.at == (sets.at[0],) * 3


def test_flat():
    columns, cuts, starts = SplitSets.of(Topology(2), [[B, C], [A], []]).flat
    assert columns.tolist() == [-1, 0, 1, -1, 0, -1]
    assert cuts.tolist() == [0, 2, 0, 0, 1, 0]
    assert starts.tolist() == [0, 3, 5, 6]
    assert (columns.dtype, cuts.dtype, starts.dtype) == (np.int32, np.int32, np.int64)
    assert columns.flags.c_contiguous
    assert cuts.flags.c_contiguous

"""Rows that no split of the sets tells apart, and that are of one class, become one weighted row."""

import dataclasses
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from boughs.model.coverage import goes_left
from boughs.model.split_sets import NO_SPLIT, SplitSets
from boughs.model.table import Table

Number = TypeVar("Number", np.int64, np.float64)


def merge_rows(table: Table, sets: SplitSets) -> Table:
    """A smaller table on which every tree over `sets` costs the same."""
    splits = sorted({split for at_node in sets.at for split in at_node} - {NO_SPLIT})
    outcomes = np.array([goes_left(table, split) for split in splits], dtype=np.bool_).reshape(-1, table.n_rows)
    keys = np.vstack((np.packbits(outcomes, axis=0), table.labels[None, :]))
    _, first, group = np.unique(keys, axis=1, return_index=True, return_inverse=True)
    group = group.reshape(-1)
    return dataclasses.replace(
        table,
        ranks=np.ascontiguousarray(table.ranks[:, first]),
        labels=table.labels[first],
        costs=_summed(table.costs, group, len(first)),
        input_rows=_summed(table.input_rows, group, len(first)),
        sample_weights=_summed(table.sample_weights, group, len(first)),
        cart_weights=_summed(table.cart_weights, group, len(first)),
        row_of_input=group[table.row_of_input],
    )


def _summed(values: NDArray[Number], group: NDArray[np.intp], n_groups: int) -> NDArray[Number]:
    sums = np.zeros((n_groups, *values.shape[1:]), dtype=values.dtype)
    np.add.at(sums, group, values)
    return sums

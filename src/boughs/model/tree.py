"""Tree: the result, as flat node arrays; it applies, predicts and shows itself, and knows nothing of optimisation."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csc_matrix, csr_matrix

from boughs.export import serialized, text
from boughs.export.rules import Rules, rules_of
from boughs.export.shape import LEAF, Label, shares
from boughs.model.errors import DataError, TreeFormatError

DTYPES = {
    "feature": np.int32,
    "threshold": np.float64,
    "left": np.int32,
    "right": np.int32,
    "target": np.int32,
    "class_weights": np.float64,
    "n_rows": np.int64,
}


@dataclass(frozen=True, eq=False, repr=False)
class Tree:
    """Nodes in pre-order: the root is node 0, a left child follows its parent. All arrays are read-only.

    feature, threshold: a row goes left if and only if its value of `feature` <= `threshold`, as float64; -1 and NaN at
    leaves. left, right: the children, -1 at leaves. target: the position in `classes` that a leaf predicts, -1 at inner
    nodes. class_weights: (n_nodes, T), the sample weight of the training rows per class; n_rows: how many these are.

    >>> tree = Tree([0, -1, -1], [2.5, np.nan, np.nan], [1, -1, -1], [2, -1, -1], [-1, 0, 1],
    ...             [[3, 4], [3, 0], [0, 4]], [7, 3, 4], ["petals"], ["rose", "lily"])
    >>> print(tree)
    Tree of 2 leaves on 7 rows  class  share  rows
    ├─ petals <= 2.5            rose   100 %     3
    └─ petals > 2.5             lily   100 %     4
    >>> print(tree.rules())
    if petals <= 2.5 then rose (100 %, 3 rows)
    if petals > 2.5 then lily (100 %, 4 rows)
    >>> tree.predict([[2], [3]]).tolist(), tree.apply([[2], [3]]).tolist()
    (['rose', 'lily'], [1, 2])
    >>> Tree.from_json(tree.to_json()) == tree
    True
    """

    feature: NDArray[np.int32]
    threshold: NDArray[np.float64]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    target: NDArray[np.int32]
    class_weights: NDArray[np.float64]
    n_rows: NDArray[np.int64]
    feature_names: tuple[str, ...]
    classes: tuple[Label, ...]

    def __post_init__(self) -> None:
        for name, dtype in DTYPES.items():
            array = np.array(getattr(self, name), dtype=dtype, order="C")
            array.setflags(write=False)
            object.__setattr__(self, name, array)
        object.__setattr__(self, "feature_names", tuple(map(str, self.feature_names)))
        object.__setattr__(self, "classes", tuple(map(_plain, self.classes)))

    @property
    def n_nodes(self) -> int:
        """Inner nodes and leaves."""
        return len(self.feature)

    @property
    def n_leaves(self) -> int:
        """Nodes without children."""
        return int(np.count_nonzero(self.feature < 0))

    @cached_property
    def depth(self) -> int:
        """The most splits that a row can meet."""
        levels = np.zeros(self.n_nodes, dtype=np.int64)
        for node in self._inner_nodes():
            levels[[self.left[node], self.right[node]]] = levels[node] + 1
        return int(levels.max())

    def apply(self, X: ArrayLike) -> NDArray[np.int64]:
        """The leaf of every row, as a node number; (n,)."""
        rows = self._rows(X)
        leaves = np.empty(len(rows), dtype=np.int64)
        for node, here in self._visits(rows):
            if self.feature[node] < 0:
                leaves[here] = node
        return leaves

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """The label of every row; (n,)."""
        labels: NDArray[Any] = _label_array(self.classes)[self.target[self.apply(X)]]
        return labels

    def predict_proba(self, X: ArrayLike) -> NDArray[np.float64]:
        """The share of every class in the sample weight of the row's leaf; (n, T)."""
        return shares(self.class_weights, self.target)[self.apply(X)]

    def decision_path(self, X: ArrayLike) -> csr_matrix:
        """A one for every node that a row meets; sparse (n, n_nodes)."""
        rows = self._rows(X)
        met = [here for _, here in self._visits(rows)]
        starts = np.cumsum([0, *map(len, met)])
        ones = np.ones(starts[-1], dtype=np.int64)
        return csc_matrix((ones, np.concatenate(met), starts), shape=(len(rows), self.n_nodes)).tocsr()

    def rules(self) -> Rules:
        """One rule for every leaf, conditions on the same feature merged."""
        return rules_of(self)

    def simplify(self) -> "Tree":
        """The tree without splits that separate no training rows, and sibling leaves of one class merged.

        What it predicts for a training row does not change; an unseen row on the empty side of a dropped split goes
        where the training rows went.
        """
        stands_for = np.arange(self.n_nodes)
        target = self.target.copy()
        for node in self._inner_nodes()[::-1]:
            left, right = stands_for[[self.left[node], self.right[node]]]
            if self.n_rows[left] == 0 or self.n_rows[right] == 0:
                stands_for[node] = left if self.n_rows[right] == 0 else right
            elif target[left] == target[right] != LEAF:
                target[node] = target[left]
        return self._rebuilt(stands_for, target)

    def to_dict(self) -> dict[str, Any]:
        """The tree in Python's own types, ready for JSON; floats and labels come back exactly."""
        return serialized.to_dict(self)

    @classmethod
    def from_dict(cls, document: dict[str, Any]) -> "Tree":
        """The tree that `to_dict` wrote; TreeFormatError says what is wrong with any other dict."""
        try:
            return cls(**serialized.from_dict(document))
        except serialized.DamageError as damage:
            raise TreeFormatError(str(damage)) from None

    def to_json(self) -> str:
        """`to_dict` as one line of ASCII."""
        return serialized.to_json(self)

    @classmethod
    def from_json(cls, document: str) -> "Tree":
        """The tree that `to_json` wrote; TreeFormatError says what is wrong with any other text."""
        try:
            return cls(**serialized.from_json(document))
        except serialized.DamageError as damage:
            raise TreeFormatError(str(damage)) from None

    def __str__(self) -> str:
        return text.render(self)

    def __repr__(self) -> str:
        return f"<{text.summary(self)}; depth {self.depth}, {len(self.classes)} classes>"

    def __eq__(self, other: object) -> bool:
        """The same nodes, counts and names, and labels of the same types."""
        if not isinstance(other, Tree):
            return NotImplemented
        return self._names() == other._names() and all(
            np.array_equal(getattr(self, name), getattr(other, name), equal_nan=name == "threshold") for name in DTYPES
        )

    def __hash__(self) -> int:
        return hash((self._names(), self.feature.tobytes(), self.n_rows.tobytes()))

    def __reduce__(self) -> tuple[type["Tree"], tuple[Any, ...]]:
        """Copies and pickles go through the constructor: their arrays are read-only too."""
        return Tree, tuple(getattr(self, field.name) for field in fields(self))

    def _names(self) -> tuple[Any, ...]:
        return self.feature_names, self.classes, tuple(map(type, self.classes))

    def _inner_nodes(self) -> NDArray[np.int64]:
        return np.flatnonzero(self.feature >= 0)

    def _rows(self, X: ArrayLike) -> NDArray[np.float64]:
        names = tuple(map(str, getattr(X, "columns", self.feature_names)))
        if names != self.feature_names and set(names) == set(self.feature_names):
            raise DataError(f"the columns of X must stand as in training: {', '.join(self.feature_names)}")
        try:
            rows = np.asarray(X, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise DataError(f"X must be a table of numbers: {error}") from None
        if rows.ndim != 2 or rows.shape[1] != len(self.feature_names):
            raise DataError(f"X must have {len(self.feature_names)} columns, as in training; its shape is {rows.shape}")
        return rows

    def _visits(self, rows: NDArray[np.float64]) -> Iterator[tuple[int, NDArray[np.int64]]]:
        """Every node with the rows that meet it, in pre-order."""
        pending = [(0, np.arange(len(rows), dtype=np.int64))]
        while pending:
            node, here = pending.pop()
            yield node, here
            if self.feature[node] < 0:
                continue
            values = rows[here, self.feature[node]]
            self._refuse_missing(values, here, node)
            goes_left = values <= self.threshold[node]
            pending.append((int(self.right[node]), here[~goes_left]))
            pending.append((int(self.left[node]), here[goes_left]))

    def _refuse_missing(self, values: NDArray[np.float64], here: NDArray[np.int64], node: int) -> None:
        missing = np.isnan(values)
        if missing.any():
            name = self.feature_names[self.feature[node]]
            raise DataError(f"X has no value of {name!r} in row {here[missing.argmax()]}; the tree asks for it")

    def _rebuilt(self, stands_for: NDArray[np.int64], target: NDArray[np.int32]) -> "Tree":
        """The nodes still met when every node is replaced by what stands for it; nodes with a target are leaves."""
        kept: list[int] = []
        pending = [int(stands_for[0])]
        while pending:
            kept.append(node := pending.pop())
            if target[node] == LEAF:
                pending += [int(stands_for[self.right[node]]), int(stands_for[self.left[node]])]
        number = np.full(self.n_nodes, LEAF, dtype=np.int32)
        number[kept] = np.arange(len(kept))
        is_leaf = target[kept] != LEAF
        return Tree(
            feature=np.where(is_leaf, LEAF, self.feature[kept]),
            threshold=np.where(is_leaf, np.nan, self.threshold[kept]),
            left=np.where(is_leaf, LEAF, number[stands_for[self.left[kept]]]),
            right=np.where(is_leaf, LEAF, number[stands_for[self.right[kept]]]),
            target=target[kept],
            class_weights=self.class_weights[kept],
            n_rows=self.n_rows[kept],
            feature_names=self.feature_names,
            classes=self.classes,
        )


def _plain(label: Any) -> Label:
    """The label as one of Python's own types."""
    value = label.item() if isinstance(label, np.generic) else label
    if not isinstance(value, str | int | float):
        raise DataError(f"labels must be str, int, float or bool; got {label!r}")
    return value


def _label_array(classes: tuple[Label, ...]) -> NDArray[Any]:
    """Of numpy's own type where that holds all the labels as they are, else of Python objects."""
    kinds = set(map(type, classes))
    if len(kinds) == 1:
        array = np.array(classes)
        if array.tolist() == list(classes) and {type(label) for label in array.tolist()} == kinds:
            return array
    objects = np.empty(len(classes), dtype=object)
    objects[:] = classes
    return objects

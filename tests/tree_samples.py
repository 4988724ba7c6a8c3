"""Trees for tests: a fixed one, and random ones grown on random rows."""

import numpy as np
from hypothesis import strategies as st

from boughs.model.tree import Tree

LEAF = {"feature": -1, "threshold": np.nan, "left": -1, "right": -1}
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
HARD_FLOATS = st.sampled_from(
    [-1.7e308, -1.0, -5e-324, -0.0, 0.0, 5e-324, 2.2e-308, 0.1, 1.0, 1.0000000000000002, 1.5e9, 1e308, 1.7e308]
)
LABELS = st.one_of(
    st.lists(st.text(max_size=4), min_size=2, max_size=4, unique=True),
    st.lists(st.integers(-(2**63), 2**64 - 1), min_size=2, max_size=4, unique=True),
    st.lists(FLOATS, min_size=2, max_size=4, unique=True),
    st.just([False, True]),
)


def planted_by_hand(splits, leaves, names, classes, weight=1.0):
    """Splits as nested (feature, threshold, left, right), leaves as ints that count into `leaves`: (target, rows)."""
    nodes = []

    def grow(part):
        number = len(nodes)
        if isinstance(part, int):
            target, rows = leaves[part]
            nodes.append({**LEAF, "target": target, "rows": np.array(rows)})
            return number
        feature, threshold, left, right = part
        nodes.append({"feature": feature, "threshold": threshold, "target": -1})
        nodes[number].update(left=grow(left), right=grow(right))
        nodes[number]["rows"] = nodes[nodes[number]["left"]]["rows"] + nodes[nodes[number]["right"]]["rows"]
        return number

    grow(splits)
    arrays = {key: [node[key] for node in nodes] for key in ("feature", "threshold", "left", "right", "target")}
    rows = np.array([node["rows"] for node in nodes])
    return Tree(**arrays, class_weights=rows * weight, n_rows=rows.sum(axis=1), feature_names=names, classes=classes)


def irises():
    """Two splits, three classes."""
    splits = (1, 0.8, 0, (1, 1.75, 1, 2))
    leaves = [(0, [50, 0, 0]), (1, [0, 49, 5]), (2, [0, 1, 45])]
    return planted_by_hand(splits, leaves, ["petal length", "petal width"], ["setosa", "versicolor", "virginica"])


def one_leaf():
    """No split at all."""
    return planted_by_hand(0, [(1, [1, 3])], ["a"], ["no", "yes"])


@st.composite
def trees(draw, thresholds=FLOATS, labels=LABELS):
    """Any tree of depth three at most; leaves may hold no rows."""
    classes = draw(labels)
    leaves = []

    def grow(depth):
        if depth == 0 or draw(st.booleans()):
            counts = draw(st.lists(st.integers(0, 3), min_size=len(classes), max_size=len(classes)))
            leaves.append((draw(st.integers(0, len(classes) - 1)), counts))
            return len(leaves) - 1
        return (draw(st.integers(0, 2)), draw(thresholds), grow(depth - 1), grow(depth - 1))

    weight = draw(st.sampled_from([1.0, 0.1, 1e-300, 1e300]))
    return planted_by_hand(grow(3), leaves, ["a", "b", "ç d"], classes, weight)


def descend(tree, row):
    """The nodes that a row meets, one step at a time."""
    met = [0]
    while tree.feature[met[-1]] >= 0:
        node = met[-1]
        goes_left = float(row[tree.feature[node]]) <= float(tree.threshold[node])
        met.append(int((tree.left if goes_left else tree.right)[node]))
    return met

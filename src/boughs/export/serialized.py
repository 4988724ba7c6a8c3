"""The tree as a plain dict or JSON text, and back; the way back believes nothing that it has not checked.

Format 1: {"format", "version", "features", "classes", "nodes"}. Nodes stand in pre-order; an inner node is
{"feature", "threshold", "left", "right", "n_rows", "class_weights"}, a leaf {"target", "n_rows", "class_weights"}.
Features, targets and children are positions in their lists, counted from 0. A row goes left if and only if its
value <= threshold.
"""

import json
import math
from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np

from boughs.export.shape import LEAF, Label, TreeShape

FORMAT = "boughs.tree"
VERSION = 1
DOCUMENT_KEYS = ("format", "version", "features", "classes", "nodes")
COUNT_KEYS = ("n_rows", "class_weights")
SPLIT_KEYS = ("feature", "threshold", "left", "right", *COUNT_KEYS)
LEAF_KEYS = ("target", *COUNT_KEYS)

MOST_NODES = 2**24
DEEPEST = 256
MOST_ROWS = 2**63 - 1
INTEGER_LABELS = range(-(2**1000), 2**1000)
WEIGHT_TOLERANCE = 1e-6
"""Relative: a node's weights are summed in another order than its children's."""


class DamageError(ValueError):
    """What is wrong with a stored tree, and where."""


def to_json(tree: TreeShape) -> str:
    """The dict as one line of ASCII."""
    return json.dumps(to_dict(tree), allow_nan=False)


def to_dict(tree: TreeShape) -> dict[str, Any]:
    """The tree in Python's own types."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "features": list(tree.feature_names),
        "classes": list(tree.classes),
        "nodes": [node_to_dict(tree, node) for node in range(len(tree.feature))],
    }


def node_to_dict(tree: TreeShape, node: int) -> dict[str, Any]:
    """A node of either kind."""
    counts = {"n_rows": int(tree.n_rows[node]), "class_weights": tree.class_weights[node].tolist()}
    if tree.feature[node] < 0:
        return {"target": int(tree.target[node]), **counts}
    return {
        "feature": int(tree.feature[node]),
        "threshold": float(tree.threshold[node]),
        "left": int(tree.left[node]),
        "right": int(tree.right[node]),
        **counts,
    }


def from_json(text: str) -> dict[str, Any]:
    """The fields of the tree in a JSON text."""
    if not isinstance(text, str):
        refuse("the tree", "a JSON text", text)
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DamageError(f"the tree is not JSON that can be read: {error}") from None
    return from_dict(document)


def from_dict(document: object) -> dict[str, Any]:
    """The fields of the tree in a dict that `to_dict` made, or DamageError."""
    stored = checked_envelope(document)
    features = checked_list(stored["features"], "features")
    for position, feature in enumerate(features):
        if type(feature) is not str:
            refuse(f"features[{position}]", "a name", feature)
    classes = checked_classes(stored["classes"])
    nodes = checked_list(stored["nodes"], "nodes", range(1, MOST_NODES + 1))
    for position, node in enumerate(nodes):
        check_node(node, f"nodes[{position}]", len(features), len(classes))
    check_order(nodes)
    check_sums(nodes)
    return fields(features, classes, nodes)


def fields(features: list[str], classes: list[Label], nodes: list[dict[str, Any]]) -> dict[str, Any]:
    """Node records to arrays."""
    return {
        "feature": np.array([node.get("feature", LEAF) for node in nodes], dtype=np.int32),
        "threshold": np.array([node.get("threshold", math.nan) for node in nodes], dtype=np.float64),
        "left": np.array([node.get("left", LEAF) for node in nodes], dtype=np.int32),
        "right": np.array([node.get("right", LEAF) for node in nodes], dtype=np.int32),
        "target": np.array([node.get("target", LEAF) for node in nodes], dtype=np.int32),
        "class_weights": np.array([node["class_weights"] for node in nodes], dtype=np.float64),
        "n_rows": np.array([node["n_rows"] for node in nodes], dtype=np.int64),
        "feature_names": tuple(features),
        "classes": tuple(classes),
    }


def checked_envelope(document: object) -> dict[str, Any]:
    """The document, if it is of this format and version."""
    if not isinstance(document, dict):
        refuse("the tree", "a dict", document)
    if (written_as := document.get("format")) != FORMAT:
        refuse("format", repr(FORMAT), written_as)
    version = document.get("version")
    if type(version) is not int or version != VERSION:
        refuse("version", f"{VERSION}, all that this release of boughs reads,", version)
    check_keys(document, DOCUMENT_KEYS, "the tree")
    return document


def checked_classes(classes: object) -> list[Label]:
    """Labels of any of the four types, no two of them the same."""
    seen = set()
    for position, label in enumerate(labels := checked_list(classes, "classes", range(1, MOST_NODES + 1))):
        if not is_label(label):
            refuse(f"classes[{position}]", "a text, an integer of at most 1000 bits, a finite float or a bool", label)
        if (type(label), label) in seen:
            refuse(f"classes[{position}]", "a label of its own", label)
        seen.add((type(label), label))
    return labels


def is_label(label: object) -> bool:
    """One of the four types, and fit for numpy and JSON."""
    if type(label) is int:
        return label in INTEGER_LABELS
    return type(label) in (str, bool) or (isinstance(label, float) and math.isfinite(label))


def check_node(node: object, where: str, n_features: int, n_classes: int) -> None:
    """Keys, types and ranges of one node; children are checked later."""
    if not isinstance(node, dict):
        refuse(where, "a dict", node)
    is_leaf = "target" in node
    check_keys(node, LEAF_KEYS if is_leaf else SPLIT_KEYS, where)
    if is_leaf:
        check_whole(node["target"], f"{where}.target", n_classes - 1)
    else:
        check_whole(node["feature"], f"{where}.feature", n_features - 1)
        check_finite(node["threshold"], f"{where}.threshold", -math.inf)
    check_whole(node["n_rows"], f"{where}.n_rows", MOST_ROWS)
    weights = checked_list(node["class_weights"], f"{where}.class_weights", range(n_classes, n_classes + 1))
    for position, weight in enumerate(weights):
        check_finite(weight, f"{where}.class_weights[{position}]", 0.0)
    if node["n_rows"] == 0 and any(weights):
        raise DamageError(f"{where} has no rows, but a weight")


def check_order(nodes: Sequence[dict[str, Any]]) -> None:
    """Pre-order leaves one place for every child, so there are no loops, shared children or lost nodes."""
    open_splits: list[tuple[int, int]] = []  # (position, splits above it)
    depth = 0
    for position, node in enumerate(nodes):
        following = position + 1
        if "target" not in node:
            check_child(node, "left", position, following, len(nodes))
            if depth >= DEEPEST:
                raise DamageError(f"nodes[{position}] lies deeper than {DEEPEST} splits")
            open_splits.append((position, depth))
            depth += 1
        elif open_splits:
            split, above = open_splits.pop()
            check_child(nodes[split], "right", split, following, len(nodes))
            depth = above + 1
        elif following < len(nodes):
            raise DamageError(f"nodes[{following}] is no node's child")


def check_child(node: dict[str, Any], side: str, position: int, expected: int, n_nodes: int) -> None:
    """In pre-order there is only one place where the child can be."""
    child = node[side]
    if expected == n_nodes:
        raise DamageError(f"nodes[{position}].{side} is missing: the nodes end before it")
    if type(child) is not int or child != expected:
        refuse(f"nodes[{position}].{side}", f"{expected}, for nodes stand in pre-order,", child)


def check_sums(nodes: Sequence[dict[str, Any]]) -> None:
    """Rows and weights of a split are those of its children together."""
    for position, node in enumerate(nodes):
        if "target" in node:
            continue
        left, right = nodes[node["left"]], nodes[node["right"]]
        if node["n_rows"] != left["n_rows"] + right["n_rows"]:
            raise DamageError(f"nodes[{position}].n_rows is not the sum of its children's")
        weights = zip(node["class_weights"], left["class_weights"], right["class_weights"], strict=True)
        if not all(math.isclose(whole, a + b, rel_tol=WEIGHT_TOLERANCE) for whole, a, b in weights):
            raise DamageError(f"nodes[{position}].class_weights is not the sum of its children's")


def checked_list(value: object, where: str, lengths: range = range(MOST_NODES + 1)) -> list[Any]:
    """The value, if it is a list of such a length."""
    if not isinstance(value, list):
        refuse(where, "a list", value)
    if len(value) not in lengths:
        raise DamageError(f"{where} has {len(value)} entries, not {lengths[0]} to {lengths[-1]}")
    return value


def check_keys(record: dict[Any, Any], keys: Sequence[str], where: str) -> None:
    """All of the keys, and no others."""
    for key in keys:
        if key not in record:
            raise DamageError(f"{where} lacks {key!r}")
    for key in record:
        if key not in keys:
            raise DamageError(f"{where} has an unknown key: {shown(key)}")


def check_whole(value: object, where: str, most: int) -> None:
    """An integer between 0 and `most`; True is none."""
    if type(value) is not int or not 0 <= value <= most:
        refuse(where, f"a whole number from 0 to {most}", value)


def check_finite(value: object, where: str, least: float) -> None:
    """A number that float64 holds exactly, and no less than `least`; True is none."""
    if type(value) is int and abs(value) <= 2**53:
        value = float(value)
    if type(value) is not float or not math.isfinite(value) or value < least:
        refuse(where, "a finite number" if least < 0 else "a finite number of at least 0", value)


def refuse(where: str, wanted: str, got: object) -> NoReturn:
    """Say where the tree is damaged."""
    raise DamageError(f"{where} must be {wanted} but is {shown(got)}")


def shown(value: object) -> str:
    """A value in few letters, however large or deep it is.

    >>> shown("x" * 99), shown(10**9999), shown([[[]]]), shown(None)
    ("'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'", 'a huge integer', 'a list', 'None')
    """
    if type(value) is str:
        return repr(value if len(value) <= 40 else value[:30] + "...")
    if type(value) is int and abs(value) >= 2**128:
        return "a huge integer"
    return repr(value) if value is None or type(value) in (int, float, bool) else f"a {type(value).__name__}"

"""The stored tree: exact round trips, and a plain refusal of everything else."""

import copy
import itertools
import json
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tree_samples import FLOATS, HARD_FLOATS, irises, one_leaf, trees

from boughs.export.serialized import DEEPEST
from boughs.model.errors import TreeFormatError
from boughs.model.tree import Tree


@given(trees(st.one_of(FLOATS, HARD_FLOATS)))
def test_round_trips_are_exact(tree):
    document = tree.to_dict()
    for again in (Tree.from_dict(document), Tree.from_json(tree.to_json()), Tree.from_json(json.dumps(document))):
        assert again == tree
        assert again.threshold.tobytes() == tree.threshold.tobytes()
        assert again.to_json() == tree.to_json()


def test_the_format_is_what_other_programs_read():
    assert json.loads(one_leaf().to_json()) == {
        "format": "boughs.tree",
        "version": 1,
        "features": ["a"],
        "classes": ["no", "yes"],
        "nodes": [{"target": 1, "n_rows": 4, "class_weights": [1.0, 3.0]}],
    }
    root = irises().to_dict()["nodes"][0]
    assert root == {
        "feature": 1, "threshold": 0.8, "left": 1, "right": 2, "n_rows": 150, "class_weights": [50.0, 50.0, 50.0]
    }  # fmt: skip


HUGE = 10**4000
"""Some Python releases refuse to print integers that are not much larger."""


def damaged(keys, value):
    """The irises with another value at `keys`; without the key if the value is `...`."""
    document = copy.deepcopy(irises().to_dict())
    place = document
    for key in keys[:-1]:
        place = place[key]
    if value is ...:
        del place[keys[-1]]
    else:
        place[keys[-1]] = value
    return document


@pytest.mark.parametrize(
    ("keys", "value", "message"),
    [
        (["format"], ..., "format must be 'boughs.tree' but is None"),
        (["format"], "pickle", "format must be 'boughs.tree' but is 'pickle'"),
        (["version"], 2, "version must be 1, .* but is 2"),
        (["version"], True, "version must be 1"),
        (["classes"], ..., "the tree lacks 'classes'"),
        (["extra"], 1, "the tree has an unknown key: 'extra'"),
        ([b"\xff"], 1, "the tree has an unknown key: a bytes"),
        (["features"], "ab", "features must be a list but is 'ab'"),
        (["features", 1], 7, r"features\[1\] must be a name but is 7"),
        (["features"], [], r"nodes\[0\].feature must be"),
        (["classes"], [], "classes has 0 entries"),
        (["classes", 2], "setosa", r"classes\[2\] must be a label of its own"),
        (["classes", 0], None, r"classes\[0\] must be a text"),
        (["classes", 0], math.nan, r"classes\[0\] must be a text.* but is nan"),
        (["classes", 0], HUGE, r"classes\[0\] must be a text.* but is a huge integer"),
        (["classes", 0], ["a"], r"classes\[0\] must be a text.* but is a list"),
        (["nodes"], {}, "nodes must be a list but is a dict"),
        (["nodes"], [], "nodes has 0 entries"),
        (["nodes", 0], [], r"nodes\[0\] must be a dict"),
        (["nodes", 0, "feature"], 2, r"nodes\[0\].feature must be a whole number from 0 to 1 but is 2"),
        (["nodes", 0, "feature"], True, r"nodes\[0\].feature must be a whole number .* but is True"),
        (["nodes", 0, "feature"], -1, "whole number from 0 to 1 but is -1"),
        (["nodes", 0, "threshold"], math.nan, r"nodes\[0\].threshold must be a finite number but is nan"),
        (["nodes", 0, "threshold"], math.inf, r"nodes\[0\].threshold must be a finite number but is inf"),
        (["nodes", 0, "threshold"], None, r"nodes\[0\].threshold must be a finite number but is None"),
        (["nodes", 0, "threshold"], "0.8", r"nodes\[0\].threshold must be a finite number but is '0.8'"),
        (["nodes", 0, "threshold"], 2**53 + 1, r"nodes\[0\].threshold must be a finite number"),
        (["nodes", 0, "left"], 0, r"nodes\[0\].left must be 1, .* but is 0"),
        (["nodes", 0, "right"], 1, r"nodes\[0\].right must be 2, .* but is 1"),
        (["nodes", 0, "right"], 99, r"nodes\[0\].right must be 2, .* but is 99"),
        (["nodes", 2, "right"], 0, r"nodes\[2\].right must be 4, .* but is 0"),
        (["nodes", 2, "right"], 4.0, r"nodes\[2\].right must be 4, .* but is 4.0"),
        (["nodes", 4], ..., r"nodes\[2\].right is missing"),
        (["nodes", 1], ..., r"nodes\[0\].left must be 1|nodes\[1\].left must be 2"),
        (["nodes", 1, "target"], 3, r"nodes\[1\].target must be a whole number from 0 to 2 but is 3"),
        (["nodes", 1, "threshold"], 1.0, r"nodes\[1\] has an unknown key: 'threshold'"),
        (["nodes", 1, "target"], ..., r"nodes\[1\] lacks 'feature'"),
        (["nodes", 1, "n_rows"], -1, r"nodes\[1\].n_rows must be a whole number"),
        (["nodes", 1, "n_rows"], 2**63, r"nodes\[1\].n_rows must be a whole number"),
        (["nodes", 1, "n_rows"], 0, r"nodes\[1\] has no rows, but a weight"),
        (["nodes", 1, "n_rows"], 49, r"nodes\[0\].n_rows is not the sum"),
        (["nodes", 1, "class_weights"], [50.0, 0.0], r"nodes\[1\].class_weights has 2 entries"),
        (["nodes", 1, "class_weights", 0], -1.0, r"class_weights\[0\] must be a finite number of at least 0"),
        (["nodes", 1, "class_weights", 0], 51.0, r"nodes\[0\].class_weights is not the sum"),
        (["nodes", 1, "class_weights", 0], True, r"nodes\[1\].class_weights\[0\] must be a finite number"),
    ],
)
def test_damage_is_named(keys, value, message):
    with pytest.raises(TreeFormatError, match=message):
        Tree.from_dict(damaged(keys, value))


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "null", "3", '"boughs.tree"', "[" * 10**6, '{"a":' * 10**5, "9" * 10**4, "NaN", b"\xff", None, 7,
        irises().to_json()[:-1], irises().to_json() + "x", irises().to_json().replace("0.8", "NaN"),
        irises().to_json().replace("0.8", "1e999"),
    ],
    ids=range(17),
)  # fmt: skip
def test_text_that_is_no_tree(text):
    with pytest.raises(TreeFormatError):
        Tree.from_json(text)


def test_a_nested_value_is_refused_without_recursion():
    bomb = []
    for _ in range(10**5):
        bomb = [bomb]
    with pytest.raises(TreeFormatError, match=r"nodes\[0\] must be a dict but is a list"):
        Tree.from_dict(damaged(["nodes", 0], bomb))


def chain(depth, to_the_left):
    """A tree of one long way: every split's other child is a leaf."""
    leaf = {"target": 0, "n_rows": 0, "class_weights": [0.0]}
    split = {"feature": 0, "threshold": 0.0, "n_rows": 0, "class_weights": [0.0]}
    if to_the_left:
        splits = [{**split, "left": node + 1, "right": 2 * depth - node} for node in range(depth)]
        return splits + [leaf] * (depth + 1)
    pairs = [({**split, "left": node + 1, "right": node + 2}, leaf) for node in range(0, 2 * depth, 2)]
    return [*itertools.chain.from_iterable(pairs), leaf]


@pytest.mark.parametrize("to_the_left", [True, False])
def test_a_tree_deeper_than_anyone_reads_is_refused(to_the_left):
    document = {**one_leaf().to_dict(), "classes": ["no"]}
    assert Tree.from_dict({**document, "nodes": chain(DEEPEST, to_the_left)}).depth == DEEPEST
    with pytest.raises(TreeFormatError, match="deeper than"):
        Tree.from_dict({**document, "nodes": chain(DEEPEST + 1, to_the_left)})


def test_whole_numbers_may_stand_for_floats():
    document = damaged(["nodes", 0, "threshold"], 1)
    assert Tree.from_dict(document).threshold[0] == 1.0


def test_lone_surrogates_survive():
    tree = Tree.from_dict(damaged(["classes", 0], "\ud800"))
    assert Tree.from_json(tree.to_json()) == tree
    assert tree.to_json().isascii()
    assert str(tree).encode()


JUNK = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-3, 7), st.integers(), st.floats(), st.text(max_size=3)),
    lambda inside: st.one_of(st.lists(inside, max_size=4), st.dictionaries(st.text(max_size=9), inside, max_size=4)),
    max_leaves=6,
)


def places(value, here=()):
    """The way to everything inside nested lists and dicts."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inside in items:
        yield (*here, key)
        yield from places(inside, (*here, key))


@settings(max_examples=300)
@given(st.data())
def test_any_damage_is_refused_or_harmless(data):
    document = copy.deepcopy(data.draw(trees()).to_dict())
    for _ in range(data.draw(st.integers(1, 3))):
        *way, key = data.draw(st.sampled_from(list(places(document)) or [("format",)]))
        place = document
        for step in way:
            place = place[step]
        donors = [place[key], *(place.values() if isinstance(place, dict) else place)]
        if data.draw(st.booleans()):
            place[key] = data.draw(st.one_of(JUNK, st.sampled_from(donors)))
        else:
            del place[key]
    try:
        tree = Tree.from_dict(document)
    except TreeFormatError:
        return
    assert Tree.from_json(tree.to_json()) == tree
    assert len(tree.rules()) == tree.n_leaves
    assert str(tree)
    assert tree.apply([[0.0] * len(tree.feature_names)]).shape == (1,)


@given(JUNK)
def test_junk_is_refused(junk):
    with pytest.raises(TreeFormatError):
        Tree.from_dict(junk)

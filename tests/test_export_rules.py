"""Rules: exactly one holds for any row, and it says what the tree predicts."""

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tree_samples import HARD_FLOATS, irises, one_leaf, planted_by_hand, trees

from boughs.export.rules import Condition, Rule


def holds(rule, row):
    return all(condition.low < row[condition.feature] <= condition.high for condition in rule.conditions)


@given(trees(HARD_FLOATS), st.tuples(HARD_FLOATS, HARD_FLOATS, HARD_FLOATS))
def test_one_rule_holds_and_predicts_as_the_tree(tree, row):
    named = dict(zip(tree.feature_names, row, strict=True))
    rules = tree.rules()
    (rule,) = [rule for rule in rules if holds(rule, named)]
    assert rule.target == tree.predict([row]).tolist()[0]
    leaf = tree.apply([row])[0]
    assert rule.n_rows == tree.n_rows[leaf]
    assert rule.weight == tree.class_weights[leaf].sum()
    assert rule.share == tree.predict_proba([row])[0, tree.target[leaf]]
    assert len(rules) == tree.n_leaves


def test_conditions_on_a_feature_are_one():
    assert irises().rules()[1] == Rule(
        conditions=(Condition("petal width", 0.8, 1.75, "0.8 < petal width <= 1.75"),),
        target="versicolor",
        share=49 / 54,
        n_rows=54,
        weight=54.0,
    )
    assert irises().rules()[0].conditions[0].low == -math.inf


def test_rules_read_as_sentences():
    assert str(irises().rules()).splitlines() == [
        "if petal width <= 0.8 then setosa (100 %, 50 rows)",
        "if 0.8 < petal width <= 1.75 then versicolor (91 %, 54 rows)",
        "if petal width > 1.75 then virginica (98 %, 46 rows)",
    ]
    assert str(one_leaf().rules()) == "always yes (75 %, 4 rows)"


def test_conditions_stand_in_the_order_of_the_path():
    splits = (1, 5.0, (0, 2.0, (1, 3.0, 0, 1), 2), 3)
    tree = planted_by_hand(splits, [(0, [1, 0]), (1, [0, 1]), (0, [2, 0]), (1, [0, 2])], ["a", "b"], [0, 1])
    assert str(tree.rules()[1]) == "if 3 < b <= 5 and a <= 2 then 1 (100 %, 1 row)"


def test_rules_are_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        irises().rules()[0].share = 1.0
    assert hash(irises().rules()) == hash(irises().rules())


def test_a_rule_holds_python_numbers():
    rule = irises().rules()[0]
    assert [type(value) for value in (rule.target, rule.share, rule.n_rows, rule.weight)] == [str, float, int, float]
    assert not isinstance(rule.conditions[0].high, np.generic)

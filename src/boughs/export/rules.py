"""Rules: a tree as a list of rules, one a leaf, with the conditions on a feature merged into one interval."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from boughs.export.shape import Label, TreeShape, shares
from boughs.export.wording import counted, name, percent, threshold_texts


@dataclass(frozen=True)
class Condition:
    """low < feature <= high; `low` is -inf or `high` is inf where that side is open. `text` is how it reads."""

    feature: str
    low: float
    high: float
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Rule:
    """A leaf: rows that meet all `conditions` are predicted to be `target`.

    share: of the sample weight of the leaf's training rows, how much is of class `target`; n_rows: those rows;
    weight: their sample weight.
    """

    conditions: tuple[Condition, ...]
    target: Label
    share: float
    n_rows: int
    weight: float

    def __str__(self) -> str:
        when = f"if {' and '.join(map(str, self.conditions))} then" if self.conditions else "always"
        return f"{when} {name(self.target)} ({percent(self.share)}, {counted(self.n_rows, 'row')})"


class Rules(tuple[Rule, ...]):
    """The rules of a tree, leaves from left to right: exactly one of them holds for any row."""

    __slots__ = ()

    def __str__(self) -> str:
        return "\n".join(map(str, self))


@dataclass(frozen=True)
class Interval:
    """The values of a feature that reach a node: low < value <= high."""

    low: float = -math.inf
    high: float = math.inf


def rules_of(tree: TreeShape) -> Rules:
    """One rule for every leaf."""
    numbers = threshold_texts(tree)
    certainty = shares(tree.class_weights, tree.target)
    return Rules(
        Rule(
            conditions=tuple(condition(tree, numbers, feature, interval) for feature, interval in box.items()),
            target=tree.classes[tree.target[leaf]],
            share=float(certainty[leaf, tree.target[leaf]]),
            n_rows=int(tree.n_rows[leaf]),
            weight=float(tree.class_weights[leaf].sum()),
        )
        for leaf, box in leaf_boxes(tree)
    )


def leaf_boxes(tree: TreeShape) -> Iterator[tuple[int, dict[int, Interval]]]:
    """Every leaf with the intervals of the features tested on the way, in the order of their first test."""
    pending: list[tuple[int, dict[int, Interval]]] = [(0, {})]
    while pending:
        node, box = pending.pop()
        feature, threshold = int(tree.feature[node]), float(tree.threshold[node])
        if feature < 0:
            yield node, box
            continue
        here = box.get(feature, Interval())
        above = Interval(max(here.low, threshold), here.high)
        below = Interval(here.low, min(here.high, threshold))
        pending.append((int(tree.right[node]), {**box, feature: above}))
        pending.append((int(tree.left[node]), {**box, feature: below}))


def condition(tree: TreeShape, numbers: dict[tuple[int, float], str], feature: int, interval: Interval) -> Condition:
    """The interval of a feature in words."""
    low, high = interval.low, interval.high
    text = name(tree.feature_names[feature])
    if low == -math.inf:
        text = f"{text} <= {numbers[feature, high]}"
    elif high == math.inf:
        text = f"{text} > {numbers[feature, low]}"
    else:
        text = f"{numbers[feature, low]} < {text} <= {numbers[feature, high]}"
    return Condition(tree.feature_names[feature], low, high, text)

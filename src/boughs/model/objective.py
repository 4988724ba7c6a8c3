"""Objective: what a leaf costs, in the user's numbers as exact fractions."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property


@dataclass(frozen=True)
class Objective:
    """A row of class t and sample weight w in a leaf that predicts c costs w * class_costs[t][c].

    `class_costs[t][c]` is the weight of class t times the entry [t, c] of the cost matrix. A leaf with rows pays
    `leaf_penalty` times the total of sample times class weights on top, and holds at least `min_rows` input rows.
    """

    class_weights: tuple[Fraction, ...]
    cost_matrix: tuple[tuple[Fraction, ...], ...]
    leaf_penalty: Fraction = Fraction(0)
    min_rows: int = 1

    @classmethod
    def errors(cls, n_classes: int) -> "Objective":
        """The number of misclassified rows."""
        ones = (Fraction(1),) * n_classes
        return cls(ones, tuple(tuple(Fraction(int(t != c)) for c in range(n_classes)) for t in range(n_classes)))

    @property
    def n_classes(self) -> int:
        """|T|."""
        return len(self.class_weights)

    @cached_property
    def class_costs(self) -> tuple[tuple[Fraction, ...], ...]:
        """What a row of class t and weight one costs in a leaf that predicts c."""
        return tuple(
            tuple(weight * cost for cost in costs)
            for weight, costs in zip(self.class_weights, self.cost_matrix, strict=True)
        )


def spelled(number: float) -> Fraction:
    """The fraction that a decimal input spells: 0.02 is 1/50, not the float next to it.

    >>> spelled(0.02), spelled(13.72), spelled(3)
    (Fraction(1, 50), Fraction(343, 25), Fraction(3, 1))
    """
    return Fraction(repr(float(number)))

"""How thresholds, names, labels, shares and counts read to a person; shared by the formats for people."""

from itertools import pairwise

import numpy as np

from boughs.export.shape import Label, TreeShape

TIDY_DIGITS = 12
"""Numbers that take no more digits (at fifteen digits' precision, where no float noise shows) are written whole."""
LEAST_DIGITS = 6
MOST_DIGITS = 17
"""Seventeen significant digits tell any two floats apart."""


def threshold_texts(tree: TreeShape) -> dict[tuple[int, float], str]:
    """A text for every (feature, threshold) of the tree; texts of one feature stand in the order of its thresholds."""
    texts = {}
    for feature in np.unique(tree.feature[tree.feature >= 0]):
        thresholds = np.unique(tree.threshold[tree.feature == feature]).tolist()
        texts.update({(int(feature), t): text for t, text in zip(thresholds, distinct(thresholds), strict=True)})
    return texts


def distinct(ascending: list[float]) -> list[str]:
    """Texts as short as keeps the numbers apart and in order.

    >>> distinct([0.1 + 0.2, 1700000000.5]), distinct([1 / 3, 1 / 3 + 1e-9])
    (['0.3', '1700000000.5'], ['0.333333333', '0.333333334'])
    """
    for digits in range(LEAST_DIGITS, MOST_DIGITS):
        texts = [number(value, digits) for value in ascending]
        read = [float(text) for text in texts]
        if all(low < high for low, high in pairwise(read)):
            return texts
    return [repr(value) for value in ascending]


def number(value: float, digits: int = LEAST_DIGITS) -> str:
    """A decimal close to `value`: whole if it is tidy, else to `digits` digits and at least one behind the point.

    >>> number(0.15000000000000002), number(1 / 3), number(1234567.0 + 1 / 3), number(5e-324), number(-0.0)
    ('0.15', '0.333333', '1234567.3', '5e-324', '0')
    """
    value += 0.0
    tidy = f"{value:.15g}"
    if significant_digits(tidy) <= TIDY_DIGITS and digits <= TIDY_DIGITS:
        return min(tidy, repr(value), key=len)
    whole_digits = len(f"{abs(value):.0f}") if abs(value) >= 1 else 0
    return min(f"{value:.{min(max(digits, whole_digits + 1), MOST_DIGITS)}g}", repr(value), key=len)


def significant_digits(text: str) -> int:
    """How many digits a decimal spells, without the zeros before and after.

    >>> significant_digits("-0.0150"), significant_digits("1.25e+300")
    (2, 3)
    """
    return len(text.partition("e")[0].lstrip("-").replace(".", "").strip("0"))


def name(label: Label) -> str:
    r"""A label or feature name on one line; quoted where it would otherwise be misread.

    >>> print(name("petal width"), name(3), name("two\nlines"), name(""))
    petal width 3 'two\nlines' ''
    """
    text = str(label)
    return text if text.isprintable() and text and text == text.strip() else repr(text)


def percent(share: float) -> str:
    """A share in whole percent that never claims all or nothing where it is not.

    >>> percent(1.0), percent(0.996), percent(0.5), percent(0.001), percent(0.0)
    ('100 %', '>99 %', '50 %', '<1 %', '0 %')
    """
    rounded = round(100 * share)
    if rounded == 100 and share < 1:
        return ">99 %"
    return "<1 %" if rounded == 0 and share > 0 else f"{rounded} %"


def counted(count: int, what: str, plural: str = "") -> str:
    """A number of things.

    >>> counted(1, "row"), counted(1234, "row"), counted(2, "leaf", "leaves")
    ('1 row', '1,234 rows', '2 leaves')
    """
    return f"{count:,} {what if count == 1 else plural or what + 's'}"


def is_weighted(tree: TreeShape) -> bool:
    """Do the rows carry other weights than one each?"""
    return not np.array_equal(tree.class_weights.sum(axis=1), tree.n_rows)

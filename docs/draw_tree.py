"""Draws docs/wine.svg: a fitted tree as bands of training rows, one colour a class. Run: python docs/draw_tree.py"""

from collections.abc import Iterator
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import NamedTuple

import numpy as np
from sklearn.datasets import load_wine

from boughs import CGTreeClassifier, Tree

COLOURS = ("#2f6fbf", "#b65a1f", "#1f8a70")
NODE, QUIET = "#4a5361", "#7d8590"
"""Both read well on white and on black, so that the picture needs no background of its own."""
PIXELS_A_ROW, SLOT, GAP = 1.7, 96.0, 26.0
BOX, LEVEL, TOP, MARGIN = 34.0, 132.0, 12.0, 32.0
FONT = "font-family='system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif'"


class Place(NamedTuple):
    """Where a node stands: its middle, its upper edge, and how wide the band of its rows is."""

    x: float
    y: float
    band: float


def main() -> None:
    """The tree of the README."""
    wine = load_wine()
    clf = CGTreeClassifier(max_depth=2).fit(wine.data, wine.target_names[wine.target])
    tree = replace(clf.tree_, feature_names=wine.feature_names)
    Path(__file__).with_name("wine.svg").write_text(drawing(tree), encoding="utf-8")


def drawing(tree: Tree) -> str:
    """The whole picture."""
    places = layout(tree)
    right = max(place.x + max(SLOT, place.band) / 2 for place in places.values()) + MARGIN
    bottom = max(place.y for place in places.values()) + BOX + 30
    inner = [node for node in range(tree.n_nodes) if tree.feature[node] >= 0]
    parts = [part for node in inner for part in bands(tree, places, node)]
    parts += [part for node in inner for part in question(tree, places, node)]
    parts += [part for node in range(tree.n_nodes) if tree.feature[node] < 0 for part in leaf(tree, places[node], node)]
    title = escape(", ".join(map(str, tree.rules())))
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {right:.0f} {bottom:.0f}' width='{right:.0f}' "
        f"height='{bottom:.0f}' role='img' {FONT} font-size='14' text-anchor='middle'>\n<title>{title}</title>\n"
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def layout(tree: Tree) -> dict[int, Place]:
    """Leaves side by side in their order, each node in the middle above its children."""
    places: dict[int, Place] = {}
    edge = MARGIN

    def put(node: int, level: int) -> float:
        nonlocal edge
        band = float(tree.n_rows[node]) * PIXELS_A_ROW
        if tree.feature[node] < 0:
            width = max(SLOT, band)
            x, edge = edge + width / 2, edge + width + GAP
        else:
            x = (put(int(tree.left[node]), level + 1) + put(int(tree.right[node]), level + 1)) / 2
        places[node] = Place(x, TOP + level * LEVEL, band)
        return x

    put(0, 0)
    return places


def bands(tree: Tree, places: dict[int, Place], node: int) -> Iterator[str]:
    """From a node to its children, a band for each class, as wide as it has rows there."""
    start = places[node].x - places[node].band / 2
    for child in (int(tree.left[node]), int(tree.right[node])):
        end = places[child].x - places[child].band / 2
        for t, rows in enumerate(tree.class_weights[child]):
            width = float(rows) * PIXELS_A_ROW
            if width:
                yield band(start, places[node].y + BOX - 4, end, places[child].y + 4, width, COLOURS[t])
            start, end = start + width, end + width


def band(x0: float, y0: float, x1: float, y1: float, width: float, colour: str) -> str:
    """A ribbon of that width from (x0, y0) down to (x1, y1), the left ends of its edges."""
    y = (y0 + y1) / 2
    return (
        f"<path fill='{colour}' fill-opacity='.8' d='M{x0:.1f} {y0:.1f}C{x0:.1f} {y:.1f} {x1:.1f} {y:.1f} {x1:.1f} "
        f"{y1:.1f}H{x1 + width:.1f}C{x1 + width:.1f} {y:.1f} {x0 + width:.1f} {y:.1f} {x0 + width:.1f} {y0:.1f}Z'/>"
    )


def question(tree: Tree, places: dict[int, Place], node: int) -> Iterator[str]:
    """The test in a box, and the two answers outside the bands below it."""
    here = places[node]
    test = f"{tree.feature_names[tree.feature[node]]} ≤ {tree.threshold[node]:g}"
    yield box(here.x, here.y, max(here.band + 12, 9.0 * len(test) + 20), NODE, test)
    for child, side, anchor, answer in ((tree.left[node], -1, "end", "yes"), (tree.right[node], 1, "start", "no")):
        below = places[int(child)]
        x = (2 * here.x + below.x + side * (2 * here.band + below.band) / 2) / 3 + side * 10
        y = here.y + BOX + 36
        yield f"<text x='{x:.1f}' y='{y:.1f}' fill='{QUIET}' text-anchor='{anchor}'>{answer}</text>"


def leaf(tree: Tree, here: Place, node: int) -> Iterator[str]:
    """The class in a box of its colour, and how many of the rows are of it."""
    target = int(tree.target[node])
    yield box(here.x, here.y, max(SLOT - 12, here.band + 12), COLOURS[target], str(tree.classes[target]))
    right, rows = np.round(tree.class_weights[node][target]), tree.n_rows[node]
    yield f"<text x='{here.x:.1f}' y='{here.y + BOX + 20:.1f}' fill='{QUIET}'>{right:g} of {rows}</text>"


def box(x: float, y: float, width: float, colour: str, text: str) -> str:
    """White on a colour."""
    return (
        f"<rect x='{x - width / 2:.1f}' y='{y:.1f}' width='{width:.1f}' height='{BOX:.0f}' rx='8' fill='{colour}'/>"
        f"<text x='{x:.1f}' y='{y + BOX / 2 + 5:.1f}' fill='#fff' font-weight='600'>{escape(text)}</text>"
    )


if __name__ == "__main__":
    main()

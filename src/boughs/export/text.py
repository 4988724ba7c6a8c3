"""The tree as lines of text: one line a branch, and beside every leaf its class, share and rows."""

from collections.abc import Iterator
from typing import NamedTuple
from unicodedata import combining, east_asian_width

from boughs.export.shape import TreeShape, shares
from boughs.export.wording import counted, is_weighted, name, number, percent, threshold_texts

WIDEST_BRANCH = 90
"""Longer branches do not widen the column for all; their leaf's figures just follow after a gap."""
GAP = "  "


class Line(NamedTuple):
    """A branch, and the cells of the leaf at its end (none if it goes on)."""

    branch: str
    cells: tuple[str, ...]


def render(tree: TreeShape) -> str:
    """The whole tree; the first line is a summary and the titles of the leaves' figures."""
    titles = ("class", "share", "rows", "weight") if is_weighted(tree) else ("class", "share", "rows")
    lines = [Line(summary(tree), titles), *branches(tree, len(titles))]
    return "\n".join(aligned(lines))


def summary(tree: TreeShape) -> str:
    """What the tree is, in a few words."""
    leaves = int((tree.feature < 0).sum())
    return f"Tree of {counted(leaves, 'leaf', 'leaves')} on {counted(int(tree.n_rows[0]), 'row')}"


def branches(tree: TreeShape, n_cells: int) -> Iterator[Line]:
    """A line for every node but the root, in pre-order; for the root where it is the only one."""
    cells = leaf_cells(tree, n_cells)
    if tree.feature[0] < 0:
        yield Line("└─ always", cells[0])
        return
    numbers = threshold_texts(tree)
    pending = [(0, "", "")]
    while pending:
        node, own, below = pending.pop()
        if node:
            yield Line(own, cells.get(node, ()))
        if node in cells:
            continue
        feature = int(tree.feature[node])
        text = numbers[feature, float(tree.threshold[node])]
        test = name(tree.feature_names[feature])
        pending.append((int(tree.right[node]), f"{below}└─ {test} > {text}", below + "   "))
        pending.append((int(tree.left[node]), f"{below}├─ {test} <= {text}", below + "│  "))


def leaf_cells(tree: TreeShape, n_cells: int) -> dict[int, tuple[str, ...]]:
    """For every leaf: class, share, rows and, if there is a fourth cell, weight."""
    leaves = (tree.feature < 0).nonzero()[0]
    targets = tree.target[leaves]
    of_target = shares(tree.class_weights[leaves], targets)[range(len(leaves)), targets]
    return {
        int(leaf): (
            name(tree.classes[target]),
            percent(float(share)),
            f"{int(tree.n_rows[leaf]):,}",
            number(float(tree.class_weights[leaf].sum())),
        )[:n_cells]
        for leaf, target, share in zip(leaves, targets, of_target, strict=True)
    }


def aligned(lines: list[Line]) -> Iterator[str]:
    """The lines with their cells in columns: the class to the left, figures to the right."""
    branch_width = min(max(width(line.branch) for line in lines), WIDEST_BRANCH)
    columns = zip(*(line.cells for line in lines if line.cells), strict=True)
    cell_widths = [max(map(width, column)) for column in columns]
    for branch, cells in lines:
        if not cells:
            yield branch
            continue
        figures = (cell.rjust(at) for cell, at in zip(cells[1:], cell_widths[1:], strict=True))
        yield GAP.join((padded(branch, branch_width), padded(cells[0], cell_widths[0]), *figures))


def padded(text: str, columns: int) -> str:
    """`text`, filled up with blanks to that many columns of a terminal."""
    return text + " " * (columns - width(text))


def width(text: str) -> int:
    """Columns of a terminal that `text` takes.

    >>> width("Blüte"), width("花弁")
    (5, 4)
    """
    return sum(0 if combining(letter) else 1 + (east_asian_width(letter) in "WF") for letter in text)

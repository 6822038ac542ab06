"""The alignment of a table's columns: a class on the table for each of them, and none on its cells.

A page has thousands of cells, and a class on each would be a sixth of its bytes.
"""

from __future__ import annotations

from typing import Any

from roundel.table import Table

# The last column that has a rule.
LAST = 24
FIGURE, BOUNDS = "r", "b"


def column_classes(table: Table[Any], first: int = 2) -> str:
    """Return the classes of a table whose columns begin at number `first`, counted from 1.

    Figures stand right. The bounds of a figure have the next column, and stand left.
    """
    classes = []
    place = first
    for column, figures in table.shown:
        if column.key != "command" and (figures or column.parts):
            classes.append(f"{FIGURE}{place}")
        if column.parts:
            place += 1
            classes.append(f"{BOUNDS}{place}")
        place += 1
    assert place <= LAST + 1, f"{place - 1} columns, and rules for {LAST}"
    return " ".join(classes)


def width(table: Table[Any]) -> int:
    """Return how many columns a table takes, with those of bounds."""
    return sum(2 if column.parts else 1 for column, _ in table.shown)


def alignment_rules() -> str:
    """Return the rules of all such classes."""
    return "".join(
        ",".join(f".{kind}{n}>tbody>tr>:nth-child({n})" for n in range(1, LAST + 1)) + f"{{{style}}}\n"
        for kind, style in (
            (FIGURE, "text-align:right;white-space:nowrap"),
            (BOUNDS, "color:var(--quiet);white-space:nowrap"),
        )
    )

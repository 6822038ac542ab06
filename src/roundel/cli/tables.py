"""The one way a table looks on stdout."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, TypeVar

import rich.table
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.segment import Segment, Segments
from rich.text import Text

from roundel.table import Column, Table

T = TypeVar("T")
NO_STYLES: Mapping[str, Callable[[Any], str]] = {}
# Wide enough for any table: what is wider than its terminal is folded by the terminal, not cut.
UNCUT_WIDTH = 1000


def console_of(*, stderr: bool = False) -> Console:
    """Return the console of a command. What it prints is text: `file.sv:100:` has no emoji in it."""
    return Console(stderr=stderr, emoji=False)


def print_columns(
    out: Console,
    columns: Sequence[Column[T]],
    rows: Iterable[T],
    styles: Mapping[str, Callable[[T], str]] = NO_STYLES,
) -> None:
    """Print rows under columns, uncut: a narrow terminal folds the lines, a file or pipe gets them whole.

    Lines end where their text does: blanks after it would be folded, too. `styles` color cells, by the key
    of their column.
    """
    data = Table(columns, list(rows))
    table = rich.table.Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for column, figures in data.shown:
        table.add_column(escape(column.head), justify="right" if figures else "left", no_wrap=True)
    for row in data.rows:
        looks = (styles[c.key](row) if c.key in styles else "" for c, _ in data.shown)
        table.add_row(*(Text(_cell(c, row), look) for (c, _), look in zip(data.shown, looks, strict=True)))
    width, out.width = out.width, UNCUT_WIDTH
    lines = out.render_lines(table, pad=False)
    out.print(Segments([segment for line in lines for segment in (*_ended(line), Segment.line())]), end="")
    out.width = width


def print_table(out: Console, heads: Sequence[str], rows: Iterable[Sequence[str | float | None]]) -> None:
    """Print values under their heads."""
    print_columns(out, [Column(head, head, itemgetter(n)) for n, head in enumerate(heads)], rows)


def bracketed(text: str, bounds: str) -> str:
    """Return a figure's text followed by its bounds: "100.0 [97.0..102.3]"."""
    return f"{text} [{bounds.replace(' to ', '..')}]" if " to " in bounds else f"{text} {bounds}".rstrip()


def _cell(column: Column[T], row: T) -> str:
    """Return a cell: a dash for None, and nothing for an empty text."""
    words = bracketed(column.text(row), column.bounds(row)), column.said(row)
    return " ".join(filter(None, words)) or "-" * (column.of(row) is None)


def _ended(line: list[Segment]) -> list[Segment]:
    """Return a line without the blanks at its end."""
    while line and not line[-1].text.strip():
        line.pop()
    return [*line[:-1], Segment(line[-1].text.rstrip(), line[-1].style)] if line else []

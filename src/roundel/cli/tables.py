"""The one way a table looks on stdout."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, TypeVar

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.segment import Segment, Segments
from rich.table import Table
from rich.text import Text

from roundel.compare.notes import bracketed
from roundel.report.table import Column, numeric, used

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
    """Print rows under the columns that have something to say; `styles` color cells, by the column's key."""
    mine = list(rows)
    shown = used(columns, mine)
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for column in shown:
        side: Literal["left", "right"] = "right" if numeric(column, mine) else "left"
        table.add_column(escape(column.head), justify=side, no_wrap=True)
    for row in mine:
        looks = (styles[c.key](row) if c.key in styles else "" for c in shown)
        table.add_row(*(Text(_cell(c, row), look) for c, look in zip(shown, looks, strict=True)))
    _print_uncut(out, table)


def _cell(column: Column[T], row: T) -> str:
    """Return a cell: a dash where there is no value, nothing where there is nothing to say."""
    words = bracketed(column.text(row), column.bounds(row)), column.said(row)
    return " ".join(filter(None, words)) or "-" * (column.of(row) is None)


def print_table(
    out: Console,
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    left: int,
    last_left: bool = False,
    markup: bool = True,
) -> None:
    """Print a table of texts.

    The first `left` columns, and the last where it is so, are aligned to the left. Without `markup` cells and
    heads are text as it is.
    """
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for number, head in enumerate(heads):
        to_left = number < left or (last_left and number == len(heads) - 1)
        table.add_column(
            head if markup else escape(head), justify="left" if to_left else "right", no_wrap=True
        )
    for row in rows:
        table.add_row(*(row if markup else map(escape, row)))
    _print_uncut(out, table)


def _print_uncut(out: Console, table: Table) -> None:
    """Print a table uncut: a narrow terminal folds the lines, a file or pipe gets them whole.

    Lines end where their text does: blanks after it would be folded, too.
    """
    width, out.width = out.width, UNCUT_WIDTH
    lines = out.render_lines(table, pad=False)
    out.print(Segments([segment for line in lines for segment in (*_ended(line), Segment.line())]), end="")
    out.width = width


def _ended(line: list[Segment]) -> list[Segment]:
    """Return a line without the blanks at its end."""
    while line and not line[-1].text.strip():
        line.pop()
    return [*line[:-1], Segment(line[-1].text.rstrip(), line[-1].style)] if line else []

"""The one way a table looks on stdout."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, TypeVar

from rich.cells import cell_len
from rich.console import Console
from rich.segment import Segment, Segments

from roundel.table import Column, Table

T = TypeVar("T")
NO_STYLES: Mapping[str, Callable[[Any], str]] = {}
# Between two columns.
PADDING = "  "
# The width where the terminal says that it has none.
NARROWEST = 80


def console_of(*, stderr: bool = False) -> Console:
    """Return the console of a command. What it prints is text: `file.sv:100:` has no emoji in it."""
    console = Console(stderr=stderr, emoji=False)
    if console.width < 1:  # COLUMNS=0
        console.width = NARROWEST
    return console


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
    kinds = [figures for _, figures in data.shown]
    looks = [styles.get(column.key) for column, _ in data.shown]
    named = [column.head.split("\n") for column, _ in data.shown]
    highest = max(map(len, named))
    heads = [[""] * (highest - len(lines)) + lines for lines in named]
    cells = [[_cell(column, row).split("\n") for column, _ in data.shown] for row in data.rows]
    widths = [max(cell_len(line) for row in (heads, *cells) for line in row[n]) for n in range(len(heads))]
    # Rich lays out each cell separately, which takes a second for a thousand rows.
    segments = [Segment.line(), *_lines(heads, widths, kinds, ["bold"] * len(heads), out)]
    rule = " " + "─" * (sum(widths) + len(PADDING) * (len(widths) - 1) + 1)
    segments += [Segment(rule), Segment.line()]
    for row, texts in zip(data.rows, cells, strict=True):
        segments += _lines(texts, widths, kinds, [look(row) if look else "" for look in looks], out)
    segments.append(Segment.line())
    out.print(Segments(segments), end="", crop=False)


def _lines(
    cells: Sequence[Sequence[str]],
    widths: Sequence[int],
    right: Sequence[bool],
    looks: Sequence[str],
    out: Console,
) -> list[Segment]:
    """Return the lines of one row, whose cells may have several."""
    segments = []
    for number in range(max(map(len, cells))):
        texts = [cell[number] if number < len(cell) else "" for cell in cells]
        blanks = [" " * (width - cell_len(text)) for text, width in zip(texts, widths, strict=True)]
        last = max((n for n, text in enumerate(texts) if text), default=-1)
        line = " "
        for n in range(last + 1):
            line += PADDING if n else ""
            line += blanks[n] if right[n] else ""
            if looks[n] and texts[n]:
                segments += [Segment(line), Segment(texts[n], out.get_style(looks[n]))]
                line = ""
            else:
                line += texts[n]
            line += "" if right[n] or n == last else blanks[n]
        segments += [Segment(line), Segment.line()]
    return segments


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

"""The one way a table looks on stdout."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.segment import Segment, Segments
from rich.table import Table

# Wide enough for any table: what is wider than its terminal is folded by the terminal, not cut.
UNCUT_WIDTH = 1000


def console_of(*, stderr: bool = False) -> Console:
    """Return the console of a command. What it prints is text: `file.sv:100:` has no emoji in it."""
    return Console(stderr=stderr, emoji=False)


def print_table(
    out: Console,
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    left: int,
    last_left: bool = False,
    markup: bool = True,
) -> None:
    """Print a table uncut: a narrow terminal folds the lines, a file or pipe gets them whole.

    Lines end where their text does: blanks after it would be folded, too.

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
    width, out.width = out.width, UNCUT_WIDTH
    lines = out.render_lines(table, pad=False)
    out.print(Segments([segment for line in lines for segment in (*_ended(line), Segment.line())]), end="")
    out.width = width


def _ended(line: list[Segment]) -> list[Segment]:
    """Return a line without the blanks at its end."""
    while line and not line[-1].text.strip():
        line.pop()
    return [*line[:-1], Segment(line[-1].text.rstrip(), line[-1].style)] if line else []

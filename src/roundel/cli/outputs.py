"""Outputs of Roundel's own commands in the documentation, made by running the commands.

A page marks the place of an output by a pair of comments, `<!-- output: roundel ... begin -->` and
`<!-- output: roundel ... end -->`. Between them are the command and what it prints, as a code block.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path

from roundel.errors import RoundelError
from roundel.paths import text_of

# Runs the command line on these arguments, as `roundel` would; it may raise SystemExit.
Runner = Callable[[Sequence[str]], object]

REFUSED = 2  # the exit status of a command that refuses its arguments
_OUTPUT = re.compile(r"(<!-- output: (roundel [^>]*?) begin -->\n).*?(<!-- output: \2 end -->)", re.DOTALL)


def pages_with_outputs(root: Path) -> list[Path]:
    """Return the Markdown pages of the project that have an output, in order."""
    pages = [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
    return [page for page in pages if _OUTPUT.search(text_of(page))]


def with_outputs(text: str, run: Runner) -> str:
    """Return a page's text with its outputs made again.

    Args:
        text: The page in Markdown.
        run: Runs a command line.

    Raises:
        RoundelError: A command of the page refuses its arguments.
    """
    return _OUTPUT.sub(
        lambda match: f"{match[1]}```\n$ {match[2]}\n{output(match[2], run)}```\n{match[3]}", text
    )


def output(command: str, run: Runner) -> str:
    """Return what a command prints on stdout, without colors and spaces at the ends of lines.

    Args:
        command: The command line, which starts with `roundel`.
        run: Runs a command line.

    Raises:
        RoundelError: The command refuses its arguments. Any other exit status is part of an answer.
    """
    from rich.text import Text

    printed = io.StringIO()
    status: object = 0
    with contextlib.redirect_stdout(printed):
        try:
            run(shlex.split(command)[1:])
        except RoundelError as error:
            raise RoundelError(f"`{command}`: {error.message}", error.hint) from error
        except SystemExit as end:
            status = end.code
    if status == REFUSED:
        raise RoundelError(f"`{command}` is refused", "Correct the page that has it.")
    plain = Text.from_ansi(printed.getvalue()).plain
    return "".join(f"{line.rstrip()}\n" for line in plain.splitlines())

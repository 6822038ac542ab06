"""Outputs of our own commands in the documentation, made by running them.

A page marks the place of one with a pair of comments, `<!-- output: roundel ... begin -->` and
`<!-- output: roundel ... end -->`; between them stands the command and what it prints, as a code block.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from roundel.errors import RoundelError
from roundel.paths import published_results_dir

REFUSED = 2  # the exit status of a command that cannot make anything of its arguments
_OUTPUT = re.compile(r"(<!-- output: (roundel [^>]*?) begin -->\n).*?(<!-- output: \2 end -->)", re.DOTALL)


def pages_with_outputs(root: Path) -> list[Path]:
    """Return the Markdown pages of the project that have an output, in order."""
    pages = [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
    return [page for page in pages if _OUTPUT.search(page.read_text())]


def with_outputs(text: str) -> str:
    """Return a page's text with its outputs made anew."""
    return _OUTPUT.sub(lambda match: f"{match[1]}```\n$ {match[2]}\n{output(match[2])}```\n{match[3]}", text)


@contextlib.contextmanager
def _published_alone() -> Iterator[None]:
    """Let commands read published results only: a page must not depend on the runs of one machine."""
    before = os.environ.get("ROUNDEL_RESULTS")
    os.environ["ROUNDEL_RESULTS"] = str(published_results_dir())
    try:
        yield
    finally:
        if before is None:
            del os.environ["ROUNDEL_RESULTS"]
        else:
            os.environ["ROUNDEL_RESULTS"] = before


def output(command: str) -> str:
    """Return what a command of ours prints on stdout, without colours and spaces at the ends of lines.

    Raises RoundelError where the command refuses its arguments; any other exit status is part of an answer.
    """
    from rich.text import Text

    from roundel.cli.app import app

    printed = io.StringIO()
    status: object = 0
    with contextlib.redirect_stdout(printed), _published_alone():
        try:
            app(shlex.split(command)[1:], prog_name="roundel")
        except RoundelError as error:
            raise RoundelError(f"`{command}`: {error.message}", error.hint) from error
        except SystemExit as end:
            status = end.code
    if status == REFUSED:
        raise RoundelError(f"`{command}` is refused", "Correct the page that has it.")
    plain = Text.from_ansi(printed.getvalue()).plain
    return "".join(f"{line.rstrip()}\n" for line in plain.splitlines())

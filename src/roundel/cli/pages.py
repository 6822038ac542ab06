"""`roundel pages`: the measured parts of the documentation, written from the published results.

Runs that only this machine has are no part of them: run `roundel publish` first.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from roundel.cli.outputs import Runner


def pages_of_today(run: Runner, prepare: Callable[[str], str] = str) -> Iterator[tuple[Path, str, str]]:
    """Yield each page with a measured table or an output: its path, its text, and its text as it is today.

    Args:
        run: Runs a command line.
        prepare: Changes the text of a page before it is made again.
    """
    from roundel.catalog import load_catalog
    from roundel.cli.outputs import pages_with_outputs, with_outputs
    from roundel.compare.measured import read_results
    from roundel.lab import published_store
    from roundel.paths import project_root, text_of
    from roundel.report.pages import filled, pages_with_parts

    root = project_root()
    results = read_results(published_store())
    states = results.states(load_catalog().values())
    for page in dict.fromkeys([*pages_with_parts(root), *pages_with_outputs(root)]):
        old = prepare(text_of(page))
        yield page, old, with_outputs(filled(old, results.rows, states), run)


def pages(
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; fail where a page is not up to date.")
    ] = False,
) -> None:
    """Write the measured tables and the outputs of commands in README and docs from the published results."""
    from roundel.cli.app import COMMANDS, app_of
    from roundel.paths import project_root, refuse_packaged
    from roundel.process.atomic import write_atomically

    refuse_packaged("the pages")
    # A process has the command that it was called with; pages call others.
    whole = typer.main.get_command(app_of(COMMANDS))

    def run(arguments: Sequence[str]) -> object:
        return whole.main(list(arguments), prog_name="roundel")

    root = project_root()
    stale = False
    for page, old, new in pages_of_today(run):
        if new == old:
            continue
        stale = True
        print(f"{page.relative_to(root)}: {'is not up to date' if check else 'written'}", file=sys.stderr)
        if not check:
            write_atomically(page, new)
    if check and stale:
        print("roundel: run `roundel pages`", file=sys.stderr)
        raise typer.Exit(1)

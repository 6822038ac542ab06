"""Assembling the command line."""

from __future__ import annotations

import errno
import sys
from pathlib import Path
from typing import NoReturn

import typer

from roundel import __version__
from roundel.cli import (
    bench,
    check,
    compare,
    cores,
    doctor,
    explore,
    export,
    faults,
    figure,
    hashing,
    history,
    isa,
    messages,
    pages,
    publish,
    report,
    verify,
)
from roundel.errors import RoundelError
from roundel.paths import cache_path

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Crypto cores, verified, placed and routed, measured.",
)
# One line a command. A command's module imports what is slow inside its functions.
app.command("list")(cores.list_cores)
app.command("show")(cores.show_core)
app.command("lint")(check.lint)
app.command("formal")(check.formal)
app.command("faults")(faults.faults)
app.command("explore")(explore.explore)
app.command("export")(export.export)
app.command("doctor")(doctor.doctor)
app.command("figure")(figure.figure)
app.command("hash")(hashing.hash_files)
app.command("bench")(bench.bench)
app.command("results")(bench.results)
app.command("compare")(compare.compare)
app.command("reproduce")(compare.reproduce)
app.command("history")(history.history)
app.command("messages")(messages.messages)
app.command("verify")(verify.verify)
app.command("pages")(pages.pages)
app.command("publish")(publish.publish)
app.command("report")(report.report)
app.add_typer(isa.app, name="isa")


def _version(value: bool) -> None:
    if value:
        from roundel.doctor import tool_versions

        print(f"roundel {__version__}")
        for tool, version in tool_versions().items():
            print(f"  {tool} {version}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Show version."),
) -> None:
    pass


def main() -> None:
    """Run the command line. A RoundelError, and an error of a file, is one message and exit status 2."""
    try:
        app()
    except RoundelError as error:
        _fail(str(error))
    except OSError as error:
        if error.filename is None and error.errno != errno.ENOSPC:
            raise
        _fail(f"{error.filename or 'the output'}: {error.strerror}{_hint(error)}")


def _hint(error: OSError) -> str:
    """Return a hint, on its own line, where a file of the cache cannot be written."""
    if error.errno not in (errno.EACCES, errno.EPERM, errno.EROFS) or not isinstance(error.filename, str):
        return ""
    if not Path(error.filename).resolve().is_relative_to(cache_path().resolve()):
        return ""
    return "\n  Another user owns the cache: set ROUNDEL_CACHE to a folder of your own."


def _fail(message: str) -> NoReturn:
    print(f"roundel: {message}", file=sys.stderr)
    sys.exit(2)

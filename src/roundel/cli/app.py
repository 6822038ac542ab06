"""Assembling the command line."""

from __future__ import annotations

import errno
import io
import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

from roundel import __version__
from roundel.errors import RoundelError
from roundel.paths import cache_path

# The function of each command, as module:name. A module is imported only where its command is called, and
# imports what is slow inside its functions.
COMMANDS = {
    "init": "init:init",
    "list": "cores:list_cores",
    "show": "cores:show_core",
    "lint": "check:lint",
    "formal": "check:formal",
    "faults": "faults:faults",
    "leak": "leak:leak",
    "mutate": "mutate:mutate",
    "explore": "explore:explore",
    "export": "export:export",
    "doctor": "doctor:doctor",
    "figure": "figure:figure",
    "hash": "hashing:hash_files",
    "bench": "bench:bench",
    "campaign": "campaign:campaign",
    "results": "bench:results",
    "compare": "compare:compare",
    "reproduce": "compare:reproduce",
    "guard": "guard:guard",
    "history": "history:history",
    "messages": "messages:messages",
    "packets": "packets:packets",
    "energy": "energy:energy",
    "verify": "verify:verify",
    "acvp": "acvp:acvp",
    "pages": "pages:pages",
    "publish": "publish:publish",
    "report": "report:report",
    "isa": "isa:app",
    "soc": "soc:soc",
}


# Errors of writing to a stream, which have no file's name.
OUTPUT_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


class _Command(TyperCommand):
    def get_help_option(self, ctx: Any) -> Any:
        return _unset(super().get_help_option(ctx))


class _Group(TyperGroup):
    def get_help_option(self, ctx: Any) -> Any:
        return _unset(super().get_help_option(ctx))


def _unset(option: Any) -> Any:
    """Give the option --help a value: typer imports pydantic to convert one that is None."""
    if option is not None:
        option.default = False
    return option


def app_of(names: Iterable[str]) -> typer.Typer:
    """Return the command line with these commands."""
    app = typer.Typer(
        cls=_Group,
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        help="Crypto cores, verified, placed and routed, measured.",
    )
    app.callback()(_root)
    for name in names:
        module, _, attribute = COMMANDS[name].partition(":")
        command = getattr(import_module(f"roundel.cli.{module}"), attribute)
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name)
        else:
            app.command(name, cls=_Command)(command)
    return app


def __getattr__(name: str) -> Any:
    """Return `app`, the command line with every command."""
    if name != "app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return app_of(COMMANDS)


def _version(value: bool) -> None:
    if value:
        from roundel.doctor import tool_versions

        print(f"roundel {__version__}")
        for tool, version in tool_versions().items():
            print(f"  {tool} {version}")
        raise typer.Exit


def _root(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Show version."),
) -> None:
    pass


def main() -> None:
    """Run the command line. A RoundelError, and an error of a file, is one message and exit status 2."""
    called = sys.argv[1] if len(sys.argv) > 1 else ""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")  # a terminal without UTF-8 shows ? for what it lacks
    try:
        app_of([called] if called in COMMANDS else () if called == "--version" else COMMANDS)()
    except RoundelError as error:
        _fail(str(error))
    except OSError as error:
        if error.filename is None and error.errno not in OUTPUT_ERRORS:
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

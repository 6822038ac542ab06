"""`roundel history`: a core's row over the commits."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from roundel.cli.options import TARGET_NAMES

if TYPE_CHECKING:
    from roundel.compare.history import Epoch, History


def history(
    core: Annotated[str, typer.Argument(help="The core (`roundel list`).", metavar="CORE")],
    service: Annotated[str | None, typer.Option(help="One of its services; else the main one.")] = None,
    variant: Annotated[str | None, typer.Option(help="A variant of the service; else the main one.")] = None,
    target: Annotated[str, typer.Option(help=f"The target: {TARGET_NAMES}.")] = "ecp5",
    json_: Annotated[bool, typer.Option("--json", help="Print all figures as JSON on stdout.")] = False,
) -> None:
    """Show a core's row as each commit of the results had it, each against the one before."""
    from roundel.catalog import find_core
    from roundel.cli.compare import as_data
    from roundel.compare.history import history as over_commits
    from roundel.implement import find_target
    from roundel.lab import open_store

    found = find_core(core)
    result = over_commits(found, found.service(service, variant), find_target(target), open_store())
    if json_:
        print(json.dumps(as_data(result), indent=2))
    else:
        _print(result)


def _print(result: History) -> None:
    from roundel.cli.tables import console_of, print_columns
    from roundel.compare.row_notes import BOUNDS
    from roundel.report import row_columns as col
    from roundel.table import Column

    out = console_of()
    unit = result.epochs[-1].measured.area_unit
    routed = result.epochs[-1].measured.fmax is not None
    out.print(
        f"{result.core} {result.service} {result.variant} on {result.target}", highlight=False, markup=False
    )
    against = f"throughput/{unit}" if routed else unit
    figures: list[Column[Epoch]] = [one.through(lambda epoch: epoch.measured) for one in col.compared(unit)]
    columns: list[Column[Epoch]] = [
        Column("commit", "commit", lambda epoch: epoch.commit.name),
        Column("date", "date", lambda epoch: epoch.commit.date),
        Column("sources", "sources", _sources),
        *(one for one in figures if one.key != col.BLOCK_BITS.key),
        Column(
            "against",
            f"{against}\nagainst above",
            lambda epoch: epoch.against,
            2,
            note=lambda epoch: "not resolved" if _unresolved(epoch) else "",
        ),
        Column("subject", "commit's subject", lambda epoch: epoch.commit.subject),
    ]
    print_columns(out, columns, result.epochs, {"against": lambda e: "yellow" if _unresolved(e) else ""})
    notes = [BOUNDS] if routed else []
    if any(epoch.against is not None and _unresolved(epoch) for epoch in result.epochs):
        notes.append("Not resolved: the bounds overlap those of the line above, or one of the two has none.")
    notes += (
        ["now: measured of the current sources."] if any(e.measured.current for e in result.epochs) else []
    )
    notes += ["The clone is shallow: earlier commits are not here."] if result.shallow else []
    for note in notes:
        out.print(note, highlight=False, markup=False, soft_wrap=True)


def _sources(epoch: Epoch) -> str:
    return epoch.measured.source_hash[:8] + (" now" if epoch.measured.current else "")


def _unresolved(epoch: Epoch) -> bool:
    """Whether a change of what seeds have a say in is not told apart from their noise."""
    against = epoch.against
    return against is not None and against.seeds is not None and not against.resolved

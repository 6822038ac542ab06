"""`roundel campaign`: measuring all that is stale or of too few seeds."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from roundel.cli.options import TARGET_NAMES

if TYPE_CHECKING:
    from roundel.catalog import Core
    from roundel.implement import Target
    from roundel.lab import Store
    from roundel.lab.campaign import Design, Entry

HOUR = 3600.0


def campaign(
    cores: Annotated[
        list[str] | None,
        typer.Argument(help="Only these cores; all that have rows if none.", metavar="[CORE...]"),
    ] = None,
    target: Annotated[str, typer.Option(help=f"Targets, separated by commas: {TARGET_NAMES}.")] = "ecp5",
    seeds: Annotated[int, typer.Option(min=1, help="Seeds of place and route: 1..N.", metavar="N")] = 12,
    plan_only: Annotated[bool, typer.Option("--plan", help="Print what is missing, and stop.")] = False,
    hours: Annotated[
        float | None, typer.Option(min=0, help="Start nothing that is not expected to end within this time.")
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(min=1, help="Runs at a time; as many as CPU cores and memory allow if not given."),
    ] = None,
    timeout: Annotated[float, typer.Option(min=1, help="Seconds that one tool may take.")] = 1800.0,
    json_: Annotated[bool, typer.Option("--json", help="Print the plan as JSON on stdout.")] = False,
) -> None:
    """Measure what is stale or of too few seeds, each core at the options of its best row.

    A few seeds of every core come first. An interrupted campaign continues where it ended: what is stored is
    not measured again.
    """
    from roundel.catalog import find_core, load_catalog
    from roundel.implement import targets_of
    from roundel.lab import open_store, stored_rows
    from roundel.lab.campaign import plan
    from roundel.lab.sweep import default_workers

    store = open_store()
    named = [find_core(name) for name in cores or ()]
    chosen = named or list(load_catalog().values())
    designs = designs_of(chosen, targets_of(target), stored_rows(store), all_=bool(named))
    entries = plan(designs, seeds, store)
    workers = jobs or default_workers()
    if json_:
        print(json.dumps([as_data(entry) for entry in entries], indent=2))
    else:
        print_plan(entries, workers)
    if plan_only or not entries:
        return
    failed = _measure(entries, store, jobs=workers, hours=hours, timeout=timeout)
    if failed:
        raise typer.Exit(1)


def designs_of(
    cores: Iterable[Core], targets: Sequence[Target], rows: Iterable[Mapping[str, Any]], *, all_: bool
) -> list[Design]:
    """Return each core on each target with the options of its best row.

    Args:
        cores: The cores.
        targets: The targets.
        rows: The stored rows, stale ones too. Those of a core's newest sources count.
        all_: Whether a core without a row is measured with the default options; otherwise it is left out.

    Returns:
        The designs, core by core. A core that is made for other targets has none.
    """
    from roundel.compare.measured import best_row_by
    from roundel.implement import Options
    from roundel.lab.campaign import Design
    from roundel.report.pages import latest

    best = best_row_by(latest(rows), lambda row: (row["core"], row["target"]))
    designs = []
    for core in cores:
        for one in targets:
            row = best.get((core.name, one.name))
            if not core.made_for(one.name) or (row is None and not all_):
                continue
            designs.append(Design(core, one, Options.of_record(row["options"] if row else {})))
    return designs


def as_data(entry: Entry) -> dict[str, Any]:
    """Return an entry of the plan as JSON has it; the time in seconds of one CPU."""
    return {
        "core": entry.design.core.name,
        "target": entry.design.target.name,
        "options": entry.design.options.record(),
        "seeds": entry.seeds if entry.design.target.routed else None,
        "missing_runs": entry.missing,
        "cpu_seconds": round(entry.seconds),
    }


def print_plan(entries: Sequence[Entry], workers: int) -> None:
    """Print a line for each entry, and what all will take."""
    from roundel.cli.tables import console_of, print_columns
    from roundel.compare.row_notes import options_text
    from roundel.lab.campaign import total_seconds
    from roundel.table import Column

    if not entries:
        print("Nothing is missing: every row is current and has its seeds.")
        return
    columns: list[Column[Entry]] = [
        Column("core", "core", lambda entry: entry.design.core.name),
        Column("target", "target", lambda entry: entry.design.target.name),
        Column("options", "options", lambda entry: options_text(entry.design.options.record()) or "defaults"),
        Column("seeds", "seeds", lambda entry: entry.seeds if entry.design.target.routed else None),
        Column("runs", "runs\nmissing", lambda entry: entry.missing),
        Column("time", "CPU\nminutes", lambda entry: entry.seconds / 60, digits=1),
    ]
    print_columns(console_of(), columns, entries)
    hours = total_seconds(entries) / HOUR
    runs = sum(entry.missing for entry in entries)
    print(f"{runs} runs, about {hours:.1f} CPU hours; {hours / workers:.1f} hours with {workers} at a time")


def _measure(
    entries: Sequence[Entry], store: Store, *, jobs: int, hours: float | None, timeout: float
) -> int:
    """Measure the entries in order, and return how many did not become complete."""
    from roundel.cli.bench import run
    from roundel.lab import complete

    end = time.monotonic() + hours * HOUR if hours is not None else None
    failed = left = 0
    for entry in entries:
        if end is not None and time.monotonic() + entry.seconds / jobs > end:
            left += 1
            continue
        rows = run(entry.design.request(entry.seeds, jobs=jobs, limit_seconds=timeout), store)
        failed += not all(complete(row) for row in rows)
    if left:
        print(f"{left} of {len(entries)} entries are left: run the command again", file=sys.stderr)
    if failed:
        print(
            f"{failed} entries have a run that failed; `roundel bench CORE` shows the reason", file=sys.stderr
        )
    return failed

"""`roundel bench` and `roundel results`: measuring, and looking at what was measured."""

from __future__ import annotations

import json
import signal
import sys
from types import FrameType
from typing import Annotated

import typer

from roundel.errors import RoundelError

JsonOption = Annotated[bool, typer.Option("--json", help="Print the rows as JSON on stdout.")]


def bench(
    cores: Annotated[
        list[str], typer.Argument(help="The cores to measure (`roundel list`).", metavar="CORE...")
    ],
    target: Annotated[str, typer.Option(help="Targets, with commas between them: ecp5, xc7.")] = "ecp5",
    seeds: Annotated[int, typer.Option(help="Seeds of place and route: 1..N.")] = 3,
    strategy: Annotated[str, typer.Option(help="quick (one seed) or seeds (median and range).")] = "seeds",
    wide_luts: Annotated[bool, typer.Option(help="Let synthesis join LUTs by slice multiplexers.")] = False,
    frequency: Annotated[int, typer.Option(help="The frequency in MHz that the router aims at.")] = 200,
    flatten_first: Annotated[
        bool, typer.Option("--flatten-first", help="Map the design as one piece, without its hierarchy.")
    ] = False,
    all_variants: Annotated[bool, typer.Option("--all-variants", help="A row for every variant.")] = False,
    tool: Annotated[str, typer.Option(help="Place and route: wheel (pinned) or native (on PATH).")] = "wheel",
    jobs: Annotated[int, typer.Option(min=1, help="Runs at a time.")] = 2,
    timeout: Annotated[float, typer.Option(min=1, help="Seconds that one tool may take.")] = 1800.0,
    rerun: Annotated[bool, typer.Option("--rerun", "--fresh", help="Measure what is stored again.")] = False,
    retry: Annotated[bool, typer.Option("--retry", help="Try again what has failed before.")] = False,
    json_: JsonOption = False,
) -> None:
    """Measure cores: simulate, synthesize, place and route what is not stored yet; print the rows."""
    from roundel.catalog import find_core
    from roundel.cli.bench_view import print_rows, progress
    from roundel.implement import Options, Toolchain, find_target
    from roundel.lab import Request, Store, complete, find_strategy
    from roundel.lab import bench as run_bench
    from roundel.paths import results_dir

    target_names = [name.strip() for name in target.split(",") if name.strip()]
    request = Request(
        cores=tuple(find_core(name) for name in dict.fromkeys(cores)),
        targets=tuple(find_target(name) for name in dict.fromkeys(target_names)),
        strategy=find_strategy(
            strategy,
            seeds=seeds,
            options=Options(wide_luts=wide_luts, frequency_mhz=frequency, flatten_first=flatten_first),
        ),
        all_variants=all_variants,
        toolchain=Toolchain(tool),
        jobs=jobs,
        limit_seconds=timeout,
        rerun=rerun,
        retry=retry,
    )
    signal.signal(signal.SIGTERM, _as_interrupt)
    try:
        with progress(jobs) as listener:
            rows = run_bench(request, Store(results_dir()), listener)
    except KeyboardInterrupt:
        print("roundel: interrupted; the runs that were finished are kept", file=sys.stderr)
        raise typer.Exit(130) from None
    if json_:
        print(json.dumps(rows, indent=2))
    else:
        print_rows(rows)
    if not all(complete(row) for row in rows):
        raise typer.Exit(1)


def results(
    sql: Annotated[
        str | None, typer.Option(help="SQL over the tables `results` (rows) and `runs` (records).")
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="Results of earlier sources too.")] = False,
    json_: JsonOption = False,
) -> None:
    """Show the stored results of the present sources, or what an SQL query selects from all of them."""
    from roundel.cli.bench_view import print_query, print_rows
    from roundel.lab import Store, stored_rows
    from roundel.paths import results_dir

    store = Store(results_dir())
    if sql is not None:
        from roundel.lab.query import query

        selected = query(store, sql)
        print(json.dumps(selected, indent=2, default=str)) if json_ else print_query(selected)
        return
    stored = stored_rows(store)
    rows = [row for row in stored if all_ or row["current"]]
    if not stored:
        raise RoundelError(f"no results in {store.root}", "Measure first: `roundel bench CORE`.")
    if json_:
        print(json.dumps(rows, indent=2))
    elif rows:
        print_rows(rows)
    else:
        hint = "Measure them: `roundel bench CORE`; or see the earlier ones with --all."
        raise RoundelError(f"no results of the present sources in {store.root}", hint)


def _as_interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt

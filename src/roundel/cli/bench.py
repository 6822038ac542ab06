"""`roundel bench` and `roundel results`: measuring, and looking at what was measured."""

from __future__ import annotations

import itertools
import json
import math
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any

import typer

from roundel.cli.options import OMIT_ONE, TARGET_NAMES, check_seeds
from roundel.errors import RoundelError, unknown_name

if TYPE_CHECKING:
    from roundel.implement import Target
    from roundel.lab import Request, Row, Store

# Seconds after which a command says that it still works.
QUIET_SECONDS = 10.0
INTERRUPTS = (signal.SIGINT, signal.SIGTERM)
JsonOption = Annotated[bool, typer.Option("--json", help="Print the rows as JSON on stdout.")]


def bench(
    cores: Annotated[
        list[str], typer.Argument(help="The cores to measure (`roundel list`).", metavar="CORE...")
    ],
    target: Annotated[str, typer.Option(help=f"Targets, separated by commas: {TARGET_NAMES}.")] = "ecp5",
    liberty: Annotated[
        Path | None,
        typer.Option(help="The .lib file of target cells; the generic library of Roundel if not given."),
    ] = None,
    strategy: Annotated[
        str,
        typer.Option(
            help="quick (one seed), seeds (median and range), search (for better options), grid (with --set)."
        ),
    ] = "seeds",
    seeds: Annotated[
        int | None, typer.Option(help="Seeds of place and route: 1..N; 16 if not given.", metavar="N")
    ] = None,
    budget: Annotated[
        int | None, typer.Option(help="The most routed runs of a search; 12 if not given.", metavar="N")
    ] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", help="Values of a core's parameter, NAME=1,2,4; repeat it for each parameter."),
    ] = None,
    wide_luts: Annotated[bool, typer.Option(help="Let synthesis join LUTs by slice multiplexers.")] = False,
    frequency: Annotated[int, typer.Option(help="The frequency in MHz that the router aims at.")] = 200,
    flatten_first: Annotated[
        bool, typer.Option("--flatten-first", help="Map the design as one piece, without its hierarchy.")
    ] = False,
    mapping: Annotated[
        str, typer.Option(help="The ABC9 script: default, area, fast, flow, flow2, flow3.")
    ] = "default",
    retime: Annotated[bool, typer.Option("--retime", help="Let synthesis move registers.")] = False,
    sequential: Annotated[
        bool, typer.Option("--sequential", help="Let ABC9 optimize through registers.")
    ] = False,
    clock_enables: Annotated[bool, typer.Option(help="Use the clock enables of registers.")] = True,
    timing_weight: Annotated[
        int, typer.Option(help="The placer's weight of timing relative to wire length.")
    ] = 10,
    timing_ripup: Annotated[
        bool, typer.Option("--timing-ripup", help="Let the router remove routes to improve timing.")
    ] = False,
    placer: Annotated[str, typer.Option(help="nextpnr's placer: heap, static.")] = "heap",
    router: Annotated[str, typer.Option(help="nextpnr's router: router1, router2.")] = "router1",
    all_variants: Annotated[bool, typer.Option("--all-variants", help="A row for every variant.")] = False,
    tool: Annotated[str, typer.Option(help="Place and route: wheel (pinned) or native (on PATH).")] = "wheel",
    jobs: Annotated[
        int | None,
        typer.Option(min=1, help="Runs at a time; as many as CPU cores and memory allow if not given."),
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option(help="Use the workers of a dask scheduler, tcp://HOST:PORT.")
    ] = None,
    stop_after: Annotated[
        str | None,
        typer.Option(help="synthesis: LUT, FF and levels of any target, no place and route.", metavar="STEP"),
    ] = None,
    timeout: Annotated[float, typer.Option(min=1, help="Seconds that one tool may take.")] = 1800.0,
    rerun: Annotated[bool, typer.Option("--rerun", "--fresh", help="Measure again what is stored.")] = False,
    retry: Annotated[bool, typer.Option("--retry", help="Retry what has failed before.")] = False,
    json_: JsonOption = False,
) -> None:
    """Measure cores: simulate, synthesize, place and route what is not stored yet; print the rows."""
    from roundel.catalog import find_core
    from roundel.cli.bench_view import print_rows
    from roundel.implement import Options, Toolchain, targets_of
    from roundel.lab import Request, complete, find_strategy, open_store
    from roundel.lab.grid import grid_of, is_point, parse_axes, point_of

    targets = stopped_after(stop_after, targets_of(target, liberty))
    axes = parse_axes(set_ or [])
    _check_strategy(strategy, seeds, budget)
    if strategy == "grid" and not axes:
        raise RoundelError(
            "--strategy grid without a parameter", "Name them and their values: --set Phases=1,2,4."
        )
    options = Options(
        wide_luts=wide_luts,
        frequency_mhz=frequency,
        flatten_first=flatten_first,
        mapping=mapping,
        retime=retime,
        sequential=sequential,
        clock_enables=clock_enables,
        timing_weight=timing_weight,
        timing_ripup=timing_ripup,
        placer=placer,
        router=router,
    )
    # A row of a grid names its core by the values that made it.
    found = [point_of(name) if is_point(name) else find_core(name) for name in dict.fromkeys(cores)]
    for core, other in itertools.product(found, targets):
        if not core.made_for(other.name):
            fitting = ",".join(core.targets)
            raise RoundelError(
                f"{core.name} uses cells of {fitting} and cannot be built for {other.name}",
                f"Give --target {fitting}.",
            )
    counts = {name: n for name, n in (("seeds", seeds), ("budget", budget)) if n is not None}
    request = Request(
        cores=tuple(point for core in found for point in (grid_of(core, axes) if axes else [core])),
        targets=targets,
        strategy=find_strategy(strategy, options=options, **counts),
        all_variants=all_variants,
        toolchain=Toolchain(tool),
        jobs=jobs,
        limit_seconds=timeout,
        rerun=rerun,
        retry=retry,
        scheduler=scheduler,
    )
    rows = run(request, open_store())
    if json_:
        print(json.dumps(rows, indent=2))
    else:
        print_rows(rows)
    if not all(complete(row) for row in rows):
        raise typer.Exit(1)


def stopped_after(step: str | None, targets: tuple[Target, ...]) -> tuple[Target, ...]:
    """Return the targets with flows that end after a step; RoundelError for another one than synthesis."""
    if step is None:
        return targets
    if step != "synthesis":
        raise unknown_name("step to stop after", step, ["synthesis"])
    return tuple(one.synthesized() for one in targets)


def _check_strategy(name: str, seeds: int | None, budget: int | None) -> None:
    """Refuse numbers that the strategy does nothing with."""
    check_seeds(name, seeds)
    if budget is not None and name in ("quick", "seeds", "grid"):
        raise RoundelError(
            f"--budget {budget} applies to --strategy search, and the strategy is {name}", OMIT_ONE
        )


@contextmanager
def _said_after(seconds: float, text: str) -> Iterator[None]:
    """Say `text` on stderr if what is inside takes longer."""
    timer = threading.Timer(seconds, lambda: print(text, file=sys.stderr, flush=True))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def results(
    cores: Annotated[list[str] | None, typer.Argument(help="Only these cores.", metavar="[CORE...]")] = None,
    target: Annotated[str | None, typer.Option(help="Only these targets, separated by commas.")] = None,
    sql: Annotated[
        str | None, typer.Option(help="SQL over the tables `results` (rows) and `runs` (records).")
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="Show stale results too.")] = False,
    best: Annotated[
        bool, typer.Option("--best", help="One row for each core, service and target: at its best options.")
    ] = False,
    json_: JsonOption = False,
) -> None:
    """Show the current results, published and of this machine, or what an SQL query selects from all."""
    from roundel.catalog import find_core
    from roundel.cli.bench_view import print_query, print_rows
    from roundel.implement import targets_of
    from roundel.lab import open_store, stored_rows

    store = open_store()
    if sql is not None:
        from roundel.lab.query import query

        if cores or target:
            raise RoundelError(
                "--sql cannot be combined with cores or targets", "Choose them in the query: WHERE core = …"
            )
        with _said_after(QUIET_SECONDS, "the query still runs; Ctrl-C ends it"):
            selected = query(store, sql)
        if json_:
            print(json.dumps(_finite(selected), indent=2, default=str, allow_nan=False))
        else:
            print_query(selected)
        return
    named = {find_core(name).name for name in cores or ()}
    places = {one.name for one in targets_of(target)} if target else set()
    stored = stored_rows(store)
    rows = [
        row
        for row in stored
        if (all_ or row["current"])
        and (not named or row["core"] in named)
        and (not places or row["target"] in places)
    ]
    if best:
        from roundel.report.pages import main_rows

        chosen = {id(row) for row in main_rows(rows)}
        rows = [row for row in rows if id(row) in chosen]
    if not stored:
        raise RoundelError(
            f"no results in {store.published} or {store.root}", "Measure first: `roundel bench CORE`."
        )
    if json_:
        print(json.dumps(rows, indent=2))
    elif rows:
        print_rows(rows)
    else:
        of = f" of {', '.join(sorted(named))}" if named else ""
        on = f" on {', '.join(sorted(places))}" if places else ""
        hint = "Measure them: `roundel bench CORE`; or see stale ones with --all."
        raise RoundelError(f"no current results{of}{on}", hint)


def _finite(value: Any) -> Any:
    """Return the value with null for what JSON has no number for."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {name: _finite(one) for name, one in value.items()}
    return [_finite(one) for one in value] if isinstance(value, (list, tuple)) else value


def run(request: Request, store: Store) -> list[Row]:
    """Run a bench with its progress on stderr; interrupted, the command ends with status 130."""
    from roundel.cli.bench_view import progress
    from roundel.lab import bench as run_bench

    for number in INTERRUPTS:
        signal.signal(number, _interrupt)
    try:
        with progress() as listener:
            return run_bench(request, store, listener)
    except KeyboardInterrupt:
        print("roundel: interrupted; the runs that were finished are kept", file=sys.stderr)
        raise typer.Exit(130) from None


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Interrupt the bench once. The tools then take a few seconds to end; another signal is ignored."""
    for each in INTERRUPTS:
        signal.signal(each, signal.SIG_IGN)
    raise KeyboardInterrupt

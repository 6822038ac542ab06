"""`roundel explore`: which core to take."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from roundel.cli.options import TARGET_NAMES, check_seeds, check_svg

if TYPE_CHECKING:
    from roundel.explore import Choice
    from roundel.implement import Target
    from roundel.lab import Store, Strategy

# The strategies whose runs are known beforehand.
STRATEGIES = ("quick", "seeds")


def explore(
    service: Annotated[
        str,
        typer.Argument(
            help="A service (hash, mac, aead, prng, block), an algorithm (aes-gcm), a function (SHA3-256).",
            metavar="SERVICE",
        ),
    ],
    variant: Annotated[
        str | None, typer.Option(help="One variant (seal-128), algorithm or function; else each core's main.")
    ] = None,
    cores: Annotated[
        str | None, typer.Option(help="Only these, separated by commas; patterns such as 'keccak-*'.")
    ] = None,
    target: Annotated[str, typer.Option(help=f"Targets, separated by commas: {TARGET_NAMES}.")] = "ecp5",
    best: Annotated[
        str, typer.Option(help="The goal: luts (smallest), throughput, efficiency, frequency.")
    ] = "efficiency",
    min_throughput: Annotated[
        str | None, typer.Option(help="Mbit/s, or with a unit: 2Gbit/s.", metavar="N")
    ] = None,
    min_frequency: Annotated[str | None, typer.Option(help="MHz, or with a unit.", metavar="N")] = None,
    max_luts: Annotated[str | None, typer.Option(help="LUTs; 3k is 3000.", metavar="N")] = None,
    max_ffs: Annotated[str | None, typer.Option(help="Flip-flops.", metavar="N")] = None,
    max_cycles: Annotated[str | None, typer.Option(help="Cycles per block.", metavar="N")] = None,
    max_latency: Annotated[
        str | None, typer.Option(help="First input to first output, in ns, or with a unit.", metavar="N")
    ] = None,
    run: Annotated[
        bool, typer.Option("--run", help="First measure the cores without a row. This may take hours.")
    ] = False,
    strategy: Annotated[
        str | None, typer.Option(help="How to measure: quick (one seed), seeds (with --seeds).")
    ] = None,
    seeds: Annotated[int | None, typer.Option(min=1, help="Seeds of each row: 1..N.", metavar="N")] = None,
    jobs: Annotated[
        int | None,
        typer.Option(min=1, help="Runs at a time; as many as CPU cores and memory allow if not given."),
    ] = None,
    timeout: Annotated[float, typer.Option(min=1, help="Seconds that one tool may take.")] = 1800.0,
    retry: Annotated[bool, typer.Option("--retry", help="Retry what has failed before.")] = False,
    stale: Annotated[bool, typer.Option("--stale", help="Rank stale rows too.")] = False,
    any_status: Annotated[
        bool, typer.Option("--any-status", help="Rank all algorithms alike, not standards first.")
    ] = False,
    figure: Annotated[
        Path | None, typer.Option(help="Draw the Pareto front: an SVG file.", metavar="FILE.svg")
    ] = None,
    json_: Annotated[bool, typer.Option("--json", help="Print all figures as JSON on stdout.")] = False,
) -> None:
    """Choose a core: rank the stored rows of a service by a goal, within limits."""
    from roundel.catalog import load_catalog
    from roundel.catalog.model import VERIFIED
    from roundel.cli.compare import as_data
    from roundel.cli.explore_view import draw_exploration, print_exploration
    from roundel.compare import read_results
    from roundel.explore import OPTIONS, check_target, choices, find_goal, parse_limit, patterns_of
    from roundel.explore import explore as answer
    from roundel.implement import targets_of
    from roundel.lab import open_store

    if figure is not None:
        check_svg(figure)
    goal = find_goal(best)
    texts = (min_throughput, min_frequency, max_luts, max_ffs, max_cycles, max_latency)
    limits = [parse_limit(o, text) for o, text in zip(OPTIONS, texts, strict=True) if text is not None]
    targets = targets_of(target)
    for one in targets:
        check_target(goal, limits, one)
    catalog = load_catalog().values()
    checked = [core for core in catalog if core.evidence in ("", VERIFIED)]
    for core in catalog:
        if core not in checked:
            print(f"not ranked: {core.name} ({core.evidence}); give it an adapter", file=sys.stderr)
    chosen = choices(checked, service, variant, patterns_of(cores) if cores else ())
    how = _strategy(strategy, seeds)
    store = open_store()
    failures: dict[tuple[str, str], str] = {}
    if run:
        options = {"jobs": jobs, "limit_seconds": timeout, "retry": retry}
        for one in targets:
            failures |= _fill(chosen, one, store, how, stale, options)
    results = read_results(store)
    explorations = []
    for one in targets:
        failed = {core: reason for (core, name), reason in failures.items() if name == one.name}
        explorations.append(
            answer(chosen, one, results, goal, limits, stale=stale, any_status=any_status, failures=failed)
        )
    wanted = f"{service} {variant}" if variant else service
    if json_:
        print(json.dumps([as_data(one) for one in explorations], indent=2))
    else:
        for number, one_answer in enumerate(explorations):
            print("\n" * (number > 0), end="")
            print_exploration(one_answer, wanted)
    if figure is not None:
        for one_answer in explorations:
            path = figure if len(targets) == 1 else figure.with_stem(f"{figure.stem}-{one_answer.target}")
            drawn = draw_exploration(one_answer, path)
            nothing = f"no placed and routed design to draw on {one_answer.target}"
            print(path if drawn else nothing, file=sys.stderr)
    if any(one_answer.missing or one_answer.winner is None for one_answer in explorations):
        raise typer.Exit(1)


def _strategy(name: str | None, seeds: int | None) -> Strategy:
    """Return the strategy: one seed unless --seeds says more; RoundelError where the two disagree."""
    from roundel.errors import unknown_name
    from roundel.lab import find_strategy

    if name is not None and name not in STRATEGIES:
        raise unknown_name("strategy to explore with", name, STRATEGIES)
    check_seeds(name or "seeds", seeds)
    chosen = name or ("quick" if seeds is None else "seeds")
    return find_strategy(chosen) if seeds is None else find_strategy(chosen, seeds=seeds)


def _fill(
    chosen: Sequence[Choice],
    target: Target,
    store: Store,
    strategy: Strategy,
    stale: bool,
    options: dict[str, Any],
) -> dict[tuple[str, str], str]:
    """Measure what has no row on a target, after saying so; return why runs failed, by core and target."""
    from roundel.cli.bench import run as run_bench
    from roundel.cli.explore_view import work_lines
    from roundel.compare import read_results
    from roundel.explore import request_for, without_row, work_of
    from roundel.lab import complete
    from roundel.lab.sweep import default_workers

    lacking = without_row(
        chosen,
        target,
        read_results(store),
        seeds=len(strategy.seeds),
        stale=stale,
        retry=options["retry"],
    )
    if not lacking:
        return {}
    request = request_for(lacking, target, strategy, **options)
    work = work_of(request, store, store.records())
    if work:
        for line in work_lines(work, options["jobs"] or default_workers()):
            print(line, file=sys.stderr)
    rows = run_bench(request, store)
    return {
        (row["core"], target.name): row["failed"][0]["reason"]
        for row in rows
        if not complete(row) and row["failed"]
    }

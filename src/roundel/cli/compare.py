"""`roundel compare` and `roundel reproduce`: stored rows beside each other, and beside a paper's."""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from roundel.cli.options import TARGET_NAMES, check_file
from roundel.errors import RoundelError, unknown_name

JsonOption = Annotated[bool, typer.Option("--json", help="Print all figures as JSON on stdout.")]
ALL = "all"
# What the JSON has of an object beside its fields.
DERIVED = {
    "Measured": ("bits_per_cycle", "area", "area_unit", "period", "throughput", "per_lut", "per_slice"),
    "Spread": ("basis",),
    "DesignRatio": ("resolved",),
    "OpenCoreComparison": ("ratio",),
}


def compare(
    cores: Annotated[
        list[str], typer.Argument(help="The cores to compare (`roundel list`).", metavar="CORE...")
    ],
    target: Annotated[str, typer.Option(help=f"Targets, separated by commas: {TARGET_NAMES}.")] = "ecp5",
    to: Annotated[
        str | None,
        typer.Option(help="Divide each core by this one; otherwise compare each pair, in the order named."),
    ] = None,
    json_: JsonOption = False,
) -> None:
    """Set cores side by side at each service they share: figures, ratios with intervals, the papers'."""
    from roundel.catalog import find_core
    from roundel.cli.compare_view import print_comparison
    from roundel.compare import compare as compare_cores
    from roundel.compare import read_results
    from roundel.compare.commands import fewest_commands
    from roundel.implement import targets_of
    from roundel.lab import open_store

    named = [find_core(name) for name in dict.fromkeys(cores)]
    if len(named) < 2:
        raise RoundelError(f"one core, {named[0].name}, expected two or more", "Name a second one.")
    if to is not None:
        divisor = find_core(to).name  # of an alias the core's own name
        if divisor not in [core.name for core in named]:
            raise unknown_name("core among those named", to, cores)
        to = divisor
    targets = targets_of(target)
    store = open_store()
    results = read_results(store)
    comparisons = [compare_cores(named, one, results, to) for one in targets]
    missing = [entry for comparison in comparisons for entry in comparison.missing]
    if all(entry.measured is None for comparison in comparisons for entry in comparison.entries):
        commands = "; ".join(f"`{command}`" for command in fewest_commands(e.command for e in missing))
        found = {(core.name, one.name): results.failure(core, one) for core in named for one in targets}
        stuck = [f"{core} on {one}: {failed.reason}" for (core, one), failed in found.items() if failed]
        why = f" ({'; '.join(stuck)})" if stuck else ""
        hint = f"Measure them: {commands}."
        if all(failed and failed.unfit for failed in found.values()):
            hint = "Name a target with a larger device."
        elif len(stuck) == len(found):
            hint = f"Name another target, or add --retry to try again: {commands}."
        raise RoundelError(f"no rows of these cores in {store.root}{why}", hint)
    if json_:
        print(json.dumps([as_data(comparison) for comparison in comparisons], indent=2))
    else:
        for comparison in comparisons:
            print_comparison(comparison)
    if missing:
        raise typer.Exit(1)


def reproduce(
    paper: Annotated[str, typer.Argument(help="The paper: p1, p2, p3, p4, p5, or all.", metavar="PAPER")],
    target: Annotated[str, typer.Option(help=f"The target of our rows: {TARGET_NAMES}.")] = "ecp5",
    figures: Annotated[
        Path | None,
        typer.Option(help="Draw the paper's figures, too: an SVG file each, in this folder.", metavar="DIR"),
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option(help="Write every verdict with its evidence to this file, as JSON.", metavar="FILE"),
    ] = None,
    json_: JsonOption = False,
) -> None:
    """Answer papers from the stored rows: ratios, claims and tables, ours beside them, and a verdict."""
    from roundel import __version__
    from roundel.catalog import load_catalog
    from roundel.cli.compare_view import print_reproduction
    from roundel.compare import read_results
    from roundel.compare import reproduce as answer
    from roundel.compare.export import FORMAT, exported, measurements_of, verdicts_of
    from roundel.compare.notes import summary
    from roundel.implement import find_target
    from roundel.isa import claims
    from roundel.lab import open_store
    from roundel.papers import find_paper, paper_names

    if export is not None:
        check_file(export)
    published = [find_paper(name) for name in (paper_names() if paper == ALL else [paper])]
    store = open_store()
    catalog, chosen, results = load_catalog(), find_target(target), read_results(store)
    reproductions = [answer(one, catalog, chosen, results) for one in published]
    if figures is not None:
        from roundel.cli.paper_figures import draw

        for reproduction in reproductions:
            for path in draw(reproduction, figures):
                print(path, file=sys.stderr)
    if export is not None:
        from roundel.process.atomic import write_atomically

        write_atomically(export, json.dumps(exported(reproductions), indent=2, ensure_ascii=False) + "\n")
        print(export, file=sys.stderr)
    if json_:
        data = [
            as_data(one)
            | {"format": FORMAT, "roundel": __version__, "summary": summary(one)}
            | {"verdicts": verdicts_of(one), **measurements_of(one)}
            | (claims.data(store) if one.paper.id == claims.PAPER else {})
            for one in reproductions
        ]
        print(json.dumps(data if paper == ALL else data[0], indent=2))
        return
    for number, reproduction in enumerate(reproductions):
        print("\n" * (number > 0), end="")
        print_reproduction(reproduction)
        if reproduction.paper.id == claims.PAPER:
            print(claims.appendix(store))


def as_data(value: Any) -> Any:
    """Return dataclasses and papers as what JSON has, with the figures that follow from their fields."""
    from pydantic import BaseModel

    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if dataclasses.is_dataclass(value):
        names = [field.name for field in dataclasses.fields(value)]
        names += DERIVED.get(type(value).__name__, ())
        return {name: as_data(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return {str(name): as_data(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [as_data(item) for item in value]
    return value

"""`roundel compare` and `roundel reproduce`: stored rows beside each other, and beside a paper's."""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from roundel.errors import RoundelError, unknown_name

if TYPE_CHECKING:
    from roundel.compare.reproduce import Answer
    from roundel.report import RatioBar

JsonOption = Annotated[bool, typer.Option("--json", help="Print all figures as JSON on stdout.")]
# What the JSON has of an object beside its fields.
DERIVED = {
    "Measured": ("bits_per_cycle", "throughput", "per_lut", "per_slice"),
    "DesignRatio": ("resolved",),
}


def compare(
    cores: Annotated[
        list[str], typer.Argument(help="The cores to set side by side (`roundel list`).", metavar="CORE...")
    ],
    target: Annotated[str, typer.Option(help="Targets, with commas between them: ecp5, xc7.")] = "ecp5",
    to: Annotated[
        str | None, typer.Option(help="Divide by this core alone; otherwise each pair, in the order named.")
    ] = None,
    json_: JsonOption = False,
) -> None:
    """Set cores side by side at each service they share: figures, ratios with their ranges, the papers'."""
    from roundel.catalog import find_core
    from roundel.cli.compare_view import print_comparison
    from roundel.compare import compare as compare_cores
    from roundel.compare import read_results
    from roundel.compare.measured import fewest_commands
    from roundel.implement import find_target
    from roundel.lab import Store
    from roundel.paths import results_dir

    named = [find_core(name) for name in dict.fromkeys(cores)]
    if len(named) < 2:
        raise RoundelError(f"one core, {named[0].name}, expected two or more", "Name another beside it.")
    if to is not None and to not in cores:
        raise unknown_name("core among those named", to, cores)
    target_names = dict.fromkeys(name.strip() for name in target.split(",") if name.strip())
    targets = [find_target(name) for name in target_names]
    if not targets:
        raise RoundelError("no target is named", "Leave --target away for ecp5.")
    store = Store(results_dir())
    results = read_results(store)
    comparisons = [compare_cores(named, one, results, to) for one in targets]
    missing = [entry for comparison in comparisons for entry in comparison.missing]
    if all(entry.measured is None for comparison in comparisons for entry in comparison.entries):
        commands = "; ".join(f"`{command}`" for command in fewest_commands(e.command for e in missing))
        raise RoundelError(f"no rows of these cores in {store.root}", f"Measure them: {commands}.")
    if json_:
        print(json.dumps([as_data(comparison) for comparison in comparisons], indent=2))
    else:
        for comparison in comparisons:
            print_comparison(comparison)
    if missing:
        raise typer.Exit(1)


def reproduce(
    paper: Annotated[str, typer.Argument(help="The paper: p1, p2, p3, p4 or p5.", metavar="PAPER")],
    target: Annotated[str, typer.Option(help="The target whose rows answer: ecp5, xc7.")] = "ecp5",
    figure: Annotated[
        Path | None, typer.Option(help="Draw the ratios as bars, too: an SVG file.", metavar="OUT.svg")
    ] = None,
    json_: JsonOption = False,
) -> None:
    """Answer a paper from the stored rows: its ratios, claims and tables, ours beside them, and a verdict."""
    from roundel.catalog import load_catalog
    from roundel.cli.compare_view import print_reproduction
    from roundel.compare import read_results
    from roundel.compare import reproduce as answer
    from roundel.implement import find_target
    from roundel.lab import Store
    from roundel.papers import find_paper
    from roundel.paths import results_dir

    published = find_paper(paper)
    reproduction = answer(published, load_catalog(), find_target(target), read_results(Store(results_dir())))
    if figure is not None:
        from roundel.report import ratio_bars

        title = f"ratio of throughput/area (paper: {published.area_unit}; ours: LUT of {target})"
        ratio_bars([_bar(answer) for answer in reproduction.ratios], figure, title)
        print(figure, file=sys.stderr)
    if json_:
        print(json.dumps(as_data(reproduction), indent=2))
    else:
        print_reproduction(reproduction)


def _bar(answer: Answer) -> RatioBar:
    from roundel.report import RatioBar

    assert answer.paper is not None, answer.name
    _, _, device = answer.where.partition(", ")
    label = f"{answer.name}, {device}"
    if answer.ours is None:
        return RatioBar(label, answer.paper, note=str(answer.verdict))
    return RatioBar(label, answer.paper, answer.ours.value, answer.ours.low, answer.ours.high)


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

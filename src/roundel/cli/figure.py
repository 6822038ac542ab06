"""`roundel figure`: the stored results as a picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

Row = dict[str, Any]


def figure(
    out: Annotated[Path, typer.Argument(help="The SVG file to write.", metavar="OUT.svg")],
    target: Annotated[str, typer.Option("--target", help="A routed target.")] = "ecp5",
) -> None:
    """Draw throughput against LUTs of what is stored: of each core as it is now, its best row per service."""
    from roundel.catalog import load_catalog
    from roundel.implement import find_target
    from roundel.lab import Store, stored_rows
    from roundel.paths import results_dir
    from roundel.report import throughput_area

    name = find_target(target).name
    current = {core.name: core.source_hash for core in load_catalog().values()}
    rows = [row for row in stored_rows(Store(results_dir())) if row["target"] == name]
    throughput_area(best_rows(rows, current), out)
    print(out)


def best_rows(rows: Iterable[Row], current: Mapping[str, str]) -> list[Row]:
    """Return each service's row with the most throughput per LUT, of the `current` sources (name to hash)."""
    best: dict[tuple[str, ...], Row] = {}
    for row in rows:
        if row.get("throughput_per_lut") is None or current.get(row["core"]) != row["source_hash"]:
            continue
        key = (row["core"], row["service"], row["variant"])
        if key not in best or row["throughput_per_lut"] > best[key]["throughput_per_lut"]:
            best[key] = row
    return list(best.values())

"""`roundel figure`: measured results as a picture."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from roundel.errors import RoundelError


def figure(
    out: Annotated[Path, typer.Argument(help="The SVG file to write.", metavar="OUT.svg")],
    rows: Annotated[Path, typer.Option("--rows", help="Rows as `roundel bench --json` prints them.")],
    target: Annotated[str, typer.Option("--target", help="Show results on targets of this name.")] = "ecp5",
) -> None:
    """Draw throughput against LUTs of every measured core on one target."""
    from roundel.report import throughput_area

    throughput_area([row for row in _read(rows) if str(row["target"]).startswith(target)], out)
    print(out)


def _read(path: Path) -> list[dict[str, Any]]:
    try:
        rows = json.loads(path.read_text())
    except (OSError, json.JSONDecodeError) as error:
        raise RoundelError(f"{path}: {error}", "Write one with `roundel bench CORE --json`.") from error
    if not isinstance(rows, list) or not all(isinstance(row, dict) and "target" in row for row in rows):
        raise RoundelError(f"{path}: not a list of rows", "Write one with `roundel bench CORE --json`.")
    return rows

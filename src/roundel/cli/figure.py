"""`roundel figure`: the stored results as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from roundel.cli.options import check_svg
from roundel.errors import RoundelError


def figure(
    out: Annotated[Path, typer.Argument(help="The SVG file to write.", metavar="OUT.svg")],
    target: Annotated[str, typer.Option("--target", help="A routed target.")] = "ecp5",
) -> None:
    """Draw throughput against LUTs of what is stored: of each core as it is now, its main service's best row.

    It is the row that stands for the core elsewhere; the report draws the other services, too.
    """
    from roundel.implement import find_target
    from roundel.lab import open_store, stored_rows
    from roundel.report import throughput_area
    from roundel.report.pages import overview_rows

    check_svg(out)
    chosen = find_target(target)
    if not chosen.routed:
        raise RoundelError(f"{target}: it is synthesized only, without a clock to draw", "Draw ecp5.")
    name = chosen.name
    stored = stored_rows(open_store())
    throughput_area(overview_rows((row for row in stored if row["current"]), name)).write(out)
    print(out)

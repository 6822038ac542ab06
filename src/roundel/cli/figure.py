"""`roundel figure`: the stored results as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from roundel.cli.options import check_svg
from roundel.errors import RoundelError, unknown_name

if TYPE_CHECKING:
    from roundel.report.svg import Figure


def figure(
    out: Annotated[Path, typer.Argument(help="The SVG file to write.", metavar="OUT.svg")],
    target: Annotated[
        str | None,
        typer.Option("--target", help="A routed target; of a paper's ratios several, separated by commas."),
    ] = None,
    paper: Annotated[
        str | None, typer.Option(help="Draw a figure of this paper: p1, p3, p4 or p5.", metavar="PAPER")
    ] = None,
    name: Annotated[str, typer.Option(help="The paper's figure: its number or name.", metavar="NAME")] = "",
) -> None:
    """Draw throughput against LUTs of what is stored: of each core as it is now, its main service's best row.

    It is the row that stands for the core elsewhere; the report draws the other services, too. With --paper
    draw a figure of a paper: its ratios on every routed target, or what else it draws.
    """
    from roundel.implement import find_target
    from roundel.lab import open_store, stored_rows
    from roundel.report import throughput_area
    from roundel.report.pages import overview_rows

    check_svg(out)
    if paper is not None:
        _of_paper(paper, name, target).write(out)
        print(out)
        return
    if name:
        raise RoundelError(f"--name {name!r} names a figure of a paper", "Name the paper too: --paper p1.")
    chosen = find_target(target or "ecp5")
    if not chosen.routed:
        raise RoundelError(f"{target}: it is synthesized only, without a clock to draw", "Draw ecp5.")
    name = chosen.name
    stored = stored_rows(open_store())
    throughput_area(overview_rows((row for row in stored if row["current"]), name)).write(out)
    print(out)


def _of_paper(paper: str, name: str, target: str | None) -> Figure:
    """Return a paper's figure; RoundelError when it draws none of that name."""
    from roundel.catalog import load_catalog
    from roundel.cli.paper_figures import drawn, over_targets
    from roundel.compare import read_results, reproduce
    from roundel.implement import find_target, targets_of
    from roundel.lab import open_store
    from roundel.papers import find_paper

    found = find_paper(paper)
    targets = targets_of(target) if target else []
    first = targets[0] if targets else find_target("ecp5")
    answered = reproduce(found, load_catalog(), first, read_results(open_store()))
    for drawing in answered.drawings:
        if drawing.drawing.name == name:
            for one in targets:
                if not one.routed:
                    raise RoundelError(f"{one.name}: it is synthesized only, without a clock", "Draw ecp5.")
            return over_targets(drawing, found, [one.name for one in targets])
    figures = drawn(answered)
    if name not in figures:
        raise unknown_name(f"figure of {found.id}", name, figures)
    return figures[name]

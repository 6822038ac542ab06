"""What all figures look like: colors for light and dark, fonts, and how a file is written."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

import altair as alt
import vl_convert

from roundel.errors import RoundelError
from roundel.process.atomic import write_atomically

Colors = tuple[str, str]
Figure = TypeVar("Figure", alt.LayerChart, alt.HConcatChart)

FONT = "DejaVu Sans, Verdana, sans-serif"
# (light, dark): the file is drawn in the first and switches to the second where the reader's system does.
SURFACE = ("#fcfcfb", "#1a1a19")
INK = ("#0b0b0b", "#ffffff")
QUIET_INK = ("#5c5b57", "#b8b7af")
GRID = ("#e4e3df", "#33332f")
ISO = ("#a5a49c", "#6e6d66")


def chart_of(values: list[dict[str, Any]]) -> alt.Chart:
    """Return a chart of values that stand in it, not in a file beside it."""
    return alt.Chart(alt.Data(values=values))  # type: ignore[no-untyped-call]


def heading(title: str, note: str = "") -> alt.TitleParams:
    """Return a figure's title with a smaller note below it, of several lines if it has them."""
    return alt.TitleParams(
        title,
        subtitle=note.split("\n") if note else [],
        color=INK[0],
        subtitleColor=QUIET_INK[0],
        fontWeight="normal",
        anchor="start",
    )


def styled(chart: Figure) -> Figure:
    """Return the chart with the project's colors and fonts."""
    result: Figure = (
        chart.properties(background=SURFACE[0], padding=16)
        .configure(font=FONT)
        .configure_view(stroke=None)
        .configure_axis(
            gridColor=GRID[0],
            domainColor=ISO[0],
            tickColor=ISO[0],
            labelColor=QUIET_INK[0],
            titleColor=INK[0],
            labelFontSize=12,
            titleFontSize=12,
            titleFontWeight="normal",
        )
        .configure_legend(
            labelColor=INK[0], titleColor=QUIET_INK[0], titleFontWeight="normal", labelFontSize=12
        )
    )
    return result


def write_svg(chart: Figure, path: Path, colors: Iterable[Colors]) -> None:
    """Write the chart as SVG; where the reader prefers dark, `colors` and the common ones are exchanged.

    Raises RoundelError where the file cannot be written.
    """
    svg = vl_convert.vegalite_to_svg(chart.to_json())
    rules = "".join(
        f'[{attribute}="{light}"]{{{attribute}:{dark}}}'
        for light, dark in (SURFACE, INK, QUIET_INK, GRID, ISO, *colors)
        for attribute in ("fill", "stroke")
    )
    style = f"<style>@media (prefers-color-scheme: dark){{{rules}}}</style>"
    try:
        write_atomically(path, re.sub(r"(<svg[^>]*>)", lambda match: match[1] + style, svg, count=1))
    except OSError as error:
        hint = "Name a file in a folder that can be written."
        raise RoundelError(f"{path}: cannot be written ({error.strerror})", hint) from error

"""How figures follow their estimates as rounds are added: lines over their number, the paper's and ours.

A figure that is as estimated lies at 1. Each panel has the configurations of one kind; all begin with the
design that the estimates are made by.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import altair as alt

from roundel.errors import RoundelError
from roundel.report.theme import ISO, Colors, chart_of, heading, styled, write_svg

WIDTH_PX, HEIGHT_PX = 260, 260
PAPER, OURS = "paper", "ours"
# In the order in which series come.
SERIES: tuple[Colors, ...] = (
    ("#2a78d6", "#3987e5"),
    ("#128a5f", "#199e70"),
    ("#4a3aa7", "#9085e9"),
    ("#b07800", "#c98500"),
)


@dataclass(frozen=True)
class ScaledPoint:
    """A figure over its estimate: of `series`, in the panel `panel`, at so many rounds; ours with its bounds.

    `ours` is None where there is none.
    """

    panel: str
    series: str
    rounds: int
    paper: float
    ours: float | None = None
    low: float | None = None
    high: float | None = None


def scaling_lines(points: Sequence[ScaledPoint], path: Path, title: str, note: str = "") -> None:
    """Write the SVG: a panel beside the other, `note` below the title. RoundelError without points."""
    if not points:
        raise RoundelError("no figure to draw", "Name cells of the paper's grid.")
    names = list(dict.fromkeys(point.series for point in points))
    if len(names) > len(SERIES):
        raise RoundelError(f"{len(names)} series, there are colors for {len(SERIES)}", "Draw fewer.")
    panels = list(dict.fromkeys(point.panel for point in points))
    bounds = [value for p in points for value in (1.0, p.paper, p.ours, p.low, p.high) if value is not None]
    span = [min(bounds) * 0.9, max(bounds) * 1.05]
    charts = [_panel([p for p in points if p.panel == panel], panel, names, span) for panel in panels]
    chart = alt.HConcatChart(hconcat=charts, spacing=36).properties(title=heading(title, note))
    write_svg(styled(chart), path, SERIES)


def _panel(points: list[ScaledPoint], name: str, series: list[str], span: list[float]) -> alt.LayerChart:
    rounds = sorted({1, *(point.rounds for point in points)})
    x = alt.X(
        "rounds:Q",
        title=name,
        scale=alt.Scale(domain=[0.5, max(rounds) + 0.5], nice=False),
        axis=alt.Axis(values=rounds, format="d", grid=False),
    )
    y = alt.Y("ratio:Q", title="actual / estimated", scale=alt.Scale(domain=span, zero=False, nice=False))
    color = alt.Color(
        "series:N",
        scale=alt.Scale(domain=series, range=[light for light, _ in SERIES[: len(series)]]),
        legend=alt.Legend(title=None, orient="top"),
    )
    dash = alt.StrokeDash(
        "side:N",
        scale=alt.Scale(domain=[PAPER, OURS], range=[[4, 4], [1, 0]]),
        legend=alt.Legend(title=None, orient="top"),
    )
    values = [value for one in series for value in _values(one, [p for p in points if p.series == one])]
    data = chart_of(values)
    layers: list[Any] = [
        chart_of([{"ratio": 1}]).mark_rule(color=ISO[0], strokeDash=[2, 3]).encode(y),
        data.mark_line(strokeWidth=2).encode(x, y, color, dash),
        data.mark_point(filled=True, size=40, opacity=1).encode(x, y, color),
    ]
    ranged = [value for value in values if "low" in value]
    if ranged:
        layers.append(
            chart_of(ranged).mark_rule(strokeWidth=2).encode(x, alt.Y("low:Q"), alt.Y2("high:Q"), color)
        )
    return alt.LayerChart(layer=layers).properties(width=WIDTH_PX, height=HEIGHT_PX)


def _values(series: str, points: list[ScaledPoint]) -> list[dict[str, Any]]:
    """Return the paper's line, and ours through what there is of it; both begin at one round."""
    ordered = sorted(points, key=lambda point: point.rounds)
    values: list[dict[str, Any]] = []
    for side in (PAPER, OURS):
        base = {"series": series, "side": side}
        line: list[dict[str, Any]] = []
        for point in ordered:
            ratio = point.paper if side == PAPER else point.ours
            if ratio is None:
                continue
            value = base | {"rounds": point.rounds, "ratio": ratio}
            if side == OURS and point.low is not None and point.high is not None and point.low < point.high:
                value |= {"low": point.low, "high": point.high}
            line.append(value)
        if line:
            values += [base | {"rounds": 1, "ratio": 1.0}, *line]
    return values

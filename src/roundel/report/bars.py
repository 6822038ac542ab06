"""Ratios as bars: the paper's and ours beside each other, with the range of ours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import altair as alt

from roundel.errors import RoundelError
from roundel.report.theme import INK, ISO, QUIET_INK, chart_of, styled, write_svg

WIDTH_PX, ROW_PX = 420, 34
PAPER, OURS = "paper", "ours"
COLORS = {PAPER: ("#c9c7bf", "#57564f"), OURS: ("#2a78d6", "#3987e5")}


@dataclass(frozen=True)
class RatioBar:
    """A ratio of the paper and ours with its range; `note` stands in place of ours where there is none."""

    label: str
    paper: float
    ours: float | None = None
    low: float | None = None
    high: float | None = None
    note: str = ""


def side_color() -> alt.Color:
    """Return the channel that distinguishes the paper's side from ours."""
    return alt.Color(
        "side:N",
        scale=alt.Scale(domain=list(COLORS), range=[light for light, _ in COLORS.values()]),
        legend=alt.Legend(title=None, orient="top"),
    )


def ratio_bars(bars: Sequence[RatioBar], path: Path, title: str, *, mark_one: bool = True) -> None:
    """Write the SVG of `bars` from top to bottom; `mark_one`: a line marks 1. RoundelError without any."""
    if not bars:
        raise RoundelError("no ratio to draw", "Draw a paper that sets designs against each other.")
    rows = alt.Y("label:N", title=None, sort=[bar.label for bar in bars], axis=alt.Axis(labelLimit=0))
    side = alt.YOffset("side:N", scale=alt.Scale(domain=list(COLORS)))
    color = side_color()
    values = [value for bar in bars for value in _values(bar)]
    known = chart_of([value for value in values if "ratio" in value])
    text: dict[str, Any] = {"align": "left", "fontSize": 11}
    layers: list[Any] = [
        known.mark_bar().encode(alt.X("ratio:Q", title=title), rows, side, color),
        known.mark_text(dx=6, color=QUIET_INK[0], **text).encode(
            alt.X("end:Q"), rows, side, alt.Text("ratio:Q", format=".2f")
        ),
    ]
    if mark_one:
        layers.append(
            chart_of([{"one": 1}]).mark_rule(color=ISO[0], strokeDash=[4, 4]).encode(alt.X("one:Q"))
        )
    ranged = [value for value in values if "low" in value]
    if ranged:
        rule = chart_of(ranged).mark_rule(strokeWidth=2, color=INK[0])
        layers.append(rule.encode(alt.X("low:Q"), alt.X2("high:Q"), rows, side))
    notes = [value for value in values if "note" in value]
    if notes:
        words = chart_of(notes).mark_text(dx=6, color=QUIET_INK[0], **text)
        layers.append(words.encode(alt.X("end:Q"), rows, side, alt.Text("note:N")))
    chart = alt.LayerChart(layer=layers).properties(width=WIDTH_PX, height=ROW_PX * len(bars))
    write_svg(styled(chart), path, COLORS.values())


def _values(bar: RatioBar) -> list[dict[str, Any]]:
    paper = {"label": bar.label, "side": PAPER, "ratio": bar.paper, "end": bar.paper}
    ours: dict[str, Any] = {"label": bar.label, "side": OURS}
    if bar.ours is None:
        return [paper, ours | {"note": bar.note, "end": 0}]
    ours |= {"ratio": bar.ours, "end": max(bar.ours, bar.high or 0.0)}
    if bar.low is not None and bar.high is not None and bar.low < bar.high:
        ours |= {"low": bar.low, "high": bar.high}
    return [paper, ours]

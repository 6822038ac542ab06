"""How figures follow their estimates as rounds are added: lines over their number, the paper's and ours.

A figure that is as estimated lies at 1. Each panel has the configurations of one kind; all begin with the
design that the estimates are made by.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from roundel.errors import RoundelError
from roundel.report.svg import Figure, Panel, Scale, dot, joined, line, moved
from roundel.report.theme import ISO, OURS, PAPER, QUIET_INK, Colors
from roundel.spread import Spread

WIDTH_PX, HEIGHT_PX, STEP_PX = 260, 260, 340
DASHES = {PAPER: "4,4", OURS: ""}
# In the order in which series come.
SERIES: tuple[Colors, ...] = (
    ("#2a78d6", "#3987e5"),
    ("#128a5f", "#199e70"),
    ("#4a3aa7", "#9085e9"),
    ("#b07800", "#c98500"),
)


@dataclass(frozen=True)
class ScaledPoint:
    """A figure over its estimate: of `series`, in the panel `panel`, at so many rounds; `ours` or None."""

    panel: str
    series: str
    rounds: int
    paper: float
    ours: Spread | None = None


def scaling_lines(points: Sequence[ScaledPoint], title: str, note: str = "") -> Figure:
    """Return the figure: a panel beside the other, `note` below the title. RoundelError without points."""
    if not points:
        raise RoundelError("no figure to draw", "Name cells of the paper's grid.")
    names = list(dict.fromkeys(point.series for point in points))
    if len(names) > len(SERIES):
        raise RoundelError(f"{len(names)} series, there are colors for {len(SERIES)}", "Draw fewer.")
    colors = {name: light for name, (light, _) in zip(names, SERIES, strict=False)}
    panels = list(dict.fromkeys(point.panel for point in points))
    bounds = [1.0, *(p.paper for p in points)]
    bounds += [value for p in points if p.ours for value in (p.ours.low, p.ours.high)]
    y = Scale(min(bounds) * 0.9, max(bounds) * 1.05, HEIGHT_PX)
    drawn = [_panel([p for p in points if p.panel == panel], panel, colors, y) for panel in panels]
    legend = {name: dot((0, 0), color, 6) for name, color in colors.items()}
    legend |= {side: line([(-8, 0), (8, 0)], QUIET_INK[0], 2, dash) for side, dash in DASHES.items()}
    return Figure(
        joined(moved(n * STEP_PX, 0, body) for n, body in enumerate(drawn)),
        STEP_PX * (len(panels) - 1) + WIDTH_PX,
        HEIGHT_PX,
        colors=SERIES,
        title=title,
        note=note,
        legend=legend,
    )


def _panel(points: list[ScaledPoint], name: str, colors: Mapping[str, str], y: Scale) -> Markup:
    rounds = sorted({1, *(point.rounds for point in points)})
    panel = Panel(Scale(0.5, max(rounds) + 0.5, WIDTH_PX), HEIGHT_PX, y)
    parts = [panel.frame(name, "actual / estimated", rounds, x_grid=False)]
    parts.append(line([(0, panel.at(0.5, 1)[1]), (WIDTH_PX, panel.at(0.5, 1)[1])], ISO[0], dash="2,3"))
    for series, color in colors.items():
        mine = sorted((p for p in points if p.series == series), key=lambda point: point.rounds)
        for side, dash in DASHES.items():
            known = [(p.rounds, Spread.exact(p.paper) if side == PAPER else p.ours) for p in mine]
            # Both begin at one round, with the design that the estimates are made by.
            found = [panel.at(at, ratio.value) for at, ratio in known if ratio is not None]
            if found:
                parts.append(line([panel.at(1, 1), *found], color, 2, dash, "series"))
                parts += [dot(at, color, 3.5) for at in (panel.at(1, 1), *found)]
        for p in mine:
            if p.ours is not None and p.ours.low < p.ours.high:
                ends = [panel.at(p.rounds, value) for value in (p.ours.low, p.ours.high)]
                parts.append(line(ends, color, 2, kind="range"))
    return joined(parts)

"""Throughput over the size of packets: a panel for each format, a line for each core."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from roundel.errors import RoundelError
from roundel.report.scaling import SERIES
from roundel.report.svg import Figure, LogScale, Panel, Scale, dot, joined, line, moved

WIDTH_PX, HEIGHT_PX, STEP_PX = 380, 260, 460
TITLE = "Packets under a kept key, back to back: throughput over size"
NOTE = "points: simulated; 1 is the core's throughput of long messages"


@dataclass(frozen=True)
class PacketPoint:
    """Packets of `size` bytes in the panel `panel`, on the line `series`: their share of the throughput."""

    panel: str
    series: str
    size: int
    share: float


def packet_lines(points: Sequence[PacketPoint]) -> Figure:
    """Return the figure; RoundelError without points, or with more lines than there are colors."""
    if not points:
        raise RoundelError("no packets to draw", "Measure some: `roundel packets aes-gcm-xhs`.")
    names = list(dict.fromkeys(point.series for point in points))
    if len(names) > len(SERIES):
        raise RoundelError(f"{len(names)} cores, there are colors for {len(SERIES)}", "Draw fewer.")
    colors = {name: light for name, (light, _) in zip(names, SERIES, strict=False)}
    panels = list(dict.fromkeys(point.panel for point in points))
    sizes = sorted({point.size for point in points})
    panel = Panel(LogScale(sizes[0] / 1.3, sizes[-1] * 1.3, WIDTH_PX), HEIGHT_PX, Scale(0, 1, HEIGHT_PX))
    bodies = []
    for number, name in enumerate(panels):
        # The axis has its title once.
        title = "share of the throughput of long messages" if number == 0 else ""
        parts = [panel.frame(f"{name}: bytes of packet", title, sizes)]
        for series, color in colors.items():
            mine = sorted((p.size, p.share) for p in points if (p.panel, p.series) == (name, series))
            parts += _line([panel.at(*one) for one in mine], color)
        bodies.append(moved(number * STEP_PX, 0, joined(parts)))
    return Figure(
        joined(bodies),
        STEP_PX * (len(panels) - 1) + WIDTH_PX,
        HEIGHT_PX,
        colors=SERIES,
        title=TITLE,
        note=NOTE,
        legend={name: dot((0, 0), color, 6) for name, color in colors.items()},
    )


def _line(places: list[tuple[float, float]], color: str) -> list[Markup]:
    drawn = [dot(place, color) for place in places]
    return [line(places, color, 2, kind="series"), *drawn] if places else []

"""Throughput over the size of messages: the formulas as lines, what was measured as points on ours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import altair as alt

from roundel.errors import RoundelError
from roundel.report.bars import COLORS, OURS, PAPER, side_color
from roundel.report.theme import chart_of, heading, styled, write_svg

WIDTH_PX, HEIGHT_PX = 460, 280
NOTE = "lines: by the formulas; points: simulated, message after message"


@dataclass(frozen=True)
class MessageCurve:
    """Messages of n blocks of `block_bits` bits take (n + `extra`) * `cycles` cycles."""

    block_bits: int
    cycles: float
    extra: float

    def bits_per_cycle(self, blocks: int) -> float:
        """Return the throughput of messages of that many blocks."""
        return self.block_bits * blocks / ((blocks + self.extra) * self.cycles)


def message_curves(
    paper: MessageCurve,
    ours: MessageCurve,
    measured: Mapping[int, float],
    path: Path,
    title: str,
) -> None:
    """Write the SVG; `measured` are cycles of messages of ours by blocks. RoundelError without sizes."""
    if not measured:
        raise RoundelError("no size of message to draw", "Measure some: `roundel messages CORE`.")
    bytes_per_block = paper.block_bits // 8
    values: list[dict[str, Any]] = [
        {"side": side, "bytes": blocks * bytes_per_block, "rate": curve.bits_per_cycle(blocks)}
        for side, curve in ((PAPER, paper), (OURS, ours))
        for blocks in range(1, max(measured) + 1)
    ]
    points = [
        {"side": OURS, "bytes": blocks * bytes_per_block, "rate": blocks * paper.block_bits / cycles}
        for blocks, cycles in measured.items()
    ]
    x = alt.X("bytes:Q", title="bytes of message, with padding")
    y = alt.Y("rate:Q", title="bits per cycle", scale=alt.Scale(zero=True))
    color = side_color()
    layers = [
        chart_of(values).mark_line(strokeWidth=2).encode(x, y, color),
        chart_of(points).mark_point(filled=True, size=50, opacity=1).encode(x, y, color),
    ]
    chart = alt.LayerChart(layer=layers)
    chart = chart.properties(width=WIDTH_PX, height=HEIGHT_PX, title=heading(title, NOTE))
    write_svg(styled(chart), path, COLORS.values())

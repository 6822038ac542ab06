"""Throughput over the size of messages: the formulas as lines, what was measured as points on ours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from roundel.errors import RoundelError
from roundel.report.bars import symbol
from roundel.report.svg import Figure, Panel, Scale, dot, joined, line
from roundel.report.theme import OURS, PAPER, SIDES

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
    title: str,
) -> Figure:
    """Return the figure; `measured` are cycles of messages of ours by blocks. RoundelError without sizes."""
    if not measured:
        raise RoundelError("no size of message to draw", "Measure some: `roundel messages CORE`.")
    size = paper.block_bits // 8
    rates = {blocks: blocks * paper.block_bits / cycles for blocks, cycles in measured.items()}
    lines = {
        side: [(blocks * size, curve.bits_per_cycle(blocks)) for blocks in range(1, max(measured) + 1)]
        for side, curve in ((PAPER, paper), (OURS, ours))
    }
    most = max(rate for points in (*lines.values(), rates.items()) for _, rate in points)
    panel = Panel(
        Scale(0, 1.04 * size * max(measured), WIDTH_PX), HEIGHT_PX, Scale(0, 1.04 * most, HEIGHT_PX)
    )
    parts = [panel.frame("bytes of message, with padding", "bits per cycle")]
    parts += [
        line([panel.at(*point) for point in points], SIDES[side][0], 2) for side, points in lines.items()
    ]
    parts += [dot(panel.at(blocks * size, rate), SIDES[OURS][0]) for blocks, rate in rates.items()]
    legend = {side: symbol(color) for side, (color, _) in SIDES.items()}
    return Figure(
        joined(parts),
        WIDTH_PX,
        HEIGHT_PX,
        colors=SIDES.values(),
        title=title,
        note=NOTE,
        legend=legend,
    )

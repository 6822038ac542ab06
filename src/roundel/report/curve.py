"""Throughput over the size of messages: the formulas as lines, what was measured as points on ours.

It is drawn in bits per cycle, or as the share of the throughput of long messages.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from roundel.errors import RoundelError
from roundel.report.bars import symbol
from roundel.report.svg import Figure, Panel, Scale, dot, joined, line
from roundel.report.theme import OURS, PAPER, SIDES, Colors

WIDTH_PX, HEIGHT_PX = 460, 280
NOTE = "lines: by the formulas; points: simulated, message after message"
SHARE_NOTE = "the paper's points: n / (n + {extra:g}); ours: simulated, message after message"
KEPT = "ours, keys kept"
# Under kept keys.
KEPT_COLORS: Colors = ("#128a5f", "#199e70")


@dataclass(frozen=True)
class MessageCurve:
    """Messages of n blocks of `block_bits` bits take (n + `extra`) * `cycles` cycles."""

    block_bits: int
    cycles: float
    extra: float

    def bits_per_cycle(self, blocks: int) -> float:
        """Return the throughput of messages of that many blocks."""
        return self.block_bits * blocks / ((blocks + self.extra) * self.cycles)

    def share(self, blocks: int) -> float:
        """Return their throughput over that of long messages."""
        return blocks / (blocks + self.extra)


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


def message_shares(
    paper: MessageCurve,
    ours: Mapping[str, tuple[MessageCurve, Mapping[int, float]]],
    title: str,
) -> Figure:
    """Return the figure of shares of the throughput of long messages.

    Args:
        paper: The paper's formula; its points are at the sizes that are measured of ours.
        ours: By name (`OURS`, `KEPT`), the line of ours and the cycles of messages by their blocks.
        title: The figure's title.

    Raises:
        RoundelError: No size is measured.
    """
    sizes = sorted({blocks for _, measured in ours.values() for blocks in measured})
    if not sizes:
        raise RoundelError("no size of message to draw", "Measure some: `roundel messages CORE`.")
    size, every = paper.block_bits // 8, range(1, sizes[-1] + 1)
    panel = Panel(Scale(0, 1.04 * size * sizes[-1], WIDTH_PX), HEIGHT_PX, Scale(0, 1, HEIGHT_PX))
    colors = {PAPER: SIDES[PAPER], OURS: SIDES[OURS], KEPT: KEPT_COLORS}
    drawn = {PAPER: (paper, {blocks: paper.share(blocks) for blocks in sizes})}
    for name, (curve, measured) in ours.items():
        shares = {blocks: blocks * curve.cycles / cycles for blocks, cycles in measured.items()}
        drawn[name] = (curve, shares)
    parts = [panel.frame("bytes of message, with padding", "share of the throughput of long messages")]
    for name, (curve, points) in drawn.items():
        path = [panel.at(blocks * size, curve.share(blocks)) for blocks in every]
        # The paper's lies below ours, and is wider: they may coincide.
        width, radius = (6, 7.0) if name == PAPER else (2, 4.0)
        parts.append(line(path, colors[name][0], width, kind="series"))
        parts += [
            dot(panel.at(blocks * size, share), colors[name][0], radius) for blocks, share in points.items()
        ]
    return Figure(
        joined(parts),
        WIDTH_PX,
        HEIGHT_PX,
        colors=colors.values(),
        title=title,
        note=SHARE_NOTE.format(extra=paper.extra),
        legend={name: symbol(colors[name][0]) for name in drawn},
    )

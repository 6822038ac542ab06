"""Ratios over targets: the paper's figure of each of its devices, and ours of each of our targets.

The axis is logarithmic. A target without a figure has the reason in its place.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from roundel.errors import RoundelError
from roundel.report.axes import ticks
from roundel.report.labels import LETTER_PX
from roundel.report.scaling import SERIES
from roundel.report.svg import Figure, dot, element, frame, joined, line, moved, text
from roundel.report.theme import GRID, INK, ISO, QUIET_INK, SHAPES, SURFACE
from roundel.spread import Spread

WIDTH_PX, LINE_PX, GAP_PX, VALUE_PX, SMALL = 440, 14, 12, 150, 11
# The shapes of the paper's devices, in their order.
DEVICES = ("aead", "mac", "prng", "block", "ctr", "hash", "other")
STALE = "hollow: stale rows"


@dataclass(frozen=True)
class RatioPoints:
    """A ratio: the paper's by device, ours by target, and why a target has none.

    `stale` are the targets whose figure is of stale rows, `incomparable` those whose figure does not answer.
    """

    label: str
    printed: Mapping[str, float]
    ours: Mapping[str, Spread] = field(default_factory=dict)
    missing: Mapping[str, str] = field(default_factory=dict)
    stale: frozenset[str] = frozenset()
    incomparable: frozenset[str] = frozenset()


def ratio_points(ratios: Sequence[RatioPoints], targets: Sequence[str], title: str, note: str = "") -> Figure:
    """Return the figure of `ratios`, the first above, on `targets`.

    Args:
        ratios: What is drawn.
        targets: Our targets, in the order of their lines.
        title: The figure's title.
        note: A line below the title.

    Raises:
        RoundelError: There is nothing to draw, or there are more targets or devices than colors or shapes.
    """
    if not ratios:
        raise RoundelError("no ratio to draw", "Draw a paper that sets designs against each other.")
    devices = list(dict.fromkeys(device for ratio in ratios for device in ratio.printed))
    if len(targets) > len(SERIES) or len(devices) > len(DEVICES):
        text_ = f"{len(targets)} targets and {len(devices)} devices"
        raise RoundelError(f"{text_} are more than there are colors and shapes", "Name fewer targets.")
    colors = {target: light for target, (light, _) in zip(targets, SERIES, strict=False)}
    shapes = dict(zip(devices, DEVICES, strict=False))
    x = _Axis.around(ratios)
    band = LINE_PX * (1 + len(targets)) + GAP_PX
    height = band * len(ratios)
    parts = [frame((WIDTH_PX, height), [(x.at(value), value) for value in x.ticks], [], "", "")]
    parts.append(line([(x.at(1), 0), (x.at(1), height)], ISO[0], dash="4,4", kind="one"))
    for n, ratio in enumerate(ratios):
        if n:
            parts.append(line([(0, n * band), (WIDTH_PX, n * band)], GRID[0]))
        parts.append(moved(0, n * band, _band(ratio, x, colors, shapes)))
    left = LETTER_PX * max(len(ratio.label) for ratio in ratios) + 14
    legend = {device: _shape(shape) for device, shape in shapes.items()}
    legend |= {target: dot((0, 0), color) for target, color in colors.items()}
    if any(ratio.stale for ratio in ratios):
        legend[STALE] = _mark((0, 0), QUIET_INK[0], hollow=True)
    words = max((len(why) for ratio in ratios for why in ratio.missing.values()), default=0)
    width = max(WIDTH_PX + VALUE_PX, LETTER_PX * (words + 12))
    return Figure(joined(parts), width, height, left, SERIES, title, note, legend)


@dataclass(frozen=True)
class _Axis:
    """The logarithmic axis of the ratios."""

    low: float
    high: float

    @classmethod
    def around(cls, ratios: Sequence[RatioPoints]) -> _Axis:
        """Return the axis that has 1 and all figures."""
        values = [1.0, *(value for ratio in ratios for value in ratio.printed.values())]
        values += [end for ratio in ratios for one in ratio.ours.values() for end in (one.low, one.high)]
        return cls(min(values) / 1.15, max(values) * 1.15)

    @property
    def ticks(self) -> list[float]:
        """Round values within."""
        return ticks(self.low, self.high)

    def at(self, value: float) -> float:
        """Return where a value lies, in pixels."""
        return WIDTH_PX * math.log(value / self.low) / math.log(self.high / self.low)


def _band(ratio: RatioPoints, x: _Axis, colors: Mapping[str, str], shapes: Mapping[str, str]) -> Markup:
    middle = (GAP_PX + LINE_PX) / 2
    parts = [text((-10, middle), ratio.label, "end", INK[0])]
    for device, value in ratio.printed.items():
        parts.append(moved(x.at(value), middle, _shape(shapes[device])))
    if ratio.printed:
        words = ", ".join(f"{value:.2f}" for value in ratio.printed.values())
        parts.append(text((max(map(x.at, ratio.printed.values())) + 9, middle), words, size=SMALL))
    for target, color in colors.items():
        middle += LINE_PX
        ours = ratio.ours.get(target)
        if ours is None:
            why = ratio.missing.get(target, "not measured")
            parts.append(text((4, middle), f"{target}: {why}", color=color, size=SMALL))
            continue
        if ours.low < ours.high:
            parts.append(line([(x.at(ours.low), middle), (x.at(ours.high), middle)], color, 2, kind="range"))
        parts.append(_mark((x.at(ours.value), middle), color, hollow=target in ratio.stale))
        told = f"{ours.value:.2f}" + (", one seed" if ours.one_seed else "")
        told += ", not comparable" if target in ratio.incomparable else ""
        parts.append(text((x.at(ours.high) + 9, middle), told, color=color, size=SMALL))
    return joined(parts)


def _shape(name: str) -> Markup:
    return element("path", d=SHAPES[name], fill=QUIET_INK[0])


def _mark(at: tuple[float, float], color: str, *, hollow: bool) -> Markup:
    if not hollow:
        return dot(at, color)
    return element("circle", cx=at[0], cy=at[1], r=3.5, fill=SURFACE[0], stroke=color, stroke_width=1.5)

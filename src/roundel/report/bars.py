"""Ratios as bars: the paper's and ours beside each other, with the range of ours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from roundel.errors import RoundelError
from roundel.report.labels import LETTER_PX
from roundel.report.svg import Figure, Panel, Scale, element, joined, line, text
from roundel.report.theme import INK, ISO, OURS, PAPER, SIDES
from roundel.spread import Spread

WIDTH_PX, ROW_PX, BAR_PX, VALUE_PX = 420, 34, 14, 46


@dataclass(frozen=True)
class RatioBar:
    """A ratio of the paper, and ours; `note` is shown in place of ours where there is none.

    `devices` is the range of the paper's ratios of several devices, of which `paper` is the mean.
    """

    label: str
    paper: float
    ours: Spread | None = None
    note: str = ""
    devices: tuple[float, float] | None = None


def ratio_bars(bars: Sequence[RatioBar], title: str, *, mark_one: bool = True) -> Figure:
    """Return the figure of `bars`, the first above; `mark_one`: a line marks 1. RoundelError without any."""
    if not bars:
        raise RoundelError("no ratio to draw", "Draw a paper that sets designs against each other.")
    most = max(max(_printed(bar).high, bar.ours.high if bar.ours else 0.0) for bar in bars)
    panel = Panel(Scale(0, 1.02 * most, WIDTH_PX), ROW_PX * len(bars))
    parts = [panel.frame("", "")]
    if mark_one:
        one = panel.x.at(1)
        parts.append(line([(one, 0), (one, panel.height)], ISO[0], dash="4,4", kind="one"))
    parts += [_bar(panel.x, bar, ROW_PX * (n + 0.5)) for n, bar in enumerate(bars)]
    left = LETTER_PX * max(len(bar.label) for bar in bars) + 14
    # Titles are long: they begin where the figure does.
    parts.append(text((-left, panel.height + 38), title, color=INK[0]))
    notes = max(LETTER_PX * len(bar.note) for bar in bars)
    return Figure(
        joined(parts),
        max(WIDTH_PX + VALUE_PX, notes, LETTER_PX * len(title) - left),
        panel.height,
        left,
        SIDES.values(),
        legend={side: symbol(color) for side, (color, _) in SIDES.items()},
    )


def symbol(color: str) -> Markup:
    """Return the symbol of a side in a legend."""
    return element("rect", x=-6, y=-6, width=12, height=12, fill=color)


def _printed(bar: RatioBar) -> Spread:
    return Spread(bar.paper, *bar.devices) if bar.devices else Spread.exact(bar.paper)


def _bar(x: Scale, bar: RatioBar, middle: float) -> Markup:
    parts = [text((-10, middle), bar.label, "end")]
    for side, figure in ((PAPER, _printed(bar)), (OURS, bar.ours)):
        top = middle - (BAR_PX if side == PAPER else 0)
        end, words = 0.0, bar.note
        if figure is not None:
            width = x.at(figure.value)
            parts.append(element("rect", y=top, width=width, height=BAR_PX, fill=SIDES[side][0]))
            end, words = x.at(figure.high), f"{figure.value:.2f}"
        parts.append(text((end + 6, top + BAR_PX / 2), words, size=11))
    for figure, at in ((_printed(bar), middle - BAR_PX / 2), (bar.ours, middle + BAR_PX / 2)):
        if figure is not None and figure.low < figure.high:
            parts.append(line([(x.at(figure.low), at), (x.at(figure.high), at)], INK[0], 2, kind="range"))
    return joined(parts)

"""Figures as SVG files: elements, a panel on two axes, and the file with its heading and legend.

Positions are in pixels from the upper left corner. The light colors stand in the elements, so that any
program draws them; a style exchanges them where the reader prefers dark.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from markupsafe import Markup

from roundel.errors import RoundelError
from roundel.process.atomic import write_atomically
from roundel.report.labels import LETTER_PX
from roundel.report.theme import COMMON, FONT, GRID, INK, ISO, QUIET_INK, SURFACE, Colors

PADDING, LINE_PX, TICK_PX, TITLE_PX, LEGEND_PX = 16, 17, 6, 40, 26
# From the axis to its title: beyond the widest value at a tick.
AXIS_TITLE_PX = 62
TEXT_PX = 12  # of a text without a size of its own
TICKS_PX = 35  # about how far apart ticks are
Point = tuple[float, float]


def element(name: str, body: str | Markup = "", **attributes: str | float) -> Markup:
    """Return an element; `_` in an attribute's name is a hyphen, and text is escaped."""
    pairs = (
        (key.rstrip("_").replace("_", "-"), value if isinstance(value, str) else f"{round(value, 1):g}")
        for key, value in attributes.items()
    )
    written = Markup("").join(Markup(' {}="{}"').format(key, value) for key, value in pairs)
    if not body:
        return Markup("<{0}{1}/>").format(name, written)
    return Markup("<{0}{1}>{2}</{0}>").format(name, written, body)


def line(points: Sequence[Point], color: str, width: float = 1, dash: str = "", kind: str = "") -> Markup:
    """Return a line through points; `kind` is its class."""
    return lines([points], color, width, dash, kind)


def lines(
    each: Iterable[Sequence[Point]], color: str, width: float = 1, dash: str = "", kind: str = ""
) -> Markup:
    """Return lines through the points of each as one element; `kind` is its class."""
    path = "".join("M" + "L".join(f"{round(x, 1):g},{round(y, 1):g}" for x, y in points) for points in each)
    more = {"stroke_width": f"{width:g}" if width != 1 else "", "stroke_dasharray": dash, "class": kind}
    used = {key: value for key, value in more.items() if value}
    return element("path", d=path, fill="none", stroke=color, **used)


def text(
    at: Point,
    words: str,
    anchor: str = "start",
    color: str = QUIET_INK[0],
    size: int = TEXT_PX,
    **more: str,
) -> Markup:
    """Return words that stand at a point, their middle at its height; no `color` means their group's."""
    x, y = at
    others = {
        "fill": color,
        "text_anchor": anchor if anchor != "start" else "",
        "font_size": str(size) if size != TEXT_PX else "",
    }
    used = {key: value for key, value in others.items() if value}
    return element("text", words, x=x, y=y + size / 3, **used, **more)


def dot(at: Point, color: str, radius: float = 4) -> Markup:
    """Return a dot."""
    return element("circle", cx=at[0], cy=at[1], r=radius, fill=color)


def joined(parts: Iterable[Markup]) -> Markup:
    """Return elements one above the other."""
    return Markup("").join(parts)


def moved(x: float, y: float, body: Markup) -> Markup:
    """Return elements at another place."""
    return element("g", body, transform=f"translate({round(x, 1):g},{round(y, 1):g})")


@dataclass(frozen=True)
class Scale:
    """A linear axis of so many pixels."""

    low: float
    high: float
    pixels: float

    def at(self, value: float) -> float:
        """Return where a value lies."""
        return (value - self.low) / (self.high - self.low) * self.pixels

    @property
    def ticks(self) -> list[float]:
        """Round values within."""
        least = (self.high - self.low) * TICKS_PX / self.pixels
        power = 10.0 ** math.floor(math.log10(least))
        step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least)
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [round(number * step, 10) for number in range(first, last + 1)]


@dataclass(frozen=True)
class LogScale(Scale):
    """A logarithmic axis of so many pixels; both ends are above zero."""

    def at(self, value: float) -> float:
        """Return where a value lies."""
        return math.log(value / self.low) / math.log(self.high / self.low) * self.pixels


@dataclass(frozen=True)
class Panel:
    """A plane on two axes; values of `y` grow upwards. `y` is None where there are bands of words."""

    x: Scale
    height: float
    y: Scale | None = None

    def at(self, x: float, y: float) -> Point:
        """Return where a point lies."""
        assert self.y is not None
        return self.x.at(x), self.height - self.y.at(y)

    def frame(
        self, x_title: str, y_title: str, x_ticks: Sequence[float] | None = None, x_grid: bool = True
    ) -> Markup:
        """Return the grid, the ticks with their values, and the titles."""
        xs = [(self.x.at(value), value) for value in (self.x.ticks if x_ticks is None else x_ticks)]
        ys = [(self.height - self.y.at(value), value) for value in self.y.ticks] if self.y else []
        return frame((self.x.pixels, self.height), xs, ys, x_title, y_title, x_grid)


def frame(
    size: Point,
    x_ticks: Iterable[tuple[float, float]],
    y_ticks: Iterable[tuple[float, float]],
    x_title: str,
    y_title: str,
    x_grid: bool = True,
) -> Markup:
    """Return what a panel of that size stands in; ticks are where they lie, and their values."""
    width, height = size
    grid: list[Sequence[Point]] = []
    ticks: list[Sequence[Point]] = []
    below, beside = [], []
    end = -math.inf  # of the value before: one that would run into it is left out
    for x, value in x_ticks:
        grid.append([(x, 0 if x_grid else height), (x, height)])
        ticks.append([(x, height), (x, height + TICK_PX)])
        half = LETTER_PX * len(f"{value:,g}") / 2
        if x - half > end:
            below.append(text((x, height + 16), f"{value:,g}", color=""))
            end = x + half
    for y, value in y_ticks:
        grid.append([(0, y), (width, y)])
        ticks.append([(-TICK_PX, y), (0, y)])
        beside.append(text((-10, y), f"{value:,g}", color=""))
    ticks.append([(0, 0), (0, height), (width, height)])
    # One element for each color and one group for each anchor: a page has many such figures.
    parts = [lines(grid, GRID[0]), lines(ticks, ISO[0])]
    parts += [
        element("g", joined(values), fill=QUIET_INK[0], text_anchor=anchor)
        for anchor, values in (("middle", below), ("end", beside))
        if values
    ]
    if x_title:
        parts.append(text((width / 2, height + 34), x_title, "middle", INK[0]))
    if y_title:
        turned = text((0, 0), y_title, "middle", INK[0], transform="rotate(-90)")
        parts.append(moved(-AXIS_TITLE_PX, height / 2, turned))
    return element("g", joined(parts), aria_hidden="true")


@dataclass(frozen=True)
class Figure:
    """What a file shows: a body of `width` by `height`, with so much around it, a heading and a legend.

    `legend` has symbols around the origin by name. `colors` are those of the body.
    """

    body: Markup
    width: float
    height: float
    left: float = 72
    colors: Iterable[Colors] = ()
    title: str = ""
    note: str = ""
    legend: Mapping[str, Markup] = field(default_factory=dict)

    def write(self, path: Path) -> None:
        """Write the file; RoundelError where it cannot be written."""
        try:
            write_atomically(path, self.svg())
        except OSError as error:
            hint = "Name a file in a folder that can be written."
            raise RoundelError(f"{path}: cannot be written ({error.strerror})", hint) from error

    def svg(self) -> str:
        """Return the file."""
        body, width, height = self._content()
        ground = element("rect", width=width, height=height, fill=SURFACE[0])
        drawn = self._dark() + element("g", ground + body, font_family=FONT, font_size=12)
        return f"{_drawing(drawn, width, height, xmlns='http://www.w3.org/2000/svg')}\n"

    def inline(self, name: str, role: str = "img") -> Markup:
        """Return the drawing for a place in a page, whose colors and font it takes; `name` describes it."""
        return _drawing(*self._content(), role=role, aria_label=name)

    def _content(self) -> tuple[Markup, int, int]:
        """Return everything but the ground, and the size of all."""
        heading = [(self.title, INK[0])] if self.title else []
        heading += [(words, QUIET_INK[0]) for words in self.note.split("\n") if words]
        parts = [
            text((0, (n + 0.5) * LINE_PX), words, color=color) for n, (words, color) in enumerate(heading)
        ]
        top, x = float(len(heading) * LINE_PX), self.left
        for name, symbol in self.legend.items():
            parts += [moved(x + 6, top + LEGEND_PX / 2, symbol)]
            parts += [text((x + 17, top + LEGEND_PX / 2), name, color=INK[0])]
            x += 34 + LETTER_PX * len(name)
        top += (LEGEND_PX if self.legend else 0) + (PADDING / 2 if parts else 0)
        parts.append(moved(self.left, top, self.body))
        widest = max(self.left + self.width, x, *(LETTER_PX * len(words) for words, _ in heading))
        width, height = widest + 2 * PADDING, top + self.height + TITLE_PX + 2 * PADDING
        return moved(PADDING, PADDING, joined(parts)), round(width), round(height)

    def _dark(self) -> Markup:
        """Return the style that exchanges colors."""
        rules = "".join(
            f'[{attribute}="{light}"]{{{attribute}:{dark}}}'
            for light, dark in dict.fromkeys((*COMMON, *self.colors))
            for attribute in ("fill", "stroke")
        )
        return element("style", Markup(f"@media (prefers-color-scheme: dark){{{rules}}}"))


def _drawing(body: Markup, width: int, height: int, **more: str) -> Markup:
    box = f"0 0 {width} {height}"
    return element("svg", body, width=width, height=height, viewBox=box, font_size=TEXT_PX, **more)

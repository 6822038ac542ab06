"""Throughput over area on two logarithmic axes: a figure of the documentation, and what the report shows.

A point is the median, the bar through it its confidence interval over the seeds; along a dashed line
throughput per LUT is the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Literal

from markupsafe import Markup

from roundel.compare.measured import Measured, measured_of
from roundel.errors import RoundelError
from roundel.report import row_columns as col
from roundel.report.axes import Axes, Position, iso_lines
from roundel.report.labels import LETTER_PX, Align, Segment, covered_boxes, leader_of, place_labels
from roundel.report.pareto import pareto_front
from roundel.report.svg import Figure, Point, element, frame, joined, line, moved, text
from roundel.report.theme import INK, ISO, OTHER, QUIET_INK, SERVICES, SHAPES, SURFACE

# (width, height) for a few points, for some, and for so many that their names need the room.
SMALL_PX, SIZE_PX, LARGE_PX = (470, 290), (620, 400), (860, 600)
FEW, MANY = 8, 16
PALE = "0.35"
ALL = ""
ANCHORS: Mapping[Align, str] = {"left": "start", "right": "end", "center": "middle"}


@dataclass(frozen=True)
class Design:
    """A row on its place. In a page its mark leads to `address`."""

    label: str
    measured: Measured
    address: str = ""

    @property
    def at(self) -> Position:
        """LUTs, and Mbit/s at the median clock."""
        assert self.measured.luts and self.measured.throughput, self.label
        return float(self.measured.luts), self.measured.throughput.value

    @property
    def bounds(self) -> tuple[Position, Position]:
        """The same at the bounds of the clock's interval."""
        assert self.measured.throughput
        return (self.at[0], self.measured.throughput.low), (self.at[0], self.measured.throughput.high)

    @property
    def shape(self) -> str:
        """The name of the shape and color of its service."""
        return self.measured.service if self.measured.service in SERVICES else OTHER

    @property
    def facts(self) -> str:
        """Its figures in a sentence, as a reader without the picture wants them."""
        m = self.measured
        bounds = m.fmax.bounds(1) if m.fmax else ""
        figures = (
            f"{m.core}, {col.SERVED.text(m)}: {col.LUTS.text(m)} LUT, "
            f"{col.FMAX.text(m)} MHz ({bounds}), {col.CYCLES.text(m)} cycles per block, "
            f"{col.MBPS.text(m)} Mbit/s, {col.PER_LUT.text(m)} kbit/s per LUT"
        )
        return figures if m.current else f"{figures}; stale"


@dataclass(frozen=True)
class Front:
    """The Pareto front of a service, or of all (`ALL`), by indices, and which designs have their names there.

    A line of steps joins those on it: below and to the right of it lies all that they are better than.
    """

    service: str
    members: tuple[int, ...]
    named: tuple[int, ...]


@dataclass(frozen=True)
class Scatter:
    """Designs on a plane, with their fronts, of which a page shows one at a time, and limits to keep.

    `pale` are the indices of designs that step back.
    """

    designs: Sequence[Design]
    size: tuple[int, int]
    fronts: Sequence[Front]
    pale: frozenset[int] = frozenset()
    most_luts: float | None = None
    least_mbps: float | None = None

    @property
    def wide(self) -> bool:
        """Whether it needs a wide place."""
        return self.size != SMALL_PX

    @property
    def figure(self) -> Figure:
        """The drawing; a legend only where there is more than one service."""
        shapes = dict.fromkeys(
            name for name in SHAPES if any(design.shape == name for design in self.designs)
        )
        legend = {name: symbol(name) for name in shapes} if len(shapes) > 1 else {}
        return Figure(self._body(), *self.size, colors=SERVICES.values(), legend=legend)

    @cached_property
    def axes(self) -> Axes:
        """The plane that holds every design, and the limits."""
        corners = [corner for design in self.designs for corner in design.bounds]
        x, y = self.designs[0].at
        return Axes.around([*corners, (self.most_luts or x, self.least_mbps or y)], *self.size)

    def _body(self) -> Markup:
        axes = self.axes
        xs = [(self._at((value, axes.y_range[0]))[0], value) for value in axes.x_ticks]
        ys = [(self._at((axes.x_range[0], value))[1], value) for value in axes.y_ticks]
        steps: list[Markup] = []
        names: list[Markup] = []
        taken: list[Position] = [design.at for design in self.designs]
        for front in self.fronts:
            corners = axes.steps([self.designs[index].at for index in front.members]) if front.members else []
            written, covered = self._names(front, list(pairwise(corners)))
            taken += covered if front.service == ALL else []
            line = self._line(corners, QUIET_INK[0], 1.6, "steps") if corners else Markup("")
            for parts, body in ((steps, line), (names, written)):
                shown = "front shown" if front.service == ALL else "front"
                parts.append(element("g", body, class_=shown, data_service=front.service, aria_hidden="true"))
        limits = [self._line(ends, QUIET_INK[0], 1, "limit") for ends in self._limits()]
        marks = [self._mark(number, design) for number, design in enumerate(self.designs)]
        under = frame(self.size, xs, ys, "LUTs", "throughput (Mbit/s)")
        return joined([under, *self._iso(taken), *steps, *limits, *marks, *names])

    def _at(self, position: Position) -> Point:
        x, y = self.axes.pixels(position)
        return x, self.size[1] - y

    def _line(
        self, corners: Sequence[Position], color: str, width: float, kind: str, dash: str = ""
    ) -> Markup:
        return line([self._at(corner) for corner in corners], color, width, dash, kind)

    def _limits(self) -> list[Segment]:
        (x0, x1), (y0, y1) = self.axes.x_range, self.axes.y_range
        lines: list[Segment] = []
        if self.most_luts is not None:
            lines.append(((self.most_luts, y0), (self.most_luts, y1)))
        if self.least_mbps is not None:
            lines.append(((x0, self.least_mbps), (x1, self.least_mbps)))
        return lines

    def _names(self, front: Front, steps: Sequence[Segment]) -> tuple[Markup, list[Position]]:
        """Return the names that stand with a front, and what they cover."""
        points = [self.designs[index].at for index in front.named]
        labels = [self.designs[index].label for index in front.named]
        widths = [LETTER_PX * len(label) for label in labels]
        # Upwards and to the left of a front there is nothing, or stale rows alone.
        side: Literal["left", "right"] = "left" if front.members else "right"
        marks = [design.at for design in self.designs]
        lines = [*steps, *self._limits()]
        places = place_labels(self.axes, points, widths, side, marks=marks, lines=lines)
        leaders, names = [], []
        for index, at, width, place in zip(front.named, points, widths, places, strict=True):
            if leader := leader_of(self.axes, at, width, place):
                # Thinner than a front's steps and not dashed, lest it be taken for another.
                leaders.append(self._line(leader, QUIET_INK[0], 0.7, "leader"))
            x, y = self._at(at)
            color = (QUIET_INK if index in self.pale else INK)[0]
            # Below the letters a halo in the color of the ground, so that lines do not run through them.
            halo = {"stroke": SURFACE[0], "stroke_width": "4", "paint_order": "stroke"}
            where = x + place.dx, y + place.dy
            label = self.designs[index].label
            names.append(text(where, label, ANCHORS[place.align], color, 12, **halo))
        return joined([*leaders, *names]), covered_boxes(self.axes, points, widths, places)

    def _iso(self, taken: Sequence[Position]) -> Iterable[Markup]:
        """Yield the lines of equal throughput per LUT, named where there is neither a mark nor a name."""
        for one in iso_lines(self.axes, taken):
            name = text((0, -9), f"{one.mbps_per_lut:g} Mbit/s per LUT", "middle", size=11)
            turned = element("g", name, transform=f"rotate({one.angle:.1f})")
            drawn = self._line(one.ends, ISO[0], 1, "iso", "4,4") + moved(*self._at(one.label_at), turned)
            yield element("g", drawn, aria_hidden="true")

    def _mark(self, number: int, design: Design) -> Markup:
        """Return the mark of a design, hollow where it is stale; with an interval if of several seeds."""
        color, current = SERVICES[design.shape][0], design.measured.current
        low, high = design.bounds
        whisker = self._line([low, high], color, 2, "whisker") if low != high else Markup()
        shape = symbol(design.shape, "" if current else color)
        body = whisker + moved(*self._at(design.at), shape)
        more: dict[str, str] = {"opacity": PALE} if number in self.pale else {}
        if not design.address:
            return element("g", element("title", design.facts) + body, class_="mark", **more)
        row = {"href": f"#{design.address}", "aria_label": design.facts}
        return element("a", body, class_="mark", **row, **more)


def symbol(service: str, hollow: str = "") -> Markup:
    """Return the shape of a service around the origin; in the color `hollow` it is an outline."""
    looks = {"fill": SURFACE[0], "stroke": hollow} if hollow else {"fill": SERVICES[service][0]}
    looks.setdefault("stroke", SURFACE[0])
    return element("path", d=SHAPES[service], class_="shape", stroke_width=1.4, **looks)


def plain(designs: Sequence[Design]) -> Scatter:
    """Return designs on a plane, each with its name."""
    everyone = tuple(range(len(designs)))
    size = LARGE_PX if len(designs) > MANY else SIZE_PX
    return Scatter(designs, size, [Front(ALL, (), everyone)])


def by_service(designs: Sequence[Design]) -> Scatter:
    """Return designs with the fronts of all and of each service, on which are current rows alone.

    Named is what is on a front: all names would hide each other.
    """

    def front(service: str) -> Front:
        current = [
            index
            for index, design in enumerate(designs)
            if design.measured.current and service in (ALL, design.measured.service)
        ]
        members = tuple(current[n] for n in pareto_front([designs[index].at for index in current]))
        return Front(service, members, members)

    services = dict.fromkeys([ALL, *(design.measured.service for design in designs)])
    fronts = [found for found in map(front, services) if found.members]
    return Scatter(designs, SMALL_PX if len(designs) < FEW else LARGE_PX, fronts)


def throughput_area(rows: Iterable[Mapping[str, Any]]) -> Figure:
    """Return the figure of throughput (Mbit/s) over LUTs for `rows`, as `roundel bench --json` prints them.

    Rows without a routed clock have no place in it and are left out; RoundelError when no row is left.
    """
    mine = [m for m in map(measured_of, rows) if drawable(m)]
    if not mine:
        raise RoundelError(
            "no placed and routed result to draw", "Measure one first: `roundel bench keccak-hash`."
        )
    return plain([Design(_label(m, mine), m) for m in mine]).figure


def drawable(m: Measured) -> bool:
    """Return whether a row has a place on the plane."""
    return bool(m.routed and m.luts and m.throughput)


def _label(m: Measured, others: Sequence[Measured]) -> str:
    """Return the core's name; where it stands in the picture more than once, with what distinguishes it.

    That is the block size, or the variant where block sizes are the same.
    """
    twins = [other for other in others if other.core == m.core]
    sizes = {other.block_bits for other in twins}
    if len(sizes) < len(twins) and len({other.variant for other in twins}) == len(twins):
        return f"{m.core}, {m.variant}"
    return f"{m.core}, {m.block_bits} bit" if len(sizes) > 1 else m.core

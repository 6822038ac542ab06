"""The geometry of a figure on two logarithmic axes: ranges, ticks, iso-lines.

All positions in data units are (LUTs, Mbit/s); pixels count from the lower left corner.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

MINIMUM_SPAN = 4.0
MARGIN = 1.35
MOST_ISO_LINES = 6
# The name of a line of equal throughput per LUT: how long it is, how far above its line its middle is, and
# from which distance of all else on it is well placed.
ISO_NAME_PX, ISO_LIFT_PX, ISO_CLEAR_PX = 100, 10, 24
ISO_PLACES = 25

Position = tuple[float, float]


@dataclass(frozen=True)
class Axes:
    """The drawn area: its data ranges and its size in pixels."""

    x_range: tuple[float, float]
    y_range: tuple[float, float]
    width_px: int
    height_px: int

    @classmethod
    def around(cls, positions: Sequence[Position], width_px: int, height_px: int) -> Axes:
        """Return the plane that holds every position with a margin; a single point gets a range around it."""
        return cls(_range([x for x, _ in positions]), _range([y for _, y in positions]), width_px, height_px)

    @property
    def x_ticks(self) -> list[float]:
        """Ticks at round values."""
        return ticks(*self.x_range)

    @property
    def y_ticks(self) -> list[float]:
        """Ticks at round values."""
        return ticks(*self.y_range)

    @property
    def iso_angle(self) -> float:
        """Degrees (0..360, clockwise) of a line on which y/x is constant."""
        per_decade_x = self.width_px / math.log10(self.x_range[1] / self.x_range[0])
        per_decade_y = self.height_px / math.log10(self.y_range[1] / self.y_range[0])
        return 360 - math.degrees(math.atan2(per_decade_y, per_decade_x))

    def pixels(self, position: Position) -> Position:
        """Return where a position lies, in pixels."""
        return (
            _fraction(position[0], self.x_range) * self.width_px,
            _fraction(position[1], self.y_range) * self.height_px,
        )

    def position(self, pixels: Position) -> Position:
        """Return the position that lies at these pixels."""
        (x0, x1), (y0, y1) = self.x_range, self.y_range
        return x0 * (x1 / x0) ** (pixels[0] / self.width_px), y0 * (y1 / y0) ** (pixels[1] / self.height_px)

    def steps(self, front: Sequence[Position]) -> list[Position]:
        """Return the edge of what a front dominates: up at each point, to the right until the next."""
        corners, height = [], self.y_range[0]
        for x, y in sorted(front):
            corners += [(x, height), (x, y)]
            height = y
        return [*corners, (self.x_range[1], height)]


@dataclass(frozen=True)
class IsoLine:
    """A line of equal throughput per LUT, cut to the plane, and the place for its label."""

    mbps_per_lut: float
    ends: tuple[Position, Position]
    label_at: Position
    angle: float


def ticks(low: float, high: float) -> list[float]:
    """Return 1, 2, 5 × 10^n within [low, high], and more digits where those are fewer than five."""
    coarse = _rounded(low, high, (1, 2, 5))
    return coarse if len(coarse) >= 5 else _rounded(low, high, (1, 1.5, 2, 3, 4, 5, 6, 8))


def iso_lines(axes: Axes, taken: Sequence[Position]) -> list[IsoLine]:
    """Return lines of round Mbit/s per LUT that cross the plane for long enough to be labelled.

    The values are 1, 2, 5 × 10^n, or powers of ten alone where those are too many. A line's label
    stands clear of what is `taken`, by marks and by names, near the line's middle if it can.
    """
    lines = _iso_lines(axes, taken, (1, 2, 5))
    return lines if len(lines) <= MOST_ISO_LINES else _iso_lines(axes, taken, (1,))


def _iso_lines(axes: Axes, taken: Sequence[Position], steps: tuple[float, ...]) -> list[IsoLine]:
    (x0, x1), (y0, y1) = axes.x_range, axes.y_range
    lines = []
    for ratio in _rounded(y0 / x1, y1 / x0, steps):
        left, right = max(x0, y0 / ratio), min(x1, y1 / ratio)
        if left >= right:
            continue
        ends = ((left, left * ratio), (right, right * ratio))
        if math.dist(axes.pixels(ends[0]), axes.pixels(ends[1])) < axes.height_px / 2:
            continue
        label_x = _name_place(axes, ends, taken)
        lines.append(IsoLine(ratio, ends, (label_x, label_x * ratio), axes.iso_angle))
    return lines


def _rounded(low: float, high: float, steps: tuple[float, ...]) -> list[float]:
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    values = [step * 10.0**decade for decade in decades for step in steps]
    return [value for value in values if low <= value <= high]


def _range(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values), max(values)
    middle = math.sqrt(low * high)
    half = max(math.sqrt(high / low) * MARGIN, math.sqrt(MINIMUM_SPAN))
    return middle / half, middle * half


def _fraction(value: float, limits: tuple[float, float]) -> float:
    return math.log(value / limits[0]) / math.log(limits[1] / limits[0])


def _name_place(axes: Axes, ends: tuple[Position, Position], taken: Sequence[Position]) -> float:
    """Return the LUTs at which an iso-line's name is clear of what is taken, nearest to the line's middle."""
    (left, low), (right, high) = ends
    edge = min(0.5, 0.6 * ISO_NAME_PX / math.dist(axes.pixels(ends[0]), axes.pixels(ends[1])))
    found = (-1.0, 0.0)
    place = left
    taken_at = [axes.pixels(point) for point in taken]
    for number in range(ISO_PLACES):
        fraction = edge + number / (ISO_PLACES - 1) * (1 - 2 * edge)
        at = left * (right / left) ** fraction, low * (high / low) ** fraction
        worth = _clearance(axes, at, taken_at), -abs(fraction - 0.5)
        if worth > found:
            found, place = worth, at[0]
    return place


def _clearance(axes: Axes, place: Position, taken_at: Sequence[Position]) -> float:
    """Return how far an iso-line's name there is from what is taken, in pixels; far enough is far enough."""
    x, y = axes.pixels(place)
    along = math.radians(360 - axes.iso_angle)
    cos, sin = math.cos(along), math.sin(along)
    name = [
        (x + part * ISO_NAME_PX * cos - ISO_LIFT_PX * sin, y + part * ISO_NAME_PX * sin + ISO_LIFT_PX * cos)
        for part in (-0.5, -0.25, 0.0, 0.25, 0.5)
    ]
    return min([ISO_CLEAR_PX, *(math.dist(at, point) for at in name for point in taken_at)])

"""The geometry of a figure on two logarithmic axes: ranges, ticks, iso-lines, labels that keep apart.

All positions in data units are (LUTs, Mbit/s); pixels count from the lower left corner.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

MINIMUM_SPAN = 4.0
MARGIN = 1.35
MOST_ISO_LINES = 6
LABEL_HEIGHT_PX = 15
LETTER_WIDTH_PX = 7.2
LABEL_GAP_PX = 10

Position = tuple[float, float]


@dataclass(frozen=True)
class Plane:
    """The drawn area: its data ranges and its size in pixels."""

    x_range: tuple[float, float]
    y_range: tuple[float, float]
    width_px: int
    height_px: int

    @classmethod
    def around(cls, positions: Sequence[Position], width_px: int, height_px: int) -> Plane:
        """Return the plane that holds every position with a margin; a lone point gets a range around it."""
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

    def lifted(self, position: Position, height_px: float) -> Position:
        """Return the position so many pixels above another."""
        x, y = self.pixels(position)
        return self.position((x, y + height_px))


@dataclass(frozen=True)
class IsoLine:
    """A line of equal throughput per LUT, cut to the plane, and the place for its label."""

    mbps_per_lut: float
    ends: tuple[Position, Position]
    label_at: Position
    angle: float


@dataclass(frozen=True)
class LabelPlace:
    """A label's offset from its point in pixels (dy downwards) and its alignment ("left", "right")."""

    dx: float
    dy: float
    align: Literal["left", "right"]


def ticks(low: float, high: float) -> list[float]:
    """Return 1, 2, 5 × 10^n within [low, high], and more digits where those are fewer than five."""
    coarse = _rounded(low, high, (1, 2, 5))
    return coarse if len(coarse) >= 5 else _rounded(low, high, (1, 1.5, 2, 3, 4, 5, 6, 8))


def iso_lines(plane: Plane, points: Sequence[Position]) -> list[IsoLine]:
    """Return lines of round Mbit/s per LUT that cross the plane for long enough to be labelled.

    The values are 1, 2, 5 × 10^n, or powers of ten alone where those are too many. A line's label
    stands where it is farthest from the points.
    """
    lines = _iso_lines(plane, points, (1, 2, 5))
    return lines if len(lines) <= MOST_ISO_LINES else _iso_lines(plane, points, (1,))


def _iso_lines(plane: Plane, points: Sequence[Position], steps: tuple[float, ...]) -> list[IsoLine]:
    (x0, x1), (y0, y1) = plane.x_range, plane.y_range
    lines = []
    for ratio in _rounded(y0 / x1, y1 / x0, steps):
        left, right = max(x0, y0 / ratio), min(x1, y1 / ratio)
        if left >= right:
            continue
        ends = ((left, left * ratio), (right, right * ratio))
        if math.dist(plane.pixels(ends[0]), plane.pixels(ends[1])) < plane.height_px / 2:
            continue
        places = [left * (right / left) ** fraction for fraction in (0.25, 0.35, 0.5, 0.65, 0.75)]
        label_x = max(places, key=lambda x: _clearance(plane, (x, x * ratio), points))
        lines.append(IsoLine(ratio, ends, (label_x, label_x * ratio), plane.iso_angle))
    return lines


def place_labels(
    plane: Plane,
    points: Sequence[Position],
    labels: Sequence[str],
    side: Literal["right", "left"] = "right",
) -> list[LabelPlace]:
    """Return a place beside its point for each label, moved up or down until no two overlap.

    It stands on that `side` of its point, or on the other where there is no room.
    """
    taken: list[tuple[float, float, float]] = []  # left, right, height of the middle
    places: dict[int, LabelPlace] = {}
    for index in sorted(range(len(points)), key=lambda i: points[i][1]):
        x, y = plane.pixels(points[index])
        width = LETTER_WIDTH_PX * len(labels[index])
        room = x + LABEL_GAP_PX + width <= plane.width_px if side == "right" else x >= LABEL_GAP_PX + width
        align: Literal["left", "right"] = "left" if room == (side == "right") else "right"
        left = x + LABEL_GAP_PX if align == "left" else x - LABEL_GAP_PX - width
        middle = y
        for other_left, other_right, other_middle in sorted(taken, key=lambda box: box[2]):
            overlaps = other_left < left + width and left < other_right
            if overlaps and abs(middle - other_middle) < LABEL_HEIGHT_PX:
                middle = other_middle + LABEL_HEIGHT_PX
        taken.append((left, left + width, middle))
        dx = LABEL_GAP_PX if align == "left" else -LABEL_GAP_PX
        places[index] = LabelPlace(dx, y - middle, align)
    return [places[index] for index in range(len(points))]


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


def _clearance(plane: Plane, place: Position, points: Sequence[Position]) -> float:
    at = plane.pixels(place)
    return min(math.dist(at, plane.pixels(point)) for point in points)

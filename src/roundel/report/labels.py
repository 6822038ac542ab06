"""Names beside their marks: where each can be read, hides no mark, and is still seen to belong to its own.

Every label has some places to choose from: beside its mark, above and below, farther off at the end of a
line that leads to it. Each begins at the cheapest that the labels before it leave; then all are asked again,
in turn, until nobody moves. The same marks always give the same picture.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from roundel.report.axes import Axes, Position

LABEL_HEIGHT_PX = 15
# The mean width of a letter in the widest of the cores' names, in DejaVu Sans of 12 px.
LETTER_PX = 7.0
LABEL_GAP_PX = 10
# What a label keeps clear of around the middle of a mark.
MARK_PX = 7
# How far off a label stands that a line leads to, and in how many directions.
RINGS_PX = (24, 34, 46, 60, 76, 94, 114, 136, 160)
DIRECTIONS = 24
ROUNDS = 6
# What a place costs, in pixels of distance from the mark.
OTHER_SIDE, ABOVE_OR_BELOW, LED = 4.0, 6.0, 12.0
OUTSIDE, ON_LABEL, ON_MARK, ON_LINE_PX = 2000.0, 1000.0, 600.0, 1.0
LINE_OVER_MARK, LINE_OVER_LABEL, LINE_OVER_LINE = 25.0, 60.0, 40.0

Align = Literal["left", "right", "center"]
Segment = tuple[Position, Position]


@dataclass(frozen=True)
class LabelPlace:
    """A label's offset from its point in pixels (dy downwards), its alignment, whether a line leads there."""

    dx: float
    dy: float
    align: Align
    led: bool = False


@dataclass(frozen=True)
class Box:
    """A rectangle in pixels from the lower left corner of the plane."""

    left: float
    low: float
    right: float
    high: float

    def overlaps(self, other: Box) -> bool:
        """Return whether the two share more than an edge."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.low < other.high
            and other.low < self.high
        )

    def crosses(self, line: Segment) -> bool:
        """Return whether a part of the line lies within."""
        return self.length_of(line) > 0

    def length_of(self, line: Segment) -> float:
        """Return how many pixels of the line lie within (Liang and Barsky)."""
        (x, y), (x1, y1) = line
        # Nearly all lines lie beside the box.
        if (x <= self.left and x1 <= self.left) or (x >= self.right and x1 >= self.right):
            return 0.0
        if (y <= self.low and y1 <= self.low) or (y >= self.high and y1 >= self.high):
            return 0.0
        first, last = 0.0, 1.0
        for step, before, after in (
            (x1 - x, self.left - x, self.right - x),
            (y1 - y, self.low - y, self.high - y),
        ):
            if step == 0:
                if before >= 0 or after <= 0:
                    return 0.0
                continue
            enter, leave = sorted((before / step, after / step))
            first, last = max(first, enter), min(last, leave)
        return max(0.0, last - first) * math.dist(*line)


@dataclass(frozen=True)
class _Candidate:
    place: LabelPlace
    box: Box
    leader: Segment | None
    cost: float


def place_labels(
    axes: Axes,
    points: Sequence[Position],
    widths: Sequence[float],
    side: Literal["right", "left"] = "right",
    *,
    marks: Sequence[Position] = (),
    lines: Sequence[Segment] = (),
) -> list[LabelPlace]:
    """Return a place for the label of each point: within the plane, clear of each other and of all marks.

    `widths` are those of the labels in pixels. A label stands on that `side` of its point where there is
    room. `marks` are drawn in addition to `points`; a label should not lie on `lines`. Both in data units.
    Where there is no such place a name lies on a mark, or else on another name.
    """
    at = [axes.pixels(point) for point in points]
    drawn = [_around(mark) for mark in dict.fromkeys([*at, *map(axes.pixels, marks)])]
    drawn_lines = [(axes.pixels(start), axes.pixels(end)) for start, end in lines]
    candidates = [
        sorted(
            (
                _with_marks(candidate, axes, drawn, drawn_lines)
                for candidate in _candidates(middle, width, side)
            ),
            key=lambda candidate: candidate.cost,
        )
        for middle, width in zip(at, widths, strict=True)
    ]
    chosen: dict[int, _Candidate] = {}
    # Those with the least to choose from first.
    order = sorted(range(len(points)), key=lambda i: (-candidates[i][0].cost, at[i]))
    for _ in range(ROUNDS):
        before = dict(chosen)
        for index in order:
            others = [candidate for other, candidate in chosen.items() if other != index]
            chosen[index] = _cheapest(candidates[index], others)
        if chosen == before:
            break
    return [chosen[index].place for index in range(len(points))]


def box_of(axes: Axes, point: Position, width: float, place: LabelPlace) -> Box:
    """Return the rectangle that a label takes."""
    x, y = axes.pixels(point)
    return _box(x + place.dx, y - place.dy, width, place.align)


def leader_of(axes: Axes, point: Position, width: float, place: LabelPlace) -> Segment | None:
    """Return the line in data units that leads from the edge of a mark to its label, if one has to."""
    if not place.led:
        return None
    start, end = _leader(axes.pixels(point), box_of(axes, point, width, place))
    return axes.position(start), axes.position(end)


def covered_boxes(
    axes: Axes, points: Sequence[Position], widths: Sequence[float], places: Sequence[LabelPlace]
) -> list[Position]:
    """Return the points, and positions all over their labels: where nothing else should be written."""
    found = list(points)
    for point, width, place in zip(points, widths, places, strict=True):
        box = box_of(axes, point, width, place)
        middle = (box.low + box.high) / 2
        steps = max(2, math.ceil((box.right - box.left) / LABEL_HEIGHT_PX))
        for n in range(steps + 1):
            found.append(axes.position((box.left + n / steps * (box.right - box.left), middle)))
    return found


def _candidates(at: Position, width: float, side: Literal["right", "left"]) -> list[_Candidate]:
    ways: tuple[Align, Align] = ("left", "right") if side == "right" else ("right", "left")
    offsets: dict[Align, float] = {"left": LABEL_GAP_PX, "right": -LABEL_GAP_PX}
    near = MARK_PX + LABEL_HEIGHT_PX / 2
    found = []
    for align, extra in zip(ways, (0.0, OTHER_SIDE), strict=True):
        for dy, aslant in ((0.0, 0.0), (-near / 2, 2.0), (near / 2, 2.0)):
            found.append(_candidate(at, width, LabelPlace(offsets[align], dy, align), extra + aslant))
    for dy in (-near, near):
        found.append(_candidate(at, width, LabelPlace(0.0, dy, "center"), ABOVE_OR_BELOW))
        for align in ways:  # its first or its last letter above or below the mark
            place = LabelPlace(-offsets[align] / 2, dy, align)
            found.append(_candidate(at, width, place, ABOVE_OR_BELOW + OTHER_SIDE / 2))
    for ring in RINGS_PX:
        for number in range(DIRECTIONS):
            angle = 2 * math.pi * number / DIRECTIONS
            dx, dy = ring * math.cos(angle), -ring * math.sin(angle)
            beside: Align = "left" if dx > ring / 2 else "right" if dx < -ring / 2 else "center"
            cost = LED + ring + (OTHER_SIDE if beside == ways[1] else 0.0)
            found.append(_candidate(at, width, LabelPlace(round(dx, 1), round(dy, 1), beside, True), cost))
    return found


def _candidate(at: Position, width: float, place: LabelPlace, cost: float) -> _Candidate:
    box = _box(at[0] + place.dx, at[1] - place.dy, width, place.align)
    return _Candidate(place, box, _leader(at, box) if place.led else None, cost)


def _with_marks(
    candidate: _Candidate, axes: Axes, marks: Sequence[Box], lines: Sequence[Segment]
) -> _Candidate:
    """Return the candidate with what does not depend on other labels in its cost."""
    box, leader = candidate.box, candidate.leader
    inside = min(box.left, box.low) >= 0 and box.right <= axes.width_px and box.high <= axes.height_px
    cost = candidate.cost + (0.0 if inside else OUTSIDE)
    cost += ON_MARK * sum(box.overlaps(mark) for mark in marks)
    cost += ON_LINE_PX * sum(box.length_of(line) for line in lines)
    if leader:
        cost += LINE_OVER_MARK * sum(mark.crosses(leader) for mark in marks)
    return _Candidate(candidate.place, box, leader, cost)


def _cheapest(candidates: Sequence[_Candidate], others: Sequence[_Candidate]) -> _Candidate:
    best, least = candidates[0], math.inf
    for candidate in candidates:  # in order of what they cost without the others
        if candidate.cost >= least:
            break
        cost = candidate.cost + sum(_overlap_cost(candidate, other) for other in others)
        if cost < least:
            best, least = candidate, cost
    return best


def _overlap_cost(one: _Candidate, other: _Candidate) -> float:
    """Return what two labels cost that come in each other's way."""
    cost = ON_LABEL if one.box.overlaps(other.box) else 0.0
    for line, box in ((one.leader, other.box), (other.leader, one.box)):
        cost += LINE_OVER_LABEL if line and box.crosses(line) else 0.0
    if one.leader and other.leader and _cross(one.leader, other.leader):
        cost += LINE_OVER_LINE
    return cost


def _around(middle: Position) -> Box:
    x, y = middle
    return Box(x - MARK_PX, y - MARK_PX, x + MARK_PX, y + MARK_PX)


def _box(x: float, y: float, width: float, align: Align) -> Box:
    left = {"left": x, "right": x - width, "center": x - width / 2}[align]
    return Box(left, y - LABEL_HEIGHT_PX / 2, left + width, y + LABEL_HEIGHT_PX / 2)


def _leader(at: Position, box: Box) -> Segment:
    """Return the line from beside a mark to the nearest point of a box, in pixels."""
    x, y = min(max(at[0], box.left), box.right), min(max(at[1], box.low + 3), box.high - 3)
    farthest = max(abs(x - at[0]), abs(y - at[1])) or 1.0
    part = min(1.0, (MARK_PX + 0.5) / farthest)
    return (at[0] + part * (x - at[0]), at[1] + part * (y - at[1])), (x, y)


def _cross(one: Segment, other: Segment) -> bool:
    def turn(a: Position, b: Position, c: Position) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    (a, b), (c, d) = one, other
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0

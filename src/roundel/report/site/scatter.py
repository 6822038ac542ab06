"""Throughput over area of one target as positions in pixels, for a drawing that a page can react in.

The figure of the documentation (`roundel.report.figure`) shows the same; the geometry is shared.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from roundel.compare.measured import fmax_of, throughput_of
from roundel.compare.notes import bounds_text
from roundel.report.axes import Axes, Position, iso_lines
from roundel.report.figure import SERVICES
from roundel.report.labels import BOLD_PX, Align, Segment, covered_boxes, leader_of, place_labels
from roundel.report.pareto import pareto_front

Row = Mapping[str, Any]

WIDE, NARROW = (720, 430), (470, 290)
# So few marks need no wide drawing.
FEW = 8
ALL = ""
ANCHORS: Mapping[Align, str] = {"left": "start", "right": "end", "center": "middle"}
OTHER = "other"
# Paths around the origin, by the service that has the shape; all of about the same area.
SHAPES: Mapping[str, str] = {
    "hash": "M-5,0a5,5 0 1,0 10,0a5,5 0 1,0 -10,0Z",
    "mac": "M-4.5,-4.5h9v9h-9Z",
    "aead": "M0,-6.3L6.3,0L0,6.3L-6.3,0Z",
    "prng": "M0,-6L5.8,4.6H-5.8Z",
    "block": "M0,6L5.8,-4.6H-5.8Z",
    "ctr": "M6,0L-4.6,5.8V-5.8Z",
    OTHER: "M-1.8,-5.5h3.6v3.7h3.7v3.6h-3.7v3.7h-3.6v-3.7h-3.7v-3.6h3.7Z",
}


@dataclass(frozen=True)
class Mark:
    """A measured row on its place. `facts` are shown to a reader who points at it."""

    row: int
    shape: str
    x: float
    y: float
    slowest_y: float
    fastest_y: float
    current: bool
    facts: str


@dataclass(frozen=True)
class Label:
    """A name beside its mark, the path of the line that leads to it if one has to, and what it covers.

    `taken` are positions in data units.
    """

    text: str
    x: float
    y: float
    anchor: str
    leader: str
    taken: tuple[Position, ...]


@dataclass(frozen=True)
class Front:
    """The Pareto front of one service, or of all (`ALL`), as the steps of what it dominates."""

    service: str
    path: str
    labels: tuple[Label, ...]


@dataclass(frozen=True)
class Tick:
    """A line of the grid and its value."""

    at: float
    text: str


@dataclass(frozen=True)
class Iso:
    """A line of equal throughput per LUT and its label."""

    x1: float
    y1: float
    x2: float
    y2: float
    text: str
    label_x: float
    label_y: float
    angle: float


@dataclass(frozen=True)
class Scatter:
    """Everything that is drawn of one target, in pixels from the upper left corner of the plane."""

    target: str
    device: str
    marks: tuple[Mark, ...]
    fronts: tuple[Front, ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    iso: tuple[Iso, ...]
    width: int
    height: int
    wide: bool


def scatter(rows: Iterable[tuple[int, Row]], target: str) -> Scatter | None:
    """Return the drawing of numbered rows on `target`, or None where none is routed.

    Stale rows are drawn and are on no front: what they show is no longer there.
    """
    mine = [(n, row) for n, row in rows if row["target"] == target and _drawable(row)]
    if not mine:
        return None
    mine.sort(key=lambda pair: (pair[1]["luts"], pair[1]["throughput_mbps"], pair[0]))
    bounds = [_bounds(row) for _, row in mine]
    corners = [(row["luts"], y) for (_, row), pair in zip(mine, bounds, strict=True) for y in pair]
    axes = Axes.around(corners, *(NARROW if len(mine) < FEW else WIDE))
    services = [str(row["service"]) for _, row in mine]
    fronts = {ALL: _front(mine, ALL), **{name: _front(mine, name) for name in dict.fromkeys(services)}}
    marks = []
    for (number, row), (slowest, fastest) in zip(mine, bounds, strict=True):
        x, y = _at(axes, row["luts"], row["throughput_mbps"])
        marks.append(
            Mark(
                row=number,
                shape=shape_of(str(row["service"])),
                x=x,
                y=y,
                slowest_y=_at(axes, row["luts"], slowest)[1],
                fastest_y=_at(axes, row["luts"], fastest)[1],
                current=bool(row["current"]),
                facts=facts_of(row),
            )
        )
    steps = tuple(_steps(axes, mine, name, front) for name, front in fronts.items() if front)
    return Scatter(
        target=target,
        device=str(mine[0][1]["device"]),
        marks=tuple(marks),
        fronts=steps,
        x_ticks=tuple(Tick(_at(axes, value, axes.y_range[0])[0], f"{value:,g}") for value in axes.x_ticks),
        y_ticks=tuple(Tick(_at(axes, axes.x_range[0], value)[1], f"{value:,g}") for value in axes.y_ticks),
        iso=tuple(_iso(axes, mine, steps)),
        width=axes.width_px,
        height=axes.height_px,
        wide=axes.width_px == WIDE[0],
    )


def shape_of(service: str) -> str:
    """Return the name of the shape and color of a service."""
    return service if service in SERVICES else OTHER


def facts_of(row: Row) -> str:
    """Return a row's figures in a sentence, as a reader without the picture wants them."""
    bounds = bounds_text(fmax_of(row), 1)
    text = (
        f"{row['core']}, {row['service']} {row['variant']}: {row['luts']} LUT, "
        f"{row['fmax_mhz']['median']:.1f} MHz ({bounds}), {row['cycles_per_block']:g} cycles per block, "
        f"{row['throughput_mbps']:.0f} Mbit/s, {1000 * row['throughput_per_lut']:.0f} kbit/s per LUT"
    )
    return text if row["current"] else f"{text}; stale"


def _drawable(row: Row) -> bool:
    return bool(row["routed"] and row["throughput_mbps"] and row["luts"] and row["fmax_mhz"])


def _bounds(row: Row) -> tuple[float, float]:
    throughput = throughput_of(row)
    assert throughput is not None, row["core"]  # a row that is drawn has one
    return throughput.low, throughput.high


def _at(axes: Axes, luts: float, mbps: float) -> tuple[float, float]:
    x, y = axes.pixels((luts, mbps))
    return round(x, 1), round(axes.height_px - y, 1)


def _front(rows: Sequence[tuple[int, Row]], service: str) -> tuple[int, ...]:
    """Return the indices into `rows` of the front of a service's current rows."""
    mine = [i for i, (_, row) in enumerate(rows) if row["current"] and service in (ALL, row["service"])]
    points = [(float(rows[i][1]["luts"]), float(rows[i][1]["throughput_mbps"])) for i in mine]
    return tuple(mine[index] for index in pareto_front(points))


def _steps(axes: Axes, rows: Sequence[tuple[int, Row]], service: str, front: tuple[int, ...]) -> Front:
    """Return the front with the edge of what it dominates."""
    corners = axes.steps([_position(rows[index][1]) for index in front])
    return Front(service, _path(axes, corners), _labels(axes, rows, front, list(pairwise(corners))))


def _labels(
    axes: Axes, rows: Sequence[tuple[int, Row]], front: tuple[int, ...], steps: Sequence[Segment]
) -> tuple[Label, ...]:
    """Return the names of what is on the front: all of them would hide each other."""
    points = [_position(rows[index][1]) for index in front]
    texts = [str(rows[index][1]["core"]) for index in front]
    marks = [_position(row) for _, row in rows]
    # Upwards and to the left of a front there are only stale rows.
    widths = [BOLD_PX * len(text) for text in texts]
    places = place_labels(axes, points, widths, "left", marks=marks, lines=steps)
    labels = []
    for point, text, width, place in zip(points, texts, widths, places, strict=True):
        x, y = _at(axes, *point)
        led = leader_of(axes, point, width, place)
        leader = _path(axes, led) if led else ""
        box = tuple(covered_boxes(axes, [point], [width], [place]))
        labels.append(
            Label(text, round(x + place.dx, 1), round(y + place.dy, 1), ANCHORS[place.align], leader, box)
        )
    return tuple(labels)


def _path(axes: Axes, corners: Sequence[Position]) -> str:
    """Return a line as an SVG path."""
    return "M" + "L".join("{},{}".format(*_at(axes, *corner)) for corner in corners)


def _position(row: Row) -> Position:
    return float(row["luts"]), float(row["throughput_mbps"])


def _iso(axes: Axes, rows: Sequence[tuple[int, Row]], fronts: Sequence[Front]) -> Iterable[Iso]:
    """Yield the lines, labelled where there is neither a mark nor a name of the front of all."""
    taken = [_position(row) for _, row in rows]
    for front in fronts:
        if front.service == ALL:
            taken += [position for label in front.labels for position in label.taken]
    for line in iso_lines(axes, taken):
        (x1, y1), (x2, y2) = (_at(axes, *end) for end in line.ends)
        label_x, label_y = _at(axes, *line.label_at)
        text = f"{line.mbps_per_lut:g} Mbit/s per LUT"
        yield Iso(x1, y1, x2, y2, text, label_x, label_y, round(line.angle, 1))

"""Throughput against area as a scatter on two logarithmic axes, drawn without a network.

A row is a measurement as the lab's JSON prints it. The point is the median, the bar through it its
confidence interval over the seeds; along a dashed line throughput per LUT is the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import altair as alt

from roundel.compare.measured import throughput_of
from roundel.errors import RoundelError
from roundel.report.axes import Axes, IsoLine, Position, iso_lines
from roundel.report.labels import LETTER_PX, LabelPlace, covered_boxes, leader_of, place_labels
from roundel.report.theme import INK, ISO, QUIET_INK, SURFACE, chart_of, styled, write_svg

# (width, height) for some points, and for so many that their names need the room.
SIZE_PX, LARGE_PX = (620, 400), (860, 600)
MANY = 16
PALE = 0.35
# A service keeps its color and its shape whatever else is in the picture.
SERVICES: Mapping[str, tuple[tuple[str, str], str]] = {
    "hash": (("#2a78d6", "#3987e5"), "circle"),
    "mac": (("#128a5f", "#199e70"), "square"),
    "aead": (("#4a3aa7", "#9085e9"), "diamond"),
    "prng": (("#b07800", "#c98500"), "triangle-up"),
    "block": (("#e34948", "#e66767"), "triangle-down"),
    "ctr": (("#0b8193", "#3fb0c2"), "triangle-right"),
}
OTHER_SERVICE = (("#777777", "#999999"), "cross")


@dataclass(frozen=True)
class Point:
    """One row on its place: LUTs, and Mbit/s at the median clock and at the bounds of its interval."""

    label: str
    service: str
    luts: float
    mbps: float
    slowest_mbps: float
    fastest_mbps: float


@dataclass(frozen=True)
class Marks:
    """What is marked among the points: the Pareto front, by their indices, and limits to keep.

    With a front the points that are not on it are pale, and a line of steps joins those that are: below and
    to the right of it lies all that they are better than.
    """

    front: tuple[int, ...] | None = None
    most_luts: float | None = None
    least_mbps: float | None = None


def throughput_area(rows: Iterable[Mapping[str, Any]], path: Path) -> None:
    """Write the SVG of throughput (Mbit/s) over LUTs for `rows`, the field names of `roundel bench --json`.

    Rows without a routed clock have no place in it and are left out; RoundelError when no row is left.
    """
    draw(_points(rows), path)


def draw(points: Sequence[Point], path: Path, marks: Marks | None = None) -> None:
    """Write the SVG of throughput over LUTs for `points`; RoundelError when there is none."""
    if not points:
        raise RoundelError(
            "no placed and routed result to draw", "Measure one first: `roundel bench keccak-hash`."
        )
    chart = _chart(points, marks or Marks())
    write_svg(chart, path, [OTHER_SERVICE[0], *(colors for colors, _ in SERVICES.values())])


def _points(rows: Iterable[Mapping[str, Any]]) -> list[Point]:
    usable = [row for row in rows if row.get("throughput_mbps") and row.get("luts") and row.get("fmax_mhz")]
    points = []
    for row in usable:
        throughput = throughput_of(row)
        assert throughput is not None  # the usable ones have one
        points.append(
            Point(
                label=_label(row, usable),
                service=str(row["service"]),
                luts=float(row["luts"]),
                mbps=float(row["throughput_mbps"]),
                slowest_mbps=throughput.low,
                fastest_mbps=throughput.high,
            )
        )
    return points


def _label(row: Mapping[str, Any], rows: list[Mapping[str, Any]]) -> str:
    """Return the core's name; where it stands in the picture more than once, with what distinguishes it.

    That is the block size, or the variant where block sizes are the same.
    """
    name = str(row["core"])
    twins = [other for other in rows if other["core"] == row["core"]]
    sizes = {other.get("block_bits") for other in twins}
    if len(sizes) < len(twins) and len({other.get("variant") for other in twins}) == len(twins):
        name += f", {row['variant']}"
    elif len(sizes) > 1:
        name += f", {row['block_bits']} bit"
    return name


def _chart(points: Sequence[Point], marks: Marks) -> alt.LayerChart:
    corners = [(p.luts, y) for p in points for y in (p.slowest_mbps, p.fastest_mbps)]
    # A limit is in the picture, too.
    corners.append((marks.most_luts or points[0].luts, marks.least_mbps or points[0].mbps))
    axes = Axes.around(corners, *(LARGE_PX if len(points) > MANY else SIZE_PX))
    x = alt.X("luts:Q", title="LUTs", scale=_log(axes.x_range), axis=_axis(axes.x_ticks))
    y = alt.Y("mbps:Q", title="throughput (Mbit/s)", scale=_log(axes.y_range), axis=_axis(axes.y_ticks))
    placed = [(p.luts, p.mbps) for p in points]
    widths = [LETTER_PX * len(p.label) for p in points]
    lines = _lines(axes, placed, marks)
    # Upwards and to the left of a front there is nothing.
    side: Literal["left", "right"] = "left" if marks.front else "right"
    segments = [segment for line in lines for segment in pairwise(line.corners)]
    places = place_labels(axes, placed, widths, side, lines=segments)
    pale = [marks.front is not None and index not in marks.front for index in range(len(points))]
    layers = _iso_layers(iso_lines(axes, covered_boxes(axes, placed, widths, places)), x, y)
    for line in lines:
        solid: dict[str, Any] = {"color": QUIET_INK[0], "strokeWidth": line.width}
        layers.append(_path(line.corners).mark_line(**solid).encode(x, y, alt.Order("order:Q")))
    written = [
        _name(axes, point, place, QUIET_INK[0] if is_pale else INK[0])
        for point, place, is_pale in zip(points, places, pale, strict=True)
    ]
    # Below the marks a halo in the color of the ground, so that lines do not run through the letters.
    halo: dict[str, Any] = {"stroke": SURFACE[0], "strokeWidth": 4}
    layers += [text.mark_text(**style, **halo).encode(x, y) for text, style, _ in written]
    # A leader is thinner than a front's steps and not dashed, lest it be taken for another.
    thin: dict[str, Any] = {"color": QUIET_INK[0], "strokeWidth": 0.7}
    ends = [chart_of([leader]) for _, _, leader in written if leader]
    layers += [
        leader.mark_rule(**thin).encode(x, y, alt.X2("to_luts:Q"), alt.Y2("to_mbps:Q")) for leader in ends
    ]
    layers += _point_layers(points, pale, x, y)
    layers += [text.mark_text(**style).encode(x, y) for text, style, _ in written]
    return styled(alt.LayerChart(layer=layers).properties(width=axes.width_px, height=axes.height_px))


def _iso_layers(lines: Iterable[IsoLine], x: alt.X, y: alt.Y) -> list[Any]:
    dashed: dict[str, Any] = {"color": ISO[0], "strokeDash": [4, 4], "strokeWidth": 1}
    layers: list[Any] = []
    for line in lines:
        name = f"{line.mbps_per_lut:g} Mbit/s per LUT"
        style: dict[str, Any] = {"angle": line.angle, "dy": -7, "fontSize": 11, "color": QUIET_INK[0]}
        layers.append(_path(line.ends).mark_line(**dashed).encode(x, y))
        layers.append(_path([line.label_at]).mark_text(text=name, **style).encode(x, y))
    return layers


def _point_layers(points: Sequence[Point], pale: Sequence[bool], x: alt.X, y: alt.Y) -> list[Any]:
    """Return the intervals and the marks."""
    data = chart_of(
        [
            {
                "luts": p.luts,
                "mbps": p.mbps,
                "slowest": p.slowest_mbps,
                "fastest": p.fastest_mbps,
                "service": p.service,
                "opacity": PALE if is_pale else 1.0,
            }
            for p, is_pale in zip(points, pale, strict=True)
        ]
    )
    color, shape = _service_scales(points)
    clear = alt.Opacity("opacity:Q", scale=None, legend=None)
    return [
        data.mark_rule(strokeWidth=2, strokeOpacity=0.6).encode(
            x, alt.Y("slowest:Q"), alt.Y2("fastest:Q"), color, clear
        ),
        data.mark_point(filled=True, size=90, stroke=SURFACE[0], strokeWidth=1.5).encode(
            x, y, color, shape, clear
        ),
    ]


def _path(corners: Iterable[Position]) -> alt.Chart:
    return chart_of([{"luts": luts, "mbps": mbps, "order": n} for n, (luts, mbps) in enumerate(corners)])


def _name(
    axes: Axes, point: Point, place: LabelPlace, ink: str
) -> tuple[alt.Chart, dict[str, Any], dict[str, float] | None]:
    """Return a label's chart, its style, and the line that leads to it if one has to."""
    at = point.luts, point.mbps
    style: dict[str, Any] = {
        "align": place.align,
        "dx": place.dx,
        "dy": place.dy,
        "text": point.label,
        "color": ink,
        "fontSize": 12,
    }
    leader = leader_of(axes, at, LETTER_PX * len(point.label), place)
    if leader is None:
        return _path([at]), style, None
    (luts, mbps), (to_luts, to_mbps) = leader
    return _path([at]), style, {"luts": luts, "mbps": mbps, "to_luts": to_luts, "to_mbps": to_mbps}


@dataclass(frozen=True)
class _Line:
    """A line of marks, by its corners in data units, and how thick it is."""

    corners: tuple[Position, ...]
    width: float


def _lines(axes: Axes, placed: Sequence[Position], marks: Marks) -> list[_Line]:
    """Return the steps of the front and the limits."""
    (x0, x1), (y0, y1) = axes.x_range, axes.y_range
    lines = []
    if marks.front:
        lines.append(_Line(tuple(axes.steps([placed[index] for index in marks.front])), 2.0))
    if marks.most_luts is not None:
        lines.append(_Line(((marks.most_luts, y0), (marks.most_luts, y1)), 1.0))
    if marks.least_mbps is not None:
        lines.append(_Line(((x0, marks.least_mbps), (x1, marks.least_mbps)), 1.0))
    return lines


def _service_scales(points: Sequence[Point]) -> tuple[alt.Color, alt.Shape]:
    """Return color and shape by service; a legend only where there is more than one service."""
    known = [name for name in SERVICES if any(p.service == name for p in points)]
    names = known + sorted({p.service for p in points} - set(known))
    looks = [SERVICES.get(name, OTHER_SERVICE) for name in names]
    legend = alt.Legend(title="service", symbolOpacity=1, orient="top") if len(names) > 1 else None
    return (
        alt.Color("service:N", scale=alt.Scale(domain=names, range=[c[0] for c, _ in looks]), legend=legend),
        alt.Shape("service:N", scale=alt.Scale(domain=names, range=[s for _, s in looks]), legend=legend),
    )


def _log(domain: tuple[float, float]) -> alt.Scale:
    return alt.Scale(type="log", domain=list(domain), nice=False)


def _axis(ticks: list[float]) -> alt.Axis:
    return alt.Axis(values=ticks, format=",~r", grid=True)

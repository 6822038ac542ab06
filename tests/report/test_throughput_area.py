"""The throughput/area figure, from synthetic rows."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from report_material import made_up_row

from roundel.catalog import load_catalog
from roundel.compare.measured import measured_of
from roundel.errors import RoundelError
from roundel.report import throughput_area
from roundel.report.axes import Axes, iso_lines, ticks
from roundel.report.scatter import Design, Front, plain
from roundel.report.theme import OTHER, SERVICES, SHAPES

SVG = "{http://www.w3.org/2000/svg}"


def row(core: str, luts: int, mbps: float, service: str = "hash", **more: Any) -> dict[str, Any]:
    """A row of 100 MHz and of three seeds; a block is of 1088 bits if it is not said otherwise."""
    clock = {"fmax_mhz": {"median": 100.0, "min": 97.0, "max": 104.0}, "fmax_interval": None, "seeds": 3}
    cycles = 100.0 * more.get("block_bits", 1088) / mbps
    return made_up_row(core, luts, mbps, service=service, cycles_per_block=cycles, **clock | more)


ROWS = [
    row("core-a", 5200, 4800.0),
    row("core-a", 5200, 5080.0, block_bits=1152),
    row("core-a", 5200, 2540.0, block_bits=576),
    row("core-b", 900, 310.0, service="mac"),
    row("core-c:small", 2100, 1900.0, service="aead"),
]


def texts(path: Path) -> list[str]:
    return ["".join(element.itertext()) for element in ET.parse(path).iter(f"{SVG}text")]


def test_every_row_is_labelled_and_the_axes_are_named(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "figure.svg"
    throughput_area(ROWS).write(path)
    shown = texts(path)
    assert {"core-a, 1088 bit", "core-a, 1152 bit", "core-a, 576 bit", "core-b", "core-c:small"} <= set(shown)
    assert {"LUTs", "throughput (Mbit/s)", "1 Mbit/s per LUT", "2,000"} <= set(shown)
    assert {"hash", "mac", "aead"} <= set(shown)


def test_a_lone_point_needs_no_legend(tmp_path: Path) -> None:
    path = tmp_path / "figure.svg"
    throughput_area(ROWS[:1]).write(path)
    shown = texts(path)
    assert "core-a" in shown
    assert "hash" not in shown


def test_the_name_of_a_configuration_stands_once(tmp_path: Path) -> None:
    path = tmp_path / "figure.svg"
    throughput_area([row("core-x2", 5200, 4800.0), *ROWS]).write(path)
    assert "core-x2" in texts(path)


def test_the_picture_needs_no_network_and_has_a_dark_side(tmp_path: Path) -> None:
    path = tmp_path / "figure.svg"
    throughput_area(ROWS).write(path)
    svg = path.read_text()
    assert "prefers-color-scheme: dark" in svg
    assert 'href="http' not in svg and "url(http" not in svg and "@import" not in svg


def test_rows_that_were_not_routed_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "figure.svg"
    unrouted = row("core-x", 3000, 1.0) | {"fmax_mhz": None, "throughput_mbps": None}
    throughput_area([*ROWS, unrouted]).write(path)
    assert not any("core-x" in text for text in texts(path))
    with pytest.raises(RoundelError, match="roundel bench"):
        throughput_area([unrouted])


def test_ticks_are_round() -> None:
    assert ticks(0.9, 60) == [1, 2, 5, 10, 20, 50]
    assert ticks(1900, 4500) == [2000, 3000, 4000]


def test_iso_lines_stay_inside_and_keep_their_ratio() -> None:
    points = [(r["luts"], r["throughput_mbps"]) for r in ROWS]
    axes = Axes.around(points, 600, 400)
    lines = iso_lines(axes, points)
    assert len(lines) >= 2
    for line in lines:
        for luts, mbps in (*line.ends, line.label_at):
            assert mbps / luts == pytest.approx(line.mbps_per_lut)
            assert axes.x_range[0] * 0.999 <= luts <= axes.x_range[1] * 1.001
            assert axes.y_range[0] * 0.999 <= mbps <= axes.y_range[1] * 1.001


def test_positions_and_pixels_are_each_other_s_inverse() -> None:
    axes = Axes((100, 1000), (10, 5000), 600, 400)
    for position in ((100.0, 10.0), (1000.0, 5000.0), (321.0, 77.0)):
        assert axes.position(axes.pixels(position)) == pytest.approx(position)


def test_variants_of_one_block_size_are_told_apart_by_name(tmp_path: Path) -> None:
    rows = [
        row("keyak-hs", 6448, mbps, "aead", variant=variant, block_bits=1344)
        for variant, mbps in (("seal", 7860.0), ("seal-ad", 7256.0))
    ]
    path = tmp_path / "out.svg"
    throughput_area(rows).write(path)
    assert {"keyak-hs, seal", "keyak-hs, seal-ad"} <= set(texts(path))


def drawn(path: Path, front: tuple[int, ...] = (), **limits: float) -> tuple[dict[str, list[str]], int]:
    """The paths of lines by their class, in pixels, and how many marks are pale."""
    rows = (("big", 8000, 9000.0), ("poor", 7000, 500.0), ("small", 1000, 1000.0))
    designs = [Design(name, measured_of(row(name, luts, mbps))) for name, luts, mbps in rows]
    pale = frozenset({0, 1, 2}) - frozenset(front) if front else frozenset()
    drawing = replace(plain(designs), fronts=[Front("", front, (0, 1, 2))], pale=pale, **limits)
    drawing.figure.write(path)
    lines: dict[str, list[str]] = {}
    for element in ET.parse(path).iter(f"{SVG}path"):
        lines.setdefault(element.get("class", ""), []).append(element.get("d", ""))
    return lines, path.read_text().count('opacity="0.35"')


def test_the_front_is_a_line_of_steps_and_the_others_are_pale(tmp_path: Path) -> None:
    lines, pale = drawn(tmp_path / "figure.svg", (0, 2))
    (steps,) = lines["steps"]
    corners = [tuple(map(float, pair.split(","))) for pair in steps.removeprefix("M").split("L")]
    assert pale == 1 and len(corners) == 5
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    # Up to the small one, on to the big one's LUTs, up to it, on to the edge; pixels count downwards.
    assert xs[0] == xs[1] < xs[2] == xs[3] < xs[4] and ys[0] > ys[1] == ys[2] > ys[3] == ys[4]


def test_limits_are_lines_and_within_the_picture(tmp_path: Path) -> None:
    path = tmp_path / "figure.svg"
    lines, pale = drawn(path, most_luts=20000.0, least_mbps=50.0)
    assert len(lines["limit"]) == 2 and pale == 0 and "steps" not in lines
    assert "20,000" in texts(path)
    assert "limit" not in drawn(path)[0] and "20,000" not in texts(path)


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RoundelError, match="file/out.svg: cannot be written") as caught:
        throughput_area(ROWS).write(tmp_path / "file" / "out.svg")
    assert caught.value.hint


def test_every_service_of_the_catalog_has_a_look_of_its_own() -> None:
    services = {service.name for core in load_catalog().values() for service in core.services}
    assert services | {OTHER} == set(SERVICES) == set(SHAPES)
    assert len(set(SERVICES.values())) == len(set(SHAPES.values())) == len(SERVICES)

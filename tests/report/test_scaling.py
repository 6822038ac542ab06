"""Lines of scaling: a line for each series and side in each panel, ours as far as it goes, its bounds."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from roundel.errors import RoundelError
from roundel.report import ScaledPoint, scaling_lines
from roundel.report.scaling import SERIES
from roundel.spread import Spread

SVG = "{http://www.w3.org/2000/svg}"
POINTS = [
    ScaledPoint("unrolled", "AES", 2, 0.8, Spread(0.9, 0.85, 0.95, 6)),
    ScaledPoint("unrolled", "AES", 5, 0.67),
    ScaledPoint("unrolled", "Keccak", 2, 0.89),
    ScaledPoint("pipelined", "AES", 2, 1.03, Spread.exact(1.1)),
    ScaledPoint("pipelined", "AES", 5, 1.04, Spread.exact(1.2)),
]


def drawn(path: Path, *points: ScaledPoint) -> tuple[list[str], list[int]]:
    """Return the texts, and the number of points of each line."""
    scaling_lines(points, "a title", "a note").write(path)
    tree = ET.parse(path)
    texts = ["".join(element.itertext()) for element in tree.iter(f"{SVG}text")]
    marks = [e for e in tree.iter(f"{SVG}path") if e.get("class") == "series"]
    return texts, sorted(len(re.findall("[ML]", str(mark.get("d")))) for mark in marks)


def test_every_line_begins_at_one_round_and_ours_ends_where_it_is_not_measured(tmp_path: Path) -> None:
    texts, lines = drawn(tmp_path / "deep" / "scaling.svg", *POINTS)
    assert {"a title", "a note", "unrolled", "pipelined", "AES", "Keccak", "paper", "ours"} <= set(texts)
    # Paper: AES 3 and Keccak 2 unrolled, AES 3 pipelined; ours: AES 2 unrolled, AES 3 pipelined.
    assert lines == [2, 2, 3, 3, 3]


def test_only_ours_with_bounds_has_a_bar_through_it(tmp_path: Path) -> None:
    drawn(tmp_path / "scaling.svg", *POINTS)
    tree = ET.parse(tmp_path / "scaling.svg")
    rules = [e for e in tree.iter(f"{SVG}path") if e.get("class") == "range"]
    assert len([e for e in rules if e.get("stroke") == SERIES[0][0]]) == 1


def test_a_series_keeps_its_color_in_every_panel_and_has_one_for_the_dark(tmp_path: Path) -> None:
    drawn(tmp_path / "scaling.svg", *POINTS)
    text = (tmp_path / "scaling.svg").read_text()
    for light, dark in SERIES[:2]:
        assert f'[stroke="{light}"]{{stroke:{dark}}}' in text


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(RoundelError, match="no figure"):
        scaling_lines([], "a title")
    many = [ScaledPoint("p", f"s{number}", 2, 1.0) for number in range(len(SERIES) + 1)]
    with pytest.raises(RoundelError, match="5 series"):
        scaling_lines(many, "a title")

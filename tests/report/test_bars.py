"""Bars of ratios: every figure and label is there, ours has its range, what is missing is told."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from roundel.errors import RoundelError
from roundel.report import RatioBar, ratio_bars
from roundel.report.bars import BAR_PX
from roundel.report.theme import OURS, PAPER, SIDES
from roundel.spread import Spread

SVG = "{http://www.w3.org/2000/svg}"
RANGED = RatioBar("A / B", 3.58, Spread(4.6, 4.2, 5.0, 6))
POINT = RatioBar("C / D", 4.19, Spread.exact(0.8))
MISSING = RatioBar("E / F", 10.7, note="not measured yet")


def drawn(path: Path, *bars: RatioBar) -> tuple[list[str], dict[str, int]]:
    """Return the texts, and how many bars there are of each side."""
    ratio_bars(bars, "a title").write(path)
    tree = ET.parse(path)
    texts = ["".join(element.itertext()) for element in tree.iter(f"{SVG}text")]
    marks = [e.get("fill") for e in tree.iter(f"{SVG}rect") if e.get("height") == str(BAR_PX)]
    return texts, {side: marks.count(light) for side, (light, _) in SIDES.items()}


def ranges(path: Path) -> int:
    lines = ET.parse(path).iter(f"{SVG}path")
    return sum(line.get("class") in ("one", "range") for line in lines)


def test_all_bars_are_drawn_and_labelled(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "bars.svg"
    texts, count = drawn(path, RANGED, POINT, MISSING)
    assert {"A / B", "C / D", "E / F", "a title", "paper", "ours"} <= set(texts)
    assert {"3.58", "4.60", "4.19", "0.80", "10.70", "not measured yet"} <= set(texts)
    assert count == {PAPER: 3, OURS: 2}
    assert ranges(path) == 2  # that of A / B, and the line at 1


def test_without_ours_there_is_no_bar_of_it(tmp_path: Path) -> None:
    texts, count = drawn(tmp_path / "bars.svg", MISSING)
    assert count == {PAPER: 1, OURS: 0} and texts.count("not measured yet") == 1
    assert ranges(tmp_path / "bars.svg") == 1


def test_dark_colors_stand_in_the_file(tmp_path: Path) -> None:
    drawn(tmp_path / "bars.svg", RANGED)
    light, dark = SIDES[OURS]
    assert f'[fill="{light}"]{{fill:{dark}}}' in (tmp_path / "bars.svg").read_text()


def test_nothing_to_draw_is_refused() -> None:
    with pytest.raises(RoundelError, match="no ratio"):
        ratio_bars([], "a title")


def test_figures_that_are_no_ratios_have_no_line_at_one(tmp_path: Path) -> None:
    ratio_bars([POINT], "a share in %", mark_one=False).write(tmp_path / "bars.svg")
    assert ranges(tmp_path / "bars.svg") == 0

"""Ratios over targets: every device and target has its mark, and what is missing its reason."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from roundel.errors import RoundelError
from roundel.report import RatioPoints, ratio_points
from roundel.report.ratio_points import STALE
from roundel.report.scaling import SERIES
from roundel.spread import Spread

SVG = "{http://www.w3.org/2000/svg}"
TARGETS = ("ecp5", "nexus", "gowin")
RATIO = RatioPoints(
    "A / B",
    {"Virtex-7": 3.58, "Virtex-5": 2.19},
    {"ecp5": Spread(4.2, 4.0, 4.4, 16), "nexus": Spread(3.4, 3.4, 3.4, 1)},
    {"gowin": "needs rows of core-a"},
    stale=frozenset({"nexus"}),
)


def drawn(path: Path, *ratios: RatioPoints) -> tuple[list[str], ET.ElementTree]:
    ratio_points(ratios, TARGETS, "a title", "a note").write(path)
    tree = ET.parse(path)
    return ["".join(element.itertext()) for element in tree.iter(f"{SVG}text")], tree


def test_all_devices_and_targets_are_drawn(tmp_path: Path) -> None:
    texts, tree = drawn(tmp_path / "deep" / "points.svg", RATIO)
    assert {"a title", "a note", "A / B", "Virtex-7", "Virtex-5", *TARGETS, STALE} <= set(texts)
    assert {"3.58, 2.19", "4.20", "3.40, one seed", "gowin: needs rows of core-a"} <= set(texts)
    lines = [line.get("class") for line in tree.iter(f"{SVG}path")]
    assert lines.count("range") == 1 and lines.count("one") == 1
    # Of the figure, and of the legend: a target each, and the hollow mark.
    assert len(list(tree.iter(f"{SVG}circle"))) == 2 + len(TARGETS) + 1


def test_the_axis_is_logarithmic_and_has_one(tmp_path: Path) -> None:
    wide = RatioPoints("C / D", {"Virtex-7": 16.0}, {"ecp5": Spread.exact(4.0)})
    _, tree = drawn(tmp_path / "points.svg", wide)
    (one,) = (e.get("d") or "" for e in tree.iter(f"{SVG}path") if e.get("class") == "one")
    at = float(one.partition(",")[0].removeprefix("M"))
    (dot,) = (float(e.get("cx") or 0) for e in tree.iter(f"{SVG}circle") if float(e.get("cx") or 0) > 0)
    shape = next(e for e in tree.iter(f"{SVG}g") if float(moved(e)) > dot)
    # 4 is halfway between 1 and 16.
    assert dot - at == pytest.approx(float(moved(shape)) - dot, abs=0.2)


def moved(group: ET.Element) -> str:
    """How far to the right a group of a single shape is moved; 0 for any other group."""
    shape = [child for child in group if child.tag == f"{SVG}path"]
    return (group.get("transform") or "(0,")[:-1].partition("(")[2].partition(",")[0] if shape else "0"


def test_what_is_not_comparable_says_so(tmp_path: Path) -> None:
    ratio = RatioPoints("A / B", {}, {"ecp5": Spread.exact(2.0)}, incomparable=frozenset({"ecp5"}))
    texts, _ = drawn(tmp_path / "points.svg", ratio)
    assert "2.00, not comparable" in texts and STALE not in texts and "nexus: not measured" in texts


def test_nothing_and_too_much_are_refused() -> None:
    with pytest.raises(RoundelError, match="no ratio"):
        ratio_points([], TARGETS, "a title")
    with pytest.raises(RoundelError, match="more than there are colors"):
        ratio_points([RATIO], [f"t{n}" for n in range(len(SERIES) + 1)], "a title")

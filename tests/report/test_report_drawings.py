"""The report's drawings and colours: marks lie where their figures are, and text can be read."""

from __future__ import annotations

import re
from importlib import resources
from typing import Any
from xml.etree import ElementTree

import pytest
from markupsafe import Markup
from report_material import (
    SEAL,
    SEALED,
    made_up,
    made_up_core,
    made_up_row,
)

from roundel.report.scatter import ALL, Scatter
from roundel.report.site import build
from roundel.report.site.paper_views import paper_page
from roundel.report.site.ratio_bar import WIDTH_PX, ratio_drawing
from roundel.report.site.tables import lines_of
from roundel.report.site.theme_css import TOKENS
from roundel.report.site.views import scatter
from roundel.report.theme import SERVICES
from roundel.spread import Spread


def drawing(*rows: dict[str, Any]) -> Scatter:
    return scatter(lines_of(list(rows), {}, frozenset()))


def clocked(core: str, luts: int, mbps: float, **changes: Any) -> dict[str, Any]:
    """A row whose cycles make its throughput."""
    return made_up_row(core, luts, mbps, cycles_per_block=111.25 * 1088 / mbps, **changes)


def test_the_front_is_of_present_sources_and_each_service_has_its_own() -> None:
    found = drawing(
        clocked("small", 1000, 1000.0),
        clocked("beaten", 2000, 900.0),
        clocked("large", 3000, 4000.0),
        clocked("gone", 900, 9000.0, current=False),
        clocked("mac", 2500, 500.0, service="mac"),
    )
    names = [design.label for design in found.designs]
    fronts = {front.service: [names[index] for index in front.named] for front in found.fronts}
    assert fronts == {ALL: ["small", "large"], "hash": ["small", "large"], "mac": ["mac"]}
    gone = found.designs[names.index("gone")]
    assert not gone.measured.current and "stale" in gone.facts
    shown = ElementTree.fromstring(found.figure.inline("a name", "group"))
    groups = [e for e in shown.iter("g") if (e.get("class") or "").startswith("front")]
    assert {e.get("data-service") for e in groups} == set(fronts) and len(groups) == 2 * len(fronts)
    assert all(("shown" in e.get("class").split()) == (e.get("data-service") == ALL) for e in groups)


def test_only_a_row_of_several_seeds_has_a_bar() -> None:
    one: dict[str, Any] = {"fmax_interval": {"low": 111.25, "high": 111.25}, "seeds": 1}
    one["fmax_mhz"] = {"median": 111.25, "min": 111.25, "max": 111.25}
    found = drawing(clocked("several", 1000, 1000.0), clocked("one", 2000, 1000.0, **one))
    marks = ElementTree.fromstring(found.figure.inline("a name")).iter("a")
    bars = {
        mark.get("aria-label").split(",")[0]: len(mark.findall("path[@class='whisker']")) for mark in marks
    }
    assert bars == {"several": 1, "one": 0}


def test_marks_lie_where_their_figures_are_and_lead_to_their_rows() -> None:
    found = drawing(clocked("a", 1000, 1000.0), clocked("b", 4000, 1000.0), clocked("c", 1000, 4000.0))
    marks = {}
    for mark in ElementTree.fromstring(found.figure.inline("a name")).iter("a"):
        place = re.search(r"translate\(([\d.]+),([\d.]+)\)", mark.find("g").get("transform"))
        assert place is not None and mark.get("href").startswith("#row-")
        marks[mark.get("aria-label").split(",")[0]] = tuple(map(float, place.groups()))
    a, b, c = (marks[name] for name in "abc")
    assert a[0] == c[0] < b[0] and a[1] == b[1] > c[1]  # pixels count downwards
    (facts,) = (design.facts for design in found.designs if design.label == "a")
    assert "(103.0 to 119.0)" in facts and "1000 LUT" in facts and "1000 Mbit/s" in facts


@pytest.mark.parametrize(("seeds", "shown"), [(1, "(one seed)"), (2, "(range 101.5 to 121.0)")])
def test_a_mark_of_few_seeds_has_no_interval(seeds: int, shown: str) -> None:
    (design,) = drawing(made_up_row("a", seeds=seeds, fmax_interval=None)).designs
    assert shown in design.facts


def test_controls_have_the_edge_that_has_the_contrast() -> None:
    style = (resources.files("roundel.report.site") / "templates" / "report.css").read_text()
    rules = re.findall(r'(?:button, select, input\[type="search"\]|\.theme span) \{([^}]*)\}', style)
    assert len(rules) == 3 and sum("border: 1px solid var(--edge)" in rule for rule in rules) == 2


@pytest.mark.parametrize(("service", "is_other"), [("block", False), ("ctr", False), ("new", True)])
def test_only_services_without_a_shape_are_others(service: str, is_other: bool) -> None:
    page = build(made_up(made_up_row("a", service=service), made_up_row("b")))["index.html"]
    assert (">other</text>" in page) is is_other


def test_nothing_routed_is_no_drawing() -> None:
    page = build(made_up(made_up_row("a", routed=False)))["index.html"]
    assert "Nothing is drawn of ecp5" in page and "measured designs on" not in page


@pytest.mark.parametrize(("value", "beyond"), [(2.0, 0), (2.0 * 7.9, 0), (2.0 * 8.1, 1), (2.0 / 8.1, -1)])
def test_a_ratio_drawing_has_the_paper_in_the_middle(value: float, beyond: int) -> None:
    found = ratio_drawing(Spread(value, value * 0.9, value * 1.1, 5), 2.0, "about", 1.5)
    assert found.beyond == beyond and 0 <= found.low <= found.at <= found.high <= WIDTH_PX
    if value == 2.0:
        assert found.at == WIDTH_PX / 2
        assert found.band_from + found.band_to == pytest.approx(WIDTH_PX, abs=0.2)


def test_the_band_of_a_ratio_drawing_is_the_side_that_is_claimed_and_one_seed_has_no_bounds() -> None:
    one = Spread(3.0, 3.0, 3.0, 1)
    above, below = ratio_drawing(one, 2.0, "above", 1.5), ratio_drawing(one, 2.0, "below", 1.5)
    assert (above.band_from, above.band_to) == (WIDTH_PX / 2, WIDTH_PX)
    assert (below.band_from, below.band_to) == (0.0, WIDTH_PX / 2)
    assert above.low == above.at == above.high


def test_the_drawing_of_a_limit_says_so() -> None:
    answered = made_up(
        made_up_row("aes-groestl-256", **SEALED), cores=(made_up_core("aes-groestl-256", services=(SEAL,)),)
    ).reproductions
    p4 = next(one for one in answered if one.paper.id == "p4")
    claim = paper_page(p4, {}, Markup("")).claims[0]
    assert claim.drawn == "ours is 1.03 of the limit, 16.5" and claim.answer.paper is None


def luminance(color: str) -> float:
    """Return the relative luminance of WCAG 2 of `#rrggbb`."""
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("side", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["surface", "raised"])
@pytest.mark.parametrize("text", ["ink", "quiet", "accent", "holds", "fails", "open"])
def test_text_has_the_contrast_of_wcag_aa(text: str, ground: str, side: int) -> None:
    assert contrast(TOKENS[text][side], TOKENS[ground][side]) >= 4.5


# What is no text and has to be seen: marks, and the edges of buttons and fields.
MARKS = {"focus": TOKENS["focus"], "edge": TOKENS["edge"], **SERVICES}


@pytest.mark.parametrize("side", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("mark", MARKS)
def test_marks_have_the_contrast_of_wcag_aa(mark: str, side: int) -> None:
    assert contrast(MARKS[mark][side], TOKENS["surface"][side]) >= 3

"""The parts of figures: round ticks, values that do not run into each other, text that is never markup."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from markupsafe import Markup

from roundel.report.svg import Figure, Panel, Scale, element, frame, text
from roundel.report.theme import SURFACE


@pytest.mark.parametrize(
    ("low", "high", "pixels", "ticks"),
    [
        (0, 10.7, 420, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        (0.6, 1.3, 260, [0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.3]),
        (0, 1500, 100, [0, 1000]),
    ],
)
def test_ticks_are_round_and_some_pixels_apart(
    low: float, high: float, pixels: float, ticks: list[float]
) -> None:
    assert Scale(low, high, pixels).ticks == ticks


def test_larger_values_lie_to_the_right_and_above() -> None:
    panel = Panel(Scale(0, 10, 100), 50, Scale(0, 5, 50))
    assert panel.at(0, 0) == (0, 50) and panel.at(10, 5) == (100, 0)


def test_a_value_that_would_run_into_the_one_before_is_left_out() -> None:
    drawn = ET.fromstring(frame((300, 100), [(100, 5000), (120, 6000), (200, 8000)], [], "x", "y"))
    assert [e.text for e in drawn.iter("text")] == ["5,000", "8,000", "x", "y"]
    # Each tick has its two lines; the axes are one more.
    grid, ticks = (e.get("d", "") for e in drawn.iter("path"))
    assert grid.count("M") == 3 and ticks.count("M") == 3 + 1


def test_words_are_text_and_numbers_are_short() -> None:
    words = text((1 / 3, 2), '<b> & "c"')
    assert 'x="0.3"' in words and "&lt;b&gt; &amp;" in words
    assert element("a", class_="b", data_row=2.0) == Markup('<a class="b" data-row="2"/>')


def test_a_file_has_room_for_its_heading_and_legend() -> None:
    body = element("rect", width=10, height=10)
    plain, full = Figure(body, 10, 10), Figure(body, 10, 10, title="t" * 99, note="a\nb", legend={"l": body})
    sizes = [
        tuple(int(ET.fromstring(f.svg()).get(name, "")) for name in ("width", "height"))
        for f in (plain, full)
    ]
    assert sizes[0][0] < sizes[1][0] and sizes[0][1] < sizes[1][1]
    assert (
        f'fill="{SURFACE[0]}"' in plain.svg() and f'[fill="{SURFACE[0]}"]{{fill:{SURFACE[1]}}}' in plain.svg()
    )

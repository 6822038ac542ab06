"""Names beside marks: what they keep clear of, and what they do where there is no room."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence

import pytest

from roundel.lab import published_store, stored_rows
from roundel.report.axes import Axes, Position, iso_lines
from roundel.report.labels import (
    LETTER_PX,
    MARK_PX,
    Box,
    LabelPlace,
    box_of,
    covered_boxes,
    leader_of,
    place_labels,
)
from roundel.report.pages import overview_rows

SQUARE = Axes((100, 1000), (100, 1000), 600, 400)


def around(axes: Axes, mark: Position) -> Box:
    x, y = axes.pixels(mark)
    return Box(x - MARK_PX, y - MARK_PX, x + MARK_PX, y + MARK_PX)


def boxes(
    axes: Axes, points: Sequence[Position], widths: Sequence[float], places: Sequence[LabelPlace]
) -> list[Box]:
    return [
        box_of(axes, point, width, place) for point, width, place in zip(points, widths, places, strict=True)
    ]


def assert_apart(axes: Axes, found: Sequence[Box], marks: Sequence[Position]) -> None:
    """All labels lie within the plane, on no mark and on no other label."""
    for box in found:
        assert box.left >= 0 and box.right <= axes.width_px
        assert box.low >= 0 and box.high <= axes.height_px
        assert not any(box.overlaps(around(axes, mark)) for mark in marks)
    for one, other in itertools.combinations(found, 2):
        assert not one.overlaps(other)


def test_labels_of_points_on_one_spot_do_not_overlap() -> None:
    points = [(1000.0, 1000.0 + n) for n in range(6)]
    axes = Axes.around(points, 600, 400)
    places = place_labels(axes, points, [35.0] * 6)
    assert_apart(axes, boxes(axes, points, [35.0] * 6, places), points)


def test_a_label_turns_left_at_the_right_edge() -> None:
    left, right = place_labels(SQUARE, [(200, 300), (990, 300)], [130.0] * 2)
    assert (left.align, right.align) == ("left", "right")


def test_labels_stand_on_the_side_that_is_asked_for_where_there_is_room() -> None:
    points = [(900.0, 300.0), (110.0, 300.0)]
    far, near = place_labels(SQUARE, points, [130.0] * 2, "left")
    assert (far.align, near.align) == ("right", "left") and far.dx < 0 < near.dx


def test_a_label_gives_way_to_a_mark_beside_its_own() -> None:
    alone, at = place_labels(SQUARE, [(300.0, 300.0)], [28.0]), (300.0, 300.0)
    assert alone == [LabelPlace(10, 0.0, "left")]
    other = SQUARE.position((SQUARE.pixels(at)[0] + 20, SQUARE.pixels(at)[1]))
    places = place_labels(SQUARE, [at], [28.0], marks=[other])
    assert places != alone
    assert_apart(SQUARE, boxes(SQUARE, [at], [28.0], places), [at, other])


def test_a_label_keeps_off_a_line_if_it_can() -> None:
    at = (300.0, 300.0)
    line = ((300.0, 300.0), (1000.0, 300.0))
    (place,) = place_labels(SQUARE, [at], [28.0], lines=[line])
    ends = SQUARE.pixels(line[0]), SQUARE.pixels(line[1])
    assert not box_of(SQUARE, at, 28.0, place).crosses(ends)


def test_where_there_is_no_room_beside_a_mark_a_line_leads_to_the_name() -> None:
    points = [SQUARE.position((300 + 16 * column, 200 + 16 * row)) for column in range(3) for row in range(3)]
    widths = [40.0] * 9
    places = place_labels(SQUARE, points, widths)
    found = boxes(SQUARE, points, widths, places)
    assert_apart(SQUARE, found, points)
    assert any(place.led for place in places)
    for point, width, place, box in zip(points, widths, places, found, strict=True):
        leader = leader_of(SQUARE, point, width, place)
        assert (leader is not None) == place.led
        if leader:
            start, (x, y) = SQUARE.pixels(leader[0]), SQUARE.pixels(leader[1])
            assert MARK_PX <= math.dist(start, SQUARE.pixels(point)) <= 2 * MARK_PX
            assert box.left - 1e-6 <= x <= box.right + 1e-6 and box.low <= y <= box.high


@pytest.mark.parametrize("seed", range(5))
def test_forty_names_find_their_places(seed: int) -> None:
    source = random.Random(seed)
    axes = Axes((1000, 30000), (50, 20000), 860, 600)
    points = [axes.position((source.uniform(20, 840), source.uniform(20, 580))) for _ in range(40)]
    widths = [60.0 + n for n in range(40)]
    places = place_labels(axes, points, widths)
    assert_apart(axes, boxes(axes, points, widths, places), points)
    assert places == place_labels(axes, points, widths)


def test_every_name_of_the_stored_rows_can_be_read() -> None:
    rows = overview_rows(stored_rows(published_store()), "ecp5")
    points = [(float(row["luts"]), float(row["throughput_mbps"])) for row in rows]
    names = [row["core"] for row in rows]
    assert len(set(names)) == len(names) > 30
    widths = [LETTER_PX * len(name) for name in names]
    axes = Axes.around(points, 860, 600)
    places = place_labels(axes, points, widths)
    assert_apart(axes, boxes(axes, points, widths, places), points)
    taken = covered_boxes(axes, points, widths, places)
    assert set(points) <= set(taken)
    for line in iso_lines(axes, taken):
        assert min(math.dist(axes.pixels(line.label_at), axes.pixels(at)) for at in taken) > 9


@pytest.mark.parametrize(
    ("line", "crosses"),
    [
        (((0, 5), (20, 5)), True),  # through
        (((12, 6), (13, 7)), True),  # within
        (((0, 0), (20, 20)), True),
        (((5, 0), (5, 20)), False),  # beside
        (((0, 30), (30, 30)), False),
        (((0, 0), (9, 9)), False),  # ends before it
        (((10, 0), (10, 20)), False),  # along an edge
        (((0, 20), (11, 8)), True),  # into a corner
    ],
)
def test_whether_a_line_crosses_a_box(line: tuple[Position, Position], crosses: bool) -> None:
    box = Box(10, 0, 20, 15)
    assert box.crosses(line) is crosses and box.crosses((line[1], line[0])) is crosses

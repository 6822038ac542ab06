"""The Pareto front, by its definition."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from roundel.report.pareto import pareto_front

POINTS = st.lists(st.tuples(st.integers(1, 8).map(float), st.integers(1, 8).map(float)), max_size=12)


def beats(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return one[0] <= other[0] and one[1] >= other[1] and one != other


def test_a_front_in_order_of_cost() -> None:
    points = [(7000.0, 11000.0), (1500.0, 190.0), (3100.0, 1600.0), (7900.0, 1800.0), (2200.0, 100.0)]
    assert pareto_front(points) == (1, 2, 0)
    assert pareto_front([]) == ()


def test_equal_points_are_on_it_together() -> None:
    assert pareto_front([(1.0, 1.0), (2.0, 1.0), (1.0, 1.0), (1.0, 0.5)]) == (0, 2)


@given(POINTS)
def test_on_the_front_are_just_those_that_nothing_beats(points: list[tuple[float, float]]) -> None:
    front = pareto_front(points)
    unbeaten = [i for i, point in enumerate(points) if not any(beats(other, point) for other in points)]
    assert sorted(front) == unbeaten
    assert [points[i][0] for i in front] == sorted(points[i][0] for i in front)

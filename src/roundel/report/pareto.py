"""The Pareto front of designs: those that no other design beats."""

from __future__ import annotations

from collections.abc import Sequence


def pareto_front(points: Sequence[tuple[float, float]]) -> tuple[int, ...]:
    """Return the indices of the points on the front, in order of cost.

    A point is (cost, gain), cost to be kept down and gain up. On the front are those that no other point
    equals or beats in both and beats in one; of points that are the same, all or none.
    """
    front: list[int] = []
    for index in sorted(range(len(points)), key=lambda i: (points[i][0], -points[i][1])):
        if not front or points[index][1] > points[front[-1]][1] or points[index] == points[front[-1]]:
            front.append(index)
    return tuple(front)

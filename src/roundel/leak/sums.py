"""Numbers of changed signals, and the t-test of two classes of traces from sums of their powers.

Reference: Schneider, Moradi: Leakage assessment methodology (2015).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from roundel.leak.simulation import Words


def counts(changed: Words) -> NDArray[np.float64]:
    """Return how many rows have each bit set. Rows of equal weight are added by threes."""
    planes: list[Words] = [changed]
    total = np.zeros(changed.shape[1] * 64)
    weight = 0
    while weight < len(planes):
        rows = planes[weight]
        carries = []
        while len(rows) > 1:
            third = len(rows) // 3
            if third == 0:
                carries.append(rows[:1] & rows[1:2])
                rows = rows[:1] ^ rows[1:2]
                break
            a, b, c = rows[:third], rows[third : 2 * third], rows[2 * third : 3 * third]
            half = a ^ b
            carries.append((a & b) | (half & c))
            rows = np.concatenate([half ^ c, rows[3 * third :]])
        total += np.unpackbits(rows[0].view(np.uint8), bitorder="little") * float(1 << weight)
        if carries:
            planes.append(np.concatenate(carries))
        weight += 1
    return total


class Sums:
    """Sums of powers of the traces, per class and cycle, around the mean of the first traces."""

    def __init__(self, cycles: int) -> None:
        """Start without traces."""
        self._center: list[float | None] = [None] * cycles
        self._powers = np.zeros((2, 5, cycles))

    def add(self, cycle: int, values: NDArray[np.float64], chosen: NDArray[np.bool_]) -> None:
        """Add the values of one cycle, one of each trace. `chosen` traces are of the second class."""
        center = self._center[cycle]
        if center is None:
            center = self._center[cycle] = float(values.mean())
        for one in (0, 1):
            apart = values[chosen == bool(one)] - center
            power = np.ones_like(apart)
            for order in range(5):
                self._powers[one, order, cycle] += power.sum()
                power = power * apart

    def statistics(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return |t| of each cycle, for the means and for the variances of the two classes."""
        moments = []
        for count, *sums in self._powers:
            m1, m2, m3, m4 = (one / count for one in sums)
            variance = m2 - m1**2
            fourth = m4 - 4 * m1 * m3 + 6 * m1**2 * m2 - 3 * m1**4
            moments.append((count, m1, variance, fourth - variance**2))
        (n0, mean0, var0, of_var0), (n1, mean1, var1, of_var1) = moments
        return _t(mean0 - mean1, var0 / n0 + var1 / n1), _t(var0 - var1, of_var0 / n0 + of_var1 / n1)


def _t(difference: NDArray[np.float64], variance: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return |difference| in standard deviations; a difference without variance is infinite."""
    deviation = np.sqrt(np.maximum(variance, 0))
    certain = np.where(np.abs(difference) > 1e-9, math.inf, 0.0)
    return np.where(deviation > 1e-9, np.abs(difference) / np.maximum(deviation, 1e-9), certain)

"""The confidence interval of a median, by the bootstrap.

The bootstrap draws as many values again from those measured, with replacement, and looks at how the median of
the draw scatters (Efron, "Bootstrap Methods: Another Look at the Jackknife", 1979). For the median the
distribution over all draws has a closed form, so that nothing is drawn at random here: the same values always
give the same interval, which is the one that `scipy.stats.bootstrap(method="percentile")` tends to.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb

from roundel.spread import ENOUGH_VALUES

CONFIDENCE = 0.95


def median_interval(values: Sequence[float], confidence: float = CONFIDENCE) -> tuple[float, float] | None:
    """Return the percentile interval of the median of `values`, or None of fewer than ENOUGH_VALUES."""
    if len(values) < ENOUGH_VALUES:
        return None
    ordered = sorted(values)
    medians = sorted(
        ((ordered[low] + ordered[high]) / 2, weight) for low, high, weight in _weights(len(ordered))
    )
    tail = (1 - confidence) / 2
    return _quantile(medians, tail), _quantile(medians[::-1], tail)


def _quantile(medians: Sequence[tuple[float, float]], share: float) -> float:
    """Return the first median at which `share` of all draws is reached, from the beginning on."""
    reached = 0.0
    for value, weight in medians:
        reached += weight
        if reached >= share:
            return value
    return medians[-1][0]


@lru_cache
def _weights(count: int) -> tuple[tuple[int, int, float], ...]:
    """Return how often the median of a draw lies midway between two of `count` ordered values.

    Each entry is (index, index, probability). The median of an odd draw is one of its values: the indices
    are the same. That of an even draw lies between its two middle values.
    """
    half = (count + 1) // 2
    # The probability that the draw's `half`-th value is at most the k-th of those measured.
    at_most = [
        sum(
            comb(count, n) * (k / count) ** n * (1 - k / count) ** (count - n) for n in range(half, count + 1)
        )
        for k in range(count + 1)
    ]
    lower = [at_most[k + 1] - at_most[k] for k in range(count)]
    if count % 2:
        return tuple((k, k, lower[k]) for k in range(count))
    weights = []
    for i in range(count):
        apart = 0.0
        for j in range(i + 1, count):
            # Half of the draw up to the i-th and not all below it, half from the j-th on and not all above.
            below = ((i + 1) / count) ** half - (i / count) ** half
            above = ((count - j) / count) ** half - ((count - j - 1) / count) ** half
            weights.append((i, j, comb(count, half) * below * above))
            apart += weights[-1][2]
        weights.append((i, i, lower[i] - apart))
    return tuple(weights)

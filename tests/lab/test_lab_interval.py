"""The interval of a median: the bootstrap's, without drawing at random."""

from __future__ import annotations

import random

import numpy as np
import pytest
from scipy.stats import bootstrap

from roundel.lab.interval import CONFIDENCE, _weights, median_interval
from roundel.spread import ENOUGH_VALUES


@pytest.mark.parametrize("count", [6, 7, 8, 11, 16, 33])
def test_interval_is_the_one_that_drawing_at_random_tends_to(count: int) -> None:
    values = np.random.default_rng(count).gamma(4.0, 25.0, count)
    drawn = bootstrap(
        (values,), np.median, n_resamples=40_000, method="percentile", rng=np.random.default_rng(1)
    ).confidence_interval
    found = median_interval(list(values))
    assert found is not None
    # A quantile of drawn medians falls on the exact one or on its neighbour.
    spacing = np.diff(np.sort(values)).max()
    assert found == pytest.approx(tuple(drawn), abs=spacing / 4)
    assert min(values) <= found[0] <= np.median(values) <= found[1] <= max(values)


@pytest.mark.parametrize("count", range(1, 40))
def test_probabilities_of_all_medians_add_up(count: int) -> None:
    weights = [weight for _, _, weight in _weights(count)]
    assert sum(weights) == pytest.approx(1.0) and min(weights) > -1e-12


def test_probabilities_are_those_of_all_draws_of_four() -> None:
    counted: dict[tuple[int, int], int] = {}
    for number in range(4**4):
        draw = sorted((number // 4**k) % 4 for k in range(4))
        counted[draw[1], draw[2]] = counted.get((draw[1], draw[2]), 0) + 1
    assert {(i, j): round(weight * 4**4, 6) for i, j, weight in _weights(4)} == counted


def test_same_values_in_any_order_give_the_same_interval() -> None:
    values = [100.0 + 7 * k % 31 for k in range(16)]
    shuffled = random.Random(3).sample(values, len(values))
    assert median_interval(values) == median_interval(shuffled)
    assert median_interval([5.0] * 9) == (5.0, 5.0)


@pytest.mark.parametrize("count", [ENOUGH_VALUES - 1, ENOUGH_VALUES])
def test_from_enough_values_on_their_range_holds_the_median_with_the_confidence(count: int) -> None:
    # Outside of the range lies the median of all when all values lie on one side of it.
    assert (1 - 2 * 0.5**count >= CONFIDENCE) == (count >= ENOUGH_VALUES)


def test_few_values() -> None:
    assert median_interval([]) is None and median_interval([1.0, 2.0]) is None
    assert median_interval([1.0, 2.0, 3.0, 4.0, 5.0]) is None
    assert median_interval([3.0, 1.0, 2.0, 6.0, 5.0, 4.0]) is not None
    narrow = median_interval([float(n) for n in range(16)])
    assert narrow is not None and narrow[0] > 0 and narrow[1] < 15
    wider = median_interval([float(n) for n in range(16)], confidence=0.999)
    assert wider is not None and wider[0] < narrow[0] and wider[1] > narrow[1]

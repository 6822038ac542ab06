"""A figure and its range: what arithmetic makes of them, and when two designs are told apart."""

from __future__ import annotations

import pytest

from roundel.spread import Spread, geometric_mean

FAST = Spread(10.0, 8.0, 12.0, seeds=5)


def test_a_quotient_ranges_over_all_pairs_of_runs() -> None:
    a, b = FAST, Spread(5.0, 4.0, 6.0, seeds=3)
    assert a / b == Spread(2.0, 8 / 6, 12 / 4, seeds=3)
    assert a / 2 == Spread(5.0, 4.0, 6.0, seeds=5)
    assert a * b == Spread(50.0, 32.0, 72.0, seeds=3)
    quotient = Spread.exact(3) / Spread.exact(2)
    assert quotient == Spread(1.5, 1.5, 1.5)


@pytest.mark.parametrize(
    ("other", "resolved"),
    [
        (Spread(7.0, 6.0, 7.9, seeds=5), True),
        (Spread(7.0, 6.0, 8.1, seeds=5), False),  # its fastest is faster than the slowest
        (Spread(13.0, 12.1, 14.0, seeds=5), True),
        (FAST, False),
        (Spread(1.0, 1.0, 1.0, seeds=1), False),  # one seed has no range
    ],
)
def test_ranges_that_overlap_are_not_resolved(other: Spread, resolved: bool) -> None:
    assert (FAST / other).resolved is resolved


@pytest.mark.parametrize(
    ("seeds", "basis"),
    [(None, "exact"), (1, "one seed"), (2, "range"), (5, "range"), (6, "interval"), (16, "interval")],
)
def test_what_the_bounds_are(seeds: int | None, basis: str) -> None:
    spread = Spread(2.0, 1.0, 3.0, seeds)
    assert spread.basis == basis
    assert (spread * Spread(1.0, 1.0, 1.0, 16)).basis == ("interval" if seeds is None else basis)


def test_geometric_mean() -> None:
    mean = geometric_mean([Spread(2.0, 1.0, 4.0, seeds=8), Spread(8.0, 4.0, 16.0, seeds=2)])
    assert (mean.value, mean.low, mean.high) == pytest.approx((4.0, 2.0, 8.0))
    assert mean.seeds == 2
    assert geometric_mean([Spread.exact(3.0)]).seeds is None

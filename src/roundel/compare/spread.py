"""A figure with its range over the seeds of place and route, and the arithmetic that keeps the range."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Spread:
    """Median, least and greatest over `seeds` runs; `seeds` is None where no seed has a say (an area).

    The range of a product or quotient is that of all pairs of runs; its `seeds` are the fewer.
    """

    value: float
    low: float
    high: float
    seeds: int | None = None

    @classmethod
    def exact(cls, value: float) -> Spread:
        """Return a figure that no seed changes."""
        return cls(value, value, value)

    def __mul__(self, other: Spread | float) -> Spread:
        """Return the product, least by least to greatest by greatest."""
        o = _spread(other)
        return Spread(self.value * o.value, self.low * o.low, self.high * o.high, _fewest(self, o))

    def __truediv__(self, other: Spread | float) -> Spread:
        """Return the quotient, least by greatest to greatest by least."""
        o = _spread(other)
        return Spread(self.value / o.value, self.low / o.high, self.high / o.low, _fewest(self, o))

    @property
    def one_seed(self) -> bool:
        """Whether a part of the figure comes from a single seed, so that its range says too little."""
        return self.seeds == 1

    @property
    def resolved(self) -> bool:
        """Whether a ratio's range lies on one side of 1: its two designs' ranges do not overlap.

        One seed has no range and resolves nothing.
        """
        return not self.one_seed and (self.low > 1 or self.high < 1)


def geometric_mean(spreads: Sequence[Spread]) -> Spread:
    """Return the geometric mean, its range from the least of all to the greatest of all.

    Ratios of the same two designs move together, so for them the range is no wider than it has to be.
    """

    def mean(values: list[float]) -> float:
        return math.prod(values) ** (1 / len(values))

    return Spread(
        mean([s.value for s in spreads]),
        mean([s.low for s in spreads]),
        mean([s.high for s in spreads]),
        _fewest(*spreads),
    )


def _spread(value: Spread | float) -> Spread:
    return value if isinstance(value, Spread) else Spread.exact(value)


def _fewest(*spreads: Spread) -> int | None:
    return min((s.seeds for s in spreads if s.seeds is not None), default=None)

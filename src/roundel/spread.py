"""A figure with its interval over the seeds of place and route, and the arithmetic that keeps it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Basis = Literal["interval", "range", "one seed", "exact"]

# Of n values the whole range holds the median of all there could be in 1 - 2^(1-n) of cases: in 75 % with
# three, in 94 % with five. Of fewer than this there is no interval of 95 %, then, but a range.
ENOUGH_VALUES = 6
# A row of fewer seeds than this stands for a core only where there is no other: a lucky seed is no result.
ENOUGH_SEEDS = 3


@dataclass(frozen=True)
class Spread:
    """The median of `seeds` runs and the bounds it is known to lie in; `seeds` None: no seed has a say.

    The bounds are those of the confidence interval, or, of too few runs for one, their range (`basis`). The
    bounds of a product or quotient are the extreme ones of its parts': they are on the wide side, and those
    of a ratio leave out 1 just when the bounds of its two figures do not overlap. Its `seeds` are the fewer.
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
        """Return the product, lower by lower bound to upper by upper."""
        o = _spread(other)
        return Spread(self.value * o.value, self.low * o.low, self.high * o.high, _fewest(self, o))

    def __truediv__(self, other: Spread | float) -> Spread:
        """Return the quotient, lower by upper bound to upper by lower."""
        o = _spread(other)
        return Spread(self.value / o.value, self.low / o.high, self.high / o.low, _fewest(self, o))

    @property
    def basis(self) -> Basis:
        """What the bounds are, by the part of the figure with the fewest seeds."""
        if self.seeds is None:
            return "exact"
        if self.seeds >= ENOUGH_VALUES:
            return "interval"
        return "range" if self.seeds > 1 else "one seed"

    @property
    def one_seed(self) -> bool:
        """Whether a part of the figure comes from a single seed, so that it has no bounds to speak of."""
        return self.seeds == 1

    @property
    def too_few(self) -> bool:
        """Whether a part of the figure comes from too few seeds to resolve a comparison."""
        return self.seeds is not None and self.seeds < ENOUGH_SEEDS

    @property
    def resolved(self) -> bool:
        """Whether a ratio's bounds lie on one side of 1: those of its two designs do not overlap.

        Fewer than ENOUGH_SEEDS seeds resolve nothing: the ranges of two seeds of equal designs lie apart in a
        third of cases.
        """
        return not self.too_few and (self.low > 1 or self.high < 1)

    def bounds(self, digits: int) -> str:
        """Return what is known of the figure beside its value: "97.0 to 102.3", "one seed", or nothing."""
        if self.one_seed:
            return "one seed"
        if self.basis == "exact" or self.low == self.high:
            return ""
        return f"{'range ' * (self.basis == 'range')}{self.low:.{digits}f} to {self.high:.{digits}f}"


def geometric_mean(spreads: Sequence[Spread]) -> Spread:
    """Return the geometric mean, its bounds from the lower of all to the upper of all.

    Ratios of the same two designs move together, so for them the bounds are no wider than they have to be.
    """

    def mean(values: list[float]) -> float:
        return math.prod(values) ** (1 / len(values))

    return Spread(
        mean([s.value for s in spreads]),
        mean([s.low for s in spreads]),
        mean([s.high for s in spreads]),
        _fewest(*spreads),
    )


def largest(spreads: Sequence[Spread]) -> Spread:
    """Return the largest of figures, its bounds the largest of theirs."""
    return Spread(
        max(s.value for s in spreads),
        max(s.low for s in spreads),
        max(s.high for s in spreads),
        _fewest(*spreads),
    )


def _spread(value: Spread | float) -> Spread:
    return value if isinstance(value, Spread) else Spread.exact(value)


def _fewest(*spreads: Spread) -> int | None:
    return min((s.seeds for s in spreads if s.seeds is not None), default=None)

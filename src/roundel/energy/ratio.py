"""Ratios of energies between designs, and whether the libraries agree."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

ENOUGH_LIBRARIES = 2
Bounds = tuple[float, float]
"""The energy per bit without and with glitches, in any unit of one library."""


@dataclass(frozen=True)
class EnergyRatio:
    """The energy per bit of `core` over that of `divisor`, in each library, without and with glitches."""

    core: str
    divisor: str
    of_libraries: Mapping[str, Bounds]

    @property
    def low(self) -> float:
        """The least ratio of any library, without or with glitches."""
        return min(itertools.chain(*self.of_libraries.values()))

    @property
    def high(self) -> float:
        """The greatest one."""
        return max(itertools.chain(*self.of_libraries.values()))

    @property
    def resolved(self) -> bool:
        """Whether two libraries or more agree, without and with glitches, which design takes less."""
        return len(self.of_libraries) >= ENOUGH_LIBRARIES and (self.low > 1 or self.high < 1)

    @property
    def verdict(self) -> str:
        """What the ratio says: less, more, or why it says nothing."""
        if len(self.of_libraries) < ENOUGH_LIBRARIES:
            return f"not resolved: one library, {next(iter(self.of_libraries))}"
        if not self.resolved:
            return "not resolved"
        return "less" if self.high < 1 else "more"


def ratios(
    energies: Mapping[str, Mapping[str, Bounds]], pairs: Iterable[tuple[str, str]]
) -> list[EnergyRatio]:
    """Return the ratios of pairs of designs.

    Args:
        energies: By design, then by library. A ratio is of the libraries that have both designs.
        pairs: A design, and the one that it is divided by.
    """
    found = []
    for core, divisor in pairs:
        mine, other = energies[core], energies[divisor]
        shared = {
            library: (mine[library][0] / other[library][0], mine[library][1] / other[library][1])
            for library in mine
            if library in other
        }
        if shared:
            found.append(EnergyRatio(core, divisor, shared))
    return found


def pairs_of(names: Sequence[str], divisor: str | None) -> list[tuple[str, str]]:
    """Return each name with the divisor; without one each pair, in the order named."""
    if divisor is None:
        return [*itertools.combinations(names, 2)]
    return [(name, divisor) for name in names if name != divisor]

"""Strategies: which options and seeds a measurement tries."""

from __future__ import annotations

from dataclasses import dataclass, field

from roundel.errors import RoundelError, unknown_name
from roundel.implement import Options, Target

DEFAULT_SEEDS = 16
DEFAULT_BUDGET = 12
# A search routes the default once, some of the most promising, and its winner with fresh seeds.
LEAST_BUDGET = 4
NAMES = ("quick", "seeds", "search", "grid")


@dataclass(frozen=True)
class Strategy:
    """The options of every run and the seeds of place and route.

    `quick` is one seed; `seeds` is median and range over several; `search` looks for options that do better
    and routes `budget` times at the most (`roundel.lab.search`): `options` are what it begins with. `grid`
    is `seeds` for each of the cores that a core becomes over its parameters (`roundel.lab.grid`).
    """

    name: str = "seeds"
    seeds: tuple[int, ...] = tuple(range(1, DEFAULT_SEEDS + 1))
    options: Options = field(default_factory=Options)
    budget: int = DEFAULT_BUDGET

    def seeds_on(self, target: Target) -> tuple[int | None, ...]:
        """Return the seeds to run on `target`: a target that is not routed has nothing to seed."""
        return self.seeds if target.routed else (None,)

    def searches_on(self, target: Target) -> bool:
        """Return whether there is a search: a target that is not routed has no fmax to search for."""
        return self.name == "search" and target.routed


def find_strategy(
    name: str,
    *,
    seeds: int = DEFAULT_SEEDS,
    options: Options | None = None,
    budget: int = DEFAULT_BUDGET,
) -> Strategy:
    """Return the strategy of that name with seeds 1..`seeds`; RoundelError with the nearest names."""
    if name not in NAMES:
        raise unknown_name("strategy", name, NAMES)
    if seeds < 1:
        raise RoundelError(f"{seeds} seeds, expected 1 or more", f"Omit --seeds to use {DEFAULT_SEEDS}.")
    if budget < LEAST_BUDGET:
        raise RoundelError(
            f"a budget of {budget} routed runs, expected {LEAST_BUDGET} or more",
            f"Omit --budget to use {DEFAULT_BUDGET}.",
        )
    count = seeds if name in ("seeds", "grid") else 1
    return Strategy(name, tuple(range(1, count + 1)), options or Options(), budget)

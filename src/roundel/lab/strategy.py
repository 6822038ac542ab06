"""Strategies: which options and seeds a measurement tries."""

from __future__ import annotations

from dataclasses import dataclass, field

from roundel.errors import RoundelError, unknown_name
from roundel.implement import Options, Target

DEFAULT_SEEDS = 3
NAMES = ("quick", "seeds")


@dataclass(frozen=True)
class Strategy:
    """The options of every run and the seeds of place and route.

    `quick` is one seed; `seeds` is median and range over several.
    """

    name: str = "seeds"
    seeds: tuple[int, ...] = tuple(range(1, DEFAULT_SEEDS + 1))
    options: Options = field(default_factory=Options)

    def seeds_on(self, target: Target) -> tuple[int | None, ...]:
        """Return the seeds to run on `target`: a target that is not routed has nothing to seed."""
        return self.seeds if target.routed else (None,)


def find_strategy(name: str, *, seeds: int = DEFAULT_SEEDS, options: Options | None = None) -> Strategy:
    """Return the strategy of that name with seeds 1..`seeds`; RoundelError with the nearest names."""
    if name not in NAMES:
        raise unknown_name("strategy", name, NAMES)
    if seeds < 1:
        raise RoundelError(f"{seeds} seeds, expected 1 or more", "Leave --seeds away for 3.")
    count = 1 if name == "quick" else seeds
    return Strategy(name, tuple(range(1, count + 1)), options or Options())

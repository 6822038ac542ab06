"""Which core is measured on which target, and why another is not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from roundel.catalog import Core
from roundel.compare.measured import best_row_by
from roundel.implement import TARGETS, Target

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Covered:
    """A core on a target: the row that stands there, or None and in `state` where the design is stuck.

    `state` is empty where nothing has been tried.
    """

    core: Core
    target: Target
    row: Row | None
    state: str = ""

    @property
    def possible(self) -> bool:
        """Whether the core can be implemented on the target at all."""
        return self.core.made_for(self.target.name)


def covered(
    cores: Iterable[Core], rows: Iterable[Row], states: Mapping[tuple[str, str], str]
) -> list[list[Covered]]:
    """Return a line for each of `cores`, with every target in it; `rows` are of the sources that count.

    `states` has where designs without a row are stuck, by core and target ("does not fit").
    """
    best = best_row_by(rows, lambda row: (row["core"], row["target"]))

    def on(core: Core, target: Target) -> Covered:
        place = core.name, target.name
        return Covered(core, target, best.get(place), states.get(place, ""))

    return [[on(core, target) for target in TARGETS.values()] for core in cores]

"""A campaign: what is to be measured again so that every row is current and of enough seeds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from roundel.catalog import Core
from roundel.implement import LIMIT_SECONDS, Options, Target
from roundel.lab.bench import Request, missing_runs
from roundel.lab.columns import Record
from roundel.lab.progress import seconds_of
from roundel.lab.runs import ImplementationRun, Run
from roundel.lab.store import Store
from roundel.lab.strategy import find_strategy
from roundel.spread import ENOUGH_SEEDS


@dataclass(frozen=True)
class Design:
    """A core on a target with the options of its row."""

    core: Core
    target: Target
    options: Options

    def request(
        self, seeds: int, *, jobs: int | None = None, limit_seconds: float = LIMIT_SECONDS
    ) -> Request:
        """Return the bench of its first `seeds` seeds, with all variants of the core."""
        return Request(
            cores=(self.core,),
            targets=(self.target,),
            strategy=find_strategy("seeds", seeds=seeds, options=self.options),
            all_variants=True,
            jobs=jobs,
            limit_seconds=limit_seconds,
        )


@dataclass(frozen=True)
class Entry:
    """A part of a campaign: the first `seeds` seeds of a design.

    `missing` is the number of runs that are not stored, simulations among them. `seconds` are the CPU seconds
    that they are expected to take.
    """

    design: Design
    seeds: int
    missing: int
    seconds: float


def plan(designs: Iterable[Design], seeds: int, store: Store) -> list[Entry]:
    """Return what is missing of designs, in the order in which a campaign measures it.

    A few seeds of every design come first, so that a campaign that is stopped leaves rows that can be
    compared; then the other seeds. Of each part the shortest come first. A run that has failed before, within
    the time that it has now, is not missing.

    Args:
        designs: What is to be measured.
        seeds: The seeds of each design on a routed target.
        store: Where stored runs are found, published ones too.

    Returns:
        The entries with missing runs. An entry of the second part counts the runs beyond the first.
    """
    history = store.records()
    few = min(seeds, ENOUGH_SEEDS)
    parts: list[list[Entry]] = [[], []]
    for design in designs:
        first: list[Run] = []
        later: list[Run] = []
        for run in missing_runs(design.request(seeds), store):
            (later if isinstance(run, ImplementationRun) and (run.seed or 0) > few else first).append(run)
        for part, end, runs in zip(parts, (few, seeds), (first, later), strict=True):
            if runs:
                part.append(Entry(design, end, len(runs), _seconds(runs, history)))
    return [
        entry for part in parts for entry in sorted(part, key=lambda one: (one.seconds, one.design.core.name))
    ]


def _seconds(runs: Iterable[Run], history: Sequence[Record]) -> float:
    """Return the seconds of runs of one design: all of a kind take the same."""
    kinds: dict[str, list[Run]] = {}
    for run in runs:
        kinds.setdefault(run.kind, []).append(run)
    return sum(len(same) * seconds_of(same[0], history) for same in kinds.values())


def total_seconds(entries: Sequence[Entry]) -> float:
    """Return the CPU seconds that the entries are expected to take."""
    return sum(entry.seconds for entry in entries)

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

    def request(self, *, jobs: int | None = None, limit_seconds: float = LIMIT_SECONDS) -> Request:
        """Return the bench that measures it."""
        return request_of(self.design, self.seeds, jobs=jobs, limit_seconds=limit_seconds)


def request_of(
    design: Design, seeds: int, *, jobs: int | None = None, limit_seconds: float = LIMIT_SECONDS
) -> Request:
    """Return the bench of the first `seeds` seeds of a design, with all variants of the core."""
    return Request(
        cores=(design.core,),
        targets=(design.target,),
        strategy=find_strategy("seeds", seeds=seeds, options=design.options),
        all_variants=True,
        jobs=jobs,
        limit_seconds=limit_seconds,
    )


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
    parts: list[list[Entry]] = [[], []]
    few = min(seeds, ENOUGH_SEEDS)
    for design in designs:
        first = _entry(design, few, 0, store, history)
        parts[0].append(first)
        if design.target.routed and seeds > few:
            parts[1].append(_entry(design, seeds, few, store, history))
    return [
        entry
        for part in parts
        for entry in sorted(part, key=lambda one: (one.seconds, one.design.core.name))
        if entry.missing
    ]


def _entry(design: Design, seeds: int, after: int, store: Store, history: Sequence[Record]) -> Entry:
    runs = [
        run
        for run in missing_runs(request_of(design, seeds), store)
        if not after or (isinstance(run, ImplementationRun) and run.seed is not None and run.seed > after)
    ]
    return Entry(design, seeds, len(runs), _seconds(runs, history))


def _seconds(runs: Iterable[Run], history: Sequence[Record]) -> float:
    """Return the seconds of runs of one design: all of a kind take the same."""
    kinds: dict[str, list[Run]] = {}
    for run in runs:
        kinds.setdefault(run.kind, []).append(run)
    return sum(len(same) * seconds_of(same[0], history) for same in kinds.values())


def total_seconds(entries: Sequence[Entry]) -> float:
    """Return the CPU seconds that the entries are expected to take."""
    return sum(entry.seconds for entry in entries)

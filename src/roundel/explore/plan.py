"""The runs that an exploration lacks, and how long runs of the same kind took."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from roundel.compare import Results
from roundel.explore.select import Choice
from roundel.implement import Target
from roundel.lab import Request, Strategy, missing_runs
from roundel.lab.progress import seconds_of_like
from roundel.lab.runs import Run
from roundel.lab.store import Store


@dataclass(frozen=True)
class Work:
    """The runs that a core lacks, and how many seconds such runs took; None where that is not known."""

    core: str
    target: str
    runs: int
    seconds: float | None


def without_row(
    choices: Iterable[Choice],
    target: Target,
    results: Results,
    *,
    seeds: int = 1,
    stale: bool = False,
    retry: bool = False,
) -> list[Choice]:
    """Return the choices that have no row of today's sources of so many `seeds` on `target`.

    With `stale` a stale row will do. A core whose current sources have failed on the target is
    left out, unless `retry` says to try again.
    """
    wanted = seeds if target.routed else 0
    found = []
    for choice in choices:
        rows = results.rows_of(choice.core, choice.service, target)
        if any((row["current"] or stale) and row["seeds"] >= wanted for row in rows):
            continue
        failed = results.failure(choice.core, target) and not any(row["current"] for row in rows)
        if choice.core.made_for(target.name) and (retry or not failed):
            found.append(choice)
    return found


def request_for(choices: Sequence[Choice], target: Target, strategy: Strategy, **more: Any) -> Request:
    """Return the request that measures each choice's core at its service; `more` as `Request` has it."""
    cores = tuple(choice.core for choice in choices)
    services = frozenset((choice.service.name, choice.service.variant) for choice in choices)
    return Request(cores, (target,), strategy, only=services, **more)


def work_of(request: Request, store: Store, records: Sequence[Mapping[str, Any]]) -> list[Work]:
    """Return what a request (of no search) has to run, core by core, by the time of the stored `records`."""
    runs: dict[str, list[Run]] = {core.name: [] for core in request.cores}
    for run in missing_runs(request, store):
        runs[run.core.name].append(run)
    (target,) = request.targets
    work = []
    for core, lacking in runs.items():
        times = [seconds_of_like(run, records) for run in lacking]
        known = [seconds for seconds in times if seconds is not None]
        seconds = sum(known) if known and len(known) == len(times) else None
        work.append(Work(core, target.name, len(lacking), seconds))
    return [one for one in work if one.runs]

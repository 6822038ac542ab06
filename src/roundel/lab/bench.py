"""Running what a bench asks for and is not stored yet, and joining it all into rows."""

from __future__ import annotations

import time
import uuid
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field

from roundel.catalog import Core, Service
from roundel.implement import LIMIT_SECONDS, Target, Toolchain
from roundel.lab.columns import Record
from roundel.lab.grid import in_catalog
from roundel.lab.progress import Event, Listener, ignore, seconds_of
from roundel.lab.rows import Outcome, Row, row_of
from roundel.lab.runs import CyclesRun, ImplementationRun, Run
from roundel.lab.search import SearchResult, search, search_command
from roundel.lab.store import Store, holds, key_of
from roundel.lab.strategy import Strategy
from roundel.lab.sweep import LocalSweep, Sweep, default_workers
from roundel.lab.task import Job

# Gives batches of runs, is sent the outcomes of each batch by key, returns rows.
Part = Generator[Sequence[Run], Mapping[str, Outcome], list[Row]]


@dataclass(frozen=True)
class Request:
    """What a bench is asked for. `rerun` measures all again, `retry` only what has failed before.

    `only` are the services, by name and variant, that get a row; none means those that `all_variants` says.
    `jobs` runs go on at a time on this machine (None: as many as it has cores and memory for), or as many as
    there are workers at the `scheduler`, an address such as `tcp://host:8786`.
    """

    cores: tuple[Core, ...]
    targets: tuple[Target, ...]
    strategy: Strategy = field(default_factory=Strategy)
    all_variants: bool = False
    only: frozenset[tuple[str, str]] = frozenset()
    toolchain: Toolchain = field(default_factory=Toolchain)
    jobs: int | None = None
    limit_seconds: float = LIMIT_SECONDS
    rerun: bool = False
    retry: bool = False
    scheduler: str | None = None

    def services(self, core: Core) -> tuple[Service, ...]:
        """Return the services of `core` that get a row each: the primary one, or all, or those named."""
        if self.only:
            return tuple(s for s in core.services if (s.name, s.variant) in self.only)
        return core.services if self.all_variants else (core.service(),)

    def cycle_runs(self, core: Core) -> list[CyclesRun]:
        """Return the simulations that the rows of `core` need."""
        return [CyclesRun(core, service) for service in self.services(core)]

    def implementation_runs(self, core: Core, target: Target) -> list[ImplementationRun]:
        """Return the implementations that the rows of `core` on `target` need, apart from a search."""
        seeds = self.strategy.seeds_on(target)
        options = self.strategy.options
        return [ImplementationRun(core, target, options, seed, self.toolchain) for seed in seeds]


def bench(request: Request, store: Store, listener: Listener = ignore) -> list[Row]:
    """Run what is missing, store each run as it ends, and return the rows.

    A run that fails is stored as failed, and the others continue.

    Args:
        request: The cores, targets and strategy, and how to run them.
        store: Where stored runs are found, published ones too, and where new ones go.
        listener: Called with each event.

    Returns:
        The rows, core by core, target by target. fmax is in MHz, throughput in Mbit/s.

    Raises:
        RoundelError: The scheduler is gone.
        KeyboardInterrupt: The bench was interrupted. Its tools have ended; finished runs are stored.
    """
    parts = [
        _searched(request, core, target)
        if request.strategy.searches_on(target)
        else _seeded(request, core, target)
        for core in request.cores
        for target in request.targets
    ]
    with _sweep(request, store, listener) as sweep:
        rows = _BenchRun(request, store, listener, sweep).rows_of(parts)
    return [row for of_part in rows for row in of_part]


def _sweep(request: Request, store: Store, listener: Listener) -> Sweep:
    if request.scheduler is None:
        return LocalSweep(store, listener, workers=request.jobs or default_workers())
    from roundel.lab.scheduler import SchedulerSweep

    return SchedulerSweep(store, listener, request.scheduler)


def missing_runs(request: Request, store: Store) -> list[Run]:
    """Return the runs that a bench would make: those that are not stored.

    Args:
        request: A request without a search.
        store: Where stored runs are found, published ones too.

    Returns:
        The simulations and implementations, core by core.
    """
    runs: list[Run] = []
    for core in request.cores:
        runs += request.cycle_runs(core)
        for target in request.targets:
            runs += request.implementation_runs(core, target)
    return [run for run in runs if _stored(run, request, store) is None]


def _seeded(request: Request, core: Core, target: Target) -> Part:
    """The rows of the strategy's options, over its seeds."""
    runs = request.implementation_runs(core, target)
    cycles = request.cycle_runs(core)
    # Simulations come second, because the seeds of a target wait for one synthesis.
    outcomes = yield [*runs[:1], *cycles, *runs[1:]]
    return _rows(request, core, target, [outcomes[key_of(run.identity)] for run in runs], outcomes)


def _searched(request: Request, core: Core, target: Target) -> Part:
    """The rows of a search: the typical figures of its winner, and what the search found beside them."""
    found, outcomes = yield from _with_cycles(request, core, target)
    rows = _rows(request, core, target, found.typical, outcomes)
    for row in rows:
        command = search_command(row["command"], request.strategy.budget)
        row |= {"options": found.options.record(), "command": command} | found.figures()
    return rows


def _with_cycles(
    request: Request, core: Core, target: Target
) -> Generator[Sequence[Run], Mapping[str, Outcome], tuple[SearchResult, dict[str, Outcome]]]:
    """Run a search, with the simulations beside its first batch."""
    outcomes: dict[str, Outcome] = {}
    steps = search(core, target, request.strategy, request.toolchain)
    extra: Sequence[Run] = request.cycle_runs(core)
    batch = next(steps)
    while True:
        outcomes |= yield [*batch, *extra]
        extra = ()
        try:
            batch = steps.send(outcomes)
        except StopIteration as end:
            found: SearchResult = end.value
            return found, outcomes


def _rows(
    request: Request,
    core: Core,
    target: Target,
    implemented: Sequence[Outcome],
    outcomes: Mapping[str, Outcome],
) -> list[Row]:
    rows = []
    for cycles in request.cycle_runs(core):
        simulated = outcomes[key_of(cycles.identity)]
        row = row_of(core, cycles.service, target, request.strategy, implemented, simulated)
        if not in_catalog(core):  # a point of a grid: nobody has said what to expect of it
            row["expected_cycles_per_block"] = None
        rows.append(row)
    return rows


class _BenchRun:
    """The parts of one bench, each at its own batch, over one sweep."""

    def __init__(self, request: Request, store: Store, listener: Listener, sweep: Sweep) -> None:
        self._request = request
        self._store = store
        self._listener = listener
        self._sweep = sweep
        self._made_after = time.time() if request.rerun else 0.0
        self._outcomes: dict[str, Outcome] = {}
        self._submitted: set[str] = set()
        self._previous: dict[str, Record | None] = {}
        self._history: list[Record] | None = None
        self._attempt = uuid.uuid4().hex

    def rows_of(self, parts: Sequence[Part]) -> list[list[Row]]:
        """Drive the parts to their ends and return what each returns."""
        rows: dict[int, list[Row]] = {}
        batches: dict[int, list[str]] = {}
        for number, part in enumerate(parts):
            batches[number] = self._start(next(part))
        while batches:
            for number, keys in list(batches.items()):
                if not all(key in self._outcomes for key in keys):
                    continue
                try:
                    batch = parts[number].send({key: self._outcomes[key] for key in keys})
                except StopIteration as end:
                    rows[number] = end.value
                    del batches[number]
                else:
                    batches[number] = self._start(batch)
                    break  # a batch that is all stored continues at once
            else:
                if batches:
                    for run, outcome in self._sweep.completed():
                        self._end(run, outcome)
        return [rows[number] for number in range(len(parts))]

    def _start(self, runs: Sequence[Run]) -> list[str]:
        """Look up each run, submit what is missing, and return the keys of all."""
        keys = [key_of(run.identity) for run in runs]
        missing = []
        for key, run in zip(keys, runs, strict=True):
            if key in self._outcomes or key in self._submitted:
                continue
            stored = _stored(run, self._request, self._store)
            if stored is not None:
                self._outcomes[key] = stored
            else:
                self._submitted.add(key)
                self._previous[key] = self._store.get(run.identity) if self._request.rerun else None
                missing.append(run)
        if missing:
            self._store.check_writable()
        if self._request.scheduler is None:
            for run in missing:
                run.check_tools()
        for run in missing:
            self._listener(Event("planned", run.label, self._expected_seconds(run)))
        for run in missing:
            job = Job(
                run,
                self._store.root.resolve(),
                self._request.limit_seconds,
                self._made_after,
                elsewhere=self._request.scheduler is not None,
                attempt=self._attempt,
            )
            self._sweep.submit(job)
        return keys

    def _end(self, run: Run, outcome: Outcome) -> None:
        key = key_of(run.identity)
        self._outcomes[key] = outcome
        if outcome.failed is not None:
            self._listener(Event("failed", run.label, reason=outcome.failed))
            return
        previous, note = self._previous[key], ""
        if previous is not None and previous["figures"] != outcome.record["figures"]:
            note = "differs from the stored result, which it replaces"
        self._listener(Event("done", run.label, reason=note))

    def _expected_seconds(self, run: Run) -> float:
        if self._history is None:
            self._history = self._store.records()
        return seconds_of(run, self._history)


def _stored(run: Run, request: Request, store: Store) -> Outcome | None:
    """Return what the store has of a run, or None when it is to be run."""
    if request.rerun:
        return None
    identity = run.identity
    record = store.get(identity)
    if record is not None and run.answers(record):
        return Outcome(record, measured_now=False)
    failure = store.get_failure(identity)
    if failure is None or request.retry or not holds(failure, request.limit_seconds):
        return None
    return Outcome(failure, measured_now=False)

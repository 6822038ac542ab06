"""Running what a bench asks for and is not stored yet, in parallel, and joining it all into rows."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field

from roundel.catalog import Core, Service
from roundel.errors import RoundelError
from roundel.implement import (
    LIMIT_SECONDS,
    Cancellation,
    Cancelled,
    JobFailed,
    Target,
    Toolchain,
    prepare_tools,
    sources_changed,
)
from roundel.lab.progress import DEFAULT_SECONDS, Event, Listener, expected_seconds, ignore
from roundel.lab.rows import Outcome, Row, row_of
from roundel.lab.runs import CyclesRun, ImplementationRun, Run
from roundel.lab.store import Record, Store, key_of
from roundel.lab.strategy import Strategy

POLL_SECONDS = 0.2
# Ctrl-C ends a compiler of ours before we hear of it ourselves: that is no failure of the design.
INTERRUPT_SECONDS = 0.5


@dataclass(frozen=True)
class Request:
    """What a bench is asked for. `rerun` measures all anew, `retry` only what has failed before."""

    cores: tuple[Core, ...]
    targets: tuple[Target, ...]
    strategy: Strategy = field(default_factory=Strategy)
    all_variants: bool = False
    toolchain: Toolchain = field(default_factory=Toolchain)
    jobs: int = 2
    limit_seconds: float = LIMIT_SECONDS
    rerun: bool = False
    retry: bool = False

    def services(self, core: Core) -> tuple[Service, ...]:
        """Return the services of `core` that get a row each: the primary one, or all."""
        return core.services if self.all_variants else (core.service(),)

    def cycle_runs(self, core: Core) -> list[CyclesRun]:
        """Return the simulations that the rows of `core` need."""
        return [CyclesRun(core, service) for service in self.services(core)]

    def implementation_runs(self, core: Core, target: Target) -> list[ImplementationRun]:
        """Return the implementations that the rows of `core` on `target` need."""
        seeds = self.strategy.seeds_on(target)
        options = self.strategy.options
        return [ImplementationRun(core, target, options, seed, self.toolchain) for seed in seeds]


def plan(request: Request) -> list[Run]:
    """Return every run that the request's rows are made of, in the order to start them.

    A core's simulations come second, because the seeds of a target wait for one synthesis.
    """
    runs: list[Run] = []
    for core in request.cores:
        implementations: list[Run] = []
        for target in request.targets:
            implementations += request.implementation_runs(core, target)
        runs += [*implementations[:1], *request.cycle_runs(core), *implementations[1:]]
    return runs


def bench(request: Request, store: Store, listener: Listener = ignore) -> list[Row]:
    """Run what is missing, store each run as it ends, and return the rows: core by core, target by target.

    A run that fails is stored as failed and the others go on. KeyboardInterrupt ends the tools that are
    running and is raised again; what was finished is in the store.
    """
    outcomes: dict[str, Outcome] = {}
    missing: list[Run] = []
    for run in plan(request):
        stored = _stored(run, request, store)
        if stored is None:
            missing.append(run)
        else:
            outcomes[key_of(run.identity)] = stored
    if missing:
        outcomes |= _run_all(missing, request, store, listener)
    rows = []
    for core in request.cores:
        for target in request.targets:
            implemented = [
                outcomes[key_of(run.identity)] for run in request.implementation_runs(core, target)
            ]
            for cycles in request.cycle_runs(core):
                simulated = outcomes[key_of(cycles.identity)]
                rows.append(row_of(core, cycles.service, target, request.strategy, implemented, simulated))
    return rows


def _stored(run: Run, request: Request, store: Store) -> Outcome | None:
    """Return what the store has of a run, or None when it is to be run."""
    if request.rerun:
        return None
    identity = run.identity
    record = store.get(identity)
    if record is not None:
        return Outcome(record, measured_now=False)
    failure = store.get_failure(identity)
    if failure is None or request.retry:
        return None
    if request.limit_seconds > failure.get("limit_seconds", float("inf")):
        return None  # it had less time then
    return Outcome(failure, measured_now=False)


def _run_all(runs: Sequence[Run], request: Request, store: Store, listener: Listener) -> dict[str, Outcome]:
    history = [r for r in store.records() if "figures" in r]
    for run in runs:
        listener(Event("planned", run.label, _expected_seconds(run, history)))
    cancellation = Cancellation()
    made_after = time.time() if request.rerun else 0.0
    worker = _Worker(request, store, listener, cancellation, made_after)
    with ThreadPoolExecutor(request.jobs, thread_name_prefix="bench") as pool:
        futures: dict[Future[Outcome], Run] = {}
        try:
            futures = {pool.submit(worker.run, run): run for run in runs}
            pending = set(futures)
            while pending:  # short waits, so that Ctrl-C is heard
                _, pending = wait(pending, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
        except BaseException:
            cancellation.cancel()
            pool.shutdown(wait=True, cancel_futures=True)
            raise
        return {key_of(run.identity): future.result() for future, run in futures.items()}


class _Worker:
    """What the threads of one bench share."""

    def __init__(
        self,
        request: Request,
        store: Store,
        listener: Listener,
        cancellation: Cancellation,
        made_after: float,
    ) -> None:
        self.request = request
        self.store = store
        self.listener = listener
        self.cancellation = cancellation
        self.made_after = made_after
        self.prepared: set[str] = set()
        self.preparing = threading.Lock()

    def run(self, run: Run) -> Outcome:
        """Execute one run and store it; a failure becomes an outcome, only Cancelled is raised."""
        self.cancellation.check()
        identity = run.identity
        self.listener(Event("started", run.label))
        try:
            if isinstance(run, ImplementationRun):
                self._prepare(run.target)
            result = run.execute(self.request.limit_seconds, self.cancellation, self.made_after)
        except Cancelled:
            raise
        except RoundelError as error:
            record = self._failed(run, error)
        except Exception as error:  # a defect here must not end the other runs; it is told, not stored
            record = {**identity, "failed": f"internal error: {type(error).__name__}: {error}"}
        else:
            previous = self.store.get(identity)
            record = self.store.put(identity, result)
            changed = previous is not None and previous["figures"] != record["figures"]
            note = "differs from the stored result, which it replaces" if changed else ""
            self.listener(Event("done", run.label, reason=note))
            return Outcome(record, measured_now=True)
        self.listener(Event("failed", run.label, reason=record["failed"]))
        return Outcome(record, measured_now=True)

    def _failed(self, run: Run, error: RoundelError) -> Record:
        """Return the record of a failure.

        Stored is the failure of an implementation that lies in the design: it costs minutes to find again. A
        simulation that failed is simply tried again next time, when the compiler may be installed.
        """
        time.sleep(INTERRUPT_SECONDS)
        self.cancellation.check()
        reason = error.message.splitlines()[0]
        if not isinstance(error, JobFailed):
            hint = error.hint.partition("\n")[0]
            return {**run.identity, "failed": f"{reason}: {hint}" if hint else reason}
        if error.passing or sources_changed(run.core):
            return {**run.identity, "failed": reason}
        more = {} if error.limit_seconds is None else {"limit_seconds": error.limit_seconds}
        return self.store.put_failure(run.identity, reason, **more)

    def _prepare(self, target: Target) -> None:
        with self.preparing:
            if target.name not in self.prepared:
                prepare_tools(target, self.request.toolchain, self.cancellation)
                self.prepared.add(target.name)


def _expected_seconds(run: Run, history: Sequence[Record]) -> float:
    if isinstance(run, CyclesRun):
        return expected_seconds(history, run.core.name, "simulation", DEFAULT_SECONDS["simulation"])
    kind = "routed" if run.target.routed else "synthesized"
    return expected_seconds(history, run.core.name, run.target.name, DEFAULT_SECONDS[kind])

"""Runs spread over threads of this process. Each run's tools are processes of their own.

A run is stored before it is reported: a bench that is killed loses no finished run, and takes its tools with
it. `roundel.lab.scheduler` has the same interface over the workers of a dask scheduler.
"""

from __future__ import annotations

import os
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from types import TracebackType
from typing import Protocol, Self

from roundel.implement import Cancellation
from roundel.lab.progress import Event, Listener
from roundel.lab.rows import Outcome
from roundel.lab.runs import Run
from roundel.lab.store import Store
from roundel.lab.task import Job, perform

POLL_SECONDS = 0.2
# Synthesis of the larger cores takes up to this much memory.
WORKER_BYTES = 2 * 1024**3


class Sweep(Protocol):
    """Makes runs, as a context: `submit` runs, then ask for `completed` ones until all are."""

    def __enter__(self) -> Self:
        """Return itself."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Cancel what is not finished. When it returns, the tools have ended."""

    def submit(self, job: Job) -> None:
        """Queue a run. A run that is submitted earlier starts earlier."""

    def completed(self) -> list[tuple[Run, Outcome]]:
        """Wait a moment; return the runs that ended meanwhile."""


class LocalSweep:
    """Threads of this process."""

    def __init__(self, store: Store, listener: Listener, *, workers: int) -> None:
        """Start threads when they are needed.

        Args:
            store: Where results are stored.
            listener: Called with each event, from any thread.
            workers: The number of runs at a time.
        """
        self._store = store
        self._listener = listener
        self._workers = workers
        self._cancellation = Cancellation()
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="roundel-run")
        self._open: dict[Future[Outcome], Job] = {}
        self._announced = False

    def __enter__(self) -> LocalSweep:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Cancel what is not finished. When it returns, the tools have ended."""
        self._cancellation.cancel()
        self._pool.shutdown(cancel_futures=True)

    def submit(self, job: Job) -> None:
        """Queue a run. A run that is submitted earlier starts earlier."""
        if not self._announced:
            self._announced = True
            self._listener(Event("workers", workers=self._workers))
        self._open[self._pool.submit(self._perform, job)] = job

    def completed(self) -> list[tuple[Run, Outcome]]:
        """Wait a moment; return the runs that ended meanwhile."""
        ended, _ = wait(self._open, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
        jobs = [(future, self._open.pop(future)) for future in list(self._open) if future in ended]
        return [(job.run, stored_here(self._store, job, future.result())) for future, job in jobs]

    def _perform(self, job: Job) -> Outcome:
        self._listener(Event("started", job.run.label))
        return perform(job, self._cancellation)


def stored_here(store: Store, job: Job, outcome: Outcome) -> Outcome:
    """Put a record into the client's store too: its worker may not see that folder.

    An equal stored record is kept.

    Args:
        store: The client's store.
        job: The run and its limits.
        outcome: What the worker returned.

    Returns:
        The outcome with the record that is stored.

    Raises:
        RoundelError: The store cannot be written.
    """
    identity = job.run.identity
    extra = {"schema", "key", *identity}
    result = {name: value for name, value in outcome.record.items() if name not in extra}
    if outcome.failed is None:
        return Outcome(store.put(identity, result), outcome.measured_now)
    if "key" in outcome.record:
        known = store.get_failure(identity)
        if known is None or any(known.get(name) != value for name, value in result.items()):
            store.put_failure(identity, result.pop("failed"), **result)
    return outcome


def default_workers() -> int:
    """Return how many runs this machine makes at a time: one for each core, as far as its memory allows."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return max(1, min(cores, memory // WORKER_BYTES))

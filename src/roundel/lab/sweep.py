"""Runs spread over workers by dask.distributed: those of this machine, or those of a scheduler elsewhere.

A run is a task named by the key of its identity, so that clients of one scheduler share it. Its worker stores
the result before the client hears of it: a client that is killed has lost nothing that was finished. A worker
that is killed takes its tools with it, and its run is made by another.
"""

from __future__ import annotations

import logging
import os
import re
import time
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from types import TracebackType
from typing import Any

from roundel.errors import RoundelError
from roundel.implement import Cancellation, Cancelled
from roundel.lab.progress import Event, Listener
from roundel.lab.rows import Outcome
from roundel.lab.runs import Run
from roundel.lab.store import Store, key_of
from roundel.lab.task import Job, perform
from roundel.paths import cache_dir

POLL_SECONDS = 0.2
CONNECT_SECONDS = 10.0
# How long a scheduler may be silent, and how often a run may lose its worker, before we give up.
LOST_SECONDS = 30.0
MOST_DEATHS = 10
# Synthesis of the larger cores takes up to this much memory.
WORKER_BYTES = 2 * 1024**3
TOPIC = "roundel-runs"
ADDRESS = re.compile(r"(tcp|tls)://([^\s:/\[\]]+|\[[0-9a-fA-F:.]+\]):\d+")
# A scheduler and its workers look at themselves many times a second; the tools need the processor.
CONFIG = {
    # Workers of ours come back, and their runs start again: so many deaths of a run are no failure yet.
    "distributed.scheduler.allowed-failures": MOST_DEATHS - 1,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.tick.limit": "30s",
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.worker.profile.enabled": False,
}

# Of dask.distributed, which is not typed throughout.
Client = Any
Future = Any


class Sweep:
    """Workers, as a context: `submit` runs, then ask for `completed` ones until all are."""

    def __init__(
        self, store: Store, listener: Listener, *, workers: int, scheduler: str | None = None
    ) -> None:
        """Start nothing yet: `workers` here, or those that the scheduler at an address has."""
        self._store = store
        self._listener = listener
        self._workers = workers
        self._scheduler = scheduler
        self._cluster: Any = None
        self._client: Client | None = None
        self._open: dict[Future, Job] = {}
        self._labels: dict[str, str] = {}
        self._seen = time.monotonic()

    def __enter__(self) -> Sweep:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Give up what is not finished and close the workers that we started; their tools end."""
        if self._client is not None:
            if self._open and self._client.status == "running":
                self._client.cancel(list(self._open), force=False)
            self._client.close()
        if self._cluster is not None:
            with suppress(TimeoutError):  # what is left of it ends with this process
                self._cluster.close(timeout=LOST_SECONDS)

    def submit(self, job: Job) -> None:
        """Give a run to the workers; the earlier one is started earlier. Starts the workers first."""
        client = self._client or self._connect()
        key = f"roundel-{key_of(job.run.identity)}"
        if job.made_after:
            key += f"-{job.made_after:.3f}"
        self._labels[key] = job.run.label
        priority = -len(self._labels)
        future = client.submit(_task, job, key=key, priority=priority, pure=False)
        self._open[future] = job

    def completed(self) -> list[tuple[Run, Outcome]]:
        """Wait a moment; return the runs that ended meanwhile.

        RoundelError when the scheduler is gone, with all that was finished in the store.
        """
        time.sleep(POLL_SECONDS)
        self._check_scheduler()
        ended = []
        # "lost" is a result that went with its worker. The scheduler has it made again, which finds it in the
        # store, but where all is to be measured again: that run is made once more.
        for future in [future for future in self._open if future.status not in ("pending", "lost")]:
            job = self._open.pop(future)
            outcome = self._outcome(future, job)
            if outcome is not None:
                ended.append((job.run, outcome))
        return ended

    def _outcome(self, future: Future, job: Job) -> Outcome | None:
        """Return what became of a run, or None when it is still to be waited for."""
        if future.status == "cancelled":
            raise self._scheduler_gone()
        error = future.exception()
        if error is None:
            try:
                outcome: Outcome = future.result()
            except Exception as fetch_error:
                # A connection that broke is heard of here before the client's status says so.
                broken = isinstance(fetch_error, OSError)
                running = self._client is not None and self._client.status == "running"
                if running and future.status == "finished" and not broken:
                    raise
                self._open[future] = job  # it cannot be fetched: lost, or the scheduler is, as will be seen
                return None
            return self._stored_here(job, outcome)
        if isinstance(error, Cancelled):  # its worker was closing, or its first client was gone
            future.retry()
            self._open[future] = job
            return None
        if isinstance(error, _distributed().KilledWorker):
            # As many as the scheduler says, which may not be ours.
            reason = f"{error.allowed_failures + 1} workers died of it, or were killed: out of memory?"
        else:
            reason = f"internal error: {type(error).__name__}: {error}"
        return Outcome({**job.run.identity, "failed": reason}, measured_now=True)

    def _stored_here(self, job: Job, outcome: Outcome) -> Outcome:
        """Put a record into the store here, too: its worker may not see it. The same one stays as it is."""
        identity = job.run.identity
        extra = {"schema", "key", *identity}
        result = {name: value for name, value in outcome.record.items() if name not in extra}
        if outcome.failed is None:
            return Outcome(self._store.put(identity, result), outcome.measured_now)
        if "key" in outcome.record:
            known = self._store.get_failure(identity)
            if known is None or any(known.get(name) != value for name, value in result.items()):
                self._store.put_failure(identity, result.pop("failed"), **result)
        return outcome

    def _check_scheduler(self) -> None:
        client = self._client
        if client is None:
            return
        if client.status == "running":
            self._seen = time.monotonic()
        elif client.status == "closed" or time.monotonic() - self._seen > LOST_SECONDS:
            raise self._scheduler_gone()

    def _scheduler_gone(self) -> RoundelError:
        where = f" {self._scheduler}" if self._scheduler else ""
        return RoundelError(
            f"the scheduler{where} is gone",
            "What was finished is stored: start the scheduler and repeat the command.",
        )

    def _connect(self) -> Client:
        import dask

        dask.config.set(CONFIG)
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        if self._scheduler is None:
            self._cluster = local_cluster(self._workers)
            client = _distributed().Client(self._cluster, set_as_default=False)
        else:
            if not ADDRESS.fullmatch(self._scheduler):
                raise RoundelError(
                    f"--scheduler {self._scheduler!r}, expected tcp://HOST:PORT",
                    "A dask scheduler prints its address when it starts.",
                )
            try:
                client = _distributed().Client(self._scheduler, timeout=CONNECT_SECONDS, set_as_default=False)
            except (OSError, ValueError) as error:
                hint = "Start one (`dask scheduler`), or omit --scheduler to use this machine."
                raise RoundelError(f"no scheduler at {self._scheduler}: {error}", hint) from error
            self._workers = sum(client.nthreads().values())
        client.subscribe_topic(TOPIC, self._on_event)
        self._client = client
        self._listener(Event("workers", workers=max(1, self._workers)))
        return client

    def _on_event(self, event: tuple[float, Mapping[str, str]]) -> None:
        label = self._labels.get(event[1]["key"])
        if label is not None:
            self._listener(Event("started", label))


def local_cluster(workers: int) -> Any:
    """Return a cluster of that many processes on this machine; they end with this process."""
    return _distributed().LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        memory_limit=0,  # what needs memory are the tools, which dask does not see
        dashboard_address="127.0.0.1:0",  # any free port: several benches may run
        local_directory=str(cache_dir("sweep")),
        silence_logs=logging.CRITICAL,
    )


def default_workers() -> int:
    """Return how many runs this machine does at a time: one a core, as far as its memory goes."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return max(1, min(cores, memory // WORKER_BYTES))


def _distributed() -> Any:
    """Return dask.distributed, which takes a while to load: only a bench that has to run something does."""
    return import_module("distributed")


def _task(job: Job) -> Outcome:
    """Make a run on a worker."""
    worker = _distributed().get_worker()
    key = worker.get_current_task()
    worker.log_event(TOPIC, {"key": key})
    return perform(job, _WorkerCancellation(worker, key))


class _WorkerCancellation(Cancellation):
    """Set once the worker closes, or once nobody wants the run any more."""

    def __init__(self, worker: Any, key: str) -> None:
        """Watch the task `key` of `worker`."""
        super().__init__()
        self._worker = worker
        self._key = key

    def check(self) -> None:
        """Raise Cancelled if the run is to end."""
        super().check()
        task = self._worker.state.tasks.get(self._key)
        if self._worker.status.name not in ("running", "paused") or task is None or task.state == "cancelled":
            raise Cancelled

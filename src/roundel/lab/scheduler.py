"""Runs on the workers of a dask scheduler.

A run is a task named by the key of its identity, so that clients of one scheduler share it. A worker stores
the result before it reports it: a client that is killed loses no finished run. A worker that is killed takes
its tools with it, and another worker makes its run.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Mapping
from importlib import import_module
from types import TracebackType
from typing import Any

from roundel.errors import RoundelError
from roundel.implement import Cancellation, Cancelled
from roundel.lab.progress import Event, Listener
from roundel.lab.rows import Outcome
from roundel.lab.runs import Run
from roundel.lab.store import Store, key_of
from roundel.lab.sweep import POLL_SECONDS, stored_here
from roundel.lab.task import Job, perform
from roundel.packages import require

CONNECT_SECONDS = 10.0
# A scheduler that is silent for longer is gone.
LOST_SECONDS = 30.0
TOPIC = "roundel-runs"
ADDRESS = re.compile(r"(tcp|tls)://([^\s:/\[\]]+|\[[0-9a-fA-F:.]+\]):\d+")
# Of dask.distributed, which is not typed throughout.
Client = Any
Future = Any


class SchedulerSweep:
    """The workers of a dask scheduler (a `roundel.lab.sweep.Sweep`)."""

    def __init__(self, store: Store, listener: Listener, scheduler: str) -> None:
        """Connect at the first run.

        Args:
            store: Where results are stored on this machine.
            listener: Called with each event.
            scheduler: The scheduler's address, such as `tcp://host:8786`.
        """
        self._store = store
        self._listener = listener
        self._scheduler = scheduler
        self._client: Client | None = None
        self._open: dict[Future, Job] = {}
        self._labels: dict[str, str] = {}
        self._seen = time.monotonic()

    def __enter__(self) -> SchedulerSweep:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Cancel what is not finished, and disconnect."""
        if self._client is not None:
            if self._open and self._client.status == "running":
                self._client.cancel(list(self._open), force=False)
            self._client.close()

    def submit(self, job: Job) -> None:
        """Queue a run. A run that is submitted earlier starts earlier."""
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

        Raises:
            RoundelError: The scheduler is gone. Finished runs are stored.
        """
        time.sleep(POLL_SECONDS)
        self._check_scheduler()
        ended = []
        # "lost" is a result whose worker has died. The scheduler runs the task again, which finds the result
        # in the store, except with `made_after`: then the run is made once more.
        for future in [future for future in self._open if future.status not in ("pending", "lost")]:
            job = self._open.pop(future)
            outcome = self._outcome(future, job)
            if outcome is not None:
                ended.append((job.run, outcome))
        return ended

    def _outcome(self, future: Future, job: Job) -> Outcome | None:
        """Return the outcome of a run, or None if it has to run again."""
        if future.status == "cancelled":
            raise self._scheduler_gone()
        error = future.exception()
        if error is None:
            try:
                outcome: Outcome = future.result()
            except Exception as fetch_error:
                # A broken connection shows here before the client's status says so.
                broken = isinstance(fetch_error, OSError)
                running = self._client is not None and self._client.status == "running"
                if running and future.status == "finished" and not broken:
                    raise
                self._open[future] = (
                    job  # the result is lost, or the scheduler is: the next call distinguishes
                )
                return None
            return stored_here(self._store, job, outcome)
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

    def _check_scheduler(self) -> None:
        client = self._client
        if client is None:
            return
        if client.status == "running":
            self._seen = time.monotonic()
        elif client.status == "closed" or time.monotonic() - self._seen > LOST_SECONDS:
            raise self._scheduler_gone()

    def _scheduler_gone(self) -> RoundelError:
        return RoundelError(
            f"the scheduler {self._scheduler} is gone",
            "Finished runs are stored: start the scheduler and repeat the command.",
        )

    def _connect(self) -> Client:
        if not ADDRESS.fullmatch(self._scheduler):
            raise RoundelError(
                f"--scheduler {self._scheduler!r}, expected tcp://HOST:PORT",
                "A dask scheduler prints its address when it starts.",
            )
        distributed = _distributed()
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        try:
            client = distributed.Client(self._scheduler, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            hint = "Start one (`dask scheduler`), or omit --scheduler to use this machine."
            raise RoundelError(f"no scheduler at {self._scheduler}: {error}", hint) from error
        client.subscribe_topic(TOPIC, self._on_event)
        self._client = client
        self._listener(Event("workers", workers=max(1, sum(client.nthreads().values()))))
        return client

    def _on_event(self, event: tuple[float, Mapping[str, str]]) -> None:
        label = self._labels.get(event[1]["key"])
        if label is not None:
            self._listener(Event("started", label))


def _distributed() -> Any:
    """Return dask.distributed, which takes a second to load."""
    require("distributed")
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

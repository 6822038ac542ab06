"""One run, made on a worker: looked up, executed, stored. What it returns travels to the client."""

from __future__ import annotations

import dataclasses
import platform
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from roundel.errors import RoundelError
from roundel.implement import Cancellation, Cancelled, JobFailed, Toolchain, inputs_changed, prepare_tools
from roundel.implement import Target as ImplementationTarget
from roundel.lab.columns import CPU_SECONDS, Record
from roundel.lab.rows import Outcome
from roundel.lab.runs import CyclesRun, ImplementationRun, Run
from roundel.lab.store import Store, holds, key_of
from roundel.paths import cache_dir
from roundel.process.atomic import locked


@dataclass(frozen=True)
class Job:
    """A run and how to make it.

    `store` is the client's folder of results. With `made_after` (seconds of the epoch) no stored result is
    taken, and no cached netlist from before it; 0 takes any. `elsewhere` says that the worker's machine may
    be another than the client's, with other sources or tools. What fails for several jobs of one `attempt`
    alike is tried once.
    """

    run: Run
    store: Path
    limit_seconds: float
    made_after: float = 0.0
    elsewhere: bool = False
    attempt: str = ""


def perform(job: Job, cancellation: Cancellation) -> Outcome:
    """Make a run unless it is stored by now, store it, and return its record; only Cancelled is raised.

    The process that makes a run on this machine holds a lock on its key: two clients that want the same run
    share it, and its failure too. The lock ends with its process, however that ends.
    """
    run, store = job.run, Store(job.store)
    identity, asked = run.identity, time.time()
    try:
        locks = cache_dir("runs")
    except RoundelError as error:
        return Outcome(_failed(run, error, store, {}), measured_now=True)
    with locked(locks / f"{key_of(identity)}.lock", cancellation.check):
        stored = store.get(identity)
        if stored is not None and run.answers(stored) and not job.made_after:
            return Outcome(stored, measured_now=False)
        failure = store.get_failure(identity, since=asked)
        if failure is not None and holds(failure, job.limit_seconds):
            return Outcome(failure, measured_now=False)
        made: dict[str, str] = {}
        try:
            if job.elsewhere:
                _check_same(run)
            how = (job.limit_seconds, cancellation, job.made_after, job.attempt)
            if isinstance(run, ImplementationRun):
                _check_liberty(run.target)
                netlist = run.synthesize(*how)
                made = {"netlist": netlist.digest}
                _prepare(run.target, run.toolchain, cancellation)
                result = {**run.execute(*how), **made}
                result[CPU_SECONDS] = round(result[CPU_SECONDS] + netlist.seconds, 1)
            else:
                result = dict(run.execute(*how))
        except Cancelled:
            raise
        except RoundelError as error:
            cancellation.check()
            return Outcome(_failed(run, error, store, made), measured_now=True)
        except Exception as error:  # a defect here must not end the other runs; it is reported, not stored
            reason = f"internal error: {type(error).__name__}: {error}"
            return Outcome({**identity, "failed": reason}, measured_now=True)
        try:
            return Outcome(store.put(identity, result), measured_now=True)
        except RoundelError:  # not a folder of this machine: the client stores it
            return Outcome({**identity, **result}, measured_now=True)


def _check_same(run: Run) -> None:
    """Raise JobFailed where sources or tools are not those that the client named the run by."""
    rebuilt = dataclasses.replace(run, core=dataclasses.replace(run.core))
    if rebuilt.identity == run.identity:
        return
    raise JobFailed(
        f"the worker on {platform.node()} has other sources or tools than the client", transient=True
    )


def _check_liberty(target: ImplementationTarget) -> None:
    """Raise JobFailed where the liberty is not the one that the run is named by: it is found by its path."""
    if target.liberty and target.liberty.changed():
        raise JobFailed(
            f"{target.liberty.path} on {platform.node()} is not the liberty that the run is named by",
            transient=True,
        )


def _failed(run: Run, error: RoundelError, store: Store, made: Mapping[str, str]) -> Record:
    """Return the record of a failure.

    Stored is the failure of an implementation that lies in the design: it costs minutes to find again. A
    simulation that failed is simply tried again next time, when the compiler may be installed.
    """
    reason = error.message.splitlines()[0]
    if isinstance(run, CyclesRun) or not isinstance(error, JobFailed):
        hint = error.hint.partition("\n")[0]
        return {**run.identity, "failed": f"{reason}: {hint}" if hint else reason}
    if error.transient or inputs_changed(run.core, run.target):
        return {**run.identity, "failed": reason}
    more: dict[str, Any] = {**made, "options": run.options.record(), "device": run.target.device}
    more |= {} if error.limit_seconds is None else {"limit_seconds": error.limit_seconds}
    try:
        return store.put_failure(run.identity, reason, **more)
    except RoundelError:  # not a folder of this machine: the client stores it, as the key asks it to
        return {"key": key_of(run.identity), **run.identity, "failed": reason, **more}


def _prepare(target: ImplementationTarget, toolchain: Toolchain, cancellation: Cancellation) -> None:
    """Start the target's tools once on this machine, so that what their first start costs is not timed."""
    if target.place_and_route is None:
        return
    tool = target.place_and_route.tool
    version = toolchain.version(tool).replace(" ", "-").replace("/", "-")
    started = cache_dir("runs") / f"{version}.started"
    if started.exists():
        return
    with locked(started.with_suffix(".lock"), cancellation.check):
        if not started.exists():
            prepare_tools(target, toolchain, cancellation)
            started.touch()

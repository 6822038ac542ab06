"""Running a tool as a job: own process group, own log, a time limit, and a way to stop it.

A job dies with the process that started it, however that ends (`supervisor`).
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from roundel.errors import RoundelError

# How a kernel out of memory ends a process, or an administrator.
KILLS = (signal.SIGKILL, signal.SIGTERM)
# What a tool's last words say when the machine is to blame, and not what it was given.
_TRANSIENT_MESSAGES = ("No space left on device", "Disk quota exceeded", "std::bad_alloc", "MemoryError")
POLL_SECONDS = 0.1
WATCH_SECONDS = 2.0
WATCHED_BYTES = 1 << 16
GRACE_SECONDS = 3.0
SUPERVISOR = Path(__file__).with_name("supervisor.py")


class JobFailed(RoundelError):
    """A tool run that gave no result. `message` is the one sentence; `log` is where the rest stands.

    `transient` says that the reason lies in the moment and not in the design: it is not worth keeping.
    """

    def __init__(
        self,
        reason: str,
        log: Path | None = None,
        *,
        limit_seconds: float | None = None,
        transient: bool = False,
    ) -> None:
        """Keep the sentence, the log, the time limit if that was the reason, and whether it passes."""
        super().__init__(reason, f"The log is {log}." if log else "")
        self.log = log
        self.limit_seconds = limit_seconds
        self.transient = transient


class Cancelled(Exception):
    """The job was stopped because the whole run is being given up."""


class Cancellation:
    """A flag shared by the jobs of one run: once set, each job kills its process group and ends."""

    def __init__(self, outer: Cancellation | None = None) -> None:
        """Make a flag that is not set; with `outer` it holds as set once that one does."""
        self._event = threading.Event()
        self._outer = outer

    def cancel(self) -> None:
        """Stop every job that holds this flag."""
        self._event.set()

    def check(self) -> None:
        """Raise Cancelled if the flag is set."""
        if self._outer:
            self._outer.check()
        if self._event.is_set():
            raise Cancelled


def run_job(
    command: Sequence[str],
    *,
    name: str,
    cwd: Path,
    log: Path,
    limit_seconds: float,
    cancellation: Cancellation | None = None,
    abort_when: Callable[[str], str | None] | None = None,
    stage: Callable[[str], str] | None = None,
    environment: Mapping[str, str] | None = None,
) -> tuple[int, float]:
    """Run `command` in `cwd` with its output in `log`; return its exit status and its seconds.

    `abort_when` is given the log's beginning from time to time, and returns the reason if it is of no use.
    Raises JobFailed for such a reason, when it takes longer than `limit_seconds` or is killed, and Cancelled
    when the flag is set; its whole process group is dead by then. `name` is what the sentence calls it
    ("synthesis"); for one that ran out of time it is `stage` of the log, where that is given.
    """
    start = checked = time.monotonic()
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(SUPERVISOR), str(os.getpid()), *command],
            cwd=cwd,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        while True:
            try:
                status = process.wait(timeout=POLL_SECONDS)
            except subprocess.TimeoutExpired:
                pass
            else:
                if status < 0:
                    raise _ended_by(signal.Signals(-status), name, log)
                return status, time.monotonic() - start
            if cancellation:
                cancellation.check()
            if abort_when and time.monotonic() - checked > WATCH_SECONDS:
                with log.open(errors="replace") as text:
                    reason = abort_when(text.read(WATCHED_BYTES))
                if reason:
                    raise JobFailed(reason, log)
                checked = time.monotonic()
            if time.monotonic() - start > limit_seconds:
                late = stage(log.read_text(errors="replace")) if stage else name
                raise JobFailed(
                    f"{late} timed out after {limit_seconds:g} s", log, limit_seconds=limit_seconds
                )
    finally:
        _end_group(process)


def is_transient(text: str) -> bool:
    """Return whether a tool's output says that the machine had no room left, on its disk or in its memory."""
    return any(words in text for words in _TRANSIENT_MESSAGES)


def _ended_by(killer: signal.Signals, name: str, log: Path) -> JobFailed:
    """Return what to raise for a job that a signal ended: its own fault, unless it was killed."""
    if killer in KILLS:
        return JobFailed(f"{name} was ended by {killer.name}: out of memory?", log, transient=True)
    text = log.read_text(errors="replace")
    lines = text.strip().splitlines()
    last = f": {lines[-1].strip()[:200]}" if lines else ""
    return JobFailed(f"{name} was ended by {killer.name}{last}", log, transient=is_transient(text))


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """End whatever is left of the job's process group: SIGTERM, then SIGKILL."""
    for sig in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, sig)
        except (ProcessLookupError, PermissionError):
            break
        try:
            process.wait(timeout=GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            continue
    process.wait()

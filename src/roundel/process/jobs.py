"""Runs a tool as a job: own process group, own log, a time limit, and a way to stop it.

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

# The signals by which an administrator, or a kernel out of memory, ends a process.
KILLS = (signal.SIGKILL, signal.SIGTERM)
# Texts in a tool's output that say that the machine is the cause, not the design.
_TRANSIENT_MESSAGES = ("No space left on device", "Disk quota exceeded", "std::bad_alloc", "MemoryError")
POLL_SECONDS = 0.1
WATCH_SECONDS = 2.0
WATCHED_BYTES = 1 << 16
GRACE_SECONDS = 3.0
SUPERVISOR = Path(__file__).with_name("supervisor.py")


class JobFailed(RoundelError):
    """A tool run without a result. `message` is one sentence; `log` has the details.

    `transient` means that the machine is the cause, not the design. Such a failure is not stored.
    """

    def __init__(
        self,
        reason: str,
        log: Path | None = None,
        *,
        limit_seconds: float | None = None,
        transient: bool = False,
    ) -> None:
        """Keep the sentence, the log, the time limit if it was the reason, and whether it is transient."""
        super().__init__(reason, f"The log is {log}." if log else "")
        self.log = log
        self.limit_seconds = limit_seconds
        self.transient = transient


class Cancelled(Exception):
    """The job was stopped because the whole run was cancelled."""


class Cancellation:
    """A flag shared by the jobs of one run. When it is set, each job kills its process group and ends."""

    def __init__(self, outer: Cancellation | None = None) -> None:
        """Make a flag that is not set. It also counts as set when `outer` is set."""
        self._event = threading.Event()
        self._outer = outer

    def cancel(self) -> None:
        """Stop every job that has this flag."""
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
    """Run a command with its output in a log.

    When this function returns or raises, the job's whole process group has ended.

    Args:
        command: The program and its arguments.
        name: The job's name in messages, such as "synthesis".
        cwd: The folder to run in.
        log: The file for stdout and stderr.
        limit_seconds: The longest time, in seconds.
        cancellation: A flag that stops the job, or None.
        abort_when: Gets the first 64 KiB of the log every two seconds, and returns a reason to stop, or
            None.
        stage: Gets the log after a timeout, and returns the name of the stage for the message.
        environment: The environment variables; None means those of this process.

    Returns:
        The exit status, and the CPU seconds (user and system) of the command and of the processes that it
        waited for. A loaded machine changes them little, unlike the wall time.

    Raises:
        JobFailed: `abort_when` returned a reason, or the job exceeded its limit or was killed by a signal.
        Cancelled: The flag is set.
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
            ended = _wait(process, POLL_SECONDS)
            if ended is not None:
                status, cpu_seconds = ended
                if status < 0:
                    raise _ended_by(signal.Signals(-status), name, log)
                return status, cpu_seconds
            if cancellation:
                cancellation.check()
            if abort_when and time.monotonic() - checked > WATCH_SECONDS:
                with log.open(errors="replace") as text:
                    reason = abort_when(text.read(WATCHED_BYTES))
                if reason:
                    raise JobFailed(reason, log)
                checked = time.monotonic()
            if time.monotonic() - start > limit_seconds:
                stage_name = stage(log.read_text(errors="replace")) if stage else name
                raise JobFailed(
                    f"{stage_name} timed out after {limit_seconds:g} s", log, limit_seconds=limit_seconds
                )
    finally:
        _end_group(process)


def _wait(process: subprocess.Popen[bytes], timeout: float) -> tuple[int, float] | None:
    """Return the exit status and the CPU seconds of a process, or None if it runs on after `timeout`."""
    end = time.monotonic() + timeout
    pause = 0.0005
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode, usage.ru_utime + usage.ru_stime
        left = end - time.monotonic()
        if left <= 0:
            return None
        pause = min(2 * pause, left, 0.05)
        time.sleep(pause)


def is_transient(text: str) -> bool:
    """Return whether a tool's output says that the machine's disk or memory was full."""
    return any(message in text for message in _TRANSIENT_MESSAGES)


def last_line(log: Path) -> str:
    """Return the last line of a log, or what says that it is empty."""
    return (log.read_text(errors="replace").strip().splitlines() or ["no message"])[-1]


def _ended_by(killer: signal.Signals, name: str, log: Path) -> JobFailed:
    """Return the failure of a job that a signal ended. It is transient if the job was killed from outside."""
    if killer in KILLS:
        return JobFailed(f"{name} was ended by {killer.name}: out of memory?", log, transient=True)
    text = log.read_text(errors="replace")
    lines = text.strip().splitlines()
    last = f": {lines[-1].strip()[:200]}" if lines else ""
    return JobFailed(f"{name} was ended by {killer.name}{last}", log, transient=is_transient(text))


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """End what is left of the job's process group: SIGTERM, then SIGKILL."""
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

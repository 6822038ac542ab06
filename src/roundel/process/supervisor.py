"""Supervises a tool: `python -I -S supervisor.py PARENT COMMAND...`.

The command dies with its parent. A worker that is killed with SIGKILL cannot end its tools. The kernel then
signals this process, which ends its whole process group, SIGTERM first: the tool, and what the tool has
started. This works on Linux only; elsewhere the command just runs. It uses the standard library only, so
that it starts fast.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from types import FrameType

PR_SET_PDEATHSIG = 1  # prctl(2)
GRACE_SECONDS = 2.0


def main(parent: int, command: list[str]) -> int:
    """Run `command` until it ends or process `parent` ends; return its exit status."""
    signal.signal(signal.SIGTERM, _end_group)
    _set_death_signal(signal.SIGTERM)
    if os.getppid() != parent:  # the parent ended before the kernel knew of the signal to send
        return 1
    process = subprocess.Popen(command, preexec_fn=_die_with_supervisor)
    status = process.wait()
    if status < 0:  # end as the tool did, so that the caller sees the signal
        if -status not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    return status


def _set_death_signal(number: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, number)


def _die_with_supervisor() -> None:
    # If the supervisor is killed, the tool is killed too.
    _set_death_signal(signal.SIGKILL)


def _end_group(number: int, frame: FrameType | None) -> None:
    # The tool gets SIGTERM first: it may have started others in groups of their own, which it can end.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.killpg(0, signal.SIGTERM)
    end = time.monotonic() + GRACE_SECONDS
    with contextlib.suppress(ChildProcessError):
        while time.monotonic() < end and os.waitpid(-1, os.WNOHANG) == (0, 0):
            time.sleep(0.05)
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))

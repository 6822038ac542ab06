"""Runs a function in a forked process, so that a mutant that crashes or hangs ends nothing else."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import time
from collections.abc import Callable

CRASHED = "the simulation crashed"
TIME_LIMIT = "time limit"


def forked(call: Callable[[], str], seconds: float) -> str:
    """Return the text that `call` returns in a process of its own.

    Args:
        call: The function. An exception in it is a text, too: its type and message.
        seconds: The longest time.

    Returns:
        The text; TIME_LIMIT if it takes longer, CRASHED if the process ends without a text.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        _run_child(call, writing)
    os.close(writing)
    end = time.monotonic() + seconds
    received = b""
    try:
        while True:
            ready = select.select([reading], [], [], max(0.0, end - time.monotonic()))[0]
            if not ready:
                return TIME_LIMIT
            piece = os.read(reading, 65536)
            if not piece:
                break
            received += piece
    finally:
        os.close(reading)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # with what it started
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return received[1:].decode(errors="replace") if received else CRASHED


def _run_child(call: Callable[[], str], writing: int) -> None:
    """Run the function, write a mark and its text, and end the process."""
    os.setsid()
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    try:
        text = call()
    except BaseException as error:  # the parent reports it
        text = f"{type(error).__name__}: {error}"
    os.write(writing, b"." + text.encode()[:60_000])
    os._exit(0)

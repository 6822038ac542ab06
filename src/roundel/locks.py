"""One maker at a time of what lies in the cache: locks on files, held across processes and threads."""

from __future__ import annotations

import fcntl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

POLL_SECONDS = 0.2


@contextmanager
def locked(path: Path, check: Callable[[], None] | None = None) -> Iterator[None]:
    """Hold an exclusive lock on the file `path`; a lock goes with its process, however that ends.

    `check` is called before every try, and gives up waiting by what it raises.
    """
    with path.open("w") as file:
        if check is None:
            fcntl.flock(file, fcntl.LOCK_EX)
        else:
            _poll(file.fileno(), check)
        yield


def _poll(file: int, check: Callable[[], None]) -> None:
    while True:
        check()
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            time.sleep(POLL_SECONDS)

"""Files that several processes and threads share: locks, and atomic writes."""

from __future__ import annotations

import fcntl
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

POLL_SECONDS = 0.2


@contextmanager
def locked(path: Path, check: Callable[[], None] | None = None) -> Iterator[None]:
    """Hold an exclusive lock on the file `path`. The lock ends with its process, however that ends.

    `check` is called before every attempt. An exception from it ends the wait.
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


def write_atomically(path: Path, text: str, *, replace: bool = True) -> None:
    """Write `text` to `path` completely or not at all. Without `replace`, an existing file is kept.

    The folder is created if necessary. Raises OSError if the file cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    part = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.chmod(0o644)
        if replace:
            part.replace(path)
        else:
            try:
                path.hardlink_to(part)
            except FileExistsError:
                pass
            except OSError:  # a file system without hard links
                part.replace(path)
    finally:
        part.unlink(missing_ok=True)

"""Helpers of the tests of users' projects: a design in a folder of its own, and commands on it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from roundel.cli.app import app_of
from roundel.errors import RoundelError

HERE = Path(__file__).parent


@contextmanager
def project(design: str, folder: Path) -> Iterator[Path]:
    """Copy a design into `folder`, and make it the current folder; the user's results are there."""
    shutil.copytree(HERE / design, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".roundel"))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name in ("ROUNDEL_RESULTS", "ROUNDEL_PUBLISHED", "ROUNDEL_PROJECT"):
            patch.delenv(name, raising=False)
        yield folder


def run(*words: str) -> int:
    """Run a command line in this process, and return its exit status."""
    try:
        app_of([words[0]])(list(words))
    except SystemExit as end:
        return int(end.code or 0)
    except RoundelError:
        raise
    return 0


def edit(path: Path, old: str, new: str) -> None:
    """Replace a text that a file has exactly once."""
    text = path.read_text()
    assert text.count(old) == 1, (path, old)
    path.write_text(text.replace(old, new))

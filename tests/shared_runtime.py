"""Verilator's own runtime in an otherwise empty cache."""

from __future__ import annotations

import shutil
from pathlib import Path

from roundel.paths import cache_dir


def share_runtime(other_cache: Path) -> None:
    """Copy the runtime, which is slow to compile, from the current cache to `other_cache`.

    Call this before `other_cache` becomes the current cache. A runtime that the current cache lacks is
    compiled as usual.
    """
    for path in cache_dir("verilated").glob("runtime-*/*.o"):
        if not path.name.endswith(".part.o"):  # another process is compiling it
            copy = other_cache / path.relative_to(path.parents[2])
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, copy)

"""Verilator's own runtime in a cache that is empty but for it."""

from __future__ import annotations

import shutil
from pathlib import Path

from roundel.paths import cache_dir


def share_runtime(other_cache: Path) -> None:
    """Copy the runtime, which takes long to compile, from the cache in use to `other_cache`, another one.

    To be called before `other_cache` is the cache in use. What the cache in use has not is compiled as ever.
    """
    for kept in cache_dir("verilated").glob("runtime-*/*.o"):
        if not kept.name.endswith(".part.o"):  # another process compiles it at this moment
            copy = other_cache / kept.relative_to(kept.parents[2])
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(kept, copy)

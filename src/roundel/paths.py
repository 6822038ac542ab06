"""Where things lie: the project's own files, and the folder for what can be built again."""

from __future__ import annotations

import os
from pathlib import Path

from roundel.errors import RoundelError


def project_root() -> Path:
    """Return the folder that holds `rtl/`: ROUNDEL_ROOT, or the checkout this package is installed from."""
    override = os.environ.get("ROUNDEL_ROOT")
    root = Path(override).resolve() if override else Path(__file__).resolve().parents[2]
    if not (root / "rtl").is_dir():
        raise RoundelError(
            f"no rtl/ folder in {root}", "Run from a checkout, or set ROUNDEL_ROOT to the project's folder."
        )
    return root


def cache_dir(*parts: str) -> Path:
    """Return (and make) a folder below the cache: ROUNDEL_CACHE, or `build/` in the project root.

    RoundelError where it cannot be made.
    """
    override = os.environ.get("ROUNDEL_CACHE")
    base = Path(override).resolve() if override else project_root() / "build"
    path = base.joinpath(*parts)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        hint = "Set ROUNDEL_CACHE to a folder that can be written."
        raise RoundelError(f"cannot make {path}: {error.strerror}", hint) from error
    return path


def live_results_dir() -> Path:
    """Return the folder that new results are stored in: ROUNDEL_RESULTS, or `results/` below the cache.

    git ignores it: `roundel publish` merges what it has into the published results.
    """
    override = os.environ.get("ROUNDEL_RESULTS")
    return Path(override).resolve() if override else cache_dir("results")


def published_results_dir() -> Path:
    """Return the folder of published results: ROUNDEL_PUBLISHED, or `results/` in the project root."""
    override = os.environ.get("ROUNDEL_PUBLISHED")
    return Path(override).resolve() if override else project_root() / "results"


def vectors_dir() -> Path:
    """Return the folder of the project's own known answers."""
    return project_root() / "tests" / "vectors"

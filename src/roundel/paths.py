"""The folders of the project, and the folder for files that can be built again."""

from __future__ import annotations

import os
from pathlib import Path

from roundel.errors import RoundelError


def project_root() -> Path:
    """Return the folder that has `rtl/`: ROUNDEL_ROOT, or the checkout of the installed package."""
    override = os.environ.get("ROUNDEL_ROOT")
    root = Path(override).resolve() if override else Path(__file__).resolve().parents[2]
    if not (root / "rtl").is_dir():
        raise RoundelError(
            f"no rtl/ folder in {root}", "Run from a checkout, or set ROUNDEL_ROOT to the project's folder."
        )
    return root


def cache_path(*parts: str) -> Path:
    """Return a path below the cache: ROUNDEL_CACHE, or `build/` in the project root."""
    override = os.environ.get("ROUNDEL_CACHE")
    base = Path(override).resolve() if override else project_root() / "build"
    return base.joinpath(*parts)


def cache_dir(*parts: str) -> Path:
    """Return a folder below the cache, created if necessary. Raises RoundelError if it cannot be created."""
    path = cache_path(*parts)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        hint = "Set ROUNDEL_CACHE to a writable folder."
        raise RoundelError(f"cannot make {path}: {error.strerror}", hint) from error
    return path


def live_results_dir() -> Path:
    """Return the folder for new results: ROUNDEL_RESULTS, or `results/` below the cache.

    It may not exist yet. git ignores it. `roundel publish` merges its results into the published results.
    """
    override = os.environ.get("ROUNDEL_RESULTS")
    return Path(override).resolve() if override else cache_path("results")


def published_results_dir() -> Path:
    """Return the folder of published results: ROUNDEL_PUBLISHED, or `results/` in the project root."""
    override = os.environ.get("ROUNDEL_PUBLISHED")
    return Path(override).resolve() if override else project_root() / "results"


def vectors_dir() -> Path:
    """Return the folder of the project's own known answers."""
    return project_root() / "tests" / "vectors"

"""The folders of the project, and the folder for files that can be built again."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import platformdirs

from roundel.errors import RoundelError

# The file of a user's project, and the folder beside it that git ignores.
PROJECT_FILE = "roundel.toml"
PROJECT_CACHE = ".roundel"
# The parts of the checkout that a wheel has.
PACKAGED = Path(__file__).resolve().with_name("checkout")


def project_root() -> Path:
    """Return the folder that has `rtl/`.

    It is ROUNDEL_ROOT if set; else the copy inside an installed wheel, or the checkout of an editable
    install. Raises RoundelError if the folder has no `rtl/`.
    """
    return _root(os.environ.get("ROUNDEL_ROOT"))


@cache
def _root(override: str | None) -> Path:
    if override:
        root = Path(override).resolve()
    else:
        root = PACKAGED if PACKAGED.is_dir() else Path(__file__).resolve().parents[2]
    if not (root / "rtl").is_dir():
        raise RoundelError(
            f"no rtl/ folder in {root}", "Run from a checkout, or set ROUNDEL_ROOT to the project's folder."
        )
    return root


def project_file() -> Path | None:
    """Return the `roundel.toml` of the user's project, or None where there is none.

    It is ROUNDEL_PROJECT if set, a file or the folder that has it. Otherwise it is the first one in the
    current folder and its parents. Raises RoundelError where ROUNDEL_PROJECT names none.
    """
    override = os.environ.get("ROUNDEL_PROJECT")
    if not override:
        here = Path.cwd()
        return next((p for one in (here, *here.parents) if (p := one / PROJECT_FILE).is_file()), None)
    path = Path(override).resolve()
    path = path / PROJECT_FILE if path.is_dir() else path
    if not path.is_file():
        raise RoundelError(f"ROUNDEL_PROJECT: no file {path}", "Make one: `roundel init` in its folder.")
    return path


def refuse_packaged(what: str) -> None:
    """Raise RoundelError where the project is the copy inside an installed wheel, which nobody changes."""
    if project_root() == PACKAGED:
        raise RoundelError(
            f"{what} of an installed package are not changed", "Run this in a checkout of the project."
        )


def cache_path(*parts: str) -> Path:
    """Return a path below the cache.

    The cache is ROUNDEL_CACHE if set; else `build/` in the checkout, or the user's cache folder for an
    installed wheel.
    """
    override = os.environ.get("ROUNDEL_CACHE")
    if override:
        base = Path(override).resolve()
    elif (root := project_root()) == PACKAGED:
        base = platformdirs.user_cache_path("roundel")
    else:
        base = root / "build"
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


def text_of(path: Path) -> str:
    """Return the text of a file of the project; RoundelError that names the file if it is not UTF-8."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise RoundelError(
            f"{path}: not UTF-8 at byte {error.start}", "Correct the file, or restore it from git."
        ) from error


def live_results_dir() -> Path:
    """Return the folder for new results. It may not exist yet.

    It is ROUNDEL_RESULTS if set; else `.roundel/results/` of a user's project; else `results/` below the
    cache of a checkout, or the user's data folder for an installed wheel. git ignores it. `roundel publish`
    merges its results into the published results.
    """
    override = os.environ.get("ROUNDEL_RESULTS")
    if override:
        return Path(override).resolve()
    if (own := project_file()) is not None:
        return own.parent / PROJECT_CACHE / "results"
    if project_root() == PACKAGED:
        return platformdirs.user_data_path("roundel") / "results"
    return cache_path("results")


def report_dir() -> Path:
    """Return the folder of the report: `.roundel/report` of a user's project, else `report` of the cache."""
    own = project_file()
    return own.parent / PROJECT_CACHE / "report" if own is not None else cache_path("report")


def published_results_dir() -> Path:
    """Return the folder of published results: ROUNDEL_PUBLISHED, or `results/` in the project root."""
    override = os.environ.get("ROUNDEL_PUBLISHED")
    return Path(override).resolve() if override else project_root() / "results"


def vectors_dir() -> Path:
    """Return the folder of the project's own known answers."""
    return project_root() / "tests" / "vectors"

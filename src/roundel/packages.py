"""The pinned packages: what is installed, and what to install for a command that needs an optional one."""

from __future__ import annotations

import importlib.metadata
import re
import shlex
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from roundel.errors import RoundelError
from roundel.paths import project_root

# What each extra of `pyproject.toml` is for.
USES = {
    "ecp5": "place and route on ECP5",
    "ice40": "place and route on iCE40",
    "gowin": "place and route on Gowin",
    "nexus": "place and route on Nexus",
    "isa": "`roundel isa` and `roundel soc`",
    "formal": "`roundel formal`",
    "cluster": "`roundel bench --scheduler`",
    "dev": "the project's own checks",
}


@dataclass(frozen=True)
class Pin:
    """A package in its pinned version. `extra` is "" for one that every command needs."""

    package: str
    version: str
    extra: str = ""


@cache
def pins(pyproject: Path | None = None) -> tuple[Pin, ...]:
    """Return every pinned package of `pyproject.toml` once, where it is first named."""
    project = tomllib.loads((pyproject or project_root() / "pyproject.toml").read_text())["project"]
    groups = {"": project["dependencies"]} | project["optional-dependencies"]
    found: dict[str, Pin] = {}
    for extra, lines in groups.items():
        for line in lines:
            if match := re.fullmatch(r"([\w.-]+)==([\w.]+)", line):
                found.setdefault(match[1], Pin(match[1], match[2], extra))
    return tuple(found.values())


@cache
def package_version(package: str) -> str:
    """Return "package version": the installed version, or the pinned one of an optional package.

    So stored results of a tool are found where the tool itself is not installed. RoundelError for a package
    that is neither installed nor pinned.
    """
    try:
        return f"{package} {importlib.metadata.version(package)}"
    except importlib.metadata.PackageNotFoundError:
        pin = _pin_of(package)
        if pin is None or not pin.extra:
            raise _missing([package]) from None
        return f"{package} {pin.version}"


def require(*packages: str) -> None:
    """Raise RoundelError, with the command that installs them, unless the packages are installed."""
    missing = [package for package in packages if not _installed(package)]
    if missing:
        raise _missing(missing)


def _installed(package: str) -> bool:
    try:
        importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def _pin_of(package: str) -> Pin | None:
    return next((pin for pin in pins() if pin.package == package), None)


def install_command(*wanted: Pin) -> str:
    """Return the command that installs packages in the environment of this Python."""
    packages = " ".join(f"{pin.package}=={pin.version}" for pin in wanted)
    return f"`{shlex.quote(sys.executable)} -m pip install {packages}`"


def _missing(packages: Sequence[str]) -> RoundelError:
    wanted = [pin for pin in map(_pin_of, packages) if pin]
    uses = {USES[pin.extra] for pin in wanted if pin.extra}
    verb, them = ("are", "them") if len(packages) > 1 else ("is", "it")
    use = f"; {' and '.join(sorted(uses))} needs {them}" if uses else ""
    return RoundelError(
        f"{' and '.join(packages)} {verb} not installed{use}",
        f"Install {them}: {install_command(*wanted)}. In a checkout, `make setup` installs everything.",
    )

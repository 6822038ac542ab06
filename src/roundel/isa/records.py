"""What a stored figure of the instructions is known by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from roundel import models
from roundel.paths import cache_path
from roundel.process.known import Known

CORE = "simd"


def figure_identity(
    target: str, name: str, version: str, digest: str, tools: Mapping[str, str]
) -> dict[str, Any]:
    """Return the identity of a figure: of what, the digest of its text, and the tools that made it."""
    return {
        "kind": "figure",
        "core": CORE,
        "target": target,
        "name": name,
        "version": version,
        "source_hash": digest,
        "tools": dict(tools),
    }


def known_facts(name: str, find: Callable[[str], list[str]]) -> list[str]:
    """Return what `find` says of a name, from the cache while the code of both packages is the same."""
    return list(_known(cache_path("isa")).facts(name, find))


@cache
def _known(folder: Path) -> Known:
    packages = Path(__file__).parent, Path(models.__path__[0])
    files = (path for package in packages for path in sorted(package.rglob("*")))
    code = (path.read_bytes() for path in files if path.is_file() and path.suffix != ".pyc")
    return Known(folder, *code)

"""Finds descriptors. A module of `roundel.algorithms` adds its algorithms by the tuple ALGORITHMS.

It adds the parsers of its known answers by the tuple PARSERS. No other file lists algorithms.
"""

from __future__ import annotations

import functools
import pkgutil
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import TypeVar

from roundel.algorithms.kinds.base import Algorithm, Standing
from roundel.algorithms.kinds.fields import Rule
from roundel.errors import RoundelError

Kind = TypeVar("Kind", bound=Algorithm)


@functools.cache
def algorithms() -> dict[str, Algorithm]:
    """Return all descriptors by the name of the algorithm in the catalog."""
    return {one.name: one for module in _modules() for one in getattr(module, "ALGORITHMS", ())}


@functools.cache
def parsers() -> tuple[Rule, ...]:
    """Return the parsers of known answers: a pattern of the entry's `alg`, and the function."""
    return tuple(parser for module in _modules() for parser in getattr(module, "PARSERS", ()))


def algorithms_of(kind: type[Kind]) -> dict[str, Kind]:
    """Return the descriptors of one kind by name."""
    return {name: one for name, one in algorithms().items() if isinstance(one, kind)}


def status_of(algorithm: str) -> str:
    """Return the status of an algorithm in words, such as "NIST standard"; "" for an unknown algorithm."""
    known = algorithms().get(algorithm)
    return known.standing.value if known else ""


def is_standard(status: str) -> bool:
    """Return whether a status in words is that of a standard: NIST's, or an RFC."""
    return status in (Standing.STANDARD.value, Standing.RFC.value)


def find(kind: type[Kind], name: str, wanted: str) -> Kind:
    """Return the descriptor of a kind.

    Args:
        kind: The class of the descriptor.
        name: The name in the catalog.
        wanted: Who needs it and what for, for the error's message: "core serves aead".

    Raises:
        RoundelError: No algorithm of that kind has the name.
    """
    known = algorithms_of(kind)
    if name not in known:
        raise RoundelError(
            f"{wanted} (algorithm {name!r}), which Roundel does not know",
            f"Known: {', '.join(known)}. A new one needs a descriptor in roundel.algorithms.",
        )
    return known[name]


def _modules() -> Iterable[object]:
    folder = Path(__file__).parent
    for module in pkgutil.iter_modules([str(folder)]):
        if not module.ispkg and module.name != "registry":
            yield import_module(f"roundel.algorithms.{module.name}")

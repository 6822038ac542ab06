"""Which catalog entries `make test` repeats a test for, where several configure one top module."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

import pytest

from roundel.catalog import find_core

# One service core for each way of reading commands and making answers: what a test of the stream alone
# repeats in `make test`.
FRONT_ENDS = (
    *("keccak-hash", "keccak-kmac", "keccak-hash-masked"),
    *("multi-keccak-hs", "multi-keccak-la"),
    *("aes-gcm-hs", "aes-gcm-xhs", "aes-gcm-la", "aes-groestl-256"),
    *("ascon-hs", "ascon-la"),
)


def first_of_each_top(names: Iterable[str]) -> set[str]:
    """Return one of `names` for each top module: the one that names the page, if it is among them."""
    first: dict[str, str] = {}
    for name in sorted(names, key=lambda name: find_core(name).docs.stem != name):
        first.setdefault(find_core(name).top, name)
    return set(first.values())


def long_but(quick: Container[str], names: Iterable[str]) -> list[Any]:
    """Return `names` as parameters of a test, `long` but for those in `quick`."""
    return [name if name in quick else pytest.param(name, marks=pytest.mark.long) for name in names]


def one_quick_of_each_front_end(names: Iterable[str]) -> list[Any]:
    """Return `names` as parameters of a test, `long` but for those in `FRONT_ENDS`."""
    return long_but(FRONT_ENDS, names)


def one_quick_of_each_top(names: Iterable[str]) -> list[Any]:
    """Return `names` as parameters of a test, `long` but for one of each top module."""
    names = list(names)
    return long_but(first_of_each_top(names), names)

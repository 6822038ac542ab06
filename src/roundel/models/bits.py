"""Functions that the models share: XOR of byte strings, rounds by tables, and the check of a length."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from functools import reduce
from typing import TypeAlias

from roundel.errors import RoundelError

Bytes: TypeAlias = bytes | bytearray


def xor(a: Bytes, b: Bytes) -> bytes:
    """Return the bytewise XOR of `a` and `b`, as long as the shorter one."""
    size = min(len(a), len(b))
    return (int.from_bytes(a[:size], "little") ^ int.from_bytes(b[:size], "little")).to_bytes(size, "little")


def xor_into(state: bytearray, data: Bytes, start: int = 0) -> None:
    """XOR `data` into `state`, starting at byte `start`."""
    for i, byte in enumerate(data, start):
        state[i] ^= byte


def combined(tables: Sequence[Sequence[int]], state: bytes, start: int) -> int:
    """Return `start` XOR each byte's entry in its own table.

    This computes a round whose S-boxes are bytewise and whose other steps are linear.
    """
    return reduce(operator.xor, map(operator.getitem, tables, state), start)


def require(condition: bool, message: str, hint: str) -> None:
    """Raise RoundelError(message, hint) unless `condition` holds."""
    if not condition:
        raise RoundelError(message, hint)

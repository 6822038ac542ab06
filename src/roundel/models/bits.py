"""What the models share: XOR of byte strings and the check of a length."""

from __future__ import annotations

from typing import TypeAlias

from roundel.errors import RoundelError

Octets: TypeAlias = bytes | bytearray


def xor(a: Octets, b: Octets) -> bytes:
    """Return the bytewise XOR of `a` and `b`, as long as the shorter of the two."""
    return bytes(x ^ y for x, y in zip(a, b, strict=False))


def xor_into(state: bytearray, data: Octets, start: int = 0) -> None:
    """XOR `data` into `state` from byte `start` on."""
    for i, byte in enumerate(data, start):
        state[i] ^= byte


def require(condition: bool, message: str, hint: str) -> None:
    """Raise RoundelError(message, hint) unless `condition` holds."""
    if not condition:
        raise RoundelError(message, hint)

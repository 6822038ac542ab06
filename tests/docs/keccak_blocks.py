"""Transactions of n blocks of each service of a Keccak core, for the cycle figures of its page."""

from __future__ import annotations

from collections.abc import Callable

from roundel.algorithms.keccak_mac import KECCAK_MAC
from roundel.algorithms.kinds.prng import request_segments
from roundel.algorithms.lake_keyak import LAKE_KEYAK
from roundel.protocol.stream import NO_FLAGS, Command, Flag, Kind, Operation, Segment

START = (bytes(16), bytes(range(16)))

Blocks = Callable[[int], list[Segment]]


def hashed(rate: int, blocks: int, squeezed: int, flags: Flag = NO_FLAGS) -> list[Segment]:
    command = Command(Operation.HASH, flags, 0x06, rate, 8 * rate * squeezed)
    return [Segment(Kind.CMD, command.pack()), Segment(Kind.TEXT, bytes(8 * rate * blocks - 1))]


def mac(blocks: int) -> list[Segment]:
    return KECCAK_MAC.request(*KECCAK_MAC.message(*START, bytes(136 * blocks - 33), 16))


def message(operation: Operation, ad: int, text: int) -> list[Segment]:
    tag = bytes(16) if operation == Operation.OPEN else b""
    return LAKE_KEYAK.message(operation, *START, bytes(ad), bytes(text), tag)


def absorbing(rate: int, flags: Flag = NO_FLAGS) -> Blocks:
    return lambda n: hashed(rate, n, 1, flags)


def squeezing(rate: int, flags: Flag = NO_FLAGS) -> Blocks:
    return lambda n: hashed(rate, 1, n, flags)


def growing(operation: Operation, ad: int, text: int) -> Blocks:
    return lambda n: message(operation, n * ad, n * text)


def feeding(bits: int) -> Blocks:
    return lambda n: request_segments(bits, bytes(168 * n - 1), 16)


def fetching(bits: int) -> Blocks:
    return lambda n: request_segments(bits, b"", 168 * n)

"""Transactions of the services of a Keccak core, for tests of timing, with values of every sort.

There is also one plain transaction of each service, with its answer.
"""

from __future__ import annotations

import hashlib
from random import Random

from transactions import ERROR, values

from roundel.models.keccak_mac import keccak_mac
from roundel.models.keccak_prg import Prg
from roundel.models.motorist import LAKE, seal
from roundel.protocol.keyak_message import message_segments
from roundel.protocol.mac_message import KECCAK_MAC
from roundel.protocol.prng_message import request_segments
from roundel.protocol.stream import KEEP, RESUME, Command, Kind, Operation, Segment
from roundel.verify.cases import flip_bit

KEY, NONCE = bytes(range(16)), bytes(range(16, 32))


def hash_of(rng: Random, lanes: int, size: int, outlen: int) -> list[Segment]:
    command = Command(Operation.HASH, lanes, rng.choice([0x01, 0x04, 0x06, 0x1F]), outlen)
    return [Segment(Kind.CMD, command.pack()), Segment(Kind.TEXT, values(rng, size))]


def mac_of(rng: Random, size: int, outlen: int) -> list[Segment]:
    return KECCAK_MAC.segments(values(rng, 16), values(rng, 16), values(rng, size), outlen)


def random_bytes(rng: Random, variant: int, size: int, outlen: int) -> list[Segment]:
    return request_segments(variant, values(rng, size), outlen)


def message(rng: Random, operation: Operation, ad: int, size: int) -> list[Segment]:
    """Return a message whose tag may be wrong."""
    start = (values(rng, 16), values(rng, 16))
    data, text, tag = values(rng, ad), values(rng, size), b""
    if operation == Operation.OPEN:
        text, tag = seal(LAKE, *start, data, text)
        if rng.random() < 0.5:
            tag = flip_bit(rng, tag)
    return message_segments(operation, start, data, text, tag)


def generated(seed: bytes, count: int) -> bytes:
    generator = Prg()
    generator.feed(seed)
    return generator.fetch(count)


HASH = [Segment(Kind.CMD, Command(Operation.HASH, 17, 0x06, 32).pack()), Segment(Kind.TEXT, b"abc")]
HASHED = Segment(Kind.DIGEST, hashlib.sha3_256(b"abc").digest())
# One transaction of each service with its answer.
PLAIN: dict[str, tuple[list[Segment], list[Segment]]] = {
    "hash": (HASH, [HASHED]),
    "mac": (
        KECCAK_MAC.segments(KEY, NONCE, b"abc", 16),
        [Segment(Kind.TAG, keccak_mac(KEY, NONCE, b"abc"))],
    ),
    "message": (
        message_segments(Operation.SEAL, (KEY, NONCE), b"", b"abc"),
        [
            Segment(*part)
            for part in zip((Kind.TEXT, Kind.TAG), seal(LAKE, KEY, NONCE, b"", b"abc"), strict=True)
        ],
    ),
    "generator": (request_segments(0, b"abc", 16), [Segment(Kind.RANDOM, generated(b"abc", 16))]),
    "error": ([Segment(Kind.TEXT, b"no command")], [ERROR]),
}
# Complete commands that no core serves, each with an output length, and the segments that would follow.
_HASHED = [Segment(Kind.TEXT, b"abc")]
_MAC = KECCAK_MAC.segments(KEY, NONCE, b"abc", 16)[1:]
REFUSED = [
    (Command(Operation.HASH, 22, 0x06, 48), _HASHED),
    (Command(Operation.HASH, 0, 0x06, 32), _HASHED),
    (Command(Operation.MAC, 17, KECCAK_MAC.suffix, 137), _MAC),
    (Command(Operation.MAC, 18, KECCAK_MAC.suffix, 16), _MAC),
    (Command(0x0E, output_bytes=0xFFFF_FFFF), _HASHED),
]
# A transaction that keeps something in the core, the segments of its answer, and one that would resume it.
OPENED: dict[str, tuple[list[Segment], int, list[Segment]]] = {
    "message": (
        message_segments(Operation.SEAL, (KEY, NONCE), b"", b"first", keep=True),
        2,
        message_segments(Operation.SEAL, None, b"", b"second"),
    ),
    "generator": (request_segments(KEEP, KEY, 16), 1, request_segments(RESUME, b"", 16)),
}

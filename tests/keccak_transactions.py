"""Transactions of the services of a Keccak core with values of every sort, for tests of its timing."""

from __future__ import annotations

from random import Random

from roundel.keyak_message import message_segments
from roundel.mac_message import KECCAK_MAC
from roundel.models.motorist import LAKE, seal
from roundel.prng_message import request_segments
from roundel.stream import Command, Kind, Operation, Segment
from roundel.verify.cases import flip_bit


def hash_of(rng: Random, lanes: int, size: int, outlen: int) -> list[Segment]:
    command = Command(Operation.HASH, lanes, rng.choice([0x01, 0x04, 0x06, 0x1F]), outlen)
    return [Segment(Kind.CMD, command.pack()), Segment(Kind.TEXT, values(rng, size))]


def mac_of(rng: Random, size: int, outlen: int) -> list[Segment]:
    return KECCAK_MAC.segments(values(rng, 16), values(rng, 16), values(rng, size), outlen)


def random_bytes(rng: Random, variant: int, size: int, outlen: int) -> list[Segment]:
    return request_segments(variant, values(rng, size), outlen)


def message(rng: Random, operation: Operation, ad: int, size: int) -> list[Segment]:
    """Right tags and wrong ones."""
    start = (values(rng, 16), values(rng, 16))
    data, text, tag = values(rng, ad), values(rng, size), b""
    if operation == Operation.OPEN:
        text, tag = seal(LAKE, *start, data, text)
        if rng.random() < 0.5:
            tag = flip_bit(rng, tag)
    return message_segments(operation, start, data, text, tag)


def values(rng: Random, size: int) -> bytes:
    return rng.choice([rng.randbytes(size), bytes(size), b"\xff" * size])

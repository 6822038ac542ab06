"""Requests to keccak-kmac: a KMAC, the check of one, a cSHAKE, and changes that break them."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Sequence
from random import Random

import oracles
import pytest

from roundel.algorithms.kinds.hash import HashFunction
from roundel.algorithms.kmac import CSHAKE, KMAC_128, KMAC_256
from roundel.protocol.stream import Command, Kind, Operation, Segment

NAME = "keccak-kmac"
KMACS = {128: KMAC_128, 256: KMAC_256}
STRENGTHS = pytest.mark.parametrize("strength", KMACS)
TEXT = Random(1).randbytes(700)
KEY, CUSTOM, TAG_BYTES = TEXT[:32], b"Roundel", 32
# Lengths of the text around beats and blocks, less what ends a message.
SIZES = (0, 1, 15, 16, 17, 131, 132, 133, 135, 136, 137, 163, 164, 165, 167, 168, 169, 333, 500)
HASHED = Segment(Kind.DIGEST, hashlib.sha3_256(b"after").digest())
AFTER = [Segment(Kind.CMD, Command(Operation.HASH, 0, 0x06, 17, 32).pack()), Segment(Kind.TEXT, b"after")]


def function_of(strength: int) -> HashFunction:
    return next(one for one in CSHAKE.functions if one.name == f"cshake_{strength}")


def sent(
    strength: int,
    key: bytes = KEY,
    text: bytes = TEXT[:40],
    tag: int | bytes = TAG_BYTES,
    custom: bytes = CUSTOM,
    *,
    xof: bool = False,
) -> list[Segment]:
    """Return a KMAC, or the check of one."""
    kmac = KMACS[strength]
    return kmac.request(*kmac.message(key, b"", text, tag, custom=custom, xof=xof))


def customized(strength: int, custom: bytes, text: bytes, size: int) -> list[Segment]:
    """Return a cSHAKE."""
    command = function_of(strength).command(size, custom)
    return CSHAKE.request(command, CSHAKE.data(text, custom))


def tag_of(data: bytes) -> Segment:
    return Segment(Kind.TAG, data)


def changed(segments: Sequence[Segment], **values: int) -> list[Segment]:
    """Return a transaction with other fields of its command."""
    command = dataclasses.replace(Command.unpack(segments[0].data), **values)
    return [Segment(Kind.CMD, command.pack()), *segments[1:]]


def replaced(segments: Sequence[Segment], kind: Kind, size: int) -> list[Segment]:
    """Return a transaction with another length of a segment."""
    return [Segment(kind, TEXT[:size]) if one.kind == kind else one for one in segments]


def usual_tag(strength: int) -> Segment:
    return tag_of(oracles.kmac(strength, KEY, TEXT[:40], TAG_BYTES, CUSTOM))

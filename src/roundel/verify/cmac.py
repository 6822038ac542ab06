"""The MAC service with AES-CMAC: keys of 16 or 32 bytes, tags of 1 to 16."""

from __future__ import annotations

from random import Random

from roundel.models.cmac import cmac
from roundel.protocol.mac_message import AES_CMAC
from roundel.protocol.stream import Command, Kind, Operation, Segment
from roundel.verify.adapter import Adapter
from roundel.verify.cases import Case, legal_case
from roundel.verify.entries import CmacEntry, Entry
from roundel.verify.gcm import random_size
from roundel.verify.protocol import Grammar


def _case_of(entry: Entry, beat_bytes: int) -> Case | None:
    """Return the tag of the requested length. An invalid entry is answered with the correct tag."""
    if not isinstance(entry, CmacEntry) or len(entry.key) not in AES_CMAC.key_sizes or not entry.tag:
        return None
    tag = entry.tag if entry.valid else cmac(entry.key, entry.msg, len(entry.tag))
    return _case(entry.origin, entry.key, entry.msg, tag, beat_bytes)


def _case(origin: str, key: bytes, message: bytes, tag: bytes, beat_bytes: int) -> Case:
    segments = AES_CMAC.segments(key, b"", message, len(tag))
    return legal_case(origin, segments, [Segment(Kind.TAG, tag)], beat_bytes)


def _random_case(rng: Random, beat_bytes: int) -> Case:
    key, message = rng.randbytes(rng.choice(AES_CMAC.key_sizes)), rng.randbytes(random_size(rng))
    tag = cmac(key, message, rng.choice([1, 16, 16, rng.randint(1, 16)]))
    return _case("random", key, message, tag, beat_bytes)


def _allows(command: Command) -> bool:
    return command.variant == AES_CMAC.variant and 1 <= command.output_bytes <= AES_CMAC.max_tag_bytes


def _fits(command: Command, segments: list[bytes]) -> bool:
    return len(segments) > 1 or len(segments[0]) in AES_CMAC.key_sizes


def _answer(command: Command, segments: list[bytes]) -> list[Segment]:
    key, message = segments
    return [Segment(Kind.TAG, cmac(key, message, command.output_bytes))]


CMAC = Adapter(
    service="mac",
    case_of=_case_of,
    random_case=_random_case,
    grammars={Operation.MAC: Grammar(_allows, (Kind.KEY, Kind.TEXT), _answer, _fits)},
)

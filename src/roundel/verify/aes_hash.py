"""The hash service with AES-Hash: variant 0, digests of 1 to 32 bytes, cut from the 32 bytes of AES-Hash."""

from __future__ import annotations

from random import Random

from roundel.models.aes_hash import DIGEST_BYTES, aes_hash
from roundel.protocol.stream import Command, Kind, Operation, Segment
from roundel.verify.adapter import Adapter
from roundel.verify.cases import Case, legal_case
from roundel.verify.entries import AesHashEntry, Entry
from roundel.verify.keccak_hash import random_length
from roundel.verify.protocol import Grammar


def _case_of(entry: Entry, beat_bytes: int) -> Case | None:
    if not isinstance(entry, AesHashEntry):
        return None
    return _case(entry.origin, entry.msg, entry.digest, beat_bytes)


def _case(origin: str, message: bytes, digest: bytes, beat_bytes: int) -> Case:
    command = Command(Operation.HASH, output_bytes=len(digest))
    segments = [Segment(Kind.CMD, command.pack()), Segment(Kind.TEXT, message)]
    return legal_case(origin, segments, [Segment(Kind.DIGEST, digest)], beat_bytes)


def _random_case(rng: Random, beat_bytes: int) -> Case:
    # The padding puts the message's length into the second half of a block.
    size = max(0, random_length(rng, DIGEST_BYTES, beat_bytes) - rng.choice([0, DIGEST_BYTES // 2]))
    message = rng.randbytes(size)
    outlen = rng.choice([DIGEST_BYTES, DIGEST_BYTES, rng.randint(1, DIGEST_BYTES)])
    return _case("random", message, aes_hash(message)[:outlen], beat_bytes)


def _allows(command: Command) -> bool:
    return command.variant == 0 and 1 <= command.output_bytes <= DIGEST_BYTES


def _answer(command: Command, segments: list[bytes]) -> list[Segment]:
    return [Segment(Kind.DIGEST, aes_hash(segments[0])[: command.output_bytes])]


AES_HASH = Adapter(
    service="hash",
    case_of=_case_of,
    random_case=_random_case,
    grammars={Operation.HASH: Grammar(_allows, (Kind.TEXT,), _answer)},
)

"""The hash and MAC services with Grøstl-256 and Grøstl-512: full digests, keys of at most a block."""

from __future__ import annotations

from random import Random

from roundel.protocol import mac_message
from roundel.protocol.groestl_message import SUITE_256, SUITE_512, AesGroestl, hash_segments
from roundel.protocol.mac_message import MacAlgorithm
from roundel.protocol.stream import KEEP, RESUME, Command, Kind, Operation, Segment
from roundel.verify.adapter import Adapter, Step
from roundel.verify.cases import Case, legal_case
from roundel.verify.entries import Entry, GroestlEntry, HmacEntry
from roundel.verify.keccak_hash import random_length
from roundel.verify.mixed import one_after_another, session_steps
from roundel.verify.protocol import Grammar, Reference

MAX_MESSAGES = 3  # under one key


def _hash_adapter(suite: AesGroestl) -> Adapter:
    groestl = suite.groestl

    def case(origin: str, message: bytes, digest: bytes, beat_bytes: int) -> Case:
        segments = hash_segments(suite.tag_bytes, message)
        return legal_case(origin, segments, [Segment(Kind.DIGEST, digest)], beat_bytes)

    def case_of(entry: Entry, beat_bytes: int) -> Case | None:
        if not isinstance(entry, GroestlEntry) or len(entry.digest) != suite.tag_bytes:
            return None
        return case(entry.origin, entry.msg, entry.digest, beat_bytes)

    def random_case(rng: Random, beat_bytes: int) -> Case:
        message = random_message(rng, suite, beat_bytes)
        return case("random", message, groestl.hash(message), beat_bytes)

    def allows(command: Command) -> bool:
        return command.variant == 0 and command.output_bytes == suite.tag_bytes

    def answer(command: Command, segments: list[bytes]) -> list[Segment]:
        return [Segment(Kind.DIGEST, groestl.hash(segments[0]))]

    return Adapter(
        service="hash",
        case_of=case_of,
        random_case=random_case,
        grammars={Operation.HASH: Grammar(allows, (Kind.TEXT,), answer)},
    )


def _mac_adapter(suite: AesGroestl, algorithm: MacAlgorithm) -> Adapter:
    groestl = suite.groestl

    def case(origin: str, key: bytes, message: bytes, tag: bytes, beat_bytes: int) -> Case:
        segments = algorithm.segments(key, b"", message, len(tag))
        return legal_case(origin, segments, [Segment(Kind.TAG, tag)], beat_bytes)

    def case_of(entry: Entry, beat_bytes: int) -> Case | None:
        """Return the transaction for the tag. The sender hashes a key longer than a block."""
        if not isinstance(entry, HmacEntry) or len(entry.tag) != suite.tag_bytes:
            return None
        key = entry.key if len(entry.key) <= suite.block_bytes else groestl.hash(entry.key)
        return case(entry.origin, key, entry.msg, entry.tag, beat_bytes)

    def random_session(rng: Random, beat_bytes: int, left_open: bool) -> list[Step]:
        key, steps = random_key(rng, suite), []
        for resume, keep in session_steps(random_messages(rng), left_open):
            message = random_message(rng, suite, beat_bytes)
            sent = None if resume else key
            segments = algorithm.segments(sent, b"", message, suite.tag_bytes, keep=keep)
            steps.append(Step(segments, [Segment(Kind.TAG, groestl.hmac(key, message))], resume, keep))
        return steps

    return Adapter(
        service="mac",
        case_of=case_of,
        random_case=one_after_another(random_session),
        grammars={},
        reference=lambda: HmacReference(suite),
        random_session=random_session,
    )


class HmacReference(Reference):
    """A model of the rules, with a key that can be kept from message to message."""

    def __init__(self, suite: AesGroestl) -> None:
        """Start idle, without a key."""
        first = Grammar(self._allows, (Kind.KEY, Kind.TEXT), self._answer, self._fits)
        super().__init__({Operation.MAC: first})
        self._later = Grammar(self._allows, (Kind.TEXT,), self._answer)
        self._suite = suite
        self._key: bytes | None = None

    def end_session(self) -> None:
        """Clear the key."""
        self._key = None

    def _grammar_of(self, command: Command) -> Grammar | None:
        first = super()._grammar_of(command)
        return self._later if first and command.variant & RESUME else first

    def _allows(self, command: Command) -> bool:
        if command.variant & ~(RESUME | KEEP) or command.output_bytes != self._suite.tag_bytes:
            return False
        if command.variant & RESUME:
            return self._key is not None
        self._key = None
        return True

    def _fits(self, command: Command, segments: list[bytes]) -> bool:
        return len(segments) > 1 or len(segments[0]) <= self._suite.block_bytes

    def _answer(self, command: Command, segments: list[bytes]) -> list[Segment]:
        key = segments[0] if self._key is None else self._key
        self._key = key if command.variant & KEEP else None
        return [Segment(Kind.TAG, self._suite.groestl.hmac(key, segments[-1]))]


def random_messages(rng: Random) -> int:
    """Return the number of messages under one key."""
    return rng.choice([1, 1, 2, MAX_MESSAGES])


def random_key(rng: Random, suite: AesGroestl) -> bytes:
    """Return an HMAC key of at most a block."""
    size = suite.block_bytes
    return rng.randbytes(rng.choice([0, 16, 20, size // 2, size - 1, size, rng.randint(0, size)]))


def random_message(rng: Random, suite: AesGroestl, beat_bytes: int) -> bytes:
    """Return a message around zero, full beats or blocks, or one whose padding needs another block."""
    length = random_length(rng, suite.block_bytes, beat_bytes)
    return rng.randbytes(max(0, length - rng.choice([0, 0, 8, 9])))


GROESTL_256 = _hash_adapter(SUITE_256)
GROESTL_512 = _hash_adapter(SUITE_512)
HMAC_GROESTL_256 = _mac_adapter(SUITE_256, mac_message.HMAC_GROESTL_256)
HMAC_GROESTL_512 = _mac_adapter(SUITE_512, mac_message.HMAC_GROESTL_512)

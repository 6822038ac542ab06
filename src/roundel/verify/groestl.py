"""The hash and MAC services with Grøstl-256 and Grøstl-512: whole digests, keys up to a block."""

from __future__ import annotations

from random import Random

from roundel.protocol import mac_message
from roundel.protocol.groestl_message import JOINED_256, JOINED_512, AesGroestl, hash_segments
from roundel.protocol.mac_message import MacAlgorithm
from roundel.protocol.stream import CONTINUE, STAY, Command, Kind, Operation, Segment
from roundel.verify.adapter import Adapter, Step
from roundel.verify.cases import Case, legal_case
from roundel.verify.entries import Entry, GroestlEntry, HmacEntry
from roundel.verify.keccak_hash import random_length
from roundel.verify.mixed import one_after_another, session_steps
from roundel.verify.protocol import Grammar, Reference

MAX_MESSAGES = 3  # under one key


def _hash_adapter(joined: AesGroestl) -> Adapter:
    groestl = joined.groestl

    def case(origin: str, message: bytes, digest: bytes, beat_bytes: int) -> Case:
        segments = hash_segments(joined.tag_bytes, message)
        return legal_case(origin, segments, [Segment(Kind.DIGEST, digest)], beat_bytes)

    def case_of(entry: Entry, beat_bytes: int) -> Case | None:
        if not isinstance(entry, GroestlEntry) or len(entry.digest) != joined.tag_bytes:
            return None
        return case(entry.origin, entry.msg, entry.digest, beat_bytes)

    def random_case(rng: Random, beat_bytes: int) -> Case:
        message = random_message(rng, joined, beat_bytes)
        return case("random", message, groestl.hash(message), beat_bytes)

    def allows(command: Command) -> bool:
        return command.variant == 0 and command.output_bytes == joined.tag_bytes

    def answer(command: Command, segments: list[bytes]) -> list[Segment]:
        return [Segment(Kind.DIGEST, groestl.hash(segments[0]))]

    return Adapter(
        service="hash",
        case_of=case_of,
        random_case=random_case,
        grammars={Operation.HASH: Grammar(allows, (Kind.TEXT,), answer)},
    )


def _mac_adapter(joined: AesGroestl, algorithm: MacAlgorithm) -> Adapter:
    groestl = joined.groestl

    def case(origin: str, key: bytes, message: bytes, tag: bytes, beat_bytes: int) -> Case:
        segments = algorithm.segments(key, b"", message, len(tag))
        return legal_case(origin, segments, [Segment(Kind.TAG, tag)], beat_bytes)

    def case_of(entry: Entry, beat_bytes: int) -> Case | None:
        """Return the tag asked for; a key longer than a block is hashed by the sender."""
        if not isinstance(entry, HmacEntry) or len(entry.tag) != joined.tag_bytes:
            return None
        key = entry.key if len(entry.key) <= joined.block_bytes else groestl.hash(entry.key)
        return case(entry.origin, key, entry.msg, entry.tag, beat_bytes)

    def random_session(rng: Random, beat_bytes: int, left_open: bool) -> list[Step]:
        key, steps = random_key(rng, joined), []
        for goes_on, stays in session_steps(random_messages(rng), left_open):
            message = random_message(rng, joined, beat_bytes)
            given = None if goes_on else key
            segments = algorithm.segments(given, b"", message, joined.tag_bytes, stay=stays)
            steps.append(Step(segments, [Segment(Kind.TAG, groestl.hmac(key, message))], goes_on, stays))
        return steps

    return Adapter(
        service="mac",
        case_of=case_of,
        random_case=one_after_another(random_session),
        grammars={},
        reference=lambda: HmacReference(joined),
        random_session=random_session,
    )


class HmacReference(Reference):
    """A core that follows the rules, with a key that stays from message to message."""

    def __init__(self, joined: AesGroestl) -> None:
        """Start idle, without a key."""
        first = Grammar(self._allows, (Kind.KEY, Kind.TEXT), self._answer, self._fits)
        super().__init__({Operation.MAC: first})
        self._later = Grammar(self._allows, (Kind.TEXT,), self._answer)
        self._joined = joined
        self._key: bytes | None = None

    def end_session(self) -> None:
        """Forget the key."""
        self._key = None

    def _grammar_of(self, command: Command) -> Grammar | None:
        first = super()._grammar_of(command)
        return self._later if first and command.variant & CONTINUE else first

    def _allows(self, command: Command) -> bool:
        if command.variant & ~(CONTINUE | STAY) or command.output_bytes != self._joined.tag_bytes:
            return False
        if command.variant & CONTINUE:
            return self._key is not None
        self._key = None
        return True

    def _fits(self, command: Command, segments: list[bytes]) -> bool:
        return len(segments) > 1 or len(segments[0]) <= self._joined.block_bytes

    def _answer(self, command: Command, segments: list[bytes]) -> list[Segment]:
        key = segments[0] if self._key is None else self._key
        self._key = key if command.variant & STAY else None
        return [Segment(Kind.TAG, self._joined.groestl.hmac(key, segments[-1]))]


def random_messages(rng: Random) -> int:
    """Return how many messages there are under one key."""
    return rng.choice([1, 1, 2, MAX_MESSAGES])


def random_key(rng: Random, joined: AesGroestl) -> bytes:
    """Return an HMAC key of any length up to a block."""
    size = joined.block_bytes
    return rng.randbytes(rng.choice([0, 16, 20, size // 2, size - 1, size, rng.randint(0, size)]))


def random_message(rng: Random, joined: AesGroestl, beat_bytes: int) -> bytes:
    """Return a message around nothing, whole beats or blocks, or where the padding wants one block more."""
    length = random_length(rng, joined.block_bytes, beat_bytes)
    return rng.randbytes(max(0, length - rng.choice([0, 0, 8, 9])))


GROESTL_256 = _hash_adapter(JOINED_256)
GROESTL_512 = _hash_adapter(JOINED_512)
HMAC_GROESTL_256 = _mac_adapter(JOINED_256, mac_message.HMAC_GROESTL_256)
HMAC_GROESTL_512 = _mac_adapter(JOINED_512, mac_message.HMAC_GROESTL_512)

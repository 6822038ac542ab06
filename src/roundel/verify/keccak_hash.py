"""The hash service of the sponges: any rate of 1 to 21 lanes, any suffix byte, any output length."""

from __future__ import annotations

import hashlib
from random import Random

from roundel.models import sponge
from roundel.protocol.stream import Command, Kind, Operation, Segment
from roundel.verify.adapter import Adapter
from roundel.verify.cases import Case, legal_case
from roundel.verify.entries import Entry, HashEntry
from roundel.verify.protocol import Grammar

LANE_BYTES = 8
MAX_LANES = 21
SUFFIXES = (sponge.SUFFIX_KECCAK, sponge.SUFFIX_CSHAKE, sponge.SUFFIX_SHA3, sponge.SUFFIX_SHAKE)

# The functions of hashlib, a fast and independent oracle: (rate in lanes, suffix) -> name.
_DIGESTS = {(25 - size // 32, sponge.SUFFIX_SHA3): f"sha3_{size}" for size in (224, 256, 384, 512)}
_SHAKES = {(21, sponge.SUFFIX_SHAKE): "shake_128", (17, sponge.SUFFIX_SHAKE): "shake_256"}


def reference_hash(lanes: int, suffix: int, message: bytes, outlen: int) -> bytes:
    """Return the expected output: from hashlib if it has the function, else from the golden model."""
    shake = _SHAKES.get((lanes, suffix))
    if shake:
        return hashlib.new(shake, message).digest(outlen)  # type: ignore[call-arg]
    digest = _DIGESTS.get((lanes, suffix))
    if digest:
        result = hashlib.new(digest, message).digest()
        if outlen <= len(result):
            return result[:outlen]
    return sponge.keccak(message, LANE_BYTES * lanes, suffix, outlen)


def _case(origin: str, command: Command, message: bytes, digest: bytes, beat_bytes: int) -> Case:
    segments = [Segment(Kind.CMD, command.pack()), Segment(Kind.TEXT, message)]
    return legal_case(origin, segments, [Segment(Kind.DIGEST, digest)], beat_bytes)


def _case_of(entry: Entry, beat_bytes: int) -> Case | None:
    if not isinstance(entry, HashEntry) or entry.width != 1600:
        return None
    lanes, rest = divmod(entry.rate_bits, 8 * LANE_BYTES)
    if rest or not 1 <= lanes <= MAX_LANES:
        return None
    command = Command(Operation.HASH, lanes, entry.suffix, len(entry.digest))
    return _case(entry.origin, command, entry.msg, entry.digest, beat_bytes)


def _random_case(rng: Random, beat_bytes: int) -> Case:
    if rng.random() < 0.5:
        lanes, suffix = rng.choice([*_DIGESTS, *_SHAKES])
    else:
        lanes, suffix = rng.randint(1, MAX_LANES), random_suffix(rng)
    rate = LANE_BYTES * lanes
    message = rng.randbytes(random_length(rng, rate, beat_bytes))
    outlen = rng.choice([32, 64, random_length(rng, rate, beat_bytes)])
    command = Command(Operation.HASH, lanes, suffix, outlen)
    return _case("random", command, message, reference_hash(lanes, suffix, message, outlen), beat_bytes)


def random_suffix(rng: Random) -> int:
    """Return a suffix byte, in most cases one that a standard uses."""
    return rng.choice(SUFFIXES) if rng.random() < 0.8 else rng.randint(0x01, 0x7F)


def random_length(rng: Random, block: int, beat: int) -> int:
    """Return a length in bytes from one of the classes where hardware often fails.

    These are lengths around zero, around full blocks, around full beats, and of many blocks.
    """
    edge = rng.randint(-1, 1)
    lengths = (
        rng.randint(0, 2),
        block + edge,
        rng.randint(2, 6) * block + edge,
        rng.randint(1, 2 * block // beat + 1) * beat + edge,
        rng.randint(0, 3 * block),
        rng.randint(0, 400),
    )
    return rng.choice(lengths)


def _allows(command: Command) -> bool:
    return 1 <= command.variant <= MAX_LANES


def _answer(command: Command, segments: list[bytes]) -> list[Segment]:
    digest = reference_hash(command.variant, command.suffix, segments[0], command.output_bytes)
    return [Segment(Kind.DIGEST, digest)]


HASH = Adapter(
    service="hash",
    case_of=_case_of,
    random_case=_random_case,
    grammars={Operation.HASH: Grammar(_allows, (Kind.TEXT,), _answer)},
)

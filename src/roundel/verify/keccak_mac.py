"""The MAC service with the Keccak MAC: a sponge of rate 1088 over key, initial value and message."""

from __future__ import annotations

from random import Random

from roundel.models.keccak_mac import RATE_BYTES
from roundel.protocol.mac_message import KECCAK_MAC
from roundel.protocol.stream import Command, Kind, Operation, Segment
from roundel.verify.adapter import Adapter
from roundel.verify.cases import Case, legal_case
from roundel.verify.entries import Entry, MacEntry
from roundel.verify.keccak_hash import LANE_BYTES, random_length, random_suffix, reference_hash
from roundel.verify.protocol import Grammar

KEY_BYTES = KECCAK_MAC.key_sizes[0]
IV_BYTES = KECCAK_MAC.iv_bytes
LANES = RATE_BYTES // LANE_BYTES


def _reference_tag(suffix: int, key: bytes, iv: bytes, message: bytes, tag_bytes: int) -> bytes:
    return reference_hash(LANES, suffix, key + iv + message, tag_bytes)


def _case(
    origin: str, command: Command, start: tuple[bytes, bytes], message: bytes, tag: bytes, beat_bytes: int
) -> Case:
    segments = [
        Segment(Kind.CMD, command.pack()),
        Segment(Kind.KEY, start[0]),
        Segment(Kind.NONCE, start[1]),
        Segment(Kind.TEXT, message),
    ]
    return legal_case(origin, segments, [Segment(Kind.TAG, tag)], beat_bytes)


def _case_of(entry: Entry, beat_bytes: int) -> Case | None:
    """Return the transaction for the longest part of the output that the entry has."""
    if not isinstance(entry, MacEntry):
        return None
    fitting = (tag for tag in (entry.block, entry.tag) if 1 <= len(tag) <= KECCAK_MAC.max_tag_bytes)
    tag = next(fitting, None)
    if tag is None:
        return None
    command = Command(Operation.MAC, LANES, KECCAK_MAC.suffix, len(tag))
    return _case(entry.origin, command, (entry.key, entry.iv), entry.msg, tag, beat_bytes)


def _random_case(rng: Random, beat_bytes: int) -> Case:
    key, iv = rng.randbytes(KEY_BYTES), rng.randbytes(IV_BYTES)
    # The edges are lengths of key, initial value and message together.
    size = max(0, random_length(rng, RATE_BYTES, beat_bytes) - rng.choice([0, KEY_BYTES + IV_BYTES]))
    message = rng.randbytes(size)
    suffix = random_suffix(rng)
    tag_bytes = rng.choice([1, KEY_BYTES, RATE_BYTES, rng.randint(1, RATE_BYTES)])
    tag = _reference_tag(suffix, key, iv, message, tag_bytes)
    command = Command(Operation.MAC, LANES, suffix, tag_bytes)
    return _case("random", command, (key, iv), message, tag, beat_bytes)


def _allows(command: Command) -> bool:
    return command.variant == LANES and 1 <= command.output_bytes <= KECCAK_MAC.max_tag_bytes


def _fits(command: Command, segments: list[bytes]) -> bool:
    return len(segments) > 2 or len(segments[-1]) == (KEY_BYTES, IV_BYTES)[len(segments) - 1]


def _answer(command: Command, segments: list[bytes]) -> list[Segment]:
    key, iv, message = segments
    return [Segment(Kind.TAG, _reference_tag(command.suffix, key, iv, message, command.output_bytes))]


MAC = Adapter(
    service="mac",
    case_of=_case_of,
    random_case=_random_case,
    grammars={Operation.MAC: Grammar(_allows, (Kind.KEY, Kind.NONCE, Kind.TEXT), _answer, _fits)},
)

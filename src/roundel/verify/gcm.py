"""The AEAD service with AES-GCM: keys of 16 or 32 bytes, nonces of 1 byte or more, tags of 16 bytes."""

from __future__ import annotations

from random import Random

from roundel.models import gcm
from roundel.protocol.gcm_message import KEY_SIZES, TAG_BYTES, USUAL_NONCE_BYTES, message_segments
from roundel.protocol.stream import Kind, Operation, Segment
from roundel.verify.adapter import Adapter, Step
from roundel.verify.cases import REFUSED_SHARE, Case, flip_bit, legal_case
from roundel.verify.entries import Entry, GcmEntry
from roundel.verify.gcm_reference import GcmReference
from roundel.verify.mixed import one_after_another, session_steps
from roundel.verify.protocol import ACCEPTED, ERROR, REFUSED

MAX_MESSAGES = 3
EMPTY_SHARE = 0.5


def _case_of(entry: Entry, beat_bytes: int) -> Case | None:
    """Return the message sealed, if it is valid, and opened. Without a nonce the answer is an error."""
    if not isinstance(entry, GcmEntry) or len(entry.key) not in KEY_SIZES:
        return None
    m = entry.message
    if len(m.tag) != TAG_BYTES:
        return None
    segments: list[Segment] = []
    answer: list[Segment] = []
    if entry.valid:
        segments += message_segments(Operation.SEAL, entry.key, entry.nonce, m.ad, m.text)
        answer += [Segment(Kind.TEXT, m.ciphertext), Segment(Kind.TAG, m.tag)]
    segments += message_segments(Operation.OPEN, entry.key, entry.nonce, m.ad, m.ciphertext, m.tag)
    if entry.valid:
        answer += [Segment(Kind.UNVERIFIED, m.text), ACCEPTED]
    elif entry.nonce:
        text, _ = gcm.open_unverified(entry.key, entry.nonce, m.ad, m.ciphertext)
        answer += [Segment(Kind.UNVERIFIED, text), REFUSED]
    else:
        answer.append(ERROR)
    return legal_case(entry.origin, segments, answer, beat_bytes)


def _random_session(rng: Random, beat_bytes: int, left_open: bool) -> list[Step]:
    """Return messages under one key. Tags may be wrong; the key is kept in any case."""
    key = rng.randbytes(rng.choice(KEY_SIZES))
    flags = session_steps(rng.choice([1, 1, 2, MAX_MESSAGES]), left_open)
    return [_random_message(rng, key, resume=resume, keep=keep) for resume, keep in flags]


def _random_message(rng: Random, key: bytes, *, resume: bool, keep: bool) -> Step:
    nonce, ad, text = (rng.randbytes(size) for size in (_nonce_size(rng), random_size(rng), random_size(rng)))
    sent = None if resume else key
    answer: list[Segment]
    if rng.random() < 0.5:
        ciphertext, tag = gcm.seal(key, nonce, ad, text)
        segments = message_segments(Operation.SEAL, sent, nonce, ad, text, keep=keep)
        answer = [Segment(Kind.TEXT, ciphertext), Segment(Kind.TAG, tag)]
    else:
        # Any bytes are a ciphertext: the right tag makes a core accept them.
        opened, tag = gcm.open_unverified(key, nonce, ad, text)
        refused = rng.random() < REFUSED_SHARE
        if refused:
            tag = flip_bit(rng, tag)
        segments = message_segments(Operation.OPEN, sent, nonce, ad, text, tag, keep=keep)
        answer = [Segment(Kind.UNVERIFIED, opened), REFUSED if refused else ACCEPTED]
    return Step(_with_empty(rng, segments), answer, resume, keep)


def _with_empty(rng: Random, segments: list[Segment]) -> list[Segment]:
    """Return the same message with empty segments where they are legal."""
    result: list[Segment] = []
    kinds = [segment.kind for segment in segments]
    for segment in segments:
        if segment.kind == Kind.TAG and Kind.TEXT not in kinds and rng.random() < EMPTY_SHARE:
            result.append(Segment(Kind.TEXT))
        result.append(segment)
        if segment.kind == Kind.NONCE and Kind.AD not in kinds and rng.random() < EMPTY_SHARE:
            result.append(Segment(Kind.AD))
    return result


def _nonce_size(rng: Random) -> int:
    """Return the usual length half of the time, else a length near the edges."""
    other = (1, 11, 13, 15, 16, 17, 31, 32, 33, 48, rng.randint(1, 70), 16 * rng.randint(1, 6))
    return USUAL_NONCE_BYTES if rng.random() < 0.5 else rng.choice(other)


def random_size(rng: Random) -> int:
    """Return a length in bytes: zero, part of a block, around whole blocks, many blocks."""
    edge = rng.randint(-1, 1)
    lengths = (
        0,
        rng.randint(1, 15),
        16 + edge,
        32 + edge,
        16 * rng.randint(3, 9) + edge,
        16 * rng.randint(1, 12),
        rng.randint(0, 300),
    )
    return rng.choice(lengths)


GCM = Adapter(
    service="aead",
    case_of=_case_of,
    random_case=one_after_another(_random_session),
    grammars={},
    reference=GcmReference,
    random_session=_random_session,
)

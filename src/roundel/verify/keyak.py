"""The AEAD service with Lake Keyak v2: keys, nonces and tags of 16 bytes, messages in sessions."""

from __future__ import annotations

from random import Random

from roundel.models.motorist import LAKE, Session
from roundel.protocol.keyak_message import (
    AD_WITH_TEXT_BYTES,
    KEY_BYTES,
    NONCE_BYTES,
    TAG_BYTES,
    TEXT_BYTES,
    message_segments,
)
from roundel.protocol.stream import Kind, Operation, Segment
from roundel.verify.adapter import Adapter, Step
from roundel.verify.cases import REFUSED_SHARE, Case, flip_bit, legal_case
from roundel.verify.entries import AeadEntry, Entry
from roundel.verify.keyak_reference import KeyakReference
from roundel.verify.mixed import one_after_another
from roundel.verify.protocol import ACCEPTED, REFUSED

MAX_MESSAGES = 3


def _case_of(entry: Entry, beat_bytes: int) -> Case | None:
    """Return the session twice: sealed, then opened."""
    if (
        not isinstance(entry, AeadEntry)
        or (entry.family, entry.instance) != ("Keyak", "Lake")
        or (len(entry.key), len(entry.nonce)) != (KEY_BYTES, NONCE_BYTES)
        or entry.tag_at_start
        or entry.clear_at_start
        or any(message.clear or len(message.tag) != TAG_BYTES for message in entry.messages)
    ):
        return None
    segments: list[Segment] = []
    answer: list[Segment] = []
    for operation in (Operation.SEAL, Operation.OPEN):
        for number, m in enumerate(entry.messages):
            start = None if number else (entry.key, entry.nonce)
            keep = number < len(entry.messages) - 1
            if operation == Operation.SEAL:
                segments += message_segments(operation, start, m.ad, m.text, keep=keep)
                answer += [Segment(Kind.TEXT, m.ciphertext), Segment(Kind.TAG, m.tag)]
            else:
                segments += message_segments(operation, start, m.ad, m.ciphertext, m.tag, keep=keep)
                answer += [Segment(Kind.UNVERIFIED, m.text), ACCEPTED]
    return legal_case(entry.origin, segments, answer, beat_bytes)


def _random_session(rng: Random, beat_bytes: int, left_open: bool) -> list[Step]:
    """Return the messages of a session. A tag may be wrong, which ends the session."""
    key, nonce = rng.randbytes(KEY_BYTES), rng.randbytes(NONCE_BYTES)
    session = Session(LAKE, key, nonce)
    messages = rng.choice([1, 1, 2, MAX_MESSAGES])
    steps = []
    for number in range(messages):
        start = None if number else (key, nonce)
        keep = left_open or number < messages - 1
        ad, text = rng.randbytes(random_size(rng)), rng.randbytes(random_size(rng))
        refused = False
        if rng.random() < 0.5:
            ciphertext, tag = session.wrap(ad, text)
            segments = message_segments(Operation.SEAL, start, ad, text, keep=keep)
            answer = [Segment(Kind.TEXT, ciphertext), Segment(Kind.TAG, tag)]
        else:
            # Any bytes are a ciphertext: the right tag makes a core accept them.
            ciphertext = text
            text, tag = session.unwrap_unverified(ad, ciphertext)
            refused = rng.random() < REFUSED_SHARE
            if refused:
                tag = flip_bit(rng, tag)
            segments = message_segments(Operation.OPEN, start, ad, ciphertext, tag, keep=keep)
            answer = [Segment(Kind.UNVERIFIED, text), REFUSED if refused else ACCEPTED]
        steps.append(Step(_reordered(rng, segments), answer, number > 0, keep and not refused))
        if refused:
            break
    return steps


def _reordered(rng: Random, segments: list[Segment]) -> list[Segment]:
    """Return the same message with empty segments where they have no effect."""
    kinds = [segment.kind for segment in segments]
    if Kind.TEXT not in kinds and rng.random() < 0.5:
        at = kinds.index(Kind.AD if Kind.AD in kinds else Kind.TAG)
        return [*segments[:at], Segment(Kind.TEXT), *segments[at:]]
    if Kind.AD not in kinds and rng.random() < 0.5:
        at = kinds.index(Kind.TAG)
        return [*segments[:at], Segment(Kind.AD), *segments[at:]]
    return segments


def random_size(rng: Random) -> int:
    """Return a length in bytes from one of the classes where hardware often fails.

    These are lengths around zero, around full blocks of text, of data with text and of data alone, around
    full beats, and of many blocks.
    """
    edge = rng.randint(-1, 1)
    lengths = (
        0,
        rng.randint(1, 17),
        AD_WITH_TEXT_BYTES + edge,
        TEXT_BYTES + edge,
        TEXT_BYTES - TAG_BYTES + edge,
        TEXT_BYTES + AD_WITH_TEXT_BYTES + edge,
        rng.randint(2, 4) * rng.choice([AD_WITH_TEXT_BYTES, TEXT_BYTES]) + edge,
        16 * rng.randint(1, 24) + edge,
        8 * rng.randint(1, 48) + edge,
        rng.randint(0, 600),
    )
    return rng.choice(lengths)


KEYAK = Adapter(
    service="aead",
    case_of=_case_of,
    random_case=one_after_another(_random_session),
    grammars={},
    reference=KeyakReference,
    random_session=_random_session,
)

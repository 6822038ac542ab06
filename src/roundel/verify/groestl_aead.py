"""The AEAD and CTR services of AES with Grøstl: CTR, and HMAC over associated data and ciphertext."""

from __future__ import annotations

from random import Random

from roundel.models import aes_groestl
from roundel.models.aes import BLOCK_BYTES
from roundel.protocol.groestl_message import (
    AD_UNIT,
    SUITE_256,
    SUITE_512,
    AesGroestl,
    ctr_segments,
    message_segments,
)
from roundel.protocol.stream import Kind, Operation, Segment
from roundel.verify.adapter import Adapter, Step
from roundel.verify.cases import REFUSED_SHARE, Case, flip_bit, legal_case
from roundel.verify.entries import CtrEntry, Entry
from roundel.verify.groestl import random_key, random_message, random_messages
from roundel.verify.groestl_reference import GroestlReference
from roundel.verify.mixed import one_after_another, session_steps
from roundel.verify.protocol import ACCEPTED, REFUSED

# The counter has 32 bits. Vectors whose counter carries further belong to another mode.
COUNTER_MODULUS = 1 << aes_groestl.COUNTER_BITS


def _nonce(rng: Random) -> bytes:
    """Return a nonce of 12 bytes, or of 16 bytes whose counter may wrap within the message."""
    if rng.random() < 0.6:
        return rng.randbytes(12)
    count = rng.choice([rng.randrange(COUNTER_MODULUS), COUNTER_MODULUS - rng.randint(1, 9)])
    return rng.randbytes(12) + count.to_bytes(4, "big")


def _aead_adapter(suite: AesGroestl) -> Adapter:
    def no_entry(entry: Entry, beat_bytes: int) -> Case | None:
        return None

    def random_message_under(
        keys: tuple[bytes, bytes], rng: Random, beat_bytes: int, resume: bool, keep: bool
    ) -> Step:
        sent = None if resume else keys
        ad = rng.randbytes(AD_UNIT * rng.choice([0, 0, 1, 1, 2, 3, rng.randint(4, 9)]))
        nonce, text = _nonce(rng), random_message(rng, suite, beat_bytes)
        answer: list[Segment]
        if rng.random() < 0.5:
            ciphertext, tag = aes_groestl.seal(suite.groestl, keys, nonce, ad, text)
            segments = message_segments(Operation.SEAL, sent, nonce, ad, text, keep=keep)
            answer = [Segment(Kind.TEXT, ciphertext), Segment(Kind.TAG, tag)]
        else:
            # Any bytes are a ciphertext: the right tag makes a core accept them.
            opened, tag = aes_groestl.open_unverified(suite.groestl, keys, nonce, ad, text)
            refused = rng.random() < REFUSED_SHARE
            tag = flip_bit(rng, tag) if refused else tag
            segments = message_segments(Operation.OPEN, sent, nonce, ad, text, tag, keep=keep)
            answer = [Segment(Kind.UNVERIFIED, opened), REFUSED if refused else ACCEPTED]
        if not ad and rng.random() < 0.5:
            segments.insert(len(segments) - 2, Segment(Kind.AD))
        return Step(segments, answer, resume, keep)

    def random_session(rng: Random, beat_bytes: int, left_open: bool) -> list[Step]:
        """Return messages under the same keys. Tags may be wrong; the keys are kept in any case."""
        keys = rng.randbytes(suite.key_bytes), random_key(rng, suite)
        flags = session_steps(random_messages(rng), left_open)
        return [random_message_under(keys, rng, beat_bytes, *pair) for pair in flags]

    return Adapter(
        "aead",
        no_entry,
        one_after_another(random_session),
        grammars={},
        reference=lambda: GroestlReference(suite),
        random_session=random_session,
    )


def _ctr_adapter(suite: AesGroestl) -> Adapter:
    def case(origin: str, key: bytes, nonce: bytes, text: bytes, ciphertext: bytes, beat_bytes: int) -> Case:
        answer = [Segment(Kind.TEXT, ciphertext)]
        return legal_case(origin, ctr_segments(key, nonce, text), answer, beat_bytes)

    def case_of(entry: Entry, beat_bytes: int) -> Case | None:
        if not isinstance(entry, CtrEntry) or len(entry.key) != suite.key_bytes:
            return None
        blocks = -(-len(entry.text) // BLOCK_BYTES)
        if int.from_bytes(entry.first[12:], "big") + blocks > COUNTER_MODULUS:
            return None
        return case(entry.origin, entry.key, entry.first, entry.text, entry.ciphertext, beat_bytes)

    def random_case(rng: Random, beat_bytes: int) -> Case:
        key, nonce = rng.randbytes(suite.key_bytes), _nonce(rng)
        text = random_message(rng, suite, beat_bytes)
        return case("random", key, nonce, text, aes_groestl.cipher(key, nonce, text), beat_bytes)

    return Adapter(
        "ctr", case_of, random_case, grammars={}, reference=lambda: GroestlReference(suite, aead=False)
    )


AES_GROESTL_256 = _aead_adapter(SUITE_256)
AES_GROESTL_512 = _aead_adapter(SUITE_512)
AES_128_CTR = _ctr_adapter(SUITE_256)
AES_256_CTR = _ctr_adapter(SUITE_512)

"""The AEAD and CTR services of AES and Grøstl joined: CTR, HMAC over associated data and the ciphertext."""

from __future__ import annotations

from random import Random

from roundel.models import aes_groestl
from roundel.models.aes import BLOCK_BYTES
from roundel.protocol.groestl_message import (
    AD_UNIT,
    JOINED_256,
    JOINED_512,
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

# The counter has 32 bits; vectors that carry beyond are of another mode.
COUNTER_MODULUS = 1 << aes_groestl.COUNTER_BITS


def _nonce(rng: Random) -> bytes:
    """Return a nonce of 12 bytes, or of 16 whose counter may wrap within the message."""
    if rng.random() < 0.6:
        return rng.randbytes(12)
    count = rng.choice([rng.randrange(COUNTER_MODULUS), COUNTER_MODULUS - rng.randint(1, 9)])
    return rng.randbytes(12) + count.to_bytes(4, "big")


def _aead_adapter(joined: AesGroestl) -> Adapter:
    def no_entry(entry: Entry, beat_bytes: int) -> Case | None:
        return None

    def random_message_under(
        keys: tuple[bytes, bytes], rng: Random, beat_bytes: int, goes_on: bool, stays: bool
    ) -> Step:
        given = None if goes_on else keys
        ad = rng.randbytes(AD_UNIT * rng.choice([0, 0, 1, 1, 2, 3, rng.randint(4, 9)]))
        nonce, text = _nonce(rng), random_message(rng, joined, beat_bytes)
        answer: list[Segment]
        if rng.random() < 0.5:
            ciphertext, tag = aes_groestl.seal(joined.groestl, keys, nonce, ad, text)
            segments = message_segments(Operation.SEAL, given, nonce, ad, text, stay=stays)
            answer = [Segment(Kind.TEXT, ciphertext), Segment(Kind.TAG, tag)]
        else:
            # Any bytes are a ciphertext; the tag makes them one that is accepted.
            opened, tag = aes_groestl.open_unverified(joined.groestl, keys, nonce, ad, text)
            refused = rng.random() < REFUSED_SHARE
            tag = flip_bit(rng, tag) if refused else tag
            segments = message_segments(Operation.OPEN, given, nonce, ad, text, tag, stay=stays)
            answer = [Segment(Kind.UNVERIFIED, opened), REFUSED if refused else ACCEPTED]
        if not ad and rng.random() < 0.5:
            segments.insert(len(segments) - 2, Segment(Kind.AD))
        return Step(segments, answer, goes_on, stays)

    def random_session(rng: Random, beat_bytes: int, left_open: bool) -> list[Step]:
        """Return messages under the same keys; tags may be wrong, the keys stay all the same."""
        keys = rng.randbytes(joined.key_bytes), random_key(rng, joined)
        places = session_steps(random_messages(rng), left_open)
        return [random_message_under(keys, rng, beat_bytes, *place) for place in places]

    return Adapter(
        "aead",
        no_entry,
        one_after_another(random_session),
        grammars={},
        reference=lambda: GroestlReference(joined),
        random_session=random_session,
    )


def _ctr_adapter(joined: AesGroestl) -> Adapter:
    def case(origin: str, key: bytes, nonce: bytes, text: bytes, ciphertext: bytes, beat_bytes: int) -> Case:
        answer = [Segment(Kind.TEXT, ciphertext)]
        return legal_case(origin, ctr_segments(key, nonce, text), answer, beat_bytes)

    def case_of(entry: Entry, beat_bytes: int) -> Case | None:
        if not isinstance(entry, CtrEntry) or len(entry.key) != joined.key_bytes:
            return None
        blocks = -(-len(entry.text) // BLOCK_BYTES)
        if int.from_bytes(entry.first[12:], "big") + blocks > COUNTER_MODULUS:
            return None
        return case(entry.origin, entry.key, entry.first, entry.text, entry.ciphertext, beat_bytes)

    def random_case(rng: Random, beat_bytes: int) -> Case:
        key, nonce = rng.randbytes(joined.key_bytes), _nonce(rng)
        text = random_message(rng, joined, beat_bytes)
        return case("random", key, nonce, text, aes_groestl.cipher(key, nonce, text), beat_bytes)

    return Adapter(
        "ctr", case_of, random_case, grammars={}, reference=lambda: GroestlReference(joined, aead=False)
    )


AES_GROESTL_256 = _aead_adapter(JOINED_256)
AES_GROESTL_512 = _aead_adapter(JOINED_512)
AES_128_CTR = _ctr_adapter(JOINED_256)
AES_256_CTR = _ctr_adapter(JOINED_512)

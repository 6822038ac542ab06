"""Transactions of every service that differ from each other in secrets only.

Kinds and lengths are equal. All bytes of keys, nonces, data and text come from the random generator.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from roundel.models import aes_groestl
from roundel.models.motorist import LAKE, Session
from roundel.protocol import gcm_message, groestl_message, keyak_message, prng_message
from roundel.protocol.groestl_message import AesGroestl
from roundel.protocol.mac_message import MacAlgorithm
from roundel.protocol.stream import KEEP, RESUME, Command, Kind, Operation, Segment
from roundel.verify.cases import flip_bit

Make = Callable[[Random], list[Segment]]


def hashed(size: int, output: int, lanes: int = 0, suffix: int = 0) -> Make:
    """Return a hash of `size` bytes. `lanes` is the rate of a sponge."""
    command = Segment(Kind.CMD, Command(Operation.HASH, lanes, suffix, output).pack())
    return lambda rng: [command, Segment(Kind.TEXT, rng.randbytes(size))]


def authenticated(algorithm: MacAlgorithm, key: int, size: int, tag: int, *, messages: int = 1) -> Make:
    """Return MACs of `size` bytes under a key of `key` bytes, which is kept until the last one."""

    def make(rng: Random) -> list[Segment]:
        sent: bytes | None = rng.randbytes(key)
        segments = []
        for number in range(messages):
            start = sent, rng.randbytes(algorithm.iv_bytes), rng.randbytes(size)
            segments += algorithm.segments(*start, tag, keep=number < messages - 1)
            sent = None
        return segments

    return make


def generated(variant: int, seed: int, output: int, later_seed: int | None = None) -> Make:
    """Return a request for `output` bytes. With `later_seed`, a second one resumes the generator."""

    def make(rng: Random) -> list[Segment]:
        if later_seed is None:
            return prng_message.request_segments(variant, rng.randbytes(seed), output)
        later = (variant & prng_message.ROUNDS_12) | RESUME
        return [
            *prng_message.request_segments(variant | KEEP, rng.randbytes(seed), output),
            *prng_message.request_segments(later, rng.randbytes(later_seed), output),
        ]

    return make


def gcm(
    operation: Operation, key: int, nonce: int, ad: int, size: int, *, forged: bool = False, count: int = 1
) -> Make:
    """Return `count` messages of AES-GCM under one key. If `forged`, the last one is."""

    def make(rng: Random) -> list[Segment]:
        secret = rng.randbytes(key)
        segments = []
        for number in range(count):
            iv, data, text = rng.randbytes(nonce), rng.randbytes(ad), rng.randbytes(size)
            last, tag = number == count - 1, b""
            if operation == Operation.OPEN:
                both = AESGCM(secret).encrypt(iv, text, data)
                text, tag = both[:-16], both[-16:]
                tag = flip_bit(rng, tag) if forged and last else tag
            sent = None if number else secret
            segments += gcm_message.message_segments(operation, sent, iv, data, text, tag, keep=not last)
        return segments

    return make


def keyak(operation: Operation, ad: int, size: int, *, forged: bool = False, count: int = 1) -> Make:
    """Return `count` messages of one session of Lake Keyak. If `forged`, the last one is."""

    def make(rng: Random) -> list[Segment]:
        start = (rng.randbytes(16), rng.randbytes(16))
        session = Session(LAKE, *start)
        segments = []
        for number in range(count):
            data, text = rng.randbytes(ad), rng.randbytes(size)
            last, tag = number == count - 1, b""
            ciphertext, right = session.wrap(data, text)
            if operation == Operation.OPEN:
                text = ciphertext
                tag = flip_bit(rng, right) if forged and last else right
            sent = None if number else start
            segments += keyak_message.message_segments(operation, sent, data, text, tag, keep=not last)
        return segments

    return make


def groestl(
    operation: Operation,
    suite: AesGroestl,
    ad: int,
    size: int,
    *,
    forged: bool = False,
    mac_key: int = 20,
    messages: int = 1,
    left: bool = False,
) -> Make:
    """Return messages of AES with HMAC-Grøstl under keys kept until the last one, or kept at the end if
    `left`.
    """

    def make(rng: Random) -> list[Segment]:
        keys = rng.randbytes(suite.key_bytes), rng.randbytes(mac_key)
        segments = []
        for number in range(messages):
            nonce, data, text, tag = rng.randbytes(12), rng.randbytes(ad), rng.randbytes(size), b""
            if operation == Operation.OPEN:
                _, tag = aes_groestl.open_unverified(suite.groestl, keys, nonce, data, text)
                tag = flip_bit(rng, tag) if forged else tag
            sent, keep = None if number else keys, left or number < messages - 1
            segments += groestl_message.message_segments(operation, sent, nonce, data, text, tag, keep=keep)
        return segments

    return make


def counted(suite: AesGroestl, size: int) -> Make:
    """Return AES-CTR without a MAC."""
    return lambda rng: groestl_message.ctr_segments(
        rng.randbytes(suite.key_bytes), rng.randbytes(12), rng.randbytes(size)
    )


def sequence(*makes: Make) -> Make:
    """Return transactions in sequence."""
    return lambda rng: [segment for make in makes for segment in make(rng)]

"""The RTL of aes-groestl-256, aes-groestl-512 and groestl-256.

Known answers with stalls, forgeries, constant time, ESP packets, short messages.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from expected_entries import is_served

from roundel.catalog import find_core
from roundel.models.groestl import COUNTER_BYTES
from roundel.protocol.groestl_message import (
    SUITE_256,
    SUITE_512,
    AesGroestl,
    ctr_segments,
    hash_segments,
    message_segments,
)
from roundel.protocol.mac_message import hmac_groestl
from roundel.protocol.stream import Kind, Operation, Segment, Status
from roundel.simulate.beats import beats_of, segments_of
from roundel.simulate.device import Device
from roundel.simulate.model import Stalls
from roundel.verify.cases import flip_bit
from roundel.verify.entries import CtrEntry, Entry, GroestlEntry, HmacEntry
from roundel.verify.timing import constant_profile, profile

BOTH = {"aes-groestl-256": SUITE_256, "aes-groestl-512": SUITE_512}
CTR = "aes-ctr"
CORES = {**BOTH, "groestl-256": SUITE_256, CTR: SUITE_256}
FORGERIES = 300
STALLS = Stalls(7, source=0.3, sink=0.3)
ACCEPTED = Segment(Kind.STATUS, bytes([Status.ACCEPTED]))
REFUSED = Segment(Kind.STATUS, bytes([Status.REFUSED]))
SALT = bytes(range(4))  # of the security association: RFC 3686 calls it the nonce
# Time of a message besides its padded blocks, in blocks: Grøstl of two keys and the inner hash, two final P.
# Beats before and after take less than two more blocks.
EXTRA_BLOCKS = 5


def aes_ctr(key: bytes, nonce: bytes, text: bytes) -> bytes:
    """Return RFC 3686's encryption by another implementation."""
    cipher = Cipher(algorithms.AES(key), modes.CTR(nonce + bytes([0, 0, 0, 1]))).encryptor()
    return cipher.update(text) + cipher.finalize()


def keys_of(rng: Random, suite: AesGroestl) -> tuple[bytes, bytes]:
    return rng.randbytes(suite.key_bytes), rng.randbytes(suite.tag_bytes)


def ask(device: Device, segments: list[Segment], answers: int, stalls: Stalls | None = None) -> list[Segment]:
    sent = beats_of(segments, device.core.data_width)
    return segments_of(device.run(sent, segments=answers, stalls=stalls or Stalls(0)))


@pytest.mark.parametrize("name", CORES)
def test_known_answers_with_stalls(name: str, opened: Callable[[str], Device], entries: list[Entry]) -> None:
    device, suite = opened(name), CORES[name]
    for e in filter(partial(is_served, name), entries):
        if isinstance(e, GroestlEntry):
            segments, answer = hash_segments(suite.tag_bytes, e.msg), Segment(Kind.DIGEST, e.digest)
        elif isinstance(e, HmacEntry):
            key = e.key if len(e.key) <= suite.block_bytes else suite.groestl.hash(e.key)
            segments = hmac_groestl(suite).segments(key, b"", e.msg, suite.tag_bytes)
            answer = Segment(Kind.TAG, e.tag)
        else:
            assert isinstance(e, CtrEntry)
            segments, answer = ctr_segments(e.key, e.first, e.text), Segment(Kind.TEXT, e.ciphertext)
        assert ask(device, segments, 1, STALLS) == [answer], e.origin


@pytest.mark.slow
@pytest.mark.parametrize("name", BOTH)
def test_a_bit_flipped_anywhere_is_refused(name: str, opened: Callable[[str], Device]) -> None:
    """The bit is in key, nonce, data, ciphertext or tag. Unchanged messages between them are accepted."""
    device, suite, rng = opened(name), BOTH[name], Random(2)
    for number in range(FORGERIES):
        keys, nonce = keys_of(rng, suite), rng.randbytes(12)
        ad, text = rng.randbytes(16), rng.randbytes(rng.randint(1, 200))
        ciphertext = aes_ctr(keys[0], nonce, text)
        tag = suite.groestl.hmac(keys[1], ad + ciphertext)
        segments = message_segments(Operation.OPEN, keys, nonce, ad, ciphertext, tag)
        assert ask(device, segments, 2) == [Segment(Kind.UNVERIFIED, text), ACCEPTED]
        # The tag covers the ciphertext, but not the nonce or AES's key: they are not changed.
        at = 3 + number % 3
        segments[at] = Segment(segments[at].kind, flip_bit(rng, segments[at].data))
        assert ask(device, segments, 2)[1] == REFUSED
        mac_key = flip_bit(rng, keys[1])
        segments = message_segments(Operation.OPEN, (keys[0], mac_key), nonce, ad, ciphertext, tag)
        assert ask(device, segments, 2)[1] == REFUSED


@pytest.mark.parametrize("name", BOTH)
def test_time_does_not_depend_on_values(name: str, opened: Callable[[str], Device]) -> None:
    device, suite = opened(name), BOTH[name]

    def sealed(rng: Random) -> list[Segment]:
        start = (keys_of(rng, suite), rng.randbytes(12), rng.randbytes(16), rng.randbytes(150))
        return message_segments(Operation.SEAL, *start)

    def refused(rng: Random) -> list[Segment]:
        start = (keys_of(rng, suite), rng.randbytes(12), rng.randbytes(16), rng.randbytes(150))
        return message_segments(Operation.OPEN, *start, rng.randbytes(suite.tag_bytes))

    constant_profile(device, sealed, answers=2, tries=8)
    wrong = constant_profile(device, refused, answers=2, tries=8)
    rng = Random(9)
    keys, nonce, ad, ciphertext = keys_of(rng, suite), bytes(12), bytes(16), bytes(150)
    tag = suite.groestl.hmac(keys[1], ad + ciphertext)
    right = profile(device, message_segments(Operation.OPEN, keys, nonce, ad, ciphertext, tag), 2)
    assert right == wrong


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("size", [40, 41, 64, 127, 128, 552, 576, 1024, 1500, 1536])
def test_esp_packets_both_ways(name: str, size: int, opened: Callable[[str], Device]) -> None:
    """ESP (RFC 4303): SPI, sequence number and initial value are data. AES-CTR is that of RFC 3686."""
    device, suite, rng = opened(name), BOTH[name], Random(size)
    keys, iv = keys_of(rng, suite), rng.randbytes(8)
    head = rng.randbytes(4) + (size).to_bytes(4, "big") + iv
    payload = rng.randbytes(size)
    trailer = bytes(range(1, (-(size + 2)) % 4 + 1)) + bytes([(-(size + 2)) % 4, 4])
    plain = payload + trailer
    ciphertext = aes_ctr(keys[0], SALT + iv, plain)
    tag = suite.groestl.hmac(keys[1], head + ciphertext)

    sent = message_segments(Operation.SEAL, keys, SALT + iv, head, plain)
    assert ask(device, sent, 2, STALLS) == [Segment(Kind.TEXT, ciphertext), Segment(Kind.TAG, tag)]
    received = message_segments(Operation.OPEN, keys, SALT + iv, head, ciphertext, tag)
    assert ask(device, received, 2, STALLS) == [Segment(Kind.UNVERIFIED, plain), ACCEPTED]
    received[4] = Segment(Kind.TEXT, flip_bit(rng, ciphertext))
    assert ask(device, received, 2, STALLS)[1] == REFUSED


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("operation", [Operation.SEAL, Operation.OPEN])
def test_short_messages(name: str, operation: Operation, opened: Callable[[str], Device]) -> None:
    """Time = (extra + n) blocks: every additional block takes the same cycles, from the first block on."""
    device, suite = opened(name), BOTH[name]
    per_block = find_core(name).service("aead").cycles_per_block
    tag = bytes(suite.tag_bytes) if operation == Operation.OPEN else b""

    def cycles(blocks: int) -> int:
        text = bytes(blocks * suite.block_bytes - 1 - COUNTER_BYTES)
        keys = bytes(suite.key_bytes), bytes(suite.tag_bytes)
        return profile(device, message_segments(operation, keys, bytes(12), b"", text, tag), 2).cycles

    took = {blocks: cycles(blocks) for blocks in (1, 2, 3, 4, 8, 24)}
    extra = took[24] - 24 * per_block
    assert {blocks: time - extra for blocks, time in took.items()} == {n: n * per_block for n in took}
    assert EXTRA_BLOCKS * per_block < extra <= (EXTRA_BLOCKS + 2) * per_block

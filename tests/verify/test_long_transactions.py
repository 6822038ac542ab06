"""Transactions long enough to reach the high bits of every counter, checked with the oracles.

Random transactions have a few hundred bytes only.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from random import Random

import oracles
import pytest

from roundel.algorithms.aes_cmac import AES_CMAC
from roundel.algorithms.aes_gcm import AES_GCM
from roundel.algorithms.aes_groestl import AES_128_CTR
from roundel.algorithms.groestl import HASH_256
from roundel.algorithms.kinds.prng import request_segments
from roundel.models import aes_groestl, gcm
from roundel.models.aes import Rijndael
from roundel.protocol.stream import Command, Flag, Kind, Operation, Segment
from roundel.simulate.beats import Beats, beats_of
from roundel.simulate.device import Device

GCM = ("aes-gcm-hs", "aes-gcm-la", "multi-aes-hs", "multi-aes-la")
XHS = (("aes-gcm-xhs", 16), ("aes-gcm-xhs-256", 32))
# Requests that a core of 16 or 128 bits per beat simulates within about two seconds.
BLOCKS = {"multi-aes-hs": 70_000, "multi-aes-la": 700}
OUTPUTS = {
    "keccak-hash": 1 << 20,
    "keccak-hash-pip": 1 << 18,
    "multi-keccak-hs": 1 << 20,
    "multi-keccak-la": 70_000,
}

Opened = Callable[[str], Device]

pytestmark = pytest.mark.slow


def hash_segments_of(function: int, suffix: int, length: int, message: bytes) -> list[Segment]:
    command = Command(Operation.HASH, 0, suffix, function, length)
    return [Segment(Kind.CMD, command.pack()), Segment(Kind.TEXT, message)]


@pytest.mark.parametrize("name", BLOCKS)
def test_fortuna_counts_more_blocks_than_16_bits_count(name: str, opened: Opened) -> None:
    seed, length = bytes(range(32)), 16 * BLOCKS[name] + 5
    oracle = oracles.Fortuna(seed, 1)
    first = request_segments(Flag.KEEP, seed, length)
    got = opened(name).transact([*first, *request_segments(Flag.RESUME, b"", 40)], answers=2)
    assert [segment.data for segment in got] == [oracle.request(length), oracle.request(40)]


@pytest.mark.parametrize("name", BLOCKS)
def test_hash_and_mac_of_thousands_of_bytes(name: str, opened: Opened) -> None:
    rng = Random(1)
    message, text, key = rng.randbytes(9001), rng.randbytes(5001), rng.randbytes(32)
    device = opened(name)
    assert device.transact(hash_segments_of(0, 0, 32, message))[0].data == oracles.aes_hash(message)
    (tag,) = device.transact(AES_CMAC.request(*AES_CMAC.message(key, b"", text, 16)))
    assert tag.data == oracles.cmac(key, text)


@pytest.mark.parametrize(("ad", "text", "nonce"), [(70_000, 70_001, 12), (5, 7000, 5001)])
@pytest.mark.parametrize("name", [*GCM, "aes-gcm-xhs"])
def test_gcm_counts_lengths_of_more_than_16_bits(
    name: str, ad: int, text: int, nonce: int, opened: Opened
) -> None:
    rng = Random(2)
    key, initial, data, plain = (rng.randbytes(size) for size in (16, nonce, ad, text))
    send = AES_GCM.message(Operation.SEAL, key, initial, data, plain)
    got = opened(name).transact(send, answers=2)
    assert tuple(segment.data for segment in got) == oracles.gcm(key, initial, data, plain)


def nonce_of(key: bytes, counter_block: bytes) -> bytes:
    """Return the 16-byte nonce whose J0 is `counter_block` (SP 800-38D section 7.1, solved for it)."""
    subkey = int.from_bytes(Rijndael(key).encrypt(bytes(16)), "big")
    inverse, square = 1 << 127, subkey
    for _ in range(127):  # the subkey to the power of 2^128 - 2, its inverse
        square = gcm.multiply(square, square)
        inverse = gcm.multiply(inverse, square)
    wanted = int.from_bytes(counter_block, "big")
    return gcm.multiply(gcm.multiply(wanted, inverse) ^ 128, inverse).to_bytes(16, "big")


@pytest.mark.parametrize(("name", "key_bytes"), [*((name, size) for name in GCM for size in (16, 32)), *XHS])
def test_the_counter_of_gcm_wraps_at_32_bits(name: str, key_bytes: int, opened: Opened) -> None:
    """It carries into no other byte. With most nonces the wrap is 2^32 blocks away."""
    rng = Random(key_bytes)
    device = opened(name)
    for low in (0x00FF_FFFC, 0xFFFF_FFF8, 0xFFFF_FFFB, 0xFFFF_FFFE, 0xFFFF_FFFF):
        key, ad, text = rng.randbytes(key_bytes), rng.randbytes(5), rng.randbytes(170)
        nonce = nonce_of(key, rng.randbytes(12) + low.to_bytes(4, "big"))
        send = AES_GCM.message(Operation.SEAL, key, nonce, ad, text)
        got = device.transact(send, answers=2)
        assert tuple(segment.data for segment in got) == oracles.gcm(key, nonce, ad, text), hex(low)


@pytest.mark.parametrize("name", OUTPUTS)
def test_digests_have_more_bytes_than_16_bits_count(name: str, opened: Opened) -> None:
    length = OUTPUTS[name] + 77
    (digest,) = opened(name).transact(hash_segments_of(21, 0x1F, length, b"x"))
    assert digest.data == hashlib.shake_128(b"x").digest(length)


@pytest.mark.parametrize("name", ["multi-keccak-hs", "multi-keccak-la"])
def test_a_generator_returns_more_bytes_than_16_bits_count(name: str, opened: Opened) -> None:
    oracle = oracles.DuplexGenerator(24)
    oracle.feed(b"seed")
    (got,) = opened(name).transact(request_segments(0, b"seed", 70_001))
    assert got.data == oracle.fetch(70_001)


def begun(device: Device, segments: list[Segment], size: int) -> bytes:
    """Return the first `size` bytes of an answer of one segment, which must not end before them."""
    device.reset()
    got = device.run(beats_of(segments, device.core.data_width), segments=0)
    while len(got) * device.core.output_width // 8 < size:
        more = device.step(4000)
        assert len(more) and not got.last.any(), "the output ended or stopped"
        got = Beats.concatenate([got, more])
    assert not got.last.any()
    return got.data.tobytes()[:size]


# A counter that lacks one of its bits ends such an output early, or stops before its second block.
LENGTHS = [(1 << bit) + more for bit in range(16, 32) for more in (0, 16)]


@pytest.mark.parametrize("name", OUTPUTS)
def test_a_long_digest_does_not_end_early(name: str, opened: Opened) -> None:
    device, expected = opened(name), hashlib.shake_128(b"x").digest(400)
    for length in LENGTHS:
        segments = hash_segments_of(21, 0x1F, length, b"x")
        assert begun(device, segments, len(expected)) == expected, length


@pytest.mark.parametrize("name", [*BLOCKS, "multi-keccak-hs", "multi-keccak-la"])
def test_a_long_random_output_does_not_end_early(name: str, opened: Opened) -> None:
    device, seed = opened(name), bytes(range(32))
    generator = oracles.DuplexGenerator(24)
    generator.feed(seed)
    expected = oracles.Fortuna(seed, 1).request(400) if name in BLOCKS else generator.fetch(400)
    for length in LENGTHS:
        segments = request_segments(Flag.KEEP, seed, length)
        assert begun(device, segments, len(expected)) == expected, length


def test_groestl_counts_more_than_256_blocks_and_a_counter_carries(opened: Opened) -> None:
    rng, device = Random(3), opened("aes-groestl-256")
    message = rng.randbytes(64 * 260 + 7)
    assert device.transact(HASH_256.request(HASH_256.functions[0].command(32), {Kind.TEXT: message}))[
        0
    ].data == HASH_256.groestl.hash(message)
    key, first, text = rng.randbytes(16), bytes(12) + b"\xff\xff\xff\xfa", rng.randbytes(16 * 20 + 3)
    assert device.transact(AES_128_CTR.request(*AES_128_CTR.message(key, first, text)))[
        0
    ].data == aes_groestl.cipher(key, first, text)

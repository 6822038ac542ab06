"""The RTL of aes-groestl-256, aes-groestl-512 and groestl-256.

Known answers with stalls, forgeries, constant time, ESP packets, short messages, text held back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from expected_entries import is_served
from transactions import segments_of as segments_of_transactions
from transactions import verified

from roundel.algorithms.aes_groestl import AES_GROESTL_256, AES_GROESTL_512
from roundel.algorithms.groestl import HMAC_256
from roundel.algorithms.kinds.aead import Aead
from roundel.algorithms.kinds.base import flip_bit
from roundel.algorithms.kinds.entries import Entry
from roundel.catalog import Config, find_core
from roundel.models.groestl import COUNTER_BYTES
from roundel.protocol.stream import ACCEPTED, REFUSED, Kind, Operation, Segment
from roundel.simulate.beats import beats_of, segments_of
from roundel.simulate.device import Device
from roundel.simulate.model import Stalls
from roundel.verify.run import algorithms_served, verify_core
from roundel.verify.timing import constant_profile, profile

BOTH = {"aes-groestl-256": AES_GROESTL_256, "aes-groestl-512": AES_GROESTL_512}
CORES = [*BOTH, "groestl-256", "aes-ctr"]
FORGERIES = 300
STALLS = Stalls(7, source=0.3, sink=0.3)
SALT = bytes(range(4))  # of the security association: RFC 3686 calls it the nonce
# Time of a message besides its padded blocks, in blocks: Grøstl of two keys and the inner hash, two final P.
# Beats before and after take less than two more blocks.
EXTRA_BLOCKS = 5


def aes_ctr(key: bytes, nonce: bytes, text: bytes) -> bytes:
    """Return RFC 3686's encryption by another implementation."""
    cipher = Cipher(algorithms.AES(key), modes.CTR(nonce + bytes([0, 0, 0, 1]))).encryptor()
    return cipher.update(text) + cipher.finalize()


def keys_of(rng: Random, suite: Aead) -> tuple[bytes, bytes]:
    """Return the keys of AES and HMAC."""
    return rng.randbytes(suite.tag_bytes // 2), rng.randbytes(suite.tag_bytes)


def ask(device: Device, segments: list[Segment], answers: int, stalls: Stalls | None = None) -> list[Segment]:
    sent = beats_of(segments, device.core.data_width)
    return segments_of(device.run(sent, segments=answers, stalls=stalls or Stalls(0)))


@pytest.mark.parametrize("name", CORES)
def test_known_answers_with_stalls(name: str, opened: Callable[[str], Device], entries: list[Entry]) -> None:
    device = opened(name)
    served = algorithms_served(device.core)
    for e in filter(partial(is_served, name), entries):
        for one in next(filter(None, (algorithm.known(e) for algorithm in served))):
            assert ask(device, [*one.segments], 1, STALLS) == one.answer, e.origin


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
        segments = suite.message(Operation.OPEN, b"".join(keys), nonce, ad, ciphertext, tag)
        assert ask(device, segments, 2) == [Segment(Kind.UNVERIFIED, text), ACCEPTED]
        # The tag covers the ciphertext, but not the nonce or AES's key: they are not changed.
        at = 3 + number % 3
        segments[at] = Segment(segments[at].kind, flip_bit(rng, segments[at].data))
        assert ask(device, segments, 2)[1] == REFUSED
        mac_key = flip_bit(rng, keys[1])
        segments = suite.message(Operation.OPEN, keys[0] + mac_key, nonce, ad, ciphertext, tag)
        assert ask(device, segments, 2)[1] == REFUSED


@pytest.mark.parametrize("name", BOTH)
def test_time_does_not_depend_on_values(name: str, opened: Callable[[str], Device]) -> None:
    device, suite = opened(name), BOTH[name]

    def sealed(rng: Random) -> list[Segment]:
        start = (b"".join(keys_of(rng, suite)), rng.randbytes(12), rng.randbytes(16), rng.randbytes(150))
        return suite.message(Operation.SEAL, *start)

    def refused(rng: Random) -> list[Segment]:
        start = (b"".join(keys_of(rng, suite)), rng.randbytes(12), rng.randbytes(16), rng.randbytes(150))
        return suite.message(Operation.OPEN, *start, rng.randbytes(suite.tag_bytes))

    constant_profile(device, sealed, answers=2, tries=8)
    wrong = constant_profile(device, refused, answers=2, tries=8)
    rng = Random(9)
    keys, nonce, ad, ciphertext = keys_of(rng, suite), bytes(12), bytes(16), bytes(150)
    tag = suite.groestl.hmac(keys[1], ad + ciphertext)
    right = profile(device, suite.message(Operation.OPEN, b"".join(keys), nonce, ad, ciphertext, tag), 2)
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

    sent = suite.message(Operation.SEAL, b"".join(keys), SALT + iv, head, plain)
    assert ask(device, sent, 2, STALLS) == [Segment(Kind.TEXT, ciphertext), Segment(Kind.TAG, tag)]
    received = suite.message(Operation.OPEN, b"".join(keys), SALT + iv, head, ciphertext, tag)
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
        text = bytes(blocks * suite.groestl.block_bytes - 1 - COUNTER_BYTES)
        key = bytes(suite.cipher_key_bytes + suite.tag_bytes)
        return profile(device, suite.message(operation, key, bytes(12), b"", text, tag), 2).cycles

    took = {blocks: cycles(blocks) for blocks in (1, 2, 3, 4, 8, 24)}
    extra = took[24] - 24 * per_block
    assert {blocks: time - extra for blocks, time in took.items()} == {n: n * per_block for n in took}
    assert EXTRA_BLOCKS * per_block < extra <= (EXTRA_BLOCKS + 2) * per_block


@pytest.mark.parametrize("size", [0, 40, 64, 200])
def test_time_of_verify_does_not_depend_on_values(size: int, opened: Callable[[str], Device]) -> None:
    def checked(rng: Random) -> list[Segment]:
        return segments_of_transactions(verified(HMAC_256, 32, size, 32, forged=rng.random() < 0.5)(rng))

    constant_profile(opened("groestl-256"), checked, answers=1, tries=12)


@pytest.mark.slow
def test_random_transactions_with_text_held_back() -> None:
    """The catalog has no such configuration. Texts of more than 4 beats are dropped."""
    core = find_core("aes-groestl-256")
    config = Config("hold", {**core.config.parameters, "HoldDepth": 4})
    report = verify_core(replace(core, config=config), [], random=300, seed=3)
    assert report.random == 300 and report.failures == ()

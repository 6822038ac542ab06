"""The kernels of hash functions and of the stream cipher in the emulators against hashlib."""

import hashlib
import random

import pytest
from configurations import long_but

from roundel.algorithms.keccak_answers import HashEntry
from roundel.algorithms.kinds.entries import Entry
from roundel.errors import RoundelError
from roundel.isa.kernels import VARIANTS
from roundel.isa.kernels.hash import SPONGES
from roundel.isa.run import run_hash, run_stream
from roundel.models.bits import xor

_RNG = random.Random(7)
_MESSAGE = _RNG.randbytes(600)


def _hashlib(name: str, message: bytes, size: int) -> bytes:
    made = hashlib.new(name.replace("sha3-", "sha3_").replace("shake", "shake_"), message)
    return made.digest(size) if name.startswith("shake") else made.digest()


def _run(name: str, variant: str, message: bytes, size: int) -> bytes:
    return run_hash(name, variant, message, size).output


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", SPONGES)
def test_lengths_around_a_block(name: str, variant: str) -> None:
    rate = SPONGES[name].rate
    size = SPONGES[name].digest or 33
    for length in (0, 1, rate - 1, rate, rate + 1, 2 * rate + 13):
        message = _MESSAGE[:length]
        assert _run(name, variant, message, size) == _hashlib(name, message, size), f"{length} bytes"


@pytest.mark.parametrize("variant", VARIANTS)
def test_shake_gives_any_length(variant: str) -> None:
    for size in (1, 8, 135, 136, 137, 300):
        assert _run("shake256", variant, b"abc", size) == hashlib.shake_256(b"abc").digest(size)


@pytest.mark.slow
@pytest.mark.parametrize("variant", long_but({"extension"}, VARIANTS))
def test_every_length_to_two_blocks_and_one(variant: str) -> None:
    for length in range(146):
        message = _MESSAGE[:length]
        assert _run("sha3-512", variant, message, 64) == hashlib.sha3_512(message).digest()


# A processor whose emulator executes each vector instruction in Python gets the shorter messages.
_LONGEST = {"extension": 1000, "arm32": 1000, "avx": 150, "avx-extension": 150}


@pytest.mark.slow
@pytest.mark.parametrize("variant", long_but({"extension"}, _LONGEST))
@pytest.mark.parametrize("name", SPONGES)
def test_known_answers(name: str, variant: str, entries: list[Entry]) -> None:
    alg = name.replace("sha3", "SHA3").replace("shake", "SHAKE")
    known = [
        e for e in entries if isinstance(e, HashEntry) and e.alg == alg and len(e.msg) <= _LONGEST[variant]
    ]
    assert known
    for entry in known:
        assert _run(name, variant, entry.msg, len(entry.digest)) == entry.digest, entry.origin


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_stream_cipher_adds_shake128_of_key_and_nonce(variant: str) -> None:
    key, nonce = bytes(range(16)), bytes(range(100, 116))
    for length in (0, 1, 7, 8, 167, 168, 169, 336, 400):
        text = _MESSAGE[:length]
        expected = xor(text, hashlib.shake_128(key + nonce).digest(length))
        assert run_stream("shake128-stream", variant, key, nonce, text).output == expected, f"{length} bytes"
        assert run_stream("shake128-stream", variant, key, nonce, expected).output == text, f"{length} bytes"


def test_a_key_of_another_length_is_refused() -> None:
    with pytest.raises(RoundelError, match="15 bytes of key, 16 of nonce"):
        run_stream("shake128-stream", "extension", bytes(15), bytes(16), b"")

"""The C driver where a key, a session, a generator or a sponge stays in the core between calls."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import Random

import oracles
import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from simulated import KEEP, OVERWRITE, RESUME, ROUNDS12, Open, Result, Sponge, flipped

from roundel.algorithms.kinds.mac import Mac
from roundel.algorithms.kinds.prng import Prng
from roundel.algorithms.lake_keyak import LAKE_KEYAK
from roundel.algorithms.registry import algorithms_of
from roundel.protocol.stream import Operation

NOTHING = (b"", b"", b"")


def test_keyak_and_its_sessions(driver: Open) -> None:
    """Text and data alternate; a session continues with another amount of text in its first block."""
    one, rng = driver("keyak-hs"), Random(5)
    sizes = [(0, 0), (0, 30), (14, 6), (14, 24), (14, 25), (168, 24), (169, 25), (400, 20), (400, 300)]
    for text_size, ad_size in sizes:
        key, nonce = rng.randbytes(16), rng.randbytes(16)
        sealing, opening = LAKE_KEYAK.new_state(key, nonce), LAKE_KEYAK.new_state(key, nonce)
        messages = [(rng.randbytes(ad_size), rng.randbytes(text_size)) for _ in range(2)]
        sealed = []
        for number, (ad, text) in enumerate(messages):
            flags = KEEP if number == 0 else RESUME
            expected = LAKE_KEYAK.process(sealing, Operation.SEAL, nonce, ad, text)
            inputs = (key, nonce, ad) if number == 0 else (b"", b"", ad)
            answer = one.seal("lake_keyak", inputs, text, 16, flags=flags, in_place=bool(ad_size % 2))
            assert answer == (Result.OK, *expected), (text_size, ad_size, number)
            sealed.append(expected)
        for number, ((ad, text), (cipher, tag)) in enumerate(zip(messages, sealed, strict=True)):
            flags = KEEP if number == 0 else RESUME
            assert LAKE_KEYAK.process(opening, Operation.OPEN, nonce, ad, cipher)[0] == text
            inputs = (key, nonce, ad) if number == 0 else (b"", b"", ad)
            wrong = flipped(tag, rng)
            if number == 1:
                assert one.open("lake_keyak", inputs, cipher, wrong, flags=flags)[0] == Result.REFUSED
            else:
                assert one.open("lake_keyak", inputs, cipher, tag, flags=flags) == (Result.OK, text)
    # A refused tag ends the session, and the call after it is an error of the core.
    key, nonce, ad = rng.randbytes(16), rng.randbytes(16), b"header"
    cipher, tag = LAKE_KEYAK.process(LAKE_KEYAK.new_state(key, nonce), Operation.SEAL, nonce, ad, b"text")
    refused = one.open("lake_keyak", (key, nonce, ad), cipher, flipped(tag, rng), flags=KEEP)
    assert refused == (Result.REFUSED, bytes(4))
    assert one.seal("lake_keyak", NOTHING, b"more", 16, flags=RESUME) == (Result.ILLEGAL, bytes(4), bytes(16))
    assert one.open("lake_keyak", (key, nonce, ad), cipher, tag) == (Result.OK, b"text")


def test_kept_keys(driver: Open) -> None:
    """A key is used again by its flag alone, also after a wrong tag, and not after it was cleared."""
    one, rng = driver("multi-aes-la"), Random(6)
    key, nonces = rng.randbytes(16), [rng.randbytes(12) for _ in range(4)]
    first = AESGCM(key).encrypt(nonces[0], b"first", b"ad")
    answer = one.seal("aes_gcm", (key, nonces[0], b"ad"), b"first", 16, flags=KEEP)
    assert answer == (Result.OK, first[:-16], first[-16:])
    again = RESUME | KEEP
    second = AESGCM(key).encrypt(nonces[1], b"second", b"")
    wrong = flipped(second[-16:], rng)
    answer_open = one.open("aes_gcm", (b"", nonces[1], b""), second[:-16], wrong, flags=again)
    assert answer_open == (Result.REFUSED, bytes(6))
    answer_open = one.open("aes_gcm", (b"", nonces[1], b""), second[:-16], second[-16:], flags=again)
    assert answer_open == (Result.OK, b"second")
    third = AESGCM(key).encrypt(nonces[2], b"third", b"")
    assert one.seal("aes_gcm", (b"", nonces[2], b""), b"third", 16, flags=RESUME) == (
        Result.OK,
        third[:-16],
        third[-16:],
    )
    gone = (Result.ILLEGAL, bytes(5), bytes(16))
    assert one.seal("aes_gcm", (b"", nonces[3], b""), b"other", 16, flags=RESUME) == gone
    assert one.seal("aes_gcm", (key, nonces[0], b"ad"), b"first", 16, flags=KEEP)[0] == Result.OK
    assert one.clear() == Result.OK
    assert one.seal("aes_gcm", (b"", nonces[3], b""), b"other", 16, flags=RESUME) == gone


@pytest.mark.slow
def test_the_key_of_a_mac_is_kept(driver: Open) -> None:
    one, rng = driver("groestl-256"), Random(7)
    key = rng.randbytes(20)
    hmac = algorithms_of(Mac)["hmac-groestl-256"]
    tags = [hmac.tag(key, b"", message, 32, 0) for message in (b"one", b"two")]
    assert one.mac("hmac_groestl_256", key, b"one", 32, flags=KEEP) == (Result.OK, tags[0])
    assert one.verify("hmac_groestl_256", b"", b"two", tags[0], flags=RESUME | KEEP) == Result.REFUSED
    assert one.verify("hmac_groestl_256", b"", b"two", tags[1], flags=RESUME) == Result.OK
    assert one.verify("hmac_groestl_256", b"", b"two", tags[1], flags=RESUME) == Result.ILLEGAL


def generated(name: str, requests: Sequence[tuple[bytes, int, int]]) -> list[bytes]:
    """The outputs of a model for seeds, own flags and sizes."""
    model = algorithms_of(Prng)[name]
    generator = model.generator(requests[0][0])
    return [model.output(generator, flags, seed, size) for seed, flags, size in requests]


@pytest.mark.parametrize(
    ("core", "name", "requests"),
    [
        pytest.param(
            "multi-keccak-hs",
            "keccak-prg",
            [(b"seed", 0, 20), (b"", OVERWRITE, 0), (bytes(200), ROUNDS12, 400), (b"", 0, 16)],
            marks=pytest.mark.slow,
        ),
        ("multi-aes-la", "fortuna", [(bytes(range(32)), 0, 20), (b"", 0, 16), (b"", 0, 100)]),
    ],
)
def test_generators(driver: Open, core: str, name: str, requests: list[tuple[bytes, int, int]]) -> None:
    one, function = driver(core), name.replace("-", "_")
    for number, ((seed, own, size), expected) in enumerate(
        zip(requests, generated(name, requests), strict=True)
    ):
        flags = own | (RESUME if number else 0) | (KEEP if number + 1 < len(requests) else 0)
        assert one.random(function, seed, size, flags=flags) == (Result.OK, expected), number
    assert one.random(function, b"", 16, flags=RESUME) == (Result.ILLEGAL, bytes(16))
    if name == "fortuna":
        assert one.random(function, b"short", 16) == (Result.ILLEGAL, bytes(16))
        assert one.random(function, bytes(32), (1 << 20) + 1)[0] == Result.ILLEGAL
    assert one.random("keccak_prg" if name == "fortuna" else "fortuna", b"", 4) == (
        Result.UNSUPPORTED,
        bytes(4),
    )


def test_output_of_unknown_length(driver: Open) -> None:
    """Whole blocks follow each other; a call without KEEP, another hash and a failure clear the sponge."""
    one, message = driver("keccak-hash-xof"), b"a message"
    for name, rate in (("shake128", 168), ("shake256", 136)):
        expected = hashlib.new(name[:5] + "_" + name[5:], message).digest(6 * rate)
        assert one.xof(name, message, rate) == (Result.OK, expected[:rate])
        assert one.squeeze(name, 3 * rate, flags=KEEP) == (Result.OK, expected[rate : 4 * rate])
        assert one.squeeze(name, 5) == (Result.OK, expected[4 * rate : 4 * rate + 5])
        assert one.squeeze(name, 5) == (Result.ILLEGAL, bytes(5))
        assert one.xof(name, message, 1) == (Result.OK, expected[:1])
        assert one.hash("sha3_256", message, 32) == (Result.OK, hashlib.sha3_256(message).digest())
        assert one.squeeze(name, 5, flags=KEEP) == (Result.ILLEGAL, bytes(5))
    assert driver("keccak-hash").xof("shake128", message, 16) == (Result.ILLEGAL, bytes(16))


def test_a_sponge_outside_the_core(driver: Open) -> None:
    """Two messages in turn; a copy; a part of a block and another core are refused, and lose the message."""
    one, text = driver("keccak-hash-state"), Random(3).randbytes(5 * 136 + 17)
    first, second = Sponge(), Sponge()
    for start in range(0, 5 * 136, 136):
        assert one.update("sha3_256", first, text[start : start + 136]) == Result.OK
        assert one.hash("sha3_512", b"another", 64) == (Result.OK, hashlib.sha3_512(b"another").digest())
    assert one.update("shake128", second, text[: 2 * 168]) == Result.OK
    copied = Sponge.from_buffer_copy(first)
    assert one.digest("sha3_256", first, text[680:], 32) == (Result.OK, hashlib.sha3_256(text).digest())
    assert one.digest("sha3_256", copied, b"", 32) == (Result.OK, hashlib.sha3_256(text[:680]).digest())
    assert one.digest("shake128", second, b"", 400) == (
        Result.OK,
        hashlib.shake_128(text[: 2 * 168]).digest(400),
    )
    assert one.digest("sha3_256", Sponge(), b"abc", 32) == (Result.OK, hashlib.sha3_256(b"abc").digest())
    assert one.update("sha3_256", first, text[:135]) == Result.ILLEGAL
    assert bytes(first.state) == bytes(200)
    assert one.update("sha3_256", first, text[:136]) == Result.ILLEGAL
    assert one.digest("sha3_256", first, b"", 32) == (Result.ILLEGAL, bytes(32))
    assert driver("keccak-hash").update("sha3_256", Sponge(), text[:136]) == Result.ILLEGAL


@pytest.mark.parametrize("strength", [128, 256])
def test_the_key_of_a_kmac_is_kept(driver: Open, strength: int) -> None:
    one, rng, name = driver("keccak-kmac-keep"), Random(8), f"kmac{strength}"
    key, custom = rng.randbytes(40), b"custom"
    tags = [oracles.kmac(strength, key, message, 32, custom) for message in (b"one", b"two")]
    xof = oracles.kmac_xof(strength, key, b"one", 50, custom)
    again = RESUME | KEEP
    assert one.mac(name, key, b"one", 32, custom=custom, flags=KEEP) == (Result.OK, tags[0])
    assert one.mac(name, b"", b"two", 32, flags=again) == (Result.OK, tags[1])
    assert one.verify(name, b"", b"two", tags[0], flags=again) == Result.REFUSED
    assert one.mac(f"kmacxof{strength}", b"", b"one", 50, flags=again) == (Result.OK, xof)
    assert one.verify(name, b"", b"two", tags[1], flags=RESUME) == Result.OK
    assert one.verify(name, b"", b"two", tags[1], flags=RESUME) == Result.ILLEGAL
    assert one.mac(name, key, b"one", 32, custom=custom, flags=KEEP) == (Result.OK, tags[0])
    assert one.mac(name, b"", b"two", 32, custom=custom, flags=RESUME) == (Result.ILLEGAL, bytes(32))
    assert one.mac(name, key, b"one", 32, custom=custom, flags=KEEP) == (Result.OK, tags[0])
    assert one.clear() == Result.OK
    assert one.mac(name, b"", b"two", 32, flags=RESUME) == (Result.ILLEGAL, bytes(32))

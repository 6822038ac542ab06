"""KMAC and cSHAKE of the C driver on keccak-kmac, with answers of pycryptodome."""

from __future__ import annotations

import hashlib
from random import Random

import oracles
import pytest
from simulated import Open, Result, flipped

KEYS = (1, 16, 31, 32, 163, 255)
CUSTOMS = (0, 1, 31, 32, 157, 255)
STRENGTHS = pytest.mark.parametrize("strength", [128, 256])


@STRENGTHS
def test_tags_are_made_and_checked(driver: Open, strength: int) -> None:
    one, rng = driver("keccak-kmac", interrupts=True), Random(1)
    name = f"kmac{strength}"
    for key_bytes, custom_bytes, size in zip(KEYS, CUSTOMS, (8, 12, 32, 33, 63, 64), strict=True):
        key, custom, message = (rng.randbytes(n) for n in (key_bytes, custom_bytes, 5 * key_bytes))
        tag = oracles.kmac(strength, key, message, size, custom)
        assert one.mac(name, key, message, size, custom=custom) == (Result.OK, tag)
        assert one.verify(name, key, message, tag, custom=custom) == Result.OK
        assert one.verify(name, key, message, flipped(tag, rng), custom=custom) == Result.REFUSED
        assert one.verify(name, key, message + b"x", tag, custom=custom) == Result.REFUSED
        xof = oracles.kmac_xof(strength, key, message, size, custom)
        assert one.mac(f"kmacxof{strength}", key, message, size, custom=custom) == (Result.OK, xof)
        assert one.verify(f"kmacxof{strength}", key, message, xof, custom=custom) == Result.OK
        assert one.verify(f"kmacxof{strength}", key, message, tag, custom=custom) == Result.REFUSED
    tag = oracles.kmac(strength, key, message, 500, b"")
    assert one.mac(name, key, message, 500) == (Result.OK, tag)


@STRENGTHS
def test_cshake(driver: Open, strength: int) -> None:
    one, rng = driver("keccak-kmac"), Random(2)
    for custom_bytes in CUSTOMS:
        custom, message = rng.randbytes(custom_bytes), rng.randbytes(3 * custom_bytes)
        digest = oracles.cshake(strength, message, 200, b"", custom)
        assert one.hash(f"cshake{strength}", message, 200, custom) == (Result.OK, digest)
    shake = getattr(hashlib, f"shake_{strength}")(b"abc").digest(70)
    assert one.hash(f"cshake{strength}", b"abc", 70) == (Result.OK, shake)
    assert one.hash(f"shake{strength}", b"abc", 70) == (Result.OK, shake)
    assert one.hash("sha3_256", b"abc", 32) == (Result.OK, hashlib.sha3_256(b"abc").digest())


def test_what_is_not_served(driver: Open) -> None:
    one, key, tag = driver("keccak-kmac"), bytes(32), bytes(32)
    assert all(one.serves(name) for name in ("kmac128", "kmacxof256", "cshake128", "sha3_256"))
    assert not one.serves("aes_cmac") and not one.serves("keccak_mac")
    assert one.mac("kmac128", bytes(256), b"", 32) == (Result.ILLEGAL, bytes(32))
    assert one.mac("kmac128", b"", b"", 32) == (Result.ILLEGAL, bytes(32))
    assert one.mac("kmac128", key, b"", 32, custom=bytes(256)) == (Result.ILLEGAL, bytes(32))
    assert one.mac("kmac128", key, b"", 32, flags=4) == (Result.ILLEGAL, bytes(32)), "no key is kept"
    assert one.mac("kmac128", key, b"", 32, iv=bytes(12)) == (Result.ILLEGAL, bytes(32))
    assert one.mac("kmac128", key, b"", 0) == (Result.ILLEGAL, b"")
    for size in (7, 9, 11, 65):
        assert one.verify("kmac128", key, b"", bytes(size)) == Result.ILLEGAL
    assert one.hash("cshake128", b"", 32, bytes(256)) == (Result.ILLEGAL, bytes(32))
    assert one.hash("sha3_256", b"", 32, b"custom") == (Result.ILLEGAL, bytes(32))
    tag = oracles.kmac(128, key, b"abc", 32, b"")
    assert one.mac("kmac128", key, b"abc", 32) == (Result.OK, tag)
    other = driver("keccak-hash")
    assert other.mac("kmac128", key, b"abc", 32) == (Result.UNSUPPORTED, bytes(32))
    assert other.verify("kmac256", key, b"abc", tag) == Result.UNSUPPORTED
    assert other.hash("cshake128", b"abc", 32, b"c") == (Result.UNSUPPORTED, bytes(32))
    assert other.hash("cshake128", b"abc", 32) == (Result.UNSUPPORTED, bytes(32))


def test_a_customization_string_of_another_mac(driver: Open) -> None:
    one = driver("multi-aes-la")
    assert one.mac("aes_cmac", bytes(16), b"abc", 16, custom=b"c") == (Result.ILLEGAL, bytes(16))
    assert one.mac("aes_cmac", bytes(16), b"abc", 16)[0] == Result.OK

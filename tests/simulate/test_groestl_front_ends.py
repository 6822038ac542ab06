"""Grøstl, HMAC-Grøstl, AES-CTR and their combination from Python, on the simulated cores."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import roundel
from roundel.errors import RoundelError
from roundel.models import aes_groestl
from roundel.models.groestl import GROESTL_256
from roundel.simulate import Device, TagRefused

MESSAGE = bytes(range(200))
KEY, MAC_KEY, NONCE, AD = bytes(range(16)), bytes(range(32, 64)), bytes(range(12)), bytes(16)


@pytest.fixture(scope="module")
def device() -> Iterator[Device]:
    with roundel.open("groestl-256") as opened:
        yield opened


@pytest.fixture(scope="module")
def aead() -> Iterator[Device]:
    with roundel.open("aes-groestl-256") as opened:
        yield opened


@pytest.mark.parametrize("size", [0, 1, 55, 56, 64, 200])
def test_hash(size: int, device: Device) -> None:
    assert device.groestl_256(MESSAGE[:size]) == GROESTL_256.hash(MESSAGE[:size])


def test_hash_in_pieces(device: Device) -> None:
    stream = device.new("groestl_256", MESSAGE[:10])
    stream.update(MESSAGE[10:])
    assert (stream.digest(), stream.digest_size, stream.block_size) == (GROESTL_256.hash(MESSAGE), 32, 64)


@pytest.mark.parametrize("key_size", [0, 20, 64])
def test_hmac(key_size: int, device: Device) -> None:
    key = bytes(range(100, 100 + key_size))
    assert device.hmac_groestl_256(key, MESSAGE) == GROESTL_256.hmac(key, MESSAGE)


def test_services_that_the_core_lacks_are_refused(device: Device) -> None:
    with pytest.raises(RoundelError, match="a key of 65 bytes, expected at most 64"):
        device.hmac_groestl_256(bytes(65), MESSAGE)
    with pytest.raises(RoundelError, match="not groestl-512"):
        device.groestl_512(MESSAGE)
    with pytest.raises(RoundelError, match="has no aead service"):
        device.gcm(bytes(16))


@pytest.mark.parametrize("nonce", [NONCE, bytes(range(16))])
@pytest.mark.parametrize(("ad", "size"), [(b"", 0), (AD, 0), (b"", 200), (AD, 100)])
def test_seal_and_open(aead: Device, nonce: bytes, ad: bytes, size: int) -> None:
    sealed = aead.encrypt(KEY + MAC_KEY, nonce, ad, MESSAGE[:size])
    assert sealed == aes_groestl.seal(GROESTL_256, (KEY, MAC_KEY), nonce, ad, MESSAGE[:size])
    assert aead.decrypt(KEY + MAC_KEY, nonce, ad, *sealed) == MESSAGE[:size]
    assert aead.aes_ctr(KEY, nonce, sealed[0]) == MESSAGE[:size]


def test_keys_are_kept_until_another_transaction(aead: Device) -> None:
    keys = aead.aes_groestl(KEY, MAC_KEY)

    def cycles(*, last: bool = False) -> int:
        start = aead.cycle
        sealed = keys.encrypt(NONCE, AD, MESSAGE, last=last)
        took = aead.cycle - start
        assert sealed == aes_groestl.seal(GROESTL_256, (KEY, MAC_KEY), NONCE, AD, MESSAGE)
        return took

    first, second, third = cycles(), cycles(), cycles()
    assert first > second == third
    aead.groestl_256(b"")
    # A last message hashes the key blocks in place, which is faster than keeping them.
    assert second < cycles(last=True) < first == cycles()
    ciphertext, tag = keys.encrypt(NONCE, AD, MESSAGE)
    with pytest.raises(TagRefused):
        keys.decrypt(NONCE, b"", ciphertext, tag)
    assert keys.decrypt(NONCE, AD, ciphertext, tag) == MESSAGE


def test_sizes_are_named(aead: Device) -> None:
    keys = aead.aes_groestl(KEY, MAC_KEY)
    with pytest.raises(RoundelError, match="a key of 17 bytes, expected 16"):
        aead.aes_groestl(bytes(17), MAC_KEY)
    with pytest.raises(RoundelError, match="an HMAC key of 65 bytes, expected at most 64"):
        aead.aes_groestl(KEY, bytes(65))
    with pytest.raises(RoundelError, match="a nonce of 8 bytes, expected 12 or 16"):
        keys.encrypt(bytes(8), AD, MESSAGE)
    with pytest.raises(RoundelError, match="associated data of 15 bytes, expected a multiple of 16"):
        keys.encrypt(NONCE, bytes(15), MESSAGE)
    with pytest.raises(RoundelError, match="a tag of 16 bytes, expected 32"):
        keys.decrypt(NONCE, AD, MESSAGE, bytes(16))
    with pytest.raises(RoundelError, match="a key of 20 bytes, expected 16 or 32"):
        aead.aes_ctr(bytes(20), NONCE, MESSAGE)
    with pytest.raises(RoundelError, match="not aes-256-ctr"):
        aead.aes_ctr(bytes(32), NONCE, MESSAGE)

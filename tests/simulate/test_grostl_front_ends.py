"""Grøstl and HMAC on it from Python, on the simulated core."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import roundel
from roundel.errors import RoundelError
from roundel.models.groestl import GROESTL_256
from roundel.simulate import Device

MESSAGE = bytes(range(200))


@pytest.fixture(scope="module")
def device() -> Iterator[Device]:
    with roundel.open("grostl-256") as opened:
        yield opened


@pytest.mark.parametrize("size", [0, 1, 55, 56, 64, 200])
def test_hash(size: int, device: Device) -> None:
    assert device.grostl_256(MESSAGE[:size]) == GROESTL_256.hash(MESSAGE[:size])


def test_hash_in_pieces(device: Device) -> None:
    stream = device.new("grostl_256", MESSAGE[:10])
    stream.update(MESSAGE[10:])
    assert (stream.digest(), stream.digest_size, stream.block_size) == (GROESTL_256.hash(MESSAGE), 32, 64)


@pytest.mark.parametrize("key_size", [0, 20, 64])
def test_hmac(key_size: int, device: Device) -> None:
    key = bytes(range(100, 100 + key_size))
    assert device.hmac_grostl_256(key, MESSAGE) == GROESTL_256.hmac(key, MESSAGE)


def test_what_the_core_does_not_do_is_refused(device: Device) -> None:
    with pytest.raises(RoundelError, match="a key of 65 bytes, expected at most 64"):
        device.hmac_grostl_256(bytes(65), MESSAGE)
    with pytest.raises(RoundelError, match="not grostl-512"):
        device.grostl_512(MESSAGE)
    with pytest.raises(RoundelError, match="has no aead service"):
        device.gcm(bytes(16))

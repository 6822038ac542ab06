"""`keccak_mac` on multi-keccak-hs, checked with the golden model and pycryptodome."""

from __future__ import annotations

import pytest
from Crypto.Hash import keccak as pycryptodome_keccak

import roundel
from roundel.errors import RoundelError
from roundel.models import keccak_mac as mac
from roundel.simulate import Device

KEY, IV = bytes(range(16)), bytes(range(16, 32))


@pytest.mark.parametrize("size", [0, 1, 16, 103, 104, 105, 240, 1000])
def test_a_tag_is_the_start_of_keccak_256_of_key_iv_and_message(multi: Device, size: int) -> None:
    message = bytes(i % 251 for i in range(size))
    oracle = pycryptodome_keccak.new(digest_bits=256, data=KEY + IV + message).digest()
    assert multi.keccak_mac(KEY, IV, message) == oracle[:16]
    assert multi.keccak_mac(KEY, IV, message, tag_bytes=32) == oracle


@pytest.mark.parametrize("tag_bytes", [1, 15, 17, 64, 136])
def test_tags_of_any_length(multi: Device, tag_bytes: int) -> None:
    assert multi.keccak_mac(KEY, IV, b"text", tag_bytes) == mac.keccak_mac(KEY, IV, b"text", tag_bytes)


def test_any_bytes_like_object(multi: Device) -> None:
    assert multi.keccak_mac(bytearray(KEY), memoryview(IV), bytearray(b"a")) == mac.keccak_mac(KEY, IV, b"a")


@pytest.mark.parametrize(
    ("key", "iv", "tag_bytes", "message"),
    [
        (15, 16, 16, "a key of 15 bytes, expected 16"),
        (16, 12, 16, "an iv of 12 bytes, expected 16"),
        (16, 16, 0, "a tag of 0 bytes, expected 1 to 136"),
        (16, 16, 137, "a tag of 137 bytes, expected 1 to 136"),
    ],
)
def test_sizes_are_checked(multi: Device, key: int, iv: int, tag_bytes: int, message: str) -> None:
    with pytest.raises(RoundelError, match=message):
        multi.keccak_mac(bytes(key), bytes(iv), b"", tag_bytes)


def test_a_hash_core_makes_no_tags() -> None:
    with roundel.open("keccak-hash") as device, pytest.raises(RoundelError, match="no mac service"):
        device.keccak_mac(KEY, IV, b"")

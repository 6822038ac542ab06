"""`encrypt`, `decrypt` and sessions on keyak-hs, checked with the golden model."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import roundel
from roundel.algorithms.lake_keyak import interleave
from roundel.errors import RoundelError
from roundel.models.motorist import LAKE, Session, seal
from roundel.protocol.stream import Kind
from roundel.simulate import Device, TagRefused

KEY, NONCE = bytes(range(16)), bytes(range(16, 32))


@pytest.fixture(scope="module")
def keyak() -> Iterator[Device]:
    with roundel.open("keyak-hs") as device:
        yield device


@pytest.mark.parametrize("ad", [b"", b"header", bytes(24), bytes(100), bytes(1000)])
@pytest.mark.parametrize("size", [0, 1, 168, 169, 1500])
def test_encrypt_and_decrypt(keyak: Device, ad: bytes, size: int) -> None:
    text = bytes(i % 251 for i in range(size))
    ciphertext, tag = keyak.encrypt(KEY, NONCE, ad, text)
    assert (ciphertext, tag) == seal(LAKE, KEY, NONCE, ad, text)
    assert keyak.decrypt(KEY, NONCE, ad, ciphertext, tag) == text


def test_a_wrong_tag_returns_no_text(keyak: Device) -> None:
    ciphertext, tag = keyak.encrypt(KEY, NONCE, b"", b"text")
    with pytest.raises(TagRefused, match="refused"):
        keyak.decrypt(KEY, NONCE, b"more", ciphertext, tag)
    assert keyak.decrypt(KEY, NONCE, b"", ciphertext, tag) == b"text"


def test_messages_of_a_session_depend_on_those_before(keyak: Device) -> None:
    model = Session(LAKE, KEY, NONCE)
    messages = [(b"", b"first"), (bytes(30), bytes(400)), (b"only data", b""), (b"x", bytes(152))]
    sealed = [model.wrap(ad, text) for ad, text in messages]
    session = keyak.session(KEY, NONCE)
    assert [session.encrypt(ad, text) for ad, text in messages] == sealed
    session = keyak.session(KEY, NONCE)
    for (ad, text), (ciphertext, tag) in zip(messages, sealed, strict=True):
        assert session.decrypt(ad, ciphertext, tag, last=ad == b"x") == text
    with pytest.raises(RoundelError, match="has ended"):
        session.encrypt(b"", b"")


def test_another_session_ends_one(keyak: Device) -> None:
    session = keyak.session(KEY, NONCE)
    session.encrypt(b"", b"")
    keyak.encrypt(KEY, NONCE, b"", b"")
    with pytest.raises(RoundelError, match="has ended"):
        session.encrypt(b"", b"")
    session = keyak.session(KEY, NONCE)
    session.encrypt(b"", b"")
    keyak.reset()
    with pytest.raises(RoundelError, match="has ended"):
        session.encrypt(b"", b"")


@pytest.mark.parametrize(("key", "nonce", "name"), [(15, 16, "key"), (16, 12, "nonce")])
def test_sizes_are_checked(keyak: Device, key: int, nonce: int, name: str) -> None:
    with pytest.raises(RoundelError, match=f"a {name} of"):
        keyak.encrypt(bytes(key), bytes(nonce), b"", b"")


def test_a_hash_core_does_not_encrypt() -> None:
    with roundel.open("keccak-hash") as device, pytest.raises(RoundelError, match="no aead service"):
        device.encrypt(KEY, NONCE, b"", b"")


def test_long_data_is_interleaved_in_the_order_of_the_motorist() -> None:
    segments = interleave(bytes(60), bytes(400), 168)
    assert [(segment.kind, len(segment.data)) for segment in segments] == [
        (Kind.TEXT, 168),
        (Kind.AD, 24),
        (Kind.TEXT, 168),
        (Kind.AD, 24),
        (Kind.TEXT, 64),
        (Kind.AD, 12),
    ]

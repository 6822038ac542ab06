"""The RTL of every core with AES-GCM: forgeries, lengths of tags, and kept keys."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from oracles import gcm as sealed
from transactions import check_forgeries

from roundel.algorithms.aes_gcm import AES_GCM
from roundel.algorithms.kinds.aead import Aead
from roundel.protocol.stream import ACCEPTED, ERROR, REFUSED, Kind, Operation, Segment, command_segment
from roundel.simulate.device import Device
from roundel.verify.run import algorithms_served

NONCE = bytes(range(16, 28))
# The number of messages per core. One in ten is unchanged.
FORGERIES = {
    "aes-gcm-hs": 2000,
    "multi-aes-hs": 2000,
    "aes-gcm-xhs": 2000,
    "aes-gcm-la": 500,
    "multi-aes-la": 500,
}


@pytest.fixture(params=FORGERIES)
def device(request: pytest.FixtureRequest, opened: Callable[[str], Device]) -> Device:
    return opened(request.param)


def answer_of(key: bytes, nonce: bytes, ad: bytes, text: bytes) -> list[Segment]:
    return [Segment(*part) for part in zip((Kind.TEXT, Kind.TAG), sealed(key, nonce, ad, text), strict=True)]


def sizes_of_keys(device: Device) -> tuple[int, ...]:
    (aead,) = (one for one in algorithms_served(device.core) if isinstance(one, Aead))
    return aead.key_sizes


@pytest.mark.slow
def test_a_bit_flipped_anywhere_is_refused(device: Device) -> None:
    """The bit is in ciphertext, tag, data, nonce or key."""
    check_forgeries(device, FORGERIES[device.core.name])


@pytest.mark.parametrize("length", [*range(18), 0x108, 0x1_0010, 0x1000_000C])
def test_lengths_of_tags(device: Device, length: int) -> None:
    key, ad, text = bytes(range(16)), b"header", b"attack at dawn"
    whole = sealed(key, NONCE, ad, text)[1]
    tag = whole[:length]
    wrong = tag[:-1] + bytes([tag[-1] ^ 1]) if tag else b""
    body = [Segment(Kind.KEY, key), Segment(Kind.NONCE, NONCE), Segment(Kind.AD, ad)]
    ciphertext = sealed(key, NONCE, ad, text)[0]
    seal = [
        command_segment(Operation.SEAL, length=length),
        *body,
        Segment(Kind.TEXT, text),
        Segment(Kind.TAG),
    ]
    opened = [command_segment(Operation.OPEN, length=length), *body, Segment(Kind.TEXT, ciphertext)]
    shown = Segment(Kind.UNVERIFIED, text)
    if length not in AES_GCM.tag_sizes:
        sent = [*seal, *opened, Segment(Kind.TAG, tag)]
        assert device.transact(sent, answers=2) == [ERROR, ERROR]
        return
    assert device.transact(seal, answers=2) == [Segment(Kind.TEXT, ciphertext), Segment(Kind.TAG, tag)]
    # More and fewer bytes of the right tag, of lengths that another command may have, are errors.
    others = [whole[:size] for size in (4, 7, 8, 9, 11, 12, 13, 14, 15, 16, 0) if size != length]
    tags = {tag: ACCEPTED, wrong: REFUSED, **dict.fromkeys([*others, whole + b"x"], ERROR)}
    sent = [segment for one in tags for segment in (*opened, Segment(Kind.TAG, one))]
    expected = [segment for status in tags.values() for segment in (shown, status)]
    assert device.transact(sent, answers=len(expected)) == expected


def test_a_key_is_kept_only_on_request(device: Device) -> None:
    small, *_, large = 2 * sizes_of_keys(device)
    key, text = bytes(range(large)), b"more than one block of text"
    seal = Operation.SEAL
    sent = [
        *AES_GCM.message(seal, key, NONCE, b"", text, keep=True),
        *AES_GCM.message(seal, None, bytes(11), b"ad", text),
        *AES_GCM.message(seal, None, NONCE, b"", text),
        *AES_GCM.message(seal, key[:small], NONCE, b"", text),
    ]
    answer = device.transact(sent, answers=7)
    assert answer[:2] == answer_of(key, NONCE, b"", text)
    assert answer[2:4] == answer_of(key, bytes(11), b"ad", text)
    assert answer[4:] == [ERROR, *answer_of(key[:small], NONCE, b"", text)]


def test_another_key_replaces_a_kept_one(device: Device) -> None:
    rng = Random(8)
    small, *_, large = 2 * sizes_of_keys(device)
    for size in (small, large, large, small, small):
        key, nonce, ad, text = (rng.randbytes(n) for n in (size, 12, 20, 40))
        segments = AES_GCM.message(Operation.SEAL, key, nonce, ad, text, keep=True)
        assert device.transact(segments, answers=2) == answer_of(key, nonce, ad, text)

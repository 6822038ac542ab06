"""keccak-hash-digest: digests of fixed length in one beat, constant time, and what it refuses."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from roundel.errors import RoundelError
from roundel.protocol.stream import Command, Kind, Operation, Segment, Status
from roundel.simulate.beats import Beats, beats_of, segments_of
from roundel.simulate.device import Device
from roundel.simulate.model import Stalls
from roundel.verify.timing import constant_profile

NAME = "keccak-hash-digest"
LENGTHS = {18: 28, 17: 32, 13: 48, 9: 64}
HASHLIB = {18: "sha3_224", 17: "sha3_256", 13: "sha3_384", 9: "sha3_512"}


@pytest.fixture
def device(opened: Callable[[str], Device]) -> Device:
    device = opened(NAME)
    device.reset()
    return device


def request(lanes: int, length: int, text: bytes, suffix: int = 6) -> list[Segment]:
    command = Command(Operation.HASH, 0, suffix, lanes, length)
    return [Segment(Kind.CMD, command.pack()), Segment(Kind.TEXT, text)]


@pytest.mark.parametrize("lanes", LENGTHS)
def test_time_depends_on_the_length_only(device: Device, lanes: int) -> None:
    for size in (0, 1, 8 * lanes - 1, 8 * lanes, 500):

        def make(rng: Random, size: int = size) -> list[Segment]:
            text = rng.choice([rng.randbytes(size), bytes(size), b"\xff" * size])
            return request(lanes, LENGTHS[lanes], text, rng.choice([0x01, 0x06, 0x1F]))

        assert len(constant_profile(device, make).answered) == 1


@pytest.mark.parametrize("length", [0, 1, 28, 32, 48, 64, 256 + 32, 1 << 31 | 32])
@pytest.mark.parametrize("lanes", [*range(1, 22), 0, 22, 31, 32 + 17, 128 + 17])
def test_only_four_pairs_of_rate_and_length_are_served(device: Device, lanes: int, length: int) -> None:
    message = Random(lanes).randbytes(3 * lanes % 200)
    (answer,) = device.transact(request(lanes, length, message))
    if LENGTHS.get(lanes) == length:
        assert answer == Segment(Kind.DIGEST, hashlib.new(HASHLIB[lanes], message).digest())
    else:
        assert answer == Segment(Kind.STATUS, bytes([Status.ERROR]))


def test_a_digest_that_waits_does_not_change(device: Device) -> None:
    """Messages of all four lengths in every order, with a receiver that is slow, or a sender."""
    rng = Random(1)
    messages = [(rng.choice(list(LENGTHS)), rng.randbytes(rng.randrange(400))) for _ in range(200)]
    sent = [segment for lanes, text in messages for segment in request(lanes, LENGTHS[lanes], text)]
    expected = [hashlib.new(HASHLIB[lanes], text).digest() for lanes, text in messages]
    for stalls in (Stalls(1, sink=0.98), Stalls(2, source=0.7), Stalls(3, source=0.3, sink=0.5)):
        device.reset()
        output = device.run(beats_of(sent, 128), segments=len(messages), stalls=stalls)
        assert output.data.shape == (len(messages), 64) and output.last.all()
        assert [segment.data for segment in segments_of(output)] == expected


def test_an_error_in_a_message_comes_after_the_digest_before_it(device: Device) -> None:
    """It comes at every cycle of the message before it, and while the digest of that one waits."""
    right = hashlib.sha3_256(b"right").digest()
    for text in range(0, 300, 16):
        for stalls in (None, Stalls(text, sink=0.9)):
            device.reset()
            broken = [*request(17, 32, bytes(text))[:1], Segment(Kind.KEY, bytes(16))]
            sent = [*request(17, 32, b"right"), *broken, *request(17, 32, b"right")]
            answers = device.transact(sent, answers=3, stalls=stalls)
            status = Segment(Kind.STATUS, bytes([Status.ERROR]))
            assert answers == [Segment(Kind.DIGEST, right), status, Segment(Kind.DIGEST, right)]


def test_the_bytes_of_a_status(device: Device) -> None:
    got = device.run(beats_of([Segment(Kind.TEXT, bytes(16))], 128), segments=1)
    assert isinstance(got, Beats) and (got.keep, got.user) == (np.array([1]), np.array([Kind.STATUS]))
    assert got.data[0].tobytes() == bytes([Status.ERROR]) + bytes(63)


def test_the_names_of_python(device: Device) -> None:
    for name in HASHLIB.values():
        assert device.new(name, b"abc").hexdigest() == hashlib.new(name, b"abc").hexdigest()
    with pytest.raises(RoundelError, match="shake_128|hash"):
        device.new("shake_128", b"abc", length=32)

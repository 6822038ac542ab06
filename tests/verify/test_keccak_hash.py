"""The RTL of keccak-hash and its approaches: constant time."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from random import Random

import pytest

from roundel.protocol.stream import NO_FLAGS, Command, Flag, Kind, Operation, Segment, Status
from roundel.simulate.beats import Beats, beats_of, segments_of
from roundel.simulate.device import Device, open_device
from roundel.simulate.model import Stalls
from roundel.verify.timing import constant_profile

APPROACHES = [
    "keccak-hash",
    "keccak-hash-base",
    "keccak-hash-pip",
    "keccak-hash-xof",
    "keccak-hash-state",
    "keccak-hash-pip2",
    "keccak-hash-dsp",
    "keccak-hash-dsp-pip:one-level",
    "keccak-hash-dsp-pip",
    pytest.param("keccak-hash-dsp-pip:three-levels", marks=pytest.mark.long),
]


@pytest.fixture(scope="module", params=APPROACHES)
def device(request: pytest.FixtureRequest) -> Iterator[Device]:
    with open_device(request.param) as device:
        yield device


def round_cycles(device: Device) -> int:
    return device.core.service().cycles_per_block * device.core.streams // 24


LENGTHS = [(0, 32), (1, 32), (135, 32), (136, 32), (137, 136), (500, 137), (16, 0)]


@pytest.mark.parametrize("rounds", [24, 12])
@pytest.mark.parametrize("lanes", [1, 9, 17, 18, 21])
@pytest.mark.parametrize(("size", "outlen"), LENGTHS)
def test_time_depends_on_lengths_only(
    device: Device, lanes: int, size: int, outlen: int, rounds: int
) -> None:
    flags = Flag.ROUNDS12 if rounds == 12 else NO_FLAGS

    def make(rng: Random) -> list[Segment]:
        command = Command(Operation.HASH, flags, rng.choice([0x01, 0x04, 0x06, 0x1F]), lanes, outlen)
        text = rng.choice([rng.randbytes(size), bytes(size), b"\xff" * size])
        return [Segment(Kind.CMD, command.pack()), Segment(Kind.TEXT, text)]

    found = constant_profile(device, make)
    blocks = size // (8 * lanes) + 1
    assert found.cycles >= rounds * round_cycles(device) * blocks
    assert len(found.answered) == max(1, -(-outlen // 16))


def test_a_digest_may_begin_in_any_phase_of_the_permutation(device: Device) -> None:
    """A digest is stalled while the next message, with several blocks of output, is permuted.

    A third message's block once entered the second's state when the second's digest began in its last
    round.
    """
    texts, sizes = [b"first", b"second", b"third"], [168, 400, 16]
    segments = []
    for text, size in zip(texts, sizes, strict=True):
        command = Command(Operation.HASH, 0, 0x1F, 21, size)
        segments += [Segment(Kind.CMD, command.pack()), Segment(Kind.TEXT, text)]
    beats = beats_of(segments, device.core.data_width)
    expected = [hashlib.shake_128(text).digest(size) for text, size in zip(texts, sizes, strict=True)]
    deaf, rounds = Stalls(1, sink=0.999999), round_cycles(device)
    for wait in range(60 * rounds):
        device.reset()
        got = [device.run(beats, segments=0, stalls=deaf), device.step(wait, stalls=deaf)]
        got.append(device.step(250 * rounds))
        assert [segment.data for segment in segments_of(Beats.concatenate(got))] == expected, f"{wait} cycles"


@pytest.mark.parametrize("ends", [False, True], ids=["text is cut off", "the next command is bad"])
@pytest.mark.parametrize("size", [0, 135, 136, 300])
def test_an_error_in_any_phase_of_the_permutation(device: Device, size: int, ends: bool) -> None:
    """An abort in the very cycle of a new block once made the core silent."""
    command = Segment(Kind.CMD, Command(Operation.HASH, 0, 0x06, 17, 32).pack())
    text = bytes(range(256)) * 2
    good = [command, Segment(Kind.TEXT, b"after")]
    answer = Segment(Kind.DIGEST, hashlib.sha3_256(b"after").digest())
    refused = Segment(Kind.STATUS, bytes([Status.ERROR]))
    earlier = Segment(Kind.DIGEST, hashlib.sha3_256(text[:size]).digest())
    rounds = round_cycles(device)
    for wait in range(0, 60 * rounds, 1 + rounds // 4):
        device.reset()
        beats = beats_of([command, Segment(Kind.TEXT, text[:size])], device.core.data_width)
        # Without its last beat the message stays open.
        got = [device.run(beats if ends else beats[: len(beats) - 1], segments=0), device.step(wait)]
        tail = device.run(beats_of([Segment(Kind.KEY, bytes(16)), *good], device.core.data_width), segments=0)
        got += [tail, device.step(200 * rounds)]
        assert segments_of(Beats.concatenate(got)) == [*([earlier] if ends else []), refused, answer], (
            f"after {wait} cycles"
        )

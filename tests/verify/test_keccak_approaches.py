"""The approaches to keccak-hash: the cycles that their page states, and the plain one against keccak-hash."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from roundel.catalog import find_core
from roundel.protocol.stream import Command, Kind, Operation, Segment, Status
from roundel.simulate.beats import Beats, beats_of, interleaved, segments_of
from roundel.simulate.device import Device, open_device
from roundel.simulate.model import Stalls
from roundel.verify.cases import to_device
from roundel.verify.run import made_cases

# By name: cycles per absorbed or squeezed block, and from message to message with one or two blocks.
CYCLES = {
    "keccak-hash": (24, 26, 50),
    "keccak-hash-base": (24, 26, 50),
    "keccak-hash-pip": (48, 52, 100),
    "keccak-hash-pip2": (48, 52, 100),  # with one stream
    "keccak-hash-dsp": (24, 26, 50),
    "keccak-hash-dsp-pip:one-level": (192, 208, 400),
    "keccak-hash-dsp-pip": (360, 390, 750),
    "keccak-hash-dsp-pip:three-levels": (456, 494, 950),
}


def message(lanes: int, blocks: int, output_blocks: int = 1) -> list[Segment]:
    command = Command(Operation.HASH, 0, 0x06, lanes, 8 * lanes * output_blocks)
    return [Segment(Kind.CMD, command.pack()), Segment(Kind.TEXT, bytes(8 * lanes * blocks - 1))]


def sent(device: Device, segments: list[Segment], answers: int) -> Beats:
    device.reset()
    return device.run(beats_of(segments, device.core.data_width), segments=answers)


def duration(device: Device, segments: list[Segment]) -> int:
    last = sent(device, segments, 1).cycle[-1]
    return int(last - device.accepted[0])


@pytest.mark.parametrize("name", CYCLES)
@pytest.mark.parametrize("lanes", [1, 9, 13, 17, 18, 21])
def test_cycles_are_those_of_the_page(name: str, lanes: int) -> None:
    block, one, two = CYCLES[name]
    with open_device(name) as device:
        if lanes > 2:  # a beat of text carries two lanes
            assert duration(device, message(lanes, 4)) - duration(device, message(lanes, 3)) == block
        # The more lanes, the later the last lane is sent. Blocks of the same size are compared.
        assert duration(device, message(lanes, 1, 4)) - duration(device, message(lanes, 1, 3)) == block
        for blocks, expected in ((1, one), (2, two)):
            output = sent(device, 12 * message(lanes, blocks), 12)
            ends = output.cycle[output.last]
            assert {int(b - a) for a, b in pairwise(ends[2:])} == {expected}


@pytest.mark.parametrize("lanes", [9, 13, 17, 18])
def test_cycles_of_digests_of_fixed_length(lanes: int) -> None:
    def text(blocks: int) -> list[Segment]:
        command = Command(Operation.HASH, 0, 0x06, lanes, 4 * (25 - lanes))
        return [Segment(Kind.CMD, command.pack()), Segment(Kind.TEXT, bytes(8 * lanes * blocks - 1))]

    with open_device("keccak-hash-digest") as device:
        assert [duration(device, text(blocks)) for blocks in (1, 2, 3, 4)] == [48, 71, 95, 119]
        for blocks, expected in ((1, 26), (2, 50)):
            output = sent(device, 12 * text(blocks), 12)
            assert output.last.all()
            assert {int(b - a) for a, b in pairwise(output.cycle[2:])} == {expected}


@pytest.mark.parametrize("name", ["keccak-hash-base", "keccak-hash-dsp"])
def test_a_round_a_cycle_answers_in_the_cycles_of_keccak_hash(name: str) -> None:
    """The same transactions with the same stalls are compared beat by beat."""
    cases = made_cases(find_core("keccak-hash"), Random(3), 300)
    beats = to_device(cases, 16)
    with open_device("keccak-hash") as plain, open_device(name) as other:
        for stalls in (
            Stalls(0),
            Stalls(5, source=0.5),
            Stalls(6, sink=0.7),
            Stalls(7, source=0.2, sink=0.3),
        ):
            found = []
            for device in (plain, other):
                device.reset()
                answers = device.run(beats, segments=0, stalls=stalls)
                taken, start = device.accepted, device.accepted[0]
                output = Beats.concatenate([answers, device.step(2000, stalls=stalls)])
                assert len(output) > 300
                found.append((output.cycle - start, taken - start, output.data, output.user))
            assert all((one == same).all() for one, same in zip(*found, strict=True))


def test_sync_is_another_name_of_keccak_hash() -> None:
    assert find_core("keccak-hash-sync") is find_core("keccak-hash")


@pytest.fixture(scope="module")
def pip2() -> Iterator[Device]:
    with open_device("keccak-hash-pip2") as device:
        yield device


def together(device: Device, one: list[Segment], other: list[Segment]) -> Beats:
    """Return the answers to one transaction per stream, sent in turn beat by beat."""
    parts = [beats_of(segments, device.core.data_width) for segments in (one, other)]
    shorter = min(map(len, parts))
    turns = [0, 1] * shorter + [0] * (len(parts[0]) - shorter) + [1] * (len(parts[1]) - shorter)
    return interleaved(parts, turns)


@pytest.mark.parametrize("lanes", [9, 13, 17, 18, 21])
def test_two_streams_take_24_cycles_a_block(pip2: Device, lanes: int) -> None:
    """Two messages at once take one cycle more than one message: the turn of the other stream."""
    lasts = []
    for blocks in (3, 4):
        alone = duration(pip2, message(lanes, blocks))
        pip2.reset()
        output = pip2.run(together(pip2, message(lanes, blocks), message(lanes, blocks)), segments=2)
        lasts.append(int(output.cycle[-1] - pip2.accepted[0]))
        assert lasts[-1] - alone < 48
    assert lasts[1] - lasts[0] == 2 * 24


def test_a_stream_that_stops_does_not_stop_the_other(pip2: Device) -> None:
    """One stream has a command, an unfinished message or nothing. The other one's time is the same."""
    left = beats_of(message(17, 3), pip2.core.data_width).on_stream(1)
    wanted = beats_of(message(17, 5, 2), pip2.core.data_width)
    durations = set()
    for count in (0, 1, 2, len(left) - 1):
        pip2.reset()
        start = pip2.cycle
        pip2.run(left[:count], segments=0)
        pip2.step(200 + (pip2.cycle - start) % 2)  # until the same turn
        output = pip2.run(wanted, segments=1)
        durations.add(int(output.cycle[-1] - pip2.accepted[0]))
        assert output.of_stream(0).last.sum() == 1 and not len(output.of_stream(1))
    assert len(durations) == 1


def test_an_error_affects_only_its_stream(pip2: Device) -> None:
    text = bytes(range(256)) * 3
    command = Segment(Kind.CMD, Command(Operation.HASH, 0, 0x06, 17, 32).pack())
    good = [command, Segment(Kind.TEXT, text)]
    bad = [command, Segment(Kind.TEXT, text[:160]), Segment(Kind.KEY, bytes(16))]
    digest = Segment(Kind.DIGEST, hashlib.sha3_256(text).digest())
    answers = [Segment(Kind.DIGEST, hashlib.sha3_256(text[:160]).digest())]
    answers.append(Segment(Kind.STATUS, bytes([Status.ERROR])))
    for wrong in (0, 1):
        pip2.reset()
        sent = together(pip2, bad, good) if wrong == 0 else together(pip2, good, bad)
        output = pip2.run(sent, segments=3)
        assert segments_of(output.of_stream(wrong)) == answers
        assert segments_of(output.of_stream(1 - wrong)) == [digest]

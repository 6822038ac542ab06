"""The approaches to keccak-hash: the cycles that their page states, and the plain one against keccak-hash."""

from __future__ import annotations

from itertools import pairwise

import pytest

from roundel.catalog import find_core
from roundel.simulate.beats import Beats, beats_of
from roundel.simulate.device import Device, open_device
from roundel.stream import Command, Kind, Operation, Segment

# By name: cycles of a block absorbed or squeezed, and from one message to the next of one or two blocks.
CYCLES = {"keccak-hash": (24, 26, 50), "keccak-hash-pip": (48, 52, 100)}


def message(lanes: int, blocks: int, output_blocks: int = 1) -> list[Segment]:
    command = Command(Operation.HASH, lanes, 0x06, 8 * lanes * output_blocks)
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
        # The last lane is given out later the more lanes there are; blocks of the same size are compared.
        assert duration(device, message(lanes, 1, 4)) - duration(device, message(lanes, 1, 3)) == block
        for blocks, expected in ((1, one), (2, two)):
            output = sent(device, 12 * message(lanes, blocks), 12)
            ends = output.cycle[output.last]
            assert {int(b - a) for a, b in pairwise(ends[2:])} == {expected}


def test_sync_is_another_name_of_keccak_hash() -> None:
    assert find_core("keccak-hash-sync") is find_core("keccak-hash")

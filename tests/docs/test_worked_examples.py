"""Worked examples and cycle figures of the documentation, held against the simulated core and hashlib."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

import numpy as np
import pytest
from beat_blocks import Beat, Block, blocks

import roundel
from roundel.paths import project_root
from roundel.simulate import Beats, Device, beats_of
from roundel.stream import Command, Kind, Operation, Segment

EXAMPLES = blocks()
ON_A_CORE = [block for block in EXAMPLES if "core" in block.options]
# (rate in lanes, suffix): what hashlib calls it
HASHLIB = {
    (18, 0x06): "sha3_224",
    (17, 0x06): "sha3_256",
    (13, 0x06): "sha3_384",
    (9, 0x06): "sha3_512",
    (21, 0x1F): "shake_128",
    (17, 0x1F): "shake_256",
}


@pytest.fixture(scope="module")
def device() -> Iterator[Device]:
    with roundel.open("keccak-hash") as opened:
        yield opened


def to_beats(rows: list[Beat], width: int) -> Beats:
    beats = Beats.empty(len(rows), width)
    for i, row in enumerate(rows):
        beats.data[i] = np.frombuffer(row.tdata.to_bytes(width // 8, "little"), np.uint8)
        beats.keep[i], beats.user[i], beats.last[i] = row.tkeep, row.tuser, row.tlast
    return beats


def from_beats(beats: Beats) -> list[Beat]:
    return [
        Beat("m_axis", int.from_bytes(data.tobytes(), "little"), int(keep), int(last), int(user))
        for data, keep, last, user in zip(beats.data, beats.keep, beats.last, beats.user, strict=True)
    ]


def segments(rows: list[Beat]) -> Iterator[tuple[int, bytes]]:
    data = b""
    for row in rows:
        data += row.tdata.to_bytes(16, "little")[: row.tkeep.bit_count()]
        if row.tlast:
            yield row.tuser, data
            data = b""


def test_there_are_examples() -> None:
    pages = {block.where.split(":")[0] for block in ON_A_CORE}
    assert pages >= {"docs/stream-protocol.md", "docs/cores/keccak-hash.md"}


@pytest.mark.parametrize("block", ON_A_CORE, ids=lambda block: block.where)
def test_example_on_the_simulated_core(block: Block, device: Device) -> None:
    assert block.options["core"] == device.core.name
    device.reset()
    sent = to_beats(block.inputs, device.core.data_width)
    got = device.run(sent, segments=sum(beat.tlast for beat in block.outputs))
    assert from_beats(got) == block.outputs
    if block.timed:
        start = device.accepted[0]
        assert [int(cycle - start) for cycle in device.accepted] == [beat.cycle for beat in block.inputs]
        assert [int(cycle - start) for cycle in got.cycle] == [beat.cycle for beat in block.outputs]


@pytest.mark.parametrize("block", ON_A_CORE, ids=lambda block: block.where)
def test_example_in_hashlib(block: Block) -> None:
    expected, command = [], b""
    for kind, data in segments(block.inputs):
        if kind == Kind.CMD:
            command = data
        elif command:
            length = int.from_bytes(command[4:8], "little")
            name = HASHLIB[command[1], command[2]]
            hasher = hashlib.new(name, data)
            digest = hasher.digest(length) if name.startswith("shake") else hasher.digest()  # type: ignore[call-arg]
            expected.append(digest[:length])
            command = b""
    assert expected
    assert [data for kind, data in segments(block.outputs) if kind == Kind.DIGEST] == expected


@pytest.mark.parametrize(
    "block", [b for b in EXAMPLES if "width" in b.options], ids=lambda block: block.where
)
def test_example_of_another_width_is_the_same_command(block: Block) -> None:
    width = int(block.options["width"])
    command = Segment(Kind.CMD, Command(Operation.HASH, 17, 0x06, 32).pack())
    wanted = beats_of([command], width)
    written = to_beats(block.inputs, width)
    for field in ("data", "keep", "user", "last"):
        assert np.array_equal(getattr(written, field), getattr(wanted, field)), field


# The cycle figures of the core's page, by simulation.

PAGE = (project_root() / "docs" / "cores" / "keccak-hash.md").read_text()


def documented(measure: str) -> int:
    match = re.search(rf"^\| {re.escape(measure)} \| (\d+) \|$", PAGE, re.MULTILINE)
    assert match, f"no figure for {measure!r}"
    return int(match[1])


def hash_segments(rate: int, message: bytes, output: int) -> list[Segment]:
    return [
        Segment(Kind.CMD, Command(Operation.HASH, rate, 0x06, output).pack()),
        Segment(Kind.TEXT, message),
    ]


def last_cycle(device: Device, rate: int, blocks: int, output_blocks: int) -> int:
    """Cycles from the command to the last beat; the message fills `blocks` blocks with its padding."""
    device.reset()
    sent = hash_segments(rate, bytes(8 * rate * blocks - 1), 8 * rate * output_blocks)
    got = device.run(beats_of(sent, 128), segments=1)
    return int(got.cycle[-1] - device.accepted[0])


@pytest.mark.parametrize("rate", [21, 18, 17, 13, 9])
def test_cycles_a_block(rate: int, device: Device) -> None:
    absorb = last_cycle(device, rate, 9, 1) - last_cycle(device, rate, 8, 1)
    squeeze = last_cycle(device, rate, 1, 9) - last_cycle(device, rate, 1, 8)
    assert absorb == documented("one more block to absorb")
    assert squeeze == documented("one more block to squeeze")


@pytest.mark.parametrize(("blocks", "word"), [(1, "one block each"), (2, "two blocks each")])
def test_cycles_from_message_to_message(blocks: int, word: str, device: Device) -> None:
    figure = documented(f"from one message to the next, back to back, {word}, one block of output")
    device.reset()
    messages = 8 * hash_segments(17, bytes(136 * blocks - 1), 32)
    got = device.run(beats_of(messages, 128), segments=8)
    ends = got.cycle[got.last]
    assert {int(gap) for gap in np.diff(ends)[2:]} == {figure}


@pytest.mark.parametrize("size", range(8))
def test_latency_of_short_messages(size: int, device: Device) -> None:
    match = re.search(r"^\| (\d+) \| the first DIGEST beat is given out", PAGE, re.MULTILINE)
    assert match
    device.reset()
    got = device.run(beats_of(hash_segments(17, bytes(size), 32), 128), segments=1)
    assert int(got.cycle[0] - device.accepted[0]) == int(match[1])

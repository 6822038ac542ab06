"""Worked examples and cycle figures of the documentation, held against the simulated core and hashlib."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from beat_blocks import Beat, Block, blocks
from documented import documented

import roundel
from roundel.algorithms.lake_keyak import LAKE_KEYAK
from roundel.models.keccak_mac import keccak_mac
from roundel.models.keccak_prg import Prg
from roundel.models.motorist import LAKE, Session
from roundel.paths import project_root
from roundel.protocol.stream import Command, Flag, Kind, Operation, Segment, Status
from roundel.simulate import Beats, Device, beats_of

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


@pytest.fixture(scope="module")
def keyak() -> Iterator[Device]:
    with roundel.open("keyak-hs") as opened:
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
        data += row.tdata.to_bytes(64, "little")[: row.tkeep.bit_count()]
        if row.tlast:
            yield row.tuser, data
            data = b""


def test_there_are_examples() -> None:
    pages = {block.where.split(":")[0] for block in ON_A_CORE}
    assert pages >= {"docs/stream-protocol.md", "docs/cores/keccak-hash.md", "docs/cores/keyak-hs.md"}
    assert "docs/cores/multi-keccak-hs.md" in pages


@pytest.mark.parametrize("block", ON_A_CORE, ids=lambda block: block.where)
def test_example_on_the_simulated_core(block: Block, opened: Callable[[str], Device]) -> None:
    device = opened(block.options["core"])
    device.reset()
    device.step(int(block.options.get("rest", 0)))
    sent = to_beats(block.inputs, device.core.data_width)
    got = device.run(sent, segments=sum(beat.tlast for beat in block.outputs))
    assert from_beats(got) == block.outputs
    if block.timed:
        start = device.accepted[0]
        assert [int(cycle - start) for cycle in device.accepted] == [beat.cycle for beat in block.inputs]
        assert [int(cycle - start) for cycle in got.cycle] == [beat.cycle for beat in block.outputs]


HASHES = [b for b in ON_A_CORE if b.options["core"] in ("keccak-hash", "keccak-hash-digest")]
SEALED = [block for block in ON_A_CORE if block.options["core"] == "keyak-hs"]


@pytest.mark.parametrize("block", SEALED, ids=lambda block: block.where)
def test_example_in_the_model(block: Block) -> None:
    sent, got = dict(segments(block.inputs)), dict(segments(block.outputs))
    session = Session(LAKE, sent[Kind.KEY], sent[Kind.NONCE])
    ad, text = sent.get(Kind.AD, b""), sent[Kind.TEXT]
    if sent[Kind.CMD][0] == Operation.SEAL:
        assert session.wrap(ad, text) == (got[Kind.TEXT], got[Kind.TAG])
    else:
        plain, tag = session.unwrap_unverified(ad, text)
        code = Status.ACCEPTED if tag == sent[Kind.TAG] else Status.REFUSED
        assert got == {Kind.UNVERIFIED: plain, Kind.STATUS: bytes([code])}


OF_ALL_SERVICES = [block for block in ON_A_CORE if block.options["core"] == "multi-keccak-hs"]


@pytest.mark.parametrize("block", OF_ALL_SERVICES, ids=lambda block: block.where)
def test_example_of_all_services_in_the_model(block: Block) -> None:
    expected: list[tuple[int, bytes]] = []
    generator = Prg()
    transaction: dict[int, bytes] = {}
    for kind, data in segments(block.inputs):
        if kind == Kind.CMD:
            transaction = {}
        transaction[kind] = data
        command = Command.unpack(transaction[Kind.CMD])
        match command.operation, kind:
            case Operation.HASH, Kind.TEXT:
                expected.append(
                    (Kind.DIGEST, hashlib.new(HASHLIB[command.function, command.suffix], data).digest())
                )
            case Operation.MAC, Kind.TEXT:
                tag = keccak_mac(transaction[Kind.KEY], transaction[Kind.NONCE], data, command.length)
                expected.append((Kind.TAG, tag))
            case Operation.VERIFY, Kind.TAG:
                right = keccak_mac(
                    transaction[Kind.KEY], transaction[Kind.NONCE], transaction[Kind.TEXT], command.length
                )
                code = Status.ACCEPTED if data == right else Status.REFUSED
                expected.append((Kind.STATUS, bytes([code])))
            case Operation.SEAL, Kind.TAG:
                session = Session(LAKE, transaction[Kind.KEY], transaction[Kind.NONCE])
                sealed = session.wrap(transaction[Kind.AD], transaction[Kind.TEXT])
                expected += zip((Kind.TEXT, Kind.TAG), sealed, strict=True)
            case Operation.PRNG, Kind.SEED:
                generator.feed(data)
                if command.flags & Flag.OVERWRITE:
                    generator.clear()
                expected.append((Kind.RANDOM, generator.fetch(command.length)))
    assert expected
    assert list(segments(block.outputs)) == expected


@pytest.mark.parametrize("block", HASHES, ids=lambda block: block.where)
def test_example_in_hashlib(block: Block) -> None:
    expected, command = [], b""
    for kind, data in segments(block.inputs):
        if kind == Kind.CMD:
            command = data
        elif command:
            fields = Command.unpack(command)
            length, name = fields.length, HASHLIB[fields.function, fields.suffix]
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
    command = Segment(Kind.CMD, Command(Operation.HASH, 0, 0x06, 17, 32).pack())
    wanted = beats_of([command], width)
    written = to_beats(block.inputs, width)
    for field in ("data", "keep", "user", "last"):
        assert np.array_equal(getattr(written, field), getattr(wanted, field)), field


# The cycle figures of the core's page, by simulation.

PAGE = (project_root() / "docs" / "cores" / "keccak-hash.md").read_text()


def hash_segments(rate: int, message: bytes, output: int) -> list[Segment]:
    return [
        Segment(Kind.CMD, Command(Operation.HASH, 0, 0x06, rate, output).pack()),
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
    assert absorb == documented("keccak-hash", "one more block to absorb")
    assert squeeze == documented("keccak-hash", "one more block to squeeze")


@pytest.mark.parametrize(("blocks", "word"), [(1, "one block each"), (2, "two blocks each")])
def test_cycles_from_message_to_message(blocks: int, word: str, device: Device) -> None:
    figure = documented(
        "keccak-hash", f"from one message to the next, back to back, {word}, one block of output"
    )
    device.reset()
    messages = 8 * hash_segments(17, bytes(136 * blocks - 1), 32)
    got = device.run(beats_of(messages, 128), segments=8)
    ends = got.cycle[got.last]
    assert {int(gap) for gap in np.diff(ends)[2:]} == {figure}


@pytest.mark.parametrize("size", range(8))
def test_latency_of_short_messages(size: int, device: Device) -> None:
    match = re.search(r"^\| (\d+) \| the first DIGEST beat is sent", PAGE, re.MULTILINE)
    assert match
    device.reset()
    got = device.run(beats_of(hash_segments(17, bytes(size), 32), 128), segments=1)
    assert int(got.cycle[0] - device.accepted[0]) == int(match[1])


START = (bytes(16), bytes(range(16)))


@pytest.mark.parametrize("operation", [Operation.SEAL, Operation.OPEN])
@pytest.mark.parametrize(
    ("ad", "text", "measure"),
    [
        (0, 168, "of 168 bytes of text"),
        (24, 168, "of 168 bytes of text with 24 bytes of data"),
        (192, 0, "of 192 bytes of data without text"),
    ],
)
def test_cycles_a_block_of_keyak(
    operation: Operation, ad: int, text: int, measure: str, keyak: Device
) -> None:
    tag = bytes(16) if operation == Operation.OPEN else b""

    def last(blocks: int) -> int:
        keyak.reset()
        sent = LAKE_KEYAK.message(operation, *START, bytes(blocks * ad), bytes(blocks * text), tag)
        got = keyak.run(beats_of(sent, 128), segments=2)
        return int(got.cycle[-1] - keyak.accepted[0])

    figure = documented("keyak-hs", f"one more block {measure}")
    assert {last(n + 1) - last(n) for n in range(8, 12)} == {figure}


@pytest.mark.parametrize("size", [16, 1500])
def test_cycles_from_message_to_message_of_keyak(size: int, keyak: Device) -> None:
    measure = f"back to back, 24 bytes of data and {size} of text, each with its key"
    keyak.reset()
    messages = 8 * LAKE_KEYAK.message(Operation.SEAL, *START, bytes(24), bytes(size))
    got = keyak.run(beats_of(messages, 128), segments=16)
    gaps = {int(gap) for gap in np.diff(got.cycle[got.last][1::2])}
    assert gaps == {documented("keyak-hs", f"from one SEAL to the next, {measure}")}


def test_cycles_from_message_to_message_in_a_session_of_keyak(keyak: Device) -> None:
    keyak.reset()
    messages = LAKE_KEYAK.message(Operation.SEAL, *START, b"", bytes(16), keep=True)
    messages += 7 * LAKE_KEYAK.message(Operation.SEAL, None, b"", b"", bytes(16), keep=True)
    got = keyak.run(beats_of(messages, 128), segments=16)
    gaps = {int(gap) for gap in np.diff(got.cycle[got.last][1::2])}
    figure = "from one SEAL to the next in a session, back to back, 16 bytes of text"
    assert gaps == {documented("keyak-hs", figure)}

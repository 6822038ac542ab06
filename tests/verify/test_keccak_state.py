"""States that keccak-hash-state saves and loads: at every block, with every wrong form, and their time."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Callable
from random import Random

import pytest
from transactions import extremes, moved

from roundel.algorithms.keccak import KeccakHash, load_command, save_command
from roundel.algorithms.kinds.hash import STATE_BYTES
from roundel.catalog import find_core
from roundel.models import sponge
from roundel.protocol.stream import ERROR, Command, Flag, Kind, Operation, Segment
from roundel.simulate.beats import Beats, beats_of, segments_of
from roundel.simulate.device import Device
from roundel.simulate.model import Stalls
from roundel.verify.run import algorithms_served
from roundel.verify.timing import constant_profile

NAME = "keccak-hash-state"
RATE = 136
SHA3_256 = Command(Operation.HASH, 0, 0x06, 17, 32)
SAVE, LOAD = save_command(SHA3_256, load=False), load_command(SHA3_256)
TEXT = Random(1).randbytes(5 * RATE + 11)
STATE = sponge.absorb(None, TEXT[: 2 * RATE], RATE)
HASHED = Segment(Kind.DIGEST, hashlib.sha3_256(TEXT).digest())


def sent(command: Command, text: bytes, state: bytes | None = None) -> list[Segment]:
    key = [] if state is None else [Segment(Kind.KEY, state)]
    return [Segment(Kind.CMD, command.pack()), *key, Segment(Kind.TEXT, text)]


def digest(data: bytes) -> Segment:
    return Segment(Kind.DIGEST, data)


SAVED, LOADED = sent(SAVE, TEXT[: 2 * RATE]), sent(LOAD, TEXT[2 * RATE :], STATE)


@pytest.fixture
def device(opened: Callable[[str], Device]) -> Device:
    return opened(NAME)


def algorithm() -> KeccakHash:
    (one,) = algorithms_served(find_core(NAME))
    assert isinstance(one, KeccakHash) and one.saves
    return one


@pytest.mark.parametrize("name", ["sha3_224", "sha3_256", "sha3_384", "sha3_512", "shake_128", "shake_256"])
def test_a_message_in_two_and_three_parts(device: Device, name: str) -> None:
    """The digest is that of hashlib for every cut, and the state in between is that of the model."""
    (function,) = [one for one in algorithm().functions if one.name == name]
    command, rate = function.command(function.digest_bytes or 500), function.rate_bytes
    expected = hashlib.new(name, TEXT)
    whole = expected.digest() if function.digest_bytes else expected.digest(500)  # type: ignore[call-arg]
    cuts = range(rate, len(TEXT), rate)
    for first in cuts:
        for second in [cut for cut in cuts if cut >= first]:
            state, begin = None, 0
            for end in sorted({first, second}):
                command_sent = save_command(command, load=state is not None)
                (answer,) = device.transact(sent(command_sent, TEXT[begin:end], state), answers=1)
                assert answer == digest(sponge.absorb(None, TEXT[:end], rate))
                state, begin = answer.data, end
            last = dataclasses.replace(command, flags=command.flags | Flag.LOAD)
            assert device.transact(sent(last, TEXT[begin:], state), answers=1) == [digest(whole)]


@pytest.mark.parametrize("lanes", [1, 2, 20, 21])
def test_every_rate_and_both_numbers_of_rounds(device: Device, lanes: int) -> None:
    for flags, rounds in ((Flag(0), 24), (Flag.ROUNDS12, 12)):
        command = Command(Operation.HASH, flags, 0x1F, lanes, 300)
        rate, state = 8 * lanes, Random(lanes).randbytes(STATE_BYTES)
        blocks = TEXT[: 3 * rate]
        (answer,) = device.transact(sent(save_command(command, load=True), blocks, state), answers=1)
        assert answer.data == sponge.absorb(state, blocks, rate, rounds=rounds)
        loads = dataclasses.replace(command, flags=flags | Flag.LOAD)
        state = sponge.absorb(answer.data, sponge.pad(b"abc", rate, 0x1F), rate, rounds=rounds)
        expected = digest(sponge.squeeze(state, rate, 300, rounds))
        assert device.transact(sent(loads, b"abc", answer.data), answers=1) == [expected]


def test_two_messages_in_turn(device: Device) -> None:
    """Transactions follow each other without a pause: the state of one never enters another."""
    states: list[bytes | None] = [None, None]
    texts = [TEXT, TEXT[::-1]]
    for block in range(5):
        part = slice(block * RATE, (block + 1) * RATE)
        both = [
            segment
            for text, state in zip(texts, states, strict=True)
            for segment in sent(save_command(SHA3_256, load=state is not None), text[part], state)
        ]
        states = [answer.data for answer in device.transact(both, answers=2)]
    ends = [s for text, state in zip(texts, states, strict=True) for s in sent(LOAD, text[5 * RATE :], state)]
    assert device.transact(ends, answers=2) == [digest(hashlib.sha3_256(text).digest()) for text in texts]


def test_a_command_in_any_phase(device: Device) -> None:
    """The next command comes in every cycle of the state that is saved, and of its digest."""
    for wait in range(80):
        device.reset()
        got = [device.run(beats_of(SAVED, 128), segments=0), device.step(wait)]
        got += [device.run(beats_of(LOADED, 128), segments=0), device.step(250)]
        assert segments_of(Beats.concatenate(got)) == [digest(STATE), HASHED], f"{wait} cycles"


def test_a_state_that_waits_in_any_phase(device: Device) -> None:
    """The receiver waits while a state is sent, and another message is in the core."""
    deaf = Stalls(1, sink=0.999999)
    for wait in range(0, 120, 3):
        device.reset()
        got = [device.run(beats_of([*SAVED, *LOADED], 128), segments=0, stalls=deaf)]
        got += [device.step(wait, stalls=deaf), device.step(400)]
        assert segments_of(Beats.concatenate(got)) == [digest(STATE), HASHED], f"{wait} cycles"


def test_the_end_of_a_segment_in_an_empty_beat(device: Device) -> None:
    """TEXT and KEY may end with an empty beat after full beats: the last block is still not padded."""
    command = save_command(Command(Operation.HASH, 0, 0x06, 2, 32), load=False)
    beats = beats_of([Segment(Kind.CMD, command.pack()), Segment(Kind.TEXT, TEXT[:32])], 128)
    late = beats_of([Segment(Kind.TEXT)], 128)
    beats.last[-1] = False
    got = device.run(Beats.concatenate([beats, late]), segments=1)
    assert segments_of(got) == [digest(sponge.absorb(None, TEXT[:32], 16))]


COMMANDS = [
    dataclasses.replace(SAVE, suffix=0x06),
    dataclasses.replace(SAVE, length=199),
    dataclasses.replace(SAVE, length=32),
    dataclasses.replace(SAVE, length=STATE_BYTES + (1 << 16)),
    dataclasses.replace(SAVE, function=0),
    dataclasses.replace(SAVE, function=22),
    dataclasses.replace(SAVE, function=25),
    dataclasses.replace(LOAD, suffix=0),
    dataclasses.replace(LOAD, flags=Flag.LOAD | Flag.KEEP),
    dataclasses.replace(SAVE, flags=Flag.SAVE | Flag.RESUME),
]


@pytest.mark.parametrize("command", COMMANDS, ids=str)
def test_a_wrong_command(device: Device, command: Command) -> None:
    state = STATE if command.flags & Flag.LOAD else None
    assert device.transact([*sent(command, TEXT[:RATE], state), *LOADED], answers=2) == [ERROR, HASHED]


@pytest.mark.parametrize("size", [0, 1, RATE - 8, RATE - 1, RATE + 1, RATE + 8, 2 * RATE - 8])
def test_a_text_that_is_not_in_whole_blocks(device: Device, size: int) -> None:
    for load in (False, True):
        wrong = sent(save_command(SHA3_256, load=load), TEXT[:size], STATE if load else None)
        assert device.transact([*SAVED, *wrong, *LOADED], answers=3) == [digest(STATE), ERROR, HASHED]


@pytest.mark.parametrize("size", [0, 1, 8, 16, 136, 192, 199, 201, 207, 208, 216, 400])
def test_a_state_of_another_size(device: Device, size: int) -> None:
    wrong = sent(LOAD, TEXT[2 * RATE :], TEXT[:size])
    assert device.transact([*SAVED, *wrong, *LOADED], answers=3) == [digest(STATE), ERROR, HASHED]


@pytest.mark.parametrize("lanes", [1, 8, 17])
def test_a_short_state_at_every_rate(device: Device, lanes: int) -> None:
    command = Command(Operation.HASH, Flag.LOAD, 0x06, lanes, 32)
    for size in range(8, STATE_BYTES, 8):
        assert device.transact([*sent(command, b"", STATE[:size]), *LOADED], answers=2) == [ERROR, HASHED]


def test_a_state_that_is_missing_or_not_asked_for(device: Device) -> None:
    for wrong in (sent(LOAD, TEXT), sent(SHA3_256, TEXT, STATE), sent(SAVE, TEXT[:RATE], STATE)):
        assert device.transact([*wrong, *LOADED], answers=2) == [ERROR, HASHED]
    twice = [*LOADED[:2], *LOADED[1:]]
    assert device.transact([*twice, *LOADED], answers=2) == [ERROR, HASHED]


@pytest.mark.parametrize("name", ["keccak-hash", "keccak-hash-xof"])
def test_other_configurations_refuse_the_flags(opened: Callable[[str], Device], name: str) -> None:
    other = opened(name)
    for wrong in (SAVED, LOADED):
        assert other.transact(wrong, answers=1) == [ERROR]


@pytest.mark.parametrize("flags", [Flag(0), Flag.ROUNDS12], ids=["24 rounds", "12 rounds"])
@pytest.mark.parametrize("lanes", [1, 17, 21])
def test_time_depends_on_lengths_only(device: Device, lanes: int, flags: Flag) -> None:
    command = Command(Operation.HASH, flags, 0x1F, lanes, 40)
    for load, save in ((True, False), (False, True), (True, True)):
        make = moved(algorithm(), command, 3 * 8 * lanes, load=load, save=save)
        constant_profile(device, extremes(make), answers=1)


def test_cycles_are_those_of_the_page(device: Device) -> None:
    """From the last beat of the text to those of the state; what a state before a message costs."""
    device.reset()
    saved = device.run(beats_of(sent(SAVE, TEXT[:RATE]), 128), segments=1)
    cycles = [int(cycle - device.accepted[-1]) for cycle in saved.cycle]
    assert (cycles[0], cycles[-1], len(cycles)) == (17, 40, 13)

    def duration(segments: list[Segment]) -> int:
        device.reset()
        answer = device.run(beats_of(segments, 128), segments=1)
        return int(answer.cycle[-1] - device.accepted[0])

    assert duration(sent(LOAD, b"abc", STATE)) == duration(sent(SHA3_256, b"abc")) + 24 + 22

"""The sponge that keccak-hash-xof keeps: its blocks in every phase, its end, and its time."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest
from transactions import extremes, squeezed

from roundel.algorithms.keccak import KECCAK, KeccakHash, resume_command
from roundel.catalog import find_core
from roundel.protocol.stream import ERROR, Command, Flag, Kind, Operation, Segment
from roundel.simulate.beats import Beats, beats_of, segments_of
from roundel.simulate.device import Device
from roundel.simulate.model import Stalls
from roundel.verify.run import algorithms_served
from roundel.verify.timing import constant_profile

NAME = "keccak-hash-xof"
RATE = 136
SHAKE256 = Command(Operation.HASH, Flag.KEEP, 0x1F, 17, RATE)
TEXT = b"the message"
OUTPUT = hashlib.shake_256(TEXT).digest(20 * RATE)


def first(length: int = RATE, command: Command = SHAKE256) -> list[Segment]:
    sent = Command(Operation.HASH, command.flags, command.suffix, command.function, length)
    return [Segment(Kind.CMD, sent.pack()), Segment(Kind.TEXT, TEXT)]


def again(length: int, *, keep: bool = True) -> list[Segment]:
    return [Segment(Kind.CMD, resume_command(length, keep=keep).pack()), Segment(Kind.TEXT)]


def digest(data: bytes) -> Segment:
    return Segment(Kind.DIGEST, data)


@pytest.fixture
def device(opened: Callable[[str], Device]) -> Device:
    return opened(NAME)


def algorithm() -> KeccakHash:
    (one,) = algorithms_served(find_core(NAME))
    assert isinstance(one, KeccakHash) and one.keeps == "sponge"
    return one


def test_a_request_begins_with_the_next_block(device: Device) -> None:
    """One of no bytes takes a block too, and one of a part of a block the whole block."""
    sent = [*first(5), *again(0), *again(RATE + 1), *again(RATE), *again(3, keep=False)]
    starts = [(0, 5), (1, 0), (2, RATE + 1), (4, RATE), (5, 3)]
    expected = [digest(OUTPUT[RATE * block : RATE * block + size]) for block, size in starts]
    assert device.transact(sent, answers=5) == expected


@pytest.mark.parametrize("last", [True, False], ids=["resumed", "another command"])
def test_a_command_in_any_phase(device: Device, last: bool) -> None:
    """The command that follows a kept sponge comes in every cycle of its permutation, digest and rest."""
    other = first(command=Command(Operation.HASH, 0, 0x06, 17, RATE), length=32)
    follow = again(2 * RATE, keep=False) if last else other
    answer = OUTPUT[RATE : 3 * RATE] if last else hashlib.sha3_256(TEXT).digest()
    closing = [digest(answer), digest(hashlib.sha3_256(TEXT).digest())]
    for wait in range(90):
        device.reset()
        got = [device.run(beats_of(first(), 128), segments=0), device.step(wait)]
        got += [device.run(beats_of([*follow, *other], 128), segments=0), device.step(250)]
        assert segments_of(Beats.concatenate(got)) == [digest(OUTPUT[:RATE]), *closing], f"{wait} cycles"


def test_a_digest_that_waits_in_any_phase(device: Device) -> None:
    """The receiver waits while requests of one sponge, and a hash after them, are in the core."""
    other = first(command=Command(Operation.HASH, 0, 0x06, 17, RATE), length=32)
    beats, later = beats_of([*first(), *again(300)], 128), beats_of([*again(10, keep=False), *other], 128)
    sizes = [(0, RATE), (1, 300), (4, 10)]
    expected = [digest(OUTPUT[RATE * block : RATE * block + size]) for block, size in sizes]
    expected.append(digest(hashlib.sha3_256(TEXT).digest()))
    deaf = Stalls(1, sink=0.999999)
    for wait in range(80):
        device.reset()
        got = [device.run(beats, segments=0, stalls=deaf), device.step(wait, stalls=deaf)]
        got += [device.run(later, segments=0), device.step(400)]
        assert segments_of(Beats.concatenate(got)) == expected, f"{wait} cycles"


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        (again(5), [ERROR]),
        ([*first(5), *again(5, keep=False), *again(5)], [digest(OUTPUT[:5]), None, ERROR]),
        ([*first(5), Segment(Kind.TEXT, TEXT), *again(5)], [digest(OUTPUT[:5]), ERROR, ERROR]),
        ([*first(5), *first(5, Command(1, 0, 0x1F, 17)), *again(5)], [digest(OUTPUT[:5])] * 2 + [ERROR]),
        ([*first(5), again(5)[0], Segment(Kind.TEXT, b"x"), *again(5)], [digest(OUTPUT[:5]), ERROR, ERROR]),
    ],
    ids=["none kept", "kept no longer", "after an error", "after another hash", "with text"],
)
def test_what_is_not_kept_is_not_resumed(
    device: Device, sent: list[Segment], answer: list[Segment | None]
) -> None:
    resumed = digest(OUTPUT[RATE : RATE + 5])
    got = device.transact(sent, answers=len(answer))
    assert got == [resumed if one is None else one for one in answer]


def test_a_command_that_resumes_has_no_other_field(device: Device) -> None:
    """Its suffix, rate and rounds are those of the message."""
    flags = Flag.RESUME | Flag.KEEP
    for command in (
        Command(Operation.HASH, flags, 0x1F, 0, 5),
        Command(Operation.HASH, flags, 0, 17, 5),
        Command(Operation.HASH, flags | Flag.ROUNDS12, 0, 0, 5),
        Command(Operation.HASH, flags | Flag.OVERWRITE, 0, 0, 5),
    ):
        sent = [*first(5), Segment(Kind.CMD, command.pack()), Segment(Kind.TEXT), *again(5)]
        assert device.transact(sent, answers=3) == [digest(OUTPUT[:5]), ERROR, ERROR]


@pytest.mark.parametrize("rounds", [24, 12])
@pytest.mark.parametrize("lanes", [1, 17, 21])
def test_time_depends_on_lengths_only(device: Device, lanes: int, rounds: int) -> None:
    flags = Flag.ROUNDS12 if rounds == 12 else Flag(0)
    command = Command(Operation.HASH, flags, 0x1F, lanes, 40)
    constant_profile(
        device, extremes(squeezed(algorithm(), command, 50, 40, 3 * 8 * lanes, 0, 100)), answers=4
    )


def test_cycles_are_those_of_the_page(device: Device) -> None:
    """From the command of a request to its first beat, with the state at rest in its next block."""
    cycles = []
    for length in (16, RATE, 2 * RATE):
        device.reset()
        device.run(beats_of(first(), 128), segments=1)
        device.step(60)
        answer = device.run(beats_of(again(length), 128), segments=1)
        cycles.append((int(answer.cycle[0] - device.accepted[-2]), int(answer.cycle[-1] - answer.cycle[0])))
    assert cycles == [(10, 0), (10, 15), (10, 39)]


def test_other_configurations_refuse_the_flags(opened: Callable[[str], Device]) -> None:
    other = opened("keccak-hash")
    assert other.transact(first(), answers=1) == [ERROR]
    assert not KECCAK.keeps

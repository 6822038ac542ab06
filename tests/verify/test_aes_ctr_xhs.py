"""The RTL of aes-ctr-xhs and -256: cycles, messages back to back, kept keys, sizes, constant time."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from oracles import aes_ctr
from transactions import counted, extremes

from roundel.algorithms.aes import CtrEntry
from roundel.algorithms.aes_groestl import AesCtr
from roundel.algorithms.kinds.entries import Entry
from roundel.catalog import Config, find_core
from roundel.lab.cycles import measure_cycles
from roundel.paths import project_root
from roundel.protocol.stream import ERROR, Flag, Kind, Operation, Segment, command_segment
from roundel.simulate.beats import beats_of
from roundel.simulate.device import Device
from roundel.simulate.model import NO_STALLS, Stalls
from roundel.verify.run import algorithms_served, verify_core
from roundel.verify.timing import constant_profile

PAGE = (project_root() / "docs" / "cores" / "aes-ctr-xhs.md").read_text()
CORES = ("aes-ctr-xhs", "aes-ctr-xhs-256")
NONCE = bytes(range(16, 28))
NO_CARRY = b"\0\0\0\1"  # the first number of a counter


@pytest.fixture(params=CORES)
def device(request: pytest.FixtureRequest, opened: Callable[[str], Device]) -> Device:
    return opened(request.param)


@pytest.fixture
def algorithm(device: Device) -> AesCtr:
    (one,) = algorithms_served(device.core)
    assert isinstance(one, AesCtr)
    return one


@pytest.fixture
def key(algorithm: AesCtr) -> bytes:
    return bytes(range(algorithm.key_bytes))


def message(
    algorithm: AesCtr, key: bytes | None, nonce: bytes, text: bytes, *, keep: bool = False
) -> list[Segment]:
    return algorithm.request(*algorithm.message(key, nonce, text, keep=keep))


@pytest.mark.slow
@pytest.mark.parametrize(
    "parameters", [{"Phases": 4}, pytest.param({"Phases": 4, "KeyBytes": 32}, marks=pytest.mark.long)]
)
def test_other_parameters(parameters: dict[str, int], entries: list[Entry]) -> None:
    core = find_core("aes-ctr-xhs-256" if "KeyBytes" in parameters else "aes-ctr-xhs")
    core = replace(core, config=Config("other", {**core.config.parameters, **parameters}))
    served = [e for e in entries if isinstance(e, CtrEntry)]
    report = verify_core(core, served, random=300, seed=4)
    assert report.failures == () and report.random == 300 and report.served > 0


def test_cycles_are_those_of_the_catalog(device: Device) -> None:
    found = {s.variant: measure_cycles(device, s).per_block for s in device.core.services}
    assert found == {s.variant: s.cycles_per_block for s in device.core.services}
    assert set(found.values()) == {1}


@pytest.mark.parametrize("size", [16, 64, 1500, 9000])
@pytest.mark.parametrize("keep", [False, True])
def test_cycles_from_message_to_message(
    device: Device, algorithm: AesCtr, key: bytes, size: int, keep: bool
) -> None:
    """The core's page states them. With a kept key each message costs its beats, one a cycle."""
    match = re.search(rf"\| {size} bytes of text \| (\d+) \| (\d+) \| (\d+) \|", PAGE)
    assert match
    kept, each_with_its_key = int(match[1]), int(match[2 if len(key) == 16 else 3])
    count = 24
    segments: list[Segment] = []
    for number in range(count):
        sent = None if keep and number else key
        segments += message(algorithm, sent, NONCE, bytes(size), keep=keep and number < count - 1)
    device.reset()
    got = device.run(beats_of(segments, 128), segments=count)
    ends = got.cycle[got.last]
    assert set((ends[1:] - ends[:-1])[1:]) == {kept if keep else each_with_its_key}
    if keep:
        assert kept == 2 + -(-size // 16)


def test_messages_back_to_back_under_one_key(device: Device, algorithm: AesCtr, key: bytes) -> None:
    """Many short messages are in the pipeline at a time."""
    rng = Random(5)
    segments: list[Segment] = []
    answers: list[Segment] = []
    for number in range(300):
        nonce, text = rng.randbytes(12), rng.randbytes(rng.randrange(90))
        first = nonce + (NO_CARRY if number % 2 else rng.randbytes(3) + b"\0")
        sent = nonce if number % 2 else first
        segments += message(algorithm, None if number else key, sent, text, keep=number < 299)
        answers.append(Segment(Kind.TEXT, aes_ctr(key, first, text)))
    for stalls in (NO_STALLS, Stalls(seed=1, sink=0.9), Stalls(seed=2, source=0.5, sink=0.5)):
        device.reset()
        assert device.transact(segments, answers=len(answers), stalls=stalls) == answers, str(stalls)


def test_a_sink_that_waits_stops_the_input(device: Device, algorithm: AesCtr, key: bytes) -> None:
    """The memory of the answers is full, and no answer is lost."""
    text = Random(6).randbytes(16 * 400)
    device.reset()
    got = device.transact(message(algorithm, key, NONCE, text), answers=1, stalls=Stalls(seed=1, sink=0.95))
    assert got == [Segment(Kind.TEXT, aes_ctr(key, NONCE + NO_CARRY, text))]


def test_the_counter_wraps_in_32_bits(device: Device, algorithm: AesCtr, key: bytes) -> None:
    first, text = NONCE + b"\xff" * 4, Random(7).randbytes(40)
    expected = aes_ctr(key, first, text[:16]) + aes_ctr(key, NONCE + bytes(4), text[16:])
    assert device.transact(message(algorithm, key, first, text), answers=1) == [Segment(Kind.TEXT, expected)]


def test_what_ends_a_kept_key(device: Device, algorithm: AesCtr, key: bytes) -> None:
    """A message without KEEP, another key, an error in a message and one between two messages."""
    text = b"attack at dawn"
    right = [Segment(Kind.TEXT, aes_ctr(key, NONCE + NO_CARRY, text))]
    begin, resume = message(algorithm, key, NONCE, text, keep=True), message(algorithm, None, NONCE, text)
    stray = [Segment(Kind.TEXT, text)]
    device.reset()
    for sent, answer in (
        (resume, [ERROR]),
        ([*begin, *resume, *resume], [*right, *right, ERROR]),
        ([*begin, *message(algorithm, key, NONCE, text), *resume], [*right, *right, ERROR]),
        ([*begin, *stray, *resume], [*right, ERROR, ERROR]),
        ([*begin, *begin[:2], *resume], [*right, ERROR, ERROR]),
        ([*begin, resume[0], *stray, *resume], [*right, ERROR, ERROR]),
    ):
        assert device.transact(sent, answers=len(answer)) == answer


def test_a_key_in_the_text_is_no_answer(device: Device, algorithm: AesCtr, key: bytes) -> None:
    """The bytes of an illegal beat do not reach the empty beat that closes the text."""
    sent = beats_of([*message(algorithm, key, NONCE, bytes(32)), Segment(Kind.KEY, b"\xff" * 16)], 128)
    sent.last[sent.user == Kind.TEXT] = False
    device.reset()
    got = device.run(sent, segments=2)
    assert got.data[:2].tobytes() == aes_ctr(key, NONCE + NO_CARRY, bytes(32))
    assert got.keep[2] == 0 and got.last[2] and not got.data[2].any()
    assert [*got.user] == [Kind.TEXT, Kind.TEXT, Kind.TEXT, Kind.STATUS]


def test_the_client(device: Device, key: bytes) -> None:
    text = Random(8).randbytes(100)
    assert device.aes_ctr(key, NONCE, text) == aes_ctr(key, NONCE + NO_CARRY, text)
    assert device.aes_ctr(key, NONCE + bytes(4), text) == aes_ctr(key, NONCE + bytes(4), text)


def test_other_sizes_are_errors(device: Device, algorithm: AesCtr, key: bytes) -> None:
    def sent(key: bytes, nonce: bytes) -> list[Segment]:
        start = command_segment(Operation.SEAL, Flag.CTR), Segment(Kind.KEY, key)
        return [*start, Segment(Kind.NONCE, nonce), Segment(Kind.TEXT, b"text")]

    right = [Segment(Kind.TEXT, aes_ctr(key, NONCE + NO_CARRY, b"text"))]
    keys = [bytes(size) for size in {0, 1, 15, 16, 17, 31, 32, 33, 48} - {len(key)}]
    wrong = [(one, NONCE) for one in keys] + [(key, bytes(size)) for size in (0, 1, 11, 13, 14, 15, 17, 32)]
    for one in wrong:
        assert device.transact(sent(*one), answers=1) == [ERROR], one
        assert device.transact(sent(key, NONCE), answers=1) == right, one


@pytest.mark.parametrize("nonce_bytes", [12, 16])
@pytest.mark.parametrize(("size", "messages"), [(0, 1), (1, 1), (33, 3), (1000, 1)])
def test_time_depends_on_lengths_only(
    device: Device, algorithm: AesCtr, nonce_bytes: int, size: int, messages: int
) -> None:
    """Keys, nonces and text vary."""
    device.reset()
    make = counted(algorithm, nonce_bytes, size, messages)
    found = constant_profile(device, extremes(make), answers=messages, tries=8)
    assert len(found.answered) == messages * max(1, -(-size // 16))

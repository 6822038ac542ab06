"""Cores with a watchdog: the answers are those of the core alone, and a core that has stopped recovers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import pytest

from roundel.catalog import find_core, load_catalog
from roundel.catalog.watchdog import patience_of, watched
from roundel.errors import RoundelError
from roundel.faults import registers_of
from roundel.faults.device import FaultyDevice
from roundel.protocol.stream import ERROR, Command, Kind, Operation, Segment
from roundel.simulate.beats import beats_of
from roundel.simulate.device import Device
from roundel.verify.run import verify_core

SERVICES = [
    name
    for name, core in load_catalog().items()
    if core.kind == "service" and core.streams == 1 and not core.masked
]
# One of each way to read the input, in `make test`; the others take longer.
QUICK = ("ascon-la", "ascon-hs", "keccak-hash")
MESSAGE = b"abc"
DIGEST = Segment(Kind.DIGEST, hashlib.sha3_256(MESSAGE).digest())

pytestmark = pytest.mark.slow  # the model of each core is built first


def request() -> list[Segment]:
    command = Command(Operation.HASH, suffix=6, function=17, length=32)
    return [Segment(Kind.CMD, command.pack()), Segment(Kind.TEXT, MESSAGE)]


@pytest.fixture
def stopping() -> Iterator[FaultyDevice]:
    with FaultyDevice(watched(find_core("keccak-hash"))) as device:
        yield device


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in QUICK else pytest.mark.long) for name in SERVICES]
)
def test_answers_are_those_of_the_core(name: str) -> None:
    core = watched(find_core(name))
    report = verify_core(core, (), random=40 if core.data_width == 16 else 200, seed=3)
    assert not report.failures, report.failures[0]


def test_a_sender_may_pause() -> None:
    core = watched(find_core("keccak-hash"))
    command, text = request()
    with Device(core) as device:
        device.run(beats_of([command], 128), segments=0)
        assert len(device.step(3 * patience_of(core))) == 0
        assert device.transact([text]) == [DIGEST]


def test_a_core_that_has_stopped_reports_an_error_and_serves_the_next_transaction(
    stopping: FaultyDevice,
) -> None:
    # Each flip that stops the core alone: the watchdog reports it, and the next transaction is right.
    beats = beats_of(request(), 128)
    limits = {"idle_cycles": 2 * patience_of(stopping.core), "most_beats": 64}
    states = [one for one in registers_of(stopping.core) if "schedule" in one.path and one.is_control]
    stopped = 0
    for register in states:
        for bit in register.bits:
            got = stopping.run_with_fault(beats, [DIGEST], (register, bit, 12), **limits)
            if got.segments == (ERROR,):
                stopped += 1
                again = stopping.send_again(beats, [DIGEST], **limits)
                assert again.segments == (DIGEST,), register.path
    assert stopped >= 1


def test_bad_input_is_named() -> None:
    with pytest.raises(RoundelError, match="aes-engine does not speak the stream protocol"):
        watched(find_core("aes-engine"))
    with pytest.raises(RoundelError, match="keccak-hash-pip2 has several streams"):
        watched(find_core("keccak-hash-pip2"))
    with pytest.raises(RoundelError, match="keccak-hash-masked is masked"):
        watched(find_core("keccak-hash-masked"))
    with pytest.raises(RoundelError, match="a patience of 3 cycles"):
        watched(find_core("keccak-hash"), 3)

"""What a core of several services keeps (a session, a key, a generator): any other transaction ends it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from transactions import plain, sample, usual

from roundel.algorithms.kinds.base import ServiceAlgorithm, Transaction
from roundel.algorithms.kinds.hash import Hash
from roundel.algorithms.kinds.mac import Mac
from roundel.protocol.stream import ERROR, Command, Flag, Kind, Segment
from roundel.simulate.device import Device
from roundel.verify.run import algorithms_served

TEXT = b"abc"
CORES = ("multi-aes-hs", "multi-aes-la", "multi-keccak-hs", "multi-keccak-la")


def opened_session(device: Device, service: str) -> list[Transaction]:
    """Return a transaction that keeps something in the core, and one that would resume it."""
    return next(
        sample(one, 5, 2)(Random(1)) for one in algorithms_served(device.core) if one.service == service
    )


def refused(algorithm: ServiceAlgorithm) -> list[tuple[Command, list[Segment]]]:
    """Return complete commands that no core serves, and the segments that would follow."""
    made = [(Command(0x0E, length=0xFFFF_FFFF), [Segment(Kind.TEXT, TEXT)])]
    match algorithm:
        case Hash():
            changes = [{"function": 22, "length": 48}, {"function": 0}, {"function": 4}]
            changes += [{"length": 33}, {"length": 48}, {"flags": Flag.KEEP}, {"flags": 128}]
            changes += [{"suffix": 0}, {"suffix": 0x80}]
            commands = [replace(usual(algorithm), **change) for change in changes]
            made += [(one, [Segment(Kind.TEXT, TEXT)]) for one in commands if not algorithm.legal(one)]
        case Mac():
            size = algorithm.tag_sizes[-1]
            sent = algorithm.request(*algorithm.message(bytes(16), bytes(algorithm.iv_bytes), TEXT, size))
            good = Command.unpack(sent[0].data)
            made.append((replace(good, length=size + 1), sent[1:]))
            made.append((replace(good, function=good.function + 1), sent[1:]))
            made.append((replace(good, flags=64), sent[1:]))
            made.append((replace(good, suffix=0x80), sent[1:]))
    return made


@pytest.mark.parametrize("between", ["hash", "mac", "aead", "prng", "error"])
@pytest.mark.parametrize("service", ["aead", "prng"])
@pytest.mark.parametrize("name", CORES)
def test_any_other_transaction_ends_it(
    name: str, service: str, between: str, opened: Callable[[str], Device]
) -> None:
    device = opened(name)
    (first, second), one = opened_session(device, service), plain(device.core)[between]
    last = plain(device.core)["hash"]
    assert len(device.transact(first.segments, answers=len(first.answer))) == len(first.answer)
    sent = [*one.segments, *second.segments, *last.segments]
    got = device.transact(sent, answers=len(one.answer) + 2)
    assert got == [*one.answer, ERROR, *last.answer]


@pytest.mark.parametrize(("service", "other"), [("aead", "prng"), ("prng", "aead")])
@pytest.mark.parametrize("name", CORES)
def test_another_service_does_not_resume_it(
    name: str, service: str, other: str, opened: Callable[[str], Device]
) -> None:
    """Neither resumes: the first because of its other kind, the second because of the error."""
    device = opened(name)
    first, second = opened_session(device, service)
    sent = [*first.segments, *opened_session(device, other)[1].segments, *second.segments]
    got = device.transact(sent, answers=len(first.answer) + 2)
    assert got == [*first.answer, ERROR, ERROR]


@pytest.mark.parametrize("service", ["aead", "prng"])
@pytest.mark.parametrize("name", CORES)
def test_a_refused_command_leaves_no_trace(name: str, service: str, opened: Callable[[str], Device]) -> None:
    """A core stores a command before it refuses it. The refused command must not affect the next."""
    device = opened(name)
    first, _ = opened_session(device, service)
    for command, rest in (one for algorithm in algorithms_served(device.core) for one in refused(algorithm)):
        for after in ("hash", "mac", "aead", "prng"):
            one = plain(device.core)[after]
            # Its other segments follow: if it were accepted, it would be answered.
            sent = [*first.segments, Segment(Kind.CMD, command.pack()), *rest, *one.segments]
            got = device.transact(sent, answers=len(first.answer) + 1 + len(one.answer))
            assert got == [*first.answer, ERROR, *one.answer], f"{command}, then {after}"

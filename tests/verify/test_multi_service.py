"""A core of several services: the answers of its reference, and the reach of mixed transactions."""

from __future__ import annotations

from random import Random

import pytest
from doubles import FakeDevice

from roundel.algorithms.keccak_prg import KECCAK_PRG, ROUNDS
from roundel.algorithms.kinds.entries import Entry
from roundel.algorithms.kinds.prng import request_segments
from roundel.catalog import find_core
from roundel.models.keccak_prg import Prg
from roundel.protocol.stream import ERROR, Command, Flag, Kind, Operation, Segment
from roundel.verify.cases import Beat, split
from roundel.verify.mixed import mixed_case
from roundel.verify.reference import Reference
from roundel.verify.run import algorithms_served, random_case, random_cases, verify_device

CORE = find_core("multi-keccak-hs")
ALGORITHMS = algorithms_served(CORE)


def beats(*segments: Segment) -> list[Beat]:
    return [beat for segment in segments for beat in split(segment, 16)]


def answers(*segments: Segment) -> list[Segment]:
    return Reference(ALGORITHMS).accept(beats(*segments))


def output(seed: bytes, *counts: int) -> list[Segment]:
    """Return the answers to requests of full blocks to one generator."""
    generator = Prg()
    generator.feed(seed)
    return [Segment(Kind.RANDOM, generator.fetch(count)) for count in counts]


HASH = (Segment(Kind.CMD, Command(Operation.HASH, 0, 0x06, 17, 0).pack()), Segment(Kind.TEXT))
HASHED = Segment(Kind.DIGEST)
NEW = request_segments(Flag.KEEP, b"seed", 168)
NEXT = request_segments(Flag.RESUME | Flag.KEEP, b"", 168)
LAST = request_segments(Flag.RESUME, b"", 168)

SEQUENCES: dict[str, tuple[list[Segment], list[Segment]]] = {
    "a generator is resumed": ([*NEW, *NEXT, *LAST], output(b"seed", 168, 168, 168)),
    "the rest of a block is dropped": (
        [*request_segments(Flag.KEEP, b"seed", 1), *LAST],
        [Segment(Kind.RANDOM, output(b"seed", 168)[0].data[:1]), output(b"seed", 168, 168)[1]],
    ),
    "a request without output is a call": (
        [*request_segments(Flag.KEEP, b"seed", 0), *LAST],
        [Segment(Kind.RANDOM), output(b"seed", 168, 168)[1]],
    ),
    "no resume after its last request": ([*NEW, *LAST, *LAST], [*output(b"seed", 168, 168), ERROR]),
    "no resume without a first request": ([*LAST, *NEW], [ERROR, *output(b"seed", 168)]),
    "no resume after another service": ([*NEW, *HASH, *LAST], [*output(b"seed", 168), HASHED, ERROR]),
    "no resume after an error": ([*NEW, HASH[1], *LAST], [*output(b"seed", 168), ERROR, ERROR]),
    "no resume after an incomplete command": ([*NEW, NEXT[0], *LAST], [*output(b"seed", 168), ERROR, ERROR]),
    "a new generator replaces the previous one": (
        [*NEW, *NEW, *LAST],
        [*output(b"seed", 168), *output(b"seed", 168, 168)],
    ),
    "a message of another service is not finished": (
        [Segment(Kind.CMD, Command(Operation.SEAL).pack()), Segment(Kind.KEY, bytes(16)), *HASH],
        [ERROR, HASHED],
    ),
    "an unused bit": ([*request_segments(8, b"", 0), *HASH], [ERROR, HASHED]),
}


@pytest.mark.parametrize("name", SEQUENCES)
def test_sequence(name: str) -> None:
    sequence, expected = SEQUENCES[name]
    assert answers(*sequence) == expected


@pytest.mark.parametrize("rounds", [24, 12])
def test_requests_are_the_calls_of_the_model(rounds: int) -> None:
    """Clearing without output, then output, equals clearing with output."""
    flags = ROUNDS[rounds]
    one, two, model = (Prg(rounds=rounds) for _ in range(3))
    model.feed(b"seed")
    model.clear()
    together = KECCAK_PRG.output(one, flags | Flag.OVERWRITE, b"seed", 200)
    assert KECCAK_PRG.output(two, flags | Flag.OVERWRITE, b"seed", 0) == b""
    assert KECCAK_PRG.output(two, flags, b"", 200) == together == model.fetch(200)


def test_a_right_core_passes(entries: list[Entry]) -> None:
    report = verify_device(FakeDevice(core=CORE), entries, random=200)
    assert report.ok
    assert report.served == report.passed > 200


@pytest.mark.parametrize("kind", [Kind.DIGEST, Kind.TAG, Kind.RANDOM, Kind.STATUS, Kind.UNVERIFIED])
def test_each_answer_is_checked(kind: Kind) -> None:
    """A core that is wrong in one kind of answer fails."""

    def wrong(answered: list[Segment]) -> list[Segment]:
        return [Segment(a.kind, a.data[:-1] + b"\x55") if a.kind == kind and a.data else a for a in answered]

    assert verify_device(FakeDevice(wrong, core=CORE), [], random=60).random_failed > 5


def test_a_core_that_keeps_too_long_is_found() -> None:
    """It resumes a generator after another service."""
    generator = Prg()
    generator.feed(b"")

    def keeps(answered: list[Segment]) -> list[Segment]:
        return [
            Segment(Kind.RANDOM, bytes(16)) if a == ERROR and i and answered[i - 1].kind == Kind.DIGEST else a
            for i, a in enumerate(answered)
        ]

    report = verify_device(FakeDevice(keeps, core=CORE), [], random=300)
    assert any("random mixture" in failure.origin for failure in report.failures)


def test_mixtures_reach_every_service_and_error() -> None:
    rng = Random(1)
    cases = [mixed_case(ALGORITHMS, rng, 16) for _ in range(300)]
    operations = [[beat.data[0] for beat in case.beats if beat.kind == Kind.CMD] for case in cases]
    assert {operation for found in operations for operation in found} == {1, 2, 3, 4, 5, 6}
    assert sum(len(set(found)) > 2 for found in operations) > 100
    errors = [case for case in cases if ERROR in case.answer]
    assert 50 < len(errors) < 250
    # Resumed sessions of both kinds that nothing disturbs.
    for kind in (Kind.RANDOM, Kind.TAG):
        assert any(
            beat.kind == Kind.CMD
            and beat.data[1] & Flag.RESUME
            and beat.data[0] == (5 if kind == Kind.RANDOM else 3)
            for case in cases
            if ERROR not in case.answer
            for beat in case.beats
        )


@pytest.mark.parametrize("beat_bytes", [16, 2])
def test_answers_of_random_sequences_are_those_of_one_long_stream(beat_bytes: int) -> None:
    """The rules give the same answers case by case and for all cases at once."""
    cases = random_cases(ALGORITHMS, Random(3), beat_bytes, 300)
    closing = random_case(ALGORITHMS[:1], Random(4), beat_bytes)
    expected = [a for case in [*cases, closing] for a in case.answer]
    reference = Reference(ALGORITHMS)
    assert reference.accept(beat for case in [*cases, closing] for beat in case.beats) == expected

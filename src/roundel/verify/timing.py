"""Checks that timing does not depend on values: the same lengths take the same cycles, beat by beat."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from roundel.algorithms.kinds.aead import Aead
from roundel.algorithms.kinds.base import ServiceAlgorithm
from roundel.catalog import Core
from roundel.errors import RoundelError
from roundel.protocol.stream import Command, Kind, Segment
from roundel.simulate.beats import beats_of
from roundel.simulate.device import Device
from roundel.simulate.engine import Engine
from roundel.verify.cases import Case, as_answered, split
from roundel.verify.reference import Reference
from roundel.verify.run import algorithms_served

# After these cycles any core is idle, so that every measurement starts in the same state.
IDLE_CYCLES = 200


@dataclass(frozen=True)
class Profile:
    """The cycle of each beat of a transaction, counted from its first input beat, without stalls."""

    accepted: tuple[int, ...]
    answered: tuple[int, ...]

    @property
    def cycles(self) -> int:
        """The cycles from the first input beat to the last output beat."""
        return self.answered[-1]


def profile(device: Device, segments: Sequence[Segment], answers: int = 1) -> Profile:
    """Return the cycles of the beats of one transaction in a core that was idle.

    A core of several streams serves them in turn. Every measurement starts in the turn of the same stream.
    """
    device.step(IDLE_CYCLES + device.cycle % device.core.streams)
    return _run(device, segments, answers)


def profile_after_reset(device: Device, segments: Sequence[Segment], answers: int = 1) -> Profile:
    """Return the cycles of the beats of transactions in a core that was reset: nothing before them counts."""
    device.reset()
    device.step(IDLE_CYCLES)
    return _run(device, segments, answers)


def _run(device: Device, segments: Sequence[Segment], answers: int) -> Profile:
    output = device.run(beats_of(segments, device.core.data_width), segments=answers)
    start = int(device.accepted[0])
    return Profile(
        tuple(int(cycle) - start for cycle in device.accepted),
        tuple(int(cycle) - start for cycle in output.cycle),
    )


@dataclass(frozen=True)
class Difference:
    """Two inputs of the same lengths that take other cycles."""

    first: str
    second: str
    first_cycles: int
    second_cycles: int


@dataclass(frozen=True)
class Timing:
    """The number of pairs that were compared, and those that differ."""

    compared: int
    differences: tuple[Difference, ...] = ()


def constant_profile(
    device: Device,
    make: Callable[[Random], Sequence[Segment]],
    *,
    answers: int = 1,
    tries: int = 20,
    seed: int = 0,
) -> Profile:
    """Return the profile that `tries` transactions of `make` share. They differ in values only.

    Raises RoundelError with two transactions if their profiles differ.
    """
    rng = Random(seed)
    first = make(rng)
    expected = profile(device, first, answers)
    for _ in range(1, tries):
        segments = make(rng)
        found = profile(device, segments, answers)
        if found != expected:
            raise RoundelError(
                f"{device.core.name} takes {expected.cycles} cycles for {_text(first)} "
                f"but {found.cycles} for {_text(segments)}",
                "Its timing depends on values. Compare the two transactions in a trace.",
            )
    return expected


def compare_timing(core: Core, *, pairs: int, seed: int = 0) -> Timing:
    """Compare the cycles of transactions that differ in values only.

    Each pair has the commands and the lengths of random legal transactions, with other keys, nonces, data and
    tags. A public seed that is sampled by rejection is the same in both. A right tag is compared with a wrong
    one where the answers have the same segments; a core that holds back text answers them differently. A
    session of Lake Keyak ends at a refused tag, which takes time, so verdicts before the last one are the
    same in both.

    Args:
        core: The catalog entry. The two runs of an engine differ in blocks and keys. No pair of a core that
            an adapter drives is compared: which of its inputs are values is not known.
        pairs: The number of pairs.
        seed: The seed of the transactions.

    Returns:
        The count and the differences.
    """
    if core.kind == "module":
        return Timing(0)
    rng = Random(f"timing {seed}")
    if core.kind == "engine":
        return _compare_blocks(core, pairs, rng)
    algorithms = algorithms_served(core)
    compared, found = 0, []
    with Device(core) as device:
        for _ in range(pairs):
            algorithm = rng.choice(algorithms)
            transactions = algorithm.random_transactions(rng, core.data_width // 8)
            legal = [segment for one in transactions for segment in one.segments]
            first, second = (_other_values(algorithm, legal, rng) for _ in range(2))
            shape = _answer_shape(core, algorithms, first)
            if _answer_shape(core, algorithms, legal) == shape:
                first = legal
            if _answer_shape(core, algorithms, second) != shape:
                continue
            compared += 1
            one, other = (profile_after_reset(device, segments, len(shape)) for segments in (first, second))
            if one != other:
                found.append(Difference(_text(first), _text(second), one.cycles, other.cycles))
    return Timing(compared, tuple(found))


def _other_values(algorithm: ServiceAlgorithm, segments: Sequence[Segment], rng: Random) -> list[Segment]:
    """Return the segments with other bytes, but for the commands, and for what may decide the time."""
    result: list[Segment] = []
    same: Container[Kind] = ()
    for segment in segments:
        if segment.kind == Kind.CMD:
            same = algorithm.timed_by(Command.unpack(segment.data))
        kept = segment.kind == Kind.CMD or segment.kind in same
        result.append(segment if kept else Segment(segment.kind, rng.randbytes(len(segment.data))))
    return result


def _answer_shape(
    core: Core, algorithms: Sequence[ServiceAlgorithm], segments: Sequence[Segment]
) -> list[tuple[int, int, bytes]]:
    """Return the kind and the length of each segment of the answer, and the verdicts that change the rest."""
    beats = [beat for segment in segments for beat in split(segment, core.data_width // 8)]
    answer = as_answered(Case("", tuple(beats), tuple(Reference(algorithms).accept(beats))), core).answer
    sessions = any(isinstance(one, Aead) and one.in_sessions for one in algorithms)
    return [
        (one.kind, len(one.data), one.data if sessions and one.kind == Kind.STATUS and left else b"")
        for one, left in zip(answer, reversed(range(len(answer))), strict=True)
    ]


def _compare_blocks(core: Core, pairs: int, rng: Random) -> Timing:
    """Compare two runs of an engine over as many blocks."""
    runs = []
    for _ in range(2):
        with Engine(core) as engine:
            blocks, keys = (
                np.frombuffer(rng.randbytes(pairs * width // 8), np.uint8).reshape(pairs, width // 8)
                for width in (core.data_width, core.key_width)
            )
            runs.append(engine.run(blocks, keys))
    differs = (runs[0].accepted != runs[1].accepted) | (runs[0].returned != runs[1].returned)
    found = (
        Difference(f"block {i}", f"block {i}", int(runs[0].returned[i]), int(runs[1].returned[i]))
        for i in np.flatnonzero(differs)
    )
    return Timing(pairs, tuple(found))


def _text(segments: Sequence[Segment]) -> str:
    return ", ".join(f"kind {segment.kind}: {segment.data.hex()}" for segment in segments)

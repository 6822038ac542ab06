"""Checks that timing does not depend on values: the same lengths take the same cycles, beat by beat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from roundel.errors import RoundelError
from roundel.protocol.stream import Segment
from roundel.simulate.beats import beats_of
from roundel.simulate.device import Device

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
    output = device.run(beats_of(segments, device.core.data_width), segments=answers)
    start = int(device.accepted[0])
    return Profile(
        tuple(int(cycle) - start for cycle in device.accepted),
        tuple(int(cycle) - start for cycle in output.cycle),
    )


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


def _text(segments: Sequence[Segment]) -> str:
    return ", ".join(f"kind {segment.kind}: {segment.data.hex()}" for segment in segments)

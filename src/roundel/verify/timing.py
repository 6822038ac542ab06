"""Timing that must not depend on values: the same lengths take the same cycles, beat by beat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from roundel.errors import RoundelError
from roundel.protocol.stream import Segment
from roundel.simulate.beats import beats_of
from roundel.simulate.device import Device

# Enough for any core to come to rest, so that every measurement begins in the same state.
REST_CYCLES = 200


@dataclass(frozen=True)
class Profile:
    """When each beat of a transaction moved, in cycles after its first input beat, without stalls."""

    accepted: tuple[int, ...]
    answered: tuple[int, ...]

    @property
    def cycles(self) -> int:
        """The cycles from the first input beat to the last output beat."""
        return self.answered[-1]


def profile(device: Device, segments: Sequence[Segment], answers: int = 1) -> Profile:
    """Return when the beats of one transaction move in a core that was at rest.

    A core of several streams serves them in turn: every measurement begins in the same stream's turn.
    """
    device.step(REST_CYCLES + device.cycle % device.core.streams)
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
    """Return the one profile that `tries` transactions of `make` have, which differ in values only.

    Raises RoundelError with the two transactions when one takes its time differently.
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
                "Its timing depends on values. Compare the two in a trace.",
            )
    return expected


def _text(segments: Sequence[Segment]) -> str:
    return ", ".join(f"kind {segment.kind}: {segment.data.hex()}" for segment in segments)

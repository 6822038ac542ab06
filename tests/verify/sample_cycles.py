"""The cycles of a request to a core that samples."""

from __future__ import annotations

from roundel.algorithms.kinds.sample import Samplers
from roundel.protocol.stream import Command, Kind, Segment
from roundel.simulate.beats import beats_of, segments_of
from roundel.simulate.device import Device


def sample_cycles(device: Device, algorithm: Samplers, command: Command, seed: bytes) -> int:
    """Return the cycles of a transaction from reset, whose answer is right."""
    device.reset()
    got = device.run(beats_of(algorithm.request(command, {Kind.SEED: seed}), 128), segments=1)
    (answer,) = segments_of(got)
    assert answer == Segment(Kind.RANDOM, algorithm.compute(command, {Kind.SEED: seed}, None)[0])
    return int(got.cycle[-1]) - int(device.accepted[0])

"""The RTL of multi-aes-hs: constant time, errors in any phase."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from aes_transactions import ERROR, HASH, HASHED, PLAIN, hash_of, mac_of, message, random_bytes

from roundel.protocol.stream import Kind, Operation, Segment
from roundel.simulate.beats import Beats, beats_of, segments_of
from roundel.simulate.device import Device
from roundel.verify.timing import constant_profile


@pytest.fixture
def device(opened: Callable[[str], Device]) -> Device:
    return opened("multi-aes-hs")


# The transaction; its lengths; the segments of the answer; the least cycles of its rounds.
TIMED: list[tuple[Callable[..., list[Segment]], tuple[object, ...], int, int]] = [
    *((hash_of, (size, 32), 1, 15 * (2 + (size + 15) // 32)) for size in (0, 3, 16, 17, 32, 100)),
    (hash_of, (40, 5), 1, 45),
    *((mac_of, (16, size), 1, 10 * (2 + (size - 1) // 16)) for size in (1, 16, 17, 100)),
    *((mac_of, (32, size), 1, 30) for size in (0, 16, 40)),
    *((random_bytes, (size,), 1, 28) for size in (1, 16, 17, 100)),
    *((message, (Operation.SEAL, 16, 12, *sizes), 2, 30) for sizes in ((0, 0), (16, 33), (5, 100))),
    *((message, (Operation.OPEN, 32, 12, *sizes), 2, 42) for sizes in ((0, 1), (5, 0), (33, 64))),
    *((message, (operation, 16, 16, 3, 64), 2, 42) for operation in (Operation.SEAL, Operation.OPEN)),
]


@pytest.mark.parametrize(
    ("make", "shape", "answers", "cycles"), TIMED, ids=[f"{t[0].__name__}{t[1]}" for t in TIMED]
)
def test_time_depends_on_lengths_only(
    device: Device, make: Callable[..., list[Segment]], shape: tuple[object, ...], answers: int, cycles: int
) -> None:
    device.reset()
    found = constant_profile(device, lambda rng: make(rng, *shape), answers=answers)
    assert found.cycles >= cycles


@pytest.mark.parametrize("service", ["hash", "mac", "message"])
def test_an_error_in_any_phase(device: Device, service: str) -> None:
    """An aborted transaction sends only text. The next one is answered correctly."""
    segments, _ = PLAIN[service]
    at = next(i for i, segment in enumerate(segments) if segment.kind == Kind.TEXT)
    sent = beats_of([*segments[:at], Segment(Kind.TEXT, bytes(range(256)) + bytes(80))], 128)
    tail = beats_of([Segment(Kind.NONCE, bytes(5)), *HASH], 128)
    for wait in range(40):
        device.reset()
        got = [device.run(sent[: len(sent) - 1], segments=0), device.step(wait)]
        got += [device.run(tail, segments=0), device.step(400)]
        answer = segments_of(Beats.concatenate(got))
        assert answer[-2:] == [ERROR, HASHED], f"after {wait} cycles"
        assert [segment.kind for segment in answer[:-2]] == ([Kind.TEXT] if service == "message" else [])

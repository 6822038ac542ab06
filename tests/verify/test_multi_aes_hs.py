"""The RTL of multi-aes-hs: constant time, errors in any phase."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from transactions import Make, extremes, generated, hashed, label, message, plain, tagged

from roundel.algorithms.aes_cmac import AES_CMAC
from roundel.algorithms.aes_gcm import AES_GCM
from roundel.algorithms.aes_hash import AES_HASH
from roundel.algorithms.fortuna import FORTUNA
from roundel.protocol.stream import ERROR, Kind, Operation, Segment
from roundel.simulate.beats import Beats, beats_of, segments_of
from roundel.simulate.device import Device
from roundel.verify.timing import constant_profile


@pytest.fixture
def device(opened: Callable[[str], Device]) -> Device:
    return opened("multi-aes-hs")


# The transaction; its lengths; the segments of the answer; the least cycles of its rounds.
TIMED: list[tuple[Callable[..., Make], tuple[object, ...], int, int]] = [
    *((hashed, (AES_HASH, size, 32), 1, 15 * (2 + (size + 15) // 32)) for size in (0, 3, 16, 17, 32, 100)),
    (hashed, (AES_HASH, 40, 5), 1, 45),
    *((tagged, (AES_CMAC, 16, size, 16), 1, 10 * (2 + (size - 1) // 16)) for size in (1, 16, 17, 100)),
    *((tagged, (AES_CMAC, 32, size, 16), 1, 30) for size in (0, 16, 40)),
    *((generated, (FORTUNA, 0, 32, size), 1, 28) for size in (1, 16, 17, 100)),
    *((message, (AES_GCM, Operation.SEAL, 16, 12, *sizes), 2, 30) for sizes in ((0, 0), (16, 33), (5, 100))),
    *((message, (AES_GCM, Operation.OPEN, 32, 12, *sizes), 2, 42) for sizes in ((0, 1), (5, 0), (33, 64))),
    *(
        (message, (AES_GCM, operation, 16, 16, 3, 64), 2, 42)
        for operation in (Operation.SEAL, Operation.OPEN)
    ),
]


@pytest.mark.parametrize(
    ("make", "shape", "answers", "cycles"), TIMED, ids=[label(t[0], t[1]) for t in TIMED]
)
def test_time_depends_on_lengths_only(
    device: Device, make: Callable[..., Make], shape: tuple[object, ...], answers: int, cycles: int
) -> None:
    device.reset()
    found = constant_profile(device, extremes(make(*shape)), answers=answers)
    assert found.cycles >= cycles


@pytest.mark.parametrize("service", ["hash", "mac", "aead"])
def test_an_error_in_any_phase(device: Device, service: str) -> None:
    """An aborted transaction sends only text. The next one is answered correctly."""
    segments, last = plain(device.core)[service].segments, plain(device.core)["hash"]
    at = next(i for i, segment in enumerate(segments) if segment.kind == Kind.TEXT)
    sent = beats_of([*segments[:at], Segment(Kind.TEXT, bytes(range(256)) + bytes(80))], 128)
    tail = beats_of([Segment(Kind.NONCE, bytes(5)), *last.segments], 128)
    for wait in range(40):
        device.reset()
        got = [device.run(sent[: len(sent) - 1], segments=0), device.step(wait)]
        got += [device.run(tail, segments=0), device.step(400)]
        answer = segments_of(Beats.concatenate(got))
        assert answer[-2:] == [ERROR, *last.answer], f"after {wait} cycles"
        assert [segment.kind for segment in answer[:-2]] == ([Kind.TEXT] if service == "aead" else [])

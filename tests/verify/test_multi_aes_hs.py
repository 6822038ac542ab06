"""The RTL of multi-aes-hs: constant time, errors in any phase, text held back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from transactions import Make, extremes, generated, hashed, label, message, plain, tagged, verified

from roundel.algorithms.aes_cmac import AES_CMAC
from roundel.algorithms.aes_gcm import AES_GCM
from roundel.algorithms.aes_hash import AES_HASH
from roundel.algorithms.fortuna import FORTUNA
from roundel.catalog import Config, find_core
from roundel.protocol.stream import ERROR, Kind, Operation, Segment
from roundel.simulate.beats import Beats, beats_of, segments_of
from roundel.simulate.device import Device
from roundel.verify.run import verify_core
from roundel.verify.timing import constant_profile


@pytest.fixture
def device(opened: Callable[[str], Device]) -> Device:
    return opened("multi-aes-hs")


def checked(key: int, size: int, tag: int) -> Make:
    """Return a VERIFY of `size` bytes. In half of the cases its tag is wrong."""
    return lambda rng: verified(AES_CMAC, key, size, tag, forged=rng.random() < 0.5)(rng)


# The transaction; its lengths; the segments of the answer; the least cycles of its rounds.
TIMED: list[tuple[Callable[..., Make], tuple[object, ...], int, int]] = [
    *((hashed, (AES_HASH, size, 32), 1, 15 * (2 + (size + 15) // 32)) for size in (0, 3, 16, 17, 32, 100)),
    (hashed, (AES_HASH, 40, 5), 1, 45),
    *((tagged, (AES_CMAC, 16, size, 16), 1, 10 * (2 + (size - 1) // 16)) for size in (1, 16, 17, 100)),
    *((tagged, (AES_CMAC, 32, size, 16), 1, 30) for size in (0, 16, 40)),
    *((checked, (16, size, tag), 1, 10 * (2 + (size - 1) // 16)) for size in (1, 16, 40) for tag in (8, 16)),
    (checked, (32, 0, 13), 1, 30),
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


@pytest.mark.parametrize("fault", ["another kind", "another length", "no end", "a late end with a byte"])
def test_an_error_in_the_tag_of_a_verify(device: Device, fault: str) -> None:
    """The tag comes before, while and after the MAC is computed."""
    last, (one,) = plain(device.core)["hash"], verified(AES_CMAC, 16, 100, 16, forged=False)(Random(5))
    *before, tag = one.segments
    beats = beats_of([*before, tag], 128)
    faults = {
        "another kind": beats_of([Segment(Kind.AD, tag.data)], 128),
        "another length": beats_of([Segment(Kind.TAG, tag.data[:15])], 128),
        "no end": beats_of([Segment(Kind.TAG, tag.data * 2)], 128),
        "a late end with a byte": beats_of([Segment(Kind.TAG, tag.data + b"x")], 128),
    }
    for wait in range(0, 140, 3):
        device.reset()
        got = [device.run(beats[: len(beats) - 1], segments=0), device.step(wait)]
        got += [device.run(faults[fault], segments=0)]
        got += [device.run(beats_of([*one.segments, *last.segments], 128), segments=0), device.step(400)]
        answer = segments_of(Beats.concatenate(got))
        assert answer == [ERROR, *one.answer, *last.answer], f"after {wait} cycles"


def test_random_transactions_with_text_held_back() -> None:
    """The catalog has no such configuration. Texts of more than 4 beats are dropped."""
    core = replace(find_core("multi-aes-hs"), config=Config("hold", {"HoldDepth": 4}))
    report = verify_core(core, [], random=500, seed=3)
    assert report.random == 500 and report.failures == ()

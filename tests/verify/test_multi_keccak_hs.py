"""The RTL of multi-keccak-hs: constant time, errors in any phase, text held back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from transactions import Make, extremes, generated, hashed, label, message, plain, tagged, verified

from roundel.algorithms.keccak import KECCAK
from roundel.algorithms.keccak_mac import KECCAK_MAC
from roundel.algorithms.keccak_prg import KECCAK_PRG
from roundel.algorithms.lake_keyak import LAKE_KEYAK
from roundel.catalog import Config, find_core
from roundel.protocol.stream import ERROR, Flag, Kind, Operation, Segment
from roundel.simulate.beats import Beats, beats_of, segments_of
from roundel.simulate.device import Device
from roundel.verify.run import verify_core
from roundel.verify.timing import constant_profile


@pytest.fixture
def device(opened: Callable[[str], Device]) -> Device:
    return opened("multi-keccak-hs")


def checked(size: int, tag: int) -> Make:
    """Return a VERIFY of `size` bytes. In half of the cases its tag is wrong."""
    return lambda rng: verified(KECCAK_MAC, 16, size, tag, forged=rng.random() < 0.5)(rng)


# The transaction; its lengths; the segments of the answer; the least cycles of its rounds.
TIMED: list[tuple[Callable[..., Make], tuple[object, ...], int, int]] = [
    *((hashed, (KECCAK, size, 32, lanes), 1, 24) for lanes in (1, 9, 17, 21) for size in (0, 71, 136, 500)),
    (hashed, (KECCAK, 135, 137, 17), 1, 48),
    (hashed, (KECCAK, 16, 0, 17), 1, 24),
    *(
        (tagged, (KECCAK_MAC, 16, size, 16), 1, 24 * (1 + (32 + size) // 136))
        for size in (0, 1, 103, 104, 240, 500)
    ),
    (tagged, (KECCAK_MAC, 16, 40, 136), 1, 24),
    *((checked, (size, tag), 1, 24 * (1 + (32 + size) // 136)) for size in (0, 103, 104) for tag in (8, 16)),
    *(
        (generated, (KECCAK_PRG, Flag.ROUNDS12, size, 16), 1, 12 * (1 + size // 168))
        for size in (0, 1, 167, 168, 400)
    ),
    (generated, (KECCAK_PRG, 0, 32, 337), 1, 72),
    (generated, (KECCAK_PRG, Flag.OVERWRITE, 32, 16), 1, 72),
    (generated, (KECCAK_PRG, Flag.ROUNDS12 | Flag.OVERWRITE, 200, 0), 1, 36),
    *(
        (message, (LAKE_KEYAK, Operation.SEAL, 16, 16, *sizes), 2, 36)
        for sizes in ((0, 0), (24, 168), (25, 169), (400, 16))
    ),
    *(
        (message, (LAKE_KEYAK, Operation.OPEN, 16, 16, *sizes), 2, 36)
        for sizes in ((0, 0), (5, 0), (24, 336), (72, 500))
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


@pytest.mark.parametrize("service", ["hash", "mac", "prng", "aead"])
def test_an_error_in_any_phase_of_the_permutation(device: Device, service: str) -> None:
    """An aborted transaction sends only text. The next one is answered correctly."""
    segments, last = plain(device.core)[service].segments, plain(device.core)["hash"]
    body = Kind.SEED if service == "prng" else Kind.TEXT
    at = next(i for i, segment in enumerate(segments) if segment.kind == body)
    sent = beats_of([*segments[:at], Segment(body, bytes(range(256)) + bytes(80))], 128)
    tail = beats_of([Segment(Kind.NONCE, bytes(5)), *last.segments], 128)
    for wait in range(30):
        device.reset()
        got = [device.run(sent[: len(sent) - 1], segments=0), device.step(wait)]
        got += [device.run(tail, segments=0), device.step(200)]
        answer = segments_of(Beats.concatenate(got))
        assert answer[-2:] == [ERROR, *last.answer], f"after {wait} cycles"
        assert [segment.kind for segment in answer[:-2]] == ([Kind.TEXT] if service == "aead" else [])


def test_random_transactions_with_text_held_back() -> None:
    """The catalog has no such configuration. Texts of more than 4 beats are dropped."""
    core = replace(find_core("multi-keccak-hs"), config=Config("hold", {"HoldDepth": 4}))
    report = verify_core(core, [], random=500, seed=3)
    assert report.random == 500 and report.failures == ()

"""The RTL of multi-keccak-la and keyak-la: constant time, and the text that is sent before an error."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from transactions import Make, checked, extremes, generated, hashed, label, message, tagged

from roundel.algorithms.keccak import KECCAK
from roundel.algorithms.keccak_mac import KECCAK_MAC
from roundel.algorithms.keccak_prg import KECCAK_PRG
from roundel.algorithms.lake_keyak import LAKE_KEYAK
from roundel.catalog import find_core
from roundel.models.motorist import LAKE, Session, seal
from roundel.protocol.stream import ERROR, Flag, Kind, Operation, Segment, Status
from roundel.simulate.beats import Beats, beats_of, segments_of
from roundel.simulate.device import Device
from roundel.simulate.model import Stalls
from roundel.verify.timing import constant_profile

KEY, NONCE = bytes(range(16)), bytes(range(16, 32))
MULTI, KEYAK = "multi-keccak-la", "keyak-la"
WIDTH = 16


@pytest.fixture(params=[MULTI, KEYAK])
def device(request: pytest.FixtureRequest, opened: Callable[[str], Device]) -> Device:
    return opened(request.param)


@pytest.fixture
def multi(opened: Callable[[str], Device]) -> Device:
    return opened(MULTI)


def test_the_cores_are_of_16_bits() -> None:
    assert {find_core(name).data_width for name in (MULTI, KEYAK)} == {WIDTH}


# The transaction; its lengths; the segments of the answer; calls of the permutation with 12 rounds.
TIMED: list[tuple[Callable[..., Make], tuple[object, ...], int, int]] = [
    *((hashed, (KECCAK, size, 32, lanes), 1, 2) for lanes in (1, 9, 21) for size in (0, 71, 136)),
    (hashed, (KECCAK, 135, 137, 17), 1, 4),
    (tagged, (KECCAK_MAC, 16, 0, 16), 1, 2),
    (tagged, (KECCAK_MAC, 16, 240, 16), 1, 6),
    *((checked, (KECCAK_MAC, 16, size, tag), 1, 2 + size // 60) for size in (0, 240) for tag in (8, 13, 16)),
    *((generated, (KECCAK_PRG, Flag.ROUNDS12, size, 16), 1, 1 + size // 168) for size in (0, 167, 168)),
    (generated, (KECCAK_PRG, Flag.OVERWRITE, 32, 16), 1, 6),
    *(
        (message, (LAKE_KEYAK, Operation.SEAL, 16, 16, *sizes), 2, 2)
        for sizes in ((0, 0), (24, 168), (25, 169))
    ),
    *((message, (LAKE_KEYAK, Operation.OPEN, 16, 16, *sizes), 2, 2) for sizes in ((0, 0), (5, 0), (72, 500))),
]


@pytest.mark.parametrize(("make", "shape", "answers", "calls"), TIMED, ids=[label(*t[:2]) for t in TIMED])
def test_time_depends_on_lengths_only(
    multi: Device, make: Callable[..., Make], shape: tuple[object, ...], answers: int, calls: int
) -> None:
    multi.reset()
    found = constant_profile(multi, extremes(make(*shape)), answers=answers)
    assert found.cycles >= 360 * calls


MESSAGE = LAKE_KEYAK.message(Operation.SEAL, KEY, NONCE, b"", b"abc")
SEALED = [
    Segment(*part) for part in zip((Kind.TEXT, Kind.TAG), seal(LAKE, KEY, NONCE, b"", b"abc"), strict=True)
]


def test_an_error_as_the_rounds_end_leaves_nothing(device: Device) -> None:
    # A lane of AD waits for the rounds after key and nonce. The key comes in any cycle around their end.
    started = beats_of(LAKE_KEYAK.message(Operation.SEAL, KEY, NONCE, bytes(24), b"abc"), WIDTH)[:28]
    wrong_key = beats_of([Segment(Kind.KEY, KEY)], WIDTH)
    for pause in range(350, 380):
        device.reset()
        device.run(started, segments=0)
        device.step(pause)
        assert segments_of(device.run(wrong_key, segments=1)) == [ERROR]
        assert device.transact(MESSAGE, answers=2) == SEALED, pause


def test_no_session_resumes_after_a_refused_tag(device: Device) -> None:
    ciphertext, tag = Session(LAKE, KEY, NONCE).wrap(b"", b"text")
    wrong = bytes([tag[0] ^ 1]) + tag[1:]
    opened = LAKE_KEYAK.message(Operation.OPEN, KEY, NONCE, b"", ciphertext, wrong, keep=True)
    after = LAKE_KEYAK.message(Operation.SEAL, None, b"", b"", b"more")
    answer = device.transact([*opened, *after, *MESSAGE], answers=5)
    assert [segment.data for segment in answer[1:3]] == [bytes([Status.REFUSED]), bytes([Status.ERROR])]
    assert answer[3:] == SEALED


@pytest.mark.parametrize("size", [0, 2, 8, 14, 166, 168, 170, 336, 338])
def test_text_before_an_error_is_sent(device: Device, size: int) -> None:
    text = bytes(range(256)) + bytes(100)
    sent = beats_of([*MESSAGE[:3], Segment(Kind.TEXT, text[: size + 2])], WIDTH)
    tail = beats_of([Segment(Kind.NONCE, bytes(5)), *MESSAGE], WIDTH)
    got = [device.run(sent[: len(sent) - 1], segments=0), device.run(tail, segments=4 if size else 3)]
    answer = segments_of(Beats.concatenate(got))
    given = [Segment(Kind.TEXT, seal(LAKE, KEY, NONCE, b"", text[:size])[0])] if size else []
    assert answer == [*given, ERROR, *SEALED]


@pytest.mark.parametrize("size", [0, 1, 2, 8, 10, 14, 15, 17, 18, 24])
def test_a_tag_of_another_size_reveals_nothing_of_the_tag(device: Device, size: int) -> None:
    """The comparison of the tags is in progress when the error is detected."""
    ciphertext, tag = seal(LAKE, KEY, NONCE, b"", b"text")
    opened = LAKE_KEYAK.message(Operation.OPEN, KEY, NONCE, b"", ciphertext, tag)
    opened[-1] = Segment(Kind.TAG, (tag + bytes(8))[:size])
    sent = beats_of([*opened, *MESSAGE], WIDTH)
    for seed in range(12):
        device.reset()
        answer = segments_of(device.run(sent, segments=4, stalls=Stalls(seed, sink=seed / 12)))
        assert answer == [Segment(Kind.UNVERIFIED, b"text"), ERROR, *SEALED]


@pytest.mark.parametrize("wait", [*range(0, 40, 3), 100, 390, 400])
def test_an_error_in_any_phase_of_the_permutation(device: Device, wait: int) -> None:
    """The error comes between two blocks. The next message is answered correctly."""
    sent = beats_of([*MESSAGE[:3], Segment(Kind.TEXT, bytes(172))], WIDTH)
    tail = beats_of([Segment(Kind.NONCE, bytes(5)), *MESSAGE], WIDTH)
    got = [device.run(sent[: len(sent) - 1], segments=0), device.step(wait)]
    got.append(device.run(tail, segments=4))
    assert segments_of(Beats.concatenate(got))[1:] == [ERROR, *SEALED]


@pytest.mark.parametrize("cycles", [*range(0, 60, 7), 130, 200, 430, 500])
def test_a_reset_clears_the_current_transaction(device: Device, cycles: int) -> None:
    sent = beats_of([*MESSAGE[:3], Segment(Kind.TEXT, bytes(172))], WIDTH)
    device.run(sent[: min(len(sent) - 1, 2 + cycles // 4)], segments=0)
    device.step(cycles)
    device.reset(cycles=1)
    answer = device.transact([Segment(Kind.TEXT, b"no command"), *MESSAGE], answers=3)
    assert answer == [ERROR, *SEALED]

"""The RTL of ascon-la: constant time, the cycles of its page, and what is sent before an error."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from documented import documented
from transactions import Make, digested, extremes, label, message

from roundel.algorithms.ascon import ASCON_AEAD128, ASCON_CXOF128, ASCON_HASH256, ASCON_XOF128
from roundel.lab.cycles import measure_cycles
from roundel.protocol.stream import ERROR, Command, Kind, Operation, Segment
from roundel.simulate.beats import Beats, beats_of, segments_of
from roundel.simulate.device import Device
from roundel.verify.timing import constant_profile

NAME, WIDTH = "ascon-la", 16
KEY, NONCE = bytes(range(16)), bytes(range(16, 32))
AD, TEXT = b"header", b"attack at dawn"
MESSAGE = ASCON_AEAD128.message(Operation.SEAL, KEY, NONCE, AD, TEXT)


@pytest.fixture
def device(opened: Callable[[str], Device]) -> Device:
    return opened(NAME)


def sealed(text: bytes) -> list[Segment]:
    ciphertext, tag = ASCON_AEAD128.process(KEY, Operation.SEAL, NONCE, AD, text)
    return [Segment(Kind.TEXT, ciphertext), Segment(Kind.TAG, tag)]


def test_cycles_are_those_of_the_catalog(device: Device) -> None:
    for service in device.core.services:
        cycles = measure_cycles(device, service).per_block
        assert cycles == service.cycles_per_block == (32 if service.name == "aead" else 48)


# The transaction; its lengths; the segments of the answer; its cycles by the page.
TIMED = [
    *(
        (
            message,
            (ASCON_AEAD128, operation, 16, 16, ad, size),
            2,
            150 + 32 * (-(-(ad + 1) // 16) + size // 16),
        )
        for operation in (Operation.SEAL, Operation.OPEN)
        for ad, size in ((5, 0), (15, 1), (16, 16), (17, 33), (72, 300))
    ),
    *(
        (
            digested,
            (ASCON_XOF128, Command(Operation.HASH, function=1, length=output), size),
            1,
            48 * (size // 8 + -(-output // 8)),
        )
        for size, output in ((0, 1), (7, 8), (8, 9), (30, 16), (64, 100))
    ),
    *(
        (digested, (ASCON_HASH256, Command(Operation.HASH, length=32), size), 1, 48 * (size // 8 + 4))
        for size in (0, 9)
    ),
    *(
        (digested, (ASCON_CXOF128, Command(Operation.HASH, function=2, length=5), size), 1, 3 * 48)
        for size in (0, 9)
    ),
]


@pytest.mark.parametrize(("make", "shape", "answers", "least"), TIMED, ids=[label(*t[:2]) for t in TIMED])
def test_time_depends_on_lengths_only(
    device: Device, make: Callable[..., Make], shape: tuple[object, ...], answers: int, least: int
) -> None:
    """The formulas of the page hold where the input is not slower than the rounds."""
    assert constant_profile(device, extremes(make(*shape)), answers=answers, tries=8).cycles >= least


@pytest.mark.parametrize("blocks", [1, 2, 5])
def test_formulas_of_the_page(device: Device, blocks: int) -> None:
    def cycles(segments: list[Segment], answers: int) -> int:
        device.reset()
        return int(device.run(beats_of(segments, WIDTH), segments=answers).cycle[-1] - device.accepted[0])

    def hashed(size: int, output: int) -> list[Segment]:
        return ASCON_XOF128.request(
            Command(Operation.HASH, function=1, length=output), {Kind.TEXT: bytes(size)}
        )

    for ad, text in ((0, 16 * blocks - 1), (16 * blocks - 1, 20)):
        count = -(-ad // 16) + text // 16 + 1
        sent = ASCON_AEAD128.message(Operation.SEAL, KEY, NONCE, bytes(ad), bytes(text))
        assert cycles(sent, 2) == 150 + 32 * count
    assert cycles(hashed(8 * blocks - 1, 32), 1) == 31 + 48 * (blocks + 4)
    assert cycles(hashed(7, 8 * blocks), 1) == 31 + 48 * (1 + blocks)


@pytest.mark.parametrize(
    ("text", "ad", "size"), [("16 bytes of text", 0, 16), ("20 bytes of data and 1500 of text", 20, 1500)]
)
@pytest.mark.parametrize(("keys", "kept"), [("each with its key", False), ("with a kept key", True)])
def test_cycles_from_one_to_the_next(
    device: Device, text: str, ad: int, size: int, keys: str, kept: bool
) -> None:
    """The page states them."""
    sent = [
        segment
        for number in range(6)
        for segment in ASCON_AEAD128.message(
            Operation.SEAL, None if kept and number else KEY, NONCE, bytes(ad), bytes(size), keep=kept
        )
    ]
    got = device.run(beats_of(sent, WIDTH), segments=12)
    assert {int(gap) for gap in np.diff(got.cycle[got.last][1::2])} == {documented(NAME, f"{text}, {keys}")}


@pytest.mark.parametrize("wrong", [2, 5])
@pytest.mark.parametrize("size", [0, 2, 4, 14, 16, 18, 30, 32, 34])
def test_text_before_an_error_is_sent(device: Device, size: int, wrong: int) -> None:
    """Its segment is ended, whether the wrong beat ends its own segment or not."""
    text = bytes(range(100))
    sent = beats_of([*MESSAGE[:4], Segment(Kind.TEXT, text[: size + 2])], WIDTH)
    tail = beats_of([Segment(Kind.NONCE, bytes(wrong)), *MESSAGE], WIDTH)
    got = [device.run(sent[: len(sent) - 1], segments=0), device.run(tail, segments=4 if size else 3)]
    before = [Segment(Kind.TEXT, sealed(text[:size])[0].data)] if size else []
    assert segments_of(Beats.concatenate(got)) == [*before, ERROR, *sealed(TEXT)]


@pytest.mark.parametrize("waited", [0, 1, 2, 3, 5, 8, 30, 60])
@pytest.mark.parametrize("beats", range(0, 40, 3))
def test_an_error_in_any_phase(device: Device, beats: int, waited: int) -> None:
    """The error comes after any beat, in any internal phase. The next message is answered correctly."""
    sent = beats_of(ASCON_AEAD128.message(Operation.OPEN, KEY, NONCE, AD, TEXT, bytes(16)), WIDTH)
    tail = beats_of([Segment(Kind.RANDOM, b"xy"), *MESSAGE], WIDTH)
    parts = [device.run(sent[:beats], segments=0), device.step(waited), device.run(tail, segments=0)]
    got = segments_of(Beats.concatenate([*parts, device.step(300)]))
    assert got[-3:] == [ERROR, *sealed(TEXT)]


@pytest.mark.parametrize("waited", range(0, 60, 7))
@pytest.mark.parametrize("beats", range(0, 40, 3))
def test_a_reset_in_any_phase(device: Device, beats: int, waited: int) -> None:
    """Nothing of the transaction is sent after the reset. The next message is answered correctly."""
    device.run(beats_of(MESSAGE, WIDTH)[:beats], segments=0)
    device.step(waited)
    device.reset()
    assert device.transact(MESSAGE, answers=2) == sealed(TEXT)

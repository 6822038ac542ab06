"""The RTL of multi-aes-la and aes-gcm-la: constant time, and the text that is sent before an error."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from documented import documented
from oracles import gcm as sealed
from transactions import Make, checked, extremes, generated, hashed, label, message, plain, tagged
from transactions import segments_of as sent_of

from roundel.algorithms.aes_cmac import AES_CMAC
from roundel.algorithms.aes_gcm import AES_GCM, KEY_SIZES
from roundel.algorithms.aes_hash import AES_HASH
from roundel.algorithms.fortuna import FORTUNA
from roundel.algorithms.kinds.prng import request_segments
from roundel.catalog import find_core
from roundel.lab.cycles import measure_cycles
from roundel.models.fortuna import Generator
from roundel.protocol.stream import ERROR, Kind, Operation, Segment, session_flags
from roundel.simulate.beats import Beats, beats_of, segments_of
from roundel.simulate.device import Device
from roundel.simulate.model import Stalls
from roundel.verify.timing import constant_profile

KEY, SEED, NONCE = bytes(range(16)), bytes(range(32)), bytes(range(16, 28))
MULTI, GCM = "multi-aes-la", "aes-gcm-la"
CORES = [MULTI, GCM]
WIDTH = 16
AD, TEXT = b"header", b"attack at dawn"


@pytest.fixture(params=CORES)
def device(request: pytest.FixtureRequest, opened: Callable[[str], Device]) -> Device:
    return opened(request.param)


@pytest.fixture
def multi(opened: Callable[[str], Device]) -> Device:
    return opened(MULTI)


def answer_of(text: bytes, tag: bytes) -> list[Segment]:
    return [Segment(Kind.TEXT, text), Segment(Kind.TAG, tag)]


MESSAGE = AES_GCM.message(Operation.SEAL, KEY, NONCE, AD, TEXT)
SEALED = answer_of(*sealed(KEY, NONCE, AD, TEXT))


@pytest.mark.parametrize("name", CORES)
def test_the_cores_are_of_16_bits(name: str) -> None:
    assert find_core(name).data_width == WIDTH


def test_cycles_are_those_of_the_catalog(device: Device) -> None:
    services = device.core.services
    found = {(s.name, s.variant): measure_cycles(device, s).per_block for s in services}
    assert found == {(s.name, s.variant): s.cycles_per_block for s in services}
    assert found["aead", "seal-128"] == found["aead", "open-128"] == found["aead", "ad-128"] == 64
    assert found["aead", "seal-256"] == found["aead", "open-256"] == (64 if device.core.name == MULTI else 75)


def with_tag(operation: Operation, tag: int, ad: int, size: int) -> Make:
    return message(AES_GCM, operation, 16, 12, ad, size, tag=tag)


Timed = tuple[Callable[..., Make], tuple[object, ...], int, int]
# The transaction; its lengths; the segments of the answer; its least cycles.
TIMED_MULTI: list[Timed] = [
    *((hashed, (AES_HASH, size, 32), 1, 128 * (2 + (size + 15) // 32)) for size in (0, 3, 16, 17, 32, 100)),
    (hashed, (AES_HASH, 40, 5), 1, 3 * 128),
    *((tagged, (AES_CMAC, 16, size, 16), 1, 45 * (2 + (size - 1) // 16)) for size in (1, 16, 17, 100)),
    *((tagged, (AES_CMAC, 32, size, 16), 1, 2 * 61) for size in (0, 16, 40)),
    *((checked, (AES_CMAC, 16, size, tag), 1, 2 * 45) for size in (0, 16, 17) for tag in (8, 13, 16)),
    *((generated, (FORTUNA, 0, 32, size), 1, 61 * (1 + (size - 1) // 16)) for size in (1, 16, 17, 100)),
    (generated, (FORTUNA, 0, 32, 0), 1, 5),
]
TIMED: list[Timed] = [
    *(
        (message, (AES_GCM, operation, key, nonce, *sizes), 2, 64 * (sum(sizes) // 16) + 5 * (key // 4 + 7))
        for operation in (Operation.SEAL, Operation.OPEN)
        for key in KEY_SIZES
        for nonce in (12, 20)
        for sizes in ((0, 0), (0, 1), (5, 0), (16, 16), (17, 33), (72, 300))
    ),
    *(
        (with_tag, (operation, tag, 5, 33), 2, 64 * 3)
        for operation in (Operation.SEAL, Operation.OPEN)
        for tag in (8, 12, 15)
    ),
]


@pytest.mark.parametrize(("make", "shape", "answers", "cycles"), TIMED, ids=[label(*t[:2]) for t in TIMED])
def test_time_depends_on_lengths_only(
    device: Device, make: Callable[..., Make], shape: tuple[object, ...], answers: int, cycles: int
) -> None:
    found = constant_profile(device, extremes(make(*shape)), answers=answers, tries=8)
    assert found.cycles >= cycles


@pytest.mark.parametrize(
    ("make", "shape", "answers", "cycles"), TIMED_MULTI, ids=[label(*t[:2]) for t in TIMED_MULTI]
)
def test_time_of_the_other_services(
    multi: Device, make: Callable[..., Make], shape: tuple[object, ...], answers: int, cycles: int
) -> None:
    found = constant_profile(multi, extremes(make(*shape)), answers=answers, tries=8)
    assert found.cycles >= cycles


@pytest.mark.parametrize("size", range(34))
def test_a_hash_after_a_generator_stopped_in_any_phase(multi: Device, size: int) -> None:
    """When the generator ends, a block that is not needed is in the cipher."""
    request, random = request_segments(0, SEED, size), Generator(SEED, 1).request(size)
    last = plain(multi.core)["hash"]
    got = multi.transact([*request, *last.segments], answers=2)
    assert got == [Segment(Kind.RANDOM, random), *last.answer]


def seal_of(key_bytes: int, ad: int, size: int, keep: bool) -> Callable[[int], list[Segment]]:
    def make(number: int) -> list[Segment]:
        key = None if keep and number else bytes(key_bytes)
        return AES_GCM.message(Operation.SEAL, key, NONCE, bytes(ad), bytes(size), keep=keep)

    return make


def request_of(keep: bool) -> Callable[[int], list[Segment]]:
    def make(number: int) -> list[Segment]:
        later = keep and number > 0
        flags = session_flags(resume=later, keep=keep)
        return request_segments(flags, b"" if later else SEED, 16)

    return make


# The core, the row and column of its page, the repeated transaction, the segments of its answer.
BACK_TO_BACK = [
    *(
        (GCM, f"{text}, {keys}", column, seal_of(key, *sizes, keep), 2)
        for column, key in enumerate(KEY_SIZES)
        for text, sizes in (("16 bytes of text", (0, 16)), ("20 bytes of data and 1500 of text", (20, 1500)))
        for keys, keep in (("each with its key", False), ("with one key that stays", True))
    ),
    (MULTI, "HASH of 16 bytes", 0, lambda _: sent_of(hashed(AES_HASH, 16, 32)(Random(1))), 1),
    (MULTI, "MAC of 16 bytes, AES-128", 0, lambda _: sent_of(tagged(AES_CMAC, 16, 16, 16)(Random(1))), 1),
    (MULTI, "MAC of 16 bytes, AES-256", 0, lambda _: sent_of(tagged(AES_CMAC, 32, 16, 16)(Random(1))), 1),
    (MULTI, "PRNG, 16 bytes, new generators", 0, request_of(False), 1),
    (MULTI, "PRNG, 16 bytes, one generator", 0, request_of(True), 1),
]


@pytest.mark.parametrize(
    ("name", "row", "column", "make", "answers"), BACK_TO_BACK, ids=[f"{b[1]}, {b[2]}" for b in BACK_TO_BACK]
)
def test_cycles_from_one_to_the_next(
    name: str,
    row: str,
    column: int,
    make: Callable[[int], list[Segment]],
    answers: int,
    opened: Callable[[str], Device],
) -> None:
    """The core's page states them."""
    device = opened(name)
    device.reset()
    sent = beats_of([segment for number in range(6) for segment in make(number)], WIDTH)
    got = device.run(sent, segments=6 * answers)
    ends = got.cycle[got.last][answers - 1 :: answers]
    assert {int(gap) for gap in np.diff(ends)} == {documented(name, row, column)}


@pytest.mark.parametrize("wrong", [2, 5])
@pytest.mark.parametrize("size", [0, 2, 4, 14, 16, 18, 30, 32, 34])
def test_text_before_an_error_is_sent(device: Device, size: int, wrong: int) -> None:
    """Its segment is ended, whether the wrong beat ends its own segment or not."""
    text = bytes(range(100))
    sent = beats_of([*MESSAGE[:4], Segment(Kind.TEXT, text[: size + 2])], WIDTH)
    tail = beats_of([Segment(Kind.NONCE, bytes(wrong)), *MESSAGE], WIDTH)
    got = [device.run(sent[: len(sent) - 1], segments=0), device.run(tail, segments=4 if size else 3)]
    answer = segments_of(Beats.concatenate(got))
    given = [Segment(Kind.TEXT, sealed(KEY, NONCE, AD, text[:size])[0])] if size else []
    assert answer == [*given, ERROR, *SEALED]


@pytest.mark.parametrize("text", [b"", b"text"])
@pytest.mark.parametrize(
    ("length", "size"),
    [
        (length, size)
        for length in (16, 15, 8)
        for size in (0, 1, 2, 7, 8, 9, 14, 15, 16, 17, 18, 32)
        if size != length
    ],
)
def test_a_tag_of_another_size_reveals_nothing_of_the_tag(
    device: Device, length: int, size: int, text: bytes
) -> None:
    """The core knows whether the tags are equal when it detects the error. It sends only text before."""
    ciphertext, tag = sealed(KEY, NONCE, AD, text)
    opened = AES_GCM.message(Operation.OPEN, KEY, NONCE, AD, ciphertext, tag[:length])
    opened[-1] = Segment(Kind.TAG, (tag + bytes(16))[:size])
    sent = beats_of([*opened, *MESSAGE], WIDTH)
    given = [Segment(Kind.UNVERIFIED, text)] if text else []
    for seed in range(8):
        device.reset()
        stalls = Stalls(seed, sink=seed / 8)
        answer = segments_of(device.run(sent, segments=len(given) + 3, stalls=stalls))
        assert answer == [*given, ERROR, *SEALED]


@pytest.mark.parametrize("waited", [0, 1, 2, 3, 5, 8, 30, 60, 100, 130, 200])
@pytest.mark.parametrize("beats", range(0, 40, 3))
def test_an_error_in_any_phase(device: Device, beats: int, waited: int) -> None:
    """The error comes after any beat, in any internal phase. The next message is answered correctly."""
    sent = beats_of(AES_GCM.message(Operation.OPEN, KEY, NONCE, AD, TEXT, bytes(16)), WIDTH)
    tail = beats_of([Segment(Kind.SEED, bytes(5)), *MESSAGE], WIDTH)
    plain = sealed(KEY, NONCE, AD, TEXT)[0]  # what TEXT is the ciphertext of
    before_text = len(beats_of(MESSAGE[:4], WIDTH))
    taken = min(max(0, beats - before_text), len(TEXT) // 2)
    given = [Segment(Kind.UNVERIFIED, plain[: 2 * taken])] if taken else []
    expected = [*given, ERROR, *SEALED]
    before = Beats.concatenate([device.run(sent[:beats], segments=0), device.step(waited)])
    missing = len(expected) - int(before.last.sum())
    after = device.run(tail, segments=missing, stalls=Stalls(waited, sink=0.5))
    assert segments_of(Beats.concatenate([before, after])) == expected


@pytest.mark.parametrize("service", ["hash", "mac", "prng"])
def test_an_error_in_any_phase_of_the_other_services(multi: Device, service: str) -> None:
    """An aborted transaction sends nothing. The next one is answered correctly."""
    segments, last = plain(multi.core)[service].segments, plain(multi.core)["hash"]
    sent = beats_of([*segments[:-1], Segment(segments[-1].kind, bytes(31))], WIDTH)
    tail = beats_of([Segment(Kind.NONCE, bytes(5)), *last.segments], WIDTH)
    for wait in range(0, 200, 3):
        multi.reset()
        before = Beats.concatenate([multi.run(sent[: len(sent) - 1], segments=0), multi.step(wait)])
        assert len(before) == 0
        answer = segments_of(multi.run(tail, segments=2))
        assert answer == [ERROR, *last.answer], f"after {wait} cycles"


@pytest.mark.parametrize("cycles", [*range(0, 60, 7), 130, 200, 330, 500])
def test_a_reset_clears_the_current_transaction(device: Device, cycles: int) -> None:
    sent = beats_of(AES_GCM.message(Operation.SEAL, bytes(32), NONCE, AD, bytes(40)), WIDTH)
    device.run(sent[: min(len(sent) - 1, 2 + cycles // 8)], segments=0)
    device.step(cycles)
    device.reset(cycles=1)
    answer = device.transact([Segment(Kind.TEXT, b"no command"), *MESSAGE], answers=3)
    assert answer == [ERROR, *SEALED]

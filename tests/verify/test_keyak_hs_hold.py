"""The RTL of keyak-hs-hold: what keyak-hs answers, but no text before its tag is accepted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

import roundel
from roundel.errors import RoundelError
from roundel.keyak_message import message_segments
from roundel.models.motorist import LAKE, Session, seal
from roundel.paths import project_root
from roundel.simulate import TagRefused
from roundel.simulate.beats import Beats, beats_of, segments_of
from roundel.simulate.device import Device, Stalls
from roundel.stream import Kind, Operation, Segment, Status
from roundel.verify.cases import flip_bit
from roundel.verify.entries import Entry
from roundel.verify.run import verify_device

NAMES = ["keyak-hs-hold", "keyak-hs-hold:packet"]
KEY, NONCE = bytes(range(16)), bytes(range(16, 32))
PAGE = (project_root() / "docs" / "cores" / "keyak-hs-hold.md").read_text()


@pytest.fixture(scope="module", params=NAMES)
def device(request: pytest.FixtureRequest) -> Iterator[Device]:
    with roundel.open(request.param) as device:
        yield device


@pytest.fixture(scope="module")
def bare() -> Iterator[Device]:
    with roundel.open("keyak-hs") as device:
        yield device


def status(code: Status) -> Segment:
    return Segment(Kind.STATUS, bytes([code]))


def room(device: Device) -> int:
    assert device.core.hold_beats is not None
    return 16 * device.core.hold_beats


def test_known_answers(device: Device, entries: list[Entry]) -> None:
    report = verify_device(device, entries)
    assert report.failures == ()
    assert report.passed == report.served > 0


@pytest.mark.slow
def test_random_transactions(device: Device) -> None:
    device.reset()
    report = verify_device(device, [], random=1500, seed=1)
    assert report.failures == ()


@pytest.mark.slow
@pytest.mark.parametrize("sink", [0.0, 0.6])
def test_text_around_the_size_of_the_memory(device: Device, sink: float) -> None:
    """In sessions: an overflow does not end one, a refused tag does. Long texts are sealed as well."""
    rng = Random(4)
    segments: list[Segment] = []
    expected: list[Segment] = []
    for _ in range(6):
        start: tuple[bytes, bytes] | None = (rng.randbytes(16), rng.randbytes(16))
        assert start
        session = Session(LAKE, *start)
        for number in range(3):
            size = room(device) + rng.choice([-16, -1, 0, 0, 1, 16, 17, 500])
            ad, text = rng.randbytes(rng.choice([0, 20, 500])), rng.randbytes(size)
            ciphertext, tag = session.wrap(ad, text)
            stay = number < 2
            if rng.random() < 0.2:
                segments += message_segments(Operation.SEAL, start, ad, text, stay=stay)
                expected += [Segment(Kind.TEXT, ciphertext), Segment(Kind.TAG, tag)]
                start = None
                continue
            forged = rng.random() < 0.3
            tag = flip_bit(rng, tag) if forged else tag
            segments += message_segments(Operation.OPEN, start, ad, ciphertext, tag, stay=stay)
            start = None
            if forged:
                expected.append(status(Status.REFUSED))
                break
            if size <= room(device):
                expected += [Segment(Kind.TEXT, text), status(Status.ACCEPTED)]
            else:
                expected.append(status(Status.OVERFLOW))
    device.reset()
    assert device.transact(segments, answers=len(expected), stalls=Stalls(9, 0.0, sink)) == expected
    assert {Status.OVERFLOW, Status.REFUSED, Status.ACCEPTED} <= {
        Status(s.data[0]) for s in expected if s.kind == Kind.STATUS
    }


def test_the_device_decrypts_what_is_genuine_and_fits(device: Device) -> None:
    text = bytes(i % 251 for i in range(room(device)))
    sealed = device.encrypt(KEY, NONCE, b"header", text)
    assert sealed == seal(LAKE, KEY, NONCE, b"header", text)
    assert device.decrypt(KEY, NONCE, b"header", *sealed) == text
    with pytest.raises(TagRefused, match="refused"):
        device.decrypt(KEY, NONCE, b"another", *sealed)
    assert device.decrypt(KEY, NONCE, b"header", *sealed) == text
    longer = device.encrypt(KEY, NONCE, b"", text + b"x")
    with pytest.raises(RoundelError, match="cannot hold back"):
        device.decrypt(KEY, NONCE, b"", *longer)


def documented(measure: str) -> int:
    match = re.search(rf"^\| {re.escape(measure)} \| (\d+) \|$", PAGE, re.MULTILINE)
    assert match, f"no figure for {measure!r}"
    return int(match[1])


def ran(device: Device, segments: list[Segment], answers: int) -> tuple[int, Beats]:
    """The cycle of the command, and what came out."""
    device.reset()
    output = device.run(beats_of(segments, 128), segments=answers)
    return int(device.accepted[0]), output


@pytest.mark.parametrize("size", [0, 1, 168, 500, 1500])
def test_latency(size: int, device: Device, bare: Device) -> None:
    text = bytes(size)
    ciphertext, tag = seal(LAKE, KEY, NONCE, b"", text)
    start = (KEY, NONCE)
    message = message_segments(Operation.SEAL, start, b"", text)
    (begin, held), (bare_begin, plain) = ran(device, message, 2), ran(bare, message, 2)
    later = documented("SEAL: later than from keyak-hs, each beat")
    assert np.array_equal(held.cycle - begin, plain.cycle - bare_begin + later)

    message = message_segments(Operation.OPEN, start, b"", ciphertext, tag)
    (begin, held), (bare_begin, plain) = ran(device, message, 2), ran(bare, message, 2)
    first = int(plain.cycle[-1]) - bare_begin
    first += documented("OPEN, accepted: from the STATUS of keyak-hs to the first beat of text")
    more = documented("OPEN, accepted: one more beat of text, to the STATUS")
    assert [int(c) - begin for c in held.cycle] == [first + more * i for i in range(len(plain.cycle))]
    assert segments_of(held) == [Segment(Kind.TEXT, text), status(Status.ACCEPTED)]

    message = message_segments(Operation.OPEN, start, b"", ciphertext, flip_bit(Random(0), tag))
    (begin, held), (bare_begin, plain) = ran(device, message, 1), ran(bare, message, 2)
    later = documented("OPEN, not accepted: from the STATUS of keyak-hs to that given out")
    assert [int(c) - begin for c in held.cycle] == [int(plain.cycle[-1]) - bare_begin + later]


def test_throughput_is_that_of_the_core_in_both_directions(bare: Device) -> None:
    """TLS records of 16 KiB, back to back, all accepted."""
    ad, text = bytes(24), bytes(16384)
    ciphertext, tag = seal(LAKE, KEY, NONCE, ad, text)
    opened = 5 * message_segments(Operation.OPEN, (KEY, NONCE), ad, ciphertext, tag)
    gaps = []
    with roundel.open("keyak-hs-hold") as held:
        for device in (held, bare):
            _, output = ran(device, opened, 10)
            gaps.append({int(gap) for gap in np.diff(output.cycle[output.last][1::2])})
    measure = "24 bytes of data and 16384 of text, accepted, each with its key"
    assert gaps == 2 * [{documented(f"from one OPEN to the next, back to back, {measure}")}]

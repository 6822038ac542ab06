"""The RTL of aes-gcm-hs: forgeries, constant time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from aes_transactions import message, sealed

from roundel.gcm_message import TAG_BYTES, message_segments
from roundel.lab.cycles import measure_cycles
from roundel.paths import project_root
from roundel.simulate.beats import beats_of, segments_of
from roundel.simulate.device import Device, open_device
from roundel.stream import Kind, Operation, Segment, Status
from roundel.verify.cases import flip_bit
from roundel.verify.entries import Entry, GcmEntry
from roundel.verify.timing import constant_profile

FORGERIES = 2000
PAGE = (project_root() / "docs" / "cores" / "aes-gcm-hs.md").read_text()


@pytest.fixture(scope="module")
def device() -> Iterator[Device]:
    with open_device("aes-gcm-hs") as device:
        yield device


def test_shorter_tags_begin_whole_ones(device: Device, entries: list[Entry]) -> None:
    """The core's tags are whole; those of the standard's other sizes are their first bytes."""
    device.reset()
    shorter = [
        e
        for e in entries
        if isinstance(e, GcmEntry) and len(e.key) in (16, 32) and e.valid and len(e.message.tag) < TAG_BYTES
    ]
    segments = []
    for e in shorter:
        segments += message_segments(Operation.SEAL, e.key, e.nonce, e.message.ad, e.message.text)
    answer = segments_of(device.run(beats_of(segments, 128), segments=2 * len(shorter))) if shorter else []
    for e, text, tag in zip(shorter, answer[::2], answer[1::2], strict=True):
        assert text.data == e.message.ciphertext, e.origin
        assert tag.data.startswith(e.message.tag), e.origin


@pytest.mark.slow
def test_a_bit_flipped_anywhere_is_refused(device: Device) -> None:
    """In ciphertext, tag, data, nonce or key; unchanged messages between them are accepted."""
    rng = Random(5)
    segments: list[Segment] = []
    expected = []
    for number in range(FORGERIES):
        parts = {
            "key": rng.randbytes(rng.choice([16, 32])),
            "nonce": rng.randbytes(rng.choice([12, 12, 8, 16, 60])),
            "ad": rng.randbytes(rng.choice([1, 13, 16, 17, 70])),
        }
        text = rng.randbytes(rng.choice([1, 15, 16, 17, 100]))
        parts["ciphertext"], parts["tag"] = sealed(parts["key"], parts["nonce"], parts["ad"], text)
        genuine = number % 10 == 0
        if not genuine:
            place = list(parts)[number % len(parts)]
            parts[place] = flip_bit(rng, parts[place])
        segments += message_segments(
            Operation.OPEN, parts["key"], parts["nonce"], parts["ad"], parts["ciphertext"], parts["tag"]
        )
        expected.append(Status.ACCEPTED if genuine else Status.REFUSED)
    device.reset()
    answer = segments_of(device.run(beats_of(segments, 128), segments=2 * FORGERIES))
    assert [segment.kind for segment in answer] == [Kind.UNVERIFIED, Kind.STATUS] * FORGERIES
    assert [segment.data for segment in answer[1::2]] == [bytes([status]) for status in expected]


def test_a_key_stays_only_when_asked_to(device: Device) -> None:
    key, nonce, text = bytes(range(32)), bytes(12), b"more than one block of text"
    device.reset()
    seal = Operation.SEAL
    kept = [
        *message_segments(seal, key, nonce, b"", text, stay=True),
        *message_segments(seal, None, bytes(11), b"ad", text),
        *message_segments(seal, None, nonce, b"", text),
        *message_segments(seal, key[:16], nonce, b"", text),
    ]
    answer = device.transact(kept, answers=7)
    assert [s.data for s in answer[:2]] == list(sealed(key, nonce, b"", text))
    assert [s.data for s in answer[2:4]] == list(sealed(key, bytes(11), b"ad", text))
    assert answer[4] == Segment(Kind.STATUS, bytes([Status.ERROR]))
    assert [s.data for s in answer[5:]] == list(sealed(key[:16], nonce, b"", text))


def test_another_key_takes_the_place_of_one_that_stays(device: Device) -> None:
    device.reset()
    rng = Random(8)
    for size in (16, 32, 32, 16, 16):
        key, nonce, ad, text = (rng.randbytes(n) for n in (size, 12, 20, 40))
        segments = message_segments(Operation.SEAL, key, nonce, ad, text, stay=True)
        assert [s.data for s in device.transact(segments, answers=2)] == list(sealed(key, nonce, ad, text))


def test_cycles_are_those_of_the_catalog(device: Device) -> None:
    found = {s.variant: measure_cycles(device, s).per_block for s in device.core.services}
    assert found == {s.variant: s.cycles_per_block for s in device.core.services}
    assert found["seal-128"] == found["open-128"] == 10
    assert found["seal-256"] == found["open-256"] == 14


@pytest.mark.parametrize("key_bytes", [16, 32])
@pytest.mark.parametrize(("ad", "size"), [(0, 16), (20, 1500)])
@pytest.mark.parametrize("stay", [False, True])
def test_cycles_from_message_to_message(
    device: Device, key_bytes: int, ad: int, size: int, stay: bool
) -> None:
    """As the core's page has them."""
    lengths = f"{ad} bytes of data and {size} of text" if ad else f"{size} bytes of text"
    row = (
        rf"back to back, {lengths}, each with its key \| (\d+) \| (\d+) \|\n\| the same[^|]*\| (\d+) \| (\d+)"
    )
    match = re.search(row, PAGE)
    assert match
    segments: list[Segment] = []
    for number in range(4):
        key = None if stay and number else bytes(key_bytes)
        segments += message_segments(
            Operation.SEAL, key, bytes(12), bytes(ad), bytes(size), stay=stay and number < 3
        )
    device.reset()
    got = device.run(beats_of(segments, 128), segments=8)
    tags = got.cycle[got.user == Kind.TAG]
    assert tags[-1] - tags[-2] == int(match[1 + 2 * stay + (key_bytes == 32)])


SIZES = [(0, 0), (0, 1), (5, 0), (16, 16), (17, 33), (72, 500), (400, 16), (0, 1000)]


@pytest.mark.parametrize("operation", [Operation.SEAL, Operation.OPEN])
@pytest.mark.parametrize("key_bytes", [16, 32])
@pytest.mark.parametrize("nonce_bytes", [12, 20])
@pytest.mark.parametrize(("ad", "size"), SIZES)
def test_time_depends_on_lengths_only(
    device: Device, operation: Operation, key_bytes: int, nonce_bytes: int, ad: int, size: int
) -> None:
    """Keys, data, right tags and wrong ones."""

    device.reset()
    shape = operation, key_bytes, nonce_bytes, ad, size
    found = constant_profile(device, lambda rng: message(rng, *shape), answers=2, tries=8)
    blocks = -(-size // 16)
    assert found.cycles >= (10 if key_bytes == 16 else 14) * blocks
    assert len(found.answered) == max(1, blocks) + 1

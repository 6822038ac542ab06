"""The RTL of keyak-hs: constant time."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from transactions import extremes, message

from roundel.algorithms.lake_keyak import LAKE_KEYAK
from roundel.models.motorist import LAKE, Session
from roundel.protocol.stream import Kind, Operation, Segment, Status
from roundel.simulate.beats import beats_of
from roundel.simulate.device import Device
from roundel.simulate.model import Stalls
from roundel.verify.timing import constant_profile


@pytest.fixture
def device(opened: Callable[[str], Device]) -> Device:
    return opened("keyak-hs")


def test_no_session_resumes_after_a_refused_tag(device: Device) -> None:
    key, nonce = bytes(16), bytes(range(16))
    ciphertext, tag = Session(LAKE, key, nonce).wrap(b"", b"text")
    wrong = bytes([tag[0] ^ 1]) + tag[1:]
    device.reset()
    opened = LAKE_KEYAK.message(Operation.OPEN, key, nonce, b"", ciphertext, wrong, keep=True)
    after = LAKE_KEYAK.message(Operation.SEAL, None, b"", b"", b"more")
    answer = device.transact([*opened, *after], answers=3)
    assert [segment.data for segment in answer[1:]] == [bytes([Status.REFUSED]), bytes([Status.ERROR])]


@pytest.mark.parametrize(
    "stalls", [None, Stalls(1, source=0.3), Stalls(2, sink=0.5)], ids=["flat", "source", "sink"]
)
@pytest.mark.parametrize("ad", [0, 5, 24])
def test_ciphertext_may_end_at_any_byte(device: Device, ad: int, stalls: Stalls | None) -> None:
    """In the first block and after a full one. Later messages of a session begin after the tag."""
    rng = Random(7)
    device.reset()
    for size in [*range(1, 169), 175, 176, 177, 184, 336, 337]:
        session = Session(LAKE, key := rng.randbytes(16), nonce := rng.randbytes(16))
        segments, expected = [], []
        for start, text in (((key, nonce), rng.randbytes(size)), ((None, b""), rng.randbytes(size % 159))):
            data = rng.randbytes(ad)
            segments += LAKE_KEYAK.message(
                Operation.OPEN, *start, data, *session.wrap(data, text), keep=start[0] is not None
            )
            expected += [Segment(Kind.UNVERIFIED, text), Segment(Kind.STATUS, bytes([Status.ACCEPTED]))]
        assert device.transact(segments, answers=4, stalls=stalls) == expected, size


SIZES = [(0, 0), (0, 1), (5, 0), (24, 168), (24, 336), (25, 169), (72, 500), (400, 16), (0, 1000)]


@pytest.mark.parametrize("operation", [Operation.SEAL, Operation.OPEN])
@pytest.mark.parametrize(("ad", "size"), SIZES)
def test_time_depends_on_lengths_only(device: Device, operation: Operation, ad: int, size: int) -> None:
    """Right and wrong tags are among the messages."""

    device.reset()
    make = message(LAKE_KEYAK, operation, 16, 16, ad, size, forged=None)
    found = constant_profile(device, extremes(make), answers=2)
    blocks = max(1, -(-size // 168))
    assert found.cycles >= 12 * (blocks + 2)
    assert len(found.answered) == max(1, -(-size // 16)) + 1


@pytest.mark.parametrize("operation", [Operation.SEAL, Operation.OPEN])
def test_a_reset_in_the_middle_of_text_leaves_no_segment_to_close(
    device: Device, operation: Operation
) -> None:
    device.reset()
    parts = LAKE_KEYAK.message(operation, bytes(16), bytes(16), b"", bytes(1000), bytes(16))
    device.run(beats_of(parts, 128)[:40], segments=0)
    device.step(60)
    device.reset()
    answer = device.transact([Segment(Kind.TEXT, b"no command")], answers=1)
    assert answer == [Segment(Kind.STATUS, bytes([Status.ERROR]))]

"""roundel_aead_hold by itself, fed with what a core might answer; formal/ proves the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest

from roundel.catalog import find_core
from roundel.lint import verilator_findings
from roundel.paths import project_root
from roundel.protocol.stream import Kind, Segment, Status
from roundel.simulate.beats import Beats, beats_of, full_beats, segments_of
from roundel.simulate.device import Device
from roundel.simulate.model import Stalls
from roundel.verify.hold import hold_back

ROOT = Path(__file__).parent / "data"
CYCLES_THROUGH = 4
TEXT, TAG, STATUS, UNVERIFIED = Kind.TEXT, Kind.TAG, Kind.STATUS, Kind.UNVERIFIED


def status(code: Status) -> Segment:
    return Segment(STATUS, bytes([code]))


ACCEPTED, REFUSED, ERROR = status(Status.ACCEPTED), status(Status.REFUSED), status(Status.ERROR)
OVERFLOW = status(Status.OVERFLOW)


@pytest.fixture
def opened() -> Iterator[Callable[[str], Device]]:
    devices: list[Device] = []

    def open_hold(name: str) -> Device:
        devices.append(Device(find_core(name, ROOT)))
        return devices[-1]

    yield open_hold
    for device in devices:
        device.close()


def room(device: Device) -> int:
    """Bytes of text that are held back."""
    return device.core.config.parameters["Depth"] * device.core.data_width // 8


def sent(rng: Random, segments: list[Segment], width: int) -> Beats:
    """The segments; of those that end with a whole beat, some are closed by an empty one behind it."""
    parts = []
    for segment in segments:
        if segment.data and len(segment.data) * 8 % width == 0 and rng.random() < 0.5:
            parts.append(full_beats(segment.kind, segment.data, width))
            parts.append(beats_of([Segment(segment.kind)], width))
        else:
            parts.append(beats_of([segment], width))
    return Beats.concatenate(parts)


def answers(rng: Random, room_bytes: int) -> list[Segment]:
    """What one transaction might be answered."""
    size = rng.choice(
        [0, 1, 16, rng.randrange(2 * room_bytes), room_bytes + rng.randint(-17, 17), room_bytes]
    )
    text = rng.randbytes(max(0, size))
    return rng.choice(
        [
            [Segment(TEXT, text), Segment(TAG, rng.randbytes(16))],
            [Segment(Kind.DIGEST, text)],
            [ERROR],
            [Segment(TEXT, text), ERROR],
            [Segment(UNVERIFIED, text), ERROR],
            [Segment(UNVERIFIED, text), REFUSED],
            *3 * [[Segment(UNVERIFIED, text), ACCEPTED]],
        ]
    )


@pytest.mark.parametrize("name", ["hold", "hold:two", "hold16"])
@pytest.mark.parametrize(("source", "sink"), [(0.0, 0.0), (0.5, 0.0), (0.0, 0.5), (0.3, 0.3), (0.1, 0.9)])
def test_text_leaves_when_it_is_accepted(
    name: str, source: float, sink: float, opened: Callable[[str], Device]
) -> None:
    device, rng = opened(name), Random(f"{name} {source} {sink}")
    segments = [segment for _ in range(600) for segment in answers(rng, room(device))]
    expected = hold_back(segments, room(device))
    beats = sent(rng, segments, device.core.data_width)
    output = device.run(beats, segments=len(expected), stalls=Stalls(7, source, sink))
    assert segments_of(output) == expected
    assert not len(device.step(50).data)
    # Each of the three ends of an OPEN was among them, and text that just fits.
    assert {OVERFLOW, REFUSED, ERROR, ACCEPTED} <= set(expected)
    assert any(segment.kind == TEXT and len(segment.data) == room(device) for segment in expected)


MALFORMED = {
    "no STATUS behind it": [Segment(UNVERIFIED, b"a"), Segment(TEXT, b"b"), ACCEPTED],
    "a second text instead": [Segment(UNVERIFIED, b"a"), Segment(UNVERIFIED, b"b"), ACCEPTED],
    "an empty STATUS": [Segment(UNVERIFIED, b"a"), Segment(STATUS)],
    "an unknown STATUS": [Segment(UNVERIFIED, b"a"), Segment(STATUS, b"\x80")],
}
AFTER = {
    "no STATUS behind it": [Segment(TEXT, b"b"), ACCEPTED],
    "a second text instead": [OVERFLOW],
    "an empty STATUS": [Segment(STATUS)],
    "an unknown STATUS": [Segment(STATUS, b"\x80")],
}


@pytest.mark.parametrize("case", MALFORMED)
def test_text_without_its_status_never_leaves(case: str, opened: Callable[[str], Device]) -> None:
    good = [Segment(UNVERIFIED, b"good"), ACCEPTED]
    expected = [*AFTER[case], Segment(TEXT, b"good"), ACCEPTED]
    assert opened("hold").transact([*MALFORMED[case], *good], answers=len(expected)) == expected


def test_text_that_is_not_closed_never_leaves(opened: Callable[[str], Device]) -> None:
    device = opened("hold")
    beats = Beats.concatenate([full_beats(UNVERIFIED, bytes(32), 128), beats_of([ACCEPTED], 128)])
    assert segments_of(device.run(beats, segments=1)) == [OVERFLOW]


def test_a_reset_forgets_what_is_held(opened: Callable[[str], Device]) -> None:
    device = opened("hold")
    device.run(beats_of([Segment(UNVERIFIED, bytes(100))], 128), segments=0)
    device.reset()
    assert device.transact([ACCEPTED]) == [ACCEPTED]
    assert not len(device.step(50).data)


def test_what_is_not_held_passes_at_full_throughput(opened: Callable[[str], Device]) -> None:
    device = opened("hold")
    output = device.run(beats_of([Segment(TEXT, bytes(16 * 100))], 128), segments=1)
    assert np.array_equal(output.cycle, device.accepted + CYCLES_THROUGH)
    assert np.array_equal(np.diff(output.cycle), np.ones(99))


def test_accepted_text_follows_its_status_at_full_throughput(opened: Callable[[str], Device]) -> None:
    """A refused one costs one cycle more; then messages follow one another without a gap."""
    device = opened("hold")
    message = [Segment(UNVERIFIED, bytes(16 * 7)), ACCEPTED]
    output = device.run(beats_of(20 * message, 128), segments=40)
    assert np.array_equal(np.diff(output.cycle), np.ones(len(output.cycle) - 1))
    assert output.cycle[0] == device.accepted[7] + CYCLES_THROUGH
    device.reset()
    refused = [Segment(UNVERIFIED, bytes(16 * 7)), REFUSED]
    output = device.run(beats_of(20 * refused, 128), segments=20)
    assert np.array_equal(np.diff(output.cycle), 9 * np.ones(19))


def test_a_message_is_taken_in_while_another_waits_for_the_sink(opened: Callable[[str], Device]) -> None:
    device = opened("hold")
    stopped = Stalls(1, sink=0.999)
    message = [Segment(UNVERIFIED, bytes(16 * 6)), ACCEPTED]
    device.run(beats_of(2 * message, 128), segments=0, stalls=stopped)
    assert device.accepted[-1] - device.accepted[0] == 13


@pytest.mark.parametrize(
    ("cell", "parameters", "said"),
    [
        ("roundel_rollback_fifo", {"Width": 0}, "Width is 0, expected at least 1"),
        ("roundel_rollback_fifo", {"Depth": 1}, "Depth is 1, expected a power of two from 2"),
        ("roundel_aead_hold", {"Depth": 1000}, "Depth is 1000, expected a power of two from 2"),
        ("roundel_aead_hold", {"DataWidth": 12}, "DataWidth is 12, expected a multiple of 8 from 8"),
    ],
)
def test_a_bad_parameter_dies_at_elaboration_with_the_reason(
    cell: str, parameters: dict[str, int], said: str
) -> None:
    findings = verilator_findings(project_root(), find_core("hold", ROOT).sources, cell, parameters)
    assert [f for f in findings if said in f.message and "USERFATAL" in f.tool], findings

"""Messages to open, most of which are forged, and the expected answer to each."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar

from roundel.protocol.stream import Kind, Segment, Status
from roundel.simulate.beats import beats_of, segments_of
from roundel.simulate.device import Device

Start = TypeVar("Start")
# From a random generator and a number: the start of a message (with the key), its text, an OPEN of it, and
# whether the OPEN is genuine.
MaybeForged = Callable[[Random, int], tuple[Start, bytes, list[Segment], bool]]
# From the same key and text: a transaction that requests the tag, and the tag.
Mac = Callable[[Start, bytes], tuple[list[Segment], bytes]]


def check_forgeries(device: Device, count: int, maybe_forged: MaybeForged[Start], mac: Mac[Start]) -> None:
    """Open `count` messages. If the core has MACs, a MAC is requested between any two messages."""
    rng = Random(5)
    macs = any(service.name == "mac" for service in device.core.services)
    segments: list[Segment] = []
    expected: list[bytes] = []
    for number in range(count):
        start, text, to_open, genuine = maybe_forged(rng, number)
        segments += to_open
        expected.append(bytes([Status.ACCEPTED if genuine else Status.REFUSED]))
        if macs:
            asked, tag = mac(start, text)
            segments += asked
            expected.append(tag)
    kinds = [Kind.UNVERIFIED, Kind.STATUS, *([Kind.TAG] if macs else [])] * count
    sent = beats_of(segments, device.core.data_width)
    answer = segments_of(device.run(sent, segments=len(kinds)))
    assert [segment.kind for segment in answer] == kinds
    assert [segment.data for segment in answer if segment.kind != Kind.UNVERIFIED] == expected

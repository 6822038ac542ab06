"""A transaction in verification: the beats that are sent, and the segments expected as the answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from roundel.algorithms.kinds.base import Transaction
from roundel.catalog import Core
from roundel.protocol.stream import Kind, Segment
from roundel.simulate.beats import Beats
from roundel.verify.hold import hold_back


@dataclass(frozen=True)
class Beat:
    """One beat, legal or not: W/8 bytes; bit i of `keep` is tkeep[i]; the kind; tlast."""

    data: bytes
    keep: int
    kind: int
    last: bool

    @property
    def kept(self) -> bytes:
        """The bytes that tkeep marks."""
        return bytes(byte for i, byte in enumerate(self.data) if self.keep >> i & 1)

    def __str__(self) -> str:
        """Return the beat as one line."""
        end = " last" if self.last else ""
        return (
            f"{kind_name(self.kind)} data={self.data.hex()} keep={self.keep:0{-(-len(self.data) // 4)}x}{end}"
        )


@dataclass(frozen=True)
class Case:
    """One transaction: its origin, its input and its expected answer.

    `segments` is the input for a reader. It is empty if the beats are not the plain form of segments.
    """

    origin: str
    beats: tuple[Beat, ...]
    answer: tuple[Segment, ...]
    segments: tuple[Segment, ...] = ()


def kind_name(kind: int) -> str:
    """Return the protocol's name of a kind, or its number if it has no name."""
    return Kind(kind).name if kind in Kind._value2member_map_ else f"kind{kind}"


def legal_case(origin: str, transactions: Iterable[Transaction], beat_bytes: int) -> Case:
    """Return the case of legal transactions, back to back, in well-formed beats."""
    parts = [*transactions]
    segments = [segment for one in parts for segment in one.segments]
    beats = [beat for segment in segments for beat in split(segment, beat_bytes)]
    return Case(origin, tuple(beats), tuple(a for one in parts for a in one.answer), tuple(segments))


def split(segment: Segment, beat_bytes: int) -> list[Beat]:
    """Return the beats of a segment: full beats, then the remaining bytes; one empty beat for no bytes."""
    pieces = [segment.data[i : i + beat_bytes] for i in range(0, max(1, len(segment.data)), beat_bytes)]
    return [
        Beat(piece.ljust(beat_bytes, b"\0"), (1 << len(piece)) - 1, segment.kind, i == len(pieces) - 1)
        for i, piece in enumerate(pieces)
    ]


def vary(case: Case, rng: Random) -> Case:
    """Return the same transaction in other, equally legal beats.

    Bytes that tkeep excludes get any value. A segment (not CMD) that ends with a full beat may be ended by an
    empty beat instead.
    """
    beats: list[Beat] = []
    for beat in case.beats:
        size = len(beat.data)
        full = beat.keep == (1 << size) - 1
        if not full:
            count = beat.keep.bit_count()
            beat = replace(beat, data=beat.data[:count] + rng.randbytes(size - count))
        if full and beat.last and beat.kind != Kind.CMD and rng.random() < 0.5:
            beats += [replace(beat, last=False), Beat(rng.randbytes(size), 0, beat.kind, True)]
        else:
            beats.append(beat)
    return replace(case, beats=tuple(beats), segments=())


def to_device(cases: Iterable[Case], beat_bytes: int) -> Beats:
    """Return the beats of all cases, back to back, in the form of the device."""
    beats = [beat for case in cases for beat in case.beats]
    result = Beats.empty(len(beats), 8 * beat_bytes)
    result.data[:] = np.frombuffer(b"".join(b.data for b in beats), np.uint8).reshape(-1, beat_bytes)
    result.keep[:] = [b.keep for b in beats]
    result.user[:] = [b.kind for b in beats]
    result.last[:] = [b.last for b in beats]
    return result


def as_answered(case: Case, core: Core) -> Case:
    """Return the case with the answer of a core that holds back text, if `core` does so."""
    if core.hold_beats is None:
        return case
    room_bytes = core.hold_beats * core.data_width // 8
    return replace(case, answer=tuple(hold_back(case.answer, room_bytes)))

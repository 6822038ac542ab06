"""Beats as parallel arrays, and the conversion of segments to beats and back, without loops over beats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from roundel.errors import RoundelError
from roundel.protocol.stream import Segment

# Type and axes of each array of `Beats`.
ARRAYS = {
    "data": ("uint8", 2),
    "keep": ("uint64", 1),
    "user": ("uint8", 1),
    "last": ("bool", 1),
    "cycle": ("int64", 1),
}


@dataclass(frozen=True)
class Beats:
    """n beats, in order, of a stream that is W bits wide.

    data   uint8 [n, W/8], byte 0 first (tdata[7:0])
    keep   uint64 [n], bit i is tkeep[i]
    user   uint8 [n], the kind; plus 16 x tid for a core of several streams
    last   bool [n]
    cycle  int64 [n], the rising clock edge of the handshake, counted from 0; -1 before the handshake
    """

    data: NDArray[np.uint8]
    keep: NDArray[np.uint64]
    user: NDArray[np.uint8]
    last: NDArray[np.bool_]
    cycle: NDArray[np.int64]

    def __len__(self) -> int:
        """Return n."""
        return len(self.keep)

    def check(self) -> None:
        """Raise RoundelError if an array has another type or shape: a model reads the arrays unchecked."""
        for name, (kind, axes) in ARRAYS.items():
            array = getattr(self, name)
            if array.dtype != kind or array.ndim != axes or len(array) != len(self.keep):
                raise RoundelError(
                    f"the {name} of beats is an array of {array.dtype} {list(array.shape)}, "
                    f"with {len(self.keep)} of keep",
                    f"Expected {kind} [n{', W/8' if axes == 2 else ''}], with the same n for each array.",
                )

    def __getitem__(self, part: slice) -> Beats:
        """Return a slice of the beats; its arrays are views."""
        return Beats(self.data[part], self.keep[part], self.user[part], self.last[part], self.cycle[part])

    def on_stream(self, tid: int) -> Beats:
        """Return these beats, which have no stream number yet, as beats of stream `tid`."""
        return Beats(self.data, self.keep, self.user | np.uint8(tid << 4), self.last, self.cycle)

    def of_stream(self, tid: int) -> Beats:
        """Return the beats of stream `tid` without their stream number."""
        own = np.flatnonzero(self.user >> 4 == tid)
        return Beats(
            self.data[own], self.keep[own], self.user[own] & np.uint8(15), self.last[own], self.cycle[own]
        )

    @staticmethod
    def empty(count: int, width_bits: int) -> Beats:
        """Return `count` beats of zeros of that width, without handshakes."""
        return Beats(
            np.zeros((count, width_bits // 8), np.uint8),
            np.zeros(count, np.uint64),
            np.zeros(count, np.uint8),
            np.zeros(count, np.bool_),
            np.full(count, -1, np.int64),
        )

    @staticmethod
    def concatenate(parts: Sequence[Beats]) -> Beats:
        """Return the beats of all `parts` (at least one) in order."""
        if len(parts) == 1:
            return parts[0]
        return Beats(
            np.concatenate([p.data for p in parts]),
            np.concatenate([p.keep for p in parts]),
            np.concatenate([p.user for p in parts]),
            np.concatenate([p.last for p in parts]),
            np.concatenate([p.cycle for p in parts]),
        )


def interleaved(streams: Sequence[Beats], turns: Sequence[int] | NDArray[np.int64]) -> Beats:
    """Return the beats of several streams as one sequence, each with its stream number.

    Args:
        streams: The beats of each stream.
        turns: The stream number of each beat of the result. Each number occurs as often as its stream has
            beats.
    """
    named = Beats.concatenate([beats.on_stream(tid) for tid, beats in enumerate(streams)])
    # The k-th turn of a stream is its k-th beat. A stable sort keeps the turns of a stream in order.
    order = np.argsort(np.argsort(np.asarray(turns), kind="stable"), kind="stable")
    return Beats(*(getattr(named, field)[order] for field in ("data", "keep", "user", "last", "cycle")))


def full_keep(width_bits: int) -> int:
    """Return tkeep of a full beat of that width."""
    return (1 << (width_bits // 8)) - 1


def beats_of(segments: Iterable[Segment], width_bits: int) -> Beats:
    """Return `segments` as beats: full beats, then a partial one with tlast if bytes remain.

    An empty segment is one beat with keep = 0 and tlast.
    """
    listed = list(segments)
    beat_bytes = width_bits // 8
    sizes = np.array([len(s.data) for s in listed], np.int64)
    counts = np.maximum(1, -(-sizes // beat_bytes))
    ends = np.cumsum(counts)
    beats = Beats.empty(int(ends[-1]) if listed else 0, width_bits)
    flat = beats.data.reshape(-1)
    for segment, start in zip(listed, (ends - counts) * beat_bytes, strict=True):
        flat[start : start + len(segment.data)] = np.frombuffer(segment.data, np.uint8)
    beats.keep[:] = full_keep(width_bits)
    beats.keep[ends - 1] = (1 << (sizes - (counts - 1) * beat_bytes)) - 1
    beats.user[:] = np.repeat(np.array([s.kind for s in listed], np.uint8), counts)
    beats.last[ends - 1] = True
    return beats


def full_beats(kind: int, data: bytes | bytearray | memoryview, width_bits: int) -> Beats:
    """Return `data` as full beats of an open segment (no tlast), without a copy.

    Raises RoundelError unless `data` is a multiple of the beat's size.
    """
    beat_bytes = width_bits // 8
    if len(data) % beat_bytes:
        raise RoundelError(f"{len(data)} bytes are not a multiple of {beat_bytes}, the bytes of a beat")
    count = len(data) // beat_bytes
    return Beats(
        np.frombuffer(data, np.uint8).reshape(count, beat_bytes),
        np.full(count, full_keep(width_bits), np.uint64),
        np.full(count, kind, np.uint8),
        np.zeros(count, np.bool_),
        np.full(count, -1, np.int64),
    )


def segments_of(beats: Beats) -> list[Segment]:
    """Return the segments that `beats` carry: the bytes that tkeep marks, in order.

    Raises RoundelError when the last segment has no tlast, or when the kind changes within a segment.
    """
    if not len(beats):
        return []
    ends = np.flatnonzero(beats.last) + 1
    if not len(ends) or ends[-1] != len(beats):
        raise RoundelError(f"the last of {len(beats)} beats does not close its segment (tlast = 0)")
    starts = np.concatenate([[0], ends[:-1]])
    kinds = beats.user[starts]
    changed = np.flatnonzero(beats.user != np.repeat(kinds, ends - starts))
    if len(changed):
        kind = beats.user[changed[0]]
        raise RoundelError(f"beat {changed[0]} changes the kind inside a segment, to {kind}")
    beat_bytes = beats.data.shape[1]
    keep_bytes = beats.keep.astype("<u8").view(np.uint8).reshape(-1, 8)
    kept = np.unpackbits(keep_bytes, axis=1, count=beat_bytes, bitorder="little").astype(np.bool_)
    flat = beats.data[kept].tobytes()
    offsets = np.concatenate([[0], np.cumsum(kept.sum(axis=1))])
    return [
        Segment(int(kind), flat[offsets[start] : offsets[end]])
        for kind, start, end in zip(kinds, starts, ends, strict=True)
    ]

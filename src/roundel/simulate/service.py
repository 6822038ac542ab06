"""What the services of a device share: the check of a service, the open message, and what the core keeps."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from roundel.catalog import Core
from roundel.errors import RoundelError
from roundel.protocol.stream import Kind, Segment
from roundel.simulate.beats import Beats, beats_of, segments_of

BytesLike = bytes | bytearray | memoryview


class Stream(Protocol):
    """A message that goes to the core in pieces."""

    name: str


class ServiceMixin:
    """One core, which executes one transaction after another.

    A message may be open in the core, and the core may keep a session, key or generator for the next
    transaction. Any other transaction ends what was kept.
    """

    core: Core
    # The message that is open in the core. It stays open if its object is gone.
    _stream: weakref.ref[Stream] | None = None
    # The session, key or generator whose state the core keeps.
    _owner: object | None = None

    def run(self, beats: Beats, *, segments: int) -> Beats:
        """Send beats and return the answer (see `Device.run`)."""
        raise NotImplementedError

    def _uninterruptible(self) -> AbstractContextManager[None]:
        """Run the block to its end; if it is interrupted, the core needs a reset (see `Model`)."""
        raise NotImplementedError

    def _require(self, service: str, algorithm: str) -> None:
        """Raise RoundelError unless the core has the service with that algorithm."""
        self._algorithm(service)
        algorithms = {s.algorithm for s in self.core.services if s.name == service}
        if algorithm not in algorithms:
            raise RoundelError(
                f"the {service} service of {self.core.name} is not {algorithm}",
                f"It is {', '.join(sorted(algorithms))}.",
            )

    def _algorithm(self, service: str) -> str:
        """Return the algorithm of a service, the first one if it has several; RoundelError if it has none."""
        for one in self.core.services:
            if one.name == service:
                return one.algorithm
        raise RoundelError(f"{self.core.name} has no {service} service", "`roundel show` lists its services.")

    def _begin_stream(self, stream: Stream | None = None) -> None:
        """Begin a transaction, which ends what the core kept. `stream` is a message that stays open.

        A message may be open whose object is gone: it is closed, and its answer is dropped. Raises
        RoundelError if its object still exists.
        """
        self._require_idle()
        if self._stream is not None:
            self.run(beats_of([Segment(Kind.TEXT)], self.core.data_width), segments=1)
        self._stream = weakref.ref(stream) if stream is not None else None
        self._owner = None

    def _require_idle(self) -> None:
        """Raise RoundelError if a message is open and its object still exists."""
        if self._stream is not None and (other := self._stream()) is not None:
            raise RoundelError(
                f"the device is in the middle of a {other.name}",
                "Call its digest() first, reset() the device, or open another device.",
            )

    def _end_stream(self) -> None:
        self._stream = None

    def _clear_all(self) -> None:
        """Note that a reset has cleared the core."""
        self._stream = None
        self._owner = None

    def _exchange(
        self, segments: Sequence[Segment], answers: int = 1, *, owner: object | None = None
    ) -> list[Segment]:
        """Send a transaction and return its answer. `owner` is the object whose state the core keeps."""
        beats = beats_of(segments, self.core.data_width)
        self._begin_stream()
        answer = segments_of(self.run(beats, segments=answers))
        self._owner = owner
        return answer


def as_bytes(what: str, value: BytesLike) -> bytes:
    """Return `value` as bytes; RoundelError if it holds none. (bytes() of a number would be zeros.)"""
    return as_view(what, value).tobytes()


def as_view(what: str, value: BytesLike) -> memoryview:
    """Return a view of the bytes of `value`; RoundelError if it is not a contiguous buffer."""
    try:
        return memoryview(value).cast("B")
    except TypeError:
        hint = (
            "Encode it: text.encode()."
            if isinstance(value, str)
            else "Pass bytes or another contiguous buffer."
        )
        raise RoundelError(f"{what} is of type {type(value).__name__}, expected bytes", hint) from None


def describe(answer: Sequence[Segment]) -> str:
    """Return a description of an answer, for an error message."""
    return ", ".join(f"{Kind(s.kind).name} of {len(s.data)} bytes" for s in answer) or "nothing"


def expect_one(core: Core, answer: Sequence[Segment], kind: Kind, size: int, what: str) -> bytes:
    """Return the bytes of an answer that is one segment of that kind and size; RoundelError otherwise."""
    if len(answer) == 1 and answer[0].kind == kind and len(answer[0].data) == size:
        return answer[0].data
    raise RoundelError(
        f"{core.name} answered {what} with {describe(answer)}; expected {kind.name} of {size} bytes"
    )

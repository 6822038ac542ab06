"""What the services of a device share: which there are, the message that is open, what lives in the core."""

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
    """A message that goes to the core piece by piece."""

    name: str


class ServiceMixin:
    """One core, which does one transaction after another.

    A message may be open in it, and a session or generator may live in it from one transaction to the
    next; any transaction of something else ends that.
    """

    core: Core
    # The message that is open in the core. Its object may be gone: then it is open still.
    _stream: weakref.ref[Stream] | None = None
    _alive: object | None = None

    def run(self, beats: Beats, *, segments: int) -> Beats:
        """Send beats, return the answer (see `Device.run`)."""
        raise NotImplementedError

    def _uninterruptible(self) -> AbstractContextManager[None]:
        """What is begun within comes to its end, or the core wants a reset (see `Model`)."""
        raise NotImplementedError

    def _require(self, service: str, algorithm: str) -> None:
        """Raise RoundelError unless the core has the service, and that algorithm for it."""
        found = {s.algorithm for s in self.core.services if s.name == service}
        if not found:
            raise RoundelError(
                f"{self.core.name} has no {service} service", "`roundel show` lists what it has."
            )
        if algorithm not in found:
            raise RoundelError(
                f"the {service} service of {self.core.name} is not {algorithm}",
                f"It is {', '.join(sorted(found))}.",
            )

    def _claim_stream(self, stream: Stream | None = None) -> None:
        """Begin a transaction; `stream` is a message that stays open. What lived in the core is gone with it.

        A message that was left open by an object now gone is closed and its answer dropped; RoundelError
        when the object is still there.
        """
        self._require_free()
        if self._stream is not None:
            self.run(beats_of([Segment(Kind.TEXT)], self.core.data_width), segments=1)
        self._stream = weakref.ref(stream) if stream is not None else None
        self._alive = None

    def _require_free(self) -> None:
        """Raise RoundelError when a message is open whose object is still there."""
        if self._stream is not None and (other := self._stream()) is not None:
            raise RoundelError(
                f"the device is in the midst of a {other.name}",
                "Take its digest first, reset() the device, or open another device.",
            )

    def _forget_stream(self) -> None:
        self._stream = None

    def _forget_all(self) -> None:
        """The core was reset."""
        self._stream = None
        self._alive = None

    def _exchange(
        self, segments: Sequence[Segment], answers: int = 1, *, alive: object | None = None
    ) -> list[Segment]:
        """Send a whole transaction, return what answers it; `alive` is what it leaves in the core."""
        beats = beats_of(segments, self.core.data_width)
        self._claim_stream()
        answer = segments_of(self.run(beats, segments=answers))
        self._alive = alive
        return answer


def octets(what: str, value: BytesLike) -> bytes:
    """Return `value` as bytes; RoundelError for what holds none: of a number, bytes() makes zeros."""
    return octets_view(what, value).tobytes()


def octets_view(what: str, value: BytesLike) -> memoryview:
    """Return the bytes of `value` where they lie; RoundelError for what holds none in a row."""
    try:
        return memoryview(value).cast("B")
    except TypeError:
        hint = (
            "Encode it: text.encode()."
            if isinstance(value, str)
            else "Give bytes, or what holds them in a row."
        )
        raise RoundelError(f"{what} is of type {type(value).__name__}, expected bytes", hint) from None


def told(answer: Sequence[Segment]) -> str:
    """Return an answer in words, for an error."""
    return ", ".join(f"{Kind(s.kind).name} of {len(s.data)} bytes" for s in answer) or "nothing"


def only(core: Core, answer: Sequence[Segment], kind: Kind, size: int, what: str) -> bytes:
    """Return the bytes of an answer that is one segment of that kind and size; RoundelError otherwise."""
    if len(answer) == 1 and answer[0].kind == kind and len(answer[0].data) == size:
        return answer[0].data
    raise RoundelError(
        f"{core.name} answered {what} with {told(answer)}; expected {kind.name} of {size} bytes"
    )

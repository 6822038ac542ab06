"""The answer of an AES-GCM core to any sequence of beats, legal or not."""

from __future__ import annotations

from roundel.models import gcm
from roundel.protocol.gcm_message import KEY_SIZES, TAG_BYTES
from roundel.protocol.stream import KEEP, RESUME, Kind, Operation, Segment
from roundel.verify.cases import Beat
from roundel.verify.message_reference import Illegal, MessageReference

# The kinds that may follow each kind.
NEXT = {
    Kind.KEY: (Kind.NONCE,),
    Kind.NONCE: (Kind.AD, Kind.TEXT, Kind.TAG),
    Kind.AD: (Kind.TEXT, Kind.TAG),
    Kind.TEXT: (Kind.TAG,),
}


class GcmReference(MessageReference):
    """A model of the rules: accepts beats, and keeps the answers in order.

    AD comes before TEXT, each in at most one segment. The text of every beat is sent as it comes. So the
    answer to an aborted message has all text up to then, if a TEXT segment had begun. With the bit KEEP,
    the key is kept for the next message, whether the tag was right or wrong. Any error clears it.
    """

    def __init__(self) -> None:
        """Start idle, without a key."""
        super().__init__()
        self._key: bytes | None = None
        self._nonce = self._ad = b""
        self._body: bytes | None = None  # the text so far; None before the first TEXT segment
        self._expected: tuple[Kind, ...] = ()

    def _begin(self) -> None:
        resume = bool(self._variant & RESUME)
        if self._variant & ~(RESUME | KEEP) or (resume and self._key is None):
            raise Illegal
        if not resume:
            self._key = None
        self._expected = (Kind.NONCE,) if resume else (Kind.KEY,)

    def _accept_message(self, beat: Beat) -> None:
        if beat.kind not in self._expected:
            raise Illegal
        kind = Kind(beat.kind)
        self._expected = (kind,)
        if kind == Kind.TEXT:
            self._body = (self._body or b"") + beat.kept
        elif kind == Kind.KEY:
            self._key = self._fixed(beat, kind, *KEY_SIZES)
        elif kind == Kind.TAG:
            tag = self._fixed(beat, kind, TAG_BYTES if self._operation == Operation.OPEN else 0)
            if tag is not None:
                self._finish(tag)
                return
        else:
            self._accept_bytes(beat)
        if beat.last:
            self._expected = NEXT[kind]

    def _accept_bytes(self, beat: Beat) -> None:
        """Accept a beat of NONCE or AD."""
        self._received += beat.kept
        if beat.last:
            data = bytes(self._received)
            self._received.clear()
            if beat.kind == Kind.AD:
                self._ad = data
            elif data:
                self._nonce = data
            else:
                raise Illegal

    def _process(self, text: bytes) -> tuple[bytes, bytes]:
        assert self._key is not None
        process = gcm.seal if self._operation == Operation.SEAL else gcm.open_unverified
        return process(self._key, self._nonce, self._ad, text)

    def _sent_text(self) -> list[Segment]:
        return [] if self._body is None else [self._text(self._process(self._body)[0])]

    def _clear(self) -> None:
        self._key = None

    def _finish(self, tag: bytes) -> None:
        text, expected = self._process(self._body or b"")
        if not self._variant & KEEP:
            self._key = None
        self._complete(text, tag, expected)

    def _end(self) -> None:
        super()._end()
        self._ad = b""
        self._body = None

"""What a core of AES-GCM must answer to any sequence of beats, legal or not."""

from __future__ import annotations

from roundel.models import gcm
from roundel.protocol.gcm_message import KEY_SIZES, TAG_BYTES
from roundel.protocol.stream import CONTINUE, STAY, Kind, Operation, Segment
from roundel.verify.cases import Beat
from roundel.verify.message_reference import Illegal, MessageReference

# The kinds that may follow each.
NEXT = {
    Kind.KEY: (Kind.NONCE,),
    Kind.NONCE: (Kind.AD, Kind.TEXT, Kind.TAG),
    Kind.AD: (Kind.TEXT, Kind.TAG),
    Kind.TEXT: (Kind.TAG,),
}


class GcmReference(MessageReference):
    """A core that follows the rules: takes beats, keeps the answers in order.

    AD comes before TEXT, each in one segment or none. The text of every beat is given out as it comes, so
    a message that breaks off is answered by all text up to then, if a TEXT segment had begun. The key of a
    message with the bit STAY is there for the next, whether its tag was right or not; any error ends it.
    """

    def __init__(self) -> None:
        """Start idle, without a key."""
        super().__init__()
        self._key: bytes | None = None
        self._nonce = self._ad = b""
        self._body: bytes | None = None  # the text so far; None: no TEXT segment has begun
        self._wanted: tuple[Kind, ...] = ()

    def _begin(self) -> None:
        goes_on = bool(self._variant & CONTINUE)
        if self._variant & ~(CONTINUE | STAY) or (goes_on and self._key is None):
            raise Illegal
        if not goes_on:
            self._key = None
        self._wanted = (Kind.NONCE,) if goes_on else (Kind.KEY,)

    def _take_message(self, beat: Beat) -> None:
        if beat.kind not in self._wanted:
            raise Illegal
        kind = Kind(beat.kind)
        self._wanted = (kind,)
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
            self._take_bytes(beat)
        if beat.last:
            self._wanted = NEXT[kind]

    def _take_bytes(self, beat: Beat) -> None:
        """Take a beat of NONCE or AD."""
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

    def _given(self) -> list[Segment]:
        return [] if self._body is None else [self._text(self._process(self._body)[0])]

    def _forget(self) -> None:
        self._key = None

    def _finish(self, tag: bytes) -> None:
        text, expected = self._process(self._body or b"")
        if not self._variant & STAY:
            self._key = None
        self._complete(text, tag, expected)

    def _end(self) -> None:
        super()._end()
        self._ad = b""
        self._body = None

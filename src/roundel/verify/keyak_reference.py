"""The answer of a Keyak core to any sequence of beats, legal or not (docs/cores/keyak-hs.md)."""

from __future__ import annotations

from roundel.models.motorist import LAKE, Session
from roundel.protocol.keyak_message import (
    AD_FIRST,
    AD_WITH_TEXT_BYTES,
    KEY_BYTES,
    NONCE_BYTES,
    TAG_BYTES,
    TEXT_BYTES,
)
from roundel.protocol.stream import KEEP, RESUME, Kind, Operation, Segment
from roundel.verify.cases import Beat
from roundel.verify.message_reference import Illegal, MessageReference

ABSORB_BYTES = TEXT_BYTES + AD_WITH_TEXT_BYTES
BLOCKING_BEAT_BYTES = 16  # cores with beats of this size send text one block at a time


class Body:
    """The AD and TEXT of one message, block by block, in the Motorist's order."""

    def __init__(self, room: int, ad_first: bool) -> None:
        """Begin with an empty block for `room` bytes of text. `ad_first`: its data comes before its text."""
        self.ad = bytearray()  # AD of all complete blocks
        self.text = bytearray()
        self.text_closed = False  # whether the answer's text segment has ended, by a block that is not full
        self._room = room
        self._ad_first = ad_first
        self._text_ended = self._ad_ended = False
        self._block_ad = bytearray()
        self._block_text = bytearray()

    def accept(self, kind: int, data: bytes, *, begins: bool, ends: bool) -> None:
        """Accept a beat of AD or TEXT. `begins` and `ends`: it is the first or last beat of its segment."""
        if kind == Kind.TEXT:
            self._accept_text(data, begins, ends)
        else:
            self._accept_ad(data, begins, ends)

    def finish(self) -> None:
        """Begin the TAG segment."""
        if self._ad_first and not self._block_text:
            raise Illegal

    def ad_and_text(self) -> tuple[bytes, bytes]:
        """Return all AD and all TEXT, including the last block."""
        return bytes(self.ad + self._block_ad), bytes(self.text + self._block_text)

    def _accept_text(self, data: bytes, begins: bool, ends: bool) -> None:
        if begins and data and self._text_ended:
            raise Illegal
        if begins and data and self._block_text:
            self._complete()
        for byte in data:
            if len(self._block_text) == self._room:
                self._complete()
            self._block_text.append(byte)
        if ends and self._block_text and len(self._block_text) != self._room:
            self._text_ended = True

    def _accept_ad(self, data: bytes, begins: bool, ends: bool) -> None:
        if begins and not data:
            self._ad_ended = True
            return
        if begins and self._ad_ended:
            raise Illegal
        if begins and self._block_ad:
            self._complete()
        for byte in data:
            if len(self._block_ad) == self._ad_room():
                if self._ad_first and not self._block_text:
                    raise Illegal
                self._complete()
            self._block_ad.append(byte)
            if not self._block_text and not self._ad_first:
                self._text_ended = True
        if ends and (len(self._block_ad) != self._ad_room() or self._ad_first):
            self._ad_ended = True

    def _ad_room(self) -> int:
        return AD_WITH_TEXT_BYTES if self._block_text or self._ad_first else ABSORB_BYTES

    def _complete(self) -> None:
        """Complete the block, because the next byte does not fit: its text is sent."""
        if not self._block_text:
            self._text_ended = True
        elif len(self._block_ad) != AD_WITH_TEXT_BYTES:
            self._ad_ended = True
        if self._block_text and len(self._block_text) != self._room:
            self.text_closed = True
        self.ad += self._block_ad
        self.text += self._block_text
        self._block_ad.clear()
        self._block_text.clear()
        self._room = TEXT_BYTES
        self._ad_first = False


class KeyakReference(MessageReference):
    """A model of the rules: accepts beats, and keeps the answers in order.

    When a message is aborted, a core of 128 bits has sent the text of its complete blocks. A narrower core
    collects no blocks and has sent all text that came.
    """

    def __init__(self) -> None:
        """Start idle, without a session."""
        super().__init__()
        self._by_beat = False
        self._session: Session | None = None
        self._expected_start: list[
            tuple[Kind, int]
        ] = []  # segments of fixed size that must come before the body
        self._key = b""
        self._body: Body | None = None

    def _begin(self) -> None:
        resume = bool(self._variant & RESUME)
        if self._variant > RESUME | AD_FIRST | KEEP or (resume and self._session is None):
            raise Illegal
        if resume:
            self._begin_body(TEXT_BYTES - TAG_BYTES)
        else:
            self._session = None
            self._expected_start = [(Kind.KEY, KEY_BYTES), (Kind.NONCE, NONCE_BYTES)]

    def _accept_message(self, beat: Beat) -> None:
        self._by_beat = len(beat.data) < BLOCKING_BEAT_BYTES
        if self._expected_start:
            self._accept_start(beat)
        else:
            self._accept_body(beat)

    def _sent_text(self) -> list[Segment]:
        if self._body is None:
            return []
        ad, text = (
            self._body.ad_and_text() if self._by_beat else (bytes(self._body.ad), bytes(self._body.text))
        )
        if not text:
            return []
        assert self._session is not None
        return [self._text(self._process(self._session, ad, text)[0])]

    def _clear(self) -> None:
        self._session = None

    def _end(self) -> None:
        super()._end()
        self._body = None
        self._expected_start = []

    def _accept_start(self, beat: Beat) -> None:
        data = self._fixed(beat, *self._expected_start[0])
        if data is None:
            return
        if self._expected_start.pop(0)[0] == Kind.KEY:
            self._key = data
        else:
            self._session = Session(LAKE, self._key, data)
            self._begin_body(TEXT_BYTES)

    def _begin_body(self, room: int) -> None:
        self._body = Body(room, bool(self._variant & AD_FIRST))

    def _accept_body(self, beat: Beat) -> None:
        assert self._body is not None
        if self._segment is not None and beat.kind != self._segment:
            raise Illegal
        if beat.kind == Kind.TAG:
            if self._segment is None:
                self._body.finish()
            tag = self._fixed(beat, Kind.TAG, TAG_BYTES if self._operation == Operation.OPEN else 0)
            if tag is None:
                self._segment = beat.kind
            else:
                self._finish(tag)
        elif beat.kind in (Kind.AD, Kind.TEXT):
            self._body.accept(beat.kind, beat.kept, begins=self._segment is None, ends=beat.last)
            self._segment = None if beat.last else beat.kind
        else:
            raise Illegal

    def _process(self, session: Session, ad: bytes, text: bytes) -> tuple[bytes, bytes]:
        if self._operation == Operation.SEAL:
            return session.wrap(ad, text)
        return session.unwrap_unverified(ad, text)

    def _finish(self, tag: bytes) -> None:
        assert self._body is not None and self._session is not None
        text, expected = self._process(self._session, *self._body.ad_and_text())
        refused = self._complete(text, tag, expected)
        if refused or not self._variant & KEEP:
            self._session = None

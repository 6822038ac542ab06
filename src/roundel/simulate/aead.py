"""Authenticated encryption on a device: the segments of a message, and `encrypt` and `decrypt`.

A Keyak message goes in in the order in which the Motorist takes it: 168 bytes of text and 24 bytes of
associated data a block, 192 bytes of data a block when the text has ended.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundel.errors import RoundelError
from roundel.simulate.beats import Beats, beats_of, segments_of
from roundel.stream import Command, Kind, Operation, Segment, Status

if TYPE_CHECKING:
    from roundel.catalog import Core

KEY_BYTES = 16
NONCE_BYTES = 16
TAG_BYTES = 16
TEXT_BYTES = 168
BESIDE_BYTES = 24  # of associated data beside a block of text

CONTINUE = 1  # bits of the command's variant
AD_FIRST = 2
STAY = 4


def message_segments(
    operation: Operation,
    start: tuple[bytes, bytes] | None,
    ad: bytes,
    text: bytes,
    tag: bytes = b"",
    *,
    stay: bool = False,
) -> list[Segment]:
    """Return the segments of one message.

    `start` is (key, nonce), or None to go on with the session; `text` the plaintext of a SEAL or the
    ciphertext of an OPEN, `tag` that of an OPEN; `stay` keeps the session open for another message.
    """
    variant = (CONTINUE if start is None else 0) | (STAY if stay else 0)
    body = interleave(ad, text, TEXT_BYTES if start else TEXT_BYTES - TAG_BYTES)
    if body[:1] and body[0].kind == Kind.AD and text:
        variant |= AD_FIRST
    head = [Segment(Kind.CMD, Command(operation, variant).pack())]
    if start:
        head += [Segment(Kind.KEY, start[0]), Segment(Kind.NONCE, start[1])]
    return [*head, *body, Segment(Kind.TAG, tag)]


def interleave(ad: bytes, text: bytes, room: int) -> list[Segment]:
    """Return the AD and TEXT segments of a message whose first block has `room` bytes for text.

    Data of at most 24 bytes goes first, beside the text in one segment.
    """
    if not text:
        return [Segment(Kind.AD, ad)] if ad else []
    if len(ad) <= BESIDE_BYTES:
        return [*([Segment(Kind.AD, ad)] if ad else []), Segment(Kind.TEXT, text)]
    segments = []
    while ad and text:
        last_text = len(text) <= room
        segments.append(Segment(Kind.TEXT, text[:room]))
        # What is left when the other has ended goes on in one segment.
        size = len(ad) if last_text else BESIDE_BYTES
        segments.append(Segment(Kind.AD, ad[:size]))
        ad, text, room = ad[size:], text[room:], TEXT_BYTES
    if text:
        segments.append(Segment(Kind.TEXT, text))
    return segments


class TagRefused(RoundelError):
    """The tag is not that of this ciphertext, data, nonce and key. What was deciphered is not given out."""


class AeadSession:
    """Messages under one key and nonce, each of which depends on all before it. Made by `Device.session`.

    Both sides take the same messages in the same order. A refused tag ends the session, and so does
    anything else that is asked of the device.
    """

    def __init__(self, device: Sealing, key: bytes, nonce: bytes) -> None:
        """Take key and nonce; they go to the core with the first message."""
        _require_size("key", key, KEY_BYTES)
        _require_size("nonce", nonce, NONCE_BYTES)
        self._device = device
        self._start: tuple[bytes, bytes] | None = (bytes(key), bytes(nonce))
        self._ended = False

    def encrypt(self, ad: bytes, text: bytes, *, last: bool = False) -> tuple[bytes, bytes]:
        """Return (ciphertext, 16-byte tag); `last` ends the session and clears the core's state."""
        ciphertext, tag = self._message(Operation.SEAL, ad, text, b"", last)
        if ciphertext.kind != Kind.TEXT or tag.kind != Kind.TAG:
            raise self._unexpected([ciphertext, tag])
        return ciphertext.data, tag.data

    def decrypt(self, ad: bytes, ciphertext: bytes, tag: bytes, *, last: bool = False) -> bytes:
        """Return the text; TagRefused when the tag is not right."""
        _require_size("tag", tag, TAG_BYTES)
        text, status = self._message(Operation.OPEN, ad, ciphertext, tag, last)
        if text.kind != Kind.TEXT or status.kind != Kind.STATUS:
            raise self._unexpected([text, status])
        if status.data != bytes([Status.ACCEPTED]):
            self._ended = True
            raise TagRefused(
                f"tag {tag.hex()} of {len(ciphertext)} bytes of ciphertext is refused",
                "Key, nonce, associated data, ciphertext or tag is not what was sealed.",
            )
        return text.data

    def _message(
        self, operation: Operation, ad: bytes, text: bytes, tag: bytes, last: bool
    ) -> tuple[Segment, Segment]:
        if self._ended or (self._start is None and self._device._session is not self):
            raise RoundelError("a message of a session that has ended", "Begin another with session().")
        segments = message_segments(operation, self._start, ad, text, tag, stay=not last)
        self._start = None
        self._ended = last
        self._device._session = self
        answer = self._device._answers(segments)
        if len(answer) != 2:
            raise self._unexpected(answer)
        return answer[0], answer[1]

    def _unexpected(self, answer: list[Segment]) -> RoundelError:
        self._ended = True
        told = ", ".join(f"{Kind(s.kind).name} of {len(s.data)} bytes" for s in answer)
        return RoundelError(f"{self._device.core.name} answered a message with {told or 'nothing'}")


class Sealing:
    """What a device with the AEAD service adds to its streams."""

    core: Core
    _session: AeadSession | None = None

    def session(self, key: bytes, nonce: bytes) -> AeadSession:
        """Begin a session with a 16-byte key and a 16-byte nonce that was never used with it before.

        Raises RoundelError for another length, or for a core without the AEAD service.
        """
        if not any(service.name == "aead" for service in self.core.services):
            raise RoundelError(f"{self.core.name} has no aead service", "`roundel show` lists what it has.")
        return AeadSession(self, key, nonce)

    def encrypt(self, key: bytes, nonce: bytes, ad: bytes, text: bytes) -> tuple[bytes, bytes]:
        """Return (ciphertext, 16-byte tag) of one message in a session of its own."""
        return self.session(key, nonce).encrypt(ad, text, last=True)

    def decrypt(self, key: bytes, nonce: bytes, ad: bytes, ciphertext: bytes, tag: bytes) -> bytes:
        """Return the text of one message in a session of its own; TagRefused when the tag is not right."""
        return self.session(key, nonce).decrypt(ad, ciphertext, tag, last=True)

    def run(self, beats: Beats, *, segments: int) -> Beats:
        """Send beats, return the answer (see `Device.run`)."""
        raise NotImplementedError

    def _answers(self, segments: list[Segment]) -> list[Segment]:
        return segments_of(self.run(beats_of(segments, self.core.data_width), segments=2))


def _require_size(what: str, data: bytes, size: int) -> None:
    if len(data) != size:
        raise RoundelError(f"a {what} of {len(data)} bytes, expected {size}")

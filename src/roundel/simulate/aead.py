"""Authenticated encryption on a device: `encrypt`, `decrypt` and sessions of several messages."""

from __future__ import annotations

from roundel.aead_message import KEY_BYTES, NONCE_BYTES, TAG_BYTES, message_segments
from roundel.errors import RoundelError
from roundel.simulate.service import Serving, told
from roundel.stream import Kind, Operation, Segment, Status


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
        if text.kind != Kind.UNVERIFIED or status.kind != Kind.STATUS:
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
        if self._ended or (self._start is None and self._device._alive is not self):
            raise RoundelError("a message of a session that has ended", "Begin another with session().")
        segments = message_segments(operation, self._start, ad, text, tag, stay=not last)
        answer = self._device._exchange(segments, answers=2, alive=None if last else self)
        self._start = None
        self._ended = last
        if len(answer) != 2:
            raise self._unexpected(answer)
        return answer[0], answer[1]

    def _unexpected(self, answer: list[Segment]) -> RoundelError:
        self._ended = True
        return RoundelError(f"{self._device.core.name} answered a message with {told(answer)}")


class Sealing(Serving):
    """What a device with the AEAD service adds to its streams."""

    def session(self, key: bytes, nonce: bytes) -> AeadSession:
        """Begin a session with a 16-byte key and a 16-byte nonce that was never used with it before.

        Raises RoundelError for another length, or for a core without the AEAD service.
        """
        self._require("aead", "lake-keyak")
        return AeadSession(self, key, nonce)

    def encrypt(self, key: bytes, nonce: bytes, ad: bytes, text: bytes) -> tuple[bytes, bytes]:
        """Return (ciphertext, 16-byte tag) of one message in a session of its own."""
        return self.session(key, nonce).encrypt(ad, text, last=True)

    def decrypt(self, key: bytes, nonce: bytes, ad: bytes, ciphertext: bytes, tag: bytes) -> bytes:
        """Return the text of one message in a session of its own; TagRefused when the tag is not right."""
        return self.session(key, nonce).decrypt(ad, ciphertext, tag, last=True)


def _require_size(what: str, data: bytes, size: int) -> None:
    if len(data) != size:
        raise RoundelError(f"a {what} of {len(data)} bytes, expected {size}")

"""Authenticated encryption on a device: `encrypt`, `decrypt`, and what lives in the core between messages.

A Keyak core keeps a session of several messages, a core of AES-GCM or AES-Grøstl the key.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from roundel.errors import RoundelError
from roundel.protocol import gcm_message, groestl_message
from roundel.protocol.groestl_message import AD_UNIT, JOINED_256, JOINED_512, NONCE_SIZES, AesGroestl
from roundel.protocol.keyak_message import KEY_BYTES, NONCE_BYTES, TAG_BYTES, message_segments
from roundel.protocol.stream import Kind, Operation, Segment, Status
from roundel.simulate.beats import Beats, beats_of, segments_of
from roundel.simulate.service import ServiceMixin, octets, only, told

LAKE_KEYAK = "lake-keyak"  # name in the catalog


class TagRefused(RoundelError):
    """The tag is not that of this ciphertext, data, nonce and key. What was deciphered is not given out."""


class AeadSession:
    """Messages under one key and nonce, each of which depends on all before it. Made by `Device.session`.

    Both sides take the same messages in the same order. A refused tag ends the session, and so does
    anything else that is asked of the device.
    """

    def __init__(self, device: AeadMixin, key: bytes, nonce: bytes) -> None:
        """Take key and nonce; they go to the core with the first message."""
        self._device = device
        self._start: tuple[bytes, bytes] | None = (
            _sized("key", key, KEY_BYTES),
            _sized("nonce", nonce, NONCE_BYTES),
        )
        self._ended = False

    def encrypt(self, ad: bytes, text: bytes, *, last: bool = False) -> tuple[bytes, bytes]:
        """Return (ciphertext, 16-byte tag); `last` ends the session and clears the core's state."""
        segments = self._message(Operation.SEAL, ad, text, b"", last)
        sealed = self._device._seal(segments, None if last else self)
        self._ended = last
        return sealed

    def decrypt(self, ad: bytes, ciphertext: bytes, tag: bytes, *, last: bool = False) -> bytes:
        """Return the text; TagRefused when the tag is not right."""
        expected = _sized("tag", tag, TAG_BYTES)
        segments = self._message(Operation.OPEN, ad, ciphertext, expected, last)
        text = self._device._open(segments, None if last else self)
        self._ended = last
        return text

    def _message(self, operation: Operation, ad: bytes, text: bytes, tag: bytes, last: bool) -> list[Segment]:
        """Return the segments; the session has ended until the core has taken them as they should be."""
        if self._ended or (self._start is None and self._device._alive is not self):
            raise RoundelError("a message of a session that has ended", "Begin another with session().")
        data, body = octets("the associated data", ad), octets("the text", text)
        segments = message_segments(operation, self._start, data, body, tag, stay=not last)
        self._device._require_free()
        self._start = None
        self._ended = True
        return segments


class MessageKey(ABC):
    """Messages under one key, which stays in the core from message to message.

    When the core has done something else in between, the key is sent again.
    """

    def __init__(
        self, device: AeadMixin, key: object, segments: Callable[..., list[Segment]], tag: int
    ) -> None:
        """Take the key, what makes the segments of a message, and the bytes of a tag.

        The key goes to the core with the first message.
        """
        self._device = device
        self._key = key
        self._segments = segments
        self._tag_bytes = tag

    def encrypt(self, nonce: bytes, ad: bytes, text: bytes, *, last: bool = False) -> tuple[bytes, bytes]:
        """Return (ciphertext, tag); `last` clears the key from the core.

        The nonce was never used with this key before. RoundelError for sizes that the algorithm has not.
        """
        segments = self._message(Operation.SEAL, nonce, ad, text, b"", last)
        return self._device._seal(segments, None if last else self)

    def decrypt(self, nonce: bytes, ad: bytes, ciphertext: bytes, tag: bytes, *, last: bool = False) -> bytes:
        """Return the text; TagRefused when the tag is not right."""
        expected = _sized("tag", tag, self._tag_bytes)
        segments = self._message(Operation.OPEN, nonce, ad, ciphertext, expected, last)
        return self._device._open(segments, None if last else self)

    def _message(
        self, operation: Operation, nonce: bytes, ad: bytes, text: bytes, tag: bytes, last: bool
    ) -> list[Segment]:
        fresh, data, body = (
            octets("the nonce", nonce),
            octets("the associated data", ad),
            octets("the text", text),
        )
        self._require_sizes(fresh, data)
        key = None if self._device._alive is self else self._key
        return self._segments(operation, key, fresh, data, body, tag, stay=not last)

    @abstractmethod
    def _require_sizes(self, nonce: bytes, ad: bytes) -> None:
        """Raise RoundelError for sizes that the algorithm has not."""


class GcmKey(MessageKey):
    """AES-GCM under a key of 16 or 32 bytes: nonces from 1 byte on, 12 as a rule. Made by `Device.gcm`."""

    def __init__(self, device: AeadMixin, key: bytes) -> None:
        """Take the key; it goes to the core with the first message."""
        own = _sized("key", key, *gcm_message.KEY_SIZES)
        super().__init__(device, own, gcm_message.message_segments, gcm_message.TAG_BYTES)

    def _require_sizes(self, nonce: bytes, ad: bytes) -> None:
        if not nonce:
            raise RoundelError("a nonce of 0 bytes, expected 1 or more", "12 is usual.")


class GroestlKey(MessageKey):
    """AES-CTR and HMAC-Grøstl, encrypt-then-MAC, under a key for each. Made by `Device.aes_groestl`.

    Nonces have 12 bytes (RFC 3686), or 16 for the first counter block; associated data whole 16 bytes; tags
    32, or 64 with Grøstl-512.
    """

    def __init__(self, device: AeadMixin, joined: AesGroestl, key: bytes, mac_key: bytes) -> None:
        """Take AES's key and HMAC's; they go to the core with the first message."""
        keys = _sized("key", key, joined.key_bytes), octets("the HMAC key", mac_key)
        if len(keys[1]) > joined.block_bytes:
            raise RoundelError(
                f"an HMAC key of {len(keys[1])} bytes, expected at most {joined.block_bytes}",
                "Hash a longer one: that is the same key (FIPS 198-1).",
            )
        super().__init__(device, keys, groestl_message.message_segments, joined.tag_bytes)

    def _require_sizes(self, nonce: bytes, ad: bytes) -> None:
        _sized("nonce", nonce, *NONCE_SIZES)
        if len(ad) % AD_UNIT:
            raise RoundelError(f"associated data of {len(ad)} bytes, expected a multiple of {AD_UNIT}")


class AeadMixin(ServiceMixin):
    """What a device with the AEAD service adds to its streams."""

    def session(self, key: bytes, nonce: bytes) -> AeadSession:
        """Begin a Keyak session with a 16-byte key and a 16-byte nonce that was never used with it before.

        Raises RoundelError for another length, or for a core without Keyak.
        """
        self._require("aead", LAKE_KEYAK)
        return AeadSession(self, key, nonce)

    def gcm(self, key: bytes) -> GcmKey:
        """Begin with AES-GCM under a key of 16 or 32 bytes; RoundelError for a core without it."""
        self._require("aead", gcm_message.AES_GCM)
        return GcmKey(self, key)

    def aes_groestl(self, key: bytes, mac_key: bytes) -> GroestlKey:
        """Begin with AES-CTR and HMAC-Grøstl: AES's key has 16 bytes, or 32 with Grøstl-512.

        HMAC's has at most a block, 64 bytes or 128. RoundelError for other sizes, or a core without it.
        """
        joined = self._joined() or JOINED_256
        self._require("aead", joined.name)
        return GroestlKey(self, joined, key, mac_key)

    def aes_ctr(self, key: bytes, nonce: bytes, text: bytes) -> bytes:
        """Return `text` enciphered or deciphered by AES-CTR (RFC 3686), with the nonce of an AES-Grøstl core.

        Raises RoundelError for other sizes, or for a core without the CTR service.
        """
        own = _sized("key", key, JOINED_256.key_bytes, JOINED_512.key_bytes)
        joined = JOINED_256 if len(own) == JOINED_256.key_bytes else JOINED_512
        self._require("ctr", joined.ctr_name)
        body = octets("the text", text)
        segments = groestl_message.ctr_segments(own, _sized("nonce", nonce, *NONCE_SIZES), body)
        return only(self.core, self._exchange(segments), Kind.TEXT, len(body), "AES-CTR")

    def encrypt(self, key: bytes, nonce: bytes, ad: bytes, text: bytes) -> tuple[bytes, bytes]:
        """Return (ciphertext, tag) of one message; nothing of it stays in the core.

        Lake Keyak takes keys and nonces of 16 bytes, AES-GCM keys of 16 or 32 and nonces of 1 or more,
        AES-Grøstl (`protocol.groestl_message`) AES's key followed by HMAC's. Raises RoundelError for other
        lengths, or for a core without the AEAD service.
        """
        if kept := self._message_key(key):
            return kept.encrypt(nonce, ad, text, last=True)
        return self.session(key, nonce).encrypt(ad, text, last=True)

    def decrypt(self, key: bytes, nonce: bytes, ad: bytes, ciphertext: bytes, tag: bytes) -> bytes:
        """Return the text of one message; TagRefused when the tag is not right. Lengths as in `encrypt`."""
        if kept := self._message_key(key):
            return kept.decrypt(nonce, ad, ciphertext, tag, last=True)
        return self.session(key, nonce).decrypt(ad, ciphertext, tag, last=True)

    def _message_key(self, key: bytes) -> MessageKey | None:
        """Return the key as that of messages that stand by themselves; None for a core of sessions."""
        if any(s.algorithm == gcm_message.AES_GCM for s in self.core.services):
            return self.gcm(key)
        if joined := self._joined():
            key = octets("the key", key)
            return self.aes_groestl(key[: joined.key_bytes], key[joined.key_bytes :])
        return None

    def _joined(self) -> AesGroestl | None:
        served = {s.algorithm for s in self.core.services}
        return next((joined for joined in (JOINED_256, JOINED_512) if joined.name in served), None)

    def _seal(self, segments: Sequence[Segment], alive: object | None) -> tuple[bytes, bytes]:
        """Return (ciphertext, tag); `alive` is what the message leaves in the core."""
        answer = self._message_answer(segments, alive)
        if [segment.kind for segment in answer] != [Kind.TEXT, Kind.TAG]:
            raise self._unexpected(answer)
        return answer[0].data, answer[1].data

    def _open(self, segments: Sequence[Segment], alive: object | None) -> bytes:
        """Return the text that the core accepts, whether it holds the text back until then or not."""
        *text, status = self._message_answer(segments, alive)
        if status.kind != Kind.STATUS or [s.kind for s in text] not in ([], [Kind.TEXT], [Kind.UNVERIFIED]):
            raise self._unexpected([*text, status])
        if status.data == bytes([Status.ACCEPTED]) and text:
            return text[0].data
        size = sum(len(s.data) for s in segments if s.kind == Kind.TEXT)
        if status.data == bytes([Status.REFUSED]):
            raise TagRefused(
                f"tag {segments[-1].data.hex()} of {size} bytes of ciphertext is refused",
                "Key, nonce, associated data, ciphertext or tag is not what was sealed.",
            )
        if status.data == bytes([Status.OVERFLOW]):
            raise RoundelError(
                f"{self.core.name} cannot hold back {size} bytes of text until their tag is checked",
                "The tag is right, the text was dropped. Seal shorter messages.",
            )
        raise self._unexpected([*text, status])

    def _message_answer(self, segments: Sequence[Segment], alive: object | None) -> list[Segment]:
        """Return what answers one message: a segment or two, of which the last is TAG or STATUS."""
        sent = beats_of(segments, self.core.data_width)
        self._claim_stream()
        with self._uninterruptible():
            beats = self.run(sent, segments=1)
            while not _is_whole(beats):
                more = self.run(Beats.empty(0, self.core.data_width), segments=1)
                beats = Beats.concatenate([beats, more])
        self._alive = alive
        return segments_of(beats)

    def _unexpected(self, answer: list[Segment]) -> RoundelError:
        self._alive = None
        return RoundelError(f"{self.core.name} answered a message with {told(answer)}")


def _is_whole(answer: Beats) -> bool:
    return bool(answer.last[-1]) and int(answer.user[-1]) in (Kind.TAG, Kind.STATUS)


def _sized(what: str, data: bytes, *sizes: int) -> bytes:
    """Return `data` as bytes; RoundelError for what is none, or of none of these sizes."""
    own = octets(f"the {what}", data)
    if len(own) not in sizes:
        raise RoundelError(f"a {what} of {len(own)} bytes, expected {' or '.join(map(str, sizes))}")
    return own

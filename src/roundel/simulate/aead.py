"""Authenticated encryption on a device: `encrypt`, `decrypt`, and what the core keeps between messages.

A Keyak core keeps a session of several messages. A core of AES-GCM or AES-Grøstl keeps the key.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from roundel.errors import RoundelError
from roundel.protocol import gcm_message, groestl_message
from roundel.protocol.groestl_message import AD_UNIT, NONCE_SIZES, SUITE_256, SUITE_512, AesGroestl
from roundel.protocol.keyak_message import KEY_BYTES, NONCE_BYTES, TAG_BYTES, message_segments
from roundel.protocol.stream import Kind, Operation, Segment, Status
from roundel.simulate.beats import Beats, beats_of, segments_of
from roundel.simulate.service import ServiceMixin, as_bytes, describe, expect_one

LAKE_KEYAK = "lake-keyak"  # name in the catalog


class TagRefused(RoundelError):
    """The tag does not match the ciphertext, data, nonce and key. The decrypted text is not returned."""


class AeadSession:
    """Messages under one key and nonce, each of which depends on all earlier ones. Made by `Device.session`.

    Both sides process the same messages in the same order. A refused tag ends the session, and so does any
    other transaction of the device.
    """

    def __init__(self, device: AeadMixin, key: bytes, nonce: bytes) -> None:
        """Check key and nonce. They are sent to the core with the first message."""
        self._device = device
        self._start: tuple[bytes, bytes] | None = (
            _sized("key", key, KEY_BYTES),
            _sized("nonce", nonce, NONCE_BYTES),
        )
        self._ended = False

    def encrypt(self, ad: bytes, text: bytes, *, last: bool = False) -> tuple[bytes, bytes]:
        """Encrypt one message.

        Args:
            ad: Associated data, any length.
            text: The plaintext, any length.
            last: Whether this message ends the session and clears the core's state.

        Returns:
            The ciphertext, and the 16-byte tag.

        Raises:
            RoundelError: The session has ended.
        """
        segments = self._message(Operation.SEAL, ad, text, b"", last)
        sealed = self._device._seal(segments, None if last else self)
        self._ended = last
        return sealed

    def decrypt(self, ad: bytes, ciphertext: bytes, tag: bytes, *, last: bool = False) -> bytes:
        """Decrypt one message.

        Args:
            ad: Associated data, any length.
            ciphertext: The ciphertext, any length.
            tag: The 16-byte tag.
            last: Whether this message ends the session and clears the core's state.

        Returns:
            The plaintext.

        Raises:
            TagRefused: The tag is wrong. The session has ended.
            RoundelError: The session has ended, or the tag has another length.
        """
        expected = _sized("tag", tag, TAG_BYTES)
        segments = self._message(Operation.OPEN, ad, ciphertext, expected, last)
        text = self._device._open(segments, None if last else self)
        self._ended = last
        return text

    def _message(self, operation: Operation, ad: bytes, text: bytes, tag: bytes, last: bool) -> list[Segment]:
        """Return the segments. The session counts as ended until the core has answered them."""
        if self._ended or (self._start is None and self._device._owner is not self):
            raise RoundelError("a message of a session that has ended", "Begin another one with session().")
        data, body = as_bytes("the associated data", ad), as_bytes("the text", text)
        segments = message_segments(operation, self._start, data, body, tag, keep=not last)
        self._device._require_idle()
        self._start = None
        self._ended = True
        return segments


class MessageKey(ABC):
    """Messages under one key, which the core keeps from message to message.

    The key is sent again if the core has executed another transaction in between.
    """

    def __init__(
        self, device: AeadMixin, key: object, segments: Callable[..., list[Segment]], tag: int
    ) -> None:
        """Keep the key, the function that makes a message's segments, and the tag's length in bytes.

        The key is sent to the core with the first message.
        """
        self._device = device
        self._key = key
        self._segments = segments
        self._tag_bytes = tag

    def encrypt(self, nonce: bytes, ad: bytes, text: bytes, *, last: bool = False) -> tuple[bytes, bytes]:
        """Encrypt one message.

        Args:
            nonce: The nonce, never used before with this key.
            ad: Associated data.
            text: The plaintext, any length.
            last: Whether this message clears the key in the core.

        Returns:
            The ciphertext, and the tag.

        Raises:
            RoundelError: The algorithm does not have these sizes.
        """
        segments = self._message(Operation.SEAL, nonce, ad, text, b"", last)
        return self._device._seal(segments, None if last else self)

    def decrypt(self, nonce: bytes, ad: bytes, ciphertext: bytes, tag: bytes, *, last: bool = False) -> bytes:
        """Decrypt one message.

        Args:
            nonce: The nonce.
            ad: Associated data.
            ciphertext: The ciphertext, any length.
            tag: The tag.
            last: Whether this message clears the key in the core.

        Returns:
            The plaintext.

        Raises:
            TagRefused: The tag is wrong.
            RoundelError: The algorithm does not have these sizes.
        """
        expected = _sized("tag", tag, self._tag_bytes)
        segments = self._message(Operation.OPEN, nonce, ad, ciphertext, expected, last)
        return self._device._open(segments, None if last else self)

    def _message(
        self, operation: Operation, nonce: bytes, ad: bytes, text: bytes, tag: bytes, last: bool
    ) -> list[Segment]:
        iv, data, body = (
            as_bytes("the nonce", nonce),
            as_bytes("the associated data", ad),
            as_bytes("the text", text),
        )
        self._require_sizes(iv, data)
        key = None if self._device._owner is self else self._key
        return self._segments(operation, key, iv, data, body, tag, keep=not last)

    @abstractmethod
    def _require_sizes(self, nonce: bytes, ad: bytes) -> None:
        """Raise RoundelError if the algorithm does not have these sizes."""


class GcmKey(MessageKey):
    """AES-GCM under a key of 16 or 32 bytes, with nonces of at least 1 byte (usually 12). Made by
    `Device.gcm`.
    """

    def __init__(self, device: AeadMixin, key: bytes) -> None:
        """Check the key. It is sent to the core with the first message."""
        own = _sized("key", key, *gcm_message.KEY_SIZES)
        super().__init__(device, own, gcm_message.message_segments, gcm_message.TAG_BYTES)

    def _require_sizes(self, nonce: bytes, ad: bytes) -> None:
        if not nonce:
            raise RoundelError("a nonce of 0 bytes, expected 1 or more", "Usually it has 12 bytes.")


class GroestlKey(MessageKey):
    """AES-CTR and HMAC-Grøstl, encrypt-then-MAC, each under its own key. Made by `Device.aes_groestl`.

    A nonce has 12 bytes (RFC 3686), or 16 for the first counter block. Associated data is a multiple of 16
    bytes. A tag has 32 bytes, or 64 with Grøstl-512.
    """

    def __init__(self, device: AeadMixin, suite: AesGroestl, key: bytes, mac_key: bytes) -> None:
        """Check the keys of AES and HMAC. They are sent to the core with the first message."""
        keys = _sized("key", key, suite.key_bytes), as_bytes("the HMAC key", mac_key)
        if len(keys[1]) > suite.block_bytes:
            raise RoundelError(
                f"an HMAC key of {len(keys[1])} bytes, expected at most {suite.block_bytes}",
                "Hash a longer key first: the result is an equivalent key (FIPS 198-1).",
            )
        super().__init__(device, keys, groestl_message.message_segments, suite.tag_bytes)

    def _require_sizes(self, nonce: bytes, ad: bytes) -> None:
        _sized("nonce", nonce, *NONCE_SIZES)
        if len(ad) % AD_UNIT:
            raise RoundelError(f"associated data of {len(ad)} bytes, expected a multiple of {AD_UNIT}")


class AeadMixin(ServiceMixin):
    """The AEAD front end of a device."""

    def session(self, key: bytes, nonce: bytes) -> AeadSession:
        """Begin a session of Lake Keyak.

        Args:
            key: 16 bytes.
            nonce: 16 bytes, never used before with this key.

        Returns:
            The session.

        Raises:
            RoundelError: A length is wrong, or the core has no Lake Keyak.
        """
        self._require("aead", LAKE_KEYAK)
        return AeadSession(self, key, nonce)

    def gcm(self, key: bytes) -> GcmKey:
        """Begin messages of AES-GCM under one key.

        Args:
            key: 16 or 32 bytes.

        Returns:
            The key's messages.

        Raises:
            RoundelError: The length is wrong, or the core has no AES-GCM.
        """
        self._require("aead", gcm_message.AES_GCM)
        return GcmKey(self, key)

    def aes_groestl(self, key: bytes, mac_key: bytes) -> GroestlKey:
        """Begin messages of AES-CTR with HMAC-Grøstl under two keys.

        Args:
            key: AES's key: 16 bytes, or 32 with Grøstl-512.
            mac_key: HMAC's key: at most 64 bytes, or 128 with Grøstl-512.

        Returns:
            The keys' messages.

        Raises:
            RoundelError: A length is wrong, or the core has no AES-Grøstl.
        """
        suite = self._suite() or SUITE_256
        self._require("aead", suite.name)
        return GroestlKey(self, suite, key, mac_key)

    def aes_ctr(self, key: bytes, nonce: bytes, text: bytes) -> bytes:
        """Encrypt or decrypt a text by AES-CTR (RFC 3686).

        Args:
            key: 16 bytes, or 32 with Grøstl-512.
            nonce: 12 bytes, or 16 for the first counter block.
            text: Any length.

        Returns:
            The ciphertext or plaintext, as long as `text`.

        Raises:
            RoundelError: A length is wrong, or the core has no CTR service.
        """
        own = _sized("key", key, SUITE_256.key_bytes, SUITE_512.key_bytes)
        suite = SUITE_256 if len(own) == SUITE_256.key_bytes else SUITE_512
        self._require("ctr", suite.ctr_name)
        body = as_bytes("the text", text)
        segments = groestl_message.ctr_segments(own, _sized("nonce", nonce, *NONCE_SIZES), body)
        return expect_one(self.core, self._exchange(segments), Kind.TEXT, len(body), "AES-CTR")

    def encrypt(self, key: bytes, nonce: bytes, ad: bytes, text: bytes) -> tuple[bytes, bytes]:
        """Encrypt one message. The core keeps nothing of it.

        Args:
            key: Lake Keyak: 16 bytes. AES-GCM: 16 or 32. AES-Grøstl: AES's key, then HMAC's.
            nonce: Lake Keyak: 16 bytes. AES-GCM: 1 or more. AES-Grøstl: 12 or 16.
            ad: Associated data; a multiple of 16 bytes for AES-Grøstl.
            text: The plaintext, any length.

        Returns:
            The ciphertext, and the tag (16 bytes; AES-Grøstl: 32 or 64).

        Raises:
            RoundelError: A length is wrong, or the core has no AEAD service.
        """
        if message_key := self._message_key(key):
            return message_key.encrypt(nonce, ad, text, last=True)
        return self.session(key, nonce).encrypt(ad, text, last=True)

    def decrypt(self, key: bytes, nonce: bytes, ad: bytes, ciphertext: bytes, tag: bytes) -> bytes:
        """Decrypt one message. The core keeps nothing of it.

        Args:
            key: See `encrypt`.
            nonce: See `encrypt`.
            ad: Associated data; see `encrypt`.
            ciphertext: The ciphertext, any length.
            tag: The tag.

        Returns:
            The plaintext.

        Raises:
            TagRefused: The tag is wrong.
            RoundelError: A length is wrong, or the core has no AEAD service.
        """
        if message_key := self._message_key(key):
            return message_key.decrypt(nonce, ad, ciphertext, tag, last=True)
        return self.session(key, nonce).decrypt(ad, ciphertext, tag, last=True)

    def _message_key(self, key: bytes) -> MessageKey | None:
        """Return the key for independent messages; None for a core of sessions."""
        if any(s.algorithm == gcm_message.AES_GCM for s in self.core.services):
            return self.gcm(key)
        if suite := self._suite():
            key = as_bytes("the key", key)
            return self.aes_groestl(key[: suite.key_bytes], key[suite.key_bytes :])
        return None

    def _suite(self) -> AesGroestl | None:
        served = {s.algorithm for s in self.core.services}
        return next((suite for suite in (SUITE_256, SUITE_512) if suite.name in served), None)

    def _seal(self, segments: Sequence[Segment], owner: object | None) -> tuple[bytes, bytes]:
        """Return (ciphertext, tag). `owner` is the object whose state the core keeps."""
        answer = self._message_answer(segments, owner)
        if [segment.kind for segment in answer] != [Kind.TEXT, Kind.TAG]:
            raise self._unexpected(answer)
        return answer[0].data, answer[1].data

    def _open(self, segments: Sequence[Segment], owner: object | None) -> bytes:
        """Return the text that the core accepts. The core may hold it back until then, or not."""
        *text, status = self._message_answer(segments, owner)
        if status.kind != Kind.STATUS or [s.kind for s in text] not in ([], [Kind.TEXT], [Kind.UNVERIFIED]):
            raise self._unexpected([*text, status])
        if status.data == bytes([Status.ACCEPTED]) and text:
            return text[0].data
        size = sum(len(s.data) for s in segments if s.kind == Kind.TEXT)
        if status.data == bytes([Status.REFUSED]):
            raise TagRefused(
                f"tag {segments[-1].data.hex()} of {size} bytes of ciphertext is refused",
                "Key, nonce, associated data, ciphertext or tag differs from the sealed message.",
            )
        if status.data == bytes([Status.OVERFLOW]):
            raise RoundelError(
                f"{self.core.name} cannot hold back {size} bytes of text until their tag is checked",
                "The tag is right, but the core has dropped the text. Seal shorter messages.",
            )
        raise self._unexpected([*text, status])

    def _message_answer(self, segments: Sequence[Segment], owner: object | None) -> list[Segment]:
        """Return the answer to one message: one or two segments, the last of which is TAG or STATUS."""
        sent = beats_of(segments, self.core.data_width)
        self._begin_stream()
        with self._uninterruptible():
            beats = self.run(sent, segments=1)
            while not _is_complete(beats):
                more = self.run(Beats.empty(0, self.core.data_width), segments=1)
                beats = Beats.concatenate([beats, more])
        self._owner = owner
        return segments_of(beats)

    def _unexpected(self, answer: list[Segment]) -> RoundelError:
        self._owner = None
        return RoundelError(f"{self.core.name} answered a message with {describe(answer)}")


def _is_complete(answer: Beats) -> bool:
    return bool(answer.last[-1]) and int(answer.user[-1]) in (Kind.TAG, Kind.STATUS)


def _sized(what: str, data: bytes, *sizes: int) -> bytes:
    """Return `data` as bytes; RoundelError if it holds no bytes, or has none of these lengths."""
    own = as_bytes(f"the {what}", data)
    if len(own) not in sizes:
        raise RoundelError(f"a {what} of {len(own)} bytes, expected {' or '.join(map(str, sizes))}")
    return own

"""Authenticated encryption on a device, in sessions or under keys that the core keeps.

A Keyak core keeps a session of several messages. Any other core keeps the key.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from roundel.algorithms.aes_gcm import AES_GCM
from roundel.algorithms.aes_groestl import (
    AES_128_CTR,
    AES_256_CTR,
    AES_GROESTL_256,
    AES_GROESTL_512,
    NONCE_SIZES,
)
from roundel.algorithms.kinds.aead import Aead
from roundel.algorithms.kinds.base import require_size
from roundel.algorithms.lake_keyak import LAKE_KEYAK
from roundel.algorithms.registry import find
from roundel.errors import RoundelError
from roundel.protocol.stream import ACCEPTED, OVERFLOW, REFUSED, Kind, Operation, Segment
from roundel.simulate.beats import Beats, beats_of, segments_of
from roundel.simulate.service import ServiceMixin, as_bytes, describe, expect_one


class TagRefused(RoundelError):
    """The tag does not match what it authenticates, or the key. No decrypted text is returned."""


class AeadSession:
    """Messages under one key and nonce, each of which depends on all earlier ones. Made by `Device.session`.

    Both sides process the same messages in the same order. A refused tag ends the session, and so does any
    other transaction of the device.
    """

    def __init__(self, device: AeadMixin, algorithm: Aead, key: bytes, nonce: bytes) -> None:
        """Check key and nonce. They are sent to the core with the first message."""
        self._device = device
        self._algorithm = algorithm
        self._key: bytes | None = _sized("a key", key, algorithm.key_sizes)
        self._nonce = _sized("a nonce", nonce, algorithm.nonce_sizes)
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
        expected = _sized("a tag", tag, self._algorithm.tag_sizes)
        segments = self._message(Operation.OPEN, ad, ciphertext, expected, last)
        text = self._device._open(segments, None if last else self)
        self._ended = last
        return text

    def _message(self, operation: Operation, ad: bytes, text: bytes, tag: bytes, last: bool) -> list[Segment]:
        """Return the segments. The session counts as ended until the core has answered them."""
        if self._ended or (self._key is None and self._device._owner is not self):
            raise RoundelError("a message of a session that has ended", "Begin another one with session().")
        data, body = as_bytes("the associated data", ad), as_bytes("the text", text)
        segments = self._algorithm.message(operation, self._key, self._nonce, data, body, tag, keep=not last)
        self._device._require_idle()
        self._key = None
        self._ended = True
        return segments


class MessageKey:
    """Messages under one key, which the core keeps from message to message.

    Made by `Device.gcm`, `Device.aes_groestl` and `Device.aead_key`. The key is sent again if the core has
    executed another transaction in between.
    """

    def __init__(self, device: AeadMixin, algorithm: Aead, key: bytes) -> None:
        """Check the key. It is sent to the core with the first message."""
        self._device = device
        self._algorithm = algorithm
        self._key = _sized("a key", key, algorithm.key_sizes)

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
        expected = _sized("a tag", tag, self._algorithm.tag_sizes)
        segments = self._message(Operation.OPEN, nonce, ad, ciphertext, expected, last)
        return self._device._open(segments, None if last else self)

    def _message(
        self, operation: Operation, nonce: bytes, ad: bytes, text: bytes, tag: bytes, last: bool
    ) -> list[Segment]:
        algorithm = self._algorithm
        iv = _sized("a nonce", nonce, algorithm.nonce_sizes)
        data = _sized("associated data", ad, algorithm.ad_sizes)
        key = None if self._device._owner is self else self._key
        return algorithm.message(operation, key, iv, data, as_bytes("the text", text), tag, keep=not last)


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
        self._require("aead", LAKE_KEYAK.name)
        return AeadSession(self, LAKE_KEYAK, key, nonce)

    def gcm(self, key: bytes) -> MessageKey:
        """Begin messages of AES-GCM under one key.

        Args:
            key: 16 or 32 bytes.

        Returns:
            The key's messages.

        Raises:
            RoundelError: The length is wrong, or the core has no AES-GCM.
        """
        self._require("aead", AES_GCM.name)
        return MessageKey(self, AES_GCM, key)

    def aes_groestl(self, key: bytes, mac_key: bytes) -> MessageKey:
        """Begin messages of AES-CTR with HMAC-Grøstl under two keys.

        Args:
            key: AES's key: 16 bytes, or 32 with Grøstl-512.
            mac_key: HMAC's key: at most 64 bytes, or 128 with Grøstl-512.

        Returns:
            The keys' messages.

        Raises:
            RoundelError: A length is wrong, or the core has no AES-Grøstl.
        """
        served = {service.algorithm for service in self.core.services}
        algorithm = AES_GROESTL_512 if AES_GROESTL_512.name in served else AES_GROESTL_256
        self._require("aead", algorithm.name)
        cipher_key = _sized("a key", key, (algorithm.cipher_key_bytes,))
        block_bytes = algorithm.groestl.block_bytes
        hmac_key = as_bytes("the HMAC key", mac_key)
        if len(hmac_key) > block_bytes:
            raise RoundelError(
                f"an HMAC key of {len(hmac_key)} bytes, expected at most {block_bytes}",
                "Hash a longer key first: the result is an equivalent key (FIPS 198-1).",
            )
        return MessageKey(self, algorithm, cipher_key + hmac_key)

    def aead_key(self, key: bytes) -> MessageKey:
        """Begin messages under one key by the algorithm of the core, whatever that is.

        Args:
            key: See `encrypt`.

        Returns:
            The key's messages.

        Raises:
            RoundelError: The length is wrong, or the core keeps no key of an AEAD service.
        """
        algorithm = self._aead()
        if algorithm.in_sessions:
            raise RoundelError(
                f"{self.core.name} keeps sessions of {algorithm.name}, not keys", "Use session()."
            )
        return MessageKey(self, algorithm, key)

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
        own = _sized("a key", key, (AES_128_CTR.key_bytes, AES_256_CTR.key_bytes))
        algorithm = AES_128_CTR if len(own) == AES_128_CTR.key_bytes else AES_256_CTR
        self._require("ctr", algorithm.name)
        body = as_bytes("the text", text)
        segments = algorithm.request(*algorithm.message(own, _sized("a nonce", nonce, NONCE_SIZES), body))
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
        algorithm = self._aead()
        if algorithm.in_sessions:
            return AeadSession(self, algorithm, key, nonce).encrypt(ad, text, last=True)
        return MessageKey(self, algorithm, key).encrypt(nonce, ad, text, last=True)

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
        algorithm = self._aead()
        if algorithm.in_sessions:
            return AeadSession(self, algorithm, key, nonce).decrypt(ad, ciphertext, tag, last=True)
        return MessageKey(self, algorithm, key).decrypt(nonce, ad, ciphertext, tag, last=True)

    def _aead(self) -> Aead:
        """Return the algorithm of the AEAD service; RoundelError that names one without a descriptor."""
        return find(Aead, self._algorithm("aead"), f"{self.core.name} serves aead")

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
        if status == ACCEPTED and text:
            return text[0].data
        size = sum(len(s.data) for s in segments if s.kind == Kind.TEXT)
        if status == REFUSED:
            raise TagRefused(
                f"tag {segments[-1].data.hex()} of {size} bytes of ciphertext is refused",
                "Key, nonce, associated data, ciphertext or tag differs from the sealed message.",
            )
        if status == OVERFLOW:
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


def _sized(what: str, data: bytes, sizes: Container[int]) -> bytes:
    """Return `data` as bytes; RoundelError if it holds no bytes, or has none of these lengths."""
    own = as_bytes(what.replace("a ", "the ", 1) if what.startswith("a ") else f"the {what}", data)
    require_size(what, len(own), sizes)
    return own

"""Message authentication on a device: one call, one tag."""

from __future__ import annotations

from roundel.protocol.mac_message import (
    AES_CMAC,
    HMAC_GROESTL_256,
    HMAC_GROESTL_512,
    KECCAK_MAC,
    MacAlgorithm,
)
from roundel.protocol.stream import Kind
from roundel.simulate.service import ServiceMixin, octets, only


class MacMixin(ServiceMixin):
    """What a device with the MAC service adds to its streams."""

    def keccak_mac(self, key: bytes, iv: bytes, message: bytes, tag_bytes: int = 16) -> bytes:
        """Return the Keccak MAC: `tag_bytes` bytes (1 to 136) of Keccak[r=1088, c=512](key || iv || message).

        Key and iv are 16 bytes. Raises RoundelError for other sizes, or for a core without it.
        """
        return self._mac(KECCAK_MAC, key, iv, message, tag_bytes)

    def aes_cmac(self, key: bytes, message: bytes, tag_bytes: int = 16) -> bytes:
        """Return the first `tag_bytes` bytes (1 to 16) of the AES-CMAC under a key of 16 or 32 bytes.

        Raises RoundelError for other sizes, or for a core without it.
        """
        return self._mac(AES_CMAC, key, b"", message, tag_bytes)

    def hmac_groestl_256(self, key: bytes, message: bytes) -> bytes:
        """Return HMAC-Grøstl-256, 32 bytes, under a key of at most 64 bytes; a longer one is to be hashed."""
        return self._mac(HMAC_GROESTL_256, key, b"", message, HMAC_GROESTL_256.max_tag_bytes)

    def hmac_groestl_512(self, key: bytes, message: bytes) -> bytes:
        """Return HMAC-Grøstl-512, 64 bytes, under a key of at most 128 bytes; longer ones hashed."""
        return self._mac(HMAC_GROESTL_512, key, b"", message, HMAC_GROESTL_512.max_tag_bytes)

    def _mac(self, algorithm: MacAlgorithm, key: bytes, iv: bytes, message: bytes, tag_bytes: int) -> bytes:
        self._require("mac", algorithm.name)
        own, first, text = octets("the key", key), octets("the iv", iv), octets("the message", message)
        answer = self._exchange(algorithm.segments(own, first, text, tag_bytes))
        return only(self.core, answer, Kind.TAG, tag_bytes, f"a {algorithm.name}")

"""Message authentication on a device: one call returns one tag."""

from __future__ import annotations

from roundel.algorithms.aes_cmac import AES_CMAC
from roundel.algorithms.groestl import HMAC_256, HMAC_512
from roundel.algorithms.keccak_mac import KECCAK_MAC
from roundel.algorithms.kinds.mac import Mac
from roundel.algorithms.registry import find
from roundel.protocol.stream import Kind
from roundel.simulate.service import ServiceMixin, as_bytes, expect_one


class MacMixin(ServiceMixin):
    """The MAC front end of a device."""

    def mac(self, key: bytes, message: bytes, *, iv: bytes = b"", tag_bytes: int | None = None) -> bytes:
        """Return the tag by the MAC of the core, whatever that is.

        Args:
            key: The key.
            message: Any length.
            iv: The initial value, if the algorithm has one.
            tag_bytes: Length of the tag. By default it is the longest one, of a KMAC 32 or 64 bytes.

        Returns:
            The tag.

        Raises:
            RoundelError: A size is wrong, or the core has no MAC.
        """
        algorithm = find(Mac, self._algorithm("mac"), f"{self.core.name} serves mac")
        size = algorithm.usual_tag_bytes if tag_bytes is None else tag_bytes
        return self._mac(algorithm, key, iv, message, size)

    def keccak_mac(self, key: bytes, iv: bytes, message: bytes, tag_bytes: int = 16) -> bytes:
        """Return the Keccak MAC: the first bytes of Keccak[r=1088, c=512](key || iv || message).

        Args:
            key: 16 bytes.
            iv: Initial value, 16 bytes.
            message: Any length.
            tag_bytes: Length of the tag, 1 to 136 bytes.

        Returns:
            The tag, `tag_bytes` bytes.

        Raises:
            RoundelError: A size is wrong, or the core has no Keccak MAC.
        """
        return self._mac(KECCAK_MAC, key, iv, message, tag_bytes)

    def aes_cmac(self, key: bytes, message: bytes, tag_bytes: int = 16) -> bytes:
        """Return the first bytes of the AES-CMAC (SP 800-38B).

        Args:
            key: 16 or 32 bytes.
            message: Any length.
            tag_bytes: Length of the tag, 1 to 16 bytes.

        Returns:
            The tag, `tag_bytes` bytes.

        Raises:
            RoundelError: A size is wrong, or the core has no AES-CMAC.
        """
        return self._mac(AES_CMAC, key, b"", message, tag_bytes)

    def hmac_groestl_256(self, key: bytes, message: bytes) -> bytes:
        """Return HMAC-Grøstl-256.

        Args:
            key: At most 64 bytes. Hash a longer key first (FIPS 198-1).
            message: Any length.

        Returns:
            The tag, 32 bytes.

        Raises:
            RoundelError: The key is too long, or the core has no HMAC-Grøstl-256.
        """
        return self._mac(HMAC_256, key, b"", message, HMAC_256.tag_sizes[-1])

    def hmac_groestl_512(self, key: bytes, message: bytes) -> bytes:
        """Return HMAC-Grøstl-512.

        Args:
            key: At most 128 bytes. Hash a longer key first (FIPS 198-1).
            message: Any length.

        Returns:
            The tag, 64 bytes.

        Raises:
            RoundelError: The key is too long, or the core has no HMAC-Grøstl-512.
        """
        return self._mac(HMAC_512, key, b"", message, HMAC_512.tag_sizes[-1])

    def _mac(self, algorithm: Mac, key: bytes, iv: bytes, message: bytes, tag_bytes: int) -> bytes:
        self._require("mac", algorithm.name)
        key_, iv_, text = as_bytes("the key", key), as_bytes("the iv", iv), as_bytes("the message", message)
        answer = self._exchange(algorithm.request(*algorithm.message(key_, iv_, text, tag_bytes)))
        return expect_one(self.core, answer, Kind.TAG, tag_bytes, f"a {algorithm.name}")

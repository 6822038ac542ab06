"""KMAC on a device that keeps a key: many messages, whose frame the core absorbs once."""

from __future__ import annotations

from roundel.algorithms.kinds.base import require_size
from roundel.algorithms.kmac import CUSTOM_SIZES, KEEP_KEY, KMAC_128, KMAC_256
from roundel.algorithms.sender import SENDER_FUNCTIONS, Mode
from roundel.errors import RoundelError
from roundel.protocol.stream import ACCEPTED, REFUSED, Kind, Segment
from roundel.simulate.frames import refused
from roundel.simulate.service import BytesLike, ServiceMixin, as_bytes, describe, expect_one


class KmacKey:
    """Messages of a KMAC under one key and customization string. Made by `Device.kmac_key`.

    The core keeps both as the state after the frame. They are sent again if the core has executed another
    transaction in between.
    """

    def __init__(self, device: KmacKeyMixin, name: str, key: bytes, custom: bytes) -> None:
        """Check key and customization string. They are sent to the core with the first message."""
        function = SENDER_FUNCTIONS[name]
        (kmac,) = (one for one in (KMAC_128, KMAC_256) if one.rate_bytes == function.rate_bytes)
        self.name = name
        self._device = device
        self._algorithm = kmac.on(device.core.config.parameters)
        self._xof = function.xof
        self._key, self._custom = key, custom
        require_size("a key", len(key), kmac.key_sizes)
        require_size("a customization string", len(custom), CUSTOM_SIZES)

    def tag(self, data: BytesLike, length: int, *, last: bool = False) -> bytes:
        """Return the tag of `data`, `length` bytes.

        Args:
            data: The message, any length.
            length: The length of the tag, 1 to 65535.
            last: Whether this message clears the key in the core.

        Raises:
            RoundelError: The length is wrong.
        """
        answer = self._exchange(data, length, last)
        return expect_one(self._device.core, answer, Kind.TAG, length, f"a {self.name}")

    def verify(self, data: BytesLike, tag: BytesLike, *, last: bool = False) -> None:
        """Raise TagRefused unless `tag` is that of `data`. The core compares it. A wrong tag ends no key.

        Args:
            data: The message, any length.
            tag: The received tag, of 8 or 12 to 64 bytes.
            last: Whether this message clears the key in the core.

        Raises:
            TagRefused: The tag is wrong.
            RoundelError: The tag has another length.
        """
        answer = self._exchange(data, as_bytes("the tag", tag), last)
        if answer == [REFUSED]:
            raise refused(self.name)
        if answer != [ACCEPTED]:
            problem = f"{self._device.core.name} answered a VERIFY of {self.name} with {describe(answer)}"
            raise RoundelError(problem)

    def _exchange(self, data: BytesLike, tag: int | bytes, last: bool) -> list[Segment]:
        device, text = self._device, as_bytes(f"the data of a {self.name}", data)
        resumed = device._owner is self
        message = self._algorithm.message(
            None if resumed else self._key,
            b"",
            text,
            tag,
            keep=not last,
            custom=b"" if resumed else self._custom,
            xof=self._xof,
        )
        return device._exchange(self._algorithm.request(*message), owner=None if last else self)


class KmacKeyMixin(ServiceMixin):
    """The front end of a device that keeps a key of KMAC."""

    def kmac_key(self, name: str, key: BytesLike, custom: BytesLike = b"") -> KmacKey:
        """Begin messages of a KMAC under one key and customization string, which the core keeps.

        Args:
            name: "kmac_128", "kmac_256", "kmacxof_128" or "kmacxof_256".
            key: 1 to 255 bytes. SP 800-185 asks for at least 16 (KMAC128) or 32 (KMAC256).
            custom: The customization string, at most 255 bytes.

        Returns:
            The key's messages.

        Raises:
            RoundelError: The name is of no KMAC, a length is wrong, or the core does not keep a key of KMAC.
        """
        names = [one for one, function in SENDER_FUNCTIONS.items() if function.mode is Mode.KMAC]
        if name not in names:
            raise RoundelError(f"{name} is no KMAC", f"Expected one of {', '.join(names)}.")
        if not (self.core.serves(KMAC_128.name) and self.core.config.parameters.get(KEEP_KEY)):
            raise RoundelError(
                f"{self.core.name} does not keep a key of KMAC",
                "Use keccak-kmac-keep, or send the key with every message.",
            )
        return KmacKey(self, name, as_bytes("the key", key), as_bytes("the customization string", custom))

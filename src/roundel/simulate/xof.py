"""Output of unknown length on a device: a sponge that the core keeps and squeezes again, block by block."""

from __future__ import annotations

import dataclasses
from typing import Any

from roundel.algorithms.keccak import RESUME, resume_command
from roundel.algorithms.sender import SENDER_FUNCTIONS
from roundel.errors import RoundelError
from roundel.protocol.stream import Command, Flag, Kind, Segment
from roundel.simulate.framed import FramedMixin
from roundel.simulate.frames import KangarooHash
from roundel.simulate.hashing import Algorithm, Hash
from roundel.simulate.service import BytesLike, expect_one

# Output of one request. A longer output needs several, so that its first bytes do not wait for the last.
REQUEST_BLOCKS = 6000


class Xof:
    """The output of one message, read in pieces. Made by `Device.xof`.

    The message may be continued by `update` before the first `read`. The core sends whole blocks; the unused
    part of the last one is kept here. Any other transaction of the device ends the output.
    """

    def __init__(self, device: XofMixin, message: Hash) -> None:
        """Begin. `message` is a hash with one block of output, of which nothing has been sent."""
        self.name = message.name
        self.block_size = message.block_size
        command = Command.unpack(message._start[0].data)
        kept = dataclasses.replace(command, flags=command.flags | Flag.KEEP)
        message._start[0] = Segment(Kind.CMD, kept.pack())
        self._device = device
        self._message: Hash | None = message
        self._unused = b""
        self._ended = False

    def update(self, data: BytesLike) -> None:
        """Hash `data` after what was hashed before; RoundelError after the first `read`."""
        if self._message is None:
            raise RoundelError(
                f"update() of a {self.name} after its read(): the message has ended",
                "Begin another message with xof().",
            )
        self._message.update(data)

    def read(self, size: int) -> bytes:
        """Return the next `size` bytes of the output.

        Args:
            size: The number of bytes, 0 or more.

        Raises:
            RoundelError: The size is negative, or the output has ended: it was closed, or another
                transaction of the device cleared the sponge.
        """
        if size < 0:
            raise RoundelError(f"a read of {size} bytes", "Pass 0 or more.")
        self._require_current()
        output = bytearray(self._unused[:size])
        self._unused = self._unused[size:]
        while len(output) < size:
            missing = size - len(output)
            block = self._squeeze(-(-missing // self.block_size))
            output += block[:missing]
            self._unused = block[missing:]
        return bytes(output)

    def close(self) -> None:
        """End the output, and clear the sponge in the core if the core still keeps it."""
        if self._message is None and not self._ended and self._device._owner is self:
            self._request(0, keep=False)
        self._ended = True
        self._unused = b""

    def _squeeze(self, blocks: int) -> bytes:
        if self._message is not None:
            output = self._message.digest()
            self._message, self._device._owner = None, self
            return output
        return self._request(min(blocks, REQUEST_BLOCKS) * self.block_size, keep=True)

    def _request(self, size: int, *, keep: bool) -> bytes:
        device = self._device
        segments = [Segment(Kind.CMD, resume_command(size, keep=keep).pack()), Segment(Kind.TEXT)]
        answer = device._exchange(segments, owner=self if keep else None)
        return expect_one(device.core, answer, Kind.DIGEST, size, f"a read of a {self.name}")

    def _require_current(self) -> None:
        if self._ended or (self._message is None and self._device._owner is not self):
            raise RoundelError(
                f"a read of a {self.name} that has ended",
                "It was closed, or another transaction of the device cleared it. "
                "Begin another one with xof().",
            )


class XofMixin(FramedMixin):
    """The hash front end of a device, with outputs of unknown length."""

    def xof(self, algorithm: str | Algorithm, data: BytesLike | None = None, **arguments: Any) -> Xof:
        """Begin an output whose length is not known.

        Args:
            algorithm: A SHAKE, TurboSHAKE or cSHAKE, or an XOF of KMAC, TupleHash or ParallelHash.
            data: The first bytes of the message; of a TupleHash the first element.
            arguments: The other arguments of `new`, without `length`.

        Returns:
            The output, to be read in pieces.

        Raises:
            RoundelError: The function has no output of any length, an argument does not fit it, or the core
                does not keep a sponge.
        """
        self._require("hash", "keccak")
        if not self.core.config.parameters.get(RESUME):
            raise RoundelError(
                f"{self.core.name} does not keep a sponge",
                "Use keccak-hash-xof, or request a length with new().",
            )
        if "length" in arguments:
            raise RoundelError("an xof() has no length=", "Pass the number of bytes to read().")
        name = algorithm if isinstance(algorithm, str) else algorithm.name
        chosen = SENDER_FUNCTIONS.get(name) or (
            self._own_algorithm(algorithm) if isinstance(algorithm, str) else algorithm
        )
        any_length = chosen.digest_bytes is None if isinstance(chosen, Algorithm) else chosen.xof
        message = self.new(algorithm, length=chosen.rate_bytes, **arguments) if any_length else None
        if message is None or isinstance(message, KangarooHash):
            raise RoundelError(f"{name} has no output of unknown length here", "Use new().")
        started = Xof(self, message)
        if data is not None:
            started.update(data)
        return started

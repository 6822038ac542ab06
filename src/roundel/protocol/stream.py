"""The stream protocol of every service core, as data: segment kinds, commands, status codes.

The same numbers stand in `rtl/common/roundel_stream_pkg.sv`; a test holds the two equal.
`docs/stream-protocol.md` is the prose.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum


class Kind(IntEnum):
    """What a segment carries (`tuser`)."""

    CMD = 0
    KEY = 1
    NONCE = 2
    AD = 3
    TEXT = 4
    TAG = 5
    DIGEST = 6
    SEED = 7
    RANDOM = 8
    STATUS = 9
    UNVERIFIED = 10


class Operation(IntEnum):
    """Byte 0 of a CMD segment: what the transaction asks for."""

    HASH = 0x01
    MAC = 0x02
    SEAL = 0x03
    OPEN = 0x04
    PRNG = 0x05


class Status(IntEnum):
    """Byte 0 of a STATUS segment."""

    ACCEPTED = 0x00
    REFUSED = 0x01
    ERROR = 0x02
    OVERFLOW = 0x03


# Bits of a variant, wherever keys, a session or a generator can be kept from one transaction to the next.
CONTINUE = 1  # goes on with what the transaction before has kept
STAY = 4  # keeps it for the next


def session_bits(*, goes_on: bool, stays: bool) -> int:
    """Return the bits of a variant that say so."""
    return (CONTINUE if goes_on else 0) | (STAY if stays else 0)


COMMAND_BYTES = 16
_COMMAND = struct.Struct("<BBBxI8x")


@dataclass(frozen=True)
class Command:
    """The CMD segment: 16 bytes, little-endian fields, one beat at W = 128 and eight at W = 16.

    Bytes: 0 operation, 1 variant (each core's docs page says what it selects; the sponge cores: the
    rate in 64-bit lanes), 2 domain suffix, 3 reserved, 4..7 output length in bytes, 8..15 reserved.
    Reserved bytes are zero.
    """

    operation: int
    variant: int = 0
    suffix: int = 0
    output_bytes: int = 0

    def pack(self) -> bytes:
        """Return the 16 bytes of the segment."""
        return _COMMAND.pack(self.operation, self.variant, self.suffix, self.output_bytes)

    @staticmethod
    def unpack(data: bytes | bytearray) -> Command:
        """Return the command of a segment's 16 bytes; reserved bytes are not looked at."""
        return Command(*_COMMAND.unpack(data))


@dataclass(frozen=True)
class Segment:
    """A run of bytes of one kind, closed by `tlast`. An empty segment is one beat with `tkeep` = 0."""

    kind: int
    data: bytes = b""

"""The stream protocol of every service core, as data: segment kinds, commands, status codes.

`rtl/common/roundel_stream_pkg.sv` has the same numbers; a test checks that they are equal.
`docs/stream-protocol.md` describes the protocol.
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


# Bits of a variant, for operations that can keep a key, a session or a generator in the core.
RESUME = 1  # bit 0: use the key, session or generator that the previous transaction kept
KEEP = 4  # bit 2: keep it for the next transaction


def session_bits(*, resume: bool, keep: bool) -> int:
    """Return the RESUME and KEEP bits of a variant."""
    return (RESUME if resume else 0) | (KEEP if keep else 0)


COMMAND_BYTES = 16
_COMMAND = struct.Struct("<BBBxI8x")


@dataclass(frozen=True)
class Command:
    """The CMD segment: 16 bytes, little-endian fields, one beat at W = 128 and eight at W = 16.

    Byte 0 is the operation, byte 1 the variant, byte 2 the suffix, bytes 4 to 7 the output length in bytes.
    Bytes 3 and 8 to 15 are reserved and zero. Each core's page says what the variant selects; for a sponge
    it is the rate in 64-bit lanes.
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
        """Return the command of a segment's 16 bytes. Reserved bytes are ignored."""
        return Command(*_COMMAND.unpack(data))


@dataclass(frozen=True)
class Segment:
    """A run of bytes of one kind, ended by `tlast`. An empty segment is one beat with `tkeep` = 0."""

    kind: int
    data: bytes = b""


def command_segment(operation: int, variant: int = 0, suffix: int = 0, output_bytes: int = 0) -> Segment:
    """Return the CMD segment of a request."""
    return Segment(Kind.CMD, Command(operation, variant, suffix, output_bytes).pack())


ACCEPTED, REFUSED, ERROR, OVERFLOW = (Segment(Kind.STATUS, bytes([code])) for code in Status)

"""The stream protocol of every service core, as data: segment kinds, commands, status codes.

`rtl/common/roundel_stream_pkg.sv` has the same numbers; a test checks that they are equal.
`docs/stream-protocol.md` describes the protocol.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum, IntFlag


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
    VERIFY = 0x06
    SAMPLE = 0x07


class Flag(IntFlag):
    """The bits of byte 1 of a CMD segment. A bit that the operation does not have on a core must be 0."""

    RESUME = 1 << 0  # use the key, session or generator that the previous transaction kept
    AD_FIRST = 1 << 1  # Lake Keyak: the first block's data comes before its text
    KEEP = 1 << 2  # keep the key, session or generator for the next transaction
    CTR = 1 << 3  # Grøstl cores, SEAL: counter mode alone, without a MAC
    OVERWRITE = 1 << 4  # Keccak PRG: overwrite the rate, so that earlier output cannot be computed
    ROUNDS12 = 1 << 5  # HASH and PRNG of Keccak: permutations of 12 rounds instead of 24
    LOAD = 1 << 6  # HASH of Keccak: a state that was saved comes before the text
    SAVE = 1 << 7  # HASH of Keccak: the digest is the state after the last block, before its permutation


class Status(IntEnum):
    """Byte 0 of a STATUS segment. Any two codes differ in four bits at least."""

    ACCEPTED = 0x3C
    REFUSED = 0xC3
    ERROR = 0x55
    OVERFLOW = 0xAA


NO_FLAGS = Flag(0)


def session_flags(*, resume: bool, keep: bool) -> Flag:
    """Return the RESUME and KEEP bits of a command."""
    return (Flag.RESUME if resume else NO_FLAGS) | (Flag.KEEP if keep else NO_FLAGS)


COMMAND_BYTES = 16
SIZE_BYTES = range(8, 11)  # of a command: only algorithms with sizes in their commands have them, else zero
ZERO_BYTES = range(11, COMMAND_BYTES)  # of a command: a core answers any other value there with ERROR
SUFFIXES = range(0x01, 0x80)  # of the Keccak services
_COMMAND = struct.Struct("<BBBBIBBB5x")


@dataclass(frozen=True)
class Command:
    """The CMD segment: 16 bytes, little-endian fields, one beat at W = 128 and eight at W = 16.

    Byte 0 is the operation, byte 1 the flags, byte 2 the suffix, byte 3 the function, bytes 4 to 7 the length
    in bytes of the digest, tag or random bytes. Each core's page says what the function selects; for a sponge
    it is the rate in 64-bit lanes. Byte 8 is the length in bytes of the key of a KMAC, byte 9 that of the
    customization string of a cSHAKE or KMAC, byte 10 is 1 for KMACXOF. Others have zeros there. Bytes 11 to
    15 are zero.
    """

    operation: int
    flags: int = 0
    suffix: int = 0
    function: int = 0
    length: int = 0
    key_bytes: int = 0
    custom_bytes: int = 0
    extendable: int = 0

    @property
    def has_sizes(self) -> bool:
        """Whether one of `SIZE_BYTES` is not zero."""
        return bool(self.key_bytes or self.custom_bytes or self.extendable)

    def pack(self) -> bytes:
        """Return the 16 bytes of the segment."""
        sizes = self.key_bytes, self.custom_bytes, self.extendable
        return _COMMAND.pack(self.operation, self.flags, self.suffix, self.function, self.length, *sizes)

    @staticmethod
    def unpack(data: bytes | bytearray) -> Command:
        """Return the command of a segment's 16 bytes. `ZERO_BYTES` are not part of it."""
        return Command(*_COMMAND.unpack(data))


@dataclass(frozen=True)
class Segment:
    """A run of bytes of one kind, ended by `tlast`. An empty segment is one beat with `tkeep` = 0."""

    kind: int
    data: bytes = b""


def command_segment(
    operation: int, flags: int = 0, suffix: int = 0, function: int = 0, length: int = 0
) -> Segment:
    """Return the CMD segment of a request."""
    return Segment(Kind.CMD, Command(operation, flags, suffix, function, length).pack())


ACCEPTED, REFUSED, ERROR, OVERFLOW = (Segment(Kind.STATUS, bytes([code])) for code in Status)

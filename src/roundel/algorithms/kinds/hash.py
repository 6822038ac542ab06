"""Hashes: HASH requests a digest of TEXT."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from roundel.algorithms.kinds.base import MAX_RANDOM_BYTES, Data, Part, SingleAnswer, Transaction, random_size
from roundel.algorithms.kinds.entries import DigestEntry, Entry
from roundel.errors import RoundelError
from roundel.protocol.stream import NO_FLAGS, SUFFIXES, Command, Flag, Kind, Operation

LANE_BYTES, STATE_BYTES = 8, 200  # of Keccak-p[1600]


@dataclass(frozen=True)
class HashFunction:
    """A hash by the name that `Device.new` takes: rate in bytes, suffix, digest length in bytes.

    `digest_bytes` is None if the caller chooses the length (SHAKE). `strength_bytes` is the length beyond
    which more output adds no collision resistance. See FIPS 202, sections 6.1 and 6.2; suffix 0x01 is the
    padding of the original Keccak. `family` is the name of the algorithm in the catalog. `code` is the
    command's function. A sponge has none here: its function is the rate. Other families have no suffix.
    `custom_sizes` are the lengths of a customization string, which goes before the text as AD; None if there
    is none. `sized_custom`: the command has its length. `flags` are those of the command.
    """

    name: str
    rate_bytes: int
    suffix: int
    digest_bytes: int | None
    strength_bytes: int
    family: str = "keccak"
    code: int | None = None
    custom_sizes: range | None = None
    sized_custom: bool = False
    flags: Flag = NO_FLAGS

    def __post_init__(self) -> None:
        """Raise RoundelError for a rate that is not in whole lanes, or a suffix that does not fit."""
        if self.code is not None:
            return
        if self.rate_bytes % LANE_BYTES or not 0 < self.rate_bytes < STATE_BYTES:
            raise RoundelError(
                f"{self.name}: a rate of {self.rate_bytes} bytes",
                f"Expected a multiple of {LANE_BYTES} (whole lanes), less than {STATE_BYTES}.",
            )
        if self.suffix not in SUFFIXES:
            raise RoundelError(f"{self.name}: suffix byte {self.suffix:#04x}", "Expected 0x01 to 0x7f.")

    def command(self, length: int, custom: bytes = b"") -> Command:
        """Return the CMD that requests `length` bytes of this hash. `custom` is a customization string."""
        function = self.rate_bytes // LANE_BYTES if self.code is None else self.code
        size = len(custom) if self.sized_custom else 0
        return Command(Operation.HASH, self.flags, self.suffix, function, length, custom_bytes=size)


@dataclass(frozen=True, kw_only=True, repr=False)
class Hash(SingleAnswer):
    """A hash. Legal commands have one of `codes` as function, of `suffixes`, and of `sizes` as length.

    They have no flags but `flags`.

    `functions` are its names in Python. `entry` is the type of its known answers. `sender_functions` are
    the names of functions that the sender's library makes of this hash.
    """

    service = "hash"
    operations = (Operation.HASH,)
    result = Kind.DIGEST
    codes: Sequence[int] = (0,)
    suffixes: Sequence[int] = (0,)
    flags: Flag = NO_FLAGS
    sizes: Sequence[int]
    functions: tuple[HashFunction, ...]
    sender_functions: tuple[str, ...] = ()
    entry: type[DigestEntry]

    @abstractmethod
    def digest(self, command: Command, text: bytes) -> bytes:
        """Return the digest of `text` that a legal command requests."""

    def legal(self, command: Command) -> bool:
        """Return whether a HASH command is legal."""
        suffix, function = command.suffix in self.suffixes, command.function in self.codes
        return suffix and function and command.length in self.sizes and self.legal_flags(command, self.flags)

    def command_of(self, entry: Any) -> Command | None:
        """Return the command for an entry of type `entry`; None if no core serves it."""
        command = self.functions[0].command(len(entry.digest))
        return command if self.legal(command) else None

    def random_size(self, rng: Random, beat_bytes: int, *blocks: int) -> int:
        """Return a legal length of a digest: the longest in most cases, if there is one."""
        if len(self.sizes) <= MAX_RANDOM_BYTES:
            return rng.choice([self.sizes[-1], self.sizes[-1], rng.choice(self.sizes)])
        return rng.choice([32, 64, random_size(rng, beat_bytes, *blocks)])

    def random_command(self, rng: Random, beat_bytes: int) -> Command:
        """Return a legal command."""
        return self.functions[0].command(self.random_size(rng, beat_bytes, *self.blocks))

    def parts(self, command: Command, resumed: bool) -> Sequence[Part] | None:
        """Return the segments after a command; None if the command is illegal."""
        sizes = self.functions[0].custom_sizes
        custom = [] if sizes is None else [Part(Kind.AD, sizes)]
        return [*custom, Part(Kind.TEXT)] if self.legal(command) else None

    def data(self, text: bytes, custom: bytes = b"") -> Data:
        """Return the segments of one transaction. `custom` is a customization string."""
        customized = self.functions[0].custom_sizes is not None
        return {**({Kind.AD: custom} if customized else {}), Kind.TEXT: text}

    def compute(self, command: Command, data: Data, kept: Any) -> tuple[bytes, Any]:
        """Return the digest."""
        return self.digest(command, data[Kind.TEXT]), None

    def known(self, entry: Entry) -> list[Transaction] | None:
        """Return the transaction of a known answer; None if no core serves it."""
        if not isinstance(entry, self.entry) or (command := self.command_of(entry)) is None:
            return None
        return [self.answered(command, self.data(entry.msg, self.custom_of(entry)), entry.digest)]

    def custom_of(self, entry: Any) -> bytes:
        """Return the customization string of an entry of type `entry`."""
        return b""

    def random_session(self, rng: Random, beat_bytes: int, left_open: bool) -> list[Transaction]:
        """Return one hash."""
        command, text = self.random_command(rng, beat_bytes), self.random_text(rng, beat_bytes)
        sizes = self.functions[0].custom_sizes
        custom = self.random_text(rng, beat_bytes)[: sizes[-1] if sizes else 0]
        return self.transactions((command, self.data(text, custom)))

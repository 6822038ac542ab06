"""MACs: MAC requests a tag of TEXT under a key, VERIFY checks one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from roundel.algorithms.kinds.base import (
    Data,
    Part,
    SingleAnswer,
    Transaction,
    flip_bit,
    random_messages,
    require_size,
    session_steps,
)
from roundel.algorithms.kinds.entries import Entry, TagEntry
from roundel.errors import RoundelError
from roundel.protocol.stream import Command, Kind, Operation, Status, session_flags

VERIFY_SHARE = 0.4  # of random transactions
REFUSED_SHARE = 0.3  # of random VERIFY transactions
# Of a MAC with any length of the tag, as of the tags of GCM: a shorter tag is guessed too soon.
VERIFY_SIZES = (8, 12, 13, 14, 15, 16)


@dataclass(frozen=True, kw_only=True, repr=False)
class Mac(SingleAnswer):
    """A MAC: sizes in bytes, and the command's function and usual suffix, one of `suffixes`.

    `iv_bytes` is 0 for a MAC without an initial value. `tag_sizes` are those of a MAC, `verify_sizes` those
    of a VERIFY. `usual_tag` is the usual length of a tag, 0 the longest one. `entry` is the type of its known
    answers.
    """

    service = "mac"
    operations = (Operation.MAC, Operation.VERIFY)
    result = Kind.TAG
    key_sizes: Sequence[int]
    iv_bytes: int = 0
    tag_sizes: Sequence[int]
    usual_tag: int = 0
    verify_sizes: Sequence[int]
    function: int = 0
    suffix: int = 0
    suffixes: Sequence[int] = (0,)
    entry: type[TagEntry]

    @property
    def usual_tag_bytes(self) -> int:
        """The usual length of a tag."""
        return self.usual_tag or self.tag_sizes[-1]

    @abstractmethod
    def tag(self, key: bytes, iv: bytes, text: bytes, tag_bytes: int, suffix: int) -> bytes:
        """Return the first bytes of the tag."""

    def random_key(self, rng: Random) -> bytes:
        """Return a key of any legal length."""
        return rng.randbytes(rng.choice(self.key_sizes))

    def random_tag(self, rng: Random) -> tuple[int, int]:
        """Return the length of a tag, and a suffix."""
        shortest, longest = self.tag_sizes[0], self.tag_sizes[-1]
        return rng.choice([shortest, longest, longest, rng.choice(self.tag_sizes)]), self.suffix

    def message(
        self,
        key: bytes | None,
        iv: bytes,
        text: bytes,
        tag: int | bytes,
        *,
        keep: bool = False,
        suffix: int | None = None,
    ) -> tuple[Command, Data]:
        """Return the command and the segments of one message.

        Args:
            key: The key. None resumes the key that the previous message kept.
            iv: `iv_bytes` bytes.
            text: Any length.
            tag: Length in bytes of the tag to make, or the tag to verify.
            keep: Whether the key is kept for the next message.
            suffix: The command's suffix, if it is not the usual one.

        Raises:
            RoundelError: A size is not the algorithm's, or the algorithm keeps no keys.
        """
        if (keep or key is None) and not self.keeps:
            problem = f"a core does not keep the key of {self.name}"
            raise RoundelError(problem, "Send the key with every message.")
        if key is not None:
            require_size("a key", len(key), self.key_sizes)
        require_size("an iv", len(iv), (self.iv_bytes,))
        start = {Kind.KEY: key, Kind.NONCE: iv or None}
        data = {kind: data for kind, data in start.items() if data is not None} | {Kind.TEXT: text}
        if isinstance(tag, int):
            operation, size, sizes = Operation.MAC, tag, self.tag_sizes
        else:
            operation, size, sizes = Operation.VERIFY, len(tag), self.verify_sizes
            data[Kind.TAG] = tag
        require_size("a tag", size, sizes)
        flags = session_flags(resume=key is None, keep=keep)
        return Command(operation, flags, self.suffix if suffix is None else suffix, self.function, size), data

    def parts(self, command: Command, resumed: bool) -> Sequence[Part] | None:
        """Return the segments after a command; None if the command is illegal."""
        verify = command.operation == Operation.VERIFY
        sizes = self.verify_sizes if verify else self.tag_sizes
        named = command.function == self.function and command.suffix in self.suffixes
        if not named or not self.legal_flags(command) or command.length not in sizes:
            return None
        key = [] if resumed else [Part(Kind.KEY, self.key_sizes)]
        iv = [Part(Kind.NONCE, (self.iv_bytes,))] if self.iv_bytes else []
        tag = [Part(Kind.TAG, (command.length,))] if verify else []
        return [*key, *iv, Part(Kind.TEXT), *tag]

    def compute(self, command: Command, data: Data, kept: Any) -> tuple[bytes, Any]:
        """Return the tag, or the code of the status of a VERIFY, and the key. A wrong tag ends no key."""
        key = data.get(Kind.KEY, kept)
        tag = self.tag_of(command, data, key)
        if command.operation == Operation.VERIFY:
            tag = bytes([Status.ACCEPTED if tag == data[Kind.TAG] else Status.REFUSED])
        return tag, key

    def tag_of(self, command: Command, data: Data, key: bytes) -> bytes:
        """Return the tag of the segments of a legal transaction."""
        return self.tag(key, data.get(Kind.NONCE, b""), data[Kind.TEXT], command.length, command.suffix)

    def known(self, entry: Entry) -> list[Transaction] | None:
        """Return the MAC of a known answer, and its VERIFY if the tag has a length of that.

        An invalid one is answered with the right tag, or refused.
        """
        if not isinstance(entry, self.entry) or (options := self.options(entry)) is None:
            return None
        key, iv, tag = self.inputs_of(entry)
        if len(key) not in self.key_sizes or len(tag) not in self.tag_sizes:
            return None
        made, checked = self.message(key, iv, entry.msg, len(tag), **options), []
        if len(tag) in self.verify_sizes:
            code = Status.ACCEPTED if entry.valid else Status.REFUSED
            checked = [self.answered(*self.message(key, iv, entry.msg, tag, **options), bytes([code]))]
        return [*([self.answered(*made, tag)] if entry.valid else self.transactions(made)), *checked]

    def options(self, entry: Any) -> dict[str, Any] | None:
        """Return the further arguments of `message` for `entry`; None if no core serves the entry."""
        return {}

    def inputs_of(self, entry: Any) -> tuple[bytes, bytes, bytes]:
        """Return the key that is sent for an entry of type `entry`, the initial value, the tag."""
        return entry.key, b"", entry.tag

    def random_session(self, rng: Random, beat_bytes: int, left_open: bool) -> list[Transaction]:
        """Return messages under one key. The last one keeps nothing, or the key if `left_open`."""
        key, requests = self.random_key(rng), []
        left_open = left_open and bool(self.keeps)
        for resume, keep in session_steps(random_messages(rng) if self.keeps else 1, left_open):
            iv, text = rng.randbytes(self.iv_bytes), self.random_text(rng, beat_bytes)
            size, suffix = self.random_tag(rng)
            tag: int | bytes = size
            if rng.random() < VERIFY_SHARE:
                tag = self.tag(key, iv, text, rng.choice(self.verify_sizes), suffix)
                tag = flip_bit(rng, tag) if rng.random() < REFUSED_SHARE else tag
            sent = None if resume else key
            requests.append(self.message(sent, iv, text, tag, keep=keep, suffix=suffix))
        return self.transactions(*requests)

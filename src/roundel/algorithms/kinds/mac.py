"""MACs: MAC requests a tag of TEXT under a key."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from roundel.algorithms.kinds.base import (
    Answer,
    Part,
    Receiver,
    ServiceAlgorithm,
    Transaction,
    random_messages,
    require_size,
    session_steps,
)
from roundel.algorithms.kinds.entries import Entry, TagEntry
from roundel.errors import RoundelError
from roundel.protocol.stream import KEEP, RESUME, Command, Kind, Operation, Segment, session_bits


@dataclass(frozen=True, kw_only=True, repr=False)
class Mac(ServiceAlgorithm):
    """A MAC: sizes in bytes, and the command's variant and suffix.

    `iv_bytes` is 0 for a MAC without an initial value. `entry` is the type of its known answers.
    """

    service = "mac"
    operations = (Operation.MAC,)
    key_sizes: Sequence[int]
    iv_bytes: int = 0
    tag_sizes: Sequence[int]
    variant: int = 0
    suffix: int = 0
    entry: type[TagEntry]

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

    def request(
        self,
        key: bytes | None,
        iv: bytes,
        text: bytes,
        tag_bytes: int,
        *,
        keep: bool = False,
        suffix: int | None = None,
    ) -> list[Segment]:
        """Return the segments of one transaction.

        Args:
            key: The key. None resumes the key that the previous message kept.
            iv: `iv_bytes` bytes.
            text: Any length.
            tag_bytes: Length of the tag in bytes.
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
        require_size("a tag", tag_bytes, self.tag_sizes)
        variant = self.variant | session_bits(resume=key is None, keep=keep)
        command = Command(Operation.MAC, variant, self.suffix if suffix is None else suffix, tag_bytes)
        return [
            Segment(Kind.CMD, command.pack()),
            *([] if key is None else [Segment(Kind.KEY, key)]),
            *([Segment(Kind.NONCE, iv)] if self.iv_bytes else []),
            Segment(Kind.TEXT, text),
        ]

    def begin(self, command: Command, kept: Any) -> Receiver | None:
        """Return the rules of a command's transaction; None if the command is illegal."""
        size, suffix = command.output_bytes, command.suffix
        if not self.legal_variant(command, kept, value=self.variant) or size not in self.tag_sizes:
            return None
        resumed = bool(self.keeps and command.variant & RESUME)
        start = [] if resumed else [Part(Kind.KEY, self.key_sizes)]
        iv = [Part(Kind.NONCE, (self.iv_bytes,))] if self.iv_bytes else []

        def finish(data: Any) -> Answer:
            key = kept if resumed else data[Kind.KEY]
            tag = self.tag(key, data.get(Kind.NONCE, b""), data[Kind.TEXT], size, suffix)
            return [Segment(Kind.TAG, tag)], key if self.keeps and command.variant & KEEP else None

        return Receiver([*start, *iv, Part(Kind.TEXT)], finish)

    def known(self, entry: Entry) -> list[Transaction] | None:
        """Return the transaction of a known answer. An invalid one is answered with the right tag."""
        if not isinstance(entry, self.entry):
            return None
        key, iv, tag = self.inputs_of(entry)
        if len(key) not in self.key_sizes or len(tag) not in self.tag_sizes:
            return None
        if not entry.valid:
            tag = self.tag(key, iv, entry.msg, len(tag), self.suffix)
        return [Transaction(self.request(key, iv, entry.msg, len(tag)), [Segment(Kind.TAG, tag)])]

    def inputs_of(self, entry: Any) -> tuple[bytes, bytes, bytes]:
        """Return the key that is sent for an entry of type `entry`, the initial value, the tag."""
        return entry.key, b"", entry.tag

    def random_session(self, rng: Random, beat_bytes: int, left_open: bool) -> list[Transaction]:
        """Return messages under one key. The last one keeps nothing, or the key if `left_open`."""
        key, result = self.random_key(rng), []
        for resume, keep in session_steps(
            random_messages(rng) if self.keeps else 1, left_open and bool(self.keeps)
        ):
            iv, text = rng.randbytes(self.iv_bytes), self.random_text(rng, beat_bytes)
            size, suffix = self.random_tag(rng)
            sent = None if resume else key
            segments = self.request(sent, iv, text, size, keep=keep, suffix=suffix)
            answer = [Segment(Kind.TAG, self.tag(key, iv, text, size, suffix))]
            result.append(Transaction(segments, answer, resume, keep))
        return result

"""The rules common to all cores with authenticated encryption: commands, errors, dropped beats."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from roundel.protocol.stream import COMMAND_BYTES, Command, Kind, Operation, Segment
from roundel.verify.cases import Beat
from roundel.verify.protocol import ACCEPTED, ERROR, REFUSED, well_formed


class Illegal(Exception):
    """The beat breaks a rule."""


class MessageReference(ABC):
    """A model of the rules: accepts beats, and keeps the answers in order.

    An algorithm adds the legal variants (`_begin`) and the handling of well-formed beats after the command
    (`_accept_message`); both raise Illegal. It also adds the text that a core has sent before an abort
    (`_sent_text`), and the clearing of what the core keeps (`_clear`).
    """

    def __init__(self) -> None:
        """Start idle."""
        self.answers: list[Segment] = []
        self._dropping = False
        self._transaction = False
        self._operation = 0
        self._variant = 0
        self._segment: int | None = None  # kind of the segment that is open
        self._received = bytearray()  # bytes of a segment that is used when it is complete

    @property
    def in_command(self) -> bool:
        """Whether a command has begun and is not complete."""
        return not self._transaction and bool(self._received)

    @property
    def in_transaction(self) -> bool:
        """Whether a command is complete and its segments are still expected."""
        return self._transaction

    def accept(self, beats: Iterable[Beat]) -> list[Segment]:
        """Accept beats; return all answers so far."""
        for beat in beats:
            self._accept(beat)
        return self.answers

    def abandoned(self) -> list[Segment]:
        """Return the answer to the unfinished transaction when the next command comes."""
        return [*self._sent_text(), ERROR] if self._transaction else []

    @abstractmethod
    def _begin(self) -> None:
        """Begin the command of `_operation` and `_variant`."""

    @abstractmethod
    def _accept_message(self, beat: Beat) -> None:
        """Accept a beat after the command."""

    @abstractmethod
    def _sent_text(self) -> list[Segment]:
        """Return the text segment that is sent, or partly sent; or nothing."""

    @abstractmethod
    def _clear(self) -> None:
        """Clear what the core keeps for another message."""

    def _text(self, text: bytes) -> Segment:
        return Segment(Kind.TEXT if self._operation == Operation.SEAL else Kind.UNVERIFIED, text)

    def _complete(self, text: bytes, tag: bytes, expected: bytes) -> bool:
        """Answer a complete message whose tag came in as `tag`. Return whether an OPEN is refused."""
        self.answers.append(self._text(text))
        refused = self._operation == Operation.OPEN and tag != expected
        if self._operation == Operation.SEAL:
            self.answers.append(Segment(Kind.TAG, expected))
        else:
            self.answers.append(REFUSED if refused else ACCEPTED)
        self._end()
        return refused

    def _end(self) -> None:
        self._transaction = False
        self._received.clear()
        self._segment = None

    def _fixed(self, beat: Beat, kind: int, *sizes: int) -> bytes | None:
        """Return the bytes of a segment of one of `sizes` when the beat is its last, else None."""
        self._received += beat.kept
        size = len(self._received)
        if beat.kind != kind or size > max(sizes) or (beat.last and size not in sizes):
            raise Illegal
        if not beat.last:
            return None
        data = bytes(self._received)
        self._received.clear()
        return data

    def _accept(self, beat: Beat) -> None:
        if self._dropping and beat.kind != Kind.CMD:
            return
        self._dropping = False
        if beat.kind == Kind.CMD and self._transaction:
            self._abandon()
        try:
            if not well_formed(beat):
                raise Illegal
            if self._transaction:
                self._accept_message(beat)
            else:
                self._accept_command(beat)
        except Illegal:
            self._abandon()
            self._dropping = True

    def _abandon(self) -> None:
        self.answers += self.abandoned() or [ERROR]
        self._clear()
        self._end()

    def _accept_command(self, beat: Beat) -> None:
        if not beat.last and len(self._received) + len(beat.kept) == COMMAND_BYTES:
            raise Illegal
        data = self._fixed(beat, Kind.CMD, COMMAND_BYTES)
        if data is None:
            return
        command = Command.unpack(data)
        self._operation, self._variant = command.operation, command.variant
        if self._operation not in (Operation.SEAL, Operation.OPEN):
            raise Illegal
        self._begin()
        self._transaction = True

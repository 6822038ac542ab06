"""What every core of authenticated encryption does with beats: commands, errors, what is dropped."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from roundel.protocol.stream import COMMAND_BYTES, Command, Kind, Operation, Segment
from roundel.verify.cases import Beat
from roundel.verify.protocol import ACCEPTED, ERROR, REFUSED, well_formed


class Illegal(Exception):
    """The beat breaks a rule."""


class MessageReference(ABC):
    """A core that follows the rules: takes beats, keeps the answers in order.

    What an algorithm adds: which variants it has (`_begin`), what it does with the beats behind the
    command (`_take_message`; they are well formed), the text it has given out so far when a message
    breaks off (`_given`), and what it forgets then (`_forget`). `_begin` and `_take_message` raise Illegal.
    """

    def __init__(self) -> None:
        """Start idle."""
        self.answers: list[Segment] = []
        self._dropping = False
        self._transaction = False
        self._operation = 0
        self._variant = 0
        self._segment: int | None = None  # kind of the segment that is open
        self._received = bytearray()  # of a segment that has to be whole before it is used

    @property
    def in_command(self) -> bool:
        """Whether a command has begun and is not complete."""
        return not self._transaction and bool(self._received)

    @property
    def in_transaction(self) -> bool:
        """Whether a command has been taken and waits for its segments."""
        return self._transaction

    def take(self, beats: Iterable[Beat]) -> list[Segment]:
        """Take beats in; return all answers so far."""
        for beat in beats:
            self._take(beat)
        return self.answers

    def abandoned(self) -> list[Segment]:
        """Return what the transaction under way is answered when a command comes in its place."""
        return [*self._given(), ERROR] if self._transaction else []

    @abstractmethod
    def _begin(self) -> None:
        """Take the command of `_operation` and `_variant`."""

    @abstractmethod
    def _take_message(self, beat: Beat) -> None:
        """Take a beat behind the command."""

    @abstractmethod
    def _given(self) -> list[Segment]:
        """Return the text segment that is out, or partly out; or nothing."""

    @abstractmethod
    def _forget(self) -> None:
        """Forget what would go on to another message."""

    def _text(self, text: bytes) -> Segment:
        return Segment(Kind.TEXT if self._operation == Operation.SEAL else Kind.UNVERIFIED, text)

    def _complete(self, text: bytes, tag: bytes, expected: bytes) -> bool:
        """Answer a whole message; return whether an OPEN is refused. `tag` is what came in."""
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
        """Return the bytes of a segment of one of `sizes` when the beat is its last."""
        self._received += beat.kept
        size = len(self._received)
        if beat.kind != kind or size > max(sizes) or (beat.last and size not in sizes):
            raise Illegal
        if not beat.last:
            return None
        data = bytes(self._received)
        self._received.clear()
        return data

    def _take(self, beat: Beat) -> None:
        if self._dropping and beat.kind != Kind.CMD:
            return
        self._dropping = False
        if beat.kind == Kind.CMD and self._transaction:
            self._give_up()
        try:
            if not well_formed(beat):
                raise Illegal
            if self._transaction:
                self._take_message(beat)
            else:
                self._take_command(beat)
        except Illegal:
            self._give_up()
            self._dropping = True

    def _give_up(self) -> None:
        self.answers += self.abandoned() or [ERROR]
        self._forget()
        self._end()

    def _take_command(self, beat: Beat) -> None:
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

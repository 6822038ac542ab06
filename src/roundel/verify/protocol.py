"""The answer of a service core to any sequence of beats, legal or not (docs/stream-protocol.md).

The service's model computes the answer to a legal transaction. Anything else is answered by one STATUS =
ERROR, in its place among the answers, and beats are dropped up to the next beat of kind CMD.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from roundel.protocol.stream import COMMAND_BYTES, Command, Kind, Segment, Status
from roundel.verify.cases import Beat

ACCEPTED = Segment(Kind.STATUS, bytes([Status.ACCEPTED]))
REFUSED = Segment(Kind.STATUS, bytes([Status.REFUSED]))
ERROR = Segment(Kind.STATUS, bytes([Status.ERROR]))


def _any_size(command: Command, segments: list[bytes]) -> bool:
    return True


@dataclass(frozen=True)
class Grammar:
    """One operation: the legal commands, the kinds of the segments that follow, and the answer.

    `fits` is called after each segment, with all segments so far. It returns whether the last one has a
    legal size.
    """

    allows: Callable[[Command], bool]
    kinds: tuple[Kind, ...]
    answer: Callable[[Command, list[bytes]], list[Segment]]
    fits: Callable[[Command, list[bytes]], bool] = _any_size


class ReferenceModel(Protocol):
    """A model of the rules: accepts beats, and keeps the answers in order."""

    @property
    def in_command(self) -> bool:
        """Whether a command has begun and is not complete."""

    @property
    def in_transaction(self) -> bool:
        """Whether a command is complete and its segments are still expected."""

    def accept(self, beats: Iterable[Beat]) -> list[Segment]:
        """Accept beats; return all answers so far."""

    def abandoned(self) -> list[Segment]:
        """Return the answer to the unfinished transaction when the next command comes."""


class Reference:
    """A model of the rules: accepts beats, and keeps the answers in order."""

    def __init__(self, grammars: Mapping[int, Grammar]) -> None:
        """Start idle. `grammars` are the core's operations by number."""
        self.answers: list[Segment] = []
        self._grammars = grammars
        self._grammar: Grammar  # of the current transaction; valid while there is a command
        self._dropping = False
        self._command: Command | None = None
        self._segments: list[bytes] = []
        self._received = bytearray()  # bytes of the current segment

    @property
    def in_command(self) -> bool:
        """Whether a command has begun and is not complete."""
        return self._command is None and bool(self._received)

    @property
    def in_transaction(self) -> bool:
        """Whether a command is complete and its segments are still expected."""
        return self._command is not None

    def accept(self, beats: Iterable[Beat]) -> list[Segment]:
        """Accept beats; return all answers so far."""
        for beat in beats:
            self._accept(beat)
        return self.answers

    def abandoned(self) -> list[Segment]:
        """Return the answer to the unfinished transaction when the next command comes."""
        return [ERROR] if self.in_transaction else []

    def _accept(self, beat: Beat) -> None:
        if self._dropping and beat.kind != Kind.CMD:
            return
        if self._dropping or (beat.kind == Kind.CMD and self._command is not None):
            # A CMD ends the dropping. In the middle of a transaction it is an error, but begins the next one.
            if not self._dropping:
                self._error()
            self._dropping = False
        expected = Kind.CMD if self._command is None else self._grammar.kinds[len(self._segments)]
        if beat.kind != expected or not well_formed(beat):
            self._error()
            return
        self._received += beat.kept
        if self._command is None:
            self._accept_command(beat)
        elif beat.last:
            self._segments.append(bytes(self._received))
            self._received.clear()
            if not self._grammar.fits(self._command, self._segments):
                self._error()
            elif len(self._segments) == len(self._grammar.kinds):
                self.answers += self._grammar.answer(self._command, self._segments)
                self._expect_command()

    def _accept_command(self, beat: Beat) -> None:
        if beat.last != (len(self._received) == COMMAND_BYTES):
            self._error()
        elif beat.last:
            command = Command.unpack(self._received)
            grammar = self._grammar_of(command)
            if grammar is None or not grammar.allows(command):
                self._error()
                return
            self._command, self._grammar = command, grammar
            self._received.clear()

    def _error(self) -> None:
        self.answers.append(ERROR)
        self._expect_command()
        self._dropping = True
        self.end_session()

    def _grammar_of(self, command: Command) -> Grammar | None:
        """Return the grammar of a command's operation, or None."""
        return self._grammars.get(command.operation)

    def end_session(self) -> None:
        """Clear what a service keeps from one transaction to the next; nothing here."""

    def _expect_command(self) -> None:
        self._command = None
        self._segments = []
        self._received = bytearray()


def well_formed(beat: Beat) -> bool:
    """Return whether tkeep is contiguous from byte 0, and partial only with tlast."""
    full = (1 << len(beat.data)) - 1
    contiguous = beat.keep & (beat.keep + 1) == 0
    return contiguous and (beat.last or beat.keep == full)

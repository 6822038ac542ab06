"""The rules of the protocol: what a core with given algorithms answers to any sequence of beats.

An algorithm determines the answer to a legal transaction. Anything else is answered by one STATUS = ERROR,
in its place among the answers, and beats are dropped up to the next beat of kind CMD.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from roundel.algorithms.kinds.base import Illegal, Receiver, ServiceAlgorithm
from roundel.protocol.stream import COMMAND_BYTES, ERROR, ZERO_BYTES, Command, Kind, Segment
from roundel.verify.cases import Beat


class Reference:
    """A model of a core: accepts beats, and keeps the answers in order.

    The algorithms of the core are asked in order whether a command is theirs. What a transaction keeps is
    for the next one of the same algorithm. Any command and any error clear it.
    """

    def __init__(self, algorithms: Sequence[ServiceAlgorithm]) -> None:
        """Start idle."""
        self.answers: list[Segment] = []
        self._algorithms = algorithms
        self._owner: ServiceAlgorithm | None = None  # of the current transaction, or of what is kept
        self._kept: Any = None
        self._receiver: Receiver | None = None
        self._command = bytearray()  # bytes of a command that has begun and is not complete
        self._dropping = False
        self._beat_bytes = 0

    @property
    def in_command(self) -> bool:
        """Whether a command has begun and is not complete."""
        return bool(self._command)

    def accept(self, beats: Iterable[Beat]) -> list[Segment]:
        """Accept beats; return all answers so far."""
        for beat in beats:
            self._accept(beat)
        return self.answers

    def abandoned(self) -> list[Segment]:
        """Return the answer to the unfinished transaction when the next command comes."""
        return [*self._receiver.sent(self._beat_bytes), ERROR] if self._receiver else []

    def _accept(self, beat: Beat) -> None:
        if self._dropping and beat.kind != Kind.CMD:
            return
        self._dropping = False
        self._beat_bytes = len(beat.data)
        if beat.kind == Kind.CMD and self._receiver:
            # It is an error in the middle of a transaction, but begins the next one.
            self._abandon()
        try:
            if not well_formed(beat):
                raise Illegal
            if not self._receiver:
                self._accept_command(beat)
            elif self._receiver.accept(beat.kind, beat.kept, beat.last):
                answer, self._kept = self._receiver.finish()
                self.answers += answer
                self._receiver = None
        except Illegal:
            self._abandon()
            self._dropping = True

    def _accept_command(self, beat: Beat) -> None:
        self._command += beat.kept
        if beat.kind != Kind.CMD or beat.last != (len(self._command) == COMMAND_BYTES):
            raise Illegal
        if beat.last:
            command = Command.unpack(self._command)
            zero = not any(self._command[at] for at in ZERO_BYTES)
            self._command.clear()
            owner, self._owner = self._owner, None
            kept, self._kept = self._kept, None
            for algorithm in self._algorithms:
                if zero and algorithm.may_serve(command) and not self._receiver:
                    self._owner = algorithm
                    self._receiver = algorithm.begin(command, kept if owner is algorithm else None)
            if not self._receiver:
                raise Illegal

    def _abandon(self) -> None:
        self.answers += self.abandoned() or [ERROR]
        self._receiver = self._owner = self._kept = None
        self._command.clear()


def well_formed(beat: Beat) -> bool:
    """Return whether tkeep is contiguous from byte 0, and partial only with tlast."""
    full = (1 << len(beat.data)) - 1
    contiguous = beat.keep & (beat.keep + 1) == 0
    return contiguous and (beat.last or beat.keep == full)

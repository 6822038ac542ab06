"""What a core of several services must answer to any sequence of beats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from roundel.protocol.stream import Kind, Operation, Segment
from roundel.verify.adapter import Adapter
from roundel.verify.cases import Beat

OPERATIONS = {
    "hash": (Operation.HASH,),
    "mac": (Operation.MAC,),
    "aead": (Operation.SEAL, Operation.OPEN),
    "prng": (Operation.PRNG,),
    "ctr": (),  # a variant of SEAL
}


class CoreReference:
    """A core that follows the rules of all its services: takes beats, keeps the answers in order.

    A command is judged by the rules of the service whose operation it names. One of another service than
    the last ends what that has kept, whether it is right or malformed.
    """

    def __init__(self, adapters: Sequence[Adapter]) -> None:
        """Start idle; `adapters` are the services, at least one."""
        self.answers: list[Segment] = []
        self._adapters: dict[int, Adapter] = {
            operation: adapter for adapter in adapters for operation in OPERATIONS[adapter.service]
        }
        self._adapter = adapters[0]
        self._service = self._adapter.new_reference()
        self._taken = 0  # answers of the service that are in `answers`

    @property
    def in_command(self) -> bool:
        """Whether a command has begun and is not complete."""
        return self._service.in_command

    @property
    def in_transaction(self) -> bool:
        """Whether a command has been taken and waits for its segments."""
        return self._service.in_transaction

    def take(self, beats: Iterable[Beat]) -> list[Segment]:
        """Take beats in; return all answers so far."""
        for beat in beats:
            if beat.kind == Kind.CMD and not self.in_command:
                self._turn_to(self._adapters.get(beat.data[0], self._adapter))
            answers = self._service.take([beat])
            self.answers += answers[self._taken :]
            self._taken = len(answers)
        return self.answers

    def abandoned(self) -> list[Segment]:
        """Return what the transaction under way is answered when a command comes in its place."""
        return self._service.abandoned()

    def _turn_to(self, adapter: Adapter) -> None:
        if adapter is self._adapter:
            return
        self.answers += self.abandoned()
        self._adapter = adapter
        self._service = adapter.new_reference()
        self._taken = 0

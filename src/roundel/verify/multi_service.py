"""The answer of a core with several services to any sequence of beats."""

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
    """A model of the rules of all services of a core: accepts beats, and keeps the answers in order.

    The rules of the service whose operation a command has apply to the command. A command of another
    service than the last ends what the last one kept, whether the command is legal or not.
    """

    def __init__(self, adapters: Sequence[Adapter]) -> None:
        """Start idle. `adapters` are the services, at least one."""
        self.answers: list[Segment] = []
        self._adapters: dict[int, Adapter] = {
            operation: adapter for adapter in adapters for operation in OPERATIONS[adapter.service]
        }
        self._adapter = adapters[0]
        self._service = self._adapter.new_reference()
        self._copied = 0  # number of the service's answers that are in `answers`

    @property
    def in_command(self) -> bool:
        """Whether a command has begun and is not complete."""
        return self._service.in_command

    @property
    def in_transaction(self) -> bool:
        """Whether a command is complete and its segments are still expected."""
        return self._service.in_transaction

    def accept(self, beats: Iterable[Beat]) -> list[Segment]:
        """Accept beats; return all answers so far."""
        for beat in beats:
            if beat.kind == Kind.CMD and not self.in_command:
                self._switch_to(self._adapters.get(beat.data[0], self._adapter))
            answers = self._service.accept([beat])
            self.answers += answers[self._copied :]
            self._copied = len(answers)
        return self.answers

    def abandoned(self) -> list[Segment]:
        """Return the answer to the unfinished transaction when the next command comes."""
        return self._service.abandoned()

    def _switch_to(self, adapter: Adapter) -> None:
        if adapter is self._adapter:
            return
        self.answers += self.abandoned()
        self._adapter = adapter
        self._service = adapter.new_reference()
        self._copied = 0

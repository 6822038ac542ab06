"""Generators: PRNG feeds a SEED and requests random bytes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Container, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from roundel.algorithms.kinds.base import (
    Data,
    Part,
    SingleAnswer,
    Transaction,
    random_messages,
    session_steps,
)
from roundel.protocol.stream import (
    NO_FLAGS,
    Command,
    Flag,
    Kind,
    Operation,
    Segment,
    command_segment,
    session_flags,
)


def request_segments(flags: int, seed: bytes, output_bytes: int) -> list[Segment]:
    """Return the transaction that feeds `seed` and requests `output_bytes` bytes (0 to 2^32 - 1)."""
    return [command_segment(Operation.PRNG, flags, length=output_bytes), Segment(Kind.SEED, seed)]


@dataclass(frozen=True, kw_only=True, repr=False)
class Prng(SingleAnswer):
    """A generator, which a core can keep from request to request. `flags` are its own."""

    service = "prng"
    operations = (Operation.PRNG,)
    result = Kind.RANDOM
    keeps: str = "generator"
    flags: Flag = NO_FLAGS

    @abstractmethod
    def generator(self, seed: bytes) -> Any:
        """Return the model of a new generator. `output` feeds the seed, unless it is the model's state."""

    @abstractmethod
    def output(self, generator: Any, flags: int, seed: bytes, output_bytes: int) -> bytes:
        """Return the output of one request with these flags."""

    @abstractmethod
    def seed_sizes(self, resumed: bool) -> Container[int]:
        """Return the legal lengths of a seed."""

    @abstractmethod
    def random_request(self, rng: Random, beat_bytes: int, resumed: bool) -> tuple[int, bytes, int]:
        """Return own flags, a seed, and the number of bytes to request."""

    def parts(self, command: Command, resumed: bool) -> Sequence[Part] | None:
        """Return the segments after a command; None if the command is illegal."""
        legal = self.legal_flags(command, self.flags) and command.suffix == command.function == 0
        return [Part(Kind.SEED, self.seed_sizes(resumed))] if legal else None

    def compute(self, command: Command, data: Data, kept: Any) -> tuple[bytes, Any]:
        """Return random bytes and the generator."""
        seed = data[Kind.SEED]
        generator = self.generator(seed) if kept is None else kept
        return self.output(generator, command.flags & self.flags, seed, command.length), generator

    def random_session(self, rng: Random, beat_bytes: int, left_open: bool) -> list[Transaction]:
        """Return requests to one generator."""
        count = random_messages(rng)
        requests = [self.random_request(rng, beat_bytes, number > 0) for number in range(count)]
        return self.transactions(*self.session(requests, left_open))

    def session(
        self, requests: Sequence[tuple[int, bytes, int]], left_open: bool = False
    ) -> list[tuple[Command, Data]]:
        """Return requests to a new generator: own flags, seed, number of bytes."""
        steps = session_steps(len(requests), left_open)
        return [
            (
                Command(Operation.PRNG, flags | session_flags(resume=resume, keep=keep), length=size),
                {Kind.SEED: seed},
            )
            for (flags, seed, size), (resume, keep) in zip(requests, steps, strict=True)
        ]

    def answered_session(self, requests: Sequence[tuple[int, bytes, bytes]]) -> list[Transaction]:
        """Return requests whose outputs are known: own flags, seed, output."""
        made = self.session([(flags, seed, len(output)) for flags, seed, output in requests])
        return [self.answered(*one, output) for one, (_, _, output) in zip(made, requests, strict=True)]

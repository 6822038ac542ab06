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
from roundel.protocol.stream import Command, Kind, Operation, Segment, command_segment, session_bits


def request_segments(variant: int, seed: bytes, output_bytes: int) -> list[Segment]:
    """Return the transaction that feeds `seed` and requests `output_bytes` bytes (0 to 2^32 - 1)."""
    return [command_segment(Operation.PRNG, variant, 0, output_bytes), Segment(Kind.SEED, seed)]


@dataclass(frozen=True, kw_only=True, repr=False)
class Prng(SingleAnswer):
    """A generator, which a core can keep from request to request. `bits` are its own bits of a variant."""

    service = "prng"
    operations = (Operation.PRNG,)
    result = Kind.RANDOM
    keeps: str = "generator"
    bits: int = 0

    @abstractmethod
    def generator(self, seed: bytes) -> Any:
        """Return the model of a new generator. `output` feeds the seed, unless it is the model's state."""

    @abstractmethod
    def output(self, generator: Any, bits: int, seed: bytes, output_bytes: int) -> bytes:
        """Return the output of one request with these bits of the variant."""

    @abstractmethod
    def seed_sizes(self, resumed: bool) -> Container[int]:
        """Return the legal lengths of a seed."""

    @abstractmethod
    def random_request(self, rng: Random, beat_bytes: int, resumed: bool) -> tuple[int, bytes, int]:
        """Return bits of the variant, a seed, and the number of bytes to request."""

    def parts(self, command: Command, resumed: bool) -> Sequence[Part] | None:
        """Return the segments after a command; None if the command is illegal."""
        legal = self.legal_variant(command, bits=self.bits)
        return [Part(Kind.SEED, self.seed_sizes(resumed))] if legal else None

    def compute(self, command: Command, data: Data, kept: Any) -> tuple[bytes, Any]:
        """Return random bytes and the generator."""
        seed = data[Kind.SEED]
        generator = self.generator(seed) if kept is None else kept
        return self.output(generator, command.variant & self.bits, seed, command.output_bytes), generator

    def random_session(self, rng: Random, beat_bytes: int, left_open: bool) -> list[Transaction]:
        """Return requests to one generator."""
        count = random_messages(rng)
        requests = [self.random_request(rng, beat_bytes, number > 0) for number in range(count)]
        return self.transactions(*self.session(requests, left_open))

    def session(
        self, requests: Sequence[tuple[int, bytes, int]], left_open: bool = False
    ) -> list[tuple[Command, Data]]:
        """Return requests to a new generator: own bits of the variant, seed, number of bytes."""
        steps = session_steps(len(requests), left_open)
        return [
            (
                Command(Operation.PRNG, bits | session_bits(resume=resume, keep=keep), 0, size),
                {Kind.SEED: seed},
            )
            for (bits, seed, size), (resume, keep) in zip(requests, steps, strict=True)
        ]

    def answered_session(self, requests: Sequence[tuple[int, bytes, bytes]]) -> list[Transaction]:
        """Return requests whose outputs are known: own bits of the variant, seed, output."""
        made = self.session([(bits, seed, len(output)) for bits, seed, output in requests])
        return [self.answered(*one, output) for one, (_, _, output) in zip(made, requests, strict=True)]

"""Generators: PRNG feeds a SEED and requests random bytes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Container, Sequence
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
    session_steps,
)
from roundel.protocol.stream import (
    KEEP,
    RESUME,
    Command,
    Kind,
    Operation,
    Segment,
    command_segment,
    session_bits,
)


def request_segments(variant: int, seed: bytes, output_bytes: int) -> list[Segment]:
    """Return the transaction that feeds `seed` and requests `output_bytes` bytes (0 to 2^32 - 1)."""
    return [command_segment(Operation.PRNG, variant, 0, output_bytes), Segment(Kind.SEED, seed)]


@dataclass(frozen=True, kw_only=True, repr=False)
class Prng(ServiceAlgorithm):
    """A generator, which a core can keep from request to request. `bits` are its own bits of a variant."""

    service = "prng"
    operations = (Operation.PRNG,)
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

    def begin(self, command: Command, kept: Any) -> Receiver | None:
        """Return the rules of a command's transaction; None if the command is illegal."""
        if not self.legal_variant(command, kept, bits=self.bits):
            return None
        resumed = bool(command.variant & RESUME)

        def finish(data: Any) -> Answer:
            seed = data[Kind.SEED]
            generator = kept if resumed else self.generator(seed)
            output = self.output(generator, command.variant & self.bits, seed, command.output_bytes)
            return [Segment(Kind.RANDOM, output)], generator if command.variant & KEEP else None

        return Receiver([Part(Kind.SEED, self.seed_sizes(resumed))], finish)

    def random_session(self, rng: Random, beat_bytes: int, left_open: bool) -> list[Transaction]:
        """Return requests to one generator."""
        count = random_messages(rng)
        requests = [self.random_request(rng, beat_bytes, number > 0) for number in range(count)]
        return self.session(requests, left_open)

    def session(
        self, requests: Sequence[tuple[int, bytes, int]], left_open: bool = False
    ) -> list[Transaction]:
        """Return requests to a new generator: own bits of the variant, seed, number of bytes."""
        generator = self.generator(requests[0][1])
        outputs = [(bits, seed, self.output(generator, bits, seed, size)) for bits, seed, size in requests]
        return self.answered(outputs, left_open)

    def answered(
        self, requests: Sequence[tuple[int, bytes, bytes]], left_open: bool = False
    ) -> list[Transaction]:
        """Return requests to a new generator: own bits of the variant, seed, output."""
        return [
            Transaction(
                request_segments(bits | session_bits(resume=resume, keep=keep), seed, len(output)),
                [Segment(Kind.RANDOM, output)],
                resume,
                keep,
            )
            for (bits, seed, output), (resume, keep) in zip(
                requests, session_steps(len(requests), left_open), strict=True
            )
        ]

"""Samplers: SAMPLE expands a SEED to polynomials."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from random import Random

from roundel.algorithms.kinds.base import Data, NoVariant, Part, SingleAnswer, Transaction
from roundel.algorithms.kinds.entries import Entry
from roundel.protocol.stream import Command, Kind, Operation, Segment

N = 256  # coefficients of a polynomial
MAX_LENGTH = 1 << 16
MAX_COLUMNS = 15
MAX_RANDOM_POLYNOMIALS = 5


@dataclass(frozen=True)
class Sampler:
    """A function that expands a seed: its name in Python, the variant of the catalog, its code in a command.

    Sizes are in bytes. A seed ends with an index of `index_bytes`, which counts the polynomials. Without
    one a request has one polynomial. `matrix`: it may count columns and rows. `coefficients` returns the
    polynomial of one seed. `rejects`: it drops candidates, so that its time depends on the seed. A stimulus
    has `timed_seed`, repeated to its length, and the index 0.
    """

    name: str
    variant: str
    code: int
    seed_bytes: int
    index_bytes: int
    matrix: bool
    coefficient_bytes: int
    coefficients: Callable[[bytes], list[int]]
    rejects: bool = False
    timed_seed: bytes = bytes(1)

    @property
    def polynomial_bytes(self) -> int:
        """The length of a polynomial in an answer."""
        return N * self.coefficient_bytes

    @property
    def most(self) -> int:
        """The most polynomials of a request."""
        return (MAX_LENGTH - 1) // self.polynomial_bytes if self.index_bytes else 1

    def command(self, count: int, columns: int = 0) -> Command:
        """Return the CMD that requests polynomials: a vector, or a matrix with so many columns."""
        length = count * self.polynomial_bytes
        return Command(Operation.SAMPLE, suffix=columns, function=self.code, length=length)

    def seeds(self, seed: bytes, columns: int, count: int) -> list[bytes]:
        """Return the seeds of consecutive polynomials.

        In a matrix the first byte of the index goes from `columns` - 1 to 0, and the second one counts rows.
        In a vector the index is a little-endian number.
        """
        if not self.index_bytes:
            return [seed]
        base, index, result = seed[: -self.index_bytes], seed[-self.index_bytes :], []
        for _ in range(count):
            result.append(base + index)
            if columns:
                wrap = index[0] == columns - 1
                index = bytes([0 if wrap else (index[0] + 1) % 256, (index[1] + wrap) % 256])
            else:
                number = (int.from_bytes(index, "little") + 1) % (1 << 8 * self.index_bytes)
                index = number.to_bytes(self.index_bytes, "little")
        return result

    def packed(self, polynomial: Sequence[int]) -> bytes:
        """Return the coefficients of a polynomial, each little-endian in two's complement."""
        return b"".join(c.to_bytes(self.coefficient_bytes, "little", signed=True) for c in polynomial)

    def unpacked(self, data: bytes) -> list[list[int]]:
        """Return the polynomials of an answer."""
        size = self.coefficient_bytes
        numbers = [
            int.from_bytes(data[at : at + size], "little", signed=True) for at in range(0, len(data), size)
        ]
        return [numbers[at : at + N] for at in range(0, len(numbers), N)]


@dataclass(frozen=True, kw_only=True, repr=False)
class Samplers(SingleAnswer):
    """The samplers of an algorithm."""

    service = "sample"
    operations = (Operation.SAMPLE,)
    result = Kind.RANDOM
    samplers: tuple[Sampler, ...]

    def sampler_of(self, command: Command) -> Sampler | None:
        """Return the sampler of a command, if it is legal."""
        for sampler in self.samplers:
            if sampler.code == command.function:
                columns = range(MAX_COLUMNS + 1) if sampler.matrix else (0,)
                size = sampler.polynomial_bytes
                lengths = range(size, size * sampler.most + 1, size)
                legal = command.suffix in columns and command.length in lengths and self.legal_flags(command)
                return sampler if legal else None
        return None

    def parts(self, command: Command, resumed: bool) -> Sequence[Part] | None:
        """Return the segments after a command; None if the command is illegal."""
        sampler = self.sampler_of(command)
        return [Part(Kind.SEED, (sampler.seed_bytes,))] if sampler else None

    def compute(self, command: Command, data: Data, kept: object) -> tuple[bytes, None]:
        """Return the polynomials."""
        sampler = self.sampler_of(command)
        assert sampler is not None
        count = command.length // sampler.polynomial_bytes
        seeds = sampler.seeds(data[Kind.SEED], command.suffix, count)
        return b"".join(sampler.packed(sampler.coefficients(seed)) for seed in seeds), None

    def timed_by(self, command: Command) -> Container[Kind]:
        """Return SEED for a sampler by rejection."""
        sampler = self.sampler_of(command)
        return (Kind.SEED,) if sampler and sampler.rejects else ()

    def known(self, entry: Entry) -> list[Transaction] | None:
        """Return None: the published answers are those of whole algorithms, which tests compare."""
        return None

    def random_session(self, rng: Random, beat_bytes: int, left_open: bool) -> list[Transaction]:
        """Return one request: of a matrix, a vector or one polynomial."""
        sampler = rng.choice(self.samplers)
        columns = rng.choice([0, 1, 2, 3, 4, 7, MAX_COLUMNS]) if sampler.matrix else 0
        index = rng.choice([bytes(sampler.index_bytes), rng.randbytes(sampler.index_bytes)])
        seed = rng.randbytes(sampler.seed_bytes - sampler.index_bytes) + index
        count = min(sampler.most, rng.choice([1, 1, 2, rng.randint(1, MAX_RANDOM_POLYNOMIALS)]))
        return self.transactions((sampler.command(count, columns), {Kind.SEED: seed}))

    def stimulus(self, variant: str, block_bits: int, blocks: int) -> list[Segment]:
        """Return `blocks` polynomials of the sampler of a variant, in one request or in as many."""
        sampler = next((one for one in self.samplers if one.variant == variant), None)
        if sampler is None:
            raise NoVariant(", ".join(one.variant for one in self.samplers))
        size = sampler.seed_bytes - sampler.index_bytes
        seed = (sampler.timed_seed * size)[:size] + bytes(sampler.index_bytes)
        count = min(blocks, sampler.most)
        return self.request(sampler.command(count), {Kind.SEED: seed}) * (blocks // count)

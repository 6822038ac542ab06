"""The PRNG service with Fortuna's generator: a seed of 32 bytes is its key, and its counter starts at 1."""

from __future__ import annotations

from random import Random

from roundel.models.fortuna import KEY_BYTES, Generator
from roundel.protocol.prng_message import request_segments
from roundel.protocol.stream import KEEP, RESUME, Command, Kind, Operation, Segment, session_bits
from roundel.verify.adapter import Adapter, Step
from roundel.verify.cases import Case, legal_case
from roundel.verify.entries import Entry, FortunaEntry
from roundel.verify.mixed import one_after_another, session_steps
from roundel.verify.protocol import Grammar, Reference

FIRST_COUNTER = 1
MAX_REQUESTS = 4


def _case_of(entry: Entry, beat_bytes: int) -> Case | None:
    """Return the requests before the first reseed: hardware has no reseed that keeps the counter."""
    if not isinstance(entry, FortunaEntry):
        return None
    generator = Generator(entry.key, entry.counter)
    if entry.seed is not None:
        generator.reseed(entry.seed)
    names = [operation.name for operation in entry.operations]
    outputs = [operation.data for operation in entry.operations]
    if "reseed" in names:
        outputs = outputs[: names.index("reseed")]
    if generator.counter != FIRST_COUNTER or not outputs:
        return None
    steps = _steps(generator.key, outputs, left_open=False)
    segments = [segment for step in steps for segment in step.segments]
    return legal_case(entry.origin, segments, [s for step in steps for s in step.answer], beat_bytes)


def _steps(key: bytes, outputs: list[bytes], *, left_open: bool) -> list[Step]:
    """Return requests to a new generator with that key, which answers with `outputs`."""
    steps = []
    for (resume, keep), output in zip(session_steps(len(outputs), left_open), outputs, strict=True):
        variant = session_bits(resume=resume, keep=keep)
        segments = request_segments(variant, b"" if resume else key, len(output))
        steps.append(Step(segments, [Segment(Kind.RANDOM, output)], resume, keep))
    return steps


def _random_session(rng: Random, beat_bytes: int, left_open: bool) -> list[Step]:
    """Return requests to one generator."""
    key = rng.randbytes(KEY_BYTES)
    generator = Generator(key, FIRST_COUNTER)
    outputs = [generator.request(_random_size(rng)) for _ in range(rng.choice([1, 1, 2, MAX_REQUESTS]))]
    return _steps(key, outputs, left_open=left_open)


def _random_size(rng: Random) -> int:
    """Return a length in bytes: zero, around whole blocks, odd and even numbers of blocks."""
    edge = rng.randint(-1, 1)
    return rng.choice([0, 1, 16 + edge, 32 + edge, 48 + edge, 16 * rng.randint(1, 12), rng.randint(0, 200)])


class FortunaReference(Reference):
    """A model of the rules, with a generator that is kept from request to request."""

    def __init__(self) -> None:
        """Start idle, without a generator."""
        super().__init__({Operation.PRNG: Grammar(self._allows, (Kind.SEED,), self._answer, self._fits)})
        self._generator: Generator | None = None

    def end_session(self) -> None:
        """Clear the generator."""
        self._generator = None

    def _allows(self, command: Command) -> bool:
        if command.variant & ~(RESUME | KEEP):
            return False
        if not command.variant & RESUME:
            self._generator = None
            return True
        return self._generator is not None

    def _fits(self, command: Command, segments: list[bytes]) -> bool:
        return len(segments[0]) == (0 if command.variant & RESUME else KEY_BYTES)

    def _answer(self, command: Command, segments: list[bytes]) -> list[Segment]:
        generator = self._generator or Generator(segments[0], FIRST_COUNTER)
        output = generator.request(command.output_bytes)
        self._generator = generator if command.variant & KEEP else None
        return [Segment(Kind.RANDOM, output)]


FORTUNA = Adapter(
    service="prng",
    case_of=_case_of,
    random_case=one_after_another(_random_session),
    grammars={},
    reference=FortunaReference,
    random_session=_random_session,
)

"""The PRNG service with the duplex generator: 168 bytes per call, 24 or 12 rounds."""

from __future__ import annotations

from random import Random

from roundel.models.keccak_prg import Prg
from roundel.protocol.prng_message import (
    CLEAR,
    KECCAK_BLOCK_BYTES,
    KECCAK_RATE_BITS,
    KECCAK_ROUNDS,
    ROUNDS_12,
    request_segments,
)
from roundel.protocol.stream import KEEP, RESUME, Command, Kind, Operation, Segment, session_bits
from roundel.verify.adapter import Adapter, Step
from roundel.verify.cases import Case, legal_case
from roundel.verify.entries import Entry, PrgEntry
from roundel.verify.keccak_hash import random_length
from roundel.verify.mixed import one_after_another, session_steps
from roundel.verify.protocol import Grammar, Reference

MAX_REQUESTS = 4
STATE_BITS = 1600


def _rounds(variant: int) -> int:
    return 12 if variant & ROUNDS_12 else 24


def _new(variant: int) -> Prg:
    return Prg(KECCAK_RATE_BITS, STATE_BITS, _rounds(variant))


def answer_request(generator: Prg, variant: int, seed: bytes, output_bytes: int) -> bytes:
    """Return a core's output for one request.

    The core makes a call even if no output is requested, unless it clears. It drops the unused part of the
    last output. Every request determines the rounds of its own calls.
    """
    generator.rounds = _rounds(variant)
    generator.feed(seed)
    if variant & CLEAR:
        generator.clear()
    elif not output_bytes:
        generator.fetch(1)
    output = generator.fetch(output_bytes)
    generator.feed(b"")
    return output


def _case_of(entry: Entry, beat_bytes: int) -> Case | None:
    """Return the requests that correspond to the operations.

    The seed goes with the next `fetch` or `forget`. Consecutive fetches are one request, because each request
    begins a new output block.
    """
    if not isinstance(entry, PrgEntry) or (entry.width, entry.rate_bits) != (STATE_BITS, KECCAK_RATE_BITS):
        return None
    if entry.rounds not in KECCAK_ROUNDS:
        return None
    requests: list[tuple[int, bytes, bytes]] = []  # bits of the variant, seed, output
    seed = output = b""
    clear = 0
    for name, data in [*((operation.name, operation.data) for operation in entry.operations), ("feed", b"")]:
        if name == "fetch":
            output += data
            continue
        if output or clear:
            requests.append((clear, seed, output))
            seed = output = b""
            clear = 0
        if name == "forget":
            clear = CLEAR
        else:
            seed += data
    variant = KECCAK_ROUNDS[entry.rounds]
    segments: list[Segment] = []
    for number, (bits, seed, output) in enumerate(requests):
        bits |= variant | session_bits(resume=number > 0, keep=number < len(requests) - 1)
        segments += request_segments(bits, seed, len(output))
    return legal_case(
        entry.origin, segments, [Segment(Kind.RANDOM, output) for _, _, output in requests], beat_bytes
    )


def _random_session(rng: Random, beat_bytes: int, left_open: bool) -> list[Step]:
    """Return requests to one generator."""
    requests = rng.choice([1, 1, 2, MAX_REQUESTS])
    generator = _new(0)
    steps = []
    for resume, keep in session_steps(requests, left_open):
        rounds = rng.choice(list(KECCAK_ROUNDS.values()))
        variant = rounds | session_bits(resume=resume, keep=keep)
        variant |= CLEAR if rng.random() < 0.3 else 0
        seed = rng.randbytes(random_length(rng, KECCAK_BLOCK_BYTES, beat_bytes) if rng.random() < 0.7 else 0)
        output_bytes = rng.choice([0, 16, random_length(rng, KECCAK_BLOCK_BYTES, beat_bytes)])
        output = answer_request(generator, variant, seed, output_bytes)
        segments = request_segments(variant, seed, output_bytes)
        steps.append(Step(segments, [Segment(Kind.RANDOM, output)], resume, keep))
    return steps


class PrngReference(Reference):
    """A model of the rules, with a generator that is kept from request to request."""

    def __init__(self) -> None:
        """Start idle, without a generator."""
        super().__init__({Operation.PRNG: Grammar(self._allows, (Kind.SEED,), self._answer)})
        self._generator: Prg | None = None

    def end_session(self) -> None:
        """Clear the generator."""
        self._generator = None

    def _allows(self, command: Command) -> bool:
        if command.variant > RESUME | CLEAR | KEEP | ROUNDS_12:
            return False
        if not command.variant & RESUME:
            self._generator = _new(command.variant)
        return self._generator is not None

    def _answer(self, command: Command, segments: list[bytes]) -> list[Segment]:
        assert self._generator is not None
        output = answer_request(self._generator, command.variant, segments[0], command.output_bytes)
        if not command.variant & KEEP:
            self._generator = None
        return [Segment(Kind.RANDOM, output)]


PRNG = Adapter(
    service="prng",
    case_of=_case_of,
    random_case=one_after_another(_random_session),
    grammars={},
    reference=PrngReference,
    random_session=_random_session,
)

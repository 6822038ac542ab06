"""The duplex generator over Keccak-f[1600], 168 bytes per call, of 24 or 12 rounds."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass
from random import Random

from roundel.algorithms.kinds.base import (
    ANY_SIZE,
    NoVariant,
    Standing,
    Transaction,
    counting_bytes,
    random_size,
)
from roundel.algorithms.kinds.entries import Entry
from roundel.algorithms.kinds.fields import Fields, Head, Rule
from roundel.algorithms.kinds.prng import Prng, request_segments
from roundel.models import keccak
from roundel.models.keccak_prg import Prg
from roundel.protocol.stream import NO_FLAGS, Flag, Segment

ROUNDS = {24: NO_FLAGS, 12: Flag.ROUNDS12}  # rounds of a call -> flags
STATE_BITS = 1600
RATE_BITS = 1346  # of the model
BLOCK_BYTES = 168
TIMED_OUTPUT_BYTES = 16  # of a request whose seed is timed: one beat


@dataclass(frozen=True)
class PrgOperation:
    """One call: `feed` absorbs `data`, `fetch` returns `data`, `forget` has none and clears the past."""

    name: str
    data: bytes = b""


@dataclass(frozen=True)
class PrgEntry(Entry):
    """The duplex PRNG with `rounds` rounds per call: operations in order on a new instance."""

    width: int
    rate_bits: int
    rounds: int
    operations: tuple[PrgOperation, ...]


class _KeccakPrg(Prng):
    def generator(self, seed: bytes) -> Prg:
        return Prg(RATE_BITS, STATE_BITS)

    def output(self, generator: Prg, flags: int, seed: bytes, output_bytes: int) -> bytes:
        """Return a core's output for one request.

        The core makes a call even if no output is requested, unless it overwrites. It drops the unused
        part of the last output. Every request determines the rounds of its own calls.
        """
        generator.rounds = 12 if flags & Flag.ROUNDS12 else 24
        generator.feed(seed)
        if flags & Flag.OVERWRITE:
            generator.clear()
        elif not output_bytes:
            generator.fetch(1)
        output = generator.fetch(output_bytes)
        generator.feed(b"")
        return output

    def seed_sizes(self, resumed: bool) -> Container[int]:
        return ANY_SIZE

    def random_request(self, rng: Random, beat_bytes: int, resumed: bool) -> tuple[int, bytes, int]:
        flags = rng.choice([*ROUNDS.values()]) | (Flag.OVERWRITE if rng.random() < 0.3 else NO_FLAGS)
        seed = self.random_text(rng, beat_bytes) if rng.random() < 0.7 else b""
        return flags, seed, rng.choice([0, 16, random_size(rng, beat_bytes, BLOCK_BYTES)])

    def known(self, entry: Entry) -> list[Transaction] | None:
        """Return the requests that correspond to the operations.

        The seed goes with the next `fetch` or `forget`. Consecutive fetches are one request, because each
        request begins a new output block.
        """
        if not isinstance(entry, PrgEntry) or (entry.width, entry.rate_bits) != (STATE_BITS, RATE_BITS):
            return None
        if entry.rounds not in ROUNDS:
            return None
        requests: list[tuple[int, bytes, bytes]] = []  # flags, seed, output
        seed = output = b""
        overwrite = NO_FLAGS
        for operation in (*entry.operations, PrgOperation("feed")):
            if operation.name == "fetch":
                output += operation.data
                continue
            if output or overwrite:
                requests.append((ROUNDS[entry.rounds] | overwrite, seed, output))
                seed = output = b""
                overwrite = NO_FLAGS
            if operation.name == "forget":
                overwrite = Flag.OVERWRITE
            else:
                seed += operation.data
        return self.answered_session(requests)

    def stimulus(self, variant: str, block_bits: int, blocks: int) -> list[Segment]:
        """Return a request of a new generator, of exactly `blocks` blocks of output or of seed.

        The variant is `fetch` or `feed`, and the rounds: `fetch-12`. The last block of seed goes with the
        call that gives the output, of one beat.
        """
        name, _, rounds = variant.partition("-")
        if name not in ("fetch", "feed") or rounds not in map(str, ROUNDS):
            raise NoVariant("fetch-12, feed-12, fetch-24 or feed-24")
        size, flags = blocks * block_bits // 8, ROUNDS[int(rounds)]
        if name == "fetch":
            return request_segments(flags, b"", size)
        return request_segments(flags, counting_bytes(size - 1), TIMED_OUTPUT_BYTES)


KECCAK_PRG = _KeccakPrg(
    name="keccak-prg",
    title="Keccak PRG",
    standing=Standing.RESEARCH,
    source="Bertoni, Daemen, Peeters, Van Assche: Sponge-based pseudo-random number generators, 2010",
    blocks=(BLOCK_BYTES,),
    flags=Flag.OVERWRITE | Flag.ROUNDS12,
)
ALGORITHMS = (KECCAK_PRG,)


def _parse(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    width, rate, capacity = (int(group) for group in match.groups())
    fields.check(width in keccak.WIDTHS and rate + capacity == width, "alg", head[0], "r + c = b")
    fields.check(rate % 8 == 2, "alg", f"rate {rate}", "2 more than a multiple of 8")
    operations = []
    for item in fields.items("ops"):
        name, data = item.text("op"), b""
        item.check(name in ("feed", "fetch", "forget"), "op", repr(name), "`feed`, `fetch` or `forget`")
        if name == "feed":
            data = item.hex_bytes("data")
        elif name == "fetch":
            data = item.hex_bytes("out", size=item.integer("n"))
        operations.append(PrgOperation(name, data))
    rounds = fields.integer("rounds", keccak.nominal_rounds(width))
    return PrgEntry(*head, width, rate, rounds, tuple(operations))


PARSERS: tuple[Rule, ...] = ((r"SpongePRG\[b=(\d+),r=(\d+),c=(\d+)\]", _parse),)

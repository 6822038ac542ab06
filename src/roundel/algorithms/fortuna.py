"""The generator of Fortuna. Its seed is its key; the driver hashes seeds."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass
from random import Random

from roundel.algorithms.kinds.base import Standing, Transaction, counting_bytes, random_size
from roundel.algorithms.kinds.entries import Entry
from roundel.algorithms.kinds.fields import Fields, Head, Rule
from roundel.algorithms.kinds.prng import Prng, request_segments
from roundel.models.aes import BLOCK_BYTES
from roundel.models.fortuna import KEY_BYTES, Generator
from roundel.protocol.stream import Segment

FIRST_COUNTER = 1
SEED_BYTES = KEY_BYTES  # of a new generator: its key
COUNTER_BITS = 128
MAX_BYTES = 1 << 20  # of output in a request; the driver keeps this limit, the core does not check it


@dataclass(frozen=True)
class FortunaOperation:
    """One call and the state after it: "reseed" absorbs `data`, "request" returns `data`."""

    name: str
    data: bytes
    key_after: bytes
    counter_after: int


@dataclass(frozen=True)
class FortunaEntry(Entry):
    """Fortuna: calls in order on a generator with this state, after a reseed if `seed` is not None."""

    key: bytes
    counter: int
    seed: bytes | None
    operations: tuple[FortunaOperation, ...]


class _Fortuna(Prng):
    def generator(self, seed: bytes) -> Generator:
        return Generator(seed, FIRST_COUNTER)

    def output(self, generator: Generator, flags: int, seed: bytes, output_bytes: int) -> bytes:
        return generator.request(output_bytes)

    def seed_sizes(self, resumed: bool) -> Container[int]:
        return (0,) if resumed else (KEY_BYTES,)

    def random_request(self, rng: Random, beat_bytes: int, resumed: bool) -> tuple[int, bytes, int]:
        seed = b"" if resumed else rng.randbytes(KEY_BYTES)
        return 0, seed, random_size(rng, beat_bytes, BLOCK_BYTES)

    def known(self, entry: Entry) -> list[Transaction] | None:
        """Return the requests before the first reseed: hardware has no reseed that keeps the counter."""
        if not isinstance(entry, FortunaEntry):
            return None
        generator = Generator(entry.key, entry.counter)
        if entry.seed is not None:
            generator.reseed(entry.seed)
        names = [*(operation.name for operation in entry.operations), "reseed"]
        outputs = [operation.data for operation in entry.operations[: names.index("reseed")]]
        if generator.counter != FIRST_COUNTER or not outputs:
            return None
        seeds = [generator.key, *[b""] * (len(outputs) - 1)]
        return self.answered_session([(0, seed, output) for seed, output in zip(seeds, outputs, strict=True)])

    def stimulus(self, variant: str, block_bits: int, blocks: int) -> list[Segment]:
        """Return a request of a new generator, of exactly `blocks` blocks of output, in any variant."""
        return request_segments(0, counting_bytes(KEY_BYTES), blocks * block_bits // 8)


FORTUNA = _Fortuna(
    name="fortuna",
    title="Fortuna",
    standing=Standing.RESEARCH,
    source="Ferguson, Schneier, Kohno: Cryptography Engineering, 2010, section 9.4",
    blocks=(BLOCK_BYTES,),
)
ALGORITHMS = (FORTUNA,)


def _parse(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    key, counter, seed = bytes(KEY_BYTES), 0, None
    if match["state"]:
        key, counter = fields.hex_bytes("key", size=KEY_BYTES), _counter(fields, "counter")
    else:
        seed = fields.hex_bytes("seed")
    operations = tuple(map(_parse_operation, fields.items("requests")))
    return FortunaEntry(*head, key, counter, seed, operations)


def _parse_operation(item: Fields) -> FortunaOperation:
    name = item.text("op")
    item.check(name in ("reseed", "request"), "op", repr(name), "reseed or request")
    data = item.hex_bytes("seed") if name == "reseed" else item.hex_bytes("out", size=item.integer("n"))
    key = item.hex_bytes("key_after", size=KEY_BYTES)
    return FortunaOperation(name, data, key, _counter(item, "counter_after"))


def _counter(fields: Fields, name: str) -> int:
    value = fields.number(name)
    fields.check(value < 1 << COUNTER_BITS, name, str(value), f"a number of {COUNTER_BITS} bits")
    return value


PARSERS: tuple[Rule, ...] = (("Fortuna-AES256(?P<state>-state)?", _parse),)

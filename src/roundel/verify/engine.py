"""Verifies a block engine with known answers and random blocks.

The algorithm of an engine's service determines what it computes. A mode is verified by its blocks: a
keystream by the counter blocks, a message by each of its blocks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from roundel.catalog import Core
from roundel.errors import RoundelError
from roundel.models import aes, ctr, keccak, salsa20
from roundel.models.bits import Bytes, xor
from roundel.simulate import Engine, Stalls
from roundel.verify.entries import (
    CipherEntry,
    CtrEntry,
    Entry,
    KeyStreamEntry,
    PermutationEntry,
    SalsaCoreEntry,
)
from roundel.verify.report import Failure, Report

BATCH_BLOCKS = 64
STALLS = ((0.0, 0.0), (0.5, 0.0), (0.0, 0.5), (0.3, 0.3), (0.9, 0.1), (0.1, 0.9))


@dataclass(frozen=True)
class Block:
    """A block with its key (or none). Bytes from `start` of its result must be `expected`."""

    origin: str
    block: bytes
    key: bytes
    expected: bytes
    start: int = 0


Blocks = Callable[[Entry, Core], list[Block] | None]
"""Returns the blocks of a known answer; None if the engine does not serve it."""


@dataclass(frozen=True)
class Cipher:
    """What an engine computes: its golden model (block, key, core), and the blocks of a known answer."""

    model: Callable[[Bytes, Bytes, Core], bytes]
    blocks_of: Blocks


def cipher_of(core: Core) -> Cipher:
    """Return what `core` computes; RoundelError if its algorithm cannot be verified."""
    algorithm = core.service().algorithm
    if algorithm not in CIPHERS:
        raise RoundelError(
            f"{core.name} computes {algorithm!r}, which cannot be verified",
            f"`algorithm` in catalog.toml must be one of {', '.join(CIPHERS)}.",
        )
    return CIPHERS[algorithm]


def verify_engine(core: Core, entries: Sequence[Entry], *, random: int = 0, seed: int = 0) -> Report:
    """Verify the engine `core` in simulation with `entries`, then with random blocks.

    `random` is their number. They are made from `seed`, and have stalls on both sides.
    """
    served, not_served = known_blocks(core, entries)
    rng = Random(seed)
    with Engine(core) as engine:
        known = _run(engine, [block for blocks in served for block in blocks], None)
        made: list[Failure] = []
        for batch in _batches(random_blocks(core, rng, random)):
            source, sink = rng.choice(STALLS)
            made += _run(engine, batch, Stalls(rng.getrandbits(32), source, sink))
    wrong = {failure.origin for failure in known}
    failed = sum(any(block.origin in wrong for block in blocks) for blocks in served)
    return Report(
        core=core.name,
        served=len(served),
        passed=len(served) - failed,
        failed=failed,
        not_served=not_served.total(),
        not_served_algs=dict(sorted(not_served.items())),
        random=random,
        random_failed=len(made),
        seed=seed,
        failures=(*known, *made),
    )


def _run(engine: Engine, blocks: Sequence[Block], stalls: Stalls | None) -> list[Failure]:
    """Run all blocks from reset, one after another. A block that stops the engine fails all of them."""
    if not blocks:
        return []
    engine.reset()
    try:
        run = engine.run(_rows(b.block for b in blocks), _rows(b.key for b in blocks), stalls=stalls)
        results = [row.tobytes() for row in run.blocks]
    except RoundelError as error:
        return [_failure(block, error.message, "", stalls) for block in blocks]
    return [
        _failure(block, "wrong result", got.hex(), stalls)
        for block, result in zip(blocks, results, strict=True)
        if (got := result[block.start : block.start + len(block.expected)]) != block.expected
    ]


def _failure(block: Block, what: str, got: str, stalls: Stalls | None) -> Failure:
    inputs = (f"block {block.block.hex()}", *((f"key {block.key.hex()}",) if block.key else ()))
    answers = (got,) if got else ()
    return Failure(block.origin, what, inputs, (block.expected.hex(),), answers, stalls=str(stalls or "none"))


def _rows(strings: Iterator[bytes]) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.stack([np.frombuffer(string, np.uint8) for string in strings])


def known_blocks(core: Core, entries: Sequence[Entry]) -> tuple[list[list[Block]], Counter[str]]:
    """Return the blocks of the entries that `core` serves, and the count of other entries by `alg`."""
    cipher = cipher_of(core)
    served: list[list[Block]] = []
    not_served: Counter[str] = Counter()
    for entry in entries:
        blocks = cipher.blocks_of(entry, core)
        if not blocks:  # not served, or an empty text, which would check nothing
            not_served[entry.alg] += 1
        else:
            served.append(blocks)
    return served, not_served


def random_blocks(core: Core, rng: Random, count: int) -> Iterator[Block]:
    """Yield `count` blocks, with keys if `core` has them, and their results by the golden model."""
    cipher = cipher_of(core)
    for number in range(count):
        block, key = rng.randbytes(core.data_width // 8), rng.randbytes(core.key_width // 8)
        yield Block(f"random block {number}", block, key, cipher.model(block, key, core))


def _batches(blocks: Iterator[Block]) -> Iterator[list[Block]]:
    batch = []
    for block in blocks:
        batch.append(block)
        if len(batch) == BATCH_BLOCKS:
            yield batch
            batch = []
    if batch:
        yield batch


def _aes(block: Bytes, key: Bytes, _: Core) -> bytes:
    return aes.Rijndael(key).encrypt(block)


def _aes_blocks(entry: Entry, core: Core) -> list[Block] | None:
    """Return the blocks of an ECB entry, or the counter blocks of a CTR entry."""
    size = aes.BLOCK_BYTES
    if not isinstance(entry, CipherEntry | CtrEntry) or len(entry.key) * 8 != core.key_width:
        return None
    starts = range(0, len(entry.text), size)
    if isinstance(entry, CipherEntry):
        if entry.block_bytes != size:
            return None
        return [
            Block(entry.origin, entry.text[i : i + size], entry.key, entry.ciphertext[i : i + size])
            for i in starts
        ]
    stream, counter, blocks = xor(entry.text, entry.ciphertext), entry.first, []
    for i in starts:
        blocks.append(Block(entry.origin, counter, entry.key, stream[i : i + size]))
        counter = ctr.increment(counter)
    return blocks


def _keccak(block: Bytes, _: Bytes, core: Core) -> bytes:
    return keccak.keccak_p(block, keccak.nominal_rounds(core.data_width), core.data_width)


def _keccak_blocks(entry: Entry, core: Core) -> list[Block] | None:
    """Return the block of a Keccak-p entry with all rounds, which is Keccak-f."""
    width = core.data_width
    if not isinstance(entry, PermutationEntry) or entry.width != width or entry.twisted:
        return None
    if entry.rounds != keccak.nominal_rounds(width):
        return None
    return [Block(entry.origin, entry.state, b"", entry.out)]


def _salsa20(block: Bytes, _: Bytes, __: Core) -> bytes:
    return salsa20.core(block)


def _salsa20_blocks(entry: Entry, _: Core) -> list[Block] | None:
    """Return the block of a core entry, or the blocks from which a keystream is cut."""
    if isinstance(entry, SalsaCoreEntry):
        return [Block(entry.origin, entry.block, b"", entry.out)]
    if not isinstance(entry, KeyStreamEntry):
        return None
    blocks = []
    for piece in entry.pieces:
        done = 0
        while done < len(piece.data):
            counter, start = divmod(piece.offset + done, salsa20.BLOCK_BYTES)
            expected = piece.data[done : done + salsa20.BLOCK_BYTES - start]
            block = salsa20.stream_block(entry.key, entry.nonce, counter)
            blocks.append(Block(entry.origin, block, b"", expected, start))
            done += len(expected)
    return blocks


# By the algorithm's name in the catalog.
CIPHERS: Mapping[str, Cipher] = {
    "aes": Cipher(_aes, _aes_blocks),
    "keccak-f": Cipher(_keccak, _keccak_blocks),
    "salsa20": Cipher(_salsa20, _salsa20_blocks),
}

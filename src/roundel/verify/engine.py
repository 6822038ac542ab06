"""Verifies a block engine with known answers and random blocks.

The algorithm of an engine's service determines what it computes. A mode is verified by its blocks: a
keystream by the counter blocks, a message by each of its blocks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import numpy as np

from roundel.algorithms.kinds.block import Block, BlockFunction
from roundel.algorithms.kinds.entries import Entry
from roundel.algorithms.registry import find
from roundel.catalog import Core
from roundel.errors import RoundelError
from roundel.simulate import Engine, Stalls
from roundel.verify.report import Failure, Report

BATCH_BLOCKS = 64
STALLS = ((0.0, 0.0), (0.5, 0.0), (0.0, 0.5), (0.3, 0.3), (0.9, 0.1), (0.1, 0.9))


def function_of(core: Core) -> BlockFunction:
    """Return what `core` computes; RoundelError if its algorithm cannot be verified."""
    return find(BlockFunction, core.service().algorithm, f"{core.name} computes blocks")


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
    function = function_of(core)
    served: list[list[Block]] = []
    not_served: Counter[str] = Counter()
    for entry in entries:
        blocks = function.blocks_of(entry, core.data_width, core.key_width)
        if not blocks:  # not served, or an empty text, which would check nothing
            not_served[entry.alg] += 1
        else:
            served.append(blocks)
    return served, not_served


def random_blocks(core: Core, rng: Random, count: int) -> Iterator[Block]:
    """Yield `count` blocks, with keys if `core` has them, and their results by the golden model."""
    function = function_of(core)
    for number in range(count):
        block, key = rng.randbytes(core.data_width // 8), rng.randbytes(core.key_width // 8)
        yield Block(f"random block {number}", block, key, function.compute(block, key))


def _batches(blocks: Iterator[Block]) -> Iterator[list[Block]]:
    batch = []
    for block in blocks:
        batch.append(block)
        if len(batch) == BATCH_BLOCKS:
            yield batch
            batch = []
    if batch:
        yield batch

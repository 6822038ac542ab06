"""What the exported test bench plays: beats or blocks in, and what must come out, as `$readmemh` reads them.

Of a service core the answers are compared byte by byte and by the ends of segments: whether a segment's
last bytes come with its end or an empty beat brings it is the core's choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from roundel.algorithms.kinds.block import Block
from roundel.algorithms.kinds.entries import Entry
from roundel.catalog import Core
from roundel.verify.cases import Case
from roundel.verify.engine import known_blocks, random_blocks
from roundel.verify.run import known_cases, made_cases

SEED = 1
# Beats of known answers that go along, so that a folder stays small; random ones come on top.
MOST_BEATS = 20_000


@dataclass(frozen=True)
class Stimulus:
    """The test bench's files by name, and how many lines `inputs.hex` and `expected.hex` have."""

    files: dict[str, str]
    inputs: int
    expected: int
    transactions: int


def stimulus(core: Core, entries: Sequence[Entry], random: int) -> Stimulus:
    """Return known answers that `core` serves, then `random` transactions (or blocks) with their answers."""
    if core.kind == "engine":
        served, _ = known_blocks(core, entries)
        blocks = [block for entry in served for block in entry]
        return _of_blocks(core, [*blocks, *random_blocks(core, Random(SEED), random)])
    known, _ = known_cases(core, entries)
    cases: list[Case] = []
    beats = 0
    for case in sorted(known, key=lambda case: len(case.beats)):
        beats += len(case.beats)
        if beats > MOST_BEATS:
            break
        cases.append(case)
    # An illegal transaction can end inside a segment. The next command ends it, so the last one is legal.
    return _of_cases(core, [*cases, *made_cases(core, Random(SEED), random), *cases[:1]])


def _of_cases(core: Core, cases: Sequence[Case]) -> Stimulus:
    """A beat is {tlast, tuser, tkeep, tdata}; an answer is a row of {end, kind, byte}."""
    size = core.data_width // 8
    inputs = [
        f"{beat.last:01x}{beat.kind:01x}{beat.keep:0{max(1, size // 4)}x}{beat.data[::-1].hex()}"
        for case in cases
        for beat in case.beats
    ]
    expected = []
    for case in cases:
        for segment in case.answer:
            expected += [f"0{segment.kind:01x}{byte:02x}" for byte in segment.data]
            expected.append(f"1{segment.kind:01x}00")
    return _stimulus(inputs, expected, len(cases))


def _of_blocks(core: Core, blocks: Sequence[Block]) -> Stimulus:
    """A block is {key, block}; a result is {mask, block}, byte 0 rightmost."""
    size = core.data_width // 8
    inputs = [f"{block.key[::-1].hex()}{block.block[::-1].hex()}" for block in blocks]
    expected = []
    for block in blocks:
        known = bytes(block.start) + b"\xff" * len(block.expected)
        value = bytes(block.start) + block.expected
        expected.append(known.ljust(size, b"\0")[::-1].hex() + value.ljust(size, b"\0")[::-1].hex())
    return _stimulus(inputs, expected, len(blocks))


def _stimulus(inputs: Sequence[str], expected: Sequence[str], transactions: int) -> Stimulus:
    files = {"inputs.hex": "\n".join(inputs) + "\n", "expected.hex": "\n".join(expected) + "\n"}
    return Stimulus(files, len(inputs), len(expected), transactions)

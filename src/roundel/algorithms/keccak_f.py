"""The permutations Keccak-f[200] to Keccak-f[1600], which engines compute."""

from __future__ import annotations

import re
from dataclasses import dataclass

from roundel.algorithms.kinds.base import Standing
from roundel.algorithms.kinds.block import Block, BlockFunction
from roundel.algorithms.kinds.entries import Entry
from roundel.algorithms.kinds.fields import Fields, Head, Rule
from roundel.models import keccak


@dataclass(frozen=True)
class PermutationEntry(Entry):
    """Keccak-p[width, rounds], or the twisted Keccak-p*, maps `state` to `out`."""

    width: int
    rounds: int
    twisted: bool
    state: bytes
    out: bytes


class _KeccakF(BlockFunction):
    def compute(self, block: bytes, key: bytes) -> bytes:
        width = 8 * len(block)
        return keccak.keccak_p(block, keccak.nominal_rounds(width), width)

    def blocks_of(self, entry: Entry, block_bits: int, key_bits: int) -> list[Block] | None:
        """Return the block of a Keccak-p entry with all rounds, which is Keccak-f."""
        if not isinstance(entry, PermutationEntry) or entry.width != block_bits or entry.twisted:
            return None
        if entry.rounds != keccak.nominal_rounds(block_bits):
            return None
        return [Block(entry.origin, entry.state, b"", entry.out)]


KECCAK_F = _KeccakF(name="keccak-f", title="Keccak-f", standing=Standing.STANDARD, source="FIPS 202")
ALGORITHMS = (KECCAK_F,)


def _parse(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    width, rounds = int(match[2]), int(match[3])
    fields.check(width in keccak.WIDTHS, "alg", f"width {width}", "200, 400, 800 or 1600")
    limit = keccak.nominal_rounds(width)
    fields.check(rounds <= limit, "alg", f"{rounds} rounds", f"at most {limit} for that width")
    state, out = (fields.hex_bytes(name, size=width // 8) for name in ("state", "out"))
    return PermutationEntry(*head, width, rounds, bool(match[1]), state, out)


PARSERS: tuple[Rule, ...] = ((r"Keccak-p(\*?)\[(\d+),(\d+)\]", _parse),)

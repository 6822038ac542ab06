"""Block functions, which engines compute: a block in, with a key or without, and a block out."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

from roundel.algorithms.kinds.base import Algorithm
from roundel.algorithms.kinds.entries import Entry


@dataclass(frozen=True)
class Block:
    """A block with its key (or none). Bytes from `start` of its result must be `expected`."""

    origin: str
    block: bytes
    key: bytes
    expected: bytes
    start: int = 0


@dataclass(frozen=True, kw_only=True, repr=False)
class BlockFunction(Algorithm):
    """A function of a block and a key. A mode is verified by its blocks."""

    service = "block"

    @abstractmethod
    def compute(self, block: bytes, key: bytes) -> bytes:
        """Return the result for a block. The key is empty if the engine has none."""

    @abstractmethod
    def blocks_of(self, entry: Entry, block_bits: int, key_bits: int) -> list[Block] | None:
        """Return the blocks of a known answer; None if an engine of these widths does not serve it."""

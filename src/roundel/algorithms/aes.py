"""The AES block function, which engines compute; known answers of it, of its counter mode and of Rijndael."""

from __future__ import annotations

import re
from dataclasses import dataclass

from roundel.algorithms.kinds.base import Standing
from roundel.algorithms.kinds.block import Block, BlockFunction
from roundel.algorithms.kinds.entries import Entry
from roundel.algorithms.kinds.fields import Fields, Head, Rule
from roundel.models import aes, ctr
from roundel.models.bits import xor


@dataclass(frozen=True)
class CipherEntry(Entry):
    """Rijndael alone: `text` is one or more blocks of `block_bytes`, each encrypted separately."""

    block_bytes: int
    key: bytes
    text: bytes
    ciphertext: bytes


@dataclass(frozen=True)
class CtrEntry(Entry):
    """AES in counter mode from the counter block `first`. The text has any length."""

    key: bytes
    first: bytes
    text: bytes
    ciphertext: bytes


class _Aes(BlockFunction):
    def compute(self, block: bytes, key: bytes) -> bytes:
        return aes.Rijndael(key).encrypt(block)

    def blocks_of(self, entry: Entry, block_bits: int, key_bits: int) -> list[Block] | None:
        """Return the blocks of an ECB entry, or the counter blocks of a CTR entry."""
        size = aes.BLOCK_BYTES
        if not isinstance(entry, CipherEntry | CtrEntry) or len(entry.key) * 8 != key_bits:
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


AES = _Aes(name="aes", title="AES", standing=Standing.STANDARD, source="FIPS 197")
ALGORITHMS = (AES,)


def _parse_ecb(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    block_bytes = int(match["block"] or 8 * aes.BLOCK_BYTES) // 8
    text = fields.hex_bytes("msg")
    full_blocks = bool(text) and len(text) % block_bytes == 0
    fields.check(full_blocks, "msg", f"{len(text)} bytes", f"blocks of {block_bytes} bytes")
    return CipherEntry(*head, block_bytes, _key(match, fields), text, fields.hex_bytes("ct", size=len(text)))


def _parse_ctr(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    first, text = fields.hex_bytes("iv", size=aes.BLOCK_BYTES), fields.hex_bytes("msg")
    return CtrEntry(*head, _key(match, fields), first, text, fields.hex_bytes("ct", size=len(text)))


def _key(match: re.Match[str], fields: Fields) -> bytes:
    return fields.hex_bytes("key", size=int(match["key"]) // 8)


_KEY = "(?P<key>128|192|256)"
PARSERS: tuple[Rule, ...] = (
    (rf"AES-{_KEY}-ECB(?P<block>)", _parse_ecb),
    (rf"Rijndael-b(?P<block>256)-k{_KEY}", _parse_ecb),
    (rf"AES-{_KEY}-CTR", _parse_ctr),
)

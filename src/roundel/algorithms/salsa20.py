"""The Salsa20 core, which engines compute; known answers of it and of the stream cipher."""

from __future__ import annotations

import re
from dataclasses import dataclass

from roundel.algorithms.kinds.base import Standing
from roundel.algorithms.kinds.block import Block, BlockFunction
from roundel.algorithms.kinds.entries import Entry
from roundel.algorithms.kinds.fields import Fields, Head, Rule
from roundel.models import salsa20
from roundel.models.bits import xor


@dataclass(frozen=True)
class SalsaCoreEntry(Entry):
    """The Salsa20 core maps 64 bytes to 64 bytes."""

    block: bytes
    out: bytes


@dataclass(frozen=True)
class KeyStreamPiece:
    """A piece of a keystream, from byte `offset`."""

    offset: int
    data: bytes


@dataclass(frozen=True)
class KeyStreamEntry(Entry):
    """Pieces of Salsa20's keystream under one key and nonce."""

    key: bytes
    nonce: bytes
    pieces: tuple[KeyStreamPiece, ...]


class _Salsa20(BlockFunction):
    def compute(self, block: bytes, key: bytes) -> bytes:
        return salsa20.core(block)

    def blocks_of(self, entry: Entry, block_bits: int, key_bits: int) -> list[Block] | None:
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


SALSA20 = _Salsa20(
    name="salsa20",
    title="Salsa20",
    standing=Standing.RESEARCH,
    source="Bernstein: Salsa20 specification, 2005; eSTREAM portfolio",
)
ALGORITHMS = (SALSA20,)


def _parse_core(head: Head, _: re.Match[str], fields: Fields) -> Entry:
    block, out = (fields.hex_bytes(name, size=salsa20.BLOCK_BYTES) for name in ("state", "out"))
    return SalsaCoreEntry(*head, block, out)


def _parse_cipher(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    """A message from the start of the keystream."""
    text = fields.hex_bytes("msg")
    ciphertext = fields.hex_bytes("ct", size=len(text))
    return _stream(head, match, fields, KeyStreamPiece(0, xor(text, ciphertext)))


def _parse_seek(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    """The keystream from block `counter`."""
    counter = fields.number("counter")
    limit = 1 << salsa20.COUNTER_BITS
    fields.check(counter < limit, "counter", str(counter), f"a number of {salsa20.COUNTER_BITS} bits")
    piece = KeyStreamPiece(counter * salsa20.BLOCK_BYTES, fields.hex_bytes("keystream"))
    return _stream(head, match, fields, piece)


def _parse_pieces(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    """Pieces of the keystream, as in eSTREAM's test vectors."""
    segments = [
        KeyStreamPiece(item.integer("offset"), item.hex_bytes("keystream"))
        for item in fields.items("segments")
    ]
    return _stream(head, match, fields, *segments)


def _stream(head: Head, match: re.Match[str], fields: Fields, *pieces: KeyStreamPiece) -> Entry:
    key = fields.hex_bytes("key", size=int(match["key"]) // 8)
    return KeyStreamEntry(*head, key, fields.hex_bytes("nonce", size=salsa20.NONCE_BYTES), pieces)


_KEY = "(?P<key>128|256)"
PARSERS: tuple[Rule, ...] = (
    ("Salsa20-core", _parse_core),
    (rf"Salsa20-{_KEY}", _parse_cipher),
    (rf"Salsa20-{_KEY}-seek", _parse_seek),
    (rf"Salsa20-{_KEY}-ecrypt", _parse_pieces),
)

"""The entries of Salsa20: its core, and its keystream in three forms."""

from __future__ import annotations

import re

from roundel.models import salsa20
from roundel.models.bits import xor
from roundel.verify.entries import Entry, KeyStreamEntry, KeyStreamPiece, SalsaCoreEntry
from roundel.verify.fields import Fields, Head, Parser


def _core(head: Head, _: re.Match[str], fields: Fields) -> Entry:
    size = salsa20.BLOCK_BYTES
    return SalsaCoreEntry(*head, fields.hex_bytes("state", size=size), fields.hex_bytes("out", size=size))


def _cipher(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    """A message from the start of the keystream."""
    text = fields.hex_bytes("msg")
    ciphertext = fields.hex_bytes("ct", size=len(text))
    return _stream(head, match, fields, KeyStreamPiece(0, xor(text, ciphertext)))


def _seek(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    """The keystream from block `counter`."""
    counter = fields.number("counter")
    limit = 1 << salsa20.COUNTER_BITS
    fields.check(counter < limit, "counter", str(counter), f"a number of {salsa20.COUNTER_BITS} bits")
    piece = KeyStreamPiece(counter * salsa20.BLOCK_BYTES, fields.hex_bytes("keystream"))
    return _stream(head, match, fields, piece)


def _ecrypt(head: Head, match: re.Match[str], fields: Fields) -> Entry:
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

SALSA20_PARSERS: tuple[tuple[re.Pattern[str], Parser], ...] = (
    (re.compile("Salsa20-core"), _core),
    (re.compile(rf"Salsa20-{_KEY}"), _cipher),
    (re.compile(rf"Salsa20-{_KEY}-seek"), _seek),
    (re.compile(rf"Salsa20-{_KEY}-ecrypt"), _ecrypt),
)

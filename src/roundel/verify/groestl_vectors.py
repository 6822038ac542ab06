"""The entries of Grøstl and of HMAC-Grøstl."""

from __future__ import annotations

import re

from roundel.verify.entries import Entry, GroestlEntry, HmacEntry
from roundel.verify.fields import Fields, Head, Parser


def _hash(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    return GroestlEntry(*head, fields.hex_bytes("msg"), fields.hex_bytes("digest", size=_size(match)))


def _hmac(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    return HmacEntry(
        *head, fields.hex_bytes("key"), fields.hex_bytes("msg"), fields.hex_bytes("tag", size=_size(match))
    )


def _size(match: re.Match[str]) -> int:
    return int(match["bits"]) // 8


GROESTL_PARSERS: tuple[tuple[re.Pattern[str], Parser], ...] = (
    (re.compile("Groestl-(?P<bits>224|256|384|512)"), _hash),
    (re.compile("HMAC-Groestl-(?P<bits>224|256|384|512)"), _hmac),
)

"""AES-CMAC with AES-128 and AES-256."""

from __future__ import annotations

import re
from dataclasses import dataclass

from roundel.algorithms.kinds.base import NoVariant, Standing, counting_bytes
from roundel.algorithms.kinds.entries import Entry, TagEntry
from roundel.algorithms.kinds.fields import Fields, Head, Rule, is_valid
from roundel.algorithms.kinds.mac import VERIFY_SIZES, Mac
from roundel.models.aes import BLOCK_BYTES
from roundel.models.cmac import TAG_BYTES, cmac
from roundel.protocol.stream import Segment

KEYS = {"aes-128": 16, "aes-256": 32}  # bytes, by the variant of the service in the catalog


@dataclass(frozen=True)
class CmacEntry(TagEntry):
    """AES-CMAC."""


class _AesCmac(Mac):
    def tag(self, key: bytes, iv: bytes, text: bytes, tag_bytes: int, suffix: int) -> bytes:
        return cmac(key, text, tag_bytes)

    def stimulus(self, variant: str, block_bits: int, blocks: int) -> list[Segment]:
        """Return an AES-CMAC of exactly `blocks` blocks of message."""
        if variant not in KEYS:
            raise NoVariant(" or ".join(KEYS))
        text = counting_bytes(blocks * block_bits // 8)
        return self.request(*self.message(bytes(range(KEYS[variant])), b"", text, TAG_BYTES))


AES_CMAC = _AesCmac(
    name="aes-cmac",
    title="AES-CMAC",
    standing=Standing.STANDARD,
    source="NIST SP 800-38B",
    blocks=(BLOCK_BYTES,),
    key_sizes=tuple(KEYS.values()),
    tag_sizes=range(1, TAG_BYTES + 1),
    verify_sizes=VERIFY_SIZES,
    entry=CmacEntry,
)
ALGORITHMS = (AES_CMAC,)


def _parse(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    tag, key = fields.hex_bytes("tag"), fields.hex_bytes("key", size=int(match["key"]) // 8)
    fields.check(len(tag) <= TAG_BYTES, "tag", f"{len(tag)} bytes", f"at most {TAG_BYTES} bytes")
    return CmacEntry(*head, key, fields.hex_bytes("msg"), tag, is_valid(fields))


PARSERS: tuple[Rule, ...] = (("AES-(?P<key>128|192|256)-CMAC", _parse),)

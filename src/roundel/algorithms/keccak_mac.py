"""Keccak MAC: the first bytes of Keccak[r=1088, c=512](key || initial value || message)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

from roundel.algorithms.keccak import random_suffix, reference_hash
from roundel.algorithms.kinds.base import Standing, counting_bytes
from roundel.algorithms.kinds.entries import Entry, TagEntry
from roundel.algorithms.kinds.fields import Fields, Head, Rule
from roundel.algorithms.kinds.hash import LANE_BYTES
from roundel.algorithms.kinds.mac import VERIFY_SIZES, Mac
from roundel.models.keccak_mac import IV_BYTES, KEY_BYTES, RATE_BYTES, TAG_BYTES
from roundel.models.sponge import SUFFIX_KECCAK
from roundel.protocol.stream import SUFFIXES, Segment


@dataclass(frozen=True)
class MacEntry(TagEntry):
    """Keccak MAC; `block` is a longer part of the output than `tag` (or empty)."""

    iv: bytes = b""
    block: bytes = b""


class _KeccakMac(Mac):
    def tag(self, key: bytes, iv: bytes, text: bytes, tag_bytes: int, suffix: int) -> bytes:
        return reference_hash(self.function, suffix, key + iv + text, tag_bytes)

    def inputs_of(self, entry: MacEntry) -> tuple[bytes, bytes, bytes]:
        """Return also the longest part of the output that a core can send."""
        fitting = (part for part in (entry.block, entry.tag) if len(part) in self.tag_sizes)
        return entry.key, entry.iv, next(fitting, b"")

    def random_tag(self, rng: Random) -> tuple[int, int]:
        return rng.choice([1, TAG_BYTES, RATE_BYTES, rng.randint(1, RATE_BYTES)]), random_suffix(rng)

    def stimulus(self, variant: str, block_bits: int, blocks: int) -> list[Segment]:
        """Return a MAC of `blocks` blocks of key, initial value, message and padding, in any variant.

        One block is the empty message.
        """
        size = blocks * block_bits // 8 - 1 - KEY_BYTES - IV_BYTES if blocks > 1 else 0
        return self.request(
            *self.message(bytes(range(KEY_BYTES)), bytes(IV_BYTES), counting_bytes(size), TAG_BYTES)
        )


KECCAK_MAC = _KeccakMac(
    name="keccak-mac",
    title="Keccak MAC",
    standing=Standing.RESEARCH,
    source="Bertoni, Daemen, Peeters, Van Assche: Cryptographic sponge functions, 2011",
    blocks=(RATE_BYTES,),
    overheads=(0, KEY_BYTES + IV_BYTES),
    key_sizes=(KEY_BYTES,),
    iv_bytes=IV_BYTES,
    tag_sizes=range(1, RATE_BYTES + 1),
    verify_sizes=VERIFY_SIZES,
    function=RATE_BYTES // LANE_BYTES,
    suffix=SUFFIX_KECCAK,
    suffixes=SUFFIXES,
    entry=MacEntry,
)
ALGORITHMS = (KECCAK_MAC,)


def _parse(head: Head, _: re.Match[str], fields: Fields) -> Entry:
    tag, block = fields.hex_bytes("tag"), fields.hex_bytes("block", b"")
    fields.check(not block or block.startswith(tag), "block", block.hex(), "a value that starts with tag")
    key, iv = fields.hex_bytes("key", size=KEY_BYTES), fields.hex_bytes("iv", size=IV_BYTES)
    return MacEntry(*head, key, fields.hex_bytes("msg"), tag, iv=iv, block=block)


PARSERS: tuple[Rule, ...] = (("KeccakMAC-r1088", _parse),)

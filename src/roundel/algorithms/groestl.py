"""Grøstl-256 and Grøstl-512, and HMAC over them, whose key a core can keep."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from typing import Any

from roundel.algorithms.kinds.base import Standing, counting_bytes
from roundel.algorithms.kinds.entries import DigestEntry, Entry, TagEntry
from roundel.algorithms.kinds.fields import Fields, Head, Rule
from roundel.algorithms.kinds.hash import Hash, HashFunction
from roundel.algorithms.kinds.mac import Mac
from roundel.models.groestl import COUNTER_BYTES, GROESTL_256, GROESTL_512, Groestl
from roundel.protocol.stream import Command, Kind, Segment

PADDING_BYTES = 1 + COUNTER_BYTES  # at least
OVERHEADS = (0, 0, COUNTER_BYTES, PADDING_BYTES)


@dataclass(frozen=True)
class GroestlEntry(DigestEntry):
    """Grøstl with a digest of the length of `digest`."""


@dataclass(frozen=True)
class HmacEntry(TagEntry):
    """HMAC over a Grøstl whose digest has the length of `tag`."""


def random_mac_key(rng: Random, groestl: Groestl) -> bytes:
    """Return an HMAC key of at most a block."""
    size = groestl.block_bytes
    return rng.randbytes(rng.choice([0, 16, 20, size // 2, size - 1, size, rng.randint(0, size)]))


def padded_text(block_bits: int, blocks: int) -> bytes:
    """Return the longest text that Grøstl pads to that many blocks."""
    return counting_bytes(blocks * block_bits // 8 - PADDING_BYTES)


@dataclass(frozen=True, kw_only=True, repr=False)
class _GroestlHash(Hash):
    groestl: Groestl

    def digest(self, command: Command, text: bytes) -> bytes:
        return self.groestl.hash(text)

    def stimulus(self, variant: str, block_bits: int, blocks: int) -> list[Segment]:
        """Return a hash of exactly `blocks` blocks with padding, in any variant."""
        command = self.functions[0].command(self.groestl.digest_bytes)
        return self.request(command, {Kind.TEXT: padded_text(block_bits, blocks)})


@dataclass(frozen=True, kw_only=True, repr=False)
class _HmacGroestl(Mac):
    groestl: Groestl

    def tag(self, key: bytes, iv: bytes, text: bytes, tag_bytes: int, suffix: int) -> bytes:
        return self.groestl.hmac(key, text)

    def inputs_of(self, entry: Any) -> tuple[bytes, bytes, bytes]:
        """Return also the key. The sender hashes a key longer than a block."""
        long = len(entry.key) not in self.key_sizes
        return self.groestl.hash(entry.key) if long else entry.key, b"", entry.tag

    def random_key(self, rng: Random) -> bytes:
        return random_mac_key(rng, self.groestl)

    def stimulus(self, variant: str, block_bits: int, blocks: int) -> list[Segment]:
        """Return an HMAC whose message has exactly `blocks` blocks with padding, in any variant."""
        size = self.groestl.digest_bytes
        return self.request(*self.message(bytes(size // 2), b"", padded_text(block_bits, blocks), size))


def _hash(groestl: Groestl) -> _GroestlHash:
    size, block = groestl.digest_bytes, groestl.block_bytes
    bits, name = 8 * size, f"groestl-{8 * size}"
    return _GroestlHash(
        name=name,
        title=f"Grøstl-{bits}",
        standing=Standing.RESEARCH,
        source="Gauravaram et al.: Grøstl - a SHA-3 candidate, version 2.0, 2011",
        blocks=(block,),
        overheads=OVERHEADS,
        sizes=(size,),
        functions=(HashFunction(f"groestl_{bits}", block, 0, size, size, name, 0),),
        entry=GroestlEntry,
        groestl=groestl,
    )


def _hmac(groestl: Groestl) -> _HmacGroestl:
    return _HmacGroestl(
        name=f"hmac-groestl-{8 * groestl.digest_bytes}",
        title=f"HMAC-Grøstl-{8 * groestl.digest_bytes}",
        standing=Standing.RESEARCH,
        source="FIPS 198-1 with Grøstl",
        keeps="key",
        blocks=(groestl.block_bytes,),
        overheads=OVERHEADS,
        key_sizes=range(groestl.block_bytes + 1),
        tag_sizes=(groestl.digest_bytes,),
        verify_sizes=(groestl.digest_bytes,),
        entry=HmacEntry,
        groestl=groestl,
    )


HASH_256, HASH_512 = map(_hash, (GROESTL_256, GROESTL_512))
HMAC_256, HMAC_512 = map(_hmac, (GROESTL_256, GROESTL_512))
ALGORITHMS = (HASH_256, HASH_512, HMAC_256, HMAC_512)


def _parse_hash(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    digest = fields.hex_bytes("digest", size=int(match["bits"]) // 8)
    return GroestlEntry(*head, fields.hex_bytes("msg"), digest)


def _parse_hmac(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    tag = fields.hex_bytes("tag", size=int(match["bits"]) // 8)
    return HmacEntry(*head, fields.hex_bytes("key"), fields.hex_bytes("msg"), tag)


PARSERS: tuple[Rule, ...] = (
    ("Groestl-(?P<bits>224|256|384|512)", _parse_hash),
    ("HMAC-Groestl-(?P<bits>224|256|384|512)", _parse_hmac),
)

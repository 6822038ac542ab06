"""AES-Hash, over Rijndael with blocks and keys of 256 bits."""

from __future__ import annotations

import re
from dataclasses import dataclass

from roundel.algorithms.kinds.base import Standing, counting_bytes
from roundel.algorithms.kinds.entries import DigestEntry, Entry
from roundel.algorithms.kinds.fields import Fields, Head, Rule
from roundel.algorithms.kinds.hash import Hash, HashFunction
from roundel.models.aes_hash import BLOCK_BYTES, DIGEST_BYTES, LENGTH_BYTES, aes_hash
from roundel.protocol.stream import Command, Kind, Operation, Segment


@dataclass(frozen=True)
class AesHashEntry(DigestEntry):
    """AES-Hash. `chain` is the chaining value before the last step, or empty."""

    chain: bytes


class _AesHash(Hash):
    def digest(self, command: Command, text: bytes) -> bytes:
        return aes_hash(text)[: command.length]

    def stimulus(self, variant: str, block_bits: int, blocks: int) -> list[Segment]:
        """Return a hash of exactly `blocks` blocks with padding, in any variant."""
        command = Command(Operation.HASH, length=DIGEST_BYTES)
        return self.request(command, {Kind.TEXT: counting_bytes(blocks * block_bits // 8 - LENGTH_BYTES)})


AES_HASH = _AesHash(
    name="aes-hash",
    title="AES-Hash",
    standing=Standing.LEGACY,
    source="Cohen, Laurie: AES-hash, 2001",
    blocks=(BLOCK_BYTES,),
    overheads=(0, LENGTH_BYTES),  # the second half of a block
    sizes=range(1, DIGEST_BYTES + 1),
    functions=(HashFunction("aes_hash", BLOCK_BYTES, 0, DIGEST_BYTES, DIGEST_BYTES, "aes-hash", 0),),
    entry=AesHashEntry,
)
ALGORITHMS = (AES_HASH,)


def _parse(head: Head, _: re.Match[str], fields: Fields) -> Entry:
    digest, chain = fields.hex_bytes("digest", size=DIGEST_BYTES), fields.hex_bytes("pre_final", b"")
    return AesHashEntry(*head, fields.hex_bytes("msg"), digest, chain)


PARSERS: tuple[Rule, ...] = (("AES-Hash", _parse),)

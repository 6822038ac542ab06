"""AES-GCM with AES-128 and AES-256. A tag may be shortened, by any core to 8 bytes at least."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from roundel.algorithms.kinds.aead import Aead
from roundel.algorithms.kinds.base import NoVariant, ServiceAlgorithm, Standing, counting_bytes
from roundel.algorithms.kinds.entries import AeadEntry, Entry, Message
from roundel.algorithms.kinds.fields import Fields, Head, Rule, is_valid, parse_message
from roundel.models import gcm
from roundel.models.aes import BLOCK_BYTES
from roundel.protocol.stream import Segment

KEY_SIZES = (16, 32)  # in bytes: AES-128, AES-256
TAG_SIZES = tuple(size for size in gcm.TAG_SIZES if size >= 8)  # of every core
SHORT_TAGS = "ShortTags"  # a parameter of cores: 1 if they serve all of SP 800-38D's
KEY_PARAMETER = "KeyBytes"  # a parameter of cores that serve one size of key
NONCE_PARAMETER = "NonceBytes"  # a parameter of cores that serve one size of nonce


@dataclass(frozen=True)
class GcmEntry(AeadEntry):
    """AES-GCM: one message. Its `tag` is the start of the 16-byte tag."""

    @property
    def message(self) -> Message:
        """The message."""
        return self.messages[0]


class _AesGcm(Aead):
    def random_nonce(self, rng: Random) -> bytes:
        """Return a nonce of the usual length half of the time, else of a length near the edges."""
        other = (1, 11, 13, 15, 16, 17, 31, 32, 33, 48, rng.randint(1, 70), 16 * rng.randint(1, 6))
        if self.nonce_sizes == (self.usual_nonce,):
            return rng.randbytes(self.usual_nonce)
        return rng.randbytes(self.usual_nonce if rng.random() < 0.5 else rng.choice(other))

    def on(self, parameters: Mapping[str, Any]) -> ServiceAlgorithm:
        """Return the algorithm with the lengths of tags, keys and nonces that such a core serves."""
        key_bytes, nonce_bytes = parameters.get(KEY_PARAMETER), parameters.get(NONCE_PARAMETER)
        return replace(
            self,
            tag_sizes=gcm.TAG_SIZES if parameters.get(SHORT_TAGS) else self.tag_sizes,
            key_sizes=(int(key_bytes),) if key_bytes else self.key_sizes,
            nonce_sizes=(int(nonce_bytes),) if nonce_bytes else self.nonce_sizes,
        )

    def serves(self, entry: Any) -> bool:
        """Return whether cores serve an entry. A wrong one with a nonce of another size is an error."""
        return super().serves(entry) and (len(entry.nonce) in self.nonce_sizes or not entry.valid)

    def stimulus(self, variant: str, block_bits: int, blocks: int) -> list[Segment]:
        """Return one message with a nonce of 12 bytes, of exactly `blocks` blocks.

        The variant is `seal` or `open`, of text alone, or `ad`, sealed data alone; and the key's bits:
        `seal-128`.
        """
        name, _, key_bits = variant.partition("-")
        if name not in ("seal", "open", "ad") or key_bits not in ("128", "256"):
            raise NoVariant("seal, open or ad, then -128 or -256")
        key, body = bytes(range(int(key_bits) // 8)), counting_bytes(blocks * block_bits // 8)
        return self.timed_message(name, key, b"", body)


AES_GCM = _AesGcm(
    name="aes-gcm",
    title="AES-GCM",
    standing=Standing.STANDARD,
    source="NIST SP 800-38D",
    blocks=(BLOCK_BYTES,),
    key_sizes=KEY_SIZES,
    nonce_sizes=range(1, 1 << 61),
    usual_nonce=gcm.SHORT_NONCE_BYTES,
    tag_sizes=TAG_SIZES,
    entry=GcmEntry,
    model=gcm,
)
ALGORITHMS = (AES_GCM,)


def _parse(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    message, sizes = parse_message(fields), gcm.TAG_SIZES
    size = len(message.tag)
    fields.check(size in sizes, "tag", f"{size} bytes", f"one of {', '.join(map(str, sizes))} bytes")
    key = fields.hex_bytes("key", size=int(match["key"]) // 8)
    return GcmEntry(*head, key, fields.hex_bytes("nonce"), (message,), is_valid(fields))


PARSERS: tuple[Rule, ...] = (("AES-(?P<key>128|192|256)-GCM", _parse),)

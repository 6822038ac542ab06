"""Ascon as SP 800-232 defines it: Ascon-AEAD128, Ascon-Hash256, Ascon-XOF128 and Ascon-CXOF128."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from typing import Any

from roundel.algorithms.kinds.aead import Aead
from roundel.algorithms.kinds.base import (
    Data,
    NoVariant,
    Standing,
    counting_bytes,
    random_size,
)
from roundel.algorithms.kinds.entries import AeadEntry, DigestEntry, Entry
from roundel.algorithms.kinds.fields import Fields, Head, Rule, is_valid, parse_message
from roundel.algorithms.kinds.hash import Hash, HashFunction
from roundel.models import ascon
from roundel.protocol.stream import Command, Kind, Operation, Segment

SOURCE = "NIST SP 800-232"
HASH256, XOF128, CXOF128 = range(3)  # variants of HASH


@dataclass(frozen=True)
class AsconEntry(AeadEntry):
    """Ascon-AEAD128: one message."""


@dataclass(frozen=True)
class AsconHashEntry(DigestEntry):
    """One of the hashes, by its name; `custom` is the customization string of Ascon-CXOF128."""

    custom: bytes


class _AsconAead(Aead):
    def process(
        self, state: bytes, operation: Operation, nonce: bytes, ad: bytes, text: bytes
    ) -> tuple[bytes, bytes]:
        process = ascon.seal if operation == Operation.SEAL else ascon.open_unverified
        return process(state, nonce, ad, text)

    def random_key(self, rng: Random) -> bytes:
        return rng.randbytes(ascon.KEY_BYTES)

    def stimulus(self, variant: str, block_bits: int, blocks: int) -> list[Segment]:
        """Return one message of exactly `blocks` blocks, the last of which is full but for its padding.

        The variant is `seal` or `open`, of text alone, or `ad`, sealed data alone.
        """
        key, body = bytes(range(ascon.KEY_BYTES)), counting_bytes(blocks * block_bits // 8 - 1)
        if variant == "ad":
            return self.timed_message("seal", key, body, b"")
        return self.timed_message(variant, key, b"", body)


@dataclass(frozen=True, kw_only=True, repr=False)
class _AsconHash(Hash):
    variant: int
    alg: str  # of the known answers

    @property
    def digest_bytes(self) -> int | None:
        """The only length of a digest, or None if the command chooses it."""
        return self.functions[0].digest_bytes

    def legal(self, command: Command) -> bool:
        length = self.digest_bytes
        fits = length is None or command.output_bytes == length
        return (command.variant, command.suffix) == (self.variant, 0) and fits

    def digest(self, command: Command, text: bytes) -> bytes:
        return self.compute(command, {Kind.TEXT: text}, None)[0]

    def compute(self, command: Command, data: Data, kept: Any) -> tuple[bytes, Any]:
        text, size = data[Kind.TEXT], command.output_bytes
        if self.variant == HASH256:
            return ascon.hash_256(text), None
        if self.variant == XOF128:
            return ascon.xof_128(text, size), None
        return ascon.cxof_128(text, size, data.get(Kind.AD, b"")), None

    def command_of(self, entry: AsconHashEntry) -> Command | None:
        command = self.functions[0].command(len(entry.digest))
        return command if entry.alg == self.alg else None

    def custom_of(self, entry: AsconHashEntry) -> bytes:
        return entry.custom

    def random_command(self, rng: Random, beat_bytes: int) -> Command:
        size = rng.choice([32, 64, random_size(rng, beat_bytes, *self.blocks)])
        return self.functions[0].command(self.digest_bytes or size)

    def stimulus(self, variant: str, block_bits: int, blocks: int) -> list[Segment]:
        """Return a hash of exactly `blocks` blocks: of text with padding (`absorb`) or output (`squeeze`)."""
        size = blocks * block_bits // 8
        if variant not in ("absorb", "squeeze") or (variant == "squeeze" and self.digest_bytes):
            raise NoVariant("absorb" if self.digest_bytes else "absorb or squeeze")
        squeezed = size if variant == "squeeze" else ascon.DIGEST_BYTES
        text = b"" if variant == "squeeze" else counting_bytes(size - 1)
        return self.request(self.functions[0].command(squeezed), self.data(text))


ASCON_AEAD128 = _AsconAead(
    name="ascon-aead128",
    title="Ascon-AEAD128",
    standing=Standing.STANDARD,
    source=SOURCE,
    blocks=(ascon.AEAD_RATE_BYTES,),
    key_sizes=(ascon.KEY_BYTES,),
    nonce_sizes=(ascon.NONCE_BYTES,),
    usual_nonce=ascon.NONCE_BYTES,
    tag_bytes=ascon.TAG_BYTES,
    entry=AsconEntry,
)


def _hash(alg: str, variant: int, digest_bytes: int | None) -> _AsconHash:
    name = alg.lower()
    function = HashFunction(
        name.replace("-", "_"),
        ascon.HASH_RATE_BYTES,
        0,
        digest_bytes,
        ascon.DIGEST_BYTES,
        family=name,
        variant=variant,
        custom_bytes=ascon.CUSTOM_BYTES if variant == CXOF128 else None,
    )
    return _AsconHash(
        name=name,
        title=alg,
        standing=Standing.STANDARD,
        source=SOURCE,
        blocks=(ascon.HASH_RATE_BYTES,),
        functions=(function,),
        entry=AsconHashEntry,
        variant=variant,
        alg=alg,
    )


ASCON_HASH256 = _hash("Ascon-Hash256", HASH256, ascon.DIGEST_BYTES)
ASCON_XOF128 = _hash("Ascon-XOF128", XOF128, None)
ASCON_CXOF128 = _hash("Ascon-CXOF128", CXOF128, None)
ALGORITHMS = (ASCON_AEAD128, ASCON_HASH256, ASCON_XOF128, ASCON_CXOF128)


def _parse_aead(head: Head, _: re.Match[str], fields: Fields) -> Entry:
    key, nonce = (fields.hex_bytes(name, size=16) for name in ("key", "nonce"))
    return AsconEntry(*head, key, nonce, (parse_message(fields),), is_valid(fields))


def _parse_hash(head: Head, _: re.Match[str], fields: Fields) -> Entry:
    digest, custom = fields.output("digest"), fields.hex_bytes("custom", b"")
    return AsconHashEntry(*head, fields.hex_bytes("msg"), digest, custom)


PARSERS: tuple[Rule, ...] = (
    ("Ascon-AEAD128", _parse_aead),
    ("Ascon-(Hash256|XOF128|CXOF128)", _parse_hash),
)

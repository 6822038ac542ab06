"""Ascon as SP 800-232 defines it: Ascon-AEAD128, Ascon-Hash256, Ascon-XOF128 and Ascon-CXOF128."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from roundel.algorithms.kinds.aead import Aead
from roundel.algorithms.kinds.base import (
    ANY_SIZE,
    Data,
    NoVariant,
    Standing,
    counting_bytes,
)
from roundel.algorithms.kinds.entries import AeadEntry, DigestEntry, Entry
from roundel.algorithms.kinds.fields import Fields, Head, Rule, is_valid, parse_message
from roundel.algorithms.kinds.hash import Hash, HashFunction
from roundel.models import ascon
from roundel.protocol.stream import Command, Kind, Segment

SOURCE = "NIST SP 800-232"
HASH256, XOF128, CXOF128 = range(3)  # functions of HASH


@dataclass(frozen=True)
class AsconEntry(AeadEntry):
    """Ascon-AEAD128: one message."""


@dataclass(frozen=True)
class AsconHashEntry(DigestEntry):
    """One of the hashes, by its name; `custom` is the customization string of Ascon-CXOF128."""

    custom: bytes


class _AsconAead(Aead):
    def stimulus(self, variant: str, block_bits: int, blocks: int) -> list[Segment]:
        """Return one message of exactly `blocks` blocks, the last of which is full but for its padding.

        The variant is `seal` or `open`, of text alone, or `ad`, sealed data alone.
        """
        key, body = bytes(range(ascon.KEY_BYTES)), counting_bytes(blocks * block_bits // 8 - 1)
        return self.timed_message(variant, key, b"", body)


class _AsconHash(Hash):
    def digest(self, command: Command, text: bytes) -> bytes:
        return self.compute(command, {Kind.TEXT: text}, None)[0]

    def compute(self, command: Command, data: Data, kept: Any) -> tuple[bytes, Any]:
        text, size = data[Kind.TEXT], command.length
        if command.function == HASH256:
            return ascon.hash_256(text), None
        if command.function == XOF128:
            return ascon.xof_128(text, size), None
        return ascon.cxof_128(text, size, data.get(Kind.AD, b"")), None

    def command_of(self, entry: AsconHashEntry) -> Command | None:
        return super().command_of(entry) if entry.alg == self.title else None

    def custom_of(self, entry: AsconHashEntry) -> bytes:
        return entry.custom

    def stimulus(self, variant: str, block_bits: int, blocks: int) -> list[Segment]:
        """Return a hash of exactly `blocks` blocks of text with its padding, or of output.

        The variant is the function and what is counted, for example `hash256-absorb` or `xof128-squeeze`.
        """
        size, function = blocks * block_bits // 8, self.name.removeprefix("ascon-")
        if variant == f"{function}-absorb":
            squeezed, text = ascon.DIGEST_BYTES, counting_bytes(size - 1)
        elif variant == f"{function}-squeeze" and self.sizes == ANY_SIZE:
            squeezed, text = size, b""
        else:
            raise NoVariant(f"{function}-absorb or, for an XOF, {function}-squeeze")
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
    tag_sizes=(ascon.TAG_BYTES,),
    entry=AsconEntry,
    model=ascon,
)


def _hash(alg: str, code: int, digest_bytes: int | None) -> _AsconHash:
    name = alg.lower()
    function = HashFunction(
        name.replace("-", "_"),
        ascon.HASH_RATE_BYTES,
        0,
        digest_bytes,
        ascon.DIGEST_BYTES,
        family=name,
        code=code,
        custom_sizes=range(ascon.CUSTOM_BYTES + 1) if code == CXOF128 else None,
    )
    return _AsconHash(
        name=name,
        title=alg,
        standing=Standing.STANDARD,
        source=SOURCE,
        blocks=(ascon.HASH_RATE_BYTES,),
        codes=(code,),
        sizes=(digest_bytes,) if digest_bytes else ANY_SIZE,
        functions=(function,),
        entry=AsconHashEntry,
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

"""The entries of AES, of Rijndael with wide blocks, and of the algorithms built on them."""

from __future__ import annotations

import re

from roundel.models import aes, cmac, gcm
from roundel.verify.entries import (
    AesHashEntry,
    CipherEntry,
    CmacEntry,
    CtrEntry,
    Entry,
    FortunaEntry,
    FortunaOperation,
    GcmEntry,
    Message,
)
from roundel.verify.fields import Fields, Head, Parser, is_valid

DIGEST_BYTES = 32
COUNTER_BITS = 128


def _key(match: re.Match[str], fields: Fields) -> bytes:
    """Return the key. The algorithm's name has its length in bits."""
    return fields.hex_bytes("key", size=int(match["key"]) // 8)


def _cipher(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    block_bytes = int(match["block"] or 8 * aes.BLOCK_BYTES) // 8
    text = fields.hex_bytes("msg")
    full_blocks = bool(text) and len(text) % block_bytes == 0
    fields.check(full_blocks, "msg", f"{len(text)} bytes", f"blocks of {block_bytes} bytes")
    return CipherEntry(*head, block_bytes, _key(match, fields), text, fields.hex_bytes("ct", size=len(text)))


def _ctr(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    first = fields.hex_bytes("iv", size=aes.BLOCK_BYTES)
    text = fields.hex_bytes("msg")
    return CtrEntry(*head, _key(match, fields), first, text, fields.hex_bytes("ct", size=len(text)))


def _gcm(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    tag, text = fields.hex_bytes("tag"), fields.hex_bytes("msg")
    sizes = gcm.TAG_SIZES
    fields.check(len(tag) in sizes, "tag", f"{len(tag)} bytes", f"one of {', '.join(map(str, sizes))} bytes")
    message = Message(fields.hex_bytes("ad"), text, fields.hex_bytes("ct", size=len(text)), tag)
    return GcmEntry(*head, _key(match, fields), fields.hex_bytes("nonce"), message, is_valid(fields))


def _cmac(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    tag = fields.hex_bytes("tag")
    fields.check(len(tag) <= cmac.TAG_BYTES, "tag", f"{len(tag)} bytes", f"at most {cmac.TAG_BYTES} bytes")
    return CmacEntry(*head, _key(match, fields), fields.hex_bytes("msg"), tag, is_valid(fields))


def _aes_hash(head: Head, _: re.Match[str], fields: Fields) -> Entry:
    digest, chain = fields.hex_bytes("digest", size=DIGEST_BYTES), fields.hex_bytes("pre_final", b"")
    return AesHashEntry(*head, fields.hex_bytes("msg"), digest, chain)


def _fortuna(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    key, counter, seed = bytes(DIGEST_BYTES), 0, None
    if match["state"]:
        key, counter = fields.hex_bytes("key", size=DIGEST_BYTES), _counter(fields, "counter")
    else:
        seed = fields.hex_bytes("seed")
    operations = tuple(map(_fortuna_operation, fields.items("requests")))
    return FortunaEntry(*head, key, counter, seed, operations)


def _fortuna_operation(item: Fields) -> FortunaOperation:
    name = item.text("op")
    item.check(name in ("reseed", "request"), "op", repr(name), "reseed or request")
    data = item.hex_bytes("seed") if name == "reseed" else item.hex_bytes("out", size=item.integer("n"))
    key = item.hex_bytes("key_after", size=DIGEST_BYTES)
    return FortunaOperation(name, data, key, _counter(item, "counter_after"))


def _counter(fields: Fields, name: str) -> int:
    value = fields.number(name)
    fields.check(value < 1 << COUNTER_BITS, name, str(value), f"a number of {COUNTER_BITS} bits")
    return value


_KEY = "(?P<key>128|192|256)"

AES_PARSERS: tuple[tuple[re.Pattern[str], Parser], ...] = (
    (re.compile(rf"AES-{_KEY}-ECB(?P<block>)"), _cipher),
    (re.compile(rf"Rijndael-b(?P<block>256)-k{_KEY}"), _cipher),
    (re.compile(rf"AES-{_KEY}-CTR"), _ctr),
    (re.compile(rf"AES-{_KEY}-GCM"), _gcm),
    (re.compile(rf"AES-{_KEY}-CMAC"), _cmac),
    (re.compile("AES-Hash"), _aes_hash),
    (re.compile("Fortuna-AES256(?P<state>-state)?"), _fortuna),
)

"""The known answers of Grøstl and of HMAC on it, for make.py.

No oracle of it is among the dependencies: the model stands on the published values alone, whose padding,
rounds and output are all of it. (groestlcoin_hash 1.0.3, which is Grøstl-512 twice, agrees.)
"""

from __future__ import annotations

from random import Random
from typing import Any

from roundel.models.groestl import GROESTL_256, GROESTL_512

MODEL = "generated; roundel.models"

Entry = dict[str, Any]


def published() -> list[Entry]:
    """Return single values that stand in print: the digests of nothing."""
    source = "NIST SHA-3 competition, Groestl round 3 submission, ShortMsgKAT Len = 0"
    return [
        {"alg": "Groestl-256", "src": source, "msg": "",
         "digest": "1a52d11d550039be16107f9c58db9ebcc417f16f736adb2502567119f0083467"},
        {"alg": "Groestl-512", "src": source, "msg": "",
         "digest": "6d3ad29d279110eef3adbd66de2a0345a77baede1557f5d099fce0c03d6dc2ba"
                   "8e6d4a6633dfbd66053c20faa87d1a11f39a7fbe4a6c2f009801370308fc4ad8"},
    ]  # fmt: skip


def hashes(rng: Random) -> list[Entry]:
    """Return messages around the end of a block and of what the padding leaves of it."""
    entries = []
    for one in (GROESTL_256, GROESTL_512):
        size = one.block_bytes
        for length in (
            1,
            16,
            size - 9,
            size - 8,
            size - 1,
            size,
            size + 1,
            2 * size - 9,
            2 * size - 8,
            3 * size,
        ):
            message = rng.randbytes(length)
            entries.append(
                {"alg": f"Groestl-{8 * one.digest_bytes}", "src": MODEL, "msg": message.hex(),
                 "digest": one.hash(message).hex()}
            )  # fmt: skip
    return entries


def tags(rng: Random) -> list[Entry]:
    """Return keys that are padded, whole and hashed."""
    entries = []
    for one in (GROESTL_256, GROESTL_512):
        size = one.block_bytes
        for key_length, length in ((0, 0), (16, 40), (32, 64), (size, size - 9), (size + 1, size), (20, 150)):
            key, message = rng.randbytes(key_length), rng.randbytes(length)
            entries.append(
                {"alg": f"HMAC-Groestl-{8 * one.digest_bytes}", "src": MODEL, "key": key.hex(),
                 "msg": message.hex(), "tag": one.hmac(key, message).hex()}
            )  # fmt: skip
    return entries

"""Keccak MAC: a prefix of Keccak[r=1088, c=512](key || iv || message) with plain pad10*1.

A sponge needs no nested construction such as HMAC. A key before the message is enough, because the output
never reveals the capacity ("Cryptographic sponge functions", section 5.11).
"""

from __future__ import annotations

from roundel.models.bits import require
from roundel.models.sponge import SUFFIX_KECCAK, keccak

RATE_BYTES = 136
KEY_BYTES = 16
IV_BYTES = 16
TAG_BYTES = 16


def keccak_mac(key: bytes, iv: bytes, message: bytes, outlen: int = TAG_BYTES) -> bytes:
    """Return the tag of `outlen` bytes (at most 136) under a 16-byte key and a 16-byte iv."""
    require(len(key) == KEY_BYTES, f"a key of {len(key)} bytes", f"Keccak MAC needs {KEY_BYTES}.")
    require(len(iv) == IV_BYTES, f"an iv of {len(iv)} bytes", f"Keccak MAC needs {IV_BYTES}.")
    require(0 <= outlen <= RATE_BYTES, f"a tag of {outlen} bytes", f"A tag has at most {RATE_BYTES} bytes.")
    return keccak(key + iv + message, RATE_BYTES, SUFFIX_KECCAK, outlen)

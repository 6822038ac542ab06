"""AES-CMAC (SP 800-38B; RFC 4493)."""

from __future__ import annotations

from roundel.models.aes import BLOCK_BYTES, Rijndael
from roundel.models.bits import require, xor

TAG_BYTES = BLOCK_BYTES
_REDUCTION = 0x87  # x^128 + x^7 + x^2 + x + 1 without its highest term


def double(block: bytes) -> bytes:
    """Return the 16-byte block times x in GF(2^128), most significant bit first (section 6.1)."""
    value = int.from_bytes(block, "big") << 1
    if value >> 128:
        value ^= 1 << 128 | _REDUCTION
    return value.to_bytes(BLOCK_BYTES, "big")


def subkeys(cipher: Rijndael) -> tuple[bytes, bytes]:
    """Return K1, for a full last block, and K2, for a padded one."""
    k1 = double(cipher.encrypt(bytes(BLOCK_BYTES)))
    return k1, double(k1)


def cmac(key: bytes, message: bytes, outlen: int = TAG_BYTES) -> bytes:
    """Return the tag of `outlen` bytes (up to 16) under a key of 16, 24 or 32 bytes."""
    require(0 <= outlen <= TAG_BYTES, f"a tag of {outlen} bytes", f"A tag has at most {TAG_BYTES} bytes.")
    cipher = Rijndael(key)
    k1, k2 = subkeys(cipher)
    # All blocks but the last. The last is full, partial, or empty if the message is empty.
    split = max(0, len(message) - 1) // BLOCK_BYTES * BLOCK_BYTES
    last = message[split:]
    chain = bytes(BLOCK_BYTES)
    for start in range(0, split, BLOCK_BYTES):
        chain = cipher.encrypt(xor(chain, message[start : start + BLOCK_BYTES]))
    if len(last) == BLOCK_BYTES:
        last = xor(last, k1)
    else:
        last = xor((last + b"\x80").ljust(BLOCK_BYTES, b"\0"), k2)
    return cipher.encrypt(xor(chain, last))[:outlen]

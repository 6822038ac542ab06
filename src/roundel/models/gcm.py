"""AES-GCM (SP 800-38D). Keys of 16, 24 or 32 bytes, nonces of 1 byte or more, tags of 16 bytes or less.

In GHASH a block is a polynomial over GF(2) mod x^128 + x^7 + x^2 + x + 1, whose coefficient of x^i is
bit i counted from the most significant bit of byte 0 on.
"""

from __future__ import annotations

from roundel.models.aes import BLOCK_BYTES, Rijndael
from roundel.models.bits import Octets, require, xor
from roundel.models.ctr import ctr, increment

TAG_BYTES = 16
TAG_SIZES = (4, 8, 12, 13, 14, 15, 16)  # section 5.2.1.2
SHORT_NONCE_BYTES = 12
COUNTER_BITS = 32
_REDUCTION = 0xE1 << 120


def multiply(x: int, y: int) -> int:
    """Return the product of two blocks, given as big-endian numbers (section 6.3, algorithm 1)."""
    z, v = 0, y
    for i in range(127, -1, -1):
        if x >> i & 1:
            z ^= v
        v = _times_x(v)
    return z


def _times_x(v: int) -> int:
    return v >> 1 ^ (_REDUCTION if v & 1 else 0)


# What the four coefficients that x^4 shifts out are after reduction.
_REDUCED = [multiply(four, 1 << 123) for four in range(16)]


def ghash(subkey: Octets, data: Octets) -> bytes:
    """Return GHASH of whole blocks under the 16-byte hash subkey (section 6.4, algorithm 2)."""
    require(len(data) % BLOCK_BYTES == 0, f"GHASH of {len(data)} bytes", f"It takes blocks of {BLOCK_BYTES}.")
    h, y = int.from_bytes(subkey, "big"), 0
    products = [0] * 16  # by the first four coefficients; 8 is the polynomial 1, 4 is x
    for one in (8, 4, 2, 1):
        products[one], h = h, _times_x(h)
    for four in range(16):
        products[four] = products[four & 8] ^ products[four & 4] ^ products[four & 2] ^ products[four & 1]
    for start in range(0, len(data), BLOCK_BYTES):
        x = y ^ int.from_bytes(data[start : start + BLOCK_BYTES], "big")
        y = 0
        for i in range(0, 128, 4):  # Horner's rule, four coefficients at a time, the highest first
            y = y >> 4 ^ _REDUCED[y & 15] ^ products[x >> i & 15]
    return y.to_bytes(BLOCK_BYTES, "big")


def seal(key: bytes, nonce: bytes, ad: bytes, text: bytes) -> tuple[bytes, bytes]:
    """Return (ciphertext, 16-byte tag); RoundelError for a key of another length or no nonce."""
    cipher = Rijndael(key)
    first = _pre_counter(cipher, nonce)
    ciphertext = ctr(cipher, increment(first, COUNTER_BITS), text, COUNTER_BITS)
    return ciphertext, _tag(cipher, first, ad, ciphertext)


def open_unverified(key: bytes, nonce: bytes, ad: bytes, ciphertext: bytes) -> tuple[bytes, bytes]:
    """Return the text, and the 16-byte tag that would make it good: for what comes out before a check."""
    cipher = Rijndael(key)
    first = _pre_counter(cipher, nonce)
    text = ctr(cipher, increment(first, COUNTER_BITS), ciphertext, COUNTER_BITS)
    return text, _tag(cipher, first, ad, ciphertext)


def open_sealed(key: bytes, nonce: bytes, ad: bytes, ciphertext: bytes, tag: bytes) -> bytes | None:
    """Return the text, or None if the tag (4, 8 or 12 to 16 bytes) is wrong."""
    require(len(tag) in TAG_SIZES, f"a tag of {len(tag)} bytes", f"GCM has {', '.join(map(str, TAG_SIZES))}.")
    text, expected = open_unverified(key, nonce, ad, ciphertext)
    return text if expected[: len(tag)] == tag else None


def _pre_counter(cipher: Rijndael, nonce: bytes) -> bytes:
    """Return J0, the counter block that enciphers the tag (section 7.1, step 2)."""
    require(len(nonce) > 0, "a nonce of 0 bytes", "GCM takes 1 byte or more; 12 is usual.")
    if len(nonce) == SHORT_NONCE_BYTES:
        return nonce + (1).to_bytes(4, "big")
    return ghash(_subkey(cipher), _padded(nonce) + bytes(8) + _bit_length(nonce))


def _tag(cipher: Rijndael, first: bytes, ad: bytes, ciphertext: bytes) -> bytes:
    data = _padded(ad) + _padded(ciphertext) + _bit_length(ad) + _bit_length(ciphertext)
    return xor(ghash(_subkey(cipher), data), cipher.encrypt(first))


def _subkey(cipher: Rijndael) -> bytes:
    return cipher.encrypt(bytes(BLOCK_BYTES))


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % BLOCK_BYTES)


def _bit_length(data: bytes) -> bytes:
    return (8 * len(data)).to_bytes(8, "big")

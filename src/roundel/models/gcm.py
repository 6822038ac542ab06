"""AES-GCM (SP 800-38D). Keys of 16, 24 or 32 bytes, nonces of 1 byte or more, tags of at most 16 bytes.

In GHASH a block is a polynomial over GF(2) mod x^128 + x^7 + x^2 + x + 1. Its coefficient of x^i is bit i,
counted from the most significant bit of byte 0.
"""

from __future__ import annotations

from roundel.models.aes import BLOCK_BYTES, Rijndael
from roundel.models.bits import Bytes, require, xor
from roundel.models.ctr import ctr, increment

TAG_BYTES = 16
TAG_SIZES = (4, 8, 12, 13, 14, 15, 16)  # section 5.2.1.2
SHORT_NONCE_BYTES = 12
COUNTER_BITS = 32
_REDUCTION = 0xE1 << 120


def multiply(x: int, y: int) -> int:
    """Return the product of two blocks, as big-endian numbers (section 6.3, algorithm 1)."""
    z, v = 0, y
    for i in range(127, -1, -1):
        if x >> i & 1:
            z ^= v
        v = _times_x(v)
    return z


def _times_x(v: int) -> int:
    return v >> 1 ^ (_REDUCTION if v & 1 else 0)


# The four coefficients that x^4 shifts out, after reduction.
_REDUCED = [multiply(four, 1 << 123) for four in range(16)]


def ghash(subkey: Bytes, data: Bytes) -> bytes:
    """Return GHASH of full blocks under the 16-byte hash subkey (section 6.4, algorithm 2)."""
    require(
        len(data) % BLOCK_BYTES == 0,
        f"GHASH of {len(data)} bytes",
        f"GHASH needs a multiple of {BLOCK_BYTES}.",
    )
    h, y = int.from_bytes(subkey, "big"), 0
    products = [0] * 16  # by the first four coefficients; 8 is the polynomial 1, 4 is x
    for power in (8, 4, 2, 1):
        products[power], h = h, _times_x(h)
    for four in range(16):
        products[four] = products[four & 8] ^ products[four & 4] ^ products[four & 2] ^ products[four & 1]
    for start in range(0, len(data), BLOCK_BYTES):
        x = y ^ int.from_bytes(data[start : start + BLOCK_BYTES], "big")
        y = 0
        for i in range(0, 128, 4):  # Horner's rule, four coefficients at a time, the highest first
            y = y >> 4 ^ _REDUCED[y & 15] ^ products[x >> i & 15]
    return y.to_bytes(BLOCK_BYTES, "big")


def seal(key: bytes, nonce: bytes, ad: bytes, text: bytes) -> tuple[bytes, bytes]:
    """Return (ciphertext, 16-byte tag); RoundelError for a key of another length or an empty nonce."""
    cipher = Rijndael(key)
    j0 = _j0(cipher, nonce)
    ciphertext = ctr(cipher, increment(j0, COUNTER_BITS), text, COUNTER_BITS)
    return ciphertext, _tag(cipher, j0, ad, ciphertext)


def open_unverified(key: bytes, nonce: bytes, ad: bytes, ciphertext: bytes) -> tuple[bytes, bytes]:
    """Return the text and the expected 16-byte tag, for output before the check of the tag."""
    cipher = Rijndael(key)
    j0 = _j0(cipher, nonce)
    text = ctr(cipher, increment(j0, COUNTER_BITS), ciphertext, COUNTER_BITS)
    return text, _tag(cipher, j0, ad, ciphertext)


def open_sealed(key: bytes, nonce: bytes, ad: bytes, ciphertext: bytes, tag: bytes) -> bytes | None:
    """Return the text, or None if the tag (4, 8 or 12 to 16 bytes) is wrong."""
    require(
        len(tag) in TAG_SIZES,
        f"a tag of {len(tag)} bytes",
        f"GCM has tags of {', '.join(map(str, TAG_SIZES))} bytes.",
    )
    text, expected = open_unverified(key, nonce, ad, ciphertext)
    return text if expected[: len(tag)] == tag else None


def _j0(cipher: Rijndael, nonce: bytes) -> bytes:
    """Return J0, the pre-counter block, which encrypts the tag (section 7.1, step 2)."""
    require(len(nonce) > 0, "a nonce of 0 bytes", "GCM needs 1 byte or more; 12 bytes are usual.")
    if len(nonce) == SHORT_NONCE_BYTES:
        return nonce + (1).to_bytes(4, "big")
    return ghash(_subkey(cipher), _padded(nonce) + bytes(8) + _bit_length(nonce))


def _tag(cipher: Rijndael, j0: bytes, ad: bytes, ciphertext: bytes) -> bytes:
    data = _padded(ad) + _padded(ciphertext) + _bit_length(ad) + _bit_length(ciphertext)
    return xor(ghash(_subkey(cipher), data), cipher.encrypt(j0))


def _subkey(cipher: Rijndael) -> bytes:
    return cipher.encrypt(bytes(BLOCK_BYTES))


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % BLOCK_BYTES)


def _bit_length(data: bytes) -> bytes:
    return (8 * len(data)).to_bytes(8, "big")

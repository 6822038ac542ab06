"""AES-Hash: a hash of 256 bits from Rijndael-256/256 in Davies-Meyer mode (Cohen, Laurie, 2001).

The message block is the key and the chaining value is the plaintext: H_i = E_{X_i}(H_{i-1}) xor H_{i-1}.
H_0 is all ones. The digest is one more step with the last H as its own key.
"""

from __future__ import annotations

from roundel.models.aes import WIDE_BLOCK_BYTES, Rijndael
from roundel.models.bits import xor

BLOCK_BYTES = DIGEST_BYTES = WIDE_BLOCK_BYTES
LENGTH_BYTES = BLOCK_BYTES // 2


def compress(chain: bytes, block: bytes) -> bytes:
    """Return the chaining value (32 bytes) after a message block of 32 bytes."""
    return xor(Rijndael(block, BLOCK_BYTES).encrypt(chain), chain)


def padded(message: bytes) -> bytes:
    """Return the message in full blocks: zeros up to an odd multiple of 16 bytes, then its length.

    The length is in bits, 16 bytes, big-endian. No zeros are added if the length is an odd multiple
    already.
    """
    zeros = (LENGTH_BYTES - len(message)) % BLOCK_BYTES
    return message + bytes(zeros) + (8 * len(message)).to_bytes(LENGTH_BYTES, "big")


def chain(message: bytes) -> bytes:
    """Return the chaining value after the last block, 32 bytes."""
    data = padded(message)
    state = b"\xff" * BLOCK_BYTES
    for start in range(0, len(data), BLOCK_BYTES):
        state = compress(state, data[start : start + BLOCK_BYTES])
    return state


def aes_hash(message: bytes) -> bytes:
    """Return the 32-byte digest."""
    last = chain(message)
    return compress(last, last)

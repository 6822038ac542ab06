"""Salsa20: the core (a hash of 64 bytes to 64 bytes) and the stream cipher.

See D. J. Bernstein, "Salsa20 specification" (2005). A word has 4 bytes, little-endian. 16 words are a
block, a matrix of 4 x 4 in rows. The layout differs from ChaCha's: the constants are on the diagonal.
"""

from __future__ import annotations

from roundel.models.bits import Bytes, require, xor

WORD_BYTES = 4
BLOCK_BYTES = 64
NONCE_BYTES = 8
COUNTER_BITS = 64
DOUBLE_ROUNDS = 10
MASK = (1 << 32) - 1
# Section 9: the constants for a key of 32 bytes and of 16 bytes.
CONSTANTS = {32: b"expand 32-byte k", 16: b"expand 16-byte k"}
# Sections 4 and 5: the words of each quarter-round, by row and by column.
ROWS = ((0, 1, 2, 3), (5, 6, 7, 4), (10, 11, 8, 9), (15, 12, 13, 14))
COLUMNS = ((0, 4, 8, 12), (5, 9, 13, 1), (10, 14, 2, 6), (15, 3, 7, 11))


def rotate(word: int, distance: int) -> int:
    """Return the 32-bit word rotated to the left (section 2)."""
    return (word << distance | word >> (32 - distance)) & MASK


def quarter_round(y0: int, y1: int, y2: int, y3: int) -> tuple[int, int, int, int]:
    """Return quarterround(y) (section 3)."""
    z1 = y1 ^ rotate(y0 + y3 & MASK, 7)
    z2 = y2 ^ rotate(z1 + y0 & MASK, 9)
    z3 = y3 ^ rotate(z2 + z1 & MASK, 13)
    z0 = y0 ^ rotate(z3 + z2 & MASK, 18)
    return z0, z1, z2, z3


def double_round(words: list[int]) -> list[int]:
    """Return doubleround(x) of 16 words: the columns, then the rows (sections 4 to 6)."""
    z = list(words)
    for quarter in (*COLUMNS, *ROWS):
        for index, word in zip(quarter, quarter_round(*(z[index] for index in quarter)), strict=True):
            z[index] = word
    return z


def core(block: Bytes) -> bytes:
    """Return Salsa20(x) of 64 bytes: ten double rounds, then the input added word by word (section 8)."""
    require(
        len(block) == BLOCK_BYTES,
        f"a block of {len(block)} bytes",
        f"Salsa20 has blocks of {BLOCK_BYTES} bytes.",
    )
    words = [int.from_bytes(block[i : i + WORD_BYTES], "little") for i in range(0, BLOCK_BYTES, WORD_BYTES)]
    z = words
    for _ in range(DOUBLE_ROUNDS):
        z = double_round(z)
    return b"".join((a + b & MASK).to_bytes(WORD_BYTES, "little") for a, b in zip(words, z, strict=True))


def stream_block(key: Bytes, nonce: Bytes, counter: int) -> bytes:
    """Return the input of the core for block `counter` of a keystream (sections 9 and 10).

    The key has 16 or 32 bytes, the nonce 8. `counter` counts modulo 2^64. Raises RoundelError for another
    length.
    """
    require(len(key) in CONSTANTS, f"a key of {len(key)} bytes", "Salsa20 has keys of 16 or 32 bytes.")
    require(
        len(nonce) == NONCE_BYTES,
        f"a nonce of {len(nonce)} bytes",
        f"Salsa20 has nonces of {NONCE_BYTES} bytes.",
    )
    constants = CONSTANTS[len(key)]
    position = (counter % (1 << COUNTER_BITS)).to_bytes(COUNTER_BITS // 8, "little")
    return b"".join(
        (
            constants[0:4],
            bytes(key[:16]),
            constants[4:8],
            bytes(nonce),
            position,
            constants[8:12],
            bytes(key[-16:]),
            constants[12:16],
        )
    )


def key_stream(key: Bytes, nonce: Bytes, size: int, offset: int = 0) -> bytes:
    """Return `size` bytes of the keystream, starting at byte `offset` (section 10)."""
    first, skipped = divmod(offset, BLOCK_BYTES)
    blocks = -(-(skipped + size) // BLOCK_BYTES)
    stream = b"".join(core(stream_block(key, nonce, first + i)) for i in range(blocks))
    return stream[skipped : skipped + size]


def encrypt(key: Bytes, nonce: Bytes, text: Bytes) -> bytes:
    """Return `text` of any length XOR the keystream. Decryption is the same (section 10)."""
    return xor(text, key_stream(key, nonce, len(text)))

"""Counter mode: SP 800-38A section 6.5, and with a counter of 32 bits the GCTR of SP 800-38D."""

from __future__ import annotations

from roundel.models.aes import BLOCK_BYTES, Rijndael
from roundel.models.bits import Bytes, require, xor


def increment(block: Bytes, counter_bits: int = 128) -> bytes:
    """Return the 16-byte block with its last `counter_bits` bits, big-endian, incremented; they wrap."""
    value = int.from_bytes(block, "big")
    mask = (1 << counter_bits) - 1
    return (value & ~mask | value + 1 & mask).to_bytes(BLOCK_BYTES, "big")


def ctr(cipher: Rijndael, first: Bytes, text: Bytes, counter_bits: int = 128) -> bytes:
    """Return `text` XOR the encrypted counter blocks, starting with block `first` (16 bytes)."""
    require(
        len(first) == BLOCK_BYTES,
        f"a counter block of {len(first)} bytes",
        f"A counter block has {BLOCK_BYTES} bytes.",
    )
    counter = bytes(first)
    result = b""
    for start in range(0, len(text), BLOCK_BYTES):
        result += xor(text[start : start + BLOCK_BYTES], cipher.encrypt(counter))
        counter = increment(counter, counter_bits)
    return result

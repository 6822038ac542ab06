"""KT128 and KT256 (RFC 9861, section 3): TurboSHAKE of a tree whose leaves are chunks of 8192 bytes."""

from __future__ import annotations

from collections.abc import Callable

from roundel.models.bits import require
from roundel.models.sponge import turboshake_128, turboshake_256

CHUNK_BYTES = 8192
# The domain bytes of a message of one chunk, of the final node of a longer one, and of a leaf.
SINGLE, FINAL, LEAF = 0x07, 0x06, 0x0B
FIRST_END = b"\x03" + bytes(7)  # ends the first chunk in the final node


def length_encode(value: int) -> bytes:
    """Return the number, big-endian, before the count of its bytes; 0 has no bytes (section 3.3)."""
    encoded = value.to_bytes((value.bit_length() + 7) // 8, "big")
    return encoded + bytes([len(encoded)])


def final_end(leaves: int) -> bytes:
    """Return what ends the final node, after the digests of that many leaves (section 3.2)."""
    return length_encode(leaves) + b"\xff\xff"


def kt_128(data: bytes, outlen: int, custom: bytes = b"") -> bytes:
    """Return `outlen` bytes of KT128 with customization `custom`."""
    return _kt(data, outlen, custom, turboshake_128, 32)


def kt_256(data: bytes, outlen: int, custom: bytes = b"") -> bytes:
    """Return `outlen` bytes of KT256 with customization `custom`."""
    return _kt(data, outlen, custom, turboshake_256, 64)


def _kt(
    data: bytes, outlen: int, custom: bytes, hash_: Callable[[bytes, int, int], bytes], leaf_bytes: int
) -> bytes:
    require(outlen >= 0, f"output length {outlen}", "A length is 0 or more.")
    text = data + custom + length_encode(len(custom))
    if len(text) <= CHUNK_BYTES:
        return hash_(text, outlen, SINGLE)
    starts = range(CHUNK_BYTES, len(text), CHUNK_BYTES)
    leaves = [hash_(text[start : start + CHUNK_BYTES], leaf_bytes, LEAF) for start in starts]
    node = text[:CHUNK_BYTES] + FIRST_END + b"".join(leaves) + final_end(len(leaves))
    return hash_(node, outlen, FINAL)

"""The functions of SP 800-185: cSHAKE, KMAC, TupleHash and ParallelHash, each also as an XOF.

All are the sponge of SHAKE with the suffix byte of cSHAKE. They differ in what goes before and after the
message. Lengths of strings are encoded in bits, the rate and the blocks of ParallelHash in bytes.
"""

from __future__ import annotations

from collections.abc import Sequence

from roundel.models.bits import require
from roundel.models.sponge import RATE_128, RATE_256, SUFFIX_CSHAKE, SUFFIX_SHAKE, keccak

PARALLEL_DIGEST_BYTES = {RATE_128: 32, RATE_256: 64}  # of each block of a ParallelHash, by its rate


def left_encode(value: int) -> bytes:
    """Return the number, big-endian, after the count of its bytes (section 2.3.1)."""
    return bytes([len(_encoded(value))]) + _encoded(value)


def right_encode(value: int) -> bytes:
    """Return the number, big-endian, before the count of its bytes (section 2.3.1)."""
    return _encoded(value) + bytes([len(_encoded(value))])


def encode_string(data: bytes) -> bytes:
    """Return a string after its length in bits (section 2.3.2)."""
    return left_encode(8 * len(data)) + data


def bytepad(data: bytes, rate: int) -> bytes:
    """Return the rate in bytes, the data, and zeros up to a multiple of the rate (section 2.3.3)."""
    padded = left_encode(rate) + data
    return padded + bytes(-len(padded) % rate)


def cshake_head(rate: int, function: bytes, custom: bytes) -> bytes:
    """Return what a cSHAKE of that rate in bytes has before its message (section 3.3)."""
    return bytepad(encode_string(function) + encode_string(custom), rate)


def kmac_head(rate: int, key: bytes, custom: bytes) -> bytes:
    """Return what a KMAC has before its message (section 4.3)."""
    return cshake_head(rate, b"KMAC", custom) + bytepad(encode_string(key), rate)


def output_length(outlen: int, *, xof: bool) -> bytes:
    """Return the length of the output in bits, which ends the message; of an XOF, 0 (section 4.3.1)."""
    return right_encode(0 if xof else 8 * outlen)


def parallel_text(data: bytes, rate: int, block_bytes: int) -> bytes:
    """Return what a ParallelHash hashes in place of its message: the digests of the blocks (section 6.3)."""
    require(block_bytes > 0, f"blocks of {block_bytes} bytes", "A block has 1 byte or more.")
    blocks = [data[start : start + block_bytes] for start in range(0, len(data), block_bytes)]
    digests = [_cshake(block, rate, PARALLEL_DIGEST_BYTES[rate], b"", b"") for block in blocks]
    return left_encode(block_bytes) + b"".join(digests) + right_encode(len(blocks))


def cshake_128(data: bytes, outlen: int, name: bytes = b"", custom: bytes = b"") -> bytes:
    """Return `outlen` bytes of cSHAKE128 with function name `name` and customization `custom`."""
    return _cshake(data, RATE_128, outlen, name, custom)


def cshake_256(data: bytes, outlen: int, name: bytes = b"", custom: bytes = b"") -> bytes:
    """Return `outlen` bytes of cSHAKE256 with function name `name` and customization `custom`."""
    return _cshake(data, RATE_256, outlen, name, custom)


def kmac_128(key: bytes, data: bytes, outlen: int, custom: bytes = b"", *, xof: bool = False) -> bytes:
    """Return the `outlen`-byte KMAC128 tag, or with `xof` the output of KMACXOF128."""
    return _kmac(key, data, RATE_128, outlen, custom, xof)


def kmac_256(key: bytes, data: bytes, outlen: int, custom: bytes = b"", *, xof: bool = False) -> bytes:
    """Return the `outlen`-byte KMAC256 tag, or with `xof` the output of KMACXOF256."""
    return _kmac(key, data, RATE_256, outlen, custom, xof)


def kmac_input(
    key: bytes, data: bytes, rate: int, outlen: int, custom: bytes = b"", *, xof: bool = False
) -> bytes:
    """Return the input of the sponge for a KMAC of that rate in bytes; the suffix byte is that of cSHAKE."""
    return kmac_head(rate, key, custom) + data + output_length(outlen, xof=xof)


def tuple_hash_128(items: Sequence[bytes], outlen: int, custom: bytes = b"", *, xof: bool = False) -> bytes:
    """Return `outlen` bytes of TupleHash128, or with `xof` of TupleHashXOF128, of a tuple of strings."""
    return _tuple_hash(items, RATE_128, outlen, custom, xof)


def tuple_hash_256(items: Sequence[bytes], outlen: int, custom: bytes = b"", *, xof: bool = False) -> bytes:
    """Return `outlen` bytes of TupleHash256, or with `xof` of TupleHashXOF256, of a tuple of strings."""
    return _tuple_hash(items, RATE_256, outlen, custom, xof)


def parallel_hash_128(
    data: bytes, block_bytes: int, outlen: int, custom: bytes = b"", *, xof: bool = False
) -> bytes:
    """Return `outlen` bytes of ParallelHash128, or with `xof` of ParallelHashXOF128."""
    return _parallel_hash(data, RATE_128, block_bytes, outlen, custom, xof)


def parallel_hash_256(
    data: bytes, block_bytes: int, outlen: int, custom: bytes = b"", *, xof: bool = False
) -> bytes:
    """Return `outlen` bytes of ParallelHash256, or with `xof` of ParallelHashXOF256."""
    return _parallel_hash(data, RATE_256, block_bytes, outlen, custom, xof)


def _cshake(data: bytes, rate: int, outlen: int, name: bytes, custom: bytes) -> bytes:
    if not name and not custom:
        return keccak(data, rate, SUFFIX_SHAKE, outlen)
    return keccak(cshake_head(rate, name, custom) + data, rate, SUFFIX_CSHAKE, outlen)


def _kmac(key: bytes, data: bytes, rate: int, outlen: int, custom: bytes, xof: bool) -> bytes:
    require(outlen >= 0, f"output length {outlen}", "A length is 0 or more.")
    return keccak(kmac_input(key, data, rate, outlen, custom, xof=xof), rate, SUFFIX_CSHAKE, outlen)


def _tuple_hash(items: Sequence[bytes], rate: int, outlen: int, custom: bytes, xof: bool) -> bytes:
    require(outlen >= 0, f"output length {outlen}", "A length is 0 or more.")
    text = b"".join(encode_string(item) for item in items) + output_length(outlen, xof=xof)
    return _cshake(text, rate, outlen, b"TupleHash", custom)


def _parallel_hash(data: bytes, rate: int, block_bytes: int, outlen: int, custom: bytes, xof: bool) -> bytes:
    require(outlen >= 0, f"output length {outlen}", "A length is 0 or more.")
    text = parallel_text(data, rate, block_bytes) + output_length(outlen, xof=xof)
    return _cshake(text, rate, outlen, b"ParallelHash", custom)


def _encoded(value: int) -> bytes:
    return value.to_bytes(max(1, (value.bit_length() + 7) // 8), "big")

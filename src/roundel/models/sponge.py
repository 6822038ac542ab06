"""The sponge with pad10*1 and its functions: SHA-3, SHAKE, TurboSHAKE and the original Keccak.

See FIPS 202 sections 4 to 6, RFC 9861 section 2, and the Keccak submission for the original. A function is
defined by its rate, its suffix byte and its rounds. The suffix byte has the domain bits, first bit lowest,
then the first bit of the padding: 0x01 original Keccak, 0x06 SHA-3, 0x1F SHAKE, 0x04 cSHAKE and its
functions (`roundel.models.sp800_185`). TurboSHAKE calls it the domain byte.
"""

from __future__ import annotations

from roundel.models.bits import require, xor_into
from roundel.models.keccak import WIDTHS, keccak_p

SUFFIX_KECCAK = 0x01
SUFFIX_CSHAKE = 0x04
SUFFIX_SHA3 = 0x06
SUFFIX_SHAKE = 0x1F

RATE_128 = 168
RATE_256 = 136
TURBO_ROUNDS = 12


def keccak(
    data: bytes, rate_bytes: int, suffix: int, outlen: int, width: int = 1600, rounds: int | None = None
) -> bytes:
    """Return `outlen` bytes of the sponge over Keccak-p[width, rounds] with that rate and suffix byte.

    By default the permutation has all rounds: Keccak-f[width].

    Raises RoundelError for a rate that is not below the width, or for a suffix byte of 0 or with bit 7. Bit
    7 is the last bit of the padding if only one byte is free.
    """
    require(width in WIDTHS, f"width {width} bits", f"Keccak-f has widths {', '.join(map(str, WIDTHS))}.")
    require(
        0 < rate_bytes < width // 8,
        f"a rate of {rate_bytes} bytes",
        f"With {width} bits of state the rate is 1 to {width // 8 - 1}.",
    )
    require(0 < suffix < 0x80, f"suffix byte 0x{suffix:02x}", "A suffix byte is 0x01 to 0x7f.")
    require(outlen >= 0, f"output length {outlen}", "A length is 0 or more.")
    state = absorb(None, pad(data, rate_bytes, suffix), rate_bytes, width, rounds)
    return squeeze(state, rate_bytes, outlen, rounds)


def pad(data: bytes, rate_bytes: int, suffix: int) -> bytes:
    """Return `data` in whole blocks: with the suffix byte, zeros and the last bit of the padding."""
    padded = bytearray(data) + bytes(rate_bytes - len(data) % rate_bytes)
    padded[len(data)] ^= suffix
    padded[-1] ^= 0x80
    return bytes(padded)


def absorb(
    state: bytes | None, blocks: bytes, rate_bytes: int, width: int = 1600, rounds: int | None = None
) -> bytes:
    """Return the state after the last one of `blocks` was added, before its permutation.

    `state` is such a state, and the blocks follow it; None: they are the first ones of the message. `blocks`
    are padded (`pad`), or a part of the message of whole blocks.
    """
    result = bytearray(width // 8) if state is None else bytearray(state)
    for start in range(0, len(blocks), rate_bytes):
        if start or state is not None:
            result[:] = keccak_p(result, rounds, width)
        xor_into(result, blocks[start : start + rate_bytes])
    return bytes(result)


def squeeze(state: bytes, rate_bytes: int, outlen: int, rounds: int | None = None) -> bytes:
    """Return `outlen` bytes of a sponge whose last block was added (`absorb`)."""
    state = keccak_p(state, rounds, 8 * len(state))
    output = state[:rate_bytes]
    while len(output) < outlen:
        state = keccak_p(state, rounds, 8 * len(state))
        output += state[:rate_bytes]
    return output[:outlen]


def sha3_224(data: bytes) -> bytes:
    """Return the 28-byte SHA3-224 digest."""
    return _digest(data, SUFFIX_SHA3, 28)


def sha3_256(data: bytes) -> bytes:
    """Return the 32-byte SHA3-256 digest."""
    return _digest(data, SUFFIX_SHA3, 32)


def sha3_384(data: bytes) -> bytes:
    """Return the 48-byte SHA3-384 digest."""
    return _digest(data, SUFFIX_SHA3, 48)


def sha3_512(data: bytes) -> bytes:
    """Return the 64-byte SHA3-512 digest."""
    return _digest(data, SUFFIX_SHA3, 64)


def keccak_224(data: bytes) -> bytes:
    """Return the 28-byte digest of the original Keccak-224 (not SHA-3)."""
    return _digest(data, SUFFIX_KECCAK, 28)


def keccak_256(data: bytes) -> bytes:
    """Return the 32-byte digest of the original Keccak-256 (Ethereum's; not SHA-3)."""
    return _digest(data, SUFFIX_KECCAK, 32)


def keccak_384(data: bytes) -> bytes:
    """Return the 48-byte digest of the original Keccak-384 (not SHA-3)."""
    return _digest(data, SUFFIX_KECCAK, 48)


def keccak_512(data: bytes) -> bytes:
    """Return the 64-byte digest of the original Keccak-512 (not SHA-3)."""
    return _digest(data, SUFFIX_KECCAK, 64)


def shake_128(data: bytes, outlen: int) -> bytes:
    """Return `outlen` bytes of SHAKE128."""
    return keccak(data, RATE_128, SUFFIX_SHAKE, outlen)


def shake_256(data: bytes, outlen: int) -> bytes:
    """Return `outlen` bytes of SHAKE256."""
    return keccak(data, RATE_256, SUFFIX_SHAKE, outlen)


def turboshake_128(data: bytes, outlen: int, domain: int = SUFFIX_SHAKE) -> bytes:
    """Return `outlen` bytes of TurboSHAKE128. `domain` is 0x01 to 0x7f."""
    return keccak(data, RATE_128, domain, outlen, rounds=TURBO_ROUNDS)


def turboshake_256(data: bytes, outlen: int, domain: int = SUFFIX_SHAKE) -> bytes:
    """Return `outlen` bytes of TurboSHAKE256. `domain` is 0x01 to 0x7f."""
    return keccak(data, RATE_256, domain, outlen, rounds=TURBO_ROUNDS)


def _digest(data: bytes, suffix: int, size: int) -> bytes:
    """Return a digest of `size` bytes. The capacity is twice its length."""
    return keccak(data, 200 - 2 * size, suffix, size)

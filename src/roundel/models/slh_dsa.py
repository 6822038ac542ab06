"""SLH-DSA (FIPS 205) with SHAKE: the function F and its chains, of which WOTS+ consists."""

from __future__ import annotations

from roundel.models.bits import require
from roundel.models.sponge import shake_256

ADDRESS_BYTES = 32
HASH_ADDRESS_BYTES = 4
SIZES = (16, 24, 32)


def f(pk_seed: bytes, address: bytes, value: bytes) -> bytes:
    """Return F of a value of n bytes (section 11.2, F of the SHAKE parameter sets).

    Raises RoundelError for n other than 16, 24 and 32, a PK.seed of another size, or an ADRS of not 32 bytes.
    """
    require(len(value) in SIZES, f"a value of {len(value)} bytes", "SLH-DSA has 16, 24 and 32.")
    require(len(pk_seed) == len(value), f"a PK.seed of {len(pk_seed)} bytes", f"Pass {len(value)} bytes.")
    require(len(address) == ADDRESS_BYTES, f"an ADRS of {len(address)} bytes", "Pass 32 bytes.")
    return shake_256(pk_seed + address + value, len(value))


def chain(value: bytes, start: int, steps: int, pk_seed: bytes, address: bytes) -> bytes:
    """Return a value after `steps` links from link `start` on (section 5, algorithm 5, chain).

    The hash address, the last four bytes of `address`, is the number of the link.
    """
    for link in range(start, start + steps):
        value = f(pk_seed, with_hash_address(address, link), value)
    return value


def with_hash_address(address: bytes, number: int) -> bytes:
    """Return an ADRS with that hash address (section 4.3, setHashAddress)."""
    return address[:-HASH_ADDRESS_BYTES] + number.to_bytes(HASH_ADDRESS_BYTES, "big")

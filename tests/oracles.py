"""Implementations that are not ours, to hold the models against."""

from __future__ import annotations

import hashlib

from Crypto.Hash import KMAC128, KMAC256, keccak
from Crypto.Util._raw_api import (
    SmartPointer,
    VoidPointer,
    c_size_t,
    c_ubyte,
    create_string_buffer,
    get_raw_buffer,
)


def sponge(data: bytes, rate_bytes: int, suffix: int, outlen: int, rounds: int = 24) -> bytes:
    """The sponge over Keccak-p[1600, rounds] by pycryptodome's C code, at any rate of whole lanes."""
    library = keccak._raw_keccak_lib
    pointer = VoidPointer()
    assert library.keccak_init(pointer.address_of(), c_size_t(200 - rate_bytes), c_ubyte(rounds)) == 0
    state = SmartPointer(pointer.get(), library.keccak_destroy)
    assert library.keccak_absorb(state.get(), data, c_size_t(len(data))) == 0
    out = create_string_buffer(outlen)
    assert library.keccak_squeeze(state.get(), out, c_size_t(outlen), c_ubyte(suffix)) == 0
    return bytes(get_raw_buffer(out))


def sha3(bits: int, data: bytes) -> bytes:
    return hashlib.new(f"sha3_{bits}", data).digest()


def shake(strength: int, data: bytes, outlen: int) -> bytes:
    return hashlib.new(f"shake_{strength}", data).digest(outlen)


def original_keccak(bits: int, data: bytes) -> bytes:
    return bytes(keccak.new(digest_bits=bits, data=data).digest())


def kmac(strength: int, key: bytes, data: bytes, outlen: int, custom: bytes) -> bytes:
    """KMAC by pycryptodome, which takes keys from strength/8 bytes and at least 8 bytes of output."""
    module = {128: KMAC128, 256: KMAC256}[strength]
    return bytes(module.new(key=key, data=data, mac_len=outlen, custom=custom).digest())

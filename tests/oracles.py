"""Independent implementations, to compare the models with."""

from __future__ import annotations

import hashlib

from Crypto.Cipher import AES
from Crypto.Hash import (
    KMAC128,
    KMAC256,
    KangarooTwelve,
    TupleHash128,
    TupleHash256,
    TurboSHAKE128,
    TurboSHAKE256,
    cSHAKE128,
    cSHAKE256,
    keccak,
)
from Crypto.Hash.cSHAKE128 import _bytepad, _encode_str, _right_encode
from Crypto.Util._raw_api import (
    SmartPointer,
    VoidPointer,
    c_size_t,
    c_ubyte,
    create_string_buffer,
    get_raw_buffer,
)
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.cmac import CMAC
from py3rijndael import Rijndael


def sponge(data: bytes, rate_bytes: int, suffix: int, outlen: int, rounds: int = 24) -> bytes:
    """Return the sponge over Keccak-p[1600, rounds] from pycryptodome's C code, at any rate in full lanes."""
    library = keccak._raw_keccak_lib
    pointer = VoidPointer()
    assert library.keccak_init(pointer.address_of(), c_size_t(200 - rate_bytes), c_ubyte(rounds)) == 0
    state = SmartPointer(pointer.get(), library.keccak_destroy)
    assert library.keccak_absorb(state.get(), data, c_size_t(len(data))) == 0
    out = create_string_buffer(outlen)
    assert library.keccak_squeeze(state.get(), out, c_size_t(outlen), c_ubyte(suffix)) == 0
    return bytes(get_raw_buffer(out))


def keccak_p1600(state: bytes, rounds: int) -> bytes:
    """Return Keccak-p[1600, rounds] from pycryptodome's C code.

    Its sponge of rate 1600 absorbs 199 bytes, and the suffix as the 200th byte. That byte always has the
    padding's last bit, so a state without it is made of two blocks.
    """
    first = bytes(199) + b"\x80"
    while not state[199] & 0x80:
        after = keccak_p1600(first, rounds)
        if after[199] & 0x80:
            block = bytes(a ^ b for a, b in zip(after, state, strict=True))
            return sponge(first + block[:199], 200, block[199], 200, rounds)
        first = bytes([first[0] + 1]) + first[1:]
    return sponge(state[:199], 200, state[199], 200, rounds)


class DuplexGenerator:
    """The PRNG of rate 1346 again, block by block, with pycryptodome's permutation."""

    def __init__(self, rounds: int) -> None:
        self.rounds = rounds
        self.state = bytes(200)
        self.seed = b""
        self.unused = b""

    def call(self, data: bytes) -> None:
        block = int.from_bytes(data, "little") | 1 << 8 * len(data) | 1 << 1345
        state = int.from_bytes(self.state, "little") ^ block
        self.state = keccak_p1600(state.to_bytes(200, "little"), self.rounds)
        self.unused = self.state[:168]

    def feed(self, seed: bytes) -> None:
        self.seed += seed
        while len(self.seed) >= 168:
            self.call(self.seed[:168])
            self.seed = self.seed[168:]
        self.unused = b""

    def fetch(self, count: int) -> bytes:
        output = b""
        while len(output) < count:
            if not self.unused:
                self.call(self.seed)
                self.seed = b""
            piece = self.unused[: count - len(output)]
            self.unused = self.unused[len(piece) :]
            output += piece
        return output

    def clear(self) -> None:
        self.call(self.seed)
        self.seed = b""
        self.state = bytes(168) + self.state[168:]
        self.call(bytes(168))
        self.unused = b""


def sha3(bits: int, data: bytes) -> bytes:
    return hashlib.new(f"sha3_{bits}", data).digest()


def shake(strength: int, data: bytes, outlen: int) -> bytes:
    return hashlib.new(f"shake_{strength}", data).digest(outlen)


def original_keccak(bits: int, data: bytes) -> bytes:
    return bytes(keccak.new(digest_bits=bits, data=data).digest())


def turboshake(strength: int, data: bytes, outlen: int, domain: int = 0x1F) -> bytes:
    module = {128: TurboSHAKE128, 256: TurboSHAKE256}[strength]
    return bytes(module.new(domain=domain, data=data).read(outlen))


def kt(strength: int, data: bytes, outlen: int, custom: bytes) -> bytes:
    """Return KT128 from pycryptodome, and KT256 by its rules over pycryptodome's TurboSHAKE256."""
    if strength == 128:
        return bytes(KangarooTwelve.new(data=data, custom=custom).read(outlen))
    sizes = (len(custom).bit_length() + 7) // 8
    text = data + custom + len(custom).to_bytes(sizes, "big") + bytes([sizes])
    first, rest = text[:8192], text[8192:]
    if not rest:
        return turboshake(256, text, outlen, 0x07)
    leaves = [turboshake(256, rest[at : at + 8192], 64, 0x0B) for at in range(0, len(rest), 8192)]
    assert len(leaves) < 256
    node = first + bytes([3, 0, 0, 0, 0, 0, 0, 0]) + b"".join(leaves) + bytes([len(leaves), 1, 255, 255])
    return turboshake(256, node, outlen, 0x06)


def kmac(strength: int, key: bytes, data: bytes, outlen: int, custom: bytes) -> bytes:
    """Return KMAC from pycryptodome; with a key or an output too short for that, over its cSHAKE."""
    if len(key) < strength // 8 or outlen < 8:
        return kmac_over_cshake(strength, key, data, outlen, custom)
    module = {128: KMAC128, 256: KMAC256}[strength]
    return bytes(module.new(key=key, data=data, mac_len=outlen, custom=custom).digest())


def cshake(strength: int, data: bytes, outlen: int, name: bytes, custom: bytes) -> bytes:
    """Return cSHAKE from pycryptodome, whose function name is an argument of a private function."""
    module = {128: cSHAKE128, 256: cSHAKE256}[strength]
    return bytes(module._new(data, custom, name).read(outlen))


def kmac_xof(strength: int, key: bytes, data: bytes, outlen: int, custom: bytes) -> bytes:
    """Return KMACXOF over pycryptodome's cSHAKE."""
    return kmac_over_cshake(strength, key, data, outlen, custom, xof=True)


def kmac_over_cshake(
    strength: int, key: bytes, data: bytes, outlen: int, custom: bytes, *, xof: bool = False
) -> bytes:
    """Return KMAC or KMACXOF over pycryptodome's cSHAKE and its encodings, for any sizes."""
    text = _bytepad(_encode_str(key), {128: 168, 256: 136}[strength]) + data
    return cshake(strength, text + _right_encode(0 if xof else 8 * outlen), outlen, b"KMAC", custom)


def tuple_hash(strength: int, items: list[bytes], outlen: int, custom: bytes) -> bytes:
    module = {128: TupleHash128, 256: TupleHash256}[strength]
    return bytes(module.new(digest_bytes=outlen, custom=custom).update(*items).digest())


def parallel_hash(
    strength: int, data: bytes, block: int, outlen: int, custom: bytes, *, xof: bool = False
) -> bytes:
    """Return ParallelHash over hashlib's SHAKE and pycryptodome's cSHAKE; `block` is less than 256."""
    parts = [data[start : start + block] for start in range(0, len(data), block)]
    assert 0 < block < 256 and len(parts) < 256 and outlen < 8192
    text = bytes([1, block]) + b"".join(shake(strength, part, strength // 4) for part in parts)
    text += bytes([len(parts), 1])
    bits = 0 if xof else 8 * outlen
    text += bytes([bits, 1]) if bits < 256 else bytes([bits >> 8, bits & 255, 2])
    return cshake(strength, text, outlen, b"ParallelHash", custom)


def aes(key: bytes, text: bytes) -> bytes:
    """Return AES of each block separately, from cryptography (OpenSSL)."""
    return Cipher(algorithms.AES(key), modes.ECB()).encryptor().update(text)


def aes_ctr(key: bytes, first: bytes, text: bytes) -> bytes:
    return Cipher(algorithms.AES(key), modes.CTR(first)).encryptor().update(text)


def rijndael(key: bytes, block: bytes) -> bytes:
    """Return one block of 16, 24 or 32 bytes from py3rijndael."""
    return bytes(Rijndael(key, block_size=len(block)).encrypt(block))


def gcm(key: bytes, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int = 16) -> tuple[bytes, bytes]:
    """Return AES-GCM from pycryptodome, checked with cryptography if that supports the lengths."""
    cipher = AES.new(key, AES.MODE_GCM, nonce=nonce, mac_len=tag_bytes)
    cipher.update(ad)
    ciphertext, tag = cipher.encrypt_and_digest(text)
    if 8 <= len(nonce) <= 128 and tag_bytes == 16:
        assert AESGCM(key).encrypt(nonce, text, ad) == ciphertext + tag
    return ciphertext, tag


def cmac(key: bytes, message: bytes) -> bytes:
    context = CMAC(algorithms.AES(key))
    context.update(message)
    return context.finalize()


def aes_hash(message: bytes) -> bytes:
    """Return AES-Hash over py3rijndael."""
    data = message
    while len(data) % 32 != 16:
        data += b"\0"
    data += (8 * len(message)).to_bytes(16, "big")
    state = bytes([255] * 32)
    for at in range(0, len(data), 32):
        out = rijndael(data[at : at + 32], state)
        state = bytes(a ^ b for a, b in zip(out, state, strict=True))
    return bytes(a ^ b for a, b in zip(rijndael(state, state), state, strict=True))


class Fortuna:
    """The generator over OpenSSL's AES."""

    def __init__(self, key: bytes = bytes(32), counter: int = 0) -> None:
        self.key, self.counter = key, counter

    def reseed(self, seed: bytes) -> None:
        self.key = hashlib.sha256(hashlib.sha256(self.key + seed).digest()).digest()
        self.counter += 1

    def request(self, count: int) -> bytes:
        blocks = (count + 15) // 16
        out = aes(self.key, b"".join((self.counter + i).to_bytes(16, "little") for i in range(blocks + 2)))
        self.key = out[16 * blocks :]
        self.counter += blocks + 2
        return out[:count]

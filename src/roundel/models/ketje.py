"""Ketje v2: MonkeyWrap over the twisted permutations Keccak-p* (CAESAR document, sections 2 and 3).

Jr, Sr, Minor and Major have states of 200, 400, 800 and 1600 bits and blocks of 2, 4, 16 and 32 bytes.
"""

from __future__ import annotations

from dataclasses import dataclass

from roundel.models.bits import require, xor, xor_into
from roundel.models.keccak import keccak_p_twisted

START_ROUNDS = 12
STEP_ROUNDS = 1
STRIDE_ROUNDS = 6
TAG_BYTES = 16

# The frame bits of a block, first bit lowest, with the first bit of the padding above them.
AD_MORE = 0x04  # 00
AD_LAST = 0x06  # 01
TEXT_MORE = 0x07  # 11
TEXT_LAST = 0x05  # 10
TAG_MORE = 0x02  # 0


@dataclass(frozen=True)
class Ketje:
    """A named instance: width b in bits, block length rho in bytes."""

    name: str
    width: int
    rho_bytes: int


JR = Ketje("Ketje Jr", 200, 2)
SR = Ketje("Ketje Sr", 400, 4)
MINOR = Ketje("Ketje Minor", 800, 16)
MAJOR = Ketje("Ketje Major", 1600, 32)


class Session:
    """A Ketje session: a start with key and nonce, then any number of messages.

    Each message depends on all earlier ones. Key and nonce together have at most width/8 - 3 bytes.
    """

    def __init__(self, instance: Ketje, key: bytes, nonce: bytes) -> None:
        """Start the session; RoundelError when key and nonce are too long."""
        size = instance.width // 8
        require(
            len(key) + len(nonce) + 3 <= size,
            f"{len(key)} bytes of key and {len(nonce)} of nonce",
            f"{instance.name} has room for {size - 3} together.",
        )
        self._instance = instance
        self._failed = False
        key_pack = bytes([len(key) + 2]) + key + b"\x01"
        # pad10*1 over the whole state
        self._state = bytearray((key_pack + nonce + b"\x01").ljust(size, b"\0"))
        self._state[-1] ^= 0x80
        self._permute(START_ROUNDS)

    def wrap(self, ad: bytes, text: bytes, tag_bytes: int = TAG_BYTES) -> tuple[bytes, bytes]:
        """Return (ciphertext, tag of `tag_bytes` bytes)."""
        self._require_valid()
        return self._process(ad, text, tag_bytes, unwrap=False)

    def unwrap(self, ad: bytes, ciphertext: bytes, tag: bytes) -> bytes | None:
        """Return the text, or None if the tag is wrong, which ends the session."""
        self._require_valid()
        text, expected = self._process(ad, ciphertext, len(tag), unwrap=True)
        if expected != tag:
            self._failed = True
            return None
        return text

    def _process(self, ad: bytes, data: bytes, tag_bytes: int, unwrap: bool) -> tuple[bytes, bytes]:
        *more, last = self._blocks(ad)
        for block in more:
            self._step(block, AD_MORE)
        keystream = self._step(last, AD_LAST)
        result = b""
        *more, last = self._blocks(data)
        for block in more:
            out = xor(block, keystream)
            result += out
            keystream = self._step(out if unwrap else block, TEXT_MORE)
        out = xor(last, keystream)
        result += out
        tag = self._step(out if unwrap else last, TEXT_LAST, STRIDE_ROUNDS)
        while len(tag) < tag_bytes:
            tag += self._step(b"", TAG_MORE)
        return result, tag[:tag_bytes]

    def _blocks(self, data: bytes) -> list[bytes]:
        """Return the data in blocks of rho bytes. No data is one empty block."""
        rho = self._instance.rho_bytes
        return [data[i : i + rho] for i in range(0, max(1, len(data)), rho)]

    def _step(self, block: bytes, delimiter: int, rounds: int = STEP_ROUNDS) -> bytes:
        """MonkeyDuplex: absorb a block, pad to rho + 4 bits, permute, return rho bits."""
        rho = self._instance.rho_bytes
        xor_into(self._state, block + bytes([delimiter]))
        self._state[rho] ^= 0x08
        self._permute(rounds)
        return bytes(self._state[:rho])

    def _permute(self, rounds: int) -> None:
        self._state[:] = keccak_p_twisted(self._state, rounds, self._instance.width)

    def _require_valid(self) -> None:
        require(not self._failed, "a session whose last tag was refused", "Start a new session.")


def seal(
    instance: Ketje, key: bytes, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int = TAG_BYTES
) -> tuple[bytes, bytes]:
    """Return (ciphertext, tag) of one message in a session of its own."""
    return Session(instance, key, nonce).wrap(ad, text, tag_bytes)


def open_sealed(
    instance: Ketje, key: bytes, nonce: bytes, ad: bytes, ciphertext: bytes, tag: bytes
) -> bytes | None:
    """Return the text of one message in a session of its own, or None if the tag is wrong."""
    return Session(instance, key, nonce).unwrap(ad, ciphertext, tag)

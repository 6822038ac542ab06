"""AES in counter mode and HMAC-Grøstl over the ciphertext: encrypt-then-MAC, as in ESP (RFC 4303).

The counter block is that of RFC 3686: a nonce of 4 bytes, an initial value of 8 bytes, and a counter of 32
bits that starts at 1 and wraps. A nonce of 16 bytes is the first counter block itself.
"""

from __future__ import annotations

from roundel.models.aes import Rijndael
from roundel.models.bits import Bytes
from roundel.models.ctr import ctr
from roundel.models.groestl import Groestl

COUNTER_BITS = 32


def first_block(nonce: Bytes) -> bytes:
    """Return the first counter block."""
    return bytes(nonce) if len(nonce) == 16 else bytes(nonce) + (1).to_bytes(4, "big")


def cipher(key: Bytes, nonce: Bytes, text: Bytes) -> bytes:
    """Return `text` encrypted, or decrypted, under a key of 16 or 32 bytes."""
    return ctr(Rijndael(key), first_block(nonce), text, COUNTER_BITS)


def seal(
    groestl: Groestl, keys: tuple[bytes, bytes], nonce: bytes, ad: bytes, text: bytes
) -> tuple[bytes, bytes]:
    """Return (ciphertext, tag) under the keys of AES and HMAC. The tag covers `ad` and the ciphertext."""
    ciphertext = cipher(keys[0], nonce, text)
    return ciphertext, groestl.hmac(keys[1], ad + ciphertext)


def open_unverified(
    groestl: Groestl, keys: tuple[bytes, bytes], nonce: bytes, ad: bytes, ciphertext: bytes
) -> tuple[bytes, bytes]:
    """Return (text, expected tag)."""
    return cipher(keys[0], nonce, ciphertext), groestl.hmac(keys[1], ad + ciphertext)

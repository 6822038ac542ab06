"""The segments of AES with Grøstl: keys, nonce, data, text. The cores' pages describe them."""

from __future__ import annotations

from dataclasses import dataclass

from roundel.models.groestl import GROESTL_256, GROESTL_512, Groestl
from roundel.protocol.stream import Command, Kind, Operation, Segment, session_bits

CTR_ONLY = 2  # bit of a SEAL's variant: the message has no HMAC key, no data and no tag
AD_UNIT = 16  # associated data fills its beats of W = 128
NONCE_SIZES = (12, 16)  # RFC 3686's, or the first counter block


@dataclass(frozen=True)
class AesGroestl:
    """AES and Grøstl of one size: their names in the catalog, the length of AES's key in bytes, the hash."""

    name: str
    ctr_name: str
    hash_name: str
    mac_name: str
    key_bytes: int
    groestl: Groestl

    @property
    def tag_bytes(self) -> int:
        """Length of a tag in bytes."""
        return self.groestl.digest_bytes

    @property
    def block_bytes(self) -> int:
        """Length of a block, and of the longest HMAC key, in bytes."""
        return self.groestl.block_bytes


SUITE_256 = AesGroestl("aes-groestl-256", "aes-128-ctr", "groestl-256", "hmac-groestl-256", 16, GROESTL_256)
SUITE_512 = AesGroestl("aes-groestl-512", "aes-256-ctr", "groestl-512", "hmac-groestl-512", 32, GROESTL_512)


def hash_segments(digest_bytes: int, text: bytes) -> list[Segment]:
    """Return the segments of a HASH with a digest of `digest_bytes` bytes."""
    command = Command(Operation.HASH, output_bytes=digest_bytes)
    return [Segment(Kind.CMD, command.pack()), Segment(Kind.TEXT, text)]


def message_segments(
    operation: Operation,
    keys: tuple[bytes, bytes] | None,
    nonce: bytes,
    ad: bytes,
    text: bytes,
    tag: bytes = b"",
    *,
    keep: bool = False,
) -> list[Segment]:
    """Return the segments of a SEAL or OPEN. Empty data has no segment.

    Args:
        operation: SEAL or OPEN.
        keys: The keys of AES and HMAC. None resumes the keys that the previous message kept.
        nonce: 12 bytes (RFC 3686), or 16 bytes for the first counter block.
        ad: Associated data, a multiple of 16 bytes.
        text: The plaintext of a SEAL, or the ciphertext of an OPEN.
        tag: The tag of an OPEN. A SEAL has none.
        keep: Whether the keys are kept for the next message.
    """
    variant = session_bits(resume=keys is None, keep=keep)
    return [
        Segment(Kind.CMD, Command(operation, variant).pack()),
        *([] if keys is None else [Segment(Kind.KEY, keys[0] + keys[1])]),
        Segment(Kind.NONCE, nonce),
        *([Segment(Kind.AD, ad)] if ad else []),
        Segment(Kind.TEXT, text),
        Segment(Kind.TAG, tag),
    ]


def ctr_segments(key: bytes, nonce: bytes, text: bytes) -> list[Segment]:
    """Return the segments of AES-CTR without a MAC. Encryption and decryption are the same."""
    return [
        Segment(Kind.CMD, Command(Operation.SEAL, CTR_ONLY).pack()),
        Segment(Kind.KEY, key),
        Segment(Kind.NONCE, nonce),
        Segment(Kind.TEXT, text),
    ]

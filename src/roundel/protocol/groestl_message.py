"""The segments of AES and Grøstl joined: keys, nonce, data, text. The core's page is the prose."""

from __future__ import annotations

from dataclasses import dataclass

from roundel.models.groestl import GROESTL_256, GROESTL_512, Groestl
from roundel.protocol.stream import Command, Kind, Operation, Segment, session_bits

CTR_ALONE = 2  # bit of a SEAL's variant: no HMAC key, no data, no tag
AD_UNIT = 16  # associated data comes in whole beats of W = 128
NONCE_SIZES = (12, 16)  # of RFC 3686, or the first counter block


@dataclass(frozen=True)
class AesGroestl:
    """Both algorithms of one size: names in the catalog, AES's key in bytes, the hash."""

    name: str
    ctr_name: str
    hash_name: str
    mac_name: str
    key_bytes: int
    groestl: Groestl

    @property
    def tag_bytes(self) -> int:
        """Bytes of a tag."""
        return self.groestl.digest_bytes

    @property
    def block_bytes(self) -> int:
        """Bytes of a block, and of the longest HMAC key."""
        return self.groestl.block_bytes


JOINED_256 = AesGroestl("aes-groestl-256", "aes-128-ctr", "groestl-256", "hmac-groestl-256", 16, GROESTL_256)
JOINED_512 = AesGroestl("aes-groestl-512", "aes-256-ctr", "groestl-512", "hmac-groestl-512", 32, GROESTL_512)


def hash_segments(digest_bytes: int, text: bytes) -> list[Segment]:
    """Return the segments of a HASH."""
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
    stay: bool = False,
) -> list[Segment]:
    """Return the segments of a SEAL or OPEN; empty data is left out.

    `keys` are AES's and HMAC's, or None to go on with those of the message before, which `stay` has kept.
    """
    variant = session_bits(goes_on=keys is None, stays=stay)
    return [
        Segment(Kind.CMD, Command(operation, variant).pack()),
        *([] if keys is None else [Segment(Kind.KEY, keys[0] + keys[1])]),
        Segment(Kind.NONCE, nonce),
        *([Segment(Kind.AD, ad)] if ad else []),
        Segment(Kind.TEXT, text),
        Segment(Kind.TAG, tag),
    ]


def ctr_segments(key: bytes, nonce: bytes, text: bytes) -> list[Segment]:
    """Return the segments of AES-CTR alone; both directions are the same."""
    return [
        Segment(Kind.CMD, Command(Operation.SEAL, CTR_ALONE).pack()),
        Segment(Kind.KEY, key),
        Segment(Kind.NONCE, nonce),
        Segment(Kind.TEXT, text),
    ]

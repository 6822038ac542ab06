"""The segments of an AES-GCM message: data, then text. The cores' pages describe them."""

from __future__ import annotations

from roundel.protocol.stream import Command, Kind, Operation, Segment, session_bits

AES_GCM = "aes-gcm"  # name in the catalog
KEY_SIZES = (16, 32)  # in bytes: AES-128, AES-256
USUAL_NONCE_BYTES = 12  # a nonce of any other length is hashed
TAG_BYTES = 16
BLOCK_BYTES = 16


def message_segments(
    operation: Operation,
    key: bytes | None,
    nonce: bytes,
    ad: bytes,
    text: bytes,
    tag: bytes = b"",
    *,
    keep: bool = False,
) -> list[Segment]:
    """Return the segments of one message.

    Empty data and empty text have no segment.

    Args:
        operation: SEAL or OPEN.
        key: 16 or 32 bytes. None resumes the key that the previous message kept.
        nonce: 1 byte or more.
        ad: Associated data, any length.
        text: The plaintext of a SEAL, or the ciphertext of an OPEN.
        tag: The 16-byte tag of an OPEN. A SEAL has none.
        keep: Whether the key is kept for the next message.
    """
    variant = session_bits(resume=key is None, keep=keep)
    return [
        Segment(Kind.CMD, Command(operation, variant).pack()),
        *([] if key is None else [Segment(Kind.KEY, key)]),
        Segment(Kind.NONCE, nonce),
        *([Segment(Kind.AD, ad)] if ad else []),
        *([Segment(Kind.TEXT, text)] if text else []),
        Segment(Kind.TAG, tag),
    ]

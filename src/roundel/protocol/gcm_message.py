"""The segments of an AES-GCM message: data, then text. The cores' pages are the prose."""

from __future__ import annotations

from roundel.protocol.stream import Command, Kind, Operation, Segment, session_bits

AES_GCM = "aes-gcm"  # name in the catalog
KEY_SIZES = (16, 32)  # in bytes: AES-128, AES-256
USUAL_NONCE_BYTES = 12  # any other number from 1 on costs hashing it
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
    stay: bool = False,
) -> list[Segment]:
    """Return the segments of one message.

    `key` is None to go on with that of the message before, which `stay` has kept; `text` is the plaintext
    of a SEAL or the ciphertext of an OPEN, `tag` that of an OPEN. What is empty (data, text) is left out.
    """
    variant = session_bits(goes_on=key is None, stays=stay)
    return [
        Segment(Kind.CMD, Command(operation, variant).pack()),
        *([] if key is None else [Segment(Kind.KEY, key)]),
        Segment(Kind.NONCE, nonce),
        *([Segment(Kind.AD, ad)] if ad else []),
        *([Segment(Kind.TEXT, text)] if text else []),
        Segment(Kind.TAG, tag),
    ]

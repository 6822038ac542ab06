"""The segments of an AEAD message in the order in which Keyak's Motorist consumes them.

A block takes 168 bytes of text and 24 bytes of associated data. After the end of the text it takes 192
bytes of associated data. `docs/cores/keyak-hs.md` describes the order.
"""

from __future__ import annotations

from roundel.protocol.stream import Command, Kind, Operation, Segment, session_bits

KEY_BYTES = 16
NONCE_BYTES = 16
TAG_BYTES = 16
TEXT_BYTES = 168
AD_WITH_TEXT_BYTES = 24  # of associated data that a block takes with its text

AD_FIRST = 2  # bit of the variant: the first block's data comes before its text


def message_segments(
    operation: Operation,
    start: tuple[bytes, bytes] | None,
    ad: bytes,
    text: bytes,
    tag: bytes = b"",
    *,
    keep: bool = False,
) -> list[Segment]:
    """Return the segments of one message.

    Args:
        operation: SEAL or OPEN.
        start: Key and nonce, 16 bytes each. None resumes the session.
        ad: Associated data, any length.
        text: The plaintext of a SEAL, or the ciphertext of an OPEN.
        tag: The 16-byte tag of an OPEN. A SEAL has none.
        keep: Whether the session stays open for another message.
    """
    variant = session_bits(resume=start is None, keep=keep)
    body = interleave(ad, text, TEXT_BYTES if start else TEXT_BYTES - TAG_BYTES)
    if body[:1] and body[0].kind == Kind.AD and text:
        variant |= AD_FIRST
    head = [Segment(Kind.CMD, Command(operation, variant).pack())]
    if start:
        head += [Segment(Kind.KEY, start[0]), Segment(Kind.NONCE, start[1])]
    return [*head, *body, Segment(Kind.TAG, tag)]


def interleave(ad: bytes, text: bytes, room: int) -> list[Segment]:
    """Return the AD and TEXT segments of a message whose first block has `room` bytes for text.

    Data of at most 24 bytes is one segment before the text: the first block takes both.
    """
    if not text:
        return [Segment(Kind.AD, ad)] if ad else []
    if len(ad) <= AD_WITH_TEXT_BYTES:
        return [*([Segment(Kind.AD, ad)] if ad else []), Segment(Kind.TEXT, text)]
    segments = []
    ad_at = text_at = 0
    while ad_at < len(ad) and text_at < len(text):
        text_end = text_at + room
        # After the end of the text, the rest of the data is one segment, and vice versa.
        ad_end = ad_at + AD_WITH_TEXT_BYTES if text_end < len(text) else len(ad)
        segments += [Segment(Kind.TEXT, text[text_at:text_end]), Segment(Kind.AD, ad[ad_at:ad_end])]
        ad_at, text_at, room = ad_end, text_end, TEXT_BYTES
    if text_at < len(text):
        segments.append(Segment(Kind.TEXT, text[text_at:]))
    return segments

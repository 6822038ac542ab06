"""The segments of an AEAD message, in the order in which Keyak's Motorist takes them.

168 bytes of text and 24 bytes of associated data go into a block, 192 bytes of data when the text has
ended. `docs/cores/keyak-hs.md` is the prose.
"""

from __future__ import annotations

from roundel.protocol.stream import Command, Kind, Operation, Segment, session_bits

KEY_BYTES = 16
NONCE_BYTES = 16
TAG_BYTES = 16
TEXT_BYTES = 168
BESIDE_BYTES = 24  # of associated data beside a block of text

AD_FIRST = 2  # bit of the command's variant


def message_segments(
    operation: Operation,
    start: tuple[bytes, bytes] | None,
    ad: bytes,
    text: bytes,
    tag: bytes = b"",
    *,
    stay: bool = False,
) -> list[Segment]:
    """Return the segments of one message.

    `start` is (key, nonce), or None to go on with the session; `text` the plaintext of a SEAL or the
    ciphertext of an OPEN, `tag` that of an OPEN; `stay` keeps the session open for another message.
    """
    variant = session_bits(goes_on=start is None, stays=stay)
    body = interleave(ad, text, TEXT_BYTES if start else TEXT_BYTES - TAG_BYTES)
    if body[:1] and body[0].kind == Kind.AD and text:
        variant |= AD_FIRST
    head = [Segment(Kind.CMD, Command(operation, variant).pack())]
    if start:
        head += [Segment(Kind.KEY, start[0]), Segment(Kind.NONCE, start[1])]
    return [*head, *body, Segment(Kind.TAG, tag)]


def interleave(ad: bytes, text: bytes, room: int) -> list[Segment]:
    """Return the AD and TEXT segments of a message whose first block has `room` bytes for text.

    Data of at most 24 bytes goes first, beside the text in one segment.
    """
    if not text:
        return [Segment(Kind.AD, ad)] if ad else []
    if len(ad) <= BESIDE_BYTES:
        return [*([Segment(Kind.AD, ad)] if ad else []), Segment(Kind.TEXT, text)]
    segments = []
    ad_at = text_at = 0
    while ad_at < len(ad) and text_at < len(text):
        text_end = text_at + room
        # What is left when the other has ended goes on in one segment.
        ad_end = ad_at + BESIDE_BYTES if text_end < len(text) else len(ad)
        segments += [Segment(Kind.TEXT, text[text_at:text_end]), Segment(Kind.AD, ad[ad_at:ad_end])]
        ad_at, text_at, room = ad_end, text_end, TEXT_BYTES
    if text_at < len(text):
        segments.append(Segment(Kind.TEXT, text[text_at:]))
    return segments

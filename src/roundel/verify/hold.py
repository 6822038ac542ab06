"""What `roundel_aead_hold` makes of the answers of the core behind it."""

from __future__ import annotations

from collections.abc import Iterable

from roundel.protocol.stream import Kind, Segment, Status
from roundel.verify.protocol import ACCEPTED

OVERFLOW = Segment(Kind.STATUS, bytes([Status.OVERFLOW]))


def hold_back(answers: Iterable[Segment], room_bytes: int) -> list[Segment]:
    """Return the answers with UNVERIFIED text as TEXT where its tag is accepted, without it elsewhere.

    Accepted text of more than `room_bytes` is dropped too, and its STATUS is OVERFLOW.
    """
    result: list[Segment] = []
    text: Segment | None = None
    for segment in answers:
        if segment.kind == Kind.UNVERIFIED:
            text = segment
            continue
        if text is not None and segment == ACCEPTED:
            if len(text.data) > room_bytes:
                segment = OVERFLOW
            else:
                result.append(Segment(Kind.TEXT, text.data))
        text = None
        result.append(segment)
    return result

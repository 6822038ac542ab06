"""The effect of `roundel_aead_hold` on the answers of the core inside."""

from __future__ import annotations

from collections.abc import Iterable

from roundel.protocol.stream import ACCEPTED, OVERFLOW, Kind, Segment


def hold_back(answers: Iterable[Segment], room_bytes: int) -> list[Segment]:
    """Return the answers with accepted UNVERIFIED text as TEXT, and without other UNVERIFIED text.

    Accepted text of more than `room_bytes` is dropped as well, and its STATUS is OVERFLOW.
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

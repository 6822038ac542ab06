"""What exchanges with cores of every family are made of."""

from __future__ import annotations

from stream_bench import Beats, Exchange

from roundel.protocol.stream import Kind, Segment, Status

ERROR = Segment(Kind.STATUS, bytes([Status.ERROR]))

DROPPED = Segment(Kind.TEXT, b"to be dropped, in two beats")


def illegal(name: str, *send: Segment | Beats, errors: int = 1) -> Exchange:
    return Exchange(send, (ERROR,) * errors, name)


KEY, NONCE = bytes(range(16)), bytes(range(16, 32))

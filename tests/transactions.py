"""Parts of the transactions of any service core."""

from __future__ import annotations

from random import Random

from roundel.protocol.stream import Kind, Segment, Status

ERROR = Segment(Kind.STATUS, bytes([Status.ERROR]))


def values(rng: Random, size: int) -> bytes:
    """Return random bytes, all zeros or all ones, for tests of timing."""
    return rng.choice([rng.randbytes(size), bytes(size), b"\xff" * size])

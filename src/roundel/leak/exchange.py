"""The transactions whose traces are compared: which bytes are secret, and when a trace ends.

Of a hash core the secret is a text of TEXT_BYTES. The trace ends when the next command is expected. Of a core
of AEAD the secrets are key, ciphertext and tag of an OPEN. The tag is wrong, and the trace ends when they are
cleared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from roundel.protocol.stream import Command, Kind, Operation

TEXT_BYTES, BEAT_BYTES = 128, 16
CLEARING_CYCLES = 150  # from the answer of an OPEN until a core is clear
NONCE_BYTES, OPENED_BYTES = 12, 32  # of a message
SHA3_256 = Command(Operation.HASH, suffix=0x06, function=17, length=32)


@dataclass(frozen=True)
class SentBeat:
    """A beat of a transaction: its kind, whether it ends its segment, and its bytes.

    These are `public`, in share 0 alone, or else BEAT_BYTES of the secret from byte `start` on.
    """

    kind: Kind
    last: bool
    public: bytes | None = None
    start: int = 0


@dataclass(frozen=True)
class Exchange:
    """A transaction with `secret` bytes, the segments of its answer, and the cycles of a trace after it.

    Without `tail` a trace ends when the next beat is accepted.
    """

    beats: Sequence[SentBeat]
    secret: int
    segments: int = 1
    tail: int = 0


def secret_beats(kind: Kind, start: int, size: int) -> list[SentBeat]:
    """Return the beats of a segment of secret bytes."""
    places = range(start, start + size, BEAT_BYTES)
    return [SentBeat(kind, place + BEAT_BYTES == start + size, start=place) for place in places]


HASHED = Exchange(
    [SentBeat(Kind.CMD, True, SHA3_256.pack()), *secret_beats(Kind.TEXT, 0, TEXT_BYTES)], TEXT_BYTES
)


def opened(key_bytes: int) -> Exchange:
    """Return the OPEN of a text of OPENED_BYTES."""
    command = Command(Operation.OPEN, length=BEAT_BYTES)
    text_end = key_bytes + OPENED_BYTES
    beats = [
        SentBeat(Kind.CMD, True, command.pack()),
        *secret_beats(Kind.KEY, 0, key_bytes),
        SentBeat(Kind.NONCE, True, bytes(range(NONCE_BYTES))),
        *secret_beats(Kind.TEXT, key_bytes, OPENED_BYTES),
        *secret_beats(Kind.TAG, text_end, BEAT_BYTES),
    ]
    return Exchange(beats, text_end + BEAT_BYTES, segments=2, tail=CLEARING_CYCLES)

"""Packets through a core: sealed and opened under one key that the core keeps."""

from __future__ import annotations

from collections.abc import Sequence

from roundel.algorithms.aes_gcm import AES_GCM
from roundel.packets import GcmInput
from roundel.protocol.stream import ACCEPTED, REFUSED, Kind, Operation, Segment
from roundel.simulate import Device

KEY = bytes(range(16))
SIZES = (64, 65, 100, 128, 577, 1500, 1518, 4096, 9000)


def sealed(device: Device, messages: Sequence[GcmInput], tag_bytes: int) -> list[tuple[bytes, bytes]]:
    """Return ciphertext and tag of each message."""
    answer = run(device, Operation.SEAL, [(one, b"") for one in messages], tag_bytes)
    assert [segment.kind for segment in answer] == [Kind.TEXT, Kind.TAG] * len(messages)
    return [(text.data, tag.data) for text, tag in zip(answer[::2], answer[1::2], strict=True)]


def opened(device: Device, messages: Sequence[tuple[GcmInput, bytes]]) -> list[bytes | None]:
    """Return the text of each message; None where its tag is refused."""
    answer = run(device, Operation.OPEN, messages, len(messages[0][1]))
    verdicts = answer[1::2]
    assert set(verdicts) <= {ACCEPTED, REFUSED} and len(verdicts) == len(messages)
    return [
        text.data if verdict == ACCEPTED else None
        for text, verdict in zip(answer[::2], verdicts, strict=True)
    ]


def run(
    device: Device, operation: Operation, messages: Sequence[tuple[GcmInput, bytes]], tag_bytes: int
) -> list[Segment]:
    segments: list[Segment] = []
    for number, (one, tag) in enumerate(messages):
        segments += AES_GCM.message(
            operation,
            None if number else KEY,
            one.nonce,
            one.ad,
            one.text,
            tag,
            keep=number < len(messages) - 1,
            tag_bytes=tag_bytes,
        )
    device.reset()
    return device.transact(segments, answers=2 * len(messages))


def flipped(data: bytes, at: int) -> bytes:
    """Return data with one bit changed."""
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]

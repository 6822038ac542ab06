"""A received tag is compared whole: OPEN and VERIFY of every core with W = 16 refuse any flipped bit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest
from test_empty_tag import CORES

from roundel.algorithms.kinds.aead import Aead
from roundel.algorithms.kinds.mac import Mac
from roundel.protocol.stream import ACCEPTED, REFUSED, Kind, Operation, Segment
from roundel.simulate.device import Device
from roundel.verify.run import algorithms_served

TEXT = b"attack at dawn"


def with_tags(device: Device) -> Iterator[tuple[list[Segment], bytes, int]]:
    """Return a transaction for each length: the segments before the TAG, the right tag, the answers."""
    rng = Random(7)
    for one in algorithms_served(device.core):
        match one:
            case Aead():
                key, nonce = rng.randbytes(one.key_sizes[0]), rng.randbytes(one.usual_nonce)
                state = one.new_state(key, nonce)
                text, whole = one.process(state, Operation.SEAL, nonce, b"", TEXT)
                for size in one.tag_sizes:
                    tag = whole[:size]
                    yield one.message(Operation.OPEN, key, nonce, b"", text, tag)[:-1], tag, 2
            case Mac():
                key, iv = rng.randbytes(16), rng.randbytes(one.iv_bytes)
                for size in one.verify_sizes:
                    tag = one.tag(key, iv, TEXT, size, one.suffix)
                    yield one.request(*one.message(key, iv, TEXT, tag))[:-1], tag, 1


@pytest.mark.parametrize("name", CORES)
def test_every_bit_of_a_tag_is_compared(name: str, opened: Callable[[str], Device]) -> None:
    device = opened(name)
    for segments, tag, answers in with_tags(device):
        right = int.from_bytes(tag, "little")
        sent = [right, *(right ^ 1 << bit for bit in range(8 * len(tag))), right]
        tags = [Segment(Kind.TAG, value.to_bytes(len(tag), "little")) for value in sent]
        answer = device.transact([one for t in tags for one in (*segments, t)], answers=answers * len(sent))
        status = [segment for segment in answer if segment.kind == Kind.STATUS]
        assert status == [ACCEPTED, *[REFUSED] * (len(sent) - 2), ACCEPTED]

"""The empty TAG of a SEAL, on every core with W = 16: one beat with tkeep = 0 and tlast, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from transactions import some

from roundel.algorithms.kinds.aead import Aead
from roundel.catalog import load_catalog
from roundel.protocol.stream import ERROR, Kind, Operation, Segment
from roundel.simulate.beats import Beats, beats_of, segments_of
from roundel.simulate.device import Device
from roundel.simulate.model import Stalls
from roundel.verify.run import algorithms_served

WIDTH = 16
CORES = [
    name
    for name, core in load_catalog().items()
    if core.data_width == WIDTH and any(service.name == "aead" for service in core.services)
]
# The lengths of AD and text.
SIZES = [(0, 0), (5, 0), (0, 7), (16, 32), (24, 168), (5, 40)]
TEXT_STALLS = [None, Stalls(3, sink=0.7)]


def messages(device: Device, ad: int, text: int) -> tuple[list[Segment], list[Segment]]:
    """Return a message to seal, and the answer."""
    (aead,) = (one for one in algorithms_served(device.core) if isinstance(one, Aead))
    rng = Random(1)
    start = rng.randbytes(some(aead.key_sizes)[0]), rng.randbytes(aead.usual_nonce)
    parts = rng.randbytes(ad), rng.randbytes(text)
    result = aead.process(aead.new_state(*start), Operation.SEAL, start[1], *parts)
    answer = [Segment(kind, data) for kind, data in zip((Kind.TEXT, Kind.TAG), result, strict=True)]
    return aead.message(Operation.SEAL, *start, *parts), answer


def test_the_cores_with_16_bits() -> None:
    assert {"keyak-la", "multi-keccak-la", "aes-gcm-la", "multi-aes-la", "ascon-la"} <= set(CORES)


@pytest.mark.parametrize(
    ("keep", "last"), [(0b10, True), (0b10, False), (0, False), (0b01, True), (0b11, True), (0b11, False)]
)
@pytest.mark.parametrize(("ad", "text"), SIZES)
@pytest.mark.parametrize("name", CORES)
def test_a_malformed_empty_tag_is_an_error(
    name: str, ad: int, text: int, keep: int, last: bool, opened: Callable[[str], Device]
) -> None:
    device = opened(name)
    segments, answer = messages(device, ad, text)
    sent = beats_of(segments, WIDTH)
    sent.keep[-1], sent.last[-1] = keep, last
    given = [answer[0]] if text else []
    for stalls in TEXT_STALLS:
        both = Beats.concatenate([sent, beats_of(segments, WIDTH)])
        got = device.run(both, segments=len(given) + 3, stalls=stalls)
        assert segments_of(got) == [*given, ERROR, *answer]

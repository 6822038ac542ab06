"""The cycle figures of the page of multi-keccak-hs, by simulation."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pytest
from keccak_blocks import Blocks, absorbing, feeding, fetching, growing, hashed, mac, message, squeezing

import roundel
from roundel.paths import project_root
from roundel.prng_message import FORGET, KECCAK_ROUNDS, SHORT, request_segments
from roundel.simulate import Device, beats_of
from roundel.stream import Operation, Segment

PAGE = (project_root() / "docs" / "cores" / "multi-keccak-hs.md").read_text()


@pytest.fixture(scope="module")
def multi() -> Iterator[Device]:
    with roundel.open("multi-keccak-hs") as opened:
        yield opened


def documented(measure: str) -> int:
    match = re.search(rf"^\| {re.escape(measure)} \| (\d+) \|$", PAGE, re.MULTILINE)
    assert match, f"no figure for {measure!r}"
    return int(match[1])


ABSORB = "hash or MAC to absorb, at every rate"
SQUEEZE = "hash to squeeze, at every rate"
GENERATOR = "168 bytes of seed or of random bytes, {} rounds"
MORE: list[tuple[str, Blocks, int]] = [
    *((ABSORB, absorbing(rate), 1) for rate in (1, 9, 13, 17, 18, 21)),
    (ABSORB, mac, 1),
    *((SQUEEZE, squeezing(rate), 1) for rate in (1, 9, 17, 21)),
    *((GENERATOR.format(rounds), feeding(bits), 1) for rounds, bits in KECCAK_ROUNDS.items()),
    *((GENERATOR.format(rounds), fetching(bits), 1) for rounds, bits in KECCAK_ROUNDS.items()),
    *(
        (what, growing(operation, ad, text), 2)
        for operation in (Operation.SEAL, Operation.OPEN)
        for what, ad, text in (
            ("168 bytes of text, sealed or opened", 0, 168),
            ("168 bytes of text with 24 bytes of data", 24, 168),
            ("192 bytes of data without text", 192, 0),
        )
    ),
]


def duration(device: Device, sent: list[Segment], answers: int = 1) -> int:
    device.reset()
    got = device.run(beats_of(sent, 128), segments=answers)
    return int(got.cycle[-1] - device.accepted[0])


@pytest.mark.parametrize(("what", "blocks", "answers"), MORE, ids=[row[0] for row in MORE])
def test_one_more_block(what: str, blocks: Blocks, answers: int, multi: Device) -> None:
    durations = [duration(multi, blocks(n), answers) for n in range(8, 12)]
    assert set(np.diff(durations)) == {documented(f"one more block of {what}")}


@pytest.mark.parametrize("rounds", KECCAK_ROUNDS)
def test_forgetting(rounds: int, multi: Device) -> None:
    bits = KECCAK_ROUNDS[rounds]
    forgotten = duration(multi, request_segments(bits | FORGET, b"", 16))
    assert forgotten - duration(multi, request_segments(bits, b"", 16)) == documented(
        f"forgetting, {rounds} rounds"
    )


BACK_TO_BACK = [
    ("from one hash or MAC to the next, back to back, one block each", hashed(17, 1, 1), 1),
    ("from one hash or MAC to the next, back to back, one block each", mac(1), 1),
    (
        "from one SEAL to the next, back to back, 24 bytes of data and 16 of text, each with its key",
        message(Operation.SEAL, 24, 16),
        2,
    ),
    (
        "from one request to the next, back to back, new generators of 12 rounds, one block each",
        request_segments(SHORT, bytes(32), 168),
        1,
    ),
]


@pytest.mark.parametrize(("measure", "sent", "answers"), BACK_TO_BACK, ids=[row[0] for row in BACK_TO_BACK])
def test_back_to_back(measure: str, sent: list[Segment], answers: int, multi: Device) -> None:
    multi.reset()
    got = multi.run(beats_of(8 * sent, 128), segments=8 * answers)
    ends = got.cycle[got.last][answers - 1 :: answers]
    assert {int(gap) for gap in np.diff(ends)[2:]} == {documented(measure)}

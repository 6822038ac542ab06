"""The cycle figures of the pages of multi-keccak-la and keyak-la, by simulation."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest
from keccak_blocks import Blocks, absorbing, feeding, fetching, growing, hashed, mac, message, squeezing

from roundel.paths import project_root
from roundel.prng_message import FORGET, KECCAK_ROUNDS, SHORT, request_segments
from roundel.simulate import Device, beats_of
from roundel.stream import Operation, Segment

WIDTH = 16


def documented(core: str, measure: str) -> int:
    page = (project_root() / "docs" / "cores" / f"{core}.md").read_text()
    match = re.search(rf"^\| {re.escape(measure)} \| (\d+) \|$", page, re.MULTILINE)
    assert match, f"no figure for {measure!r} on the page of {core}"
    return int(match[1])


def lanes(rate: int) -> str:
    return f"hash to absorb or to squeeze, {rate} lane{'s' if rate > 1 else ''}"


RATES = (1, 9, 13, 17, 18, 21)
MULTI: list[tuple[str, str, Blocks, int]] = [
    *(("multi-keccak-la", lanes(rate), absorbing(rate), 1) for rate in RATES),
    *(("multi-keccak-la", lanes(rate), squeezing(rate), 1) for rate in RATES),
    ("multi-keccak-la", "MAC", mac, 1),
    *(
        ("multi-keccak-la", f"168 bytes of seed, {rounds} rounds", feeding(bits), 1)
        for rounds, bits in KECCAK_ROUNDS.items()
    ),
    *(
        ("multi-keccak-la", f"168 random bytes, {rounds} rounds", fetching(bits), 1)
        for rounds, bits in KECCAK_ROUNDS.items()
    ),
]
KEYAK: list[tuple[str, str, Blocks, int]] = [
    (core, what, growing(operation, ad, text), 2)
    for core in ("multi-keccak-la", "keyak-la")
    for operation in (Operation.SEAL, Operation.OPEN)
    for what, ad, text in (
        ("168 bytes of text, sealed or opened", 0, 168),
        ("168 bytes of text with 24 bytes of data", 24, 168),
        ("192 bytes of data without text", 192, 0),
    )
]


def duration(device: Device, sent: list[Segment], answers: int = 1) -> int:
    device.reset()
    got = device.run(beats_of(sent, WIDTH), segments=answers)
    return int(got.cycle[-1] - device.accepted[0])


@pytest.mark.parametrize(
    ("core", "what", "blocks", "answers"), [*MULTI, *KEYAK], ids=[f"{c}, {w}" for c, w, _, _ in MULTI + KEYAK]
)
def test_one_more_block(
    core: str, what: str, blocks: Blocks, answers: int, opened: Callable[[str], Device]
) -> None:
    durations = [duration(opened(core), blocks(n), answers) for n in range(8, 12)]
    assert set(np.diff(durations)) == {documented(core, f"one more block of {what}")}


@pytest.mark.parametrize("rounds", KECCAK_ROUNDS)
def test_forgetting(rounds: int, opened: Callable[[str], Device]) -> None:
    multi = opened("multi-keccak-la")
    bits = KECCAK_ROUNDS[rounds]
    forgotten = duration(multi, request_segments(bits | FORGET, b"", 16))
    kept = duration(multi, request_segments(bits, b"", 16))
    assert forgotten - kept == documented("multi-keccak-la", f"forgetting, {rounds} rounds")


SEAL = "SEAL to the next, back to back, 24 bytes of data and 16 of text, each with its key"
BACK_TO_BACK = [
    ("multi-keccak-la", "hash to the next, back to back, one block each", hashed(17, 1, 1), 1),
    ("multi-keccak-la", "MAC to the next, back to back, one block each", mac(1), 1),
    ("multi-keccak-la", SEAL, message(Operation.SEAL, 24, 16), 2),
    ("keyak-la", SEAL, message(Operation.SEAL, 24, 16), 2),
    (
        "multi-keccak-la",
        "request to the next, back to back, new generators of 12 rounds, one block each",
        request_segments(SHORT, bytes(32), 168),
        1,
    ),
]


@pytest.mark.parametrize(
    ("core", "measure", "sent", "answers"), BACK_TO_BACK, ids=[f"{row[0]}, {row[1]}" for row in BACK_TO_BACK]
)
def test_back_to_back(
    core: str, measure: str, sent: list[Segment], answers: int, opened: Callable[[str], Device]
) -> None:
    device = opened(core)
    device.reset()
    got = device.run(beats_of(8 * sent, WIDTH), segments=8 * answers)
    ends = got.cycle[got.last][answers - 1 :: answers]
    assert {int(gap) for gap in np.diff(ends)[2:]} == {documented(core, f"from one {measure}")}

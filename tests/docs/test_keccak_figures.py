"""The cycle figures of the pages of the Keccak cores with several services and of keyak-la, by simulation."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from documented import documented
from keccak_blocks import Blocks, absorbing, feeding, fetching, growing, hashed, mac, message, squeezing

from roundel.algorithms.keccak_mac import KECCAK_MAC
from roundel.algorithms.keccak_prg import ROUNDS
from roundel.algorithms.kinds.prng import request_segments
from roundel.protocol.stream import Flag, Operation, Segment
from roundel.simulate import Device, beats_of

HASH, HS, LA, KEYAK = "keccak-hash", "multi-keccak-hs", "multi-keccak-la", "keyak-la"
RATES = (1, 9, 13, 17, 18, 21)


def lanes(rate: int) -> str:
    return f"of hash to absorb or to squeeze, {rate} lane{'s' if rate > 1 else ''}"


# The core, what its page says of one block more, transactions of n blocks, the segments of an answer.
More = tuple[str, str, Blocks, int]
ABSORB = "of hash or MAC to absorb, at every rate"
SQUEEZE = "of hash to squeeze, at every rate"
ABSORB_12 = "of hash to absorb, 12 rounds, at every rate"
SQUEEZE_12 = "of hash to squeeze, 12 rounds, at every rate"
TURBO = "of hash to absorb or to squeeze, 12 rounds, {} lanes"
GENERATOR = "of 168 bytes of seed or of random bytes, {} rounds"
SEED, RANDOM = "of 168 bytes of seed, {} rounds", "of 168 random bytes, {} rounds"
HIGH_SPEED: list[More] = [
    *((HS, ABSORB, absorbing(rate), 1) for rate in RATES),
    (HS, ABSORB, mac, 1),
    *((HS, SQUEEZE, squeezing(rate), 1) for rate in (1, 9, 17, 21)),
    *((HS, ABSORB_12, absorbing(rate, Flag.ROUNDS12), 1) for rate in RATES),
    *((HS, SQUEEZE_12, squeezing(rate, Flag.ROUNDS12), 1) for rate in (1, 9, 17, 21)),
    *((HS, GENERATOR.format(rounds), feeding(bits), 1) for rounds, bits in ROUNDS.items()),
    *((HS, GENERATOR.format(rounds), fetching(bits), 1) for rounds, bits in ROUNDS.items()),
]
LOW_AREA: list[More] = [
    *((LA, lanes(rate), absorbing(rate), 1) for rate in RATES),
    *((LA, lanes(rate), squeezing(rate), 1) for rate in RATES),
    *((LA, TURBO.format(rate), absorbing(rate, Flag.ROUNDS12), 1) for rate in (17, 21)),
    *((LA, TURBO.format(rate), squeezing(rate, Flag.ROUNDS12), 1) for rate in (17, 21)),
    (LA, "of MAC", mac, 1),
    *((LA, SEED.format(rounds), feeding(bits), 1) for rounds, bits in ROUNDS.items()),
    *((LA, RANDOM.format(rounds), fetching(bits), 1) for rounds, bits in ROUNDS.items()),
]
MESSAGES: list[More] = [
    (core, what, growing(operation, ad, text), 2)
    for core in (HS, LA, KEYAK)
    for operation in (Operation.SEAL, Operation.OPEN)
    for what, ad, text in (
        ("of 168 bytes of text, sealed or opened", 0, 168),
        ("of 168 bytes of text with 24 bytes of data", 24, 168),
        ("of 192 bytes of data without text", 192, 0),
    )
]
HASH_CORE: list[More] = [
    *(
        (HASH, f"to absorb, 12 rounds, {rate} lanes", absorbing(rate, Flag.ROUNDS12), 1)
        for rate in (9, 17, 21)
    ),
    *((HASH, "to squeeze, 12 rounds", squeezing(rate, Flag.ROUNDS12), 1) for rate in (9, 21)),
]
MORE = [*HASH_CORE, *HIGH_SPEED, *LOW_AREA, *MESSAGES]


def duration(device: Device, sent: list[Segment], answers: int = 1) -> int:
    device.reset()
    got = device.run(beats_of(sent, device.core.data_width), segments=answers)
    return int(got.cycle[-1] - device.accepted[0])


@pytest.mark.parametrize(
    ("core", "what", "blocks", "answers"), MORE, ids=[f"{core}, {what}" for core, what, _, _ in MORE]
)
def test_one_more_block(
    core: str, what: str, blocks: Blocks, answers: int, opened: Callable[[str], Device]
) -> None:
    durations = [duration(opened(core), blocks(n), answers) for n in range(8, 12)]
    assert set(np.diff(durations)) == {documented(core, f"one more block {what}")}


@pytest.mark.parametrize("core", [HS, LA])
@pytest.mark.parametrize("rounds", ROUNDS)
def test_overwriting_the_rate(core: str, rounds: int, opened: Callable[[str], Device]) -> None:
    device = opened(core)
    bits = ROUNDS[rounds]
    forgotten = duration(device, request_segments(bits | Flag.OVERWRITE, b"", 16))
    kept = duration(device, request_segments(bits, b"", 16))
    assert forgotten - kept == documented(core, f"overwriting the rate, {rounds} rounds")


EACH = "to the next, back to back, one block each"
SEAL = "SEAL to the next, back to back, 24 bytes of data and 16 of text, each with its key"
REQUEST = "request to the next, back to back, new generators of 12 rounds, one block each"
VERIFY = KECCAK_MAC.request(*KECCAK_MAC.message(bytes(16), bytes(16), b"", bytes(16)))
BACK_TO_BACK = [
    (HS, f"hash or MAC {EACH}", hashed(17, 1, 1), 1),
    (HS, f"hash or MAC {EACH}", mac(1), 1),
    (HS, f"VERIFY {EACH}", VERIFY, 1),
    (LA, f"hash {EACH}", hashed(17, 1, 1), 1),
    (LA, f"MAC {EACH}", mac(1), 1),
    *((core, SEAL, message(Operation.SEAL, 24, 16), 2) for core in (HS, LA, KEYAK)),
    *((core, REQUEST, request_segments(Flag.ROUNDS12, bytes(32), 168), 1) for core in (HS, LA)),
]


@pytest.mark.parametrize(
    ("core", "measure", "sent", "answers"), BACK_TO_BACK, ids=[f"{row[0]}, {row[1]}" for row in BACK_TO_BACK]
)
def test_back_to_back(
    core: str, measure: str, sent: list[Segment], answers: int, opened: Callable[[str], Device]
) -> None:
    device = opened(core)
    device.reset()
    got = device.run(beats_of(8 * sent, device.core.data_width), segments=8 * answers)
    ends = got.cycle[got.last][answers - 1 :: answers]
    assert {int(gap) for gap in np.diff(ends)[2:]} == {documented(core, f"from one {measure}")}

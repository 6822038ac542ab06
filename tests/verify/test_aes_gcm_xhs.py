"""The RTL of each aes-gcm-xhs: cycles, messages back to back, sizes that are not served, constant time."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from oracles import gcm as sealed
from transactions import extremes, message

from roundel.algorithms.aes_gcm import AES_GCM, GcmEntry
from roundel.algorithms.kinds.entries import Entry
from roundel.catalog import Config, find_core
from roundel.lab.cycles import measure_cycles
from roundel.paths import project_root
from roundel.protocol.stream import ACCEPTED, ERROR, REFUSED, Kind, Operation, Segment
from roundel.simulate.beats import beats_of
from roundel.simulate.device import Device
from roundel.simulate.model import NO_STALLS, Stalls
from roundel.verify.run import verify_core
from roundel.verify.timing import constant_profile

PAGE = (project_root() / "docs" / "cores" / "aes-gcm-xhs.md").read_text()
CORES = ("aes-gcm-xhs", "aes-gcm-xhs-256", "aes-gcm-xhs:two-cycles", "aes-gcm-xhs:four-cycles")
NONCE = bytes(range(16, 28))


@pytest.fixture(params=CORES)
def device(request: pytest.FixtureRequest, opened: Callable[[str], Device]) -> Device:
    return opened(request.param)


@pytest.fixture
def key(device: Device) -> bytes:
    return bytes(range(device.core.config.parameters["KeyBytes"]))


@pytest.fixture
def block_cycles(device: Device) -> int:
    return device.core.config.parameters.get("BlockCycles", 1)


def answer_of(key: bytes, nonce: bytes, ad: bytes, text: bytes) -> list[Segment]:
    return [Segment(*part) for part in zip((Kind.TEXT, Kind.TAG), sealed(key, nonce, ad, text), strict=True)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "parameters",
    [
        {"ShortTags": 1, "Phases": 4, "HoldDepth": 128},
        *(
            pytest.param(one, marks=pytest.mark.long)
            for one in (
                {"ShortTags": 1},
                {"KeyBytes": 32, "Phases": 4},
                {"Phases": 4},
                {"HoldDepth": 128},
                {"BlockCycles": 2, "KeyBytes": 32},
                {"BlockCycles": 2, "Phases": 4, "HoldDepth": 128},
                {"BlockCycles": 4, "KeyBytes": 32, "Phases": 4, "ShortTags": 1},
            )
        ),
    ],
)
def test_other_parameters(parameters: dict[str, int], entries: list[Entry]) -> None:
    core = find_core("aes-gcm-xhs")
    core = replace(core, config=Config("other", {**core.config.parameters, **parameters}))
    key, short = core.config.parameters["KeyBytes"], "ShortTags" in parameters
    served = [e for e in entries if isinstance(e, GcmEntry) and len(e.key) == key]
    served = [e for e in served if short or len(e.message.tag) >= 8]
    assert served
    report = verify_core(core, served, random=300, seed=4)
    assert report.failures == () and report.random == 300


def test_cycles_are_those_of_the_catalog(device: Device, block_cycles: int) -> None:
    found = {s.variant: measure_cycles(device, s).per_block for s in device.core.services}
    assert found == {s.variant: s.cycles_per_block for s in device.core.services}
    assert set(found.values()) == {block_cycles}


@pytest.mark.parametrize(("ad", "size"), [(0, 16), (0, 64), (20, 1500), (0, 9000)])
@pytest.mark.parametrize("keep", [False, True])
def test_cycles_from_message_to_message(
    device: Device, key: bytes, block_cycles: int, ad: int, size: int, keep: bool
) -> None:
    """The core's page states them. With a kept key each block, and the tag, costs the cycles of a block."""
    lengths = f"{ad} bytes of data and {size} of text" if ad else f"{size} bytes of text"
    match = re.search(rf"\| {lengths} \|" + r" (\d+) / (\d+) \|" * len(CORES), PAGE)
    assert match
    column = 1 + 2 * CORES.index(device.core.name)
    kept, each_with_its_key = int(match[column]), int(match[column + 1])
    count = 24
    segments: list[Segment] = []
    for number in range(count):
        sent = None if keep and number else key
        segments += AES_GCM.message(
            Operation.SEAL, sent, NONCE, bytes(ad), bytes(size), keep=keep and number < count - 1
        )
    device.reset()
    got = device.run(beats_of(segments, 128), segments=2 * count)
    tags = got.cycle[got.user == Kind.TAG]
    assert set((tags[1:] - tags[:-1])[1:]) == {kept if keep else each_with_its_key}
    if keep:
        blocks = -(-ad // 16) + -(-size // 16)
        tag_and_start = {1: 3, 2: 4, 4: 4}[block_cycles]
        assert kept == max({1: 6, 2: 8, 4: 12}[block_cycles], block_cycles * blocks + tag_and_start)


def test_messages_back_to_back_under_one_key(device: Device, key: bytes) -> None:
    """Many short messages are in the pipeline at a time; sealed and opened, some refused."""
    rng = Random(5)
    segments: list[Segment] = []
    answers: list[Segment] = []
    for number in range(200):
        ad, text = rng.randbytes(rng.choice((0, 0, 7, 40))), rng.randbytes(rng.randrange(90))
        nonce = rng.randbytes(rng.choice((12, 12, 12, 12, 1, 16, 20)))
        ciphertext, tag = sealed(key, nonce, ad, text)
        first, keep = None if number else key, number < 199
        if number % 3:
            segments += AES_GCM.message(Operation.SEAL, first, nonce, ad, text, keep=keep)
            answers += answer_of(key, nonce, ad, text)
        else:
            wrong = number % 2 == 0
            sent = bytes([tag[0] ^ wrong]) + tag[1:]
            segments += AES_GCM.message(Operation.OPEN, first, nonce, ad, ciphertext, sent, keep=keep)
            answers += [Segment(Kind.UNVERIFIED, text), REFUSED if wrong else ACCEPTED]
    for stalls in (NO_STALLS, Stalls(seed=1, sink=0.9), Stalls(seed=2, source=0.5, sink=0.5)):
        device.reset()
        got = device.transact(segments, answers=len(answers), stalls=stalls)
        assert got == answers, str(stalls)


def test_other_sizes_of_keys_are_errors(device: Device, key: bytes) -> None:
    for size in {1, 15, 16, 17, 31, 32, 33, 48} - {len(key)}:
        sent = AES_GCM.message(Operation.SEAL, bytes(size), NONCE, b"data", b"text")
        assert device.transact(sent, answers=1) == [ERROR], size
        right = AES_GCM.message(Operation.SEAL, key, NONCE, b"data", b"text")
        assert device.transact(right, answers=2) == answer_of(key, NONCE, b"data", b"text"), size


@pytest.mark.parametrize("operation", [Operation.SEAL, Operation.OPEN])
@pytest.mark.parametrize("nonce_bytes", [12, 20])
@pytest.mark.parametrize(("ad", "size"), [(0, 0), (0, 1), (5, 0), (17, 33), (400, 16), (0, 1000)])
def test_time_depends_on_lengths_only(
    device: Device, key: bytes, operation: Operation, nonce_bytes: int, ad: int, size: int
) -> None:
    """Keys, data, right tags and wrong ones vary."""
    device.reset()
    make = message(AES_GCM, operation, len(key), nonce_bytes, ad, size, forged=None)
    found = constant_profile(device, extremes(make), answers=2, tries=8)
    assert len(found.answered) == max(1, -(-size // 16)) + 1

"""The RTL of aes-gcm-hs: tags of 4 bytes, constant time."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from transactions import extremes, message

from roundel.algorithms.aes_gcm import AES_GCM, GcmEntry
from roundel.algorithms.kinds.entries import Entry
from roundel.catalog import Config, find_core
from roundel.lab.cycles import measure_cycles
from roundel.paths import project_root
from roundel.protocol.stream import Kind, Operation, Segment
from roundel.simulate.beats import beats_of
from roundel.simulate.device import Device
from roundel.verify.run import verify_core
from roundel.verify.timing import constant_profile

PAGE = (project_root() / "docs" / "cores" / "aes-gcm-hs.md").read_text()


@pytest.fixture
def device(opened: Callable[[str], Device]) -> Device:
    return opened("aes-gcm-hs")


@pytest.mark.parametrize("name", ["aes-gcm-hs", "multi-aes-hs"])
def test_tags_of_4_bytes_with_their_parameter(name: str, entries: list[Entry]) -> None:
    core = replace(find_core(name), config=Config("short-tags", {"ShortTags": 1}))
    served = [
        e for e in entries if isinstance(e, GcmEntry) and len(e.key) in (16, 32) and len(e.message.tag) == 4
    ]
    assert served
    report = verify_core(core, served, random=300, seed=4)
    assert report.failures == () and report.random == 300


def test_cycles_are_those_of_the_catalog(device: Device) -> None:
    found = {s.variant: measure_cycles(device, s).per_block for s in device.core.services}
    assert found == {s.variant: s.cycles_per_block for s in device.core.services}
    assert found["seal-128"] == found["open-128"] == 10
    assert found["seal-256"] == found["open-256"] == 14


@pytest.mark.parametrize("key_bytes", [16, 32])
@pytest.mark.parametrize(("ad", "size"), [(0, 16), (20, 1500)])
@pytest.mark.parametrize("keep", [False, True])
def test_cycles_from_message_to_message(
    device: Device, key_bytes: int, ad: int, size: int, keep: bool
) -> None:
    """The core's page states them."""
    lengths = f"{ad} bytes of data and {size} of text" if ad else f"{size} bytes of text"
    row = (
        rf"back to back, {lengths}, each with its key \| (\d+) \| (\d+) \|\n\| the same[^|]*\| (\d+) \| (\d+)"
    )
    match = re.search(row, PAGE)
    assert match
    segments: list[Segment] = []
    for number in range(4):
        key = None if keep and number else bytes(key_bytes)
        segments += AES_GCM.message(
            Operation.SEAL, key, bytes(12), bytes(ad), bytes(size), keep=keep and number < 3
        )
    device.reset()
    got = device.run(beats_of(segments, 128), segments=8)
    tags = got.cycle[got.user == Kind.TAG]
    assert tags[-1] - tags[-2] == int(match[1 + 2 * keep + (key_bytes == 32)])


SIZES = [(0, 0), (0, 1), (5, 0), (16, 16), (17, 33), (72, 500), (400, 16), (0, 1000)]


@pytest.mark.parametrize("operation", [Operation.SEAL, Operation.OPEN])
@pytest.mark.parametrize("key_bytes", [16, 32])
@pytest.mark.parametrize("nonce_bytes", [12, 20])
@pytest.mark.parametrize(("ad", "size"), SIZES)
def test_time_depends_on_lengths_only(
    device: Device, operation: Operation, key_bytes: int, nonce_bytes: int, ad: int, size: int
) -> None:
    """Keys, data, right tags and wrong ones vary."""

    device.reset()
    make = message(AES_GCM, operation, key_bytes, nonce_bytes, ad, size, forged=None)
    found = constant_profile(device, extremes(make), answers=2, tries=8)
    blocks = -(-size // 16)
    assert found.cycles >= (10 if key_bytes == 16 else 14) * blocks
    assert len(found.answered) == max(1, blocks) + 1

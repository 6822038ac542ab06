"""Cycle figures: the stimulus has the blocks it says; the measure is the difference."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from lab_project import Lab

from roundel.catalog import Service
from roundel.errors import RoundelError
from roundel.lab.cycles import Cycles, measure_cycles
from roundel.lab.stimulus import stimulus_of
from roundel.protocol.stream import Flag, Kind
from roundel.simulate import Device


def _service(variant: str, algorithm: str = "keccak", block_bits: int = 1088) -> Service:
    return Service("some", variant, block_bits, 24, algorithm=algorithm)


@pytest.mark.parametrize("rate_bits", [64, 576, 1088, 1344])
@pytest.mark.parametrize("blocks", [1, 2, 8, 17])
def test_hash_stimulus_fills_exactly_that_many_padded_blocks(rate_bits: int, blocks: int) -> None:
    stimulus = stimulus_of(_service(f"r{rate_bits}"), blocks)
    command, text = stimulus.segments
    assert (command.kind, text.kind, stimulus.answers) == (Kind.CMD, Kind.TEXT, 1)
    assert command.data[0] == 1 and command.data[3] == rate_bits // 64 and len(command.data) == 16
    # Padding needs at least one byte more (FIPS 202, appendix B.2).
    assert len(text.data) // (rate_bits // 8) + 1 == blocks
    assert int.from_bytes(command.data[4:8], "little") <= rate_bits // 8


@pytest.mark.parametrize("variant", ["r1089", "r0", "r1408", "sha256", ""])
def test_variant_that_is_no_rate_is_refused(variant: str) -> None:
    with pytest.raises(RoundelError, match="expected r64"):
        stimulus_of(_service(variant), 8)


@pytest.mark.parametrize("variant", ["seal", "open", "seal-ad", "open-ad"])
@pytest.mark.parametrize("blocks", [1, 9])
def test_aead_stimulus_has_that_many_blocks_of_text(variant: str, blocks: int) -> None:
    stimulus = stimulus_of(_service(variant, "lake-keyak", 1344), blocks)
    sizes = {kind: sum(len(s.data) for s in stimulus.segments if s.kind == kind) for kind in Kind}
    assert sizes[Kind.TEXT] == 168 * blocks
    assert sizes[Kind.AD] == (24 * blocks if variant.endswith("-ad") else 0)
    assert (sizes[Kind.TAG], stimulus.answers) == (16 if variant.startswith("open") else 0, 2)


def test_aead_variant_that_is_none_is_refused() -> None:
    with pytest.raises(RoundelError, match="expected seal"):
        stimulus_of(_service("wrap", "lake-keyak", 1344), 8)


@pytest.mark.parametrize("blocks", [1, 2, 9])
def test_mac_stimulus_fills_exactly_that_many_padded_blocks(blocks: int) -> None:
    stimulus = stimulus_of(_service("r1088", "keccak-mac"), blocks)
    sizes = [(segment.kind, len(segment.data)) for segment in stimulus.segments]
    assert sizes[:3] == [(Kind.CMD, 16), (Kind.KEY, 16), (Kind.NONCE, 16)]
    assert sizes[3][0] == Kind.TEXT and (32 + sizes[3][1]) // 136 + 1 == blocks
    assert stimulus.answers == 1


@pytest.mark.parametrize("rounds", [12, 24])
@pytest.mark.parametrize("blocks", [1, 2, 9])
def test_prng_stimulus_makes_exactly_that_many_calls(rounds: int, blocks: int) -> None:
    for name, seed_bytes, output_bytes in (("fetch", 0, 168 * blocks), ("feed", 168 * blocks - 1, 16)):
        stimulus = stimulus_of(_service(f"{name}-{rounds}", "keccak-prg", 1344), blocks)
        command, seed = stimulus.segments
        assert (command.data[0], command.data[1]) == (5, Flag.ROUNDS12 if rounds == 12 else 0)
        assert int.from_bytes(command.data[4:8], "little") == output_bytes
        assert (seed.kind, len(seed.data)) == (Kind.SEED, seed_bytes)


@pytest.mark.parametrize("variant", ["fetch", "fetch-13", "drink-12", ""])
def test_prng_variant_that_is_none_is_refused(variant: str) -> None:
    with pytest.raises(RoundelError, match="expected fetch-12"):
        stimulus_of(_service(variant, "keccak-prg", 1344), 8)


@pytest.mark.parametrize("key_bits", [128, 256])
@pytest.mark.parametrize("block_bits", [128, 256])
@pytest.mark.parametrize("name", ["seal", "open", "ad"])
def test_gcm_stimulus_has_that_many_blocks_of_one_kind(name: str, block_bits: int, key_bits: int) -> None:
    stimulus = stimulus_of(_service(f"{name}-{key_bits}", "aes-gcm", block_bits), 9)
    sizes = [(Kind(segment.kind), len(segment.data)) for segment in stimulus.segments]
    body = (Kind.AD if name == "ad" else Kind.TEXT, 9 * block_bits // 8)
    tag = (Kind.TAG, 16 if name == "open" else 0)
    assert sizes == [(Kind.CMD, 16), (Kind.KEY, key_bits // 8), (Kind.NONCE, 12), body, tag]
    assert stimulus.segments[0].data[0] == (4 if name == "open" else 3)
    assert stimulus.answers == 2


@pytest.mark.parametrize(
    ("algorithm", "variant", "kinds", "size"),
    [
        ("aes-cmac", "aes-128", [Kind.CMD, Kind.KEY, Kind.TEXT], 9 * 32),
        ("aes-cmac", "aes-256", [Kind.CMD, Kind.KEY, Kind.TEXT], 9 * 32),
        ("aes-hash", "rijndael-256", [Kind.CMD, Kind.TEXT], 9 * 32 - 16),
        ("fortuna", "fetch", [Kind.CMD, Kind.SEED], 32),
    ],
)
def test_aes_stimuli(algorithm: str, variant: str, kinds: list[Kind], size: int) -> None:
    stimulus = stimulus_of(_service(variant, algorithm, 256), 9)
    assert [segment.kind for segment in stimulus.segments] == kinds
    assert len(stimulus.segments[-1].data) == size
    assert stimulus.answers == 1
    output_bytes = int.from_bytes(stimulus.segments[0].data[4:8], "little")
    assert output_bytes == {"aes-cmac": 16, "aes-hash": 32, "fortuna": 9 * 32}[algorithm]


@pytest.mark.parametrize("bits", [256, 512])
@pytest.mark.parametrize("blocks", [1, 9])
def test_groestl_stimuli_have_that_many_blocks_with_padding(bits: int, blocks: int) -> None:
    block_bytes = bits // 4
    for algorithm, variant, answers in (
        (f"groestl-{bits}", str(bits), 1),
        (f"hmac-groestl-{bits}", str(bits), 1),
        (f"aes-groestl-{bits}", "seal", 2),
        (f"aes-groestl-{bits}", "open", 2),
    ):
        stimulus = stimulus_of(_service(variant, algorithm, 8 * block_bytes), blocks)
        sizes = {Kind(segment.kind): len(segment.data) for segment in stimulus.segments}
        assert sizes[Kind.TEXT] == blocks * block_bytes - 9
        assert stimulus.answers == answers
        assert sizes.get(Kind.TAG, 0) == (bits // 8 if variant == "open" else 0)


@pytest.mark.parametrize(
    ("algorithm", "variant"),
    [
        ("aes-groestl-256", "wrap"),
        ("aes-gcm", "seal"),
        ("aes-gcm", "ad-192"),
        ("aes-gcm", "wrap-128"),
        ("aes-cmac", "aes-192"),
    ],
)
def test_aes_variant_that_is_none_is_refused(algorithm: str, variant: str) -> None:
    with pytest.raises(RoundelError, match=f"variant '{variant}'"):
        stimulus_of(_service(variant, algorithm, 128), 8)


def test_service_without_stimulus_is_refused() -> None:
    with pytest.raises(RoundelError, match="unknown algorithm of service some to time 'hush'"):
        stimulus_of(_service("r64", "hush"), 8)


@pytest.mark.parametrize(
    ("duration", "said"),
    [
        (lambda n: 10 * n + n % 2, "11 at n = 8, 9 at n = 9, 11 at n = 16"),
        (lambda n: 10 * n + (n > 10), "10 at n = 8, 10 at n = 9, 10 at n = 16"),
        (lambda n: 10 * n + (n > 16), "10 at n = 8, 10 at n = 9, 11 at n = 16"),
    ],
)
def test_steady_is_the_same_after_an_odd_number_of_blocks(
    duration: Callable[[int], int], said: str, lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roundel.lab.stimulus.stimulus_of", lambda service, n: n)
    monkeypatch.setattr("roundel.lab.cycles._stamps", lambda device, n: (0, 5, duration(n)))
    device: Any = SimpleNamespace(core=lab.core)
    if len(set(re.findall(r"(\d+) at", said))) == 1:
        assert measure_cycles(device, lab.core.service()) == Cycles(10, 5)
        return
    with pytest.raises(RoundelError, match=f"not steady .{said}."):
        measure_cycles(device, lab.core.service())


@pytest.mark.slow
def test_cycles_of_a_core_that_can_be_counted_by_hand(lab: Lab) -> None:
    """One beat of 16 bits a cycle; CMD is 8 beats, then the empty TEXT beat, and 3 cycles to the answer."""
    with Device(lab.core) as device:
        for service in lab.core.services:
            assert measure_cycles(device, service) == Cycles(
                per_block=service.block_bits // 16, latency=8 + 3
            )

"""keccak-pq-ml-kem: its samples and hashes, the cycles of keccak-pq, and that it serves ML-KEM alone.

test_keccak_pq.py has the tests that both configurations pass.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from random import Random

import pytest

from roundel.algorithms.ml_dsa import ML_DSA
from roundel.algorithms.ml_kem import (
    BINOMIAL,
    CHAIN,
    ML_KEM,
    ML_KEM_HASH,
    NTT,
    chain_bytes,
    chain_command,
)
from roundel.catalog import find_core
from roundel.errors import RoundelError
from roundel.models import ml_kem, slh_dsa
from roundel.protocol.stream import ERROR, Command, Kind, Operation, Segment
from roundel.simulate.beats import Beats, segments_of
from roundel.simulate.device import Device
from roundel.simulate.model import NO_STALLS, Stalls
from roundel.verify.cases import to_device
from roundel.verify.run import algorithms_served, random_case

NAME = "keccak-pq-ml-kem"
CASES = 60


@pytest.fixture
def device(opened: Callable[[str], Device]) -> Device:
    return opened(NAME)


def refused(device: Device, segments: list[Segment]) -> bool:
    return device.transact(segments) == [ERROR]


def test_samples_and_hashes_of_each_kind(device: Device) -> None:
    seed = bytes(range(32))
    assert device.sample_ntt(seed, 1, 2) == ml_kem.sample_ntt(seed + bytes([1, 2]))
    for eta in BINOMIAL:
        expected = [ml_kem.sample_poly_cbd(eta, ml_kem.prf(eta, seed, n)) for n in (7, 8)]
        assert device.sample_poly_cbd(eta, seed, 7, 2) == expected
    long = hashlib.shake_256(b"a secret").digest(400)
    assert device.new("shake_256", b"a secret", length=400).digest() == long


@pytest.mark.parametrize("stalls", [NO_STALLS, Stalls(5, source=0.3, sink=0.4)], ids=["", "stalled"])
def test_beats_come_in_the_cycles_of_keccak_pq(opened: Callable[[str], Device], stalls: Stalls) -> None:
    """Random transactions of ML-KEM: polynomials that need a fourth block too."""
    core, rng = find_core(NAME), Random(1)
    cases = [random_case(algorithms_served(core), rng, core.data_width // 8) for _ in range(CASES)]
    beats, answers = to_device(cases, core.data_width // 8), sum(len(case.answer) for case in cases)

    def run(name: str) -> tuple[Beats, list[int]]:
        one = opened(name)
        got = one.run(beats, segments=answers, stalls=stalls)
        return got, [int(cycle - one.accepted[0]) for cycle in [*one.accepted, *got.cycle]]

    (got, cycles), (expected, expected_cycles) = run(NAME), run("keccak-pq")
    assert cycles == expected_cycles
    assert segments_of(got) == segments_of(expected) == [one for case in cases for one in case.answer]


@pytest.mark.parametrize("columns", [0, 1])
def test_no_other_sampler_is_served(device: Device, columns: int) -> None:
    """Of all bytes of the function, with the length of a polynomial of ML-KEM and of ML-DSA."""
    served = {NTT.code, *((one.code for one in BINOMIAL.values()) if not columns else ())}
    for function in range(256):
        for length in (512, 1024):
            command = Command(Operation.SAMPLE, 0, columns, function, length)
            if function not in served:
                assert refused(device, [Segment(Kind.CMD, command.pack())]), function
    assert device.sha3_256(b"") == ml_kem.h(b"")


def test_no_transaction_of_ml_dsa_is_served(device: Device) -> None:
    for sampler in ML_DSA.samplers:
        request = ML_DSA.request(sampler.command(1), {Kind.SEED: bytes(sampler.seed_bytes)})
        assert refused(device, request), sampler.name
        assert device.sample_ntt(bytes(32), 0, 0) == ml_kem.sample_ntt(bytes(34))


@pytest.mark.parametrize("size", slh_dsa.SIZES)
def test_no_chain_is_served(device: Device, size: int) -> None:
    for links in range(1, 128):
        command = chain_command(size, links)
        assert ML_KEM_HASH.legal(command)
        assert not any(one.parts(command, False) for one in algorithms_served(device.core))
        assert refused(device, ML_KEM_HASH.request(command, {Kind.TEXT: bytes(chain_bytes(size))}))
    assert device.sha3_256(b"") == ml_kem.h(b"")


@pytest.mark.parametrize(
    "command",
    [
        *(Command(Operation.HASH, 0, 0x06, rate, 32) for rate in (0, 9, 13, 18, 21, CHAIN | 17)),
        *(Command(Operation.HASH, 0, 0x1F, 17, length) for length in (0, 4, 33, 1 << 16)),
        *(Command(Operation.SAMPLE, 0, 0, 2, length) for length in (0, 256, 513, 1 << 16)),
        Command(Operation.SAMPLE, 0, 16, 1, 512),
        Command(Operation.SAMPLE, 1, 0, 1, 512),
    ],
    ids=lambda command: command.pack()[:8].hex(),
)
def test_refused_commands(device: Device, command: Command) -> None:
    assert refused(device, [Segment(Kind.CMD, command.pack())])
    assert device.sha3_256(b"") == ml_kem.h(b"")


@pytest.mark.parametrize("size", [0, 1, 16, 32, 33, 34, 35, 48, 49, 50, 64, 65, 66, 80, 98])
def test_refused_seeds(device: Device, size: int) -> None:
    """Those of four beats more than a legal one too: two bits count the beats."""
    for sampler in ML_KEM.samplers:
        if size != sampler.seed_bytes:
            assert refused(device, ML_KEM.request(sampler.command(1), {Kind.SEED: bytes(size)}))


def test_front_end_names_what_is_not_served(device: Device) -> None:
    for call in (
        lambda: device.expand_a(bytes(32), 2, 2),
        lambda: device.rej_ntt_poly(bytes(32), 0, 0),
        lambda: device.expand_s(2, bytes(64)),
        lambda: device.expand_mask(1 << 17, bytes(64)),
        lambda: device.sample_in_ball(39, bytes(32)),
    ):
        with pytest.raises(RoundelError, match="sample service of keccak-pq-ml-kem is not ml-dsa"):
            call()
    with pytest.raises(RoundelError, match="keccak-pq-ml-kem serves no chains of SLH-DSA"):
        device.slh_dsa_chain(bytes(16), 0, 1, bytes(16), bytes(32))

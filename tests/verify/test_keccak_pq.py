"""keccak-pq: key pairs from its samples, its cycles, a fourth block, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest
from cryptography.hazmat.primitives.asymmetric import mlkem
from sample_cycles import sample_cycles

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
from roundel.errors import RoundelError
from roundel.models import ml_kem, slh_dsa
from roundel.protocol.stream import ERROR, Command, Kind, Operation, Segment
from roundel.simulate.device import Device
from roundel.simulate.model import Stalls
from roundel.verify.timing import constant_profile

NAME = "keccak-pq"
CORES = [NAME, "keccak-pq-ml-kem"]
MATRIX_CYCLES = 1300  # of ML-KEM-1024, if no polynomial needs a fourth block


@pytest.fixture
def device(opened: Callable[[str], Device]) -> Device:
    device = opened(NAME)
    device.reset()
    return device


def accepted(seed: bytes, blocks: int) -> int:
    return sum(candidate < ml_kem.Q for candidate in ml_kem.candidates(seed, blocks))


@pytest.mark.parametrize("parameters", [ml_kem.ML_KEM_768, ml_kem.ML_KEM_1024], ids=lambda one: one.name)
@pytest.mark.parametrize("name", CORES)
def test_key_pair_of_openssl_from_samples_of_the_core(
    opened: Callable[[str], Device], name: str, parameters: ml_kem.Parameters
) -> None:
    device = opened(name)
    d, z = Random(parameters.k).randbytes(32), bytes(32)
    core = {"matrix": lambda rho, k: device.sample_matrix(rho, k, k), "vector": device.sample_poly_cbd}
    ek, dk = ml_kem.key_pair(parameters, d, z, **core)
    oracle = {3: mlkem.MLKEM768PrivateKey, 4: mlkem.MLKEM1024PrivateKey}[parameters.k]
    assert ek == oracle.from_seed_bytes(d + z).public_key().public_bytes_raw()
    assert dk[-64:-32] == device.sha3_256(ek)
    assert device.sha3_512(d + bytes([parameters.k]))[:32] == ek[-32:]


def test_matrix_of_ml_kem_1024(device: Device) -> None:
    rng, found = Random(1), []
    for _ in range(8):
        rho = rng.randbytes(32)
        fourth = sum(accepted(seed, 3) < ml_kem.N for seed in NTT.seeds(rho + bytes(2), 4, 16))
        found.append((sample_cycles(device, ML_KEM, NTT.command(16, 4), rho + bytes(2)), fourth))
    assert all(count < MATRIX_CYCLES for count, fourth in found if not fourth)
    assert any(not fourth for _, fourth in found)


@pytest.mark.parametrize("at", range(3))
@pytest.mark.parametrize("name", CORES)
def test_a_polynomial_that_needs_a_fourth_block(opened: Callable[[str], Device], name: str, at: int) -> None:
    """It is the first, a middle or the last one; two in sequence are found less often."""
    device = opened(name)
    device.reset()
    rng = Random(at)
    while True:
        seed = rng.randbytes(32) + bytes(2)
        short = [accepted(one, 3) < ml_kem.N for one in NTT.seeds(seed, 2, 3)]
        if short == [place == at for place in range(3)]:
            break
    command = NTT.command(3, 2)
    taken = sample_cycles(device, ML_KEM, command, seed)
    assert 300 < taken < 420
    stalls = Stalls(at, 0.3, 0.4)
    (answer,) = device.transact(ML_KEM.request(command, {Kind.SEED: seed}), stalls=stalls)
    assert answer.data == ML_KEM.compute(command, {Kind.SEED: seed}, None)[0]


@pytest.mark.parametrize("eta", BINOMIAL)
def test_time_of_secret_samples_is_constant(device: Device, eta: int) -> None:
    for count in (1, 3):

        def make(rng: Random, count: int = count) -> list[Segment]:
            seed = rng.choice([rng.randbytes(33), bytes(33), b"\xff" * 33])
            return ML_KEM.request(BINOMIAL[eta].command(count), {Kind.SEED: seed})

        assert len(constant_profile(device, make).answered) == 32 * count


def test_time_of_a_rejection_is_that_of_its_candidates(device: Device) -> None:
    """Of equally many candidates up to the last coefficient, in the last lane, equally many cycles."""
    rng, found = Random(3), {}
    for _ in range(40):
        seed = rng.randbytes(34)
        kept = [at for at, value in enumerate(ml_kem.candidates(seed, 5)) if value < ml_kem.Q]
        triple, rest = divmod(kept[ml_kem.N - 1], 16)
        lane = 3 * triple + min(rest // 5, 2)
        found.setdefault(lane, set()).add(sample_cycles(device, ML_KEM, NTT.command(1), seed))
    assert len(found) > 3
    assert all(len(taken) == 1 for taken in found.values())


@pytest.mark.parametrize("first", [0, 1, 254])
def test_an_index_counts_in_its_length(device: Device, first: int) -> None:
    for index, columns in ((bytes([first, 7]), 0), (bytes([first, 255]), 3), (bytes([first, 0]), 1)):
        sample_cycles(device, ML_KEM, NTT.command(4, columns), bytes(32) + index)
    sample_cycles(device, ML_KEM, BINOMIAL[2].command(4), bytes(32) + bytes([first]))


@pytest.mark.parametrize(
    "command",
    [
        *(Command(Operation.SAMPLE, 0, 0, function, 1024) for function in (0, 12, 15, 0x11, 0x19, 0x81, 255)),
        *(Command(Operation.SAMPLE, 0, columns, 1, 512) for columns in (16, 17, 0x80, 0xFF)),
        *(Command(Operation.SAMPLE, 0, 1, function, 1024) for function in (2, 3, *range(5, 12))),
        *(
            Command(Operation.SAMPLE, 0, 0, function, length)
            for function in range(4, 12)
            for length in (512, 1536)
        ),
        *(
            Command(Operation.SAMPLE, 0, 0, function, length)
            for function in (9, 10, 11)
            for length in (0, 2048, 3072, 1 << 15, 1 << 16)
        ),
        *(Command(Operation.SAMPLE, 0, columns, 4, 1024) for columns in (16, 0xFF)),
        *(Command(Operation.SAMPLE, 0, 0, 1, length) for length in (0, 1, 256, 513, 768, 1 << 16, 1 << 31)),
        Command(Operation.SAMPLE, 1, 0, 1, 512),
        *(Command(Operation.HASH, 0, 0x06, rate, 32) for rate in (0, 9, 13, 18, 21)),
        *(Command(Operation.HASH, 0, 0x1F, rate, 32) for rate in (9, 21, 16)),
        *(Command(Operation.HASH, 0, 0x1F, 17, length) for length in (0, 4, 33, 1 << 16)),
        *(Command(Operation.HASH, 0, suffix, 17, 32) for suffix in (0x01, 0x04, 0x86, 0x9F)),
        *(Command(Operation.HASH, 0, 0x06, 9, length) for length in (32, 72)),
        *(Command(Operation.HASH, 0, 3, CHAIN, length) for length in (0, 8, 17, 40, 48, 80, 1 << 16 | 16)),
        *(Command(Operation.HASH, 0, links, CHAIN, 16) for links in (0, 0x80, 0x81)),
        *(Command(Operation.HASH, 0, 3, function, 16) for function in (0x81, 0x91, 0xC0)),
        Command(Operation.HASH, 1, 3, CHAIN, 16),
    ],
    ids=lambda command: command.pack()[:8].hex(),
)
def test_refused_commands(device: Device, command: Command) -> None:
    legal = ML_KEM.sampler_of(command) or ML_DSA.sampler_of(command)
    assert legal is None or command.operation == Operation.HASH
    assert not ML_KEM_HASH.legal(command) or command.operation == Operation.SAMPLE
    (answer,) = device.transact([Segment(Kind.CMD, command.pack())])
    assert answer == ERROR
    assert device.sha3_256(b"") == ml_kem.h(b"")


@pytest.mark.parametrize("size", [0, 1, 16, 32, 33, 34, 35, 48, 64, 65, 66, 67, 80])
def test_refused_seeds(device: Device, size: int) -> None:
    for sampler in (*ML_KEM.samplers, *ML_DSA.samplers):
        if size != sampler.seed_bytes:
            (answer,) = device.transact(ML_KEM.request(sampler.command(1), {Kind.SEED: bytes(size)}))
            assert answer == ERROR


@pytest.mark.parametrize("size", slh_dsa.SIZES)
def test_a_chain_is_that_of_the_standard(device: Device, size: int) -> None:
    rng = Random(size)
    seed, address, value = rng.randbytes(size), rng.randbytes(32), rng.randbytes(size)
    for start, steps in ((0, 1), (0, 15), (3, 2), (14, 1), (200, 56), (7, 0), (0, 127)):
        expected = slh_dsa.chain(value, start, steps, seed, address)
        assert device.slh_dsa_chain(value, start, steps, seed, address) == expected


@pytest.mark.parametrize("size", slh_dsa.SIZES)
def test_a_link_takes_26_cycles(device: Device, size: int) -> None:
    """And the time of a chain does not depend on its seed, address or value."""
    taken = []
    for links in (1, 2, 3, 15, 127):

        def make(rng: Random, links: int = links) -> list[Segment]:
            text = rng.choice([rng.randbytes, bytes])(chain_bytes(size))
            return ML_KEM_HASH.request(chain_command(size, links), {Kind.TEXT: text})

        taken.append((links, constant_profile(device, make).answered[-1]))
    assert {(after - before) / (more - fewer) for (fewer, before), (more, after) in pairwise(taken)} == {26}


@pytest.mark.parametrize("size", [0, 16, 48, 63, 65, 79, 80, 81, 96, 112, 128, 192])
def test_refused_texts_of_a_chain(device: Device, size: int) -> None:
    for value in slh_dsa.SIZES:
        if size != chain_bytes(value):
            command = chain_command(value, 5)
            (answer,) = device.transact(ML_KEM_HASH.request(command, {Kind.TEXT: bytes(size)}))
            assert answer == ERROR
    assert device.sha3_256(b"") == ml_kem.h(b"")


def test_front_end_checks_its_arguments(device: Device) -> None:
    for call in (
        lambda: device.sample_matrix(bytes(32), 2, 16),
        lambda: device.sample_matrix(bytes(32), 100, 2),
        lambda: device.sample_poly_cbd(4, bytes(32)),
        lambda: device.sample_poly_cbd(2, bytes(32), 255, 2),
        lambda: device.sample_ntt(bytes(31), 0, 0),
        lambda: device.sample_ntt(bytes(32), 256, 0),
        lambda: device.sample_ntt(bytes(32), 0, -1),
        lambda: device.slh_dsa_chain(bytes(17), 0, 1, bytes(17), bytes(32)),
        lambda: device.slh_dsa_chain(bytes(16), 0, 1, bytes(24), bytes(32)),
        lambda: device.slh_dsa_chain(bytes(16), 0, 1, bytes(16), bytes(22)),
        lambda: device.slh_dsa_chain(bytes(16), 0, 128, bytes(16), bytes(32)),
        lambda: device.slh_dsa_chain(bytes(16), 250, 7, bytes(16), bytes(32)),
        lambda: device.slh_dsa_chain(bytes(16), -1, 7, bytes(16), bytes(32)),
        lambda: device.slh_dsa_chain(bytes(16), 0, -1, bytes(16), bytes(32)),
    ):
        with pytest.raises(RoundelError):
            call()

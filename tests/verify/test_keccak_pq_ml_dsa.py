"""keccak-pq for ML-DSA: public keys from its samples, its cycles, polynomials that end early or late."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from cryptography.hazmat.primitives.asymmetric import mldsa
from sample_cycles import sample_cycles

from roundel.algorithms.kinds.sample import Sampler
from roundel.algorithms.ml_dsa import BOUNDED, MASK, ML_DSA, REJ_NTT
from roundel.errors import RoundelError
from roundel.models import ml_dsa
from roundel.protocol.stream import Kind, Segment
from roundel.simulate.device import Device
from roundel.simulate.model import Stalls
from roundel.verify.timing import constant_profile

NAME = "keccak-pq"
OPENSSL = {
    ml_dsa.ML_DSA_44: mldsa.MLDSA44PrivateKey,
    ml_dsa.ML_DSA_65: mldsa.MLDSA65PrivateKey,
    ml_dsa.ML_DSA_87: mldsa.MLDSA87PrivateKey,
}
# Half bytes of a block that RejBoundedPoly keeps.
LIMITS = {2: 15, 4: 9}


@pytest.fixture
def device(opened: Callable[[str], Device]) -> Device:
    device = opened(NAME)
    device.reset()
    return device


def blocks_of(eta: int, seed: bytes) -> int:
    """Return the number of blocks that a polynomial of RejBoundedPoly needs."""
    blocks = 1
    while sum(z < LIMITS[eta] for z in ml_dsa.half_bytes(seed, blocks)) < 256:
        blocks += 1
    return blocks


def seed_of(eta: int, wanted: list[int], rng: Random) -> bytes:
    """Return a seed of which consecutive polynomials need these numbers of blocks."""
    while True:
        seed = rng.randbytes(66)
        if [blocks_of(eta, one) for one in BOUNDED[eta].seeds(seed, 0, len(wanted))] == wanted:
            return seed


@pytest.mark.parametrize("parameters", OPENSSL, ids=lambda one: one.name)
def test_public_key_of_openssl_from_samples_of_the_core(
    device: Device, parameters: ml_dsa.Parameters
) -> None:
    xi = Random(parameters.l).randbytes(32)
    key = ml_dsa.public_key(parameters, xi, matrix=device.expand_a, vector=device.expand_s)
    assert key == OPENSSL[parameters].from_seed_bytes(xi).public_key().public_bytes_raw()


@pytest.mark.parametrize("gamma_1", MASK)
def test_mask(device: Device, gamma_1: int) -> None:
    seed = Random(gamma_1).randbytes(64)
    expected = [ml_dsa.mask_poly(gamma_1, seed + i.to_bytes(2, "little")) for i in range(254, 261)]
    assert device.expand_mask(gamma_1, seed, 254, 7) == expected


@pytest.mark.parametrize("wanted", [[1], [2], [1, 1], [1, 2, 1], [2, 1, 2], [2, 2]], ids=str)
def test_a_polynomial_may_end_in_its_first_block(device: Device, wanted: list[int]) -> None:
    rng = Random(str(wanted))
    for at in range(4):
        seed = seed_of(2, wanted, rng)
        command = BOUNDED[2].command(len(wanted))
        sample_cycles(device, ML_DSA, command, seed)
        request = ML_DSA.request(command, {Kind.SEED: seed})
        (answer,) = device.transact(request, stalls=Stalls(at, 0.2, 0.6))
        assert answer.data == ML_DSA.compute(command, {Kind.SEED: seed}, None)[0]


# Found by a search: of about 100 000 polynomials with eta = 4, one needs a third block.
THIRD_BASE, THIRD = bytes(range(63)) + bytes([8]), 53229


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_polynomial_that_needs_a_third_block(device: Device, count: int) -> None:
    assert blocks_of(4, THIRD_BASE + THIRD.to_bytes(2, "little")) == 3
    for first in range(THIRD - count + 1, THIRD + 1):
        sample_cycles(device, ML_DSA, BOUNDED[4].command(count), THIRD_BASE + first.to_bytes(2, "little"))


@pytest.mark.parametrize("sampler", MASK.values(), ids=lambda one: one.variant)
def test_time_of_a_mask_is_constant(device: Device, sampler: Sampler) -> None:
    for count in (1, 3):

        def make(rng: Random, count: int = count) -> list[Segment]:
            seed = rng.choice([rng.randbytes(66), bytes(66), b"\xff" * 66])
            return ML_DSA.request(sampler.command(count), {Kind.SEED: seed})

        assert len(constant_profile(device, make).answered) == 64 * count


@pytest.mark.parametrize("first", [0, 1, 254])
def test_an_index_counts_in_its_length(device: Device, first: int) -> None:
    for index, columns in ((bytes([first, 7]), 0), (bytes([first, 255]), 3), (bytes([first, 0]), 1)):
        sample_cycles(device, ML_DSA, REJ_NTT.command(4, columns), bytes(32) + index)
    for sampler in (*BOUNDED.values(), *MASK.values()):
        sample_cycles(device, ML_DSA, sampler.command(3), bytes(64) + bytes([first, 255]))


def test_the_most_polynomials(device: Device) -> None:
    sample_cycles(device, ML_DSA, REJ_NTT.command(63, 7), bytes(34))


def test_front_end_checks_its_arguments(device: Device) -> None:
    for call in (
        lambda: device.expand_a(bytes(32), 2, 16),
        lambda: device.expand_a(bytes(32), 8, 8),
        lambda: device.expand_a(bytes(64), 4, 4),
        lambda: device.rej_ntt_poly(bytes(31), 0, 0),
        lambda: device.rej_ntt_poly(bytes(32), 256, 0),
        lambda: device.expand_s(3, bytes(64)),
        lambda: device.expand_s(2, bytes(32)),
        lambda: device.expand_s(2, bytes(64), (1 << 16) - 1, 2),
        lambda: device.expand_mask(1 << 18, bytes(64)),
        lambda: device.expand_mask(1 << 17, bytes(66)),
        lambda: device.expand_mask(1 << 17, bytes(64), -1),
    ):
        with pytest.raises(RoundelError):
            call()
    assert device.expand_s(2, bytes(64)) == ml_dsa.expand_s(2, bytes(64), 0, 1)

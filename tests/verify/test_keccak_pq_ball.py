"""SampleInBall of keccak-pq: challenges of OpenSSL's signatures, cycles, polynomials of several blocks."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from cryptography.hazmat.primitives.asymmetric import mldsa
from sample_cycles import sample_cycles

from roundel.algorithms.kinds.sample import Sampler
from roundel.algorithms.ml_dsa import BALL, ML_DSA
from roundel.catalog import find_core
from roundel.errors import RoundelError
from roundel.models import ml_dsa
from roundel.models.sponge import RATE_256, shake_256
from roundel.protocol.stream import Kind
from roundel.simulate.beats import beats_of, segments_of
from roundel.simulate.device import Device
from roundel.simulate.model import Stalls

NAME = "keccak-pq"
OPENSSL = {
    ml_dsa.ML_DSA_44: mldsa.MLDSA44PrivateKey,
    ml_dsa.ML_DSA_65: mldsa.MLDSA65PrivateKey,
    ml_dsa.ML_DSA_87: mldsa.MLDSA87PrivateKey,
}
WORDS = 64  # of the memory, which is cleared after a reset
SIGNS = 8  # bytes
LIMIT = 40
# From CMD to the last beat of the answer, and from one answer to the next, apart from two cycles a byte.
ALONE, ROW = 124, 121


@pytest.fixture
def device(opened: Callable[[str], Device]) -> Device:
    device = opened(NAME)
    device.reset()
    return device


def bytes_used(tau: int, seed: bytes, kept: Callable[[int, int], bool] = int.__le__) -> int:
    """Return how many bytes after the signs are kept or dropped; `kept` is of a byte and a place."""
    string = shake_256(seed, 4 * RATE_256)
    at = SIGNS
    for place in range(ml_dsa.N - tau, ml_dsa.N):
        at = next(n for n in range(at, len(string)) if kept(string[n], place)) + 1
    return at - SIGNS


@pytest.mark.parametrize("parameters", OPENSSL, ids=lambda one: one.name)
def test_openssl_signatures_verify_with_challenges_of_the_core(
    device: Device, parameters: ml_dsa.Parameters
) -> None:
    key, message = OPENSSL[parameters].from_seed_bytes(bytes(range(32))), b"a message"
    pk, signature = key.public_key().public_bytes_raw(), key.sign(message)
    assert ml_dsa.verify(parameters, pk, message, signature, challenge=device.sample_in_ball)

    def another(tau: int, seed: bytes) -> list[int]:
        return device.sample_in_ball(tau, seed[:-1] + bytes([seed[-1] ^ 1]))

    assert not ml_dsa.verify(parameters, pk, message, signature, challenge=another)


@pytest.mark.parametrize("tau", BALL)
def test_cycles_are_two_a_byte(device: Device, tau: int) -> None:
    rng = Random(tau)
    seeds = [rng.randbytes(BALL[tau].seed_bytes) for _ in range(8)]
    used = [bytes_used(tau, seed) for seed in seeds]
    assert len(set(used)) > 3
    device.step(WORDS)
    segments = [one for seed in seeds for one in ML_DSA.request(BALL[tau].command(1), {Kind.SEED: seed})]
    got = device.run(beats_of(segments, 128), segments=len(seeds))
    ends = [int(cycle) for cycle, last in zip(got.cycle, got.last, strict=True) if last]
    taken = [after - before for before, after in zip([int(device.accepted[0]), *ends], ends, strict=False)]
    assert taken == [(ROW if at else ALONE) + 2 * count for at, count in enumerate(used)]
    assert [segment.data for segment in segments_of(got)] == [
        BALL[tau].packed(ml_dsa.sample_in_ball(tau, seed)) for seed in seeds
    ]


@pytest.mark.parametrize("sampler", BALL.values(), ids=lambda one: one.variant)
def test_answers_with_stalls_and_after_resets(device: Device, sampler: Sampler) -> None:
    """A reset in an exchange or in a sweep leaves nothing for the next polynomial."""
    rng = Random(sampler.code)
    request = ML_DSA.request(sampler.command(1), {Kind.SEED: rng.randbytes(sampler.seed_bytes)})
    for steps in (70, 71, 72, 130, 160, 200):
        device.run(beats_of(request, 128), segments=0)
        device.step(steps)
        sample_cycles(device, ML_DSA, sampler.command(1), rng.randbytes(sampler.seed_bytes))
    for at in range(4):
        data = {Kind.SEED: rng.randbytes(sampler.seed_bytes)}
        (answer,) = device.transact(
            ML_DSA.request(sampler.command(1), data), stalls=Stalls(at, 0.2, 0.2 * at)
        )
        assert answer.data == ML_DSA.compute(sampler.command(1), data, None)[0]


@pytest.mark.slow
def test_a_polynomial_that_needs_more_blocks(tmp_path: Path) -> None:
    """No seed is known that does. A core that also drops bytes of LIMIT and more needs two or three."""
    core = find_core(NAME)
    (ball,) = [path for path in core.sources if path.name == "roundel_pq_ball.sv"]
    text = ball.read_text()
    for limit in ("<=", "<"):
        assert text.count(f"candidate {limit} place_q;") == 1
        judged = f"candidate {limit} place_q;"
        text = text.replace(judged, f"candidate < {LIMIT} && {judged}")
    (changed := tmp_path / ball.name).write_text(text)
    sources = tuple(changed if path == ball else path for path in core.sources)

    def polynomial(tau: int, seed: bytes) -> list[int]:
        string = shake_256(seed, 4 * RATE_256)
        signs, stream = int.from_bytes(string[:SIGNS], "little"), iter(string[SIGNS:])
        c = [0] * ml_dsa.N
        for place in range(ml_dsa.N - tau, ml_dsa.N):
            j = next(byte for byte in stream if byte < LIMIT)
            c[place], c[j] = c[j], 1 - 2 * (signs >> place + tau - ml_dsa.N & 1)
        return c

    rng, found = Random(1), set()
    with Device(dataclasses.replace(core, sources=sources)) as device:
        for _ in range(6):
            for tau, sampler in BALL.items():
                seed = rng.randbytes(sampler.seed_bytes)
                used = bytes_used(tau, seed, lambda byte, _: byte < LIMIT)
                found.add((SIGNS + used - 1) // RATE_256 + 1)
                assert device.sample_in_ball(tau, seed) == polynomial(tau, seed)
    assert found >= {2, 3}


def test_front_end_checks_its_arguments(device: Device) -> None:
    for call in (
        lambda: device.sample_in_ball(40, bytes(32)),
        lambda: device.sample_in_ball(39, bytes(48)),
        lambda: device.sample_in_ball(60, bytes(66)),
    ):
        with pytest.raises(RoundelError):
            call()

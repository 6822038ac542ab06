"""The unit behind PicoRV32: digests, and cycles that depend on nothing but the length."""

import pytest

from roundel.isa.cycles import VERSIONS, extension_source, sha3_512_cycles
from roundel.isa.layout import round_steps


def test_the_kernel_has_every_round_unrolled() -> None:
    text = extension_source().split("kernel:")[1]
    customs = [line for line in text.splitlines() if line.startswith("k")]
    assert len(customs) == 24 * len(list(round_steps()))


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
def test_digests_and_constant_time(version: str) -> None:
    # The digest is compared with hashlib's where it is taken.
    zeros, others = (sha3_512_cycles(version, bytes([value]) * 150) for value in (0x00, 0xA5))
    assert zeros.blocks == 3 and zeros.cycles == others.cycles
    assert sha3_512_cycles(version, b"").cycles < zeros.cycles


@pytest.mark.slow
def test_the_unit_is_faster_than_the_core_alone() -> None:
    scalar, extension = (sha3_512_cycles(version, b"abc").cycles for version in VERSIONS)
    assert scalar > 6 * extension

"""The model of SLH-DSA: F and its chains against hashlib."""

from __future__ import annotations

import hashlib
from random import Random

import pytest

from roundel.errors import RoundelError
from roundel.models import slh_dsa


@pytest.mark.parametrize("size", slh_dsa.SIZES)
def test_chain_is_f_again_and_again(size: int) -> None:
    rng = Random(size)
    seed, address, value = rng.randbytes(size), rng.randbytes(28), rng.randbytes(size)
    expected = value
    for link in range(3, 3 + 7):
        expected = hashlib.shake_256(seed + address + bytes([0, 0, 0, link]) + expected).digest(size)
    assert slh_dsa.chain(value, 3, 7, seed, address + bytes(4)) == expected
    assert slh_dsa.chain(value, 3, 0, seed, address + bytes(4)) == value


def test_sizes_are_checked() -> None:
    for seed, address, value in ((16, 32, 20), (24, 32, 16), (16, 22, 16)):
        with pytest.raises(RoundelError):
            slh_dsa.f(bytes(seed), bytes(address), bytes(value))

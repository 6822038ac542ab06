"""The model of ML-DSA: public keys against OpenSSL, polynomials of the mask against their definition."""

from __future__ import annotations

import hashlib
from random import Random

import pytest
from cryptography.hazmat.primitives.asymmetric import mldsa

from roundel.errors import RoundelError
from roundel.models import ml_dsa

OPENSSL = {
    ml_dsa.ML_DSA_44: mldsa.MLDSA44PrivateKey,
    ml_dsa.ML_DSA_65: mldsa.MLDSA65PrivateKey,
    ml_dsa.ML_DSA_87: mldsa.MLDSA87PrivateKey,
}


@pytest.mark.parametrize("parameters", OPENSSL, ids=lambda one: one.name)
def test_public_key_is_that_of_openssl(parameters: ml_dsa.Parameters) -> None:
    xi = Random(parameters.k).randbytes(32)
    expected = OPENSSL[parameters].from_seed_bytes(xi).public_key().public_bytes_raw()
    assert ml_dsa.public_key(parameters, xi) == expected


@pytest.mark.parametrize("gamma_1", [1 << 17, 1 << 19])
def test_mask_polynomial_is_its_bits(gamma_1: int) -> None:
    """Algorithms 13 and 19 with single bits, from hashlib's SHAKE256."""
    seed = bytes(range(66))
    width = gamma_1.bit_length()
    string = hashlib.shake_256(seed).digest(32 * width)
    bits = [string[i // 8] >> i % 8 & 1 for i in range(8 * len(string))]
    for i, coefficient in enumerate(ml_dsa.mask_poly(gamma_1, seed)):
        assert coefficient == gamma_1 - sum(bits[width * i + j] << j for j in range(width))
        assert -gamma_1 < coefficient <= gamma_1


def test_the_transform_has_an_inverse() -> None:
    f = Random(1).choices(range(ml_dsa.Q), k=256)
    assert ml_dsa.inverse_ntt(ml_dsa.ntt(f)) == f


def test_sizes_are_checked() -> None:
    for call in (
        lambda: ml_dsa.rej_ntt_poly(bytes(33)),
        lambda: ml_dsa.rej_bounded_poly(2, bytes(65)),
        lambda: ml_dsa.mask_poly(1 << 17, bytes(64)),
    ):
        with pytest.raises(RoundelError, match="bytes"):
            call()

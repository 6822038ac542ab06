"""The model of ML-KEM: key pairs against OpenSSL, small polynomials against their definition."""

from __future__ import annotations

import hashlib
from random import Random

import pytest
from cryptography.hazmat.primitives.asymmetric import mlkem

from roundel.errors import RoundelError
from roundel.models import ml_kem

OPENSSL = {
    ml_kem.ML_KEM_768: mlkem.MLKEM768PrivateKey,
    ml_kem.ML_KEM_1024: mlkem.MLKEM1024PrivateKey,
}


@pytest.mark.parametrize("parameters", OPENSSL, ids=lambda one: one.name)
def test_encapsulation_key_is_that_of_openssl(parameters: ml_kem.Parameters) -> None:
    rng = Random(parameters.k)
    for _ in range(2):
        d, z = rng.randbytes(32), rng.randbytes(32)
        ek, dk = ml_kem.key_pair(parameters, d, z)
        assert ek == OPENSSL[parameters].from_seed_bytes(d + z).public_key().public_bytes_raw()
        assert dk[384 * parameters.k :] == ek + hashlib.sha3_256(ek).digest() + z


@pytest.mark.parametrize("eta", [2, 3])
def test_small_coefficients_are_differences_of_counts(eta: int) -> None:
    string = Random(eta).randbytes(64 * eta)
    number = int.from_bytes(string, "little")
    for i, coefficient in enumerate(ml_kem.sample_poly_cbd(eta, string)):
        bits = number >> 2 * eta * i
        x, y = bits % (1 << eta), (bits >> eta) % (1 << eta)
        assert coefficient == x.bit_count() - y.bit_count()
    assert max(ml_kem.sample_poly_cbd(eta, string)) == eta


def test_ntt_is_linear_and_multiplies() -> None:
    """x^128 times x^128 is -1 in the ring; the transform of 1 is the unit of the product."""
    one, half = [1] + 255 * [0], 128 * [0] + [1] + 127 * [0]
    square = ml_kem.multiply_ntts(ml_kem.ntt(half), ml_kem.ntt(half))
    assert square == ml_kem.ntt([ml_kem.Q - 1] + 255 * [0])
    f = ml_kem.sample_ntt(bytes(34))
    assert ml_kem.multiply_ntts(f, ml_kem.ntt(one)) == f


def test_sizes_are_checked() -> None:
    with pytest.raises(RoundelError, match="34 bytes"):
        ml_kem.sample_ntt(bytes(33))
    with pytest.raises(RoundelError, match="128 bytes"):
        ml_kem.sample_poly_cbd(2, bytes(192))

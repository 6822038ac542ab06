"""The model of ML-KEM: key pairs against OpenSSL, small polynomials against their definition."""

from __future__ import annotations

import hashlib
from random import Random

import pytest
from Crypto.PublicKey import MLKEM
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


@pytest.mark.parametrize("parameters", [ml_kem.ML_KEM_512, *OPENSSL], ids=lambda one: one.name)
def test_encapsulation_is_that_of_pycryptodome(parameters: ml_kem.Parameters) -> None:
    seed, m = Random(parameters.k).randbytes(64), Random(7).randbytes(32)
    other = MLKEM.construct(param_set=MLKEM.ParamSet(parameters.name), seed=seed)
    shared, ciphertext = ml_kem.encapsulate(parameters, other.ek, m)
    assert {shared, ciphertext} == set(other._encaps(m))
    assert ml_kem.decapsulate(parameters, other.expanded_dk, ciphertext) == shared


@pytest.mark.parametrize("parameters", OPENSSL, ids=lambda one: one.name)
def test_decapsulation_is_that_of_openssl(parameters: ml_kem.Parameters) -> None:
    seed = Random(parameters.k).randbytes(64)
    _ek, dk = ml_kem.key_pair(parameters, seed[:32], seed[32:])
    openssl = OPENSSL[parameters].from_seed_bytes(seed)
    shared, ciphertext = openssl.public_key().encapsulate()
    assert ml_kem.decapsulate(parameters, dk, ciphertext) == shared
    wrong = ciphertext[:-1] + bytes([ciphertext[-1] ^ 1])
    assert ml_kem.decapsulate(parameters, dk, wrong) == openssl.decapsulate(wrong) != shared


def test_lengths_of_keys_and_ciphertexts_are_checked() -> None:
    for call in (
        lambda: ml_kem.encapsulate(ml_kem.ML_KEM_768, bytes(1183), bytes(32)),
        lambda: ml_kem.encapsulate(ml_kem.ML_KEM_768, bytes(1184), bytes(31)),
        lambda: ml_kem.decapsulate(ml_kem.ML_KEM_768, bytes(2399), bytes(1088)),
        lambda: ml_kem.decapsulate(ml_kem.ML_KEM_768, bytes(2400), bytes(1089)),
    ):
        with pytest.raises(RoundelError, match="bytes"):
            call()

"""The model of ML-DSA: public keys against OpenSSL, polynomials of the mask against their definition."""

from __future__ import annotations

import hashlib
from random import Random

import pytest
from Crypto.PublicKey import MLDSA
from Crypto.Signature import mldsa as signer
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


@pytest.mark.slow
@pytest.mark.parametrize("parameters", OPENSSL, ids=lambda one: one.name)
def test_signatures_are_those_of_others(parameters: ml_dsa.Parameters) -> None:
    xi, message = Random(parameters.k).randbytes(32), b"a message"
    other = MLDSA.construct(param_set=MLDSA.ParamSet(parameters.name), seed=xi)
    pk, sk = ml_dsa.key_pair(parameters, xi)
    assert (pk, sk) == (other.pk, other.sk)
    signature, _attempts = ml_dsa.sign(parameters, sk, message, b"context")
    assert signature == signer.new(other, context=b"context", deterministic=True).sign(message)
    assert ml_dsa.verify(parameters, pk, message, signature, b"context")
    assert not ml_dsa.verify(parameters, pk, message, signature)
    openssl = OPENSSL[parameters].from_seed_bytes(xi)
    assert ml_dsa.verify(parameters, pk, message, openssl.sign(message))
    for at in (0, len(signature) // 2, len(signature) - 2, len(signature) - 1):
        wrong = signature[:at] + bytes([signature[at] ^ 1]) + signature[at + 1 :]
        assert not ml_dsa.verify(parameters, pk, message, wrong, b"context")


def test_lengths_of_keys_and_contexts_are_checked() -> None:
    for call in (
        lambda: ml_dsa.sign(ml_dsa.ML_DSA_65, bytes(4031), b""),
        lambda: ml_dsa.sign(ml_dsa.ML_DSA_65, bytes(4032), b"", rnd=bytes(31)),
        lambda: ml_dsa.sign(ml_dsa.ML_DSA_65, bytes(4032), b"", bytes(256)),
    ):
        with pytest.raises(RoundelError, match="bytes"):
            call()
    assert not ml_dsa.verify(ml_dsa.ML_DSA_65, bytes(1952), b"", bytes(3308))

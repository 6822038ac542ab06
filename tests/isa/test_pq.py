"""ML-KEM-768 and ML-DSA-65 in C: against OpenSSL and PyCryptodome with each permutation, and the counts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest
from Crypto.PublicKey import MLDSA, MLKEM
from Crypto.Signature import mldsa as mldsa_signature
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import mldsa, mlkem
from typer.testing import CliRunner

from roundel.cli.app import app
from roundel.errors import RoundelError
from roundel.isa.cycles import VERSIONS as MACHINE_VERSIONS
from roundel.isa.measure import area_identity
from roundel.isa.pq import count as counting
from roundel.isa.pq import measure
from roundel.isa.pq.count import HANDSHAKE, OPERATIONS, VERSIONS, count, handshake
from roundel.isa.pq.cycles import cycles, permutation_cycles, permutation_source
from roundel.isa.pq.run import (
    aarch64,
    dsa_keygen,
    dsa_sign,
    dsa_verify,
    kem_decaps,
    kem_encaps,
    kem_keygen,
)
from roundel.lab.store import Store, published_store

SEED = Random(203).randbytes(64)
M = Random(204).randbytes(32)
MESSAGE = b"a message of no whole number of lanes"
FAST = aarch64("scalar")
SLOW = {True: (), False: (pytest.mark.slow,)}


def altered(data: bytes, at: int, by: int = 1) -> bytes:
    return data[:at] + bytes([data[at] ^ by]) + data[at + 1 :]


def openssl_accepts(pk: bytes, signature: bytes, message: bytes, context: bytes) -> bool:
    try:
        mldsa.MLDSA65PublicKey.from_public_bytes(pk).verify(signature, message, context)
    except InvalidSignature:
        return False
    return True


@pytest.mark.parametrize("variant", VERSIONS)
def test_ml_kem_is_that_of_others(variant: str) -> None:
    run = aarch64(variant)
    ek, dk = kem_keygen(run, SEED[:32], SEED[32:]).outputs
    other = MLKEM.construct(param_set=MLKEM.ParamSet.ML_KEM_768, seed=SEED)
    openssl = mlkem.MLKEM768PrivateKey.from_seed_bytes(SEED)
    assert (ek, dk) == (other.ek, other.expanded_dk)
    assert ek == openssl.public_key().public_bytes_raw()
    shared, ciphertext = kem_encaps(run, ek, M).outputs
    assert {shared, ciphertext} == set(other._encaps(M))
    assert openssl.decapsulate(ciphertext) == shared
    assert kem_decaps(run, dk, ciphertext).outputs == (shared,)
    theirs, sent = openssl.public_key().encapsulate()
    assert kem_decaps(run, dk, sent).outputs == (theirs,)


@pytest.mark.parametrize("at", [0, 500, 1087])
def test_a_wrong_ciphertext_is_rejected_implicitly(at: int) -> None:
    _ek, dk = kem_keygen(FAST, SEED[:32], SEED[32:]).outputs
    openssl = mlkem.MLKEM768PrivateKey.from_seed_bytes(SEED)
    shared, ciphertext = openssl.public_key().encapsulate()
    wrong = altered(ciphertext, at)
    rejected = kem_decaps(FAST, dk, wrong)
    assert rejected.outputs == (openssl.decapsulate(wrong),) != (shared,)
    # What it takes does not say that it was wrong.
    assert rejected.instructions == kem_decaps(FAST, dk, ciphertext).instructions


@pytest.mark.parametrize("variant", [pytest.param(v, marks=SLOW[v == "extension"]) for v in VERSIONS])
def test_ml_dsa_is_that_of_others(variant: str) -> None:
    run = aarch64(variant)
    xi = SEED[:32]
    pk, sk = dsa_keygen(run, xi).outputs
    other = MLDSA.construct(param_set=MLDSA.ParamSet.ML_DSA_65, seed=xi)
    assert (pk, sk) == (other.pk, other.sk)
    assert pk == mldsa.MLDSA65PrivateKey.from_seed_bytes(xi).public_key().public_bytes_raw()
    (signature,) = dsa_sign(run, sk, MESSAGE, b"context").outputs
    assert signature == mldsa_signature.new(other, context=b"context", deterministic=True).sign(MESSAGE)
    assert openssl_accepts(pk, signature, MESSAGE, b"context")
    assert dsa_verify(run, pk, MESSAGE, signature, b"context").result == 1


def test_a_signature_of_openssl_and_one_with_randomness_verify() -> None:
    private = mldsa.MLDSA65PrivateKey.from_seed_bytes(SEED[:32])
    pk, sk = dsa_keygen(FAST, SEED[:32]).outputs
    assert dsa_verify(FAST, pk, MESSAGE, private.sign(MESSAGE)).result == 1
    (signature,) = dsa_sign(FAST, sk, MESSAGE, rnd=M).outputs
    assert signature != dsa_sign(FAST, sk, MESSAGE).outputs[0]
    assert openssl_accepts(pk, signature, MESSAGE, b"")


@pytest.fixture(scope="module")
def signed() -> tuple[bytes, bytes]:
    pk, sk = dsa_keygen(FAST, SEED[32:]).outputs
    return pk, dsa_sign(FAST, sk, MESSAGE).outputs[0]


# Bytes of the commitment, of z, and of the hint: positions, their padding, the ends of rows.
@pytest.mark.parametrize("at", [0, 47, 48, 3247, 3248, 3302, 3303, 3308])
def test_a_changed_signature_is_refused(at: int, signed: tuple[bytes, bytes]) -> None:
    pk, signature = signed
    for wrong in (altered(signature, at), altered(signature, at, 0x80)):
        assert dsa_verify(FAST, pk, MESSAGE, wrong).result == 0
        assert not openssl_accepts(pk, wrong, MESSAGE, b"")


def test_another_message_context_or_key_is_refused(signed: tuple[bytes, bytes]) -> None:
    pk, signature = signed
    assert dsa_verify(FAST, pk, MESSAGE, signature).result == 1
    assert dsa_verify(FAST, pk, MESSAGE + b"\0", signature).result == 0
    assert dsa_verify(FAST, pk, MESSAGE, signature, b"c").result == 0
    assert dsa_verify(FAST, altered(pk, 1000), MESSAGE, signature).result == 0


def test_counts_are_exact_and_only_the_permutation_differs() -> None:
    found = {variant: count("ml-kem-768-encaps", variant, 2) for variant in VERSIONS}
    assert found["neon"] == count("ml-kem-768-encaps", "neon", 2)
    assert len({one.instructions - one.keccak for one in found.values()}) == 1
    # G 1, H(ek) 9, nine polynomials of A 3 each, seven of the noise 1 each.
    assert {one.permutations for one in found.values()} == {44}
    assert found["extension"].keccak == 44 * (24 * 35 + 41)
    assert found["extension"].keccak < found["sha3"].keccak < found["scalar"].keccak < found["neon"].keccak


def test_a_wrong_answer_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    one = OPERATIONS["ml-kem-768-encaps"]
    wrong = counting.Operation(one.name, one.perform, lambda s: ((s.shared, altered(s.ciphertext, 3)), 0))
    monkeypatch.setitem(OPERATIONS, one.name, wrong)
    with pytest.raises(RoundelError, match="wrong answer for sample 0"):
        count(one.name, "scalar", 1)


def test_a_handshake_is_the_sum_of_its_operations() -> None:
    counts = [counting.Count(name, "neon", 1, 10.0, 4.0, 2.0, 1.0) for name in HANDSHAKE]
    total = handshake(counts)
    assert total is not None and (total.instructions, total.share) == (50, 0.4)
    assert handshake(counts[1:]) is None


@pytest.mark.slow
@pytest.mark.parametrize("variant", VERSIONS)
@pytest.mark.parametrize("operation", OPERATIONS)
def test_the_stored_counts_are_of_the_current_programs(operation: str, variant: str) -> None:
    record = published_store().get(measure.count_identity(operation, variant))
    assert record is not None, "run `roundel isa measure`"
    figures = record["figures"]
    assert figures["samples"] == counting.SAMPLES
    if operation != "ml-dsa-65-sign":  # it differs much from sample to sample
        assert count(operation, variant, 1).instructions == pytest.approx(figures["value"], rel=0.01)


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Iterator[CliRunner]:
    monkeypatch.setenv("COLUMNS", "150")
    yield CliRunner()


def test_the_command_prints_rows_and_data(shown: CliRunner) -> None:
    arguments = ["isa", "pq", "ml-kem-768-keygen", "--samples", "1", "--variant", "neon"]
    arguments += ["--variant", "extension"]
    text = shown.invoke(app, arguments).stdout
    data = json.loads(shown.invoke(app, [*arguments, "--json"]).stdout)
    assert [one["variant"] for one in data] == ["neon", "extension"]
    for one in data:
        assert str(round(one["instructions"])) in text and one["share"] == one["keccak"] / one["instructions"]
    assert f"{data[0]['instructions'] / data[1]['instructions']:.2f}" in text


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("ml-kem-1024-keygen",), "unknown operation 'ml-kem-1024-keygen'"),
        (("ml-kem-768-keygen", "--variant", "avx"), "unknown variant 'avx'"),
        (("ml-kem-768-keygen", "--samples", "0"), "0 samples"),
        (("ml-kem-768-keygen", "--cycles", "--variant", "neon"), "unknown version 'neon'"),
    ],
)
def test_bad_arguments_are_refused(arguments: tuple[str, ...], told: str, shown: CliRunner) -> None:
    done = shown.invoke(app, ["isa", "pq", *arguments])
    assert isinstance(done.exception, RoundelError) and told in str(done.exception)


def test_inputs_of_a_wrong_length_are_refused() -> None:
    for call, told in (
        (lambda: kem_keygen(FAST, b"", SEED[:32]), "d of 0 bytes"),
        (lambda: kem_encaps(FAST, SEED, M), "encapsulation key of 64 bytes"),
        (lambda: kem_decaps(FAST, bytes(2400), b""), "ciphertext of 0 bytes"),
        (lambda: dsa_sign(FAST, bytes(4032), b"", bytes(256)), "context of 256 bytes"),
        (lambda: dsa_verify(FAST, bytes(1952), b"", b"x"), "signature of 1 bytes"),
    ):
        with pytest.raises(RoundelError, match=told):
            call()


def test_no_row_without_its_stored_count(tmp_path: object) -> None:
    lines = measure.tables(Store(tmp_path)).splitlines()
    assert [line for line in lines if line.startswith("| ml-")] == []


def test_what_the_page_says_of_vkeccak_on_picorv32() -> None:
    store = published_store()
    rows = [row for row in measure.cycle_rows(measure.stored_cycles(store)) if row[0] == "handshake"]
    cycles_of = {row[1]: int(row[2]) for row in rows}
    assert cycles_of["vkeccak"] < 1.03 * cycles_of[measure.BOUND]
    assert round(1 - cycles_of["vkeccak"] / cycles_of["extension"], 2) == 0.08
    areas = {version: store.get(area_identity(version, "cells")) for version in ("vkeccak", "extension")}
    whole, unit = (one["figures"] for one in areas.values() if one is not None)
    assert round(whole["value"] / unit["value"]) == 10


def test_the_units_permutation_has_every_round() -> None:
    body = permutation_source().split("keccak_permute:")[1]
    assert sum(line.startswith("k") for line in body.splitlines()) == 24 * 35


@pytest.mark.slow
def test_the_unit_on_the_machine_gives_the_same_answers_in_fewer_cycles() -> None:
    # The answer is compared with the model where it is taken.
    found = [cycles("ml-kem-768-keygen", version) for version in MACHINE_VERSIONS]
    scalar, extension, whole = (one.cycles for one in found)
    assert len({one.cycles - one.keccak for one in found}) == 1
    assert scalar > 2 * extension > 2 * whole
    assert permutation_cycles("scalar") > 10 * permutation_cycles("extension")
    assert permutation_cycles("extension") > 5 * permutation_cycles("vkeccak")


@pytest.mark.parametrize("version", MACHINE_VERSIONS)
@pytest.mark.parametrize("operation", OPERATIONS)
def test_the_stored_cycles_are_of_the_current_machine(operation: str, version: str) -> None:
    record = published_store().get(measure.cycles_identity(operation, version))
    assert record is not None, "run `roundel isa measure`"
    assert 0 < record["figures"]["keccak_cycles"] < record["figures"]["value"]

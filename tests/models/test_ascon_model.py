"""Ascon: published values, comparison with a second model bit by bit, and v1.2, which is not the standard."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import ascon_bits
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundel.errors import RoundelError
from roundel.models import ascon

VECTORS = Path(__file__).parents[1] / "vectors"
KEY, NONCE = bytes(range(16)), bytes(range(16, 32))

keys = st.binary(min_size=16, max_size=16)
texts = st.binary(max_size=50)
words = st.integers(0, (1 << 64) - 1)
states = st.tuples(words, words, words, words, words)

# SP 800-232, appendix A.3, table 12: the states after initialization.
INITIALIZED = {
    ascon.IV_HASH256: "9b1e5494e934d681 4bc3a01e333751d2 ae65396c6b34b81a 3c7fd4a4d56a4db3 1a5c464906c5976d",
    ascon.IV_XOF128: "da82ce768d9447eb cc7ce6c75f1ef969 e7508fd780085631 0ee0ea53416b58cc e0547524db6f0bde",
    ascon.IV_CXOF128: "675527c2a0e8de03 43d12d7dc0377bbc e9901dec426e81b5 2ab14907720780b6 8f3f1d02d432bc46",
}


@pytest.mark.parametrize("iv", INITIALIZED)
def test_states_after_initialization(iv: int) -> None:
    state = ascon.ascon_p((iv, 0, 0, 0, 0), 12)
    assert state == tuple(int(word, 16) for word in INITIALIZED[iv].split())


@pytest.mark.parametrize("name", ["published.json", "ascon.json"])
def test_known_answers(name: str) -> None:
    entries = json.loads((VECTORS / name).read_text(encoding="utf-8"))
    of_ascon = [entry for entry in entries if entry["alg"].startswith("Ascon-")]
    assert {entry["alg"] for entry in of_ascon} == set(CHECKS)
    for entry in of_ascon:
        fields = {
            k: bytes.fromhex(v) for k, v in entry.items() if k not in ("alg", "src", "outlen", "result")
        }
        CHECKS[entry["alg"]](entry, fields)


def _aead(entry: dict[str, Any], f: dict[str, bytes]) -> None:
    valid = entry.get("result") != "invalid"
    opened = ascon.open_sealed(f["key"], f["nonce"], f["ad"], f["ct"], f["tag"])
    assert opened == (f["msg"] if valid else None), entry
    sealed = ascon.seal(f["key"], f["nonce"], f["ad"], f["msg"])
    assert (sealed == (f["ct"], f["tag"])) is valid, entry


def _hash256(entry: dict[str, Any], f: dict[str, bytes]) -> None:
    assert entry["outlen"] == 32 and ascon.hash_256(f["msg"]) == f["digest"], entry


def _xof128(entry: dict[str, Any], f: dict[str, bytes]) -> None:
    assert ascon.xof_128(f["msg"], entry["outlen"]) == f["digest"], entry


def _cxof128(entry: dict[str, Any], f: dict[str, bytes]) -> None:
    assert ascon.cxof_128(f["msg"], entry["outlen"], f["custom"]) == f["digest"], entry


CHECKS: dict[str, Callable[[dict[str, Any], dict[str, bytes]], None]] = {
    "Ascon-AEAD128": _aead,
    "Ascon-Hash256": _hash256,
    "Ascon-XOF128": _xof128,
    "Ascon-CXOF128": _cxof128,
}


def test_sbox() -> None:
    """Column j of the state has value j mod 32, so each value of table 6 comes twice."""
    columns = [j % 32 for j in range(64)]
    state = [sum((column >> 4 - i & 1) << j for j, column in enumerate(columns)) for i in range(5)]
    out = ascon.substitute((state[0], state[1], state[2], state[3], state[4]))
    assert [sum((out[i] >> j & 1) << 4 - i for i in range(5)) for j in range(64)] == 2 * list(ascon_bits.SBOX)


@settings(max_examples=20, deadline=None)
@given(states, st.integers(1, 16))
def test_permutation_equals_the_bits(state: ascon.State, rounds: int) -> None:
    stepwise = state
    for index in range(16 - rounds, 16):
        stepwise = ascon.ascon_round(stepwise, index)
    permuted = ascon.ascon_p(state, rounds)
    assert permuted == stepwise
    data = ascon.bytes_of(state)
    assert ascon.state_of(data) == state
    assert ascon.bytes_of(permuted) == ascon_bits.bytes_of(
        ascon_bits.permute(ascon_bits.bits_of(data), rounds)
    )


@settings(max_examples=40, deadline=None)
@given(keys, keys, texts, texts)
def test_seal_equals_the_bits(key: bytes, nonce: bytes, ad: bytes, text: bytes) -> None:
    ciphertext, tag = ascon.seal(key, nonce, ad, text)
    assert ciphertext + tag == ascon_bits.seal(key, nonce, ad, text)
    assert len(ciphertext) == len(text) and len(tag) == ascon.TAG_BYTES
    assert ascon.open_sealed(key, nonce, ad, ciphertext, tag) == text
    assert ascon.open_unverified(key, nonce, ad, ciphertext) == (text, tag)


@settings(max_examples=40, deadline=None)
@given(texts, st.integers(0, 40), st.binary(max_size=40))
def test_hashes_equal_the_bits(message: bytes, outlen: int, custom: bytes) -> None:
    assert ascon.hash_256(message) == ascon_bits.digest("Hash256", message, 32)
    assert ascon.xof_128(message, outlen) == ascon_bits.digest("XOF128", message, outlen)
    assert ascon.cxof_128(message, outlen, custom) == ascon_bits.digest("CXOF128", message, outlen, custom)


def test_the_longest_customization_string() -> None:
    custom = Random(1).randbytes(ascon.CUSTOM_BYTES)
    assert ascon.cxof_128(b"message", 16, custom) == ascon_bits.digest("CXOF128", b"message", 16, custom)


@settings(max_examples=20, deadline=None)
@given(texts, st.integers(0, 60), st.integers(0, 60))
def test_a_shorter_output_is_a_prefix(message: bytes, one: int, other: int) -> None:
    shorter, longer = sorted((one, other))
    assert ascon.xof_128(message, longer)[:shorter] == ascon.xof_128(message, shorter)
    assert ascon.cxof_128(message, longer, b"Z")[:shorter] == ascon.cxof_128(message, shorter, b"Z")


def test_the_functions_differ() -> None:
    """Nothing in the input selects a function: the initial value does, and the length of the string."""
    outputs = [ascon.hash_256(b""), ascon.xof_128(b"", 32), ascon.cxof_128(b"", 32)]
    outputs += [ascon.cxof_128(b"", 32, bytes(n)) for n in (1, 8)]
    assert len(set(outputs)) == len(outputs)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_one_wrong_bit_is_refused(data: st.DataObject) -> None:
    ad, text = data.draw(texts), data.draw(texts)
    ciphertext, tag = ascon.seal(KEY, NONCE, ad, text)
    inputs = [KEY, NONCE, ad, ciphertext, tag]
    which = data.draw(st.sampled_from([i for i, part in enumerate(inputs) if part]))
    wrong = bytearray(inputs[which])
    wrong[data.draw(st.integers(0, len(wrong) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    inputs[which] = bytes(wrong)
    assert ascon.open_sealed(*inputs) is None


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ascon.ascon_p((0, 0, 0, 0, 0), 0), "0 rounds"),
        (lambda: ascon.ascon_p((0, 0, 0, 0, 0), 17), "17 rounds"),
        (lambda: ascon.ascon_round((0, 0, 0, 0, 0), -1), "round -1"),
        (lambda: ascon.ascon_round((0, 0, 0, 0, 0), 16), "round 16"),
        (lambda: ascon.state_of(bytes(39)), "a state of 39 bytes"),
        (lambda: ascon.seal(bytes(15), NONCE, b"", b""), "a key of 15 bytes"),
        (lambda: ascon.seal(KEY, bytes(12), b"", b""), "a nonce of 12 bytes"),
        (lambda: ascon.open_unverified(KEY, bytes(17), b"", b""), "a nonce of 17 bytes"),
        (lambda: ascon.open_sealed(KEY, NONCE, b"", b"", bytes(8)), "a tag of 8 bytes"),
        (lambda: ascon.xof_128(b"", -1), "output length -1"),
        (lambda: ascon.cxof_128(b"", -1), "output length -1"),
        (lambda: ascon.cxof_128(b"", 32, bytes(257)), "a customization string of 257 bytes"),
    ],
)
def test_wrong_sizes_are_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(RoundelError, match=message):
        call()


# Ascon v1.2, the submission to NIST: the same permutation, big-endian, with initial values of its own.
V12_TAG = "7a834e6f09210957067b10fd831f0078"  # ascon-c 1.2.8, ascon128av12, LWC_AEAD_KAT_128_128, Count = 1
V12_DIGEST = "b742ca75e57038757059cccc6874714f9dbd7fc5924a7df4e316594fd1426ca8"  # docs.rs, ascon-hash 0.1.1
V12_OUTPUT = "c21972fde9"  # the same page; the message of both is "some bytes"


def test_v12_is_refused() -> None:
    assert ascon.open_sealed(KEY, KEY, b"", b"", bytes.fromhex(V12_TAG)) is None
    assert ascon.hash_256(b"some bytes").hex() != V12_DIGEST
    assert ascon.xof_128(b"some bytes", 5).hex() != V12_OUTPUT


def test_v12_is_the_same_permutation() -> None:
    """The values above are right for v1.2, so the test of them is no test of mistyped values."""
    k0, k1 = (int.from_bytes(KEY[i : i + 8], "big") for i in (0, 8))
    s0, s1, s2, s3, s4 = ascon.ascon_p((0x80800C0800000000, k0, k1, k0, k1), 12)  # the nonce is the key
    domain, padding = 1, 1 << 63
    _, _, _, t0, t1 = ascon.ascon_p((s0 ^ padding, s1, s2 ^ k0, s3 ^ k0 ^ k1, s4 ^ k1 ^ domain), 12)
    assert f"{t0 ^ k0:016x}{t1 ^ k1:016x}" == V12_TAG
    assert _v12_hash(0x00400C0000000100, b"some bytes", 32) == V12_DIGEST
    assert _v12_hash(0x00400C0000000000, b"some bytes", 5) == V12_OUTPUT


def _v12_hash(iv: int, message: bytes, outlen: int) -> str:
    state = ascon.ascon_p((iv, 0, 0, 0, 0), 12)
    padded = message + b"\x80" + bytes(-(len(message) + 1) % 8)
    for start in range(0, len(padded), 8):
        block = int.from_bytes(padded[start : start + 8], "big")
        state = ascon.ascon_p((state[0] ^ block, *state[1:]), 12)
    output = b""
    while len(output) < outlen:
        output += state[0].to_bytes(8, "big")
        state = ascon.ascon_p(state, 12)
    return output[:outlen].hex()

"""AES and the models built on it: comparison with other implementations, and properties without known
answers.
"""

from __future__ import annotations

from random import Random

import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundel.errors import RoundelError
from roundel.models import aes, aes_hash, cmac, ctr, fortuna, gcm

# FIPS 197 figure 7: the first row of the S-box, and the entries that its text names.
SBOX_ROW = "637c777bf26b6fc53001672bfed7ab76"
# FIPS 197 appendix A.1 and A.3: last words of the expanded key of each example.
EXPANSIONS = {
    "2b7e151628aed2a6abf7158809cf4f3c": (44, "d014f9a8c9ee2589e13f0cc8b6630ca6"),
    "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4": (
        60,
        "fe4890d1e6188d0b046df344706c631e",
    ),
}

keys = st.sampled_from([16, 32]).flatmap(lambda size: st.binary(min_size=size, max_size=size))
blocks = st.binary(min_size=16, max_size=16)


def test_sbox() -> None:
    assert aes.SBOX[:16].hex() == SBOX_ROW
    assert aes.SBOX[0x53] == 0xED
    assert sorted(aes.SBOX) == list(range(256))
    # "Rijndael", section 3.4.1: no fixed points, nor their complements.
    assert not any(a ^ b in (0x00, 0xFF) for a, b in enumerate(aes.SBOX))


def test_field() -> None:
    """FIPS 197 sections 4.2 and 4.3."""
    assert aes.multiply(0x57, 0x83) == 0xC1
    assert aes.multiply(0x57, 0x13) == 0xFE
    assert aes.mix_columns(bytes.fromhex("d4bf5d30")) == bytes.fromhex("046681e5")


@pytest.mark.parametrize("key", EXPANSIONS)
def test_key_expansion(key: str) -> None:
    words, last = EXPANSIONS[key]
    expanded = aes.expand_key(bytes.fromhex(key), words)
    assert expanded[: len(key) // 2].hex() == key
    assert expanded[-16:].hex() == last


@pytest.mark.parametrize(
    ("key_bytes", "block_bytes", "rounds"),
    [(16, 16, 10), (24, 16, 12), (32, 16, 14), (16, 32, 14), (32, 32, 14)],
)
def test_rounds(key_bytes: int, block_bytes: int, rounds: int) -> None:
    cipher = aes.Rijndael(bytes(key_bytes), block_bytes)
    assert cipher.rounds == rounds
    assert [len(key) for key in cipher.round_keys] == [block_bytes] * (rounds + 1)


@settings(max_examples=100, deadline=None)
@given(key=keys, block=blocks)
def test_aes_equals_cryptography_and_py3rijndael(key: bytes, block: bytes) -> None:
    ciphertext = aes.Rijndael(key).encrypt(block)
    assert ciphertext == oracles.aes(key, block) == oracles.rijndael(key, block)


@settings(max_examples=50, deadline=None)
@given(
    key=st.sampled_from([16, 24, 32]).flatmap(lambda n: st.binary(min_size=n, max_size=n)),
    block=st.binary(min_size=32, max_size=32),
)
def test_wide_blocks_equal_py3rijndael(key: bytes, block: bytes) -> None:
    assert aes.Rijndael(key, 32).encrypt(block) == oracles.rijndael(key, block)


@settings(max_examples=60, deadline=None)
@given(key=keys, first=blocks, text=st.binary(max_size=200))
def test_ctr_equals_cryptography(key: bytes, first: bytes, text: bytes) -> None:
    assert ctr.ctr(aes.Rijndael(key), first, text) == oracles.aes_ctr(key, first, text)


@pytest.mark.parametrize("size", [1, 32, 33, 64])
def test_ctr_wraps(size: int) -> None:
    first = b"\xff" * 16
    assert ctr.ctr(aes.Rijndael(bytes(16)), first, bytes(size)) == oracles.aes_ctr(
        bytes(16), first, bytes(size)
    )
    assert ctr.increment(bytes(12) + b"\xff" * 4, 32) == bytes(16)
    assert ctr.increment(bytes(12) + b"\xff" * 4) == bytes(11) + b"\x01" + bytes(4)


@settings(max_examples=100, deadline=None)
@given(
    key=keys,
    nonce=st.one_of(st.binary(min_size=12, max_size=12), st.binary(min_size=1, max_size=70)),
    ad=st.binary(max_size=70),
    text=st.binary(max_size=100),
)
def test_gcm_equals_pycryptodome_and_cryptography(key: bytes, nonce: bytes, ad: bytes, text: bytes) -> None:
    ciphertext, tag = gcm.seal(key, nonce, ad, text)
    assert (ciphertext, tag) == oracles.gcm(key, nonce, ad, text)
    assert gcm.open_sealed(key, nonce, ad, ciphertext, tag) == text
    assert gcm.open_unverified(key, nonce, ad, ciphertext) == (text, tag)


@pytest.mark.parametrize("field", ["key", "nonce", "ad", "ciphertext", "tag"])
def test_a_flipped_bit_is_refused(field: str) -> None:
    rng = Random(field)
    values = {"key": rng.randbytes(16), "nonce": rng.randbytes(12), "ad": rng.randbytes(30)}
    text = rng.randbytes(70)
    values["ciphertext"], values["tag"] = gcm.seal(**values, text=text)
    assert gcm.open_sealed(**values) == text
    assert gcm.open_sealed(**{**values, "tag": values["tag"][:4]}) == text
    for _ in range(10):
        bad = bytearray(values[field])
        bad[rng.randrange(len(bad))] ^= 1 << rng.randrange(8)
        assert gcm.open_sealed(**{**values, field: bytes(bad)}) is None


@settings(max_examples=100, deadline=None)
@given(x=st.integers(0, 2**128 - 1), y=st.integers(0, 2**128 - 1), z=st.integers(0, 2**128 - 1))
def test_ghash_multiplies_in_a_field(x: int, y: int, z: int) -> None:
    one = 1 << 127
    assert gcm.multiply(x, one) == x
    assert gcm.multiply(x, y) == gcm.multiply(y, x)
    assert gcm.multiply(x ^ z, y) == gcm.multiply(x, y) ^ gcm.multiply(z, y)
    assert gcm.multiply(gcm.multiply(x, y), z) == gcm.multiply(x, gcm.multiply(y, z))


@settings(max_examples=80, deadline=None)
@given(key=keys, message=st.binary(max_size=100))
def test_cmac_equals_cryptography(key: bytes, message: bytes) -> None:
    assert cmac.cmac(key, message) == oracles.cmac(key, message)


def test_cmac_subkeys() -> None:
    """RFC 4493 section 4."""
    cipher = aes.Rijndael(bytes.fromhex("2b7e151628aed2a6abf7158809cf4f3c"))
    k1, k2 = cmac.subkeys(cipher)
    assert k1.hex() == "fbeed618357133667c85e08f7236a8de"
    assert k2.hex() == "f7ddac306ae266ccf90bc11ee46d513b"


@settings(max_examples=30, deadline=None)
@given(message=st.binary(max_size=100))
def test_aes_hash_equals_py3rijndael(message: bytes) -> None:
    assert aes_hash.aes_hash(message) == oracles.aes_hash(message)


@pytest.mark.parametrize(
    ("size", "blocks"), [(0, 1), (1, 1), (16, 1), (17, 2), (31, 2), (32, 2), (48, 2), (49, 3)]
)
def test_aes_hash_padding(size: int, blocks: int) -> None:
    padded = aes_hash.padded(b"m" * size)
    assert len(padded) == 32 * blocks
    assert padded[:size] == b"m" * size
    assert padded[size:] == bytes(32 * blocks - 16 - size) + (8 * size).to_bytes(16, "big")


@settings(max_examples=30, deadline=None)
@given(seed=st.binary(max_size=50), sizes=st.lists(st.integers(0, 100), min_size=1, max_size=4))
def test_fortuna_equals_one_over_cryptography(seed: bytes, sizes: list[int]) -> None:
    ours, theirs = fortuna.Generator(), oracles.Fortuna()
    for generator in (ours, theirs):
        generator.reseed(seed)
    for size in sizes:
        assert ours.request(size) == theirs.request(size)
        assert (ours.key, ours.counter) == (theirs.key, theirs.counter)


def test_fortuna_wraps_its_counter() -> None:
    one = fortuna.Generator(bytes(32), (1 << 128) - 1)
    one.request(16)
    assert one.counter == 2


ERRORS = [
    (lambda: aes.Rijndael(bytes(15)), "key of 15"),
    (lambda: aes.Rijndael(bytes(16), 24), "blocks of 24"),
    (lambda: aes.Rijndael(bytes(16), 17), "blocks of 17"),
    (lambda: aes.Rijndael(bytes(16)).encrypt(bytes(17)), "block of 17"),
    (lambda: ctr.ctr(aes.Rijndael(bytes(16)), bytes(12), b""), "counter block of 12"),
    (lambda: gcm.ghash(bytes(16), bytes(17)), "GHASH of 17"),
    (lambda: gcm.seal(bytes(16), b"", b"", b""), "nonce of 0"),
    (lambda: gcm.open_sealed(bytes(16), bytes(12), b"", b"", bytes(7)), "tag of 7"),
    (lambda: cmac.cmac(bytes(16), b"", 17), "tag of 17"),
    (lambda: fortuna.Generator(bytes(16)), "key of 16"),
    (lambda: fortuna.Generator(bytes(32), -1), "counter -1"),
    (lambda: fortuna.Generator().request(1), "without seed"),
    (lambda: fortuna.Generator(bytes(32), 1).request(1 << 21), "request of 2097152"),
]


@pytest.mark.parametrize(("call", "text"), ERRORS, ids=[text for _, text in ERRORS])
def test_errors_name_the_value(call: object, text: str) -> None:
    with pytest.raises(RoundelError, match=text) as caught:
        call()  # type: ignore[operator]
    assert caught.value.hint

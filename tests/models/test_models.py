"""The models: comparison with other implementations on random input, and properties without known answers."""

from __future__ import annotations

from random import Random

import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundel.errors import RoundelError
from roundel.models import (
    groestl,
    kangaroo,
    keccak,
    keccak_mac,
    keccak_prg,
    ketje,
    motorist,
    sp800_185,
    sponge,
)

# The constants of rounds 0 to 23 (FIPS 202 section 3.2.5; published by the designers).
RC = """
0000000000000001 0000000000008082 800000000000808A 8000000080008000 000000000000808B 0000000080000001
8000000080008081 8000000000008009 000000000000008A 0000000000000088 0000000080008009 000000008000000A
000000008000808B 800000000000008B 8000000000008089 8000000000008003 8000000000008002 8000000000000080
000000000000800A 800000008000000A 8000000080008081 8000000000008080 0000000080000001 8000000080008008
"""

# FIPS 202 table 2, before reduction mod w: offset of (x, y).
OFFSETS = {
    (0, 0): 0, (1, 0): 1, (2, 0): 190, (3, 0): 28, (4, 0): 91,
    (0, 1): 36, (1, 1): 300, (2, 1): 6, (3, 1): 55, (4, 1): 276,
    (0, 2): 3, (1, 2): 10, (2, 2): 171, (3, 2): 153, (4, 2): 231,
    (0, 3): 105, (1, 3): 45, (2, 3): 15, (3, 3): 21, (4, 3): 136,
    (0, 4): 210, (1, 4): 66, (2, 4): 253, (3, 4): 120, (4, 4): 78,
}  # fmt: skip


def test_round_constants() -> None:
    assert [keccak.round_constant(i) for i in range(24)] == [int(constant, 16) for constant in RC.split()]


def test_rho_offsets() -> None:
    assert {place: keccak.rho_offset(*place) for place in OFFSETS} == OFFSETS


@settings(max_examples=150, deadline=None)
@given(
    data=st.binary(max_size=600),
    rate=st.integers(1, 24).map(lambda lanes: 8 * lanes),
    suffix=st.integers(0x01, 0x7F),
    outlen=st.integers(0, 500),
)
def test_sponge_equals_pycryptodome(data: bytes, rate: int, suffix: int, outlen: int) -> None:
    assert sponge.keccak(data, rate, suffix, outlen) == oracles.sponge(data, rate, suffix, outlen)


@settings(max_examples=30, deadline=None)
@given(data=st.binary(max_size=250))
def test_last_twelve_rounds_equal_pycryptodome(data: bytes) -> None:
    """TurboSHAKE: the sponge over Keccak-p[1600, 12]."""
    rate = 168
    block = bytearray(data[: rate - 1] + b"\x1f").ljust(200, b"\0")
    block[rate - 1] ^= 0x80
    assert keccak.keccak_p(block, 12)[:rate] == oracles.sponge(data[: rate - 1], rate, 0x1F, rate, rounds=12)


def test_rounds_are_the_last_ones() -> None:
    for width in keccak.WIDTHS:
        state = Random(width).randbytes(width // 8)
        nominal = keccak.nominal_rounds(width)
        assert keccak.keccak_p(state, 0, width) == state
        assert keccak.keccak_p(state, None, width) == keccak.keccak_p(state, nominal, width)
        assert keccak.keccak_p(state, 5, width) != keccak.keccak_p(state, 6, width)


@settings(max_examples=40, deadline=None)
@given(
    key=st.binary(min_size=32, max_size=200),
    data=st.binary(max_size=300),
    custom=st.binary(max_size=200),
    outlen=st.integers(8, 400),
    strength=st.sampled_from([128, 256]),
)
def test_kmac_equals_pycryptodome(key: bytes, data: bytes, custom: bytes, outlen: int, strength: int) -> None:
    model = {128: sp800_185.kmac_128, 256: sp800_185.kmac_256}[strength]
    assert model(key, data, outlen, custom) == oracles.kmac(strength, key, data, outlen, custom)


def test_kmac_xof_does_not_depend_on_the_length() -> None:
    key = bytes(range(32))
    long = sp800_185.kmac_128(key, b"message", 200, xof=True)
    assert sp800_185.kmac_128(key, b"message", 20, xof=True) == long[:20]
    assert sp800_185.kmac_128(key, b"message", 20) != long[:20]


def test_the_other_functions_of_sp_800_185_equal_their_oracles() -> None:
    rng = Random(185)
    for strength in (128, 256):
        for size in (0, 1, 49, 50, 51, 169, 500):
            data, custom, outlen = rng.randbytes(size), rng.randbytes(size % 9), 8 + size % 70
            cshake = getattr(sp800_185, f"cshake_{strength}")
            assert cshake(data, outlen, b"N", custom) == oracles.cshake(strength, data, outlen, b"N", custom)
            items = [data[:7], b"", data]
            tuple_hash = getattr(sp800_185, f"tuple_hash_{strength}")
            assert tuple_hash(items, outlen, custom) == oracles.tuple_hash(strength, items, outlen, custom)
            for xof in (False, True):
                parallel = getattr(sp800_185, f"parallel_hash_{strength}")
                expected = oracles.parallel_hash(strength, data, 50, outlen, custom, xof=xof)
                assert parallel(data, 50, outlen, custom, xof=xof) == expected


def test_turboshake_and_kt_equal_their_oracles() -> None:
    rng = Random(9861)
    for strength in (128, 256):
        for size in (0, 135, 136, 168, 500):
            data = rng.randbytes(size)
            turbo = getattr(sponge, f"turboshake_{strength}")
            assert turbo(data, 200, 0x0B) == oracles.turboshake(strength, data, 200, 0x0B)
        for size in (0, 8192, 17_000):
            data, custom = rng.randbytes(size), rng.randbytes(size % 9)
            model = getattr(kangaroo, f"kt_{strength}")
            assert model(data, 70, custom) == oracles.kt(strength, data, 70, custom)


@pytest.mark.parametrize(
    ("value", "left", "right"),
    [
        (0, "0100", "0001"),
        (255, "01ff", "ff01"),
        (256, "020100", "010002"),
        (1 << 16, "03010000", "01000003"),
    ],
)
def test_encodings_of_numbers(value: int, left: str, right: str) -> None:
    """SP 800-185, section 2.3.1: the fewest bytes, at least one."""
    assert sp800_185.left_encode(value).hex() == left
    assert sp800_185.right_encode(value).hex() == right


def test_cshake_without_names_is_shake() -> None:
    assert sp800_185.cshake_128(b"message", 50) == sponge.shake_128(b"message", 50)
    assert sp800_185.cshake_256(b"message", 50) == sponge.shake_256(b"message", 50)
    assert sp800_185.cshake_256(b"message", 50, custom=b"x") != sponge.shake_256(b"message", 50)


def test_mac_is_keccak_of_key_iv_message() -> None:
    key, iv, message = b"k" * 16, b"i" * 16, b"m" * 333
    expected = oracles.original_keccak(256, key + iv + message)
    assert keccak_mac.keccak_mac(key, iv, message) == expected[:16]
    assert keccak_mac.keccak_mac(key, iv, message, 32) == expected
    assert keccak_mac.keccak_mac(key, iv, message) != oracles.sha3(256, key + iv + message)[:16]


@pytest.mark.parametrize("rounds", [12, 24])
def test_prg_by_hand(rounds: int) -> None:
    """A seed shorter than rho: padded by 0x01 and by bit 1345, permuted."""
    seed = bytes(range(40))
    block = bytearray(seed + b"\x01").ljust(200, b"\0")
    block[168] = 0x02
    one = keccak_prg.Prg(rounds=rounds)
    one.feed(seed)
    assert one.fetch(168) == keccak.keccak_p(block, rounds)[:168]


@pytest.mark.parametrize("rounds", [12, 24])
def test_prg_feeds_and_fetches_in_any_pieces(rounds: int) -> None:
    rng = Random(rounds)
    seed = rng.randbytes(500)
    whole, pieces = keccak_prg.Prg(rounds=rounds), keccak_prg.Prg(rounds=rounds)
    whole.feed(seed)
    for start in range(0, 500, 7):
        pieces.feed(seed[start : start + 7])
    assert whole.fetch(600) == b"".join(pieces.fetch(n) for n in (0, 1, 167, 168, 169, 95))


def test_prg_clears_the_past() -> None:
    one, other = keccak_prg.Prg(), keccak_prg.Prg()
    for generator in (one, other):
        generator.feed(b"seed")
    one.clear()
    assert one.fetch(32) != other.fetch(32)


@pytest.mark.parametrize("field", ["key", "nonce", "ad", "ciphertext", "tag"])
@pytest.mark.parametrize(
    ("model", "instance"),
    [(motorist, motorist.LAKE), (motorist, motorist.RIVER), (ketje, ketje.JR), (ketje, ketje.SR)],
    ids=["Lake", "River", "Jr", "Sr"],
)
def test_a_flipped_bit_is_refused(model: object, instance: object, field: str) -> None:
    rng = Random(field)
    values = {"key": rng.randbytes(12), "nonce": rng.randbytes(10), "ad": rng.randbytes(30)}
    text = rng.randbytes(70)
    values["ciphertext"], values["tag"] = model.seal(instance, **values, text=text)  # type: ignore[attr-defined]
    assert model.open_sealed(instance, **values) == text  # type: ignore[attr-defined]
    for _ in range(10):
        bad = bytearray(values[field])
        bad[rng.randrange(len(bad))] ^= 1 << rng.randrange(8)
        assert model.open_sealed(instance, **{**values, field: bytes(bad)}) is None  # type: ignore[attr-defined]


@pytest.mark.parametrize(("model", "instance"), [(motorist, motorist.LAKE), (ketje, ketje.SR)])
def test_a_session_ends_with_a_refused_tag(model: object, instance: object) -> None:
    session = model.Session(instance, bytes(16), bytes(16))  # type: ignore[attr-defined]
    assert session.unwrap(b"", b"text", bytes(16)) is None
    with pytest.raises(RoundelError, match="refused"):
        session.wrap(b"", b"text")


def test_keyak_parameters() -> None:
    lake, river = motorist.LAKE, motorist.RIVER
    assert (lake.squeeze_bytes, lake.absorb_bytes, lake.key_pack_bytes) == (168, 192, 40)
    assert (river.squeeze_bytes, river.absorb_bytes, river.key_pack_bytes) == (68, 96, 36)


# Calls of the permutation for one message of Lake Keyak after the start: (AD bytes, text bytes) -> calls.
LAKE_CALLS = {
    (0, 0): 1, (0, 16): 1, (16, 0): 1, (24, 168): 1, (24, 169): 2, (192, 0): 1, (193, 0): 2,
    (192, 168): 2, (48, 336): 2, (0, 504): 3, (0, 1536): 10, (64, 1536): 10,
}  # fmt: skip


@pytest.mark.parametrize("sizes", LAKE_CALLS)
def test_lake_calls_the_permutation_as_often_as_expected(
    sizes: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def counted(state: bytes, rounds: int, width: int) -> bytes:
        calls.append(rounds)
        return keccak.keccak_p(state, rounds, width)

    monkeypatch.setattr(motorist, "keccak_p", counted)
    motorist.seal(motorist.LAKE, bytes(16), bytes(16), bytes(sizes[0]), bytes(sizes[1]))
    assert calls == [12] * (1 + LAKE_CALLS[sizes])


ERRORS = [
    (lambda: keccak.keccak_p(bytes(199)), "199 bytes"),
    (lambda: keccak.keccak_p(bytes(200), 25), "25 rounds"),
    (lambda: keccak.keccak_p(bytes(100), 1, 801), "width 801"),
    (lambda: sponge.keccak(b"", 200, 0x01, 1), "rate of 200"),
    (lambda: sponge.keccak(b"", 136, 0x80, 1), "suffix byte 0x80"),
    (lambda: sponge.keccak(b"", 136, 0x01, -1), "output length -1"),
    (lambda: sp800_185.kmac_128(bytes(16), b"", -2), "output length -2"),
    (lambda: kangaroo.kt_128(b"", -1), "output length -1"),
    (lambda: sp800_185.tuple_hash_128([b""], -1), "output length -1"),
    (lambda: sp800_185.parallel_hash_256(b"", 8, -1), "output length -1"),
    (lambda: sp800_185.parallel_hash_256(b"", 0, 32), "blocks of 0 bytes"),
    (lambda: groestl.Groestl(0), "digest of 0 bytes"),
    (lambda: groestl.Groestl(65), "digest of 65 bytes"),
    (lambda: keccak_mac.keccak_mac(bytes(15), bytes(16), b""), "key of 15"),
    (lambda: keccak_mac.keccak_mac(bytes(16), bytes(17), b""), "iv of 17"),
    (lambda: keccak_mac.keccak_mac(bytes(16), bytes(16), b"", 137), "tag of 137"),
    (lambda: keccak_prg.Prg(1344), "rate of 1344"),
    (lambda: keccak_prg.Prg(586).clear(), "capacity of 1014"),
    (lambda: keccak_prg.Prg().fetch(-1), "count of -1"),
    (lambda: motorist.Session(motorist.LAKE, bytes(39), b""), "key of 39"),
    (lambda: ketje.Session(ketje.JR, bytes(16), bytes(7)), "7 of nonce"),
]


@pytest.mark.parametrize(("call", "text"), ERRORS, ids=[text for _, text in ERRORS])
def test_errors_name_the_value(call: object, text: str) -> None:
    with pytest.raises(RoundelError, match=text) as caught:
        call()  # type: ignore[operator]
    assert caught.value.hint

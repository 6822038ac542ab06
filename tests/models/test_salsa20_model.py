"""Salsa20: the specification's examples, comparison with pycryptodome, and refused sizes."""

from __future__ import annotations

import pytest
from Crypto.Cipher import Salsa20
from hypothesis import given, settings
from hypothesis import strategies as st

from roundel.errors import RoundelError
from roundel.models import salsa20

keys = st.sampled_from([16, 32]).flatmap(lambda size: st.binary(min_size=size, max_size=size))
nonces = st.binary(min_size=8, max_size=8)


@pytest.mark.parametrize(
    ("given_words", "expected"),
    [
        # Section 3, examples 2, 3 and 7.
        ((1, 0, 0, 0), (0x08008145, 0x00000080, 0x00010200, 0x20500000)),
        ((0, 1, 0, 0), (0x88000100, 0x00000001, 0x00000200, 0x00402000)),
        (
            (0xD3917C5B, 0x55F1C407, 0x52A58A7A, 0x8F887A3B),
            (0x3E2F308C, 0xD90A8F36, 0x6AB2A923, 0x2883524C),
        ),
    ],
)
def test_quarter_round(given_words: tuple[int, int, int, int], expected: tuple[int, ...]) -> None:
    assert salsa20.quarter_round(*given_words) == expected


def test_double_round() -> None:
    """Section 6, example 1."""
    expected = """
        8186a22d 0040a284 82479210 06929051 08000090 02402200 00004000 00800000
        00010200 20400000 08008104 00000000 20500000 a0000040 0008180a 612a8020
    """
    assert salsa20.double_round([1, *[0] * 15]) == [int(word, 16) for word in expected.split()]


def test_expansion() -> None:
    """Section 9: the keys are bytes 1 to 16 and 201 to 216. Nonce and counter are bytes 101 to 116."""
    head, tail = bytes(range(1, 17)), bytes(range(201, 217))
    nonce, counter = bytes(range(101, 109)), int.from_bytes(bytes(range(109, 117)), "little")
    long = salsa20.core(salsa20.stream_block(head + tail, nonce, counter))
    assert long[:8] == bytes([69, 37, 68, 39, 41, 15, 107, 193]) and long[-2:] == bytes([246, 74])
    short = salsa20.core(salsa20.stream_block(head, nonce, counter))
    assert short[:8] == bytes([39, 173, 46, 248, 30, 200, 82, 17])


@settings(max_examples=25, deadline=None)
@given(keys, nonces, st.binary(max_size=200))
def test_stream_is_pycryptodome_s(key: bytes, nonce: bytes, text: bytes) -> None:
    assert salsa20.encrypt(key, nonce, text) == Salsa20.new(key, nonce).encrypt(text)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 200), st.integers(0, 150))
def test_any_piece_of_the_stream(offset: int, size: int) -> None:
    key, nonce = bytes(range(32)), bytes(range(8))
    whole = salsa20.key_stream(key, nonce, 400)
    assert salsa20.key_stream(key, nonce, size, offset) == whole[offset : offset + size]


def test_the_counter_has_64_bits() -> None:
    block = salsa20.stream_block(bytes(32), bytes(8), (1 << 64) + 5)
    assert block == salsa20.stream_block(bytes(32), bytes(8), 5)
    assert salsa20.stream_block(bytes(32), bytes(8), 1 << 32)[32:40] == bytes([0, 0, 0, 0, 1, 0, 0, 0])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: salsa20.core(bytes(63)), "a block of 63 bytes"),
        (lambda: salsa20.encrypt(bytes(24), bytes(8), b"x"), "a key of 24 bytes"),
        (lambda: salsa20.encrypt(bytes(32), bytes(12), b"x"), "a nonce of 12 bytes"),
    ],
)
def test_wrong_sizes_are_refused(call, message: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(RoundelError, match=message):
        call()

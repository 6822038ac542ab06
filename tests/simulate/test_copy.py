"""copy() on keccak-hash-state, and several open messages, checked with hashlib and pycryptodome."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from random import Random

import oracles
import pytest

import roundel
from roundel.errors import RoundelError
from roundel.simulate.device import Device

DATA = Random(5).randbytes(300_000)


@pytest.fixture(scope="module")
def core() -> Iterator[Device]:
    with roundel.open("keccak-hash-state") as device:
        yield device


@pytest.mark.parametrize("size", [0, 1, 135, 136, 1000, 65_535, 65_536, 65_537, 200_000])
def test_a_copy_continues_on_its_own(core: Device, size: int) -> None:
    first = core.new("sha3_256", DATA[:size])
    second = first.copy()
    first.update(b"one")
    second.update(DATA[size:])
    third = second.copy()
    assert first.digest() == hashlib.sha3_256(DATA[:size] + b"one").digest()
    assert second.digest() == hashlib.sha3_256(DATA).digest()
    third.update(b"three")
    assert third.digest() == hashlib.sha3_256(DATA + b"three").digest()
    assert second.copy().digest() == second.digest()


def test_messages_are_open_side_by_side(core: Device) -> None:
    """Each has sent its blocks to the core; other transactions come in between."""
    names = ("sha3_512", "shake_128", "turboshake_256")
    open_ = [core.new(name, length=None if name == "sha3_512" else 99) for name in names]
    for start in range(0, len(DATA), 70_000):
        for one in open_:
            one.update(DATA[start : start + 70_000])
        assert core.sha3_224(b"abc") == hashlib.sha3_224(b"abc").digest()
    expected = [
        hashlib.sha3_512(DATA).digest(),
        hashlib.shake_128(DATA).digest(99),
        oracles.turboshake(256, DATA, 99, 0x1F),
    ]
    assert [one.digest() for one in open_] == expected


def test_functions_of_the_sender(core: Device) -> None:
    kmac = core.new("kmac_128", DATA, key=b"0123456789abcdef", length=32)
    copied = kmac.copy()
    kmac.update(b"x")
    assert copied.digest() == oracles.kmac(128, b"0123456789abcdef", DATA, 32, b"")
    assert kmac.digest() == oracles.kmac(128, b"0123456789abcdef", DATA + b"x", 32, b"")
    for name in ("kt_128", "parallel_hash_128"):
        arguments = {"block_bytes": 1000} if name.startswith("parallel") else {}
        one = core.new(name, DATA[:20_000], length=32, **arguments)
        other = one.copy()
        other.update(b"x")
        whole = core.new(name, DATA[:20_000] + b"x", length=32, **arguments)
        assert other.digest() == whole.digest()
        assert one.digest() == core.new(name, DATA[:20_000], length=32, **arguments).digest()


def test_a_copy_is_refused_where_no_state_is_saved() -> None:
    with roundel.open("keccak-hash") as other:
        one = other.new("sha3_256", b"abc")
        with pytest.raises(RoundelError, match="keccak-hash does not save the state of a message"):
            one.copy()
        assert one.digest() == hashlib.sha3_256(b"abc").digest()

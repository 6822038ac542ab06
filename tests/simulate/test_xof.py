"""Output of unknown length on keccak-hash-xof, checked with hashlib and pycryptodome."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from random import Random

import oracles
import pytest

import roundel
from roundel.errors import RoundelError
from roundel.simulate import Device

RNG = Random(202)
MESSAGE = RNG.randbytes(300)
KEY = RNG.randbytes(32)


@pytest.fixture(scope="module")
def core() -> Iterator[Device]:
    with roundel.open("keccak-hash-xof") as device:
        yield device


@pytest.mark.parametrize(("name", "rate"), [("shake_128", 168), ("shake_256", 136)])
def test_pieces_are_the_output(core: Device, name: str, rate: int) -> None:
    """Sizes around the block, and 0; the rest of a block is not lost."""
    sizes = [
        0,
        1,
        rate - 2,
        1,
        1,
        rate,
        rate + 1,
        0,
        5 * rate - 1,
        3,
        *(RNG.randrange(400) for _ in range(20)),
    ]
    expected = hashlib.new(name, MESSAGE).digest(sum(sizes))
    xof = core.xof(name, MESSAGE[:100])
    xof.update(MESSAGE[100:])
    got = [xof.read(size) for size in sizes]
    assert [len(piece) for piece in got] == sizes
    assert b"".join(got) == expected
    xof.close()


def test_every_function_without_a_length(core: Device) -> None:
    def read(name: str, data: bytes | None = MESSAGE, **arguments: object) -> bytes:
        xof = core.xof(name, data, **arguments)
        return b"".join(xof.read(size) for size in (7, 200, 293))

    for strength in (128, 256):
        assert read(f"turboshake_{strength}") == oracles.turboshake(strength, MESSAGE, 500, 0x1F)
        assert read(f"cshake_{strength}", custom=b"C") == oracles.cshake(strength, MESSAGE, 500, b"", b"C")
        assert read(f"kmacxof_{strength}", key=KEY) == oracles.kmac_xof(strength, KEY, MESSAGE, 500, b"")
        for name in (f"kt_{strength}", f"kmac_{strength}"):
            with pytest.raises(RoundelError, match="has no output of unknown length"):
                read(name)
    with pytest.raises(RoundelError, match="sha3_256 has no output of unknown length"):
        read("sha3_256")


def test_an_output_ends(core: Device) -> None:
    """close(), another transaction and an error clear the sponge, and a read says so."""
    closed, cleared = core.xof("shake_128", b"a"), core.xof("shake_128", b"b")
    closed.read(10)
    closed.close()
    cleared.read(10)
    core.sha3_256(b"abc")
    for one in (closed, cleared):
        with pytest.raises(RoundelError, match="a read of a shake_128 that has ended"):
            one.read(1)
    cleared.close()
    # The bytes that were squeezed but not read are not kept either.
    assert not closed._unused
    assert not cleared._unused


def test_two_outputs_do_not_mix(core: Device) -> None:
    first, second = core.xof("shake_128", b"a"), core.xof("shake_256", b"b")
    assert first.read(50) == hashlib.shake_128(b"a").digest(50)
    assert second.read(50) == hashlib.shake_256(b"b").digest(50)
    with pytest.raises(RoundelError, match="has ended"):
        first.read(1)
    assert second.read(500) == hashlib.shake_256(b"b").digest(550)[50:]


def test_what_is_refused(core: Device) -> None:
    xof = core.xof("shake_128")
    with pytest.raises(RoundelError, match="a read of -1 bytes"):
        xof.read(-1)
    xof.read(1)
    with pytest.raises(RoundelError, match="the message has ended"):
        xof.update(b"more")
    with pytest.raises(RoundelError, match="no length="):
        core.xof("shake_128", length=5)
    with roundel.open("keccak-hash") as other, pytest.raises(RoundelError, match="does not keep a sponge"):
        other.xof("shake_128")

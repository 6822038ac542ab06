"""Messages under a key of KMAC that the core keeps. The oracle is pycryptodome."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import oracles
import pytest

import roundel
from roundel.errors import RoundelError
from roundel.protocol.stream import Command, Flag, Kind
from roundel.simulate import Device, TagRefused

KEY = bytes(range(40))
STRENGTHS = pytest.mark.parametrize("strength", [128, 256])


@pytest.fixture
def core() -> Iterator[Device]:
    with roundel.open("keccak-kmac-keep") as device:
        yield device


@pytest.fixture
def flags(core: Device, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The flags of the commands that are sent."""
    found: list[int] = []
    run = core.run

    def watched(beats: object, *args: object, **options: object) -> object:
        commands = [one for one in range(len(beats)) if beats.user[one] == Kind.CMD]  # type: ignore[arg-type,attr-defined]
        found.extend(Command.unpack(beats.data[one].tobytes()).flags for one in commands)  # type: ignore[attr-defined]
        return run(beats, *args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(core, "run", watched)
    return found


@STRENGTHS
def test_a_key_is_sent_once(core: Device, flags: list[int], strength: int) -> None:
    under = core.kmac_key(f"kmac_{strength}", KEY, b"custom")
    for size in (0, 3, 200, 1000):
        text = bytes(size)
        tag = oracles.kmac(strength, KEY, text, 32, b"custom")
        assert under.tag(text, 32) == tag
        under.verify(text, tag)
        with pytest.raises(TagRefused, match=f"the tag of a kmac_{strength} is refused"):
            under.verify(text, bytes(32))
    assert under.tag(b"last", 20, last=True) == oracles.kmac(strength, KEY, b"last", 20, b"custom")
    assert flags == [Flag.KEEP, *[Flag.KEEP | Flag.RESUME] * 11, Flag.RESUME]


@STRENGTHS
def test_another_transaction_ends_the_key_and_it_is_sent_again(
    core: Device, flags: list[int], strength: int
) -> None:
    under, other = (core.kmac_key(f"kmacxof_{strength}", KEY, custom) for custom in (b"", b"other"))
    for custom, one in ((b"", under), (b"other", other), (b"", under)):
        assert one.tag(b"text", 50) == oracles.kmac_xof(strength, KEY, b"text", 50, custom)
    assert core.sha3_256(b"abc") == hashlib.sha3_256(b"abc").digest()
    one = core.kmac_key(f"kmac_{strength}", KEY)
    assert one.tag(b"text", 50) == oracles.kmac(strength, KEY, b"text", 50, b"")
    core.reset()
    assert one.tag(b"text", 50) == oracles.kmac(strength, KEY, b"text", 50, b"")
    assert [one for one in flags if one & Flag.KEEP] == [Flag.KEEP] * 5
    assert not any(one & Flag.RESUME for one in flags)


def test_arguments_are_checked(core: Device) -> None:
    for arguments, message in (
        (("kmac_512", KEY), "kmac_512 is no KMAC"),
        (("sha3_256", KEY), "sha3_256 is no KMAC"),
        (("kmac_128", b""), "a key of 0 bytes"),
        (("kmac_128", bytes(256)), "a key of 256 bytes"),
        (("kmac_128", KEY, bytes(256)), "a customization string of 256 bytes"),
    ):
        with pytest.raises(RoundelError, match=message):
            core.kmac_key(*arguments)
    under = core.kmac_key("kmac_128", KEY)
    for size in (0, 65536):
        with pytest.raises(RoundelError, match=f"a tag of {size} bytes"):
            under.tag(b"", size)
    with pytest.raises(RoundelError, match="a tag of 9 bytes"):
        under.verify(b"", bytes(9))
    assert under.tag(b"", 8) == oracles.kmac(128, KEY, b"", 8, b"")


@pytest.mark.parametrize("name", ["keccak-kmac", "keccak-hash", "aes-gcm-la"])
def test_other_cores_keep_no_key(name: str) -> None:
    with roundel.open(name) as device, pytest.raises(RoundelError, match="does not keep a key of KMAC"):
        device.kmac_key("kmac_128", KEY)

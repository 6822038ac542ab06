"""KMAC and cSHAKE of the Python device on keccak-kmac, which frames them and compares tags. The oracle is
pycryptodome.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator

import oracles
import pytest

from roundel.catalog import find_core
from roundel.errors import RoundelError
from roundel.protocol.stream import COMMAND_BYTES, Command, Kind, Operation
from roundel.simulate import Beats, Device, Kmac, TagRefused

KEY, TEXT = bytes(range(40)), bytes(range(256)) * 3
LONG = TEXT * 200
STRENGTHS = pytest.mark.parametrize("strength", [128, 256])


class Watched(Device):
    """A device that keeps the operations of the commands that are sent, and the kinds of the answers."""

    commands: list[Command]
    answers: set[int]

    def run(self, beats: Beats, **arguments: object) -> Beats:  # type: ignore[override]
        """Send beats and return the answer."""
        for row in (beats.user == Kind.CMD).nonzero()[0]:
            self.commands.append(Command.unpack(beats.data[row].tobytes()[:COMMAND_BYTES]))
        output = super().run(beats, **arguments)  # type: ignore[arg-type]
        self.answers |= {int(kind) for kind in output.user}
        return output

    def operations(self) -> list[int]:
        """Return the operations since the last call."""
        found, self.commands = [one.operation for one in self.commands], []
        return found


@pytest.fixture
def core() -> Iterator[Watched]:
    with Watched(find_core("keccak-kmac")) as device:
        device.commands, device.answers = [], set()
        yield device


@STRENGTHS
def test_the_core_frames_what_it_can(core: Watched, strength: int) -> None:
    kmac, xof = getattr(core, f"kmac_{strength}"), getattr(core, f"kmacxof_{strength}")
    for key, size, custom, served in (
        (KEY, 1, b"", True),
        (KEY[:1], 40, b"c", True),
        (bytes(255), 40, bytes(255), True),
        (KEY, 65535, b"c", True),
        (KEY, 65536, b"c", False),
        (KEY, 0, b"c", False),
        (bytes(256), 40, b"c", False),
        (b"", 40, b"c", False),
        (KEY, 40, bytes(256), False),
    ):
        assert kmac(key, TEXT, size, custom) == oracles.kmac(strength, key, TEXT, size, custom)
        assert xof(key, TEXT, size, custom) == oracles.kmac_xof(strength, key, TEXT, size, custom)
        assert core.operations() == [Operation.MAC if served else Operation.HASH] * 2


@STRENGTHS
def test_a_cshake(core: Watched, strength: int) -> None:
    cshake = getattr(core, f"cshake_{strength}")
    for custom, name, sized in (
        (b"c", b"", 1),
        (bytes(255), b"", 255),
        (bytes(256), b"", 0),
        (b"", b"", 0),
        (b"c", b"N", 0),
    ):
        assert cshake(TEXT, 200, custom, function_name=name) == oracles.cshake(
            strength, TEXT, 200, name, custom
        )
        (command,) = core.commands
        assert (command.operation, command.custom_bytes) == (Operation.HASH, sized)
        core.commands.clear()


@STRENGTHS
def test_a_tag_is_compared_in_the_core(core: Watched, strength: int, monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[bytes] = []
    compare = hmac.compare_digest
    monkeypatch.setattr(hmac, "compare_digest", lambda a, b: compared.append(a) or compare(a, b))
    verify = getattr(core, f"verify_kmac_{strength}")
    for size, text in ((8, TEXT), (12, b""), (32, LONG), (64, TEXT)):
        tag = oracles.kmac(strength, KEY, text, size, b"c")
        verify(KEY, text, tag, b"c")
        verify(bytearray(KEY), memoryview(text), bytearray(tag), bytearray(b"c"))
        for wrong in (bytes(size), tag[:-1] + bytes([tag[-1] ^ 1])):
            with pytest.raises(TagRefused, match=f"the tag of a kmac_{strength} is refused"):
                verify(KEY, text, wrong, b"c")
        with pytest.raises(TagRefused):
            verify(KEY, text + b"x", tag, b"c")
        assert core.operations() == [Operation.VERIFY] * 5
    assert not compared and core.answers == {Kind.STATUS}


@STRENGTHS
def test_a_tag_of_another_length_is_compared_in_python(core: Watched, strength: int) -> None:
    verify = getattr(core, f"verify_kmac_{strength}")
    for size in (9, 10, 11, 65, 200):
        tag = oracles.kmac(strength, KEY, TEXT, size, b"c")
        verify(KEY, TEXT, tag, b"c")
        with pytest.raises(TagRefused):
            verify(KEY, TEXT, bytes(size), b"c")
        assert core.operations() == [Operation.MAC] * 2
    tag = oracles.kmac(strength, bytes(256), TEXT, 32, b"c")
    verify(bytes(256), TEXT, tag, b"c")
    assert core.operations() == [Operation.HASH]
    for size in (0, 1, 7):
        with pytest.raises(RoundelError, match=f"a tag of {size} bytes"):
            verify(KEY, TEXT, bytes(size), b"c")


@STRENGTHS
def test_a_message_in_pieces(core: Watched, strength: int) -> None:
    expected = oracles.kmac(strength, KEY, LONG, 40, b"c")
    stream = core.new(f"kmac_{strength}", LONG[:100_000], length=40, key=KEY, custom=b"c")
    assert isinstance(stream, Kmac)
    with pytest.raises(RoundelError, match="in the middle of a kmac"):
        core.verify_kmac_128(KEY, TEXT, bytes(32))
    stream.update(LONG[100_000:])
    stream.verify(expected)
    assert stream.digest() == expected and core.operations() == [Operation.MAC]
    with pytest.raises(RoundelError, match=r"after its digest\(\)"):
        stream.update(b"more")
    with pytest.raises(TagRefused):
        stream.verify(bytes(40))
    dropped = core.new(f"kmac_{strength}", LONG[:100_000], length=40, key=KEY)
    del dropped
    assert core.sha3_256(b"abc") == hashlib.sha3_256(b"abc").digest()


def test_mac_has_the_usual_length(core: Watched) -> None:
    assert core.mac(KEY, TEXT) == oracles.kmac(128, KEY, TEXT, 32, b"")
    assert core.mac(KEY, TEXT, tag_bytes=70) == oracles.kmac(128, KEY, TEXT, 70, b"")
    for key, size, message in ((b"", 32, "a key of 0 bytes"), (KEY, 65536, "a tag of 65536 bytes")):
        with pytest.raises(RoundelError, match=message):
            core.mac(key, TEXT, tag_bytes=size)


def test_everything_else_is_that_of_a_hash_core(core: Watched) -> None:
    assert core.tuple_hash_128([b"a", b"bc"], 32) == oracles.tuple_hash(128, [b"a", b"bc"], 32, b"")
    assert core.kt_128(TEXT, 32) == oracles.kt(128, TEXT, 32, b"")
    assert core.shake_256(TEXT, 70) == hashlib.shake_256(TEXT).digest(70)
    assert core.operations() == [Operation.HASH] * 3

"""keccak-hash-masked: its functions, its two shares at the ports, and its wait for fresh bits."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Callable, Iterator
from random import Random

import pytest

from roundel.catalog import find_core
from roundel.errors import RoundelError
from roundel.models.sp800_185 import cshake_128, kmac_256
from roundel.protocol.stream import Command, Kind, Operation, Segment, Status
from roundel.simulate.beats import beats_of, segments_of
from roundel.simulate.device import Device
from roundel.simulate.model import Stalls
from roundel.simulate.ports import Ports

NAME = "keccak-hash-masked"
MOST = 400  # cycles of any transaction here
BEAT = (1 << 128) - 1


@pytest.fixture
def device(opened: Callable[[str], Device]) -> Device:
    device = opened(NAME)
    device.reset()
    device.seed_shares(1)
    return device


def request(text: bytes, length: int = 32, lanes: int = 17, suffix: int = 6) -> list[Segment]:
    command = Command(Operation.HASH, 0, suffix, lanes, length)
    return [Segment(Kind.CMD, command.pack()), Segment(Kind.TEXT, text)]


@pytest.mark.parametrize("name", ["sha3_224", "sha3_256", "sha3_384", "sha3_512"])
def test_sha3_near_the_ends_of_beats_lanes_and_blocks(device: Device, name: str) -> None:
    rng = Random(name)
    for size in (0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 71, 72, 103, 104, 135, 136, 137, 143, 144, 145, 500):
        text = rng.randbytes(size)
        assert getattr(device, name)(text) == hashlib.new(name, text).digest(), size


@pytest.mark.parametrize("length", [0, 1, 8, 16, 17, 135, 136, 137, 167, 168, 169, 176, 500])
def test_shake_of_any_length(device: Device, length: int) -> None:
    text = Random(length).randbytes(length)
    assert device.shake_128(text, length) == hashlib.shake_128(text).digest(length)
    assert device.shake_256(text, length) == hashlib.shake_256(text).digest(length)


def test_the_sender_frames_cshake_and_kmac(device: Device) -> None:
    text, key = bytes(range(200)), bytes(range(40))
    assert device.cshake_128(text, 40, b"custom") == cshake_128(text, 40, custom=b"custom")
    assert device.kmac_256(key, text, 50, b"custom") == kmac_256(key, text, 50, b"custom")
    with pytest.raises(RoundelError):
        device.verify_kmac_256(key, text, bytes(32))


def test_the_seed_of_the_shares_changes_no_answer_and_no_cycle(device: Device) -> None:
    sent = beats_of(request(bytes(300), 200), 128)
    found: list[tuple[list[Segment], list[int]]] = []
    for seed in (1, 2, 2**64 + 3):
        device.reset()
        device.seed_shares(seed)
        start = device.cycle
        answer = device.run(sent, segments=1)
        found.append((segments_of(answer), [*(device.accepted - start), *(answer.cycle - start)]))
    assert found[0] == found[1] == found[2]


def test_only_a_masked_core_has_shares(opened: Callable[[str], Device]) -> None:
    with pytest.raises(RoundelError, match="keccak-hash has no shares"):
        opened("keccak-hash").seed_shares(1)


@pytest.mark.parametrize(("source", "sink"), [(0.9, 0.0), (0.0, 0.9), (0.5, 0.5)])
def test_slow_sources_and_a_slow_sink(device: Device, source: float, sink: float) -> None:
    """The source of fresh bits is as slow as that of the beats."""
    rng = Random(f"{source} {sink}")
    texts = [rng.randbytes(rng.randrange(400)) for _ in range(20)]
    sent = [segment for text in texts for segment in request(text, 150, suffix=0x1F)]
    answers = device.transact(sent, answers=len(texts), stalls=Stalls(3, source=source, sink=sink))
    assert answers == [Segment(Kind.DIGEST, hashlib.shake_256(text).digest(150)) for text in texts]


class Wires:
    """The ports of the core, cycle by cycle: both shares of each beat."""

    def __init__(self, ports: Ports) -> None:
        self.ports = ports
        self.rng = Random(1)
        self.fresh = True
        self.beats: list[tuple[int, int, int, int, bool]] = []
        ports.write("m_axis_tready", 1)
        ports.write("s_axis_tvalid", 0)

    def tick(self) -> tuple[bool, bool]:
        """Run a cycle; return whether a beat on offer was accepted, and whether fresh bits were used."""
        self.ports.write("fresh_valid_i", int(self.fresh))
        self.ports.write("fresh_i", self.rng.getrandbits(800))
        self.ports.tick()
        read = self.ports.read
        if read("m_axis_tvalid"):
            data = read("m_axis_tdata"), read("m_axis_tdata1")
            beat = read("m_axis_tkeep"), read("m_axis_tuser"), bool(read("m_axis_tlast"))
            self.beats.append((*data, *beat))
        return bool(read("s_axis_tready")), bool(self.fresh and read("fresh_ready_o"))

    def send(self, share0: int, share1: int, kind: int, keep: int = 0xFFFF, last: bool = True) -> int:
        """Offer a beat until it is accepted; return the cycles."""
        values = {"tdata": share0, "tdata1": share1, "tkeep": keep, "tuser": kind, "tlast": last, "tvalid": 1}
        for name, value in values.items():
            self.ports.write(f"s_axis_{name}", int(value))
        for cycle in range(MOST):
            if self.tick()[0]:
                self.ports.write("s_axis_tvalid", 0)
                return cycle
        raise AssertionError("the beat was not accepted")

    def text(self, data: bytes) -> None:
        """Send a text of one beat in random shares, also of the bytes that are not kept."""
        mask = self.rng.getrandbits(128)
        value = int.from_bytes(data, "little") ^ (self.rng.getrandbits(128) << 8 * len(data) & BEAT)
        self.send(value ^ mask, mask, Kind.TEXT, (1 << len(data)) - 1)

    def answer(self) -> tuple[int, bytes, list[bytes]]:
        """Return the kind of the next segment, its bytes, and those of each share."""
        self.beats.clear()
        for _ in range(MOST):
            self.tick()
            if self.beats and self.beats[-1][4]:
                break
        shares = [b"".join(_kept(beat[i], beat[2]) for beat in self.beats) for i in (0, 1)]
        total = bytes(a ^ b for a, b in zip(*shares, strict=True))
        return self.beats[-1][3], total, shares


def _kept(data: int, keep: int) -> bytes:
    whole = data.to_bytes(16, "little")
    assert not any(one for i, one in enumerate(whole) if not keep >> i & 1), "a byte that is not kept"
    return whole[: keep.bit_count()]


@pytest.fixture(scope="module")
def ports() -> Iterator[Ports]:
    with Ports(dataclasses.replace(find_core(NAME), kind="module", services=())) as opened:
        yield opened


@pytest.fixture
def wires(ports: Ports) -> Wires:
    ports.reset()
    return Wires(ports)


COMMAND = int.from_bytes(request(b"")[0].data, "little")
ABC = hashlib.sha3_256(b"abc").digest()


def test_shares_enter_and_leave_apart(wires: Wires) -> None:
    found = []
    for _ in range(2):
        wires.send(COMMAND, 0, Kind.CMD)
        wires.text(b"abc")
        kind, total, shares = wires.answer()
        assert (kind, total) == (Kind.DIGEST, ABC)
        found += shares
    assert len({*found, ABC}) == 5


@pytest.mark.parametrize("bit", [0, 7, 63, 64, 127])
def test_a_command_with_a_share_is_an_error(wires: Wires, bit: int) -> None:
    """The sum of the shares is a legal command; share 0 alone is one, too."""
    for share0 in (COMMAND, COMMAND ^ 1 << bit):
        wires.send(share0, 1 << bit, Kind.CMD)
        kind, total, shares = wires.answer()
        assert (kind, total) == (Kind.STATUS, bytes([Status.ERROR]))
        assert shares == [bytes([Status.ERROR]), bytes(1)]
        wires.text(b"dropped")
    wires.send(COMMAND, 0, Kind.CMD)
    wires.text(b"abc")
    assert wires.answer()[:2] == (Kind.DIGEST, ABC)


def test_the_core_waits_for_fresh_bits(wires: Wires) -> None:
    """After a reset it clears its state first: no command is accepted before."""
    wires.fresh = False
    assert not any(wires.tick()[0] for _ in range(50))
    wires.fresh = True
    wires.send(COMMAND, 0, Kind.CMD)
    wires.text(b"abc")
    wires.fresh = False
    for _ in range(100):
        wires.tick()
    assert not wires.beats
    wires.fresh = True
    assert wires.answer()[:2] == (Kind.DIGEST, ABC)


@pytest.mark.parametrize(("flags", "words"), [(0, 48), (1 << 5, 24)])
def test_a_permutation_uses_two_words_of_fresh_bits_a_round(wires: Wires, flags: int, words: int) -> None:
    wires.send(COMMAND | flags << 8, 0, Kind.CMD)
    wires.text(b"abc")
    used = 0
    while not wires.beats:
        used += wires.tick()[1]
    # One word waits since the clearing, another one waits for the next.
    assert used == words

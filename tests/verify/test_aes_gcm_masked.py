"""aes-gcm-masked: its two shares at the ports, its wait for fresh bits, its tags, and its limits."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from random import Random

import pytest
from transactions import check_forgeries

from roundel.catalog import find_core
from roundel.errors import RoundelError
from roundel.models import gcm
from roundel.protocol.stream import NO_FLAGS, Flag, Kind, Operation, Segment, Status, command_segment
from roundel.simulate.beats import beats_of, segments_of
from roundel.simulate.device import Device
from roundel.simulate.model import Stalls
from roundel.simulate.ports import Ports

NAMES = {"aes-gcm-masked": 16, "aes-gcm-masked-256": 32}  # and the bytes of a key
NAME = "aes-gcm-masked"
FRESH_BITS = 624
MOST = 1200  # cycles of any transaction here
BEAT = (1 << 128) - 1
KEY, NONCE = bytes(range(16)), bytes(range(16, 28))
ACCEPTED, REFUSED, ERROR = (
    Segment(Kind.STATUS, bytes([code])) for code in (Status.ACCEPTED, Status.REFUSED, Status.ERROR)
)


@pytest.fixture(params=NAMES)
def device(request: pytest.FixtureRequest, opened: Callable[[str], Device]) -> Device:
    device = opened(request.param)
    device.reset()
    device.seed_shares(1)
    return device


def message(
    operation: Operation,
    key: bytes | None,
    ad: bytes,
    text: bytes,
    tag: bytes = b"",
    *,
    nonce: bytes = NONCE,
    flags: Flag = NO_FLAGS,
    length: int | None = None,
) -> list[Segment]:
    size = (len(tag) or 16) if length is None else length
    return [
        command_segment(operation, flags, length=size),
        *([] if key is None else [Segment(Kind.KEY, key)]),
        Segment(Kind.NONCE, nonce),
        Segment(Kind.AD, ad),
        Segment(Kind.TEXT, text),
        Segment(Kind.TAG, tag),
    ]


def key_of(device: Device) -> bytes:
    return bytes(range(NAMES[device.core.name]))


@pytest.mark.parametrize("size", [0, 1, 15, 16, 17, 31, 32, 33, 48, 200])
def test_lengths_of_data_and_text(device: Device, size: int) -> None:
    rng, key = Random(size), key_of(device)
    for ad_size in (0, 1, 16, 17, 40):
        ad, text = rng.randbytes(ad_size), rng.randbytes(size)
        ciphertext, tag = device.encrypt(key, NONCE, ad, text)
        assert (ciphertext, tag) == gcm.seal(key, NONCE, ad, text)
        assert device.decrypt(key, NONCE, ad, ciphertext, tag) == text


def test_a_wrong_bit_of_a_tag_is_refused(device: Device) -> None:
    """Each bit of it, and each bit beside the ones that a shorter tag has."""
    key = key_of(device)
    ciphertext, tag = gcm.seal(key, NONCE, b"header", b"attack at dawn")
    for bit in range(0, 128, 1 if device.core.name == NAME else 16):
        wrong = bytearray(tag)
        wrong[bit // 8] ^= 1 << bit % 8
        for size in {16, bit // 8 + 1} & {8, 12, 13, 14, 15, 16}:
            sent = message(Operation.OPEN, key, b"header", ciphertext, bytes(wrong[:size]))
            assert device.transact(sent, answers=2)[1] == REFUSED, (bit, size)
    for size in (8, 12, 13, 14, 15, 16):
        sent = message(Operation.OPEN, key, b"header", ciphertext, tag[:size])
        assert device.transact(sent, answers=2)[1] == ACCEPTED, size


@pytest.mark.slow
def test_a_bit_flipped_anywhere_is_refused(device: Device) -> None:
    """The bit is in ciphertext, tag, data, nonce or key."""
    check_forgeries(device, 100)


@pytest.mark.parametrize("size", [0, 1, 11, 13, 16, 28])
def test_a_nonce_of_another_size_is_an_error(device: Device, size: int) -> None:
    key, nonce = key_of(device), bytes(size)
    sent = message(Operation.SEAL, key, b"", b"text", nonce=nonce)
    assert device.transact(sent, answers=1) == [ERROR]
    said = "answered a message with STATUS" if size else "a nonce of 0 bytes"  # the second one in Python
    with pytest.raises(RoundelError, match=said):
        device.encrypt(key, nonce, b"", b"text")
    assert device.encrypt(key, NONCE, b"", b"text") == gcm.seal(key, NONCE, b"", b"text")


def test_a_key_of_the_other_size_is_an_error(device: Device) -> None:
    sent = message(Operation.SEAL, bytes(48 - NAMES[device.core.name]), b"", b"text")
    assert device.transact(sent, answers=1) == [ERROR]


def test_a_key_is_kept_and_is_cleared(device: Device) -> None:
    """A command without RESUME clears a kept key, and takes the next one."""
    key, other, body = key_of(device), bytes(NAMES[device.core.name]), b"a text of two blocks and more"
    keep, resume = Flag.KEEP, Flag.RESUME
    sent = [
        *message(Operation.SEAL, key, b"", body, flags=keep),
        *message(Operation.SEAL, None, b"ad", body, flags=keep | resume),
        *message(Operation.SEAL, other, b"", body, flags=keep),
        *message(Operation.SEAL, None, b"ad", body, flags=resume),
        *message(Operation.SEAL, None, b"ad", body, flags=resume),
    ]
    used = (key, b""), (key, b"ad"), (other, b""), (other, b"ad")
    sealed = [gcm.seal(one, NONCE, ad, body) for one, ad in used]
    answers = device.transact(sent, answers=9)
    kinds = Kind.TEXT, Kind.TAG
    assert answers[:8] == [Segment(*part) for pair in sealed for part in zip(kinds, pair, strict=True)]
    assert answers[8:] == [ERROR]


def test_the_seed_of_the_shares_changes_no_answer_and_no_cycle(device: Device) -> None:
    sent = beats_of(message(Operation.OPEN, key_of(device), bytes(20), bytes(70), bytes(16)), 128)
    found: list[tuple[list[Segment], list[int]]] = []
    for seed in (1, 2, 2**64 + 3):
        device.reset()
        device.seed_shares(seed)
        start = device.cycle
        answer = device.run(sent, segments=2)
        found.append((segments_of(answer), [*(device.accepted - start), *(answer.cycle - start)]))
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize(("source", "sink"), [(0.9, 0.0), (0.0, 0.9), (0.5, 0.5)])
def test_slow_sources_and_a_slow_sink(device: Device, source: float, sink: float) -> None:
    """The source of fresh bits is as slow as that of the beats."""
    rng, key = Random(f"{source} {sink}"), key_of(device)
    sent: list[Segment] = []
    expected: list[Segment] = []
    for number in range(6):
        ad, text = rng.randbytes(rng.randrange(40)), rng.randbytes(rng.randrange(1, 80))
        ciphertext, tag = gcm.seal(key, NONCE, ad, text)
        if number % 2:
            sent += message(Operation.OPEN, key, ad, ciphertext, tag)
            expected += [Segment(Kind.UNVERIFIED, text), ACCEPTED]
        else:
            sent += message(Operation.SEAL, key, ad, text)
            expected += [Segment(Kind.TEXT, ciphertext), Segment(Kind.TAG, tag)]
    assert device.transact(sent, answers=12, stalls=Stalls(3, source=source, sink=sink)) == expected


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
        self.ports.write("fresh_i", self.rng.getrandbits(FRESH_BITS))
        self.ports.tick()
        read = self.ports.read
        if read("m_axis_tvalid"):
            data = read("m_axis_tdata"), read("m_axis_tdata1")
            beat = read("m_axis_tkeep"), read("m_axis_tuser"), bool(read("m_axis_tlast"))
            self.beats.append((*data, *beat))
        return bool(read("s_axis_tready")), bool(self.fresh and read("fresh_ready_o"))

    def send(self, share0: int, share1: int, kind: int, keep: int = 0xFFFF) -> None:
        """Offer a beat that is a segment until it is accepted."""
        values = {"tdata": share0, "tdata1": share1, "tkeep": keep, "tuser": kind, "tlast": 1, "tvalid": 1}
        for name, value in values.items():
            self.ports.write(f"s_axis_{name}", value)
        for _ in range(MOST):
            if self.tick()[0]:
                self.ports.write("s_axis_tvalid", 0)
                return
        raise AssertionError("the beat was not accepted")

    def shared(self, data: bytes, kind: int, mask: int | None = None) -> None:
        """Send a segment of one beat in random shares, also of the bytes that are not kept."""
        share1 = self.rng.getrandbits(128) if mask is None else mask
        value = int.from_bytes(data, "little") ^ (self.rng.getrandbits(128) << 8 * len(data) & BEAT)
        self.send(value ^ share1, share1, kind, (1 << len(data)) - 1)

    def answer(self, segments: int) -> list[tuple[int, bytes, list[bytes]]]:
        """Return the kind of each of the next segments, its bytes, and those of each share."""
        self.beats.clear()
        for _ in range(MOST):
            self.tick()
            if len(self.beats) == segments:
                break
        found = []
        for *data, keep, kind, _ in self.beats:
            shares = [_kept(one, keep) for one in data]
            found.append((kind, bytes(a ^ b for a, b in zip(*shares, strict=True)), shares))
        return found


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


SEAL = int.from_bytes(command_segment(Operation.SEAL, length=16).data, "little")
SEALED = gcm.seal(KEY, NONCE, b"", b"attack at dawn")


def seal(wires: Wires, masks: int | None = None) -> None:
    wires.send(SEAL, 0, Kind.CMD)
    wires.shared(KEY, Kind.KEY, masks)
    wires.shared(NONCE, Kind.NONCE, masks)
    wires.shared(b"attack at dawn", Kind.TEXT, masks)
    wires.shared(b"", Kind.TAG, masks)


def test_shares_enter_and_leave_apart(wires: Wires) -> None:
    found = []
    for _ in range(2):
        seal(wires)
        for (kind, total, shares), expected in zip(wires.answer(2), SEALED, strict=True):
            assert (kind, total) == (Kind.TAG if expected == SEALED[1] else Kind.TEXT, expected)
            found += shares
    assert len({*found, *SEALED}) == 10


def test_shares_of_an_answer_are_random_even_if_those_of_the_input_are_not(wires: Wires) -> None:
    """Share 1 of all segments is zero: keystream and tag have masks of the fresh bits all the same."""
    found = []
    for _ in range(2):
        seal(wires, 0)
        found += [shares for _, _, shares in wires.answer(2)]
    assert len({share for pair in found for share in pair}) == 8


@pytest.mark.parametrize("bit", [0, 7, 63, 64, 127])
def test_a_command_with_a_share_is_an_error(wires: Wires, bit: int) -> None:
    """The sum of the shares is a legal command; share 0 alone is one, too."""
    for share0 in (SEAL, SEAL ^ 1 << bit):
        wires.send(share0, 1 << bit, Kind.CMD)
        ((kind, total, shares),) = wires.answer(1)
        assert (kind, total) == (Kind.STATUS, bytes([Status.ERROR]))
        assert shares == [bytes([Status.ERROR]), bytes(1)]
        wires.shared(b"dropped", Kind.TEXT)
    seal(wires)
    assert [total for _, total, _ in wires.answer(2)] == list(SEALED)


def test_the_core_waits_for_fresh_bits(wires: Wires) -> None:
    """After a reset it clears itself first: the beat after a command is not used before."""
    wires.fresh = False
    for _ in range(300):
        assert not wires.tick()[1]
    wires.fresh = True
    wires.send(SEAL, 0, Kind.CMD)
    wires.shared(KEY, Kind.KEY)
    wires.shared(NONCE, Kind.NONCE)
    wires.shared(b"attack at dawn", Kind.TEXT)
    wires.fresh = False
    for _ in range(300):
        wires.tick()
    assert not wires.beats
    wires.fresh = True
    wires.shared(b"", Kind.TAG)
    wires.beats.clear()
    answers = wires.answer(2)
    assert [total for _, total, _ in answers] == list(SEALED)


def test_the_core_rests_without_fresh_bits(wires: Wires) -> None:
    """Once it is clear it uses none, but for a word that waits."""
    for _ in range(400):
        wires.tick()
    assert not any(wires.tick()[1] for _ in range(100))

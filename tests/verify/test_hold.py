"""The RTL of keyak-hs-hold and aes-gcm-hs-hold: the core's answers, but no text before its tag is accepted.

The page of keyak-hs-hold states the latency of both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import numpy as np
import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from documented import documented

import roundel
from roundel.algorithms.aes_gcm import AES_GCM
from roundel.algorithms.kinds.base import flip_bit
from roundel.algorithms.lake_keyak import LAKE_KEYAK
from roundel.errors import RoundelError
from roundel.models import motorist
from roundel.protocol.stream import Kind, Operation, Segment, Status
from roundel.simulate import TagRefused
from roundel.simulate.beats import Beats, beats_of, segments_of
from roundel.simulate.device import Device
from roundel.simulate.model import Stalls

KEY, NONCE = bytes(range(16)), bytes(range(16, 32))
SEAL, OPEN = Operation.SEAL, Operation.OPEN
PAGE = "keyak-hs-hold"


class KeyakSender:
    """Messages of one session of Lake Keyak, from the model."""

    def __init__(self, key: bytes, nonce: bytes) -> None:
        self.session = motorist.Session(motorist.LAKE, key, nonce)
        self.first = True
        self.key, self.nonce = key, nonce

    def messages(
        self, ad: bytes, text: bytes, *, forged: bool = False, keep: bool = False
    ) -> tuple[list[Segment], list[Segment], bytes, bytes]:
        """Return the next message as SEAL and as OPEN, the ciphertext and the tag."""
        ciphertext, tag = self.session.wrap(ad, text)
        start = self.key if self.first else None, self.nonce
        self.first = False
        sent = flip_bit(Random(tag), tag) if forged else tag
        sealing = LAKE_KEYAK.message(SEAL, *start, ad, text, keep=keep)
        opening = LAKE_KEYAK.message(OPEN, *start, ad, ciphertext, sent, keep=keep)
        return sealing, opening, ciphertext, tag


class GcmSender:
    """Messages of AES-GCM under one key, from another implementation. The nonce is incremented."""

    def __init__(self, key: bytes, nonce: bytes) -> None:
        self.cipher = AESGCM(key)
        self.key: bytes | None = key
        self.nonce = int.from_bytes(nonce, "big")

    def messages(
        self, ad: bytes, text: bytes, *, forged: bool = False, keep: bool = False
    ) -> tuple[list[Segment], list[Segment], bytes, bytes]:
        """Return the next message as SEAL and as OPEN, the ciphertext and the tag."""
        nonce = self.nonce.to_bytes(17, "big")[-16:]
        self.nonce += 1
        both = self.cipher.encrypt(nonce, text, ad)
        ciphertext, tag = both[:-16], both[-16:]
        key, self.key = self.key, None
        sent = flip_bit(Random(tag), tag) if forged else tag
        sealing = AES_GCM.message(SEAL, key, nonce, ad, text, keep=keep)
        opening = AES_GCM.message(OPEN, key, nonce, ad, ciphertext, sent, keep=keep)
        return sealing, opening, ciphertext, tag


@dataclass(frozen=True)
class Held:
    """A core that holds back text, by its catalog name; the core inside; the sender of its messages."""

    name: str
    bare: str
    sender: type[KeyakSender] | type[GcmSender]


CORES = [
    Held("keyak-hs-hold", "keyak-hs", KeyakSender),
    Held("keyak-hs-hold:packet", "keyak-hs", KeyakSender),
    Held("aes-gcm-hs-hold", "aes-gcm-hs", GcmSender),
    Held("aes-gcm-hs-hold:packet", "aes-gcm-hs", GcmSender),
]


@pytest.fixture(scope="module", params=CORES, ids=lambda core: core.name)
def core(request: pytest.FixtureRequest) -> Held:
    held: Held = request.param
    return held


@pytest.fixture(scope="module")
def device(core: Held) -> Iterator[Device]:
    with roundel.open(core.name) as device:
        yield device


@pytest.fixture(scope="module")
def bare(core: Held) -> Iterator[Device]:
    with roundel.open(core.bare) as device:
        yield device


def status(code: Status) -> Segment:
    return Segment(Kind.STATUS, bytes([code]))


def room(device: Device) -> int:
    assert device.core.hold_beats is not None
    return 16 * device.core.hold_beats


@pytest.mark.slow
def test_refused_text_never_leaves(core: Held, device: Device) -> None:
    """Forged messages are answered by a STATUS only. Genuine ones come between them."""
    rng = Random(6)
    segments: list[Segment] = []
    expected: list[Segment] = []
    for number in range(500):
        sender = core.sender(rng.randbytes(16), rng.randbytes(16))
        ad, text = rng.randbytes(rng.choice([0, 7, 24, 60])), rng.randbytes(rng.choice([0, 1, 16, 168, 300]))
        forged = number % 5 != 0
        segments += sender.messages(ad, text, forged=forged)[1]
        expected += (
            [status(Status.REFUSED)] if forged else [Segment(Kind.TEXT, text), status(Status.ACCEPTED)]
        )
    device.reset()
    assert device.transact(segments, answers=len(expected)) == expected


@pytest.mark.slow
@pytest.mark.parametrize("sink", [0.0, 0.6])
def test_text_near_the_size_of_the_memory(core: Held, device: Device, sink: float) -> None:
    """Messages are in sessions, which an overflow does not end. Long texts are sealed as well."""
    rng = Random(4)
    segments: list[Segment] = []
    expected: list[Segment] = []
    for _ in range(6):
        sender = core.sender(rng.randbytes(16), rng.randbytes(16))
        for number in range(3):
            size = room(device) + rng.choice([-16, -1, 0, 0, 1, 16, 17, 500])
            ad, text = rng.randbytes(rng.choice([0, 20, 500])), rng.randbytes(size)
            sealed, forged, keep = rng.random() < 0.2, rng.random() < 0.3, number < 2
            sealing, opening, ciphertext, tag = sender.messages(
                ad, text, forged=forged and not sealed, keep=keep
            )
            segments += sealing if sealed else opening
            if sealed:
                expected += [Segment(Kind.TEXT, ciphertext), Segment(Kind.TAG, tag)]
            elif forged:
                expected.append(status(Status.REFUSED))
                break
            elif size <= room(device):
                expected += [Segment(Kind.TEXT, text), status(Status.ACCEPTED)]
            else:
                expected.append(status(Status.OVERFLOW))
    device.reset()
    assert device.transact(segments, answers=len(expected), stalls=Stalls(9, 0.0, sink)) == expected
    assert {Status.OVERFLOW, Status.REFUSED, Status.ACCEPTED} <= {
        Status(s.data[0]) for s in expected if s.kind == Kind.STATUS
    }


def test_the_device_decrypts_genuine_text_that_fits(core: Held, device: Device) -> None:
    text = bytes(i % 251 for i in range(room(device)))
    sealed = device.encrypt(KEY, NONCE, b"header", text)
    assert sealed == core.sender(KEY, NONCE).messages(b"header", text)[2:]
    assert device.decrypt(KEY, NONCE, b"header", *sealed) == text
    with pytest.raises(TagRefused, match="refused"):
        device.decrypt(KEY, NONCE, b"another", *sealed)
    assert device.decrypt(KEY, NONCE, b"header", *sealed) == text
    longer = device.encrypt(KEY, NONCE, b"", text + b"x")
    with pytest.raises(RoundelError, match="cannot hold back"):
        device.decrypt(KEY, NONCE, b"", *longer)


def ran(device: Device, segments: list[Segment], answers: int) -> tuple[int, Beats]:
    """Return the cycle of the command, and the output."""
    device.reset()
    output = device.run(beats_of(segments, 128), segments=answers)
    return int(device.accepted[0]), output


@pytest.mark.parametrize("size", [0, 1, 168, 500, 1500])
def test_latency(core: Held, size: int, device: Device, bare: Device) -> None:
    text = bytes(size)
    sealing, opening, _, _ = core.sender(KEY, NONCE).messages(b"", text)
    (begin, held), (bare_begin, plain) = ran(device, sealing, 2), ran(bare, sealing, 2)
    later = documented(PAGE, "SEAL: later than from keyak-hs, each beat")
    assert np.array_equal(held.cycle - begin, plain.cycle - bare_begin + later)

    (begin, held), (bare_begin, plain) = ran(device, opening, 2), ran(bare, opening, 2)
    first = int(plain.cycle[-1]) - bare_begin
    first += documented(PAGE, "OPEN, accepted: from the STATUS of keyak-hs to the first beat of text")
    more = documented(PAGE, "OPEN, accepted: one more beat of text, to the STATUS")
    assert [int(c) - begin for c in held.cycle] == [first + more * i for i in range(len(plain.cycle))]
    assert segments_of(held) == [Segment(Kind.TEXT, text), status(Status.ACCEPTED)]

    opening = core.sender(KEY, NONCE).messages(b"", text, forged=True)[1]
    (begin, held), (bare_begin, plain) = ran(device, opening, 1), ran(bare, opening, 2)
    later = documented(PAGE, "OPEN, not accepted: from the STATUS of keyak-hs to the STATUS sent")
    assert [int(c) - begin for c in held.cycle] == [int(plain.cycle[-1]) - bare_begin + later]


def test_throughput_is_that_of_the_core(core: Held, device: Device, bare: Device) -> None:
    """As many bytes as fit into the memory, back to back, all accepted."""
    opened = 5 * core.sender(KEY, NONCE).messages(bytes(24), bytes(room(device)))[1]
    gaps = []
    for one in (device, bare):
        _, output = ran(one, opened, 10)
        gaps.append({int(gap) for gap in np.diff(output.cycle[output.last][1::2])})
    assert gaps[0] == gaps[1] and len(gaps[0]) == 1
    if core.name == "keyak-hs-hold":
        measure = "24 bytes of data and 16384 of text, accepted, each with its key"
        assert gaps[0] == {documented(PAGE, f"from one OPEN to the next, back to back, {measure}")}

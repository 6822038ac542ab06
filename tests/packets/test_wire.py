"""ESP and MACsec through the AES-GCM cores: the bytes on the wire are those that scapy builds and parses."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from gcm_packets import KEY, SIZES, flipped, opened, sealed
from scapy.contrib.macsec import MACsec, MACsecSA
from scapy.layers.inet import IP, UDP
from scapy.layers.ipsec import ESP, SecurityAssociation
from scapy.layers.l2 import Ether
from scapy.packet import Raw

from roundel.packets import Esp, GcmInput, Macsec
from roundel.simulate import Device

CORES = ["aes-gcm-xhs", "aes-gcm-hs", pytest.param("aes-gcm-la", marks=pytest.mark.slow)]
SPI, SALT, HIGH, FIRST = 0x12345678, b"salt", 0x9ABCDEF0, 0xFFFFFFF0
OUTER = IP(src="192.0.2.1", dst="192.0.2.2")
IP_BYTES = 20


@pytest.fixture(params=CORES)
def device(request: pytest.FixtureRequest, opened: Callable[[str], Device]) -> Device:
    return opened(request.param)


def inner(size: int, rng: Random) -> bytes:
    """An IPv4 packet."""
    packet = IP(src="10.0.0.1", dst="10.0.0.2") / UDP(sport=1, dport=2) / Raw(rng.randbytes(size - 28))
    assert len(packet) == size
    return bytes(packet)


def scapy_association(extended: bool) -> SecurityAssociation:
    return SecurityAssociation(
        ESP,
        spi=SPI,
        crypt_algo="AES-GCM",
        crypt_key=KEY + SALT,
        tunnel_header=OUTER,
        esn_en=extended,
        esn=HIGH if extended else 0,
    )


def accepted_by_cryptography(one: GcmInput, tag: bytes) -> bytes:
    """Return the text; InvalidTag for a wrong tag, which may be short."""
    decryptor = Cipher(algorithms.AES(KEY), modes.GCM(one.nonce, tag, min_tag_length=len(tag))).decryptor()
    decryptor.authenticate_additional_data(one.ad)
    return decryptor.update(one.text) + decryptor.finalize()


@pytest.mark.parametrize("tag_bytes", [16, 12])
@pytest.mark.parametrize("extended", [False, True])
def test_esp_packets_are_those_of_scapy(device: Device, extended: bool, tag_bytes: int) -> None:
    """Scapy builds packets with an ICV of 16 bytes alone; the first 12 are the shorter ICV."""
    rng = Random(39)
    theirs, ours = scapy_association(extended), Esp(SPI, SALT, tag_bytes, extended)
    packets = [inner(size, rng) for size in SIZES]
    ivs = [rng.randbytes(8) for _ in packets]
    numbers = [HIGH * extended << 32 | FIRST + n for n in range(len(packets))]
    plain = [
        ours.plain(number, iv, packet, 4) for number, iv, packet in zip(numbers, ivs, packets, strict=True)
    ]
    answers = sealed(device, plain, tag_bytes)
    built = [ours.packet(*one, *answer) for *one, answer in zip(numbers, ivs, answers, strict=True)]
    for number, iv, packet, wire in zip(numbers, ivs, packets, built, strict=True):
        whole = bytes(theirs.encrypt(IP(packet), seq_num=number % (1 << 32), iv=iv))[IP_BYTES:]
        assert wire == (whole if tag_bytes == 16 else whole[: tag_bytes - 16])
        if tag_bytes == 16:
            assert bytes(theirs.decrypt(OUTER.copy() / ESP(wire))) == packet
    parsed = [ours.parsed(wire, number >> 32) for number, wire in zip(numbers, built, strict=True)]
    texts = opened(device, parsed)
    assert [ours.payload(text) for text in texts if text] == [(packet, 4) for packet in packets]
    assert [accepted_by_cryptography(*one) for one in parsed] == texts


def test_a_changed_esp_packet_is_refused_and_the_next_is_opened(device: Device) -> None:
    """Sequence number, IV, ciphertext and ICV; with extended numbers also the half that is not sent."""
    rng = Random(40)
    association = Esp(SPI, SALT, 16, extended=True)
    packet = inner(200, rng)
    plain = association.plain(HIGH << 32 | 7, bytes(8), packet, 4)
    wire = association.packet(HIGH << 32 | 7, bytes(8), *sealed(device, [plain], 16)[0])
    changed = [flipped(wire, at) for at in (7, 15, 16, 100, len(wire) - 16, len(wire) - 1)]
    messages = [association.parsed(wire, HIGH)]
    for one in changed:
        messages += [association.parsed(one, HIGH), association.parsed(wire, HIGH)]
    messages.append(association.parsed(wire, HIGH + 1))
    texts = opened(device, messages)
    assert texts == [plain.text, *([None, plain.text] * len(changed)), None]


def scapy_macsec(send_sci: bool, number: int) -> MACsecSA:
    return MACsecSA(bytes(range(8)), 2, number, KEY, 16, True, send_sci)


def ethernet(size: int, rng: Random) -> bytes:
    """An Ethernet frame without FCS."""
    return bytes(
        Ether(dst="02:00:00:00:00:02", src="02:00:00:00:00:01", type=0x88B5) / rng.randbytes(size - 14)
    )


@pytest.mark.parametrize("send_sci", [False, True])
def test_macsec_frames_are_those_of_scapy(device: Device, send_sci: bool) -> None:
    rng = Random(41)
    ours = Macsec(bytes(range(8)), send_sci, association=2)
    frames = [ethernet(size, rng) for size in (15, 59, 60, *SIZES)]
    plain = [ours.plain(number, frame) for number, frame in enumerate(frames, FIRST)]
    built = [
        ours.packet(one.ad, *answer) for one, answer in zip(plain, sealed(device, plain, 16), strict=True)
    ]
    for number, (frame, wire) in enumerate(zip(frames, built, strict=True), FIRST):
        theirs = scapy_macsec(send_sci, number)
        assert wire == bytes(theirs.encrypt(theirs.encap(Ether(frame))))
        received = Ether(wire)
        assert number == received[MACsec].PN and received[MACsec].AN == 2
        assert bytes(theirs.decap(theirs.decrypt(received))) == frame
    parsed = [ours.parsed(wire) for wire in built]
    texts = opened(device, parsed)
    assert None not in texts
    assert [ours.frame(one, text or b"") for (one, _), text in zip(parsed, texts, strict=True)] == frames


def test_a_changed_macsec_frame_is_refused_and_the_next_is_opened(device: Device) -> None:
    """Addresses, packet number, ciphertext and ICV."""
    ours = Macsec(bytes(range(8)))
    plain = ours.plain(9, ethernet(300, Random(42)))
    wire = ours.packet(plain.ad, *sealed(device, [plain], 16)[0])
    changed = [flipped(wire, at) for at in (0, 11, 19, 28, 200, len(wire) - 16, len(wire) - 1)]
    messages = [ours.parsed(one) for wrong in changed for one in (wrong, wire)]
    assert opened(device, messages) == [None, plain.text] * len(changed)

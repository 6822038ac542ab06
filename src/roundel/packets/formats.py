"""IPsec ESP with AES-GCM (RFC 4106) and MACsec with GCM-AES (IEEE 802.1AE): packets as messages of GCM.

Each format says which bytes of a packet are the nonce, the associated data (AD), the text and the tag. The
tag is the integrity check value (ICV) of both standards. Numbers are big-endian.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from roundel.errors import RoundelError

ESP_TAGS = (8, 12, 16)  # RFC 4106, section 6
SALT_BYTES, IV_BYTES, ESP_HEADER_BYTES, ALIGN = 4, 8, 8, 4
IPV4 = 4  # next header of an IPv4 packet in tunnel mode
MACSEC_TYPE, ADDRESS_BYTES, SCI_BYTES, MACSEC_TAG = 0x88E5, 12, 8, 16
SHORT_FRAME = 48  # a shorter text has its length in the SecTAG (IEEE 802.1AE, 9.7)
NUMBER_BITS = 32


@dataclass(frozen=True)
class GcmInput:
    """What a SEAL or an OPEN of one packet takes: a nonce of 12 bytes, AD, and the text or the ciphertext."""

    nonce: bytes
    ad: bytes
    text: bytes


class PacketFormat(Protocol):
    """A format whose messages can be timed."""

    @property
    def tag_bytes(self) -> int:
        """The length of the tag."""

    def sample(self, size: int, number: int) -> GcmInput:
        """Return the message of a packet of `size` bytes before protection with that number."""


@dataclass(frozen=True)
class Esp:
    """One direction of an ESP security association (RFC 4303) with AES-GCM (RFC 4106).

    `salt` is the 4 bytes after the key. `extended`: sequence numbers have 64 bits, of which the packet
    carries the lower half, and the AD has all (RFC 4106, section 5).
    """

    spi: int
    salt: bytes
    tag_bytes: int = 16
    extended: bool = False

    def __post_init__(self) -> None:
        """Raise RoundelError for a field of another size."""
        _in_bits("the SPI", self.spi, 32)
        _sized("the salt", self.salt, SALT_BYTES)
        if self.tag_bytes not in ESP_TAGS:
            raise RoundelError(
                f"an ICV of {self.tag_bytes} bytes", f"RFC 4106 has {', '.join(map(str, ESP_TAGS))}."
            )

    def plain(self, sequence: int, iv: bytes, payload: bytes, next_header: int) -> GcmInput:
        """Return what is sealed: the payload with padding (RFC 4303, section 2.4), its length, `next_header`.

        `iv` has 8 bytes and is never used twice with a key.
        """
        _in_bits("the next header", next_header, 8)
        padding = bytes(range(1, 1 + -(len(payload) + 2) % ALIGN))
        return self._input(sequence, iv, payload + padding + bytes([len(padding), next_header]))

    def packet(self, sequence: int, iv: bytes, ciphertext: bytes, tag: bytes) -> bytes:
        """Return the ESP packet, from its SPI to its ICV."""
        _sized("the tag", tag, self.tag_bytes)
        return self._header(sequence) + _sized("the IV", iv, IV_BYTES) + ciphertext + tag

    def parsed(self, packet: bytes, sequence_high: int = 0) -> tuple[GcmInput, bytes]:
        """Return what is opened, and the tag; `sequence_high`: the half of the number that is not in it.

        Raises:
            RoundelError: The packet is too short, or has another SPI.
        """
        start = ESP_HEADER_BYTES + IV_BYTES
        if len(packet) < start + ALIGN + self.tag_bytes:
            raise RoundelError(
                f"an ESP packet of {len(packet)} bytes",
                f"Expected {start + ALIGN + self.tag_bytes} or more with an ICV of {self.tag_bytes} bytes.",
            )
        spi, low = (int.from_bytes(packet[at : at + 4], "big") for at in (0, 4))
        if spi != self.spi:
            raise RoundelError(f"an ESP packet with SPI {spi:#x}", f"Expected {self.spi:#x}.")
        end = len(packet) - self.tag_bytes
        sequence = sequence_high << NUMBER_BITS | low
        return self._input(sequence, packet[ESP_HEADER_BYTES:start], packet[start:end]), packet[end:]

    @staticmethod
    def payload(text: bytes) -> tuple[bytes, int]:
        """Return the payload of an opened text and its next header; RoundelError for wrong padding."""
        length = text[-2] if len(text) >= 2 else 0
        payload, padding = text[: -2 - length], text[-2 - length : -2]
        if len(text) < 2 + length or padding != bytes(range(1, 1 + length)):
            raise RoundelError(
                f"an ESP text of {len(text)} bytes with wrong padding",
                "Expected bytes 1, 2, 3 ..., their number, and the next header (RFC 4303, section 2.4).",
            )
        return payload, text[-1]

    def sample(self, size: int, number: int) -> GcmInput:
        """Return the message of an IPv4 packet of `size` bytes in tunnel mode."""
        return self.plain(number, number.to_bytes(IV_BYTES, "big"), counting(size), IPV4)

    def _header(self, sequence: int) -> bytes:
        _in_bits("the sequence number", sequence, 2 * NUMBER_BITS if self.extended else NUMBER_BITS)
        return self.spi.to_bytes(4, "big") + (sequence % (1 << NUMBER_BITS)).to_bytes(4, "big")

    def _input(self, sequence: int, iv: bytes, text: bytes) -> GcmInput:
        header = self._header(sequence)
        high = (sequence >> NUMBER_BITS).to_bytes(4, "big") if self.extended else b""
        return GcmInput(self.salt + _sized("the IV", iv, IV_BYTES), header[:4] + high + header[4:], text)


@dataclass(frozen=True)
class Macsec:
    """One direction of a MACsec secure association, its user data encrypted (IEEE 802.1AE, clause 9).

    `sci` is the secure channel identifier, 8 bytes; `send_sci`: the frame carries it.
    """

    sci: bytes
    send_sci: bool = True
    association: int = 0
    tag_bytes: int = field(default=MACSEC_TAG, init=False)

    def __post_init__(self) -> None:
        """Raise RoundelError for a field of another size."""
        _sized("the SCI", self.sci, SCI_BYTES)
        _in_bits("the association number", self.association, 2)

    def plain(self, number: int, frame: bytes) -> GcmInput:
        """Return what is sealed of an Ethernet frame without FCS; `number` is its packet number.

        AD are the addresses and the SecTAG. The text begins with the EtherType.
        """
        _in_bits("the packet number", number, NUMBER_BITS)
        if len(frame) < ADDRESS_BYTES + 2:
            raise RoundelError(f"an Ethernet frame of {len(frame)} bytes", "Expected 14 bytes or more.")
        text = frame[ADDRESS_BYTES:]
        flags = 0x20 * self.send_sci | 0x0C | self.association  # SC; E and C: encrypted; AN
        short = len(text) if len(text) < SHORT_FRAME else 0
        pn = number.to_bytes(4, "big")
        tag = MACSEC_TYPE.to_bytes(2, "big") + bytes([flags, short]) + pn + self.sci * self.send_sci
        return GcmInput(self.sci + pn, frame[:ADDRESS_BYTES] + tag, text)

    def packet(self, ad: bytes, ciphertext: bytes, tag: bytes) -> bytes:
        """Return the protected frame without FCS."""
        return ad + ciphertext + _sized("the tag", tag, self.tag_bytes)

    def parsed(self, frame: bytes) -> tuple[GcmInput, bytes]:
        """Return what is opened of a protected frame without padding and FCS, and the tag.

        Raises:
            RoundelError: The frame is too short, or belongs to no encrypted frame of this association.
        """
        head = ADDRESS_BYTES + 8 + SCI_BYTES * self.send_sci
        if len(frame) < head + 2 + MACSEC_TAG:
            raise RoundelError(
                f"a MACsec frame of {len(frame)} bytes", f"Expected {head + 2 + MACSEC_TAG} or more."
            )
        number = int.from_bytes(frame[16:20], "big")
        text, tag = frame[head:-MACSEC_TAG], frame[-MACSEC_TAG:]
        expected = self.plain(number, frame[:ADDRESS_BYTES] + text)
        if frame[:head] != expected.ad:
            raise RoundelError(
                f"a MACsec frame with the SecTAG {frame[ADDRESS_BYTES:head].hex()}",
                f"Expected {expected.ad[ADDRESS_BYTES:].hex()}.",
            )
        return expected, tag

    @staticmethod
    def frame(opened: GcmInput, text: bytes) -> bytes:
        """Return the frame of an opened text."""
        return opened.ad[:ADDRESS_BYTES] + text

    def sample(self, size: int, number: int) -> GcmInput:
        """Return the message of an Ethernet frame of `size` bytes without FCS."""
        return self.plain(number, counting(size))


def counting(size: int) -> bytes:
    """Return `size` bytes 0, 1, 2 and so on."""
    return bytes(n % 256 for n in range(size))


def _sized(what: str, data: bytes, size: int) -> bytes:
    if len(data) != size:
        raise RoundelError(f"{what} has {len(data)} bytes", f"Expected {size}.")
    return data


def _in_bits(what: str, value: int, bits: int) -> None:
    if not 0 <= value < 1 << bits:
        raise RoundelError(f"{what} is {value}", f"Expected 0 to 2^{bits} - 1.")


FORMATS: Mapping[str, PacketFormat] = {
    "esp": Esp(0x1000, bytes(SALT_BYTES)),
    "macsec": Macsec(bytes(SCI_BYTES)),
}

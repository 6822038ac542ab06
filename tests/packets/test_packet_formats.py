"""Formats of packets: fields by hand, and what is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from roundel.errors import RoundelError
from roundel.packets import Esp, Macsec


def test_the_fields_of_an_esp_message_by_hand() -> None:
    one = Esp(0x01020304, b"salt", extended=True).plain(0x1122334455667788, b"initvect", b"abc", 4)
    assert one.nonce == b"saltinitvect"
    assert one.ad.hex() == "010203041122334455667788"
    assert one.text == b"abc\x01\x02\x03\x03\x04"
    assert Esp(0x01020304, b"salt").plain(0x55667788, b"initvect", b"", 4).ad.hex() == "0102030455667788"


def test_the_fields_of_a_macsec_message_by_hand() -> None:
    frame = b"destinsource\x08\x00text"
    one = Macsec(b"12345678", association=1).plain(0x0A0B0C0D, frame)
    assert one.nonce == b"12345678\x0a\x0b\x0c\x0d"
    assert one.ad == b"destinsource\x88\xe5\x2d\x06\x0a\x0b\x0c\x0d12345678"
    assert one.text == b"\x08\x00text"
    without = Macsec(b"12345678", send_sci=False).plain(1, frame + bytes(42))
    assert without.ad == b"destinsource\x88\xe5\x0c\x00\x00\x00\x00\x01"


ESP_PACKET = bytes([0, 0, 0, 1, *range(40)])
MACSEC = Macsec(bytes(8))


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (lambda: Esp(1 << 32, b"salt"), "the SPI is 4294967296"),
        (lambda: Esp(1, b"salts"), "the salt has 5 bytes"),
        (lambda: Esp(1, b"salt", 10), "an ICV of 10 bytes"),
        (lambda: Esp(1, b"salt").plain(1 << 32, bytes(8), b"", 4), "the sequence number is 4294967296"),
        (lambda: Esp(1, b"salt").plain(1, bytes(7), b"", 4), "the IV has 7 bytes"),
        (lambda: Esp(1, b"salt").plain(1, bytes(8), b"", 256), "the next header is 256"),
        (lambda: Esp(1, b"salt").packet(1, bytes(8), b"", bytes(12)), "the tag has 12 bytes"),
        (lambda: Esp(1, b"salt").parsed(ESP_PACKET[:35]), "an ESP packet of 35 bytes"),
        (lambda: Esp(2, b"salt").parsed(ESP_PACKET), "an ESP packet with SPI 0x1"),
        (lambda: Esp.payload(b"\x01\x03\x02\x04"), "wrong padding"),
        (lambda: Esp.payload(b"\x02\x04"), "wrong padding"),
        (lambda: Esp.payload(b"\x04"), "wrong padding"),
        (lambda: Macsec(bytes(7)), "the SCI has 7 bytes"),
        (lambda: Macsec(bytes(8), association=4), "the association number is 4"),
        (lambda: MACSEC.plain(1 << 32, bytes(64)), "the packet number is 4294967296"),
        (lambda: MACSEC.plain(1, bytes(13)), "an Ethernet frame of 13 bytes"),
        (lambda: MACSEC.parsed(bytes(45)), "a MACsec frame of 45 bytes"),
        (lambda: MACSEC.parsed(bytes(46)), "a MACsec frame with the SecTAG"),
    ],
)
def test_what_is_no_packet_is_named(action: Callable[[], object], message: str) -> None:
    with pytest.raises(RoundelError, match=message.replace("^", r"\^")):
        action()

"""Packets that AES-GCM protects, IPsec ESP and MACsec: their GCM messages, and the cycles that they take."""

from typing import TYPE_CHECKING

from roundel.lazy import import_on_first_use

if TYPE_CHECKING:
    from roundel.packets.formats import FORMATS, Esp, GcmInput, Macsec
    from roundel.packets.rate import PacketRate, measure_packets

__all__ = ["FORMATS", "Esp", "GcmInput", "Macsec", "PacketRate", "measure_packets"]

import_on_first_use(__name__)

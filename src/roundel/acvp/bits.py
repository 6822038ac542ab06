"""Strings of bits as FIPS 202 and SP 800-185 order them: the first bit of a byte is its lowest.

A core takes bytes. The last bits of a message that are no byte go to the core with the suffix: a suffix byte
is the domain bits and the first bit of the padding.
"""

from __future__ import annotations

from dataclasses import dataclass

from roundel.models.sp800_185 import left_encode


class NotServed(Exception):
    """A core or this program cannot answer a test. The argument says why."""


@dataclass(frozen=True)
class Bits:
    """`size` bits; bit i of `value` is the i-th one."""

    value: int = 0
    size: int = 0

    @staticmethod
    def of(data: bytes, size: int | None = None) -> Bits:
        """Return the first `size` bits of some bytes: all of them by default.

        Raises:
            NotServed: There are fewer.
        """
        wanted = 8 * len(data) if size is None else size
        if wanted > 8 * len(data):
            raise NotServed(f"{wanted} bits in {len(data)} bytes")
        return Bits(int.from_bytes(data, "little") & ((1 << wanted) - 1), wanted)

    def __add__(self, other: Bits) -> Bits:
        """Return these bits, then the other ones."""
        return Bits(self.value | other.value << self.size, self.size + other.size)

    def pad_to(self, bits: int) -> Bits:
        """Return these bits, then zeros up to a multiple of `bits`."""
        return Bits(self.value, -(-self.size // bits) * bits)

    def whole(self) -> bytes:
        """Return the bytes of a whole number of bytes; NotServed for any other."""
        if self.size % 8:
            raise NotServed(f"{self.size} bits, which are no whole bytes")
        return self.value.to_bytes(self.size // 8, "little")

    def with_suffix(self, suffix: int) -> tuple[bytes, int]:
        """Return the bytes and the suffix byte that a core is sent for these bits.

        Raises:
            NotServed: The first bit of the padding is bit 7 of a byte. Such a suffix is illegal.
        """
        left = self.size % 8
        all_bits = self.value | suffix << self.size
        last = all_bits >> self.size - left  # the bits that are no byte, then the suffix
        size = self.size // 8
        if last >= 1 << 8:
            size, last = size + 1, last >> 8
        elif last >= 1 << 7:
            raise NotServed(f"{self.size} bits: the first bit of the padding ends a byte")
        return (all_bits & (1 << 8 * size) - 1).to_bytes(size, "little"), last


def first_bits(data: bytes, size: int) -> bytes:
    """Return bytes with zeros after their first `size` bits."""
    return Bits.of(data, size).pad_to(8).whole()


def encode_string(text: Bits) -> Bits:
    """Return encode_string of SP 800-185, section 2.3.2."""
    return Bits.of(left_encode(text.size)) + text


def bytepad(text: Bits, rate_bytes: int) -> Bits:
    """Return bytepad of SP 800-185, section 2.3.3."""
    return (Bits.of(left_encode(rate_bytes)) + text).pad_to(8 * rate_bytes)

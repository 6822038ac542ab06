"""The cycles of packets under a key that the core keeps, back to back, from simulation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from roundel.errors import RoundelError
from roundel.packets.formats import PacketFormat, counting
from roundel.protocol.stream import Kind, Operation

if TYPE_CHECKING:
    from roundel.catalog import Core, Service
    from roundel.simulate import Device

ALGORITHM, SEAL = "aes-gcm", "seal-"
SIZES = (64, 128, 256, 512, 1024, 1518, 4096, 9000)
LEAST, MOST = 64, 9000
# Packets that fill the pipeline, and packets that are timed after them.
FIRST, TIMED = 16, 16


@dataclass(frozen=True)
class PacketRate:
    """Packets of `size` bytes before protection, one every `cycles` cycles.

    `peak` is the rate of long messages in bits per cycle.
    """

    core: str
    format: str
    size: int
    cycles: Fraction
    peak: Fraction

    @property
    def bits_per_cycle(self) -> float:
        """Bits of packets before protection per cycle."""
        return float(8 * self.size / self.cycles)

    @property
    def share(self) -> float:
        """`bits_per_cycle` over the rate of long messages."""
        return float(8 * self.size / self.cycles / self.peak)


def gcm_service(core: Core) -> Service:
    """Return the sealing service of AES-GCM with the shortest key; RoundelError for a core without one."""
    found = [s for s in core.services if s.algorithm == ALGORITHM and s.variant.startswith(SEAL)]
    if not found or core.streams > 1:
        raise RoundelError(f"{core.name} has no AES-GCM for packets", "Name aes-gcm-xhs, -hs or -la.")
    return min(found, key=lambda service: int(service.variant.removeprefix(SEAL)))


def require_sizes(sizes: Sequence[int]) -> None:
    """Raise RoundelError unless there are sizes, each from 64 to 9000 bytes."""
    wrong = [size for size in sizes if not LEAST <= size <= MOST]
    if wrong or not sizes:
        raise RoundelError(
            f"packets of {', '.join(map(str, wrong)) or 'no'} bytes", f"Expected {LEAST} to {MOST}."
        )


def measure_packets(
    device: Device, name: str, form: PacketFormat, sizes: Sequence[int] = SIZES
) -> list[PacketRate]:
    """Return the cycles from packet to packet for each size, sealed under a kept key without stalls.

    Args:
        device: A core with AES-GCM, see `gcm_service`.
        name: The name of the format.
        form: The format.
        sizes: Bytes of the packet before protection: 64 to 9000.

    Raises:
        RoundelError: The core has no AES-GCM, or a size is not served.
    """
    service = gcm_service(device.core)
    require_sizes(sizes)
    key = counting(int(service.variant.removeprefix(SEAL)) // 8)
    peak = Fraction(service.block_bits, int(service.cycles_per_block))
    return [
        PacketRate(device.core.name, name, size, _period(device, form, size, key), peak) for size in sizes
    ]


def _period(device: Device, form: PacketFormat, size: int, key: bytes) -> Fraction:
    """Return the mean of the cycles between the ends of the timed packets."""
    from roundel.algorithms.aes_gcm import AES_GCM
    from roundel.simulate.beats import beats_of

    count, segments = FIRST + TIMED, []
    for number in range(count):
        one = form.sample(size, number)
        segments += AES_GCM.message(
            Operation.SEAL,
            None if number else key,
            one.nonce,
            one.ad,
            one.text,
            keep=number < count - 1,
            tag_bytes=form.tag_bytes,
        )
    device.reset()
    got = device.run(beats_of(segments, device.core.data_width), segments=2 * count)
    ends = got.cycle[(got.user == Kind.TAG) & got.last]
    return Fraction(int(ends[-1] - ends[-1 - TIMED]), TIMED)

"""A ready adapter for a register bus: select, write, address and data."""

from __future__ import annotations

from dataclasses import dataclass

from roundel.adapters.dut import DEFAULT_LIMIT, Dut
from roundel.adapters.ready import ByteOrder
from roundel.errors import RoundelError


@dataclass(frozen=True)
class RegisterBus:
    """The ports of a register bus. The user's `run` writes and reads registers with it.

    Args:
        select: The input that is high during an access (cs), or "".
        write: The input that is high for a write (we).
        address: The address of a register.
        write_data: The data of a write.
        read_data: The data of a read.
        read: The input that is high for a read, or "" where not writing means reading.
        ready: An output that is high when an access ends, or "" where each takes a cycle.
        read_latency: Cycles from an access to its data; 0 where the data comes in the same cycle.
        step: The distance of the addresses of two words that follow each other.
    """

    select: str
    write: str
    address: str
    write_data: str
    read_data: str
    read: str = ""
    ready: str = ""
    read_latency: int = 0
    step: int = 1

    async def write_word(self, dut: Dut, address: int, value: int) -> None:
        """Write one register."""
        dut[self.write] = 1
        dut[self.write_data] = value
        await self._access(dut, address)
        dut[self.write] = 0

    async def read_word(self, dut: Dut, address: int) -> int:
        """Return one register."""
        if self.read:
            dut[self.read] = 1
        await self._access(dut, address)
        if self.read:
            dut[self.read] = 0
        await dut.clock(self.read_latency)
        return dut[self.read_data]

    async def write_bytes(self, dut: Dut, address: int, data: bytes, byte_order: ByteOrder = "big") -> None:
        """Write bytes to registers that follow each other, a word each."""
        size = dut.bits(self.write_data) // 8
        if len(data) % size:
            raise RoundelError(f"{len(data)} bytes to registers of {size} bytes", "Pad them.")
        for at in range(0, len(data), size):
            word = int.from_bytes(data[at : at + size], byte_order)
            await self.write_word(dut, address + at // size * self.step, word)

    async def read_bytes(self, dut: Dut, address: int, count: int, byte_order: ByteOrder = "big") -> bytes:
        """Return bytes from registers that follow each other, a word each."""
        size = dut.bits(self.read_data) // 8
        words = [
            (await self.read_word(dut, address + i * self.step)).to_bytes(size, byte_order)
            for i in range(-(-count // size))
        ]
        return b"".join(words)[:count]

    async def poll(self, dut: Dut, address: int, mask: int, value: int | None = None) -> None:
        """Read a register until the bits of `mask` have a value: all ones if none is given."""
        wanted = mask if value is None else value
        for _ in range(DEFAULT_LIMIT):
            if await self.read_word(dut, address) & mask == wanted:
                return
        raise RoundelError(f"register {address:#x} never had {wanted:#x} in {mask:#x}", "Look at its trace.")

    async def _access(self, dut: Dut, address: int) -> None:
        dut[self.address] = address
        if self.select:
            dut[self.select] = 1
        await dut.clock()
        while self.ready and not dut[self.ready]:
            await dut.clock()
        if self.select:
            dut[self.select] = 0

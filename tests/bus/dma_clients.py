"""The memory of a system with DMA, on AXI4 slaves of somebody else, and what a driver does with the DMA."""

from __future__ import annotations

import logging
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bus_clients import BusBench, coin
from cocotbext.axi import AxiBus, AxiReadBus, AxiSlave, AxiSlaveRead
from cocotbext.axi.address_space import Region
from wishbone_memory import WishboneMemory

from roundel.protocol.stream import ACCEPTED, Kind, Segment
from roundel.soc.registers import descriptors, registers

PAGE = 4096
MEMORY_BYTES = 1 << 20
DESCRIPTOR_BYTES = 16
WORDS = descriptors()
STATUS = registers()["DMA_STATUS"].fields
CONTROL = registers()["DMA_CONTROL"]
# Bytes of a command after these are zero, so that it may be in its descriptor.
INLINE_BYTES = 8


class BusError(OSError):
    """The memory reports an error."""


class Memory(Region):
    """Bytes, of which a part may be written, and a part reports errors."""

    def __init__(self, source: random.Random) -> None:
        super().__init__(1 << 32)
        self.random = source
        self.bytes = bytearray(source.randbytes(MEMORY_BYTES))
        self.writable: list[range] = []
        self.broken = range(0)
        self.trespasses: list[int] = []
        self.next = PAGE

    async def _read(self, address: int, length: int, **_: Any) -> bytes:
        return self.read_word(address, length)

    async def _write(self, address: int, data: bytes, **_: Any) -> None:
        self.write_bytes(address, data)

    def read_word(self, address: int, length: int) -> bytes:
        if address in self.broken or address + length > MEMORY_BYTES:
            raise BusError
        return bytes(self.bytes[address : address + length])

    def write_bytes(self, address: int, data: bytes) -> None:
        if address in self.broken or address + len(data) > MEMORY_BYTES:
            raise BusError
        for place in range(address, address + len(data)):
            if not any(place in part for part in self.writable):
                self.trespasses.append(place)
        self.bytes[address : address + len(data)] = data

    def place(self, size: int, *, page: bool = False) -> int:
        """Return the address of free bytes, a multiple of 16. `page`: within a page of 4 KiB."""
        if self.random.random() < 0.3:  # close to the end of a page
            self.next = max(self.next, (self.next // PAGE + 1) * PAGE - 16 * self.random.randint(1, 8))
        else:
            self.next += 16 * self.random.randint(0, 4)
        if page and self.next % PAGE + size > PAGE:
            self.next = (self.next // PAGE + 1) * PAGE
        if self.next + size + PAGE > MEMORY_BYTES:
            self.next = PAGE
        address = self.next
        self.next += (size + 15) // 16 * 16
        return address


@dataclass
class List:
    """A list of descriptors in memory."""

    address: int
    buffers: list[tuple[int, int]] = field(default_factory=list)  # of output: address and capacity


class DmaBench(BusBench):
    """The master of the registers, two memories, and lists of descriptors."""

    def __init__(self, dut: Any, bus: str, seed: int, width: int) -> None:
        super().__init__(dut, bus, seed)
        self.memory = Memory(self.random)
        self.channels: list[Any] = []
        self.wishbones: list[WishboneMemory] = []
        if bus == "axi4-lite":
            self._axi(dut)
        else:
            for prefix in ("wbm_in", "wbm_out"):
                self.wishbones.append(WishboneMemory(dut, prefix, self.memory, self.random, width))

    def _axi(self, dut: Any) -> None:
        reset = {"reset": dut.rst_ni, "reset_active_level": False, "target": self.memory}
        reader = AxiSlaveRead(AxiReadBus.from_prefix(dut, "m_axi_in"), dut.clk_i, **reset)
        both = AxiSlave(AxiBus.from_prefix(dut, "m_axi_out"), dut.clk_i, **reset)
        for part in (reader, both.read_if, both.write_if):
            part.log.setLevel(logging.ERROR)
        write = both.write_if
        self.channels = [
            *(reader.ar_channel, reader.r_channel, both.read_if.ar_channel, both.read_if.r_channel),
            *(write.aw_channel, write.w_channel, write.b_channel),
        ]

    def pause(self, probability: float) -> None:
        """Make every channel of the memories wait at random."""
        for channel in self.channels:
            channel.set_pause_generator(coin(self.random, probability))
        for memory in self.wishbones:
            memory.pause(probability)

    def descriptor(self, *words: int) -> bytes:
        return b"".join(word.to_bytes(4, "little") for word in words)

    def put_input(self, send: Sequence[Segment], *, split: bool = True) -> List:
        """Store segments, cut into pieces at random or whole, and the list of them."""
        entries = []
        for segment in send:
            rest, last = segment.data, False
            while not last:
                whole = 16 * self.random.randint(1, 1 + len(rest) // 16)
                size = min(len(rest), whole) if split and self.random.random() < 0.5 else len(rest)
                ends = not split or size % 16 != 0 or size == 0 or segment.kind == Kind.CMD
                ends = ends or self.random.random() < 0.7
                last = size == len(rest) and ends
                entries.append((segment.kind, rest[:size], last))
                rest = rest[size:]
        room = self.memory.place(DESCRIPTOR_BYTES * len(entries), page=True)
        for index, (kind, data, last) in enumerate(entries):
            inline = len(data) == 16 and not any(data[INLINE_BYTES:]) and self.random.random() < 0.5
            control = WORDS["IN_CONTROL"].word(
                LENGTH=self.random.getrandbits(24) if inline else len(data),
                KIND=int(kind),
                LAST=int(last),
                INLINE=int(inline),
                END=int(index == len(entries) - 1),
            )
            address = self.memory.place(len(data))
            self.memory.bytes[address : address + len(data)] = data
            words = (control, self.random.getrandbits(32) if inline else address)
            rest = data[:INLINE_BYTES] if inline else self.random.randbytes(8)
            where = room + DESCRIPTOR_BYTES * index
            self.memory.bytes[where : where + DESCRIPTOR_BYTES] = self.descriptor(*words) + rest
        return List(room)

    def put_output(self, sizes: Sequence[int], *, split: bool = True) -> List:
        """Store a list with buffers for answers of these sizes."""
        buffers = []
        for size in sizes:
            rest, enough = size, False
            while not enough:
                longest = max(16, (rest + 15) // 16 * 16)
                capacity = longest + 16 * self.random.randint(0, 2)
                if split and self.random.random() < 0.5:
                    capacity = 16 * self.random.randint(1, longest // 16)
                enough = capacity >= rest
                buffers.append((self.memory.place(capacity), capacity))
                rest -= capacity
        room = self.memory.place(DESCRIPTOR_BYTES * len(buffers), page=True)
        for index, (address, capacity) in enumerate(buffers):
            control = WORDS["OUT_CONTROL"].word(CAPACITY=capacity, END=int(index == len(buffers) - 1))
            where = room + DESCRIPTOR_BYTES * index
            words = self.descriptor(control, address, 0, 0)
            self.memory.bytes[where : where + DESCRIPTOR_BYTES] = words
            self.memory.writable.append(range(where + 8, where + 13))
            self.memory.writable.append(range(address, address + capacity))
        return List(room, buffers)

    def answers(self, outputs: List) -> tuple[list[Segment], list[int]]:
        """Return the segments that a list has received, and the code of each STATUS."""
        received, codes, data = [], [], b""
        for index, (address, capacity) in enumerate(outputs.buffers):
            where = outputs.address + DESCRIPTOR_BYTES * index + 8
            result = int.from_bytes(self.memory.bytes[where : where + 4], "little")
            code = int.from_bytes(self.memory.bytes[where + 4 : where + 8], "little")
            fields = {name: one.of(result) for name, one in WORDS["OUT_RESULT"].fields.items()}
            if not fields["DONE"]:
                break
            assert fields["BYTES"] <= capacity
            assert fields["LAST"] or fields["BYTES"] == capacity
            data += self.memory.bytes[address : address + fields["BYTES"]]
            if fields["LAST"]:
                received.append(Segment(Kind(fields["KIND"]), data))
                data = b""
            if fields["KIND"] == Kind.STATUS:
                codes.append(code)
            else:
                assert code == 0
        assert not data
        return received, codes

    async def dma_status(self) -> dict[str, int]:
        word = await self.read("DMA_STATUS")
        return {name: one.of(word) for name, one in STATUS.items()}

    async def run(self, inputs: List, outputs: List, limit: int = 60_000) -> int:
        """Start both lists and wait for the interrupt; return the cycles from the start."""
        assert await self.write("DMA_CONTROL", CONTROL.word(DMA=1, ENABLE_OUT=1, ENABLE_ERROR=1))
        assert await self.write("DMA_OUT_HEAD", outputs.address)
        assert await self.write("DMA_IN_HEAD", inputs.address)
        for cycle in range(limit):
            if int(self.dut.interrupt_o.value):
                return cycle
            await self.cycles(1)
        raise AssertionError(f"no interrupt; {await self.dma_status()}")

    async def wait_idle(self) -> None:
        for _ in range(2000):
            status = await self.dma_status()
            if not status["IN_BUSY"] and not status["OUT_BUSY"]:
                return
        raise AssertionError("an engine is busy for ever")

    async def dma_exchange(self, send: Sequence[Segment], answers: Sequence[Segment]) -> None:
        """Run a transaction and check every byte of the memory that it may write."""
        inputs, outputs = self.put_input(send), self.put_output([len(one.data) for one in answers])
        before = bytes(self.memory.bytes)
        await self.run(inputs, outputs)
        status = await self.dma_status()
        assert status["OUT_DONE"] and not status["IN_ERROR"] and not status["OUT_ERROR"], status
        received, codes = self.answers(outputs)
        bad = [i for i, one in enumerate(answers) if one.kind == Kind.STATUS and one != ACCEPTED]
        expected = list(answers[: bad[0] + 1] if bad else answers)
        assert received == expected
        assert codes == [one.data[0] for one in expected if one.kind == Kind.STATUS]
        assert not self.memory.trespasses
        # Beyond the bytes that arrived a buffer is as before.
        for index, (address, capacity) in enumerate(outputs.buffers):
            where = outputs.address + DESCRIPTOR_BYTES * index + 8
            result = int.from_bytes(self.memory.bytes[where : where + 4], "little")
            size = WORDS["OUT_RESULT"].fields["BYTES"].of(result)
            rest = slice(address + size, address + capacity)
            assert self.memory.bytes[rest] == before[rest]
        if bad:
            await self.soft_reset()
        await self.wait_idle()
        self.memory.writable.clear()

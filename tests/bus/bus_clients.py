"""A bus master of somebody else (cocotbext-axi, cocotbext-wishbone), and what software does with it."""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from cocotb.clock import Clock
from cocotbext.axi import AxiLiteBus, AxiLiteMaster, AxiResp
from cocotbext.wishbone.driver import WBOp, WishboneMaster

from roundel.protocol.stream import Kind, Segment
from roundel.soc.registers import FIFO_WORDS, registers

CLOCK_NS = 10
REGISTERS = registers()
STATUS = REGISTERS["STATUS"].fields
WISHBONE = {
    **{"cyc": "cyc_i", "stb": "stb_i", "we": "we_i", "adr": "adr_i", "datwr": "dat_i", "datrd": "dat_o"},
    **{"ack": "ack_o", "err": "err_o", "sel": "sel_i"},
}


class Master(Protocol):
    """One access at a time; the second value of each is whether the bus reported success."""

    async def read(self, offset: int) -> tuple[int, bool]: ...

    async def write(self, offset: int, word: int, strobes: int = 15) -> bool: ...

    def pause(self, probability: float) -> None: ...


def coin(source: random.Random, probability: float) -> Iterator[bool]:
    while True:
        yield source.random() < probability


class AxiLite:
    """cocotbext-axi's AXI4-Lite master."""

    def __init__(self, dut: Any, source: random.Random) -> None:
        bus = AxiLiteBus.from_prefix(dut, "s_axil")
        self.master = AxiLiteMaster(bus, dut.clk_i, dut.rst_ni, reset_active_level=False)
        self.random = source
        for part in (self.master.write_if, self.master.read_if):
            part.log.setLevel(logging.ERROR)

    async def read(self, offset: int) -> tuple[int, bool]:
        done = await self.master.read(offset, 4)
        return int.from_bytes(done.data, "little"), done.resp == AxiResp.OKAY

    async def write(self, offset: int, word: int, strobes: int = 15) -> bool:
        """With strobes other than 15 the write has the bytes of their one run."""
        first = (strobes & -strobes).bit_length() - 1
        data = word.to_bytes(4, "little")[first : first + strobes.bit_count()]
        return (await self.master.write(offset + first, data)).resp == AxiResp.OKAY

    def pause(self, probability: float) -> None:
        write, read = self.master.write_if, self.master.read_if
        for channel in (write.aw_channel, write.w_channel, write.b_channel, read.ar_channel, read.r_channel):
            channel.set_pause_generator(coin(self.random, probability))


class Wishbone:
    """cocotbext-wishbone's master, pipelined or standard."""

    def __init__(self, dut: Any, source: random.Random, *, pipelined: bool) -> None:
        names = WISHBONE | ({"stall": "stall_o"} if pipelined else {})
        self.master = WishboneMaster(dut, "wb", dut.clk_i, width=32, timeout=1000, signals_dict=names)
        self.random, self.probability = source, 0.0

    async def read(self, offset: int) -> tuple[int, bool]:
        (done,) = await self.master.send_cycle([WBOp(offset, idle=self._idle())])
        return int(done.datrd) if done.ack == 1 else 0, done.ack == 1

    async def write(self, offset: int, word: int, strobes: int = 15) -> bool:
        (done,) = await self.master.send_cycle([WBOp(offset, word, sel=strobes, idle=self._idle())])
        return bool(done.ack == 1)

    def pause(self, probability: float) -> None:
        self.probability = probability

    def _idle(self) -> int:
        idle = 0
        while self.random.random() < self.probability:
            idle += 1
        return idle


class BusBench:
    """Clock, reset and a master; `send`, `receive` and `exchange` are what a driver does."""

    def __init__(self, dut: Any, bus: str, seed: int) -> None:
        self.dut = dut
        self.random = random.Random(seed)
        self.clock = Clock(dut.clk_i, CLOCK_NS, "ns")
        self.clock.start()
        dut.rst_ni.value = 0
        self.master: Master = (
            AxiLite(dut, self.random)
            if bus == "axi4-lite"
            else Wishbone(dut, self.random, pipelined=bus == "wishbone")
        )

    async def cycles(self, number: int) -> None:
        await self.clock.cycles(number)

    async def start(self) -> None:
        """Reset the hardware, and wait until the shell is ready."""
        self.dut.rst_ni.value = 0
        await self.cycles(4)
        self.dut.rst_ni.value = 1
        await self.cycles(1)
        await self.wait_ready()

    async def wait_ready(self) -> None:
        for _ in range(40):
            if not STATUS["BUSY"].of(await self.status()):
                return
        raise AssertionError("BUSY for ever")

    async def soft_reset(self, enables: int = 0) -> None:
        assert await self.write("CONTROL", 1 | enables)
        await self.wait_ready()

    async def read(self, name: str) -> int:
        word, well = await self.master.read(REGISTERS[name].offset)
        assert well, f"a read of {name} was refused"
        return word

    async def write(self, name: str, word: int) -> bool:
        return await self.master.write(REGISTERS[name].offset, word)

    async def status(self) -> int:
        return await self.read("STATUS")

    def words_of(self, segment: Segment) -> list[tuple[str, int]]:
        """The writes that make a segment, cut into pieces at random."""
        writes, rest, last = [], segment.data, False
        while not last:
            longest = REGISTERS["IN_SEGMENT"].fields["LENGTH"].mask // 16 * 16
            size = min(len(rest), longest, 16 * self.random.randint(1, 1 + len(rest) // 16))
            # Where data ends with a whole beat, an empty piece may end the segment, except a command.
            ends = size % 16 != 0 or size == 0 or segment.kind == Kind.CMD or self.random.random() < 0.7
            last = size == len(rest) and ends
            piece, rest = rest[:size], rest[size:]
            word = REGISTERS["IN_SEGMENT"].word(LENGTH=size, KIND=int(segment.kind), LAST=int(last))
            writes.append(("IN_SEGMENT", word))
            padded = piece + bytes(-len(piece) % 4)
            words = (padded[i : i + 4] for i in range(0, len(padded), 4))
            writes += [("IN_DATA", int.from_bytes(word, "little")) for word in words]
        return writes

    async def exchange(self, send: Sequence[Segment], answers: int, limit: int = 20_000) -> list[Segment]:
        """Send segments and return the answers, both as the FIFOs allow it."""
        writes = [write for segment in send for write in self.words_of(segment)]
        received: list[Segment] = []
        data = b""
        for _ in range(limit):
            status = await self.status()
            assert not STATUS["IN_ERROR"].of(status)
            space = FIFO_WORDS - STATUS["IN_WORDS"].of(status)
            for name, word in writes[:space]:
                assert await self.write(name, word)
            del writes[:space]
            if STATUS["OUT_WORDS"].of(status):
                kind, last = STATUS["OUT_KIND"].of(status), STATUS["OUT_LAST"].of(status)
                word = await self.read("OUT_DATA")
                data += word.to_bytes(4, "little")[: STATUS["OUT_BYTES"].of(status)]
                if last:
                    assert await self.read("OUT_DATA") == 0, "words of two segments in one reading"
                    assert STATUS["OUT_ENDED"].of(await self.status())
                    assert await self.write("STATUS", STATUS["OUT_ENDED"].mask)
                    received.append(Segment(Kind(kind), data))
                    data = b""
            if len(received) == answers and not writes:
                return received
        raise AssertionError(f"{len(received)} of {answers} answers; {len(writes)} words not written")

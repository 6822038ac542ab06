"""A service core between a cocotbext-axi source and sink, and a watch on the rules of its output."""

from __future__ import annotations

import logging
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.simtime import get_sim_time
from cocotb.triggers import RisingEdge, with_timeout
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource

from roundel.protocol.stream import Segment

CLOCK_NS = 10
RESET_CYCLES = 4


@dataclass(frozen=True)
class Beats:
    """Raw beats of one frame, for what no segment can say: `kind` and `keep` byte by byte."""

    data: bytes
    kind: int | list[int]
    keep: list[int] | None = None


@dataclass(frozen=True)
class Exchange:
    """What goes into a core and what must come out, in order."""

    send: tuple[Segment | Beats, ...]
    answers: tuple[Segment, ...]
    name: str = field(default="", compare=False)


class StreamBench:
    """Clock, reset, source and sink around `dut`; `violations` collects broken rules of the output."""

    def __init__(self, dut: Any, seed: int = 1) -> None:
        self.dut = dut
        self.random = random.Random(seed)
        self.violations: list[str] = []
        self.clock = Clock(dut.clk_i, CLOCK_NS, "ns")
        self.clock.start()
        dut.rst_ni.value = 0
        ports = {"clock": dut.clk_i, "reset": dut.rst_ni, "reset_active_level": False}
        self.source = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s_axis"), **ports)
        self.sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m_axis"), **ports)
        for client in (self.source, self.sink):
            client.log.setLevel(logging.ERROR)  # every frame flushed by a reset is a warning of its own
        cocotb.start_soon(self._watch())

    async def reset(self) -> None:
        """Hold reset for a few cycles; whatever was under way is forgotten on both sides."""
        self.dut.rst_ni.value = 0
        await self.cycles(RESET_CYCLES)
        self.source.clear()
        self.sink.clear()
        self.dut.rst_ni.value = 1
        await self.cycles(1)

    @property
    def cycle(self) -> int:
        """Cycles of the clock since the simulation began."""
        return int(get_sim_time("ns")) // CLOCK_NS

    async def cycles(self, number: int) -> None:
        """Sleep through `number` cycles; what follows happens at a rising edge, before the core sees it."""
        await self.clock.cycles(number)

    def pause(self, source: float = 0.0, sink: float = 0.0) -> None:
        """Withhold tvalid and tready in a cycle with these probabilities."""
        for client, probability in ((self.source, source), (self.sink, sink)):
            # A generator is asked in every cycle; none is when there is nothing to ask.
            client.set_pause_generator(self._coin(probability) if probability else None)
            if not probability:
                client.pause = False

    def send(self, frames: Iterable[Segment | Beats]) -> None:
        """Queue frames; the source sends them without a gap unless it is paused."""
        width = self.source.byte_lanes
        for frame in frames:
            data, keep = frame.data, frame.keep if isinstance(frame, Beats) else None
            if not data:
                data, keep = bytes(width), [0] * width
            kind = list(map(int, frame.kind)) if isinstance(frame.kind, list) else int(frame.kind)
            self.source.send_nowait(AxiStreamFrame(data, tkeep=keep, tuser=kind))

    async def receive(self, number: int, limit_cycles: int = 100_000) -> list[Segment]:
        """Return the next `number` segments; fails when the core keeps silent for `limit_cycles`."""
        segments = []
        for _ in range(number):
            frame = await with_timeout(self.sink.recv(compact=False), limit_cycles * CLOCK_NS, "ns")
            kinds = set(frame.tuser)
            assert len(kinds) == 1, f"a segment of several kinds: {kinds}"
            data = bytes(byte for byte, keep in zip(frame.tdata, frame.tkeep, strict=True) if keep)
            segments.append(Segment(kinds.pop(), data))
        return segments

    async def check(self, exchanges: Iterable[Exchange]) -> None:
        """Send all exchanges back to back and hold every answer against what must come, in order."""
        exchanges = list(exchanges)
        for exchange in exchanges:
            self.send(exchange.send)
        for exchange in exchanges:
            for expected in exchange.answers:
                (answer,) = await self.receive(1)
                assert answer == expected, f"{exchange.name}: {answer} instead of {expected}"

    async def finish(self, silent_cycles: int = 100) -> None:
        """Hold that nothing more comes, and that no rule was broken on the way."""
        self.pause()
        await self.cycles(silent_cycles)
        assert self.sink.empty() and self.sink.idle(), "an answer that nothing asked for"
        assert not self.violations, self.violations[0]

    def _coin(self, probability: float) -> Iterator[bool]:
        while True:
            yield self.random.random() < probability

    async def _watch(self) -> None:
        """Note every cycle in which the output breaks a rule of the stream protocol."""
        dut, width = self.dut, self.source.byte_lanes
        offered = None
        while True:
            if offered is None and not int(dut.m_axis_tvalid.value):
                # No rule can be broken; an offer within a cycle is looked at by the edge that ends the cycle.
                await RisingEdge(dut.m_axis_tvalid)
            await RisingEdge(dut.clk_i)
            if not int(dut.rst_ni.value):
                offered = None
                continue
            if not int(dut.m_axis_tvalid.value):
                if offered is not None:
                    self.violations.append(f"withdrawn before it was taken: {offered}")
                offered = None
                continue
            data, keep = int(dut.m_axis_tdata.value), int(dut.m_axis_tkeep.value)
            beat = (data, keep, int(dut.m_axis_tlast.value), int(dut.m_axis_tuser.value))
            if offered is not None and beat != offered:
                self.violations.append(f"changed before it was taken: {offered}")
            if keep & (keep + 1):
                self.violations.append(f"tkeep with a hole: {keep:#x}")
            if keep != (1 << width) - 1 and not beat[2]:
                self.violations.append(f"partial tkeep before tlast: {keep:#x}")
            if data >> (8 * keep.bit_count()):
                self.violations.append(f"unused bytes are not zero: {data:#x}, tkeep {keep:#x}")
            offered = None if int(dut.m_axis_tready.value) else beat

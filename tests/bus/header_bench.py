"""A core between the adapters of a header beat, with AXI4-Stream models that this project did not write."""

from __future__ import annotations

import logging
import os
import random
from typing import Any

import cocotb
from bus_cases import cases
from bus_clients import CLOCK_NS, coin
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles
from cocotbext.axi import AxiStreamBus, AxiStreamSink, AxiStreamSource

from roundel.catalog import find_core
from roundel.soc.header import packet_of, segment_of

CORE = find_core(os.environ["ROUNDEL_CORE"])


async def exchange_all(dut: Any, seed: int, pause: float) -> None:
    """Send every case, and compare the packets that come back."""
    source_of_pauses = random.Random(seed)
    cocotb.start_soon(Clock(dut.clk_i, CLOCK_NS, "ns").start())
    reset = {"reset": dut.rst_ni, "reset_active_level": False}
    source = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s_axis"), dut.clk_i, **reset)
    sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m_axis"), dut.clk_i, **reset)
    for end in (source, sink):
        end.log.setLevel(logging.ERROR)
        if pause:
            end.set_pause_generator(coin(source_of_pauses, pause))
    dut.rst_ni.value = 0
    await ClockCycles(dut.clk_i, 4)
    dut.rst_ni.value = 1
    width = CORE.data_width
    for case in cases(CORE, random.Random(seed)):
        for segment in case.send:
            await source.send(packet_of(segment, width))
        answers = [segment_of(bytes((await sink.recv()).tdata), width) for _ in case.answers]
        assert tuple(answers) == case.answers, case.name


@cocotb.test()
async def transactions(dut: Any) -> None:
    await exchange_all(dut, 1, 0.0)


@cocotb.test()
async def transactions_with_pauses(dut: Any) -> None:
    await exchange_all(dut, 2, 0.4)

"""Drives roundel_rollback_fifo within its port contract, or against it where CONTRACT_BROKEN names how."""

from __future__ import annotations

import os

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge


@cocotb.test()
async def write_until_full(dut) -> None:
    broken = os.environ.get("CONTRACT_BROKEN", "")
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    dut.write_i.value = dut.commit_i.value = dut.drop_i.value = dut.out_ready_i.value = 0
    dut.data_i.value = 0
    dut.rst_ni.value = 0
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    writes = 0
    for _ in range(12):
        full = bool(dut.full_o.value)
        dut.write_i.value = int(not full or broken == "full")
        dut.drop_i.value = int(broken == "drop" and writes == 2)
        writes += not full
        await FallingEdge(dut.clk_i)
    assert writes == 4, writes

"""The chained mixer under cocotb: a known answer, and the cycles of messages of two sizes."""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge

from roundel.adapters import report_cycles


async def digest(dut, blocks):
    cycles = 0
    for number, block in enumerate(blocks):
        dut.block.value = block
        (dut.next if number else dut.init).value = 1
        await RisingEdge(dut.clk)
        dut.init.value = dut.next.value = 0
        await RisingEdge(dut.clk)
        cycles += 2
        while not dut.valid.value:
            await RisingEdge(dut.clk)
            cycles += 1
    report_cycles(len(blocks), cycles)
    return int(dut.digest.value)


@cocotb.test()
async def known_answer(dut):
    cocotb.start_soon(Clock(dut.clk, 10, unit="ns").start())
    dut.reset.value = 1
    dut.init.value = dut.next.value = 0
    for _ in range(3):
        await RisingEdge(dut.clk)
    dut.reset.value = 0
    text = int.from_bytes(b"abcdefghijklmnop", "big")
    assert await digest(dut, [0]) == 0x00000030A3080A000000041103068800
    assert await digest(dut, [text] * 3) == 0x0F6AB9E59800EA74AB7EC0FDBFF69881

"""How many cycles a transaction takes with DMA, from the start of its lists to the interrupt."""

from __future__ import annotations

import os
import random
from typing import Any

import cocotb
from bus_cases import Case, hash_case, packet_case
from dma_clients import DmaBench

from roundel.catalog import find_core

CORE = find_core(os.environ["ROUNDEL_CORE"])
BUS = os.environ["ROUNDEL_BUS"]
DMA = int(os.environ["ROUNDEL_DMA"])
SPONGE = CORE.name == "keccak-hash"
RATE = 136  # bytes of a block of SHA3-256, which the core permutes in 24 cycles
ROUNDS = 24


async def cycles_of(dut: Any, case: Case) -> int:
    """Run a transaction without stalls, each segment in one piece and one buffer; return its cycles."""
    bench = DmaBench(dut, BUS, 1, DMA)
    await bench.start()
    await bench.wait_idle()
    inputs = bench.put_input(case.send, split=False)
    outputs = bench.put_output([len(one.data) for one in case.answers], split=False)
    cycles = await bench.run(inputs, outputs)
    received, _ = bench.answers(outputs)
    assert tuple(received) == case.answers
    cocotb.log.warning("PACE %s: %d cycles", case.name, cycles)
    return cycles


@cocotb.test(skip=not SPONGE)
async def hash_of_64_kib(dut: Any) -> None:
    message = random.Random(1).randbytes(1 << 16)
    pace = len(message) / await cycles_of(dut, hash_case(message))
    assert pace >= (0.9 * 4 if DMA == 32 else 0.8 * RATE / ROUNDS)


@cocotb.test(skip=not SPONGE)
async def hash_of_64_bytes(dut: Any) -> None:
    assert await cycles_of(dut, hash_case(random.Random(2).randbytes(64))) <= 150


@cocotb.test(skip=SPONGE)
async def packet(dut: Any) -> None:
    assert await cycles_of(dut, packet_case()) <= 1.2 * int(os.environ["ROUNDEL_BARE_CYCLES"])

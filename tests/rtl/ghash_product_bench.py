"""roundel_ghash_product: every pair of powers of x, and random factors, a product in BLOCK_CYCLES cycles.

The product is linear in each factor: the module is sums and products of 16 bits, which are proved. So the
powers of x determine it.
"""

from __future__ import annotations

import os
import random
from collections import deque
from collections.abc import Iterator
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

from roundel.models.gcm import multiply

BLOCK_CYCLES = int(os.environ["BLOCK_CYCLES"])
# Cycles from the first one of the factors to the product.
LATENCY = {1: 4, 2: 5, 4: 6}[BLOCK_CYCLES]
RANDOM = 2000


def reversed_bits(value: int) -> int:
    """Return the model's number, whose highest bit is the coefficient of x^0, for a poly_t, or back."""
    return int(f"{value:0128b}"[::-1], 2)


def product(a: int, b: int) -> int:
    return reversed_bits(multiply(reversed_bits(a), reversed_bits(b)))


def factors() -> Iterator[tuple[int, int, int]]:
    power = [1]
    for _ in range(254):
        power.append(product(power[-1], 2))
    for i in range(128):
        for j in range(128):
            yield 1 << i, 1 << j, power[i + j]
    rng = random.Random(4)
    for _ in range(RANDOM):
        a, b = rng.getrandbits(128), rng.getrandbits(128)
        yield a, b, product(a, b)


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def products_are_those_of_the_field(dut: Any) -> None:
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    expected: deque[tuple[int, int]] = deque()
    now = 0
    for a, b, right in factors():
        dut.a_i.value, dut.b_i.value = a, b
        expected.append((now + LATENCY, right))
        for cycle in range(BLOCK_CYCLES):
            dut.cycle_i.value = 1 << cycle
            await FallingEdge(dut.clk_i)
            now += 1
            if now == expected[0][0]:
                assert int(dut.product_o.value) == expected.popleft()[1], (a, b)

"""GHASH against SP 800-38D bit by bit: random subkeys and blocks, wiped and filled again, with pauses."""

from __future__ import annotations

import os
import random
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

from roundel.models.gcm import ghash

STEPS = int(os.environ["GHASH_STEPS"])
FILL_CYCLES = 19
WIPE_CYCLES = 18
ROUNDS = 40


async def started(dut: Any) -> None:
    for name in (
        "key_valid_i",
        "clear_key_i",
        "clear_i",
        "block_valid_i",
        "a_present_i",
        "b_present_i",
        "rst_ni",
    ):
        getattr(dut, name).value = 0
    dut.key_i.value = dut.a_i.value = dut.b_i.value = 0
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    await cycles(dut, 3)
    dut.rst_ni.value = 1
    await rest(dut)


async def cycles(dut: Any, number: int) -> None:
    for _ in range(number):
        await FallingEdge(dut.clk_i)


async def rest(dut: Any) -> int:
    taken = 0
    while dut.busy_o.value:
        await cycles(dut, 1)
        taken += 1
    return taken


async def pulse(dut: Any, signal: Any) -> None:
    signal.value = 1
    await cycles(dut, 1)
    signal.value = 0


def number(block: bytes) -> int:
    return int.from_bytes(block, "little")


async def give(dut: Any, a: bytes | None, b: bytes | None) -> int:
    """Give one block; return the cycles until it was taken."""
    dut.a_present_i.value = 2**128 - 1 if a is not None else 0
    dut.b_present_i.value = b is not None
    # What is not present must not matter.
    dut.a_i.value = number(a if a is not None else random.randbytes(16))
    dut.b_i.value = number(b if b is not None else random.randbytes(16))
    dut.block_valid_i.value = 1
    await Timer(1, "ns")  # ready follows clear in the same cycle
    waited = 1
    while not dut.block_ready_o.value:
        await cycles(dut, 1)
        await Timer(1, "ns")
        waited += 1
    await cycles(dut, 1)
    dut.block_valid_i.value = 0
    return waited


async def hash_of(dut: Any) -> bytes:
    await give(dut, None, None)
    await cycles(dut, 1)
    return int(dut.hash_o.value).to_bytes(16, "little")


def split(rng: random.Random, block: bytes) -> tuple[bytes | None, bytes | None]:
    other = rng.randbytes(16)
    mixed = bytes(x ^ y for x, y in zip(block, other, strict=True))
    return rng.choice([(block, None), (None, block), (mixed, other)])


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def hashes_are_those_of_the_standard(dut: Any) -> None:
    await started(dut)
    rng = random.Random(1)
    special = [bytes(16), b"\xff" * 16, b"\x80" + bytes(15), bytes(15) + b"\x01"]
    subkey = bytes(16)
    for count in range(ROUNDS):
        if count % 4 == 0:
            subkey = special[count // 4] if count < 16 else rng.randbytes(16)
            dut.key_i.value = number(subkey)
            await pulse(dut, dut.key_valid_i)
            assert await rest(dut) == FILL_CYCLES
        await pulse(dut, dut.clear_i)
        data = b""
        for place in range(rng.randint(0, 6)):
            block = special[place % 4] if rng.random() < 0.2 else rng.randbytes(16)
            await give(dut, *split(rng, block))
            await cycles(dut, rng.choice([0, 0, 1, STEPS - 1, STEPS, 2 * STEPS]))
            data += block
        assert await hash_of(dut) == ghash(subkey, data), f"{subkey.hex()}: {data.hex()}"
        if rng.random() < 0.3:
            await pulse(dut, dut.clear_key_i)
            assert await rest(dut) == WIPE_CYCLES
            await give(dut, rng.randbytes(16), None)
            assert await hash_of(dut) == bytes(16)
            dut.key_i.value = number(subkey)
            await pulse(dut, dut.key_valid_i)
            await rest(dut)


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def a_block_takes_its_steps(dut: Any) -> None:
    await started(dut)
    rng = random.Random(2)
    dut.key_i.value = number(rng.randbytes(16))
    await pulse(dut, dut.key_valid_i)
    await rest(dut)
    await pulse(dut, dut.clear_i)
    await give(dut, rng.randbytes(16), None)
    for _ in range(20):
        assert await give(dut, rng.randbytes(16), None) == STEPS

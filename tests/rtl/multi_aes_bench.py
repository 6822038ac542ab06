"""The lanes of multi-aes-hs against the models: AES with both keys, one after another and fed back, and the
256-bit Rijndael with a new key for every block."""

from __future__ import annotations

import random
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

from roundel.models.aes import Rijndael

INPUTS = (
    "rst_ni wide_i key_256bit_i key_load_i key_restart_i key_expand_i wide_load_i bus_i start_i feedback_i "
    "release_i text_i text_at_begin_i text_at_end_i xor_operand_i xor_at_begin_i xor_at_end_i word_clear_i"
)
KEY_LEAD = 16  # cycles from the load of a Rijndael key to the start of its batch


def number(block: bytes) -> int:
    return int.from_bytes(block, "little")


async def cycles(dut: Any, count: int = 1) -> None:
    for _ in range(count):
        await FallingEdge(dut.clk_i)


async def started(dut: Any) -> None:
    for name in INPUTS.split():
        getattr(dut, name).value = 0
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    await cycles(dut, 3)
    dut.rst_ni.value = 1


async def load_key(dut: Any, key: bytes) -> int:
    dut.key_256bit_i.value = len(key) == 32
    dut.key_load_i.value = 1
    for place in range(0, len(key), 16):
        dut.key_restart_i.value = place == 0
        dut.bus_i.value = number(key[place : place + 16])
        await cycles(dut)
    dut.key_load_i.value = dut.key_restart_i.value = 0
    dut.key_expand_i.value = 1
    await cycles(dut)
    dut.key_expand_i.value = 0
    setup_cycles = 1
    while dut.key_busy_o.value:
        await cycles(dut)
        setup_cycles += 1
    return setup_cycles


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def blocks_under_one_key(dut: Any) -> None:
    """Two blocks every R cycles; text on the way out."""
    await started(dut)
    rng = random.Random(1)
    for size, setup in ((16, 22), (32, 15)) * 3:
        key = rng.randbytes(size)
        assert await load_key(dut, key) == setup
        cipher = Rijndael(key)
        blocks = [rng.randbytes(32) for _ in range(5)]
        text = rng.randbytes(32)
        dut.text_i.value, dut.text_at_end_i.value, dut.xor_at_begin_i.value = number(text), 1, 1
        words: list[bytes] = []
        begun: list[int] = []
        for cycle in range(100):
            dut.start_i.value = len(begun) < len(blocks)
            dut.xor_operand_i.value = number(blocks[min(len(begun), 4)])
            await Timer(1, "ns")
            if dut.begin_early_o.value:
                begun.append(cycle)
            retired = bool(dut.retire_o.value)
            await cycles(dut)
            if retired:
                words.append(int(dut.word_o.value).to_bytes(32, "little"))
        expected = [cipher.encrypt(b[:16]) + cipher.encrypt(b[16:]) for b in blocks]
        expected = [bytes(x ^ y for x, y in zip(e, text, strict=True)) for e in expected]
        assert words == expected
        assert {b - a for a, b in zip(begun, begun[1:], strict=False)} == {cipher.rounds}
        dut.text_at_end_i.value = dut.xor_at_begin_i.value = 0


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def a_chain_of_blocks(dut: Any) -> None:
    """Each result of lane A is added to the next block; one every R cycles, or later."""
    await started(dut)
    rng = random.Random(2)
    dut.feedback_i.value = dut.text_at_begin_i.value = 1
    for size in (16, 32):
        rounds = 10 if size == 16 else 14
        for pause in (0, 0, rounds + 1, rounds + 2, 30):
            key = rng.randbytes(size)
            await load_key(dut, key)
            cipher = Rijndael(key)
            blocks = [rng.randbytes(32) for _ in range(4)]
            begun: list[int] = []
            chain = bytes(16)
            for block in blocks:
                chain = cipher.encrypt(bytes(x ^ y for x, y in zip(chain, block[:16], strict=True)))
            for cycle in range(200):
                dut.start_i.value = len(begun) < 4 and (not begun or cycle >= begun[-1] + pause)
                dut.text_i.value = number(blocks[min(len(begun), 3)])
                await Timer(1, "ns")
                if dut.begin_early_o.value:
                    begun.append(cycle)
                await cycles(dut)
            assert {b - a for a, b in zip(begun, begun[1:], strict=False)} == {max(pause, rounds)}
            dut.release_i.value = 1
            await cycles(dut)
            dut.release_i.value = 0
            assert int(dut.word_o.value).to_bytes(32, "little")[:16] == chain


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def wide_blocks(dut: Any) -> None:
    """A key for every block, 15 cycles apart or more; the result is added to what went in."""
    await started(dut)
    rng = random.Random(3)
    dut.key_256bit_i.value = dut.feedback_i.value = 1
    dut.xor_at_end_i.value = dut.text_at_begin_i.value = 1
    for pauses in ([15] * 6, [15, 30, 15, 47, 15, 15], [rng.randint(15, 60) for _ in range(6)]):
        dut.wide_i.value = 0
        await cycles(dut, 2)
        dut.wide_i.value = 1
        keys = [rng.randbytes(32) for _ in pauses]
        chains = [bytes([255]) * 32]
        for key in keys:
            out = Rijndael(key, 32).encrypt(chains[-1])
            chains.append(bytes(x ^ y for x, y in zip(out, chains[-1], strict=True)))
        due, loads, starts, second = 0, 0, [], -1
        for cycle in range(500):
            dut.wide_load_i.value = 0
            if cycle == second:
                dut.bus_i.value = number(keys[loads - 1][16:])
            await Timer(1, "ns")
            if loads < len(keys) and cycle >= due and dut.wide_can_accept_o.value:
                dut.wide_load_i.value = 1
                dut.bus_i.value = number(keys[loads][:16])
                starts.append(cycle + KEY_LEAD)
                due, second = cycle + pauses[loads], cycle + 1
                loads += 1
            dut.start_i.value = cycle in starts
            dut.text_i.value = number(chains[0]) if starts and cycle == starts[0] else 0
            place = sum(start < cycle for start in starts)
            dut.xor_operand_i.value = number(chains[max(0, place - 1)])
            await Timer(1, "ns")
            assert bool(dut.begin_early_o.value) == (cycle in starts)
            await cycles(dut)
        if set(pauses) == {15}:
            assert {b - a for a, b in zip(starts, starts[1:], strict=False)} == {15}
        dut.release_i.value = 1
        await cycles(dut)
        dut.release_i.value = 0
        assert int(dut.word_o.value).to_bytes(32, "little") == chains[-1]

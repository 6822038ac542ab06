"""vkeccak.vi against FIPS 202: both round counts, stalls, reserved immediates, resets, cycles."""

from __future__ import annotations

import hashlib
import random
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

from roundel.models.keccak import keccak_p

STATE_BYTES = 200
GROUP_BYTES = 256
ROUNDS = {0: 24, 1: 12}


class Machine:
    """The side of the register file: a group of 256 bytes, sent and written in words."""

    def __init__(self, dut: Any, seed: int, stalls: bool = True) -> None:
        self.dut = dut
        self.rng = random.Random(seed)
        self.stalls = stalls
        self.width = len(dut.in_data_i) // 8
        self.words = -(-STATE_BYTES // self.width)

    async def start(self) -> None:
        for name in ("start_i", "imm_i", "in_valid_i", "in_data_i", "out_ready_i"):
            getattr(self.dut, name).value = 0
        cocotb.start_soon(Clock(self.dut.clk_i, 10, "ns").start())
        await self.reset()

    async def reset(self) -> None:
        self.dut.rst_ni.value = 0
        for _ in range(2):
            await FallingEdge(self.dut.clk_i)
        self.dut.rst_ni.value = 1

    async def issue(self, imm: int) -> bool:
        """Offer the instruction for one cycle; return whether it is reported as illegal."""
        self.dut.start_i.value = 1
        self.dut.imm_i.value = imm
        await Timer(1, "ns")
        illegal = bool(self.dut.illegal_o.value)
        assert self.dut.ready_o.value == 1
        await FallingEdge(self.dut.clk_i)
        self.dut.start_i.value = 0
        return illegal

    async def execute(self, group: bytes, imm: int, stop_after: int | None = None) -> tuple[bytes, int]:
        """Execute the instruction; return the group after it and the cycles to the next possible start.

        `stop_after` is a number of cycles after which to leave the instruction where it is.
        """
        assert not await self.issue(imm)
        sent, result, cycles = 0, b"", 1
        while len(result) < self.words * self.width:
            if cycles == stop_after:
                break
            goes = not self.stalls or self.rng.random() < 0.6
            self.dut.in_valid_i.value = goes
            self.dut.out_ready_i.value = goes
            # The value at the port does not matter unless it is offered.
            word = group[sent * self.width :][: self.width] if goes else self.rng.randbytes(self.width)
            self.dut.in_data_i.value = int.from_bytes(word, "little")
            await Timer(1, "ns")
            assert self.dut.ready_o.value == 0 and self.dut.illegal_o.value == 0
            if goes and self.dut.in_ready_o.value:
                sent += 1
            if goes and self.dut.out_valid_o.value:
                assert sent == self.words
                result += int(self.dut.out_data_o.value).to_bytes(self.width, "little")
            await FallingEdge(self.dut.clk_i)
            cycles += 1
        self.dut.in_valid_i.value = 0
        self.dut.out_ready_i.value = 0
        return result + group[self.words * self.width :], cycles


def expected(group: bytes, imm: int) -> bytes:
    return keccak_p(group[:STATE_BYTES], ROUNDS[imm]) + group[STATE_BYTES:]


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def results_are_those_of_the_standard(dut: Any) -> None:
    machine = Machine(dut, 1)
    await machine.start()
    for _ in range(40):
        group, imm = machine.rng.randbytes(GROUP_BYTES), machine.rng.randrange(2)
        assert (await machine.execute(group, imm))[0] == expected(group, imm)


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def instructions_back_to_back_take_their_cycles(dut: Any) -> None:
    machine = Machine(dut, 2, stalls=False)
    await machine.start()
    for imm in (0, 0, 1, 1, 0):
        group = machine.rng.randbytes(GROUP_BYTES)
        after, cycles = await machine.execute(group, imm)
        assert after == expected(group, imm)
        assert cycles == 1 + 2 * machine.words + ROUNDS[imm]


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def a_digest_is_that_of_the_standard(dut: Any) -> None:
    machine = Machine(dut, 3)
    await machine.start()
    block = b"abc\x06".ljust(135, b"\0") + b"\x80"
    after, _ = await machine.execute(block.ljust(GROUP_BYTES, b"\0"), 0)
    assert after[:32] == hashlib.sha3_256(b"abc").digest()


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def a_reserved_immediate_starts_nothing(dut: Any) -> None:
    machine = Machine(dut, 4)
    await machine.start()
    for imm in range(2, 32):
        assert await machine.issue(imm)
        await Timer(1, "ns")
        assert dut.ready_o.value == 1 and dut.illegal_o.value == 0 and dut.in_ready_o.value == 0
    group = machine.rng.randbytes(GROUP_BYTES)
    assert (await machine.execute(group, 1))[0] == expected(group, 1)


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def a_start_in_execution_changes_nothing(dut: Any) -> None:
    machine = Machine(dut, 5, stalls=False)
    await machine.start()
    group = machine.rng.randbytes(GROUP_BYTES)
    await machine.execute(group, 0, stop_after=machine.words + 8)
    for imm in (1, 5):
        dut.start_i.value, dut.imm_i.value = 1, imm
        await Timer(1, "ns")
        assert dut.ready_o.value == 0 and dut.illegal_o.value == 0
        await FallingEdge(dut.clk_i)
    dut.start_i.value = 0
    dut.out_ready_i.value = 1
    result = b""
    for _ in range(24 + machine.words):
        await Timer(1, "ns")
        if dut.out_valid_o.value:
            result += int(dut.out_data_o.value).to_bytes(machine.width, "little")
        await FallingEdge(dut.clk_i)
    assert result[:STATE_BYTES] == expected(group, 0)[:STATE_BYTES]


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def a_reset_in_any_cycle_stops_the_instruction(dut: Any) -> None:
    machine = Machine(dut, 6, stalls=False)
    await machine.start()
    for cycle in range(1, 2 * machine.words + 25):
        group, imm = machine.rng.randbytes(GROUP_BYTES), machine.rng.randrange(2)
        await machine.execute(group, 0, stop_after=cycle)
        await machine.reset()
        await Timer(1, "ns")
        assert dut.ready_o.value == 1 and dut.out_valid_o.value == 0
        assert (await machine.execute(group, imm))[0] == expected(group, imm)


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def nothing_remains_after_the_last_word(dut: Any) -> None:
    machine = Machine(dut, 7)
    await machine.start()
    for imm in (0, 1):
        await machine.execute(machine.rng.randbytes(GROUP_BYTES), imm)
        await Timer(1, "ns")
        assert int(dut.group_q.value) == 0

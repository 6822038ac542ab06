"""The state of the low-area Keccak cores against FIPS 202: passes with pauses, rounds, clearing."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, field
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

from roundel.models.keccak import keccak_p

LANES = 25
GIVEN = 21  # lanes 0 to 20 may be given out
ZERO = bytes(8)


@dataclass
class Pass:
    """What a pass does with the state: `data` is added, or put in the place of bytes in `replace`."""

    data: bytes = bytes(8 * LANES)
    replace: list[int] = field(default_factory=lambda: [0] * LANES)
    give: bool = True
    kept: frozenset[int] = frozenset()
    rounds: int = 0
    clears: bool = False
    checked: frozenset[int] = frozenset()

    def model(self, state: bytes) -> tuple[bytes, bytes]:
        """Return what is given out, and the state behind the pass and its rounds."""
        total = bytes(a ^ b for a, b in zip(state, self.data, strict=True))
        after = bytes(
            d if self.replace[i // 8] >> (i % 8) & 1 else t
            for i, (d, t) in enumerate(zip(self.data, total, strict=True))
        )
        if self.rounds:
            after = keccak_p(after, self.rounds)
        return (total[: 8 * GIVEN] if self.give else b""), after


class Driver:
    def __init__(self, dut: Any, seed: int, pauses: bool = True) -> None:
        self.dut = dut
        self.rng = random.Random(seed)
        self.pauses = pauses
        self.given = bytearray()
        self.cycle = 0
        self.taken: list[int] = []  # cycle of each lane
        self.differs = False

    async def start(self) -> None:
        for name in ("lane_valid_i", "lane_aside_i", "lane_check_i", "sum_ready_i", "rst_ni"):
            getattr(self.dut, name).value = 0
        cocotb.start_soon(Clock(self.dut.clk_i, 10, "ns").start())
        for _ in range(3):
            await FallingEdge(self.dut.clk_i)
        self.dut.rst_ni.value = 1
        await self.run(clear())
        self.given.clear()

    async def edge(self) -> bool:
        """Go on by a cycle; return whether the lane on offer was taken."""
        dut = self.dut
        dut.sum_ready_i.value = not self.pauses or self.rng.random() < 0.6
        await Timer(1, "ns")
        taken = bool(dut.lane_valid_i.value and dut.lane_ready_o.value)
        if dut.sum_valid_o.value and dut.sum_ready_i.value:
            self.given += int(dut.sum_o.value).to_bytes(8, "little")
        self.differs |= bool(dut.sum_differs_o.value)
        await FallingEdge(dut.clk_i)
        if taken:
            self.taken.append(self.cycle)
        self.cycle += 1
        return taken

    async def offer(self, lane: bytes) -> None:
        dut = self.dut
        while self.pauses and self.rng.random() < 0.3:
            dut.lane_valid_i.value = 0
            await self.edge()
        dut.lane_i.value = int.from_bytes(lane, "little")
        dut.lane_valid_i.value = 1
        while not await self.edge():
            pass
        dut.lane_valid_i.value = 0

    async def keep(self, number: int, lane: bytes) -> None:
        self.dut.lane_aside_i.value = 1
        self.dut.aside_number_i.value = number % 8
        await self.offer(lane)
        self.dut.lane_aside_i.value = 0

    async def run(self, step: Pass) -> None:
        dut = self.dut
        for number in sorted(step.kept):
            await self.keep(number, step.data[8 * number : 8 * number + 8])
        for number in range(LANES):
            assert not dut.lane_ready_o.value or dut.lane_number_o.value == number
            is_kept = number in step.kept
            dut.lane_replace_i.value = step.replace[number]
            dut.lane_give_i.value = step.give and number < GIVEN
            dut.lane_check_i.value = number in step.checked
            dut.lane_kept_i.value = is_kept
            dut.lane_upper_i.value = is_kept or step.clears and bool(number & 8)
            dut.permute_i.value = step.rounds != 0
            dut.rounds24_i.value = step.rounds == 24
            # What stands at the port does not matter when the lane was put aside.
            await self.offer(self.rng.randbytes(8) if is_kept else step.data[8 * number : 8 * number + 8])


def clear() -> Pass:
    return Pass(replace=[255] * LANES, clears=True)


def random_pass(rng: random.Random) -> Pass:
    kept = frozenset({21, 22, 23}) if rng.random() < 0.3 else frozenset()
    replace = [rng.choice([0, 0, 255, rng.randrange(256)]) for _ in range(LANES)]
    data = rng.choice([bytes(8 * LANES), rng.randbytes(8 * LANES)])
    return Pass(data, replace, rng.random() < 0.7, kept, rng.choice([0, 12, 24]))


async def check(driver: Driver, steps: list[Pass]) -> None:
    state = bytes(8 * LANES)
    expected = b""
    for step in [*steps, Pass()]:
        out, state = step.model(state)
        expected += out
        await driver.run(step)
    for _ in range(8):
        driver.pauses = False
        await driver.edge()
    assert bytes(driver.given) == expected


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def passes_and_rounds_are_those_of_the_standard(dut: Any) -> None:
    driver = Driver(dut, 1)
    await driver.start()
    await check(driver, [random_pass(driver.rng) for _ in range(60)])


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def the_same_without_pauses(dut: Any) -> None:
    driver = Driver(dut, 2, pauses=False)
    await driver.start()
    await check(driver, [random_pass(driver.rng) for _ in range(60)])


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def rounds_take_their_cycles(dut: Any) -> None:
    driver = Driver(dut, 3, pauses=False)
    await driver.start()
    for rounds in (12, 24, 12):
        driver.taken.clear()
        await driver.run(Pass(rounds=rounds))
        await driver.run(Pass())
        assert driver.taken[24] - driver.taken[0] == 24
        assert driver.taken[25] - driver.taken[24] == 30 * rounds + 6


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def a_clearing_pass_leaves_nothing(dut: Any) -> None:
    driver = Driver(dut, 4, pauses=False)
    await driver.start()
    await check(
        driver, [Pass(driver.rng.randbytes(8 * LANES), kept=frozenset({21, 22, 23}), rounds=12), clear()]
    )
    for _ in range(16):  # what is on its way
        await driver.edge()
    data = dut.u_datapath
    assert all(int(data.u_lanes.mem_q[i].value) == 0 for i in range(LANES))
    assert all(int(data.u_operands.mem_q[i].value) == 0 for i in range(16))
    assert all(int(data.parity_q[i].value) == 0 for i in range(5))
    assert all(int(data.line_q[i].value) == 0 for i in range(1, 6))
    assert int(data.next_q.value) == 0 and int(data.next_but_one_q.value) == 0


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def a_sum_that_should_be_zero_and_is_not_is_told(dut: Any) -> None:
    driver = Driver(dut, 5)
    await driver.start()
    for number, wrong, checked in itertools.product((0, 1, 20), (None, 0, 63), (0, 1, 20)):
        state = driver.rng.randbytes(8 * LANES)
        await driver.run(Pass(state, replace=[255] * LANES, give=False, clears=True))
        flipped = int.from_bytes(state, "little") ^ (0 if wrong is None else 1 << 64 * number + wrong)
        driver.differs = False
        data = flipped.to_bytes(8 * LANES, "little")
        await driver.run(Pass(data, give=False, checked=frozenset({checked})))
        assert driver.differs == (wrong is not None and checked == number)

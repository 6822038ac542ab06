"""The state of the low-area Keccak cores against FIPS 202: passes with stalls, rounds, clearing."""

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
SENT_LANES = 21  # lanes 0 to 20 may be sent
ZERO = bytes(8)


@dataclass
class Pass:
    """What a pass does with the state: `data` is added, or replaces the bytes that `replace` selects."""

    data: bytes = bytes(8 * LANES)
    replace: list[int] = field(default_factory=lambda: [0] * LANES)
    send: bool = True
    stored: frozenset[int] = frozenset()
    rounds: int = 0
    clears: bool = False
    checked: frozenset[int] = frozenset()
    bytes: int = 255  # of each lane: those that are sent or checked

    def model(self, state: bytes) -> tuple[bytes, bytes]:
        """Return what is sent, and the state after the pass and its rounds."""
        total = bytes(a ^ b for a, b in zip(state, self.data, strict=True))
        after = bytes(
            d if self.replace[i // 8] >> (i % 8) & 1 else t
            for i, (d, t) in enumerate(zip(self.data, total, strict=True))
        )
        if self.rounds:
            after = keccak_p(after, self.rounds)
        return (total[: 8 * SENT_LANES] if self.send else b""), after


class Driver:
    def __init__(self, dut: Any, seed: int, stalls: bool = True) -> None:
        self.dut = dut
        self.rng = random.Random(seed)
        self.stalls = stalls
        self.sent = bytearray()
        self.cycle = 0
        self.accepted: list[int] = []  # cycle of each lane
        self.compared: list[bool] = []  # of each lane that was checked: whether it is equal

    async def start(self) -> None:
        for name in ("lane_valid_i", "lane_store_i", "lane_check_i", "sum_ready_i", "rst_ni"):
            getattr(self.dut, name).value = 0
        cocotb.start_soon(Clock(self.dut.clk_i, 10, "ns").start())
        for _ in range(3):
            await FallingEdge(self.dut.clk_i)
        self.dut.rst_ni.value = 1
        await self.run(clear())
        self.sent.clear()

    async def edge(self) -> bool:
        """Run for one cycle; return whether the offered lane was accepted."""
        dut = self.dut
        dut.sum_ready_i.value = not self.stalls or self.rng.random() < 0.6
        await Timer(1, "ns")
        accepted = bool(dut.lane_valid_i.value and dut.lane_ready_o.value)
        if dut.sum_valid_o.value and dut.sum_ready_i.value:
            self.sent += int(dut.sum_o.value).to_bytes(8, "little")
        if dut.sum_check_o.value:
            self.compared.append(not dut.sum_mismatch_o.value)
        await FallingEdge(dut.clk_i)
        if accepted:
            self.accepted.append(self.cycle)
        self.cycle += 1
        return accepted

    async def offer(self, lane: bytes) -> None:
        dut = self.dut
        while self.stalls and self.rng.random() < 0.3:
            dut.lane_valid_i.value = 0
            await self.edge()
        dut.lane_i.value = int.from_bytes(lane, "little")
        dut.lane_valid_i.value = 1
        while not await self.edge():
            pass
        dut.lane_valid_i.value = 0

    async def store(self, number: int, lane: bytes) -> None:
        self.dut.lane_store_i.value = 1
        self.dut.store_number_i.value = number % 8
        await self.offer(lane)
        self.dut.lane_store_i.value = 0

    async def run(self, step: Pass) -> None:
        dut = self.dut
        for number in sorted(step.stored):
            await self.store(number, step.data[8 * number : 8 * number + 8])
        for number in range(LANES):
            assert not dut.lane_ready_o.value or dut.lane_number_o.value == number
            is_stored = number in step.stored
            dut.lane_replace_i.value = step.replace[number]
            dut.lane_send_i.value = step.send and number < SENT_LANES
            dut.lane_check_i.value = number in step.checked
            dut.lane_bytes_i.value = step.bytes
            dut.lane_from_store_i.value = is_stored
            dut.lane_upper_i.value = is_stored or step.clears and bool(number & 8)
            dut.permute_i.value = step.rounds != 0
            dut.rounds24_i.value = step.rounds == 24
            # The value at the port does not matter when a stored lane is used.
            await self.offer(self.rng.randbytes(8) if is_stored else step.data[8 * number : 8 * number + 8])


def clear() -> Pass:
    return Pass(replace=[255] * LANES, clears=True)


def random_pass(rng: random.Random) -> Pass:
    stored = frozenset({21, 22, 23}) if rng.random() < 0.3 else frozenset()
    replace = [rng.choice([0, 0, 255, rng.randrange(256)]) for _ in range(LANES)]
    data = rng.choice([bytes(8 * LANES), rng.randbytes(8 * LANES)])
    return Pass(data, replace, rng.random() < 0.7, stored, rng.choice([0, 12, 24]))


async def check(driver: Driver, steps: list[Pass]) -> None:
    state = bytes(8 * LANES)
    expected = b""
    for step in [*steps, Pass()]:
        out, state = step.model(state)
        expected += out
        await driver.run(step)
    for _ in range(8):
        driver.stalls = False
        await driver.edge()
    assert bytes(driver.sent) == expected


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def passes_and_rounds_are_those_of_the_standard(dut: Any) -> None:
    driver = Driver(dut, 1)
    await driver.start()
    await check(driver, [random_pass(driver.rng) for _ in range(60)])


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def the_same_without_stalls(dut: Any) -> None:
    driver = Driver(dut, 2, stalls=False)
    await driver.start()
    await check(driver, [random_pass(driver.rng) for _ in range(60)])


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def rounds_take_their_cycles(dut: Any) -> None:
    driver = Driver(dut, 3, stalls=False)
    await driver.start()
    for rounds in (12, 24, 12):
        driver.accepted.clear()
        await driver.run(Pass(rounds=rounds))
        await driver.run(Pass())
        assert driver.accepted[24] - driver.accepted[0] == 24
        assert driver.accepted[25] - driver.accepted[24] == 30 * rounds + 6


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def a_clearing_pass_clears_everything(dut: Any) -> None:
    driver = Driver(dut, 4, stalls=False)
    await driver.start()
    await check(
        driver, [Pass(driver.rng.randbytes(8 * LANES), stored=frozenset({21, 22, 23}), rounds=12), clear()]
    )
    for _ in range(16):  # the lanes in flight
        await driver.edge()
    data = dut.u_datapath
    assert all(int(data.u_lanes.mem_q[i].value) == 0 for i in range(LANES))
    assert all(int(data.u_operands.mem_q[i].value) == 0 for i in range(16))
    assert all(int(data.parity_q[i].value) == 0 for i in range(5))
    assert all(int(data.line_q[i].value) == 0 for i in range(1, 6))
    assert int(data.next_q.value) == 0 and int(data.next_but_one_q.value) == 0
    assert int(data.replaced_q.value) == 0


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def a_sum_that_should_be_zero_and_is_not_is_reported(dut: Any) -> None:
    driver = Driver(dut, 5)
    await driver.start()
    lanes = (0, 1, 20)
    for number, wrong, checked, mask in itertools.product(lanes, (None, 0, 31, 63), lanes, (255, 15, 0)):
        state = driver.rng.randbytes(8 * LANES)
        await driver.run(Pass(state, replace=[255] * LANES, send=False, clears=True))
        flipped = int.from_bytes(state, "little") ^ (0 if wrong is None else 1 << 64 * number + wrong)
        driver.compared.clear()
        data = flipped.to_bytes(8 * LANES, "little")
        await driver.run(Pass(data, send=False, checked=frozenset({checked}), bytes=mask))
        differs = wrong is not None and checked == number and mask >> wrong // 8 & 1
        assert driver.compared == [not differs]

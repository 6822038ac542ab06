"""The bus contract of a service core, seen by a client that did not come from this project.

Run inside the simulator by test_bus_contract.py; ROUNDEL_CORE names the core.
"""

from __future__ import annotations

import functools
import os
import random
import re
from collections.abc import Callable
from typing import Any

import cocotb
from clients import CLIENTS
from stream_bench import Exchange, StreamBench

CLIENT = CLIENTS[os.environ["ROUNDEL_CORE"]]

# So many cycles are enough for random exchanges under one setting, none is begun after. A core of thousands
# of cycles gets a share of them (the model's own driver, a hundred times faster, runs thousands everywhere).
ENOUGH_CYCLES = 12_000
BACK_TO_BACK = 10
RESETS = 100


async def started(dut: Any, seed: int = 1) -> StreamBench:
    bench = StreamBench(dut, seed)
    await bench.reset()
    return bench


async def check_many(bench: StreamBench, number: int, make: Callable[[], Exchange]) -> None:
    """Check up to `number` exchanges, some back to back each time."""
    begun = bench.cycle
    for _ in range(number // BACK_TO_BACK):
        await bench.check([make() for _ in range(BACK_TO_BACK)])
        if bench.cycle - begun > ENOUGH_CYCLES:
            return


@cocotb.test()
async def known_answers_one_at_a_time(dut: Any) -> None:
    bench = await started(dut)
    for exchange in CLIENT.known:
        await bench.check([exchange])
        await bench.finish()


@cocotb.test()
async def back_to_back(dut: Any) -> None:
    bench = await started(dut)
    await bench.check([*CLIENT.known, *reversed(CLIENT.known)])
    await bench.finish()


@cocotb.test()
async def random_pauses_on_both_sides(dut: Any) -> None:
    bench = await started(dut)
    for source, sink in ((0.5, 0.0), (0.0, 0.5), (0.3, 0.3), (0.9, 0.1), (0.1, 0.9)):
        bench.pause(source, sink)
        rng = random.Random(f"{source} {sink}")
        await check_many(bench, 30, functools.partial(CLIENT.legal, rng))
    await bench.finish()


@cocotb.test()
async def reset_in_the_middle(dut: Any) -> None:
    bench = await started(dut)
    rng = random.Random(5)
    begun = bench.cycle
    # Every fourth cycle first, then those between.
    for cycles in sorted(range(RESETS), key=lambda cycle: cycle % 4):
        if cycles % 4 and bench.cycle - begun > ENOUGH_CYCLES:
            break
        bench.send(frame for _ in range(4) for frame in CLIENT.legal(rng).send)
        await bench.cycles(cycles)
        await bench.reset()
        await bench.check([CLIENT.legal(rng)])
    await bench.finish()


@cocotb.test()
async def illegal_sequences_are_answered_and_left_behind(dut: Any) -> None:
    bench = await started(dut)
    for exchange in CLIENT.illegal:
        await bench.check([exchange])
        await bench.finish()
        # In one go: the answers before it come first, and the next command is served.
        await bench.check([CLIENT.known[1], exchange, CLIENT.known[2], exchange, exchange, CLIENT.known[0]])
        await bench.finish()


@cocotb.test()
async def legal_and_illegal_mixed_under_pauses(dut: Any) -> None:
    bench = await started(dut)
    rng = random.Random(7)

    def some() -> Exchange:
        return rng.choice(CLIENT.illegal) if rng.random() < 0.4 else CLIENT.legal(rng)

    for pauses in ((0.0, 0.0), (0.4, 0.4), (0.0, 0.8), (0.8, 0.0)):
        bench.pause(*pauses)
        await check_many(bench, 40, some)
    await bench.finish()


def secrets_left(dut: Any) -> list[str]:
    left = []
    for path in CLIENT.registers.zero:
        register = dut
        for name, index in re.findall(r"(\w+)(?:\[(\d+)\])?", path):
            register = getattr(register, name)
            if index:
                register = register[int(index)]
        lanes = {i: int(register[i].value) for i in register.range}
        left += [f"{path}[{i}] = {lane:#x}" for i, lane in lanes.items() if lane]
    return left


@cocotb.test()
async def nothing_of_a_transaction_is_kept(dut: Any) -> None:
    bench = await started(dut)
    rng = random.Random(11)
    busy = CLIENT.known[CLIENT.registers.busy]
    bench.send(busy.send)
    await bench.cycles(CLIENT.registers.busy_cycles)
    assert secrets_left(dut), "the registers named hold no secret in the middle of a transaction"
    await bench.receive(len(busy.answers))
    for exchange in (*CLIENT.known, *CLIENT.illegal, *(CLIENT.legal(rng) for _ in range(20))):
        await bench.check([exchange])
        await bench.finish(CLIENT.registers.ending_cycles)
        assert not secrets_left(dut), f"after {exchange.name}: {secrets_left(dut)}"
    bench.send(busy.send)
    await bench.cycles(CLIENT.registers.busy_cycles)
    await bench.reset()
    await bench.finish()
    assert not secrets_left(dut), f"after a reset: {secrets_left(dut)}"

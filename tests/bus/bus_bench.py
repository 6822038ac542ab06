"""A core after the register shell, driven by a bus master that this project did not write."""

from __future__ import annotations

import os
import random
from typing import Any

import cocotb
from bus_cases import Case, cases
from bus_clients import REGISTERS, STATUS, BusBench

from roundel.catalog import find_core
from roundel.paths import project_root
from roundel.protocol.stream import Kind, Segment
from roundel.soc.registers import FIFO_WORDS
from roundel.soc.wrapper import capability

CORE = find_core(os.environ["ROUNDEL_CORE"])
BUS = os.environ["ROUNDEL_BUS"]
# Registers of the shell and its parts that a word passes through, by module.
HOLDERS = ("u_in_fifo.mem_q", "u_out_fifo.mem_q")
WIDE = ("u_to_stream.gen_wide.lanes_q",)
NARROW = ("u_to_stream.gen_narrow.word_q", "u_to_bus.gen_narrow.half_q")


async def started(dut: Any, seed: int) -> BusBench:
    bench = BusBench(dut, BUS, seed)
    await bench.start()
    return bench


async def check(bench: BusBench, case: Case) -> None:
    answers = await bench.exchange(case.send, len(case.answers))
    assert tuple(answers) == case.answers, case.name


def inside(dut: Any, path: str) -> Any:
    found = dut.u_shell
    for name in path.split("."):
        found = getattr(found, name)
    return found


def held(dut: Any) -> dict[str, list[int]]:
    """Every word of data that the shell stores, by the path of its register."""
    paths = [f"u_shell.{path}" for path in (*HOLDERS, *(WIDE if CORE.data_width == 128 else NARROW))]
    paths += ["u_bus.data_q", "u_bus.answer_q"]
    words = {}
    for path in paths:
        signal = inside(dut, path)
        memory = path.endswith("mem_q")
        stored = [int(word.value) for word in signal] if memory else [int(signal.value)]
        # Above the data of the output FIFO are the kind and the size of its segment.
        words[path] = [word & 0xFFFFFFFF for word in stored] if "u_out_fifo" in path else stored
    return words


@cocotb.test()
async def identity(dut: Any) -> None:
    bench = await started(dut, 1)
    services, algorithms = capability(CORE)
    assert await bench.read("ID") == REGISTERS["ID"].value == int.from_bytes(b"RNDL", "big")
    assert await bench.read("VERSION") == REGISTERS["VERSION"].value
    word = REGISTERS["CAPABILITY"].word(
        SERVICES=services, BEAT_BYTES=CORE.data_width // 8, FIFO_WORDS=FIFO_WORDS
    )
    assert await bench.read("CAPABILITY") == word
    assert await bench.read("ALGORITHMS") == algorithms
    assert await bench.status() == 0


@cocotb.test()
async def transactions(dut: Any) -> None:
    bench = await started(dut, 2)
    for case in cases(CORE, random.Random(2)):
        await check(bench, case)


@cocotb.test()
async def transactions_with_random_stalls(dut: Any) -> None:
    bench = await started(dut, 3)
    bench.master.pause(0.4)
    for case in cases(CORE, random.Random(3)):
        await check(bench, case)


@cocotb.test()
async def nothing_is_left_when_the_answer_was_read(dut: Any) -> None:
    bench = await started(dut, 4)
    for case in cases(CORE, random.Random(4))[3:6]:
        await check(bench, case)
        await bench.cycles(4)
        for path, words in held(dut).items():
            assert not any(words), f"{case.name}: {path} has {words}"


@cocotb.test()
async def soft_reset_at_any_time(dut: Any) -> None:
    bench = await started(dut, 5)
    source = random.Random(5)
    for _ in range(12):
        case = source.choice(cases(CORE, source))
        writes = [write for segment in case.send for write in bench.words_of(segment)]
        for name, word in writes[: source.randint(1, len(writes))][: 3 * FIFO_WORDS]:
            await bench.write(name, word)  # refused when the FIFO is full: a reset repairs that as well
        await bench.cycles(source.randint(0, 60))
        await bench.soft_reset()
        await bench.cycles(1)
        assert await bench.status() == 0
        await bench.cycles(2)
        for path, words in held(dut).items():
            assert not any(words), f"{case.name}: {path} has {words} after a reset"
        await check(bench, source.choice(cases(CORE, source)))


@cocotb.test()
async def illegal_accesses_are_refused_and_change_nothing(dut: Any) -> None:
    bench = await started(dut, 6)
    known = {register.offset: register for register in REGISTERS.values() if not register.dma}
    for offset in range(0, 64, 4):
        access = known[offset].access if offset in known else ""
        _, well = await bench.master.read(offset)
        assert well == ("r" in access), f"read at {offset:#x}"
        if "w" not in access:
            assert not await bench.master.write(offset, 0xFFFFFFFF), f"write at {offset:#x}"
    for strobes in (1, 2, 3, 4, 6, 8, 12, 14):
        assert not await bench.master.write(REGISTERS["CONTROL"].offset, 0x701, strobes)
    assert await bench.read("CONTROL") == 0
    assert await bench.read("OUT_DATA") == 0
    assert await bench.status() == 0
    await check(bench, cases(CORE, random.Random(6))[0])


@cocotb.test()
async def a_hole_in_the_input_stops_it(dut: Any) -> None:
    bench = await started(dut, 7)
    case = cases(CORE, random.Random(7))[4]
    header = REGISTERS["IN_SEGMENT"]

    async def data_without_header() -> None:
        assert await bench.write("IN_DATA", 1)

    async def header_in_piece() -> None:
        for _ in range(2):
            assert await bench.write("IN_SEGMENT", header.word(LENGTH=8, KIND=Kind.TEXT, LAST=1))

    async def partial_write() -> None:
        assert await bench.write("IN_SEGMENT", header.word(LENGTH=8, KIND=Kind.TEXT, LAST=1))
        assert not await bench.master.write(REGISTERS["IN_DATA"].offset, 1, strobes=3)

    async def overflow() -> None:
        refused = 0
        for name, word in bench.words_of(Segment(Kind.TEXT, bytes(1600))) * 8:
            refused += not await bench.write(name, word)
            if refused:
                break
        else:  # a core may drop as fast as this master writes; then the piece is left open
            await header_in_piece()

    for break_rule in (data_without_header, header_in_piece, partial_write, overflow):
        await break_rule()
        await bench.cycles(5)
        assert STATUS["IN_ERROR"].of(await bench.status()), break_rule.__name__
        # Nothing passes any more, and the bus answers all the same.
        for name, word in (write for segment in case.send for write in bench.words_of(segment)):
            await bench.write(name, word)
        await bench.cycles(300)
        assert STATUS["IN_ERROR"].of(await bench.status())
        await bench.soft_reset()
        await check(bench, case)


@cocotb.test()
async def interrupts(dut: Any) -> None:
    bench = await started(dut, 8)
    control = REGISTERS["CONTROL"]
    case = cases(CORE, random.Random(8))[0]

    async def level(word: int) -> int:
        assert await bench.write("CONTROL", word)
        await bench.cycles(3)
        return int(dut.interrupt_o.value)

    out, space, error = (control.word(**{f"ENABLE_{name}": 1}) for name in ("OUT", "IN", "ERROR"))
    assert [await level(word) for word in (0, out, space, error)] == [0, 0, 1, 0]
    assert await bench.read("CONTROL") == error
    assert await level(out) == 0
    for name, word in (write for segment in case.send for write in bench.words_of(segment)):
        while STATUS["IN_WORDS"].of(await bench.status()) == FIFO_WORDS:
            pass
        assert await bench.write(name, word)
    for _ in range(5000):
        if int(dut.interrupt_o.value):
            break
        await bench.cycles(1)
    assert int(dut.interrupt_o.value) and STATUS["OUT_WORDS"].of(await bench.status())
    assert await level(error) == 0
    assert await bench.exchange((), len(case.answers)) == list(case.answers)
    assert await level(out) == 0
    assert await bench.write("IN_DATA", 1)
    assert await level(error) == 1
    await bench.soft_reset(error)
    assert await level(error) == 0


def documented_accesses() -> list[list[str]]:
    """The accesses of the worked example of docs/bus.md: words of each line without its remark."""
    page = (project_root() / "docs" / "bus.md").read_text()
    block = page.split("```accesses core=keccak-hash\n")[1].split("```")[0]
    return [line.partition("#")[0].split() for line in block.splitlines()]


@cocotb.test(skip=CORE.name != "keccak-hash")
async def worked_example(dut: Any) -> None:
    bench = await started(dut, 9)
    for what, name, value in documented_accesses():
        if what == "write":
            assert await bench.write(name, int(value, 16))
        elif what == "read":
            assert await bench.read(name) == int(value, 16), f"{name}, expected {value}"
        else:
            assert what == "wait"
            while STATUS[name].of(await bench.status()) != int(value):
                pass
    assert await bench.status() == 0

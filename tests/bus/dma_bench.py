"""A core after the shell with DMA: lists of descriptors in a memory that this project did not write."""

from __future__ import annotations

import os
import random
import struct
from typing import Any

import cocotb
from bus_cases import Case, cases
from bus_clients import REGISTERS
from dma_clients import CONTROL, DESCRIPTOR_BYTES, WORDS, DmaBench

from roundel.catalog import find_core
from roundel.protocol.stream import Kind, Segment

CORE = find_core(os.environ["ROUNDEL_CORE"])
BUS = os.environ["ROUNDEL_BUS"]
DMA = int(os.environ["ROUNDEL_DMA"])


async def started(dut: Any, seed: int) -> DmaBench:
    bench = DmaBench(dut, BUS, seed, DMA)
    await bench.start()
    await bench.wait_idle()
    return bench


async def check(bench: DmaBench, case: Case) -> None:
    bench.dut._log.info(case.name)
    try:
        await bench.dma_exchange(case.send, case.answers)
    except AssertionError as error:
        raise AssertionError(case.name) from error


@cocotb.test()
async def identity(dut: Any) -> None:
    bench = await started(dut, 1)
    capability = REGISTERS["CAPABILITY"].fields
    assert capability["DMA_BYTES"].of(await bench.read("CAPABILITY")) == DMA // 8
    assert not any((await bench.dma_status()).values())


@cocotb.test()
async def transactions(dut: Any) -> None:
    bench = await started(dut, 2)
    for case in cases(CORE, random.Random(2)):
        await check(bench, case)


@cocotb.test()
async def transactions_with_random_stalls(dut: Any) -> None:
    bench = await started(dut, 3)
    for index, case in enumerate(cases(CORE, random.Random(3))):
        bench.pause((0.3, 0.8)[index % 2])
        await check(bench, case)


@cocotb.test()
async def registers_and_dma_in_turn(dut: Any) -> None:
    bench = await started(dut, 4)
    for case in cases(CORE, random.Random(4))[:2]:
        await check(bench, case)
        assert await bench.write("DMA_CONTROL", 0)
        assert tuple(await bench.exchange(case.send, len(case.answers))) == case.answers


@cocotb.test()
async def an_error_response_stops_an_engine(dut: Any) -> None:
    bench = await started(dut, 5)
    source = random.Random(5)
    case = max(cases(CORE, source), key=lambda one: sum(len(s.data) for s in (*one.send, *one.answers)))
    memory = bench.memory
    for round_ in range(12):
        inputs = bench.put_input(case.send)
        outputs = bench.put_output([len(one.data) for one in case.answers])
        control, address = struct.unpack_from("<II", memory.bytes, inputs.address)
        inline = WORDS["IN_CONTROL"].fields["INLINE"].of(control)
        # The descriptors and the data of both lists, one after the other, and whose descriptor is reported.
        buffer = source.randrange(len(outputs.buffers))
        place, reported = (
            (inputs.address, inputs.address),
            (inputs.address if inline else address, inputs.address),
            (outputs.address, outputs.address),
            (outputs.buffers[buffer][0], outputs.address + DESCRIPTOR_BYTES * buffer),
        )[round_ % 4]
        memory.broken = range(place, place + 16)
        bench.pause(source.choice([0.0, 0.5]))
        await bench.run(inputs, outputs)
        status = await bench.dma_status()
        engine = "IN" if round_ % 4 < 2 else "OUT"
        assert status[f"{engine}_ERROR"], status
        assert await bench.read(f"DMA_{engine}_FAULT") == reported
        assert not await bench.write(f"DMA_{engine}_HEAD", inputs.address)
        memory.broken = range(0)
        await bench.soft_reset()
        await bench.wait_idle()
        assert not any((await bench.dma_status()).values())
        bench.pause(0.0)
        await check(bench, cases(CORE, source)[0])


@cocotb.test()
async def a_reset_at_any_time_ends_both_lists(dut: Any) -> None:
    bench = await started(dut, 6)
    source = random.Random(6)
    for _ in range(25):
        case = source.choice(cases(CORE, source))
        inputs = bench.put_input(case.send)
        outputs = bench.put_output([len(one.data) for one in case.answers])
        bench.pause(source.choice([0.0, 0.4, 0.8]))
        assert await bench.write("DMA_CONTROL", CONTROL.word(DMA=1))
        assert await bench.write("DMA_OUT_HEAD", outputs.address)
        assert await bench.write("DMA_IN_HEAD", inputs.address)
        await bench.cycles(source.randint(0, 150))
        await bench.soft_reset()
        await bench.wait_idle()
        assert not any((await bench.dma_status()).values())
        assert not bench.memory.trespasses
        await check(bench, source.choice(cases(CORE, source)))


@cocotb.test()
async def a_buffer_without_room_is_an_error(dut: Any) -> None:
    bench = await started(dut, 7)
    case = cases(CORE, random.Random(7))[0]
    inputs, outputs = bench.put_input(case.send), bench.put_output([len(one.data) for one in case.answers])
    bench.memory.bytes[outputs.address : outputs.address + 3] = b"\x0f\0\0"
    await bench.run(inputs, outputs)
    assert (await bench.dma_status())["OUT_ERROR"]
    assert await bench.read("DMA_OUT_FAULT") == outputs.address
    assert not bench.memory.trespasses
    await bench.soft_reset()
    await bench.wait_idle()
    await check(bench, case)


@cocotb.test()
async def a_piece_that_is_no_multiple_of_16_is_an_error_of_the_core(dut: Any) -> None:
    bench = await started(dut, 8)
    case = cases(CORE, random.Random(8))[0]
    inputs = bench.put_input(case.send[:1])
    room = bench.memory.place(64, page=True)
    pieces = [(16, Kind.CMD, 1), (7, case.send[1].kind, 0), (8, case.send[1].kind, 1)]
    for index, (length, kind, last) in enumerate(pieces):
        word = WORDS["IN_CONTROL"].word(LENGTH=length, KIND=int(kind), LAST=last, END=int(index == 2))
        address = bench.memory.place(16)
        if index == 0:
            bench.memory.bytes[address : address + 16] = case.send[0].data
        bench.memory.bytes[room + 16 * index : room + 16 * index + 8] = bench.descriptor(word, address)
    inputs.address = room
    outputs = bench.put_output([1])
    await bench.run(inputs, outputs)
    received, codes = bench.answers(outputs)
    assert received == [Segment(Kind.STATUS, b"\x55")] and codes == [0x55]
    await bench.soft_reset()
    await bench.wait_idle()
    await check(bench, case)


@cocotb.test()
async def illegal_accesses_change_nothing(dut: Any) -> None:
    bench = await started(dut, 9)
    for offset in range(0x24, 64, 4):
        known = [one for one in REGISTERS.values() if one.offset == offset]
        access = known[0].access if known else ""
        _, well = await bench.master.read(offset)
        assert well == ("r" in access), f"read at {offset:#x}"
        if "w" not in access:
            assert not await bench.master.write(offset, 0xFFFFFFFF), f"write at {offset:#x}"
        assert not await bench.master.write(offset, 0xFFFFFFFF, 3)
    assert not any((await bench.dma_status()).values()) and await bench.read("DMA_CONTROL") == 0
    case = cases(CORE, random.Random(9))[0]
    inputs = bench.put_input(case.send)
    assert await bench.write("DMA_IN_HEAD", inputs.address)  # the core's answer has no list: it waits
    assert not await bench.write("DMA_IN_HEAD", inputs.address)
    await bench.soft_reset()
    await bench.wait_idle()
    await check(bench, case)

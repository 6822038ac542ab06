"""Adapters that are ready to use, one for each common kind of ports.

Each function returns the `run` of an adapter file: a coroutine that sends a message to a core and returns its
answer. Bytes become numbers in `byte_order`: with "big", byte 0 is in the most significant bits.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Literal

from roundel.adapters.dut import Dut
from roundel.errors import RoundelError

ByteOrder = Literal["big", "little"]
Values = Mapping[str, bytes | int]
Message = bytes | Values | Sequence[Values]
Run = Callable[[Dut, Any], Awaitable[Any]]


def start_done(
    *,
    start: str,
    done: str,
    output: str,
    data: str = "",
    first: str = "",
    ready: str = "",
    each: bool = False,
    byte_order: ByteOrder = "big",
) -> Run:
    """Return the adapter of a core with a start pulse, wide inputs, and a done.

    A message is a list of blocks, each a mapping of inputs to bytes or numbers. Bytes are blocks of the
    input `data`.

    Args:
        start: The input that is high for a cycle to start a block.
        done: The output that is high when the block is done. It may stay high until the next start.
        output: The output of the answer.
        data: The input that a message of bytes goes to.
        first: The input that starts the first block of a message, where that is another one.
        ready: An output that is high when a block may start; "" where the end of the last one says so.
        each: Whether the answer has the output of every block; otherwise that of the last.
        byte_order: How bytes become numbers.
    """

    async def run(dut: Dut, message: Message) -> bytes:
        answer = b""
        for number, block in enumerate(blocks_of(dut, message, data)):
            if ready and not dut[ready]:
                await dut.until(ready)
            drive(dut, block, byte_order)
            pulse = first if first and not number else start
            dut[pulse] = 1
            await dut.clock()
            dut.accepted()
            dut[pulse] = 0
            await dut.until(done)
            dut.returned()
            result = value_of(dut, output, byte_order)
            answer = answer + result if each else result
        return answer

    return run


def valid_ready(
    *,
    in_valid: str,
    in_ready: str,
    out_valid: str,
    out_ready: str,
    output: str,
    data: str = "",
    byte_order: ByteOrder = "big",
) -> Run:
    """Return the adapter of a core with blocks in and blocks out, each with valid and ready.

    A message is a list of blocks, or bytes for the input `data`. The answer has a result for every block.
    Both sides hold back at random in some of the checks. "" for `in_ready` or `out_ready` means that the
    core has no such port.
    """

    async def source(dut: Dut, blocks: Sequence[Values]) -> None:
        for block in blocks:
            while dut.pause():
                await dut.clock()
            drive(dut, block, byte_order)
            dut[in_valid] = 1
            await dut.clock()
            while in_ready and not dut[in_ready]:
                await dut.clock()
            dut.accepted()
            dut[in_valid] = 0

    async def run(dut: Dut, message: Message) -> bytes:
        blocks = blocks_of(dut, message, data)
        dut.start(source(dut, blocks))
        answer: list[bytes] = []
        while len(answer) < len(blocks):
            taking = not (out_ready and dut.pause())
            if out_ready:
                dut[out_ready] = taking
            await dut.clock()
            if taking and dut[out_valid]:
                dut.returned()
                answer.append(value_of(dut, output, byte_order))
        if out_ready:
            dut[out_ready] = 0
        return b"".join(answer)

    return run


def blocks_of(dut: Dut, message: Message, data: str) -> Sequence[Values]:
    """Return a message as blocks: bytes are cut into pieces of the width of the input `data`."""
    if isinstance(message, Mapping):
        return [message]
    if not isinstance(message, bytes | bytearray):
        return message
    if not data:
        raise RoundelError("a message of bytes, and the adapter has no `data`", "Name the input it goes to.")
    size = -(-dut.bits(data) // 8)
    if len(message) % size:
        raise RoundelError(f"a message of {len(message)} bytes, and blocks of {size}", "Pad it.")
    return [{data: message[at : at + size]} for at in range(0, len(message), size)]


def drive(dut: Dut, values: Values, byte_order: ByteOrder) -> None:
    """Set inputs to numbers, or to bytes in that order."""
    for name, value in values.items():
        dut[name] = value if isinstance(value, int) else int.from_bytes(value, byte_order)


def value_of(dut: Dut, name: str, byte_order: ByteOrder) -> bytes:
    """Return an output as bytes in that order."""
    return dut[name].to_bytes(-(-dut.bits(name) // 8), byte_order)

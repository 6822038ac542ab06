"""The longest text, data and nonce of AES-GCM: the last block that fits, and the one after it.

Also lengths at which a count of blocks carries from its low half into its high one.

No message is long enough for that: 2^36 bytes. The bench sets the count of blocks in the middle of a
segment. Run inside the simulator by test_hs_limits.py, on the high-speed cores with AES-GCM.
"""

from __future__ import annotations

import os
import random
from typing import Any

import cocotb
from limits import SETTLED, Counter, part_of, send_counted
from stream_bench import StreamBench

from roundel.models import gcm
from roundel.models.aes import BLOCK_BYTES, Rijndael
from roundel.models.bits import xor
from roundel.models.ctr import ctr, increment
from roundel.protocol.stream import ACCEPTED, ERROR, Kind, Operation, Segment, command_segment

LIMITS = {Kind.NONCE: 2**32 - 1, Kind.AD: 2**32 - 1, Kind.TEXT: 2**32 - 2}  # blocks
BLOCKS = 12  # of the counted segment
CARRY = 1 << 16  # blocks
KEY = bytes(range(16))
CIPHER = Rijndael(KEY)
SUBKEY = CIPHER.encrypt(bytes(BLOCK_BYTES))


def counter_of(dut: Any, counted: Kind) -> Counter:
    """Return the count of blocks of a segment. aes-gcm-xhs has two: at its input, and for the lengths."""
    if os.environ["ROUNDEL_CORE"] != "aes-gcm-xhs":
        return part_of(dut.u_input.u_operand.length_q, 4)
    blocks = dut.u_grammar.blocks_q
    length = part_of(dut.u_sum.ad_length_q if counted == Kind.AD else dut.u_sum.text_length_q, 4)

    def set_both(value: int) -> None:
        length.set(length.get() + value - int(blocks.value))
        blocks.value = value

    return Counter(lambda: int(blocks.value), set_both)


def padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % BLOCK_BYTES)


def bits(data: bytes, more_blocks: int) -> bytes:
    return (8 * (len(data) + BLOCK_BYTES * more_blocks)).to_bytes(8, "big")


async def check(
    dut: Any, operation: Operation, counted: Kind, over: int, tail: int, blocks: int | None = None
) -> None:
    """Send a message whose segment of kind `counted` reaches its limit, or passes it if `over` is 1.

    The last block of the segment has `tail` bytes. With `blocks` the segment has so many instead.
    """
    bench, rng = StreamBench(dut), random.Random(f"{operation} {counted} {over} {tail}")
    await bench.reset()
    data = {Kind.NONCE: rng.randbytes(12), Kind.AD: rng.randbytes(20), Kind.TEXT: rng.randbytes(40)}
    data[counted] = rng.randbytes(BLOCK_BYTES * (BLOCKS - 1) + tail)
    base = (blocks or LIMITS[counted] + over) - BLOCKS
    more = {kind: base if kind == counted else 0 for kind in data}

    j0 = data[Kind.NONCE] + (1).to_bytes(4, "big")
    if counted == Kind.NONCE:
        lengths = bytes(8) + bits(data[Kind.NONCE], more[Kind.NONCE])
        j0 = gcm.ghash(SUBKEY, padded(data[Kind.NONCE]) + lengths)
    text = ctr(CIPHER, increment(j0, gcm.COUNTER_BITS), data[Kind.TEXT], gcm.COUNTER_BITS)
    ciphertext = text if operation == Operation.SEAL else data[Kind.TEXT]
    lengths = bits(data[Kind.AD], more[Kind.AD]) + bits(ciphertext, more[Kind.TEXT])
    tag = xor(gcm.ghash(SUBKEY, padded(data[Kind.AD]) + padded(ciphertext) + lengths), CIPHER.encrypt(j0))
    kind = Kind.TEXT if operation == Operation.SEAL else Kind.UNVERIFIED
    answer = [Segment(kind, text), Segment(Kind.TAG, tag) if operation == Operation.SEAL else ACCEPTED]
    if over:
        whole = text[: BLOCK_BYTES * (BLOCKS - 1)]
        answer = [*([Segment(kind, whole)] if counted == Kind.TEXT else []), ERROR]

    bench.send([command_segment(operation, length=BLOCK_BYTES), Segment(Kind.KEY, KEY)])
    for name, value in data.items():
        if name == counted:
            await send_counted(bench, Segment(name, value), counter_of(dut, counted), base)
        else:
            bench.send([Segment(name, value)])
    await bench.cycles(SETTLED)
    bench.send([Segment(Kind.TAG, tag if operation == Operation.OPEN else b"")])
    assert await bench.receive(len(answer)) == answer, (operation, counted, over, tail)

    # The next message is an ordinary one.
    nonce = data[Kind.TEXT][:12]
    sealed = gcm.seal(KEY, nonce, b"", KEY)
    segments = [
        Segment(Kind.KEY, KEY),
        Segment(Kind.NONCE, nonce),
        Segment(Kind.TEXT, KEY),
        Segment(Kind.TAG),
    ]
    bench.send([command_segment(Operation.SEAL, length=BLOCK_BYTES), *segments])
    assert await bench.receive(2) == [Segment(Kind.TEXT, sealed[0]), Segment(Kind.TAG, sealed[1])]
    await bench.finish()


@cocotb.test(timeout_time=10, timeout_unit="ms")
@cocotb.parametrize(
    operation=[Operation.SEAL, Operation.OPEN],
    counted=list(LIMITS),
    over=[0, 1],
    tail=[BLOCK_BYTES, 7],
)
async def limits_of_gcm(dut: Any, operation: Operation, counted: Kind, over: int, tail: int) -> None:
    await check(dut, operation, counted, over, tail)


@cocotb.test(timeout_time=10, timeout_unit="ms")
@cocotb.parametrize(counted=list(LIMITS), carry=[CARRY, 0x0ABC * CARRY])
async def a_count_of_blocks_carries(dut: Any, counted: Kind, carry: int) -> None:
    await check(dut, Operation.SEAL, counted, over=0, tail=7, blocks=carry + 3)

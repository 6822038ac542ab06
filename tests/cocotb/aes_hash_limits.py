"""The longest message of AES-Hash on multi-aes-hs: the last 16 bytes that fit, and those after them.

The bench sets the count of 16 bytes in the middle of a message. Run inside the simulator by
test_hs_limits.py.
"""

from __future__ import annotations

import random
from typing import Any

import cocotb
from limits import part_of, send_counted
from stream_bench import StreamBench

from roundel.models import aes_hash
from roundel.protocol.stream import ERROR, Kind, Operation, Segment, command_segment

LIMIT = 2**32 - 1  # beats
BEAT_BYTES = 16


@cocotb.test(timeout_time=10, timeout_unit="ms")
@cocotb.parametrize(beats=[12, 13], over=[0, 1], tail=[BEAT_BYTES, 7])
async def limit_of_aes_hash(dut: Any, beats: int, over: int, tail: int) -> None:
    bench, rng = StreamBench(dut), random.Random(f"{beats} {over} {tail}")
    await bench.reset()
    command = command_segment(Operation.HASH, length=aes_hash.DIGEST_BYTES)
    message, base = rng.randbytes(BEAT_BYTES * (beats - 1) + tail), LIMIT + over - beats
    bench.send([command])
    await send_counted(bench, Segment(Kind.TEXT, message), part_of(dut.u_input.u_operand.length_q, 4), base)
    padded = aes_hash.padded(message)[: -aes_hash.LENGTH_BYTES]
    padded += (8 * (len(message) + BEAT_BYTES * base)).to_bytes(aes_hash.LENGTH_BYTES, "big")
    chain = b"\xff" * aes_hash.BLOCK_BYTES
    for start in range(0, len(padded), aes_hash.BLOCK_BYTES):
        chain = aes_hash.compress(chain, padded[start : start + aes_hash.BLOCK_BYTES])
    digest = Segment(Kind.DIGEST, aes_hash.compress(chain, chain))
    assert await bench.receive(1) == [ERROR if over else digest]
    bench.send([command, Segment(Kind.TEXT, message)])
    assert await bench.receive(1) == [Segment(Kind.DIGEST, aes_hash.aes_hash(message))]
    await bench.finish()

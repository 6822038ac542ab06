"""The longest text of the CTR cores with a line of rounds: the last block that fits, and the one after it.

The bench sets the count of blocks in the middle of a text. Run inside the simulator by test_hs_limits.py.
"""

from __future__ import annotations

import os
import random
from typing import Any

import cocotb
from limits import SETTLED, part_of, send_counted
from stream_bench import StreamBench

from roundel.models import aes_groestl
from roundel.models.aes import BLOCK_BYTES
from roundel.protocol.stream import ERROR, Flag, Kind, Operation, Segment, command_segment

LIMIT = 2**32  # blocks
BLOCKS = 12  # of the text
KEY = bytes(range(32 if os.environ["ROUNDEL_CORE"] == "aes-ctr-xhs-256" else 16))


@cocotb.test(timeout_time=10, timeout_unit="ms")
@cocotb.parametrize(over=[0, 1], tail=[BLOCK_BYTES, 7])
async def limit_of_blocks(dut: Any, over: int, tail: int) -> None:
    """The text reaches its limit, or passes it if `over` is 1. Its last block has `tail` bytes."""
    bench, rng = StreamBench(dut), random.Random(f"{over} {tail}")
    await bench.reset()
    nonce, text = rng.randbytes(12), rng.randbytes(BLOCK_BYTES * (BLOCKS - 1) + tail)
    start = [command_segment(Operation.SEAL, Flag.CTR), Segment(Kind.KEY, KEY), Segment(Kind.NONCE, nonce)]
    answer = [Segment(Kind.TEXT, aes_groestl.cipher(KEY, nonce, text))]
    bench.send(start)
    counter = part_of(dut.u_grammar.blocks_q, 0)
    await send_counted(bench, Segment(Kind.TEXT, text), counter, LIMIT + over - BLOCKS)
    await bench.cycles(SETTLED)
    sent = [Segment(Kind.TEXT, answer[0].data[: len(text) - tail]), ERROR] if over else answer
    assert await bench.receive(len(sent)) == sent
    # The next message is an ordinary one.
    bench.send([*start, Segment(Kind.TEXT, text)])
    assert await bench.receive(1) == answer
    await bench.finish()

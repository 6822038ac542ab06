"""The count of lanes of a long digest, set to where it borrows from its high word.

No simulated digest is long enough for that. Run inside the simulator by test_la_counters.py, on
multi-keccak-la.
"""

from __future__ import annotations

import hashlib
from typing import Any

import cocotb
from stream_bench import StreamBench

from roundel.protocol.stream import Command, Kind, Operation, Segment

MESSAGE = b"x"
RATE_LANES, SUFFIX = 21, 0x1F  # SHAKE128
LANE = 8  # bytes
SETTLED = 4000  # cycles in which the core permutes, and comes to rest
BYTES = 200  # of the digest, more than a block
# The bytes that are left after the borrow.
LEFT = 5 * LANE


@cocotb.test(timeout_time=10, timeout_unit="ms")
@cocotb.parametrize(high=[0x0001, 0x0100, 0x1000, 0x8000, 0xFFFF])
async def the_count_of_a_digest_borrows(dut: Any, high: int) -> None:
    bench = StreamBench(dut)
    await bench.reset()
    lanes = dut.u_core.u_command.gen_sponge.lanes_q

    def remaining() -> int:
        """Return the bytes that are not counted yet; the counter has the lanes after the current one."""
        return LANE * (int(lanes.value) + 1)

    async def set_remaining(size: int) -> None:
        lanes.value = size // LANE - 1
        await bench.cycles(2)
        assert remaining() == size

    command = Command(Operation.HASH, 0, SUFFIX, RATE_LANES, BYTES)
    bench.pause(sink=1.0)
    bench.send([Segment(Kind.CMD, command.pack()), Segment(Kind.TEXT, MESSAGE)])
    await bench.cycles(SETTLED)
    # The core waits in the first lanes of the digest: some are counted, and not taken.
    counted = BYTES - remaining()
    assert 0 < counted <= 4 * LANE and not counted % LANE
    await set_remaining(high << 16 | LANE)
    bench.pause()
    for _ in range(SETTLED):
        await bench.cycles(1)
        if remaining() & 0xFFFF >= 0x8000:
            break
    bench.pause(sink=1.0)
    await bench.cycles(SETTLED)
    taken = (high << 16 | LANE) - remaining()
    assert 2 * LANE <= taken <= 6 * LANE
    # Less of the low word is left; the high word has to be one less.
    assert remaining() >> 16 == high - 1
    await set_remaining(LEFT)
    bench.pause()
    expected = hashlib.shake_128(MESSAGE).digest(counted + taken + LEFT)
    assert await bench.receive(1) == [Segment(Kind.DIGEST, expected)]
    await bench.finish()

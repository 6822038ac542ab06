"""What the benches of limits share: a segment sent in two parts, between which a counter is set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from stream_bench import StreamBench

from roundel.protocol.stream import Segment

SETTLED = 400  # cycles in which every core here comes to rest
HELD_BEATS = 6  # accepted before the counter is set


@dataclass(frozen=True)
class Counter:
    """A counter in a core: `get` and `set` its value."""

    get: Callable[[], int]
    set: Callable[[int], None]


def part_of(register: Any, low: int) -> Counter:
    """Return the bits of a register from bit `low` as a counter."""

    def set_bits(value: int) -> None:
        register.value = value << low | int(register.value) & (1 << low) - 1

    return Counter(lambda: int(register.value) >> low, set_bits)


async def send_counted(bench: StreamBench, segment: Segment, counter: Counter, base: int) -> None:
    """Send a segment, and add `base` to a counter when the core has counted a part of it."""
    await bench.cycles(SETTLED)
    bench.send([segment])
    taken, before = 0, bench.cycle
    while taken < HELD_BEATS:
        await bench.cycles(1)
        taken += int(bench.dut.s_axis_tvalid.value) and int(bench.dut.s_axis_tready.value)
        assert bench.cycle - before < SETTLED
    bench.pause(source=1.0)
    await bench.cycles(SETTLED)
    counted = counter.get()
    assert counted, "nothing has been counted yet"
    counter.set(counted + base)
    await bench.cycles(2)
    assert counter.get() == counted + base
    bench.pause()

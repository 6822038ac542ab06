"""A fixed-versus-random t-test on the toggles of a masked core's mapped netlist (TVLA).

A trace is the number of signals that change in each cycle of one block. Half of the traces, at random, have
a fixed block, the others random blocks. All have new shares and fresh bits. Delays are zero: glitches are not
in the traces (`roundel.leak.check` has them). 64 traces are in a word; only sums of powers are kept.

Reference: Goodwill, Jun, Jaffe, Rohatgi: A testing methodology for side-channel resistance validation (2011);
Schneider, Moradi: Leakage assessment methodology (2015).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from roundel.catalog import Core
from roundel.errors import RoundelError
from roundel.leak.netlist import mapped_core
from roundel.leak.simulation import ONES, Netlist, Words

THRESHOLD = 4.5
RESET_CYCLES = 2
TAIL_CYCLES = 2  # after the result
WORDS = 128  # of 64 traces, simulated at a time


@dataclass(frozen=True)
class Assessment:
    """The largest |t| of any cycle, of first and of second order, and the cycle that has it."""

    traces: int
    cycles: int
    signals: int
    first: float
    first_cycle: int
    second: float
    second_cycle: int

    @property
    def holds(self) -> bool:
        """Whether no cycle differs between fixed and random blocks, in first order."""
        return self.first < THRESHOLD


def assess(core: Core, traces: int, *, randomness: bool = True, seed: int = 1) -> Assessment:
    """Map a masked core, simulate traces of its first block, and compare the two classes.

    Args:
        core: A core of the catalog with fresh bits.
        traces: The number of traces, at least 1000; rounded up to whole words.
        randomness: Whether share 1 and the fresh bits are random; else they are zero.
        seed: The seed of the blocks, shares and fresh bits.

    Raises:
        RoundelError: The core cannot be mapped, or has cells without a rule.
    """
    return assess_netlist(
        mapped_core(core), core.service().cycles_per_block, traces, randomness=randomness, seed=seed
    )


def assess_netlist(
    module: Mapping[str, Any], cycles: int, traces: int, *, randomness: bool, seed: int
) -> Assessment:
    """Compare fixed and random blocks on a flat module in Yosys's JSON; `cycles` is the time of a block."""
    if traces < 1000:
        raise RoundelError(f"{traces} traces are too few", "Simulate at least 1000.")
    netlist = Netlist(module)
    ports = module["ports"]
    generator = np.random.default_rng(seed)
    total = cycles + TAIL_CYCLES
    sums = _Sums(total)
    width = len(ports["in_block_i"]["bits"]) // 2
    fixed = generator.integers(0, 2, width, dtype=np.uint64) * ONES
    done = 0
    while done < traces:
        words = min(WORDS, -(-(traces - done) // 64))

        def random(count: int, words: int = words) -> Words:
            drawn: Words = generator.integers(0, ONES, (count, words), dtype=np.uint64, endpoint=True)
            return drawn

        is_fixed = random(1)
        block = (random(width) & ~is_fixed) | (fixed[:, None] & is_fixed)
        mask = random(width) if randomness else np.zeros_like(block)
        shares = np.concatenate([block ^ mask, mask])
        chosen = np.unpackbits(is_fixed.view(np.uint8), bitorder="little").astype(bool)
        for cycle, toggles in enumerate(_toggles(netlist, ports, shares, random, total, randomness)):
            sums.add(cycle, toggles, chosen)
        done += words * 64
    first, second = sums.statistics()
    at = int(first.argmax()), int(second.argmax())
    return Assessment(
        traces=done,
        cycles=total,
        signals=netlist.signals,
        first=float(first[at[0]]),
        first_cycle=at[0],
        second=float(second[at[1]]),
        second_cycle=at[1],
    )


def _toggles(
    netlist: Netlist,
    ports: Mapping[str, Any],
    shares: Words,
    random: Callable[[int], Words],
    cycles: int,
    randomness: bool,
) -> Iterable[NDArray[np.float64]]:
    """Yield the number of changed signals of each trace in each cycle from that of the block's handshake."""
    words = shares.shape[1]
    values = netlist.start(words)

    def drive(name: str, rows: Words | int) -> None:
        for i, net in enumerate(ports[name]["bits"]):
            values[netlist.number(net)] = rows[i] if isinstance(rows, np.ndarray) else np.uint64(rows) * ONES

    def fresh() -> Words:
        count = len(ports["fresh_i"]["bits"])
        return random(count) if randomness else np.zeros((count, words), np.uint64)

    drive("fresh_valid_i", 1)
    drive("out_ready_i", 1)
    before = values.copy()
    for cycle in range(-RESET_CYCLES, cycles):
        drive("rst_ni", int(cycle >= 0))
        drive("in_valid_i", int(cycle == 0))
        if cycle == 0:
            drive("in_block_i", shares)
        drive("fresh_i", fresh())
        netlist.settle(values)
        if cycle >= 0:
            yield _counts(values[2:] ^ before[2:])
        before = values.copy()
        netlist.clock(values)


def _counts(changed: Words) -> NDArray[np.float64]:
    """Return how many rows have each bit set. Rows of equal weight are added by threes."""
    planes: list[Words] = [changed]
    total = np.zeros(changed.shape[1] * 64)
    weight = 0
    while weight < len(planes):
        rows = planes[weight]
        carries = []
        while len(rows) > 1:
            third = len(rows) // 3
            if third == 0:
                carries.append(rows[:1] & rows[1:2])
                rows = rows[:1] ^ rows[1:2]
                break
            a, b, c = rows[:third], rows[third : 2 * third], rows[2 * third : 3 * third]
            half = a ^ b
            carries.append((a & b) | (half & c))
            rows = np.concatenate([half ^ c, rows[3 * third :]])
        total += np.unpackbits(rows[0].view(np.uint8), bitorder="little") * float(1 << weight)
        if carries:
            planes.append(np.concatenate(carries))
        weight += 1
    return total


class _Sums:
    """Sums of powers of the traces, per class and cycle, around the mean of the first traces."""

    def __init__(self, cycles: int) -> None:
        self._center: list[float | None] = [None] * cycles
        self._powers = np.zeros((2, 5, cycles))

    def add(self, cycle: int, values: NDArray[np.float64], chosen: NDArray[np.bool_]) -> None:
        center = self._center[cycle]
        if center is None:
            center = self._center[cycle] = float(values.mean())
        for one in (0, 1):
            apart = values[chosen == bool(one)] - center
            power = np.ones_like(apart)
            for order in range(5):
                self._powers[one, order, cycle] += power.sum()
                power = power * apart

    def statistics(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return |t| of each cycle, for the means and for the variances of the two classes."""
        moments = []
        for count, *sums in self._powers:
            m1, m2, m3, m4 = (one / count for one in sums)
            variance = m2 - m1**2
            fourth = m4 - 4 * m1 * m3 + 6 * m1**2 * m2 - 3 * m1**4
            moments.append((count, m1, variance, fourth - variance**2))
        (n0, mean0, var0, of_var0), (n1, mean1, var1, of_var1) = moments
        return _t(mean0 - mean1, var0 / n0 + var1 / n1), _t(var0 - var1, of_var0 / n0 + of_var1 / n1)


def _t(difference: NDArray[np.float64], variance: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return |difference| in standard deviations; a difference without variance is infinite."""
    deviation = np.sqrt(np.maximum(variance, 0))
    certain = np.where(np.abs(difference) > 1e-9, math.inf, 0.0)
    return np.where(deviation > 1e-9, np.abs(difference) / np.maximum(deviation, 1e-9), certain)

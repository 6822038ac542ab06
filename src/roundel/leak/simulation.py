"""A mapped netlist simulated with many inputs at a time: bit i of a word is one of them. Delays are zero."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from roundel.errors import RoundelError
from roundel.leak.circuit import CHOOSE, CHOOSERS, LUT, REGISTER, Bit

Words = NDArray[np.uint64]
ONES = np.uint64(0xFFFFFFFFFFFFFFFF)


class Netlist:
    """A flat module of LUTs, their multiplexers and registers, as levels of tables.

    Signals are rows of an array of words. Row 0 is the constant 0, row 1 the constant 1.
    """

    def __init__(self, module: Mapping[str, Any]) -> None:
        """Read a module in Yosys's JSON; RoundelError for a cell without a rule, or for a loop of logic."""
        self._numbers: dict[Bit, int] = {"0": 0, "x": 0, "1": 1}
        tables: dict[int, tuple[int, tuple[int, ...]]] = {}
        registers: list[tuple[int, int, int, int, bool]] = []
        for port in module["ports"].values():
            for net in port["bits"]:
                self.number(net)
        for name, cell in module["cells"].items():
            wires = {port: self.number(bits[0]) for port, bits in cell["connections"].items() if bits}
            kind = cell["type"]
            if kind == LUT:
                inputs = tuple(wires.get(port, 0) for port in "ABCD")
                tables[wires["Z"]] = int(cell["parameters"]["INIT"], 2), inputs
            elif kind in CHOOSERS:
                inputs = tuple(wires[port] for port in CHOOSERS[kind])
                tables[wires["Z"]] = CHOOSE | CHOOSE << 8, (*inputs, 0)
            elif kind == REGISTER:
                registers.append(_register(name, cell, wires))
            else:
                raise RoundelError(
                    f"cell {name} is a {kind}", "The simulation knows LUTs, their multiplexers and registers."
                )
        self._levels = [_level(level) for level in self._sorted(tables)]
        columns = [np.array(column) for column in zip(*registers, strict=True)] if registers else []
        self._registers = columns

    @property
    def signals(self) -> int:
        """The number of signals without the constants."""
        return max(self._numbers.values()) - 1

    def number(self, net: Bit) -> int:
        """Return the row of a signal."""
        if net not in self._numbers:
            self._numbers[net] = max(2, len(self._numbers) - 1)
        return self._numbers[net]

    def start(self, words: int) -> Words:
        """Return all signals as zeros, for 64 inputs in each word."""
        values = np.zeros((self.signals + 2, words), np.uint64)
        values[1] = ONES
        return values

    def settle(self, values: Words) -> None:
        """Compute the logic from the inputs and the registers."""
        for outputs, inputs, masks in self._levels:
            rows = [masks[i] for i in range(16)]
            for place in range(4):
                select = values[inputs[place]]
                rows = [
                    low ^ ((low ^ high) & select) for low, high in zip(rows[::2], rows[1::2], strict=True)
                ]
            values[outputs] = rows[0]

    def clock(self, values: Words) -> None:
        """Load the registers."""
        if self._registers:
            q, d, enable, reset, kept = self._registers
            old = values[q]
            new = old ^ ((old ^ values[d]) & values[enable])
            values[q] = np.where(kept[:, None], new | values[reset], new & ~values[reset])

    def _sorted(
        self, tables: Mapping[int, tuple[int, tuple[int, ...]]]
    ) -> list[list[tuple[int, int, tuple[int, ...]]]]:
        depth: dict[int, int] = {}
        active: set[int] = set()
        for start in tables:
            waiting = [start]
            while waiting:
                net = waiting[-1]
                below = [one for one in tables[net][1] if one in tables and one not in depth]
                if net in depth or not below:
                    depth[net] = max((depth.get(one, -1) + 1 for one in tables[net][1]), default=0)
                    active.discard(net)
                    waiting.pop()
                    continue
                if net in active:
                    raise RoundelError("a signal depends on itself without a register", "Remove the loop.")
                active.add(net)
                waiting += below
        levels: list[list[tuple[int, int, tuple[int, ...]]]] = [
            [] for _ in range(max(depth.values(), default=-1) + 1)
        ]
        for net, level in depth.items():
            levels[level].append((net, *tables[net]))
        return levels


def _register(
    name: str, cell: Mapping[str, Any], wires: Mapping[str, int]
) -> tuple[int, int, int, int, bool]:
    """Return the rows of output, input, enable and reset of a register, and whether the reset sets it."""
    settings = cell["parameters"]
    enable, reset = wires.get("CE", 1), wires.get("LSR", 0)
    if settings.get("CEMUX", "CE") == "1":
        enable = 1
    inverted = "INV" in (settings.get("CEMUX"), settings.get("LSRMUX"), settings.get("CLKMUX"))
    if inverted or (reset and settings.get("SRMODE") == "ASYNC") or settings.get("CEMUX") == "0":
        raise RoundelError(
            f"register {name} has an inverted control or an asynchronous reset",
            "The simulation knows registers with a synchronous reset.",
        )
    if reset and enable != 1 and settings.get("SRMODE") != "LSR_OVER_CE":
        raise RoundelError(f"register {name}: its enable is over its reset", "Reset without an enable.")
    return wires["Q"], wires["DI"], enable, reset, settings.get("REGSET") == "SET"


def _level(
    tables: list[tuple[int, int, tuple[int, ...]]],
) -> tuple[NDArray[np.int64], NDArray[np.int64], Words]:
    outputs = np.array([net for net, _, _ in tables])
    inputs = np.array([sources for _, _, sources in tables]).T
    bits = np.array([[table >> i & 1 for table in (one[1] for one in tables)] for i in range(16)], np.uint64)
    return outputs, inputs, (bits * ONES)[:, :, None]

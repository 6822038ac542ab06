"""A mapped netlist as arrays: nets, gates with their truth tables, flip-flops, and the loads of the nets."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from roundel.errors import RoundelError
from roundel.implement.liberty import Cell, Liberty, value_of

NO_NET = 0xFFFFFFFF
MOST_INPUTS = 6  # of a gate: its truth table has 64 bits
CLOCK = "clk_i"
NOT_SIMULATED = "Mark the cell dont_use in a copy of the library, or use another library."
# Where a library states no capacitance, each input of a cell counts as one load.
LOAD = 1.0


@dataclass(frozen=True)
class GateNetlist:
    """A flat netlist of standard cells.

    Nets are numbered; nets 0 and 1 are the constants. `loads` are the capacitances of the inputs that a net
    drives: in pF, or in loads if the library states none. `clock_load` is that of the clock. `internal` is
    what cells take inside when a net changes, in pJ; `clock_internal` is that of the clock.
    """

    gate_tables: NDArray[np.uint64]
    gate_starts: NDArray[np.uint32]
    gate_inputs: NDArray[np.uint32]
    gate_outputs: NDArray[np.uint32]
    flop_tables: NDArray[np.uint64]
    flop_starts: NDArray[np.uint32]
    flop_inputs: NDArray[np.uint32]
    flop_outputs: NDArray[np.uint32]
    flop_inverted: NDArray[np.uint32]
    loads: NDArray[np.float64]
    clock_load: float
    ports: Mapping[str, NDArray[np.uint32]]
    inputs: frozenset[str]
    clock: str
    internal: NDArray[np.float64]
    clock_internal: float

    @property
    def nets(self) -> int:
        """The number of nets."""
        return len(self.loads)


def read_netlist(folder: Path, top: str, liberty: Liberty, clock: str = CLOCK) -> GateNetlist:
    """Return the netlist that synthesis left in `folder`; `clock` is the name of its clock port.

    Raises:
        RoundelError: A cell is no gate of at most six inputs, and no flip-flop on the rising clock edge.
    """
    module = json.loads((folder / "netlist.json").read_text())["modules"][top]
    return _Reader(module, liberty, clock).read()


class _Reader:
    def __init__(self, module: Mapping[str, Any], liberty: Liberty, clock: str) -> None:
        self._module, self._liberty, self._clock_name = module, liberty, clock
        self._numbers: dict[Any, int] = {"0": 0, "1": 1, "x": 0, "z": 0}
        self._loads: list[float] = [0.0, 0.0]
        self._internal: list[float] = [0.0, 0.0]
        self._unit = liberty.picofarads
        self._clock = module["ports"][clock]["bits"][0]
        self._clock_load = self._clock_internal = 0.0

    def read(self) -> GateNetlist:
        ports = {
            name: np.array([self._net(bit) for bit in port["bits"]], np.uint32)
            for name, port in self._module["ports"].items()
        }
        gates: list[tuple[int, Sequence[int], int]] = []
        flops: list[tuple[int, Sequence[int], int, int]] = []
        tables: dict[tuple[str, str], tuple[int, tuple[str, ...]]] = {}
        for one in self._module["cells"].values():
            cell = self._cell(one["type"])
            pins = {pin: bits[0] for pin, bits in one["connections"].items() if bits}
            self._add_loads(cell, pins)
            if cell.flop is not None:
                flops.append(self._flop(one["type"], cell, pins, tables))
                continue
            for output, function in cell.functions.items():
                if output not in pins:
                    continue
                key = (one["type"], output)
                if key not in tables:
                    tables[key] = _table(one["type"], function, cell.inputs), cell.inputs
                table, inputs = tables[key]
                nets = [self._net(pins.get(pin, "0")) for pin in inputs]
                gates.append((table, nets, self._net(pins[output])))
        return GateNetlist(
            gate_tables=np.array([gate[0] for gate in gates], np.uint64),
            gate_starts=_starts(gate[1] for gate in gates),
            gate_inputs=_flat(gate[1] for gate in gates),
            gate_outputs=np.array([gate[2] for gate in gates], np.uint32),
            flop_tables=np.array([flop[0] for flop in flops], np.uint64),
            flop_starts=_starts(flop[1] for flop in flops),
            flop_inputs=_flat(flop[1] for flop in flops),
            flop_outputs=np.array([flop[2] for flop in flops], np.uint32),
            flop_inverted=np.array([flop[3] for flop in flops], np.uint32),
            loads=np.array(self._loads),
            clock_load=self._clock_load,
            ports=ports,
            inputs=frozenset(n for n, port in self._module["ports"].items() if port["direction"] == "input"),
            clock=self._clock_name,
            internal=np.array(self._internal),
            clock_internal=self._clock_internal,
        )

    def _cell(self, kind: str) -> Cell:
        cell = self._liberty.cells.get(kind)
        if cell is None or (cell.sequential and cell.flop is None):
            raise RoundelError(
                f"a cell {kind}, which is no gate and no flip-flop of {self._liberty.path.name}",
                NOT_SIMULATED,
            )
        return cell

    def _net(self, bit: Any) -> int:
        if bit not in self._numbers:
            self._numbers[bit] = len(self._loads)
            self._loads.append(0.0)
            self._internal.append(0.0)
        return self._numbers[bit]

    def _add_loads(self, cell: Cell, pins: Mapping[str, Any]) -> None:
        for pin, bit in pins.items():
            load, energy = 0.0, cell.energies.get(pin, 0.0) * (self._unit or 0.0)
            if pin in cell.inputs:
                load = LOAD if self._unit is None else self._unit * cell.capacitances.get(pin, 0.0)
            if bit == self._clock:
                self._clock_load += load
                self._clock_internal += energy
            else:
                self._loads[self._net(bit)] += load
                self._internal[self._net(bit)] += energy

    def _flop(
        self,
        kind: str,
        cell: Cell,
        pins: Mapping[str, Any],
        tables: dict[tuple[str, str], tuple[int, tuple[str, ...]]],
    ) -> tuple[int, Sequence[int], int, int]:
        flop = cell.flop
        assert flop is not None
        if flop.clock.strip("()") not in cell.inputs or pins.get(flop.clock.strip("()")) != self._clock:
            raise RoundelError(
                f"a flip-flop {kind} that is not on the rising edge of {self._clock_name}", NOT_SIMULATED
            )
        if (kind, "") not in tables:
            used = tuple(pin for pin in cell.inputs if pin != flop.clock.strip("()"))
            tables[kind, ""] = _state_table(kind, cell, used), used
        table, used = tables[kind, ""]
        outputs = {flop.state: NO_NET, flop.inverted: NO_NET}
        for pin, function in cell.functions.items():
            if pin in pins and function.strip("()") in outputs:
                outputs[function.strip("()")] = self._net(pins[pin])
        nets = [self._net(pins.get(pin, "0")) for pin in used]
        return table, nets, outputs[flop.state], outputs[flop.inverted]


def _table(kind: str, function: str, inputs: Sequence[str]) -> int:
    """Return the truth table of a function; input k of `inputs` is bit k of the index."""
    if len(inputs) > MOST_INPUTS:
        raise RoundelError(
            f"a cell {kind} of {len(inputs)} inputs, expected at most {MOST_INPUTS}", NOT_SIMULATED
        )
    table = 0
    for index, row in enumerate(itertools.product((False, True), repeat=len(inputs))):
        value = value_of(function, dict(zip(inputs, row[::-1], strict=True)))
        if value is None:
            raise RoundelError(
                f"a function {function!r} of {kind}, which is not one of its inputs", NOT_SIMULATED
            )
        table |= value << index
    return table


def _state_table(kind: str, cell: Cell, used: Sequence[str]) -> int:
    """Return the table of the next state; the state is its last input.

    Clear and preset count at the clock edge: the reset lasts a cycle at least, and nothing else uses them.
    """
    flop = cell.flop
    assert flop is not None
    names = (*used, flop.state)
    table = _table(kind, flop.next_state, names)
    every = (1 << 2 ** len(names)) - 1
    if flop.preset:
        table |= _table(kind, flop.preset, names)
    if flop.clear:
        table &= every & ~_table(kind, flop.clear, names)
    return table


def _starts(lists: Iterator[Sequence[int]]) -> NDArray[np.uint32]:
    return np.array([0, *itertools.accumulate(map(len, lists))], np.uint32)


def _flat(lists: Iterator[Sequence[int]]) -> NDArray[np.uint32]:
    return np.array([*itertools.chain.from_iterable(lists)], np.uint32)

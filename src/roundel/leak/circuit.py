"""A mapped netlist as functions of its inputs at earlier cycles.

A node is a table of a few inputs, or a leaf: a bit of an input in one cycle. A register's output
is the node of its input one cycle earlier, so a pipeline becomes an acyclic graph. Controls with a schedule
have known values in each cycle. So a register with an enable or a reset is known, too, and a loop that a load
cuts is an acyclic graph.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from roundel.errors import RoundelError
from roundel.leak.gadgets import Gadget

CLOCK = "clk_i"
# A register whose value is older than this is part of a loop.
LONGEST = 48
LUT, REGISTER = "LUT4", "TRELLIS_FF"
# Inputs of cells that choose: the one at 0, the one at 1, and the one that selects.
CHOOSERS = {"PFUMX": ("BLUT", "ALUT", "C0"), "L6MUX21": ("D0", "D1", "SD")}
CHOOSE = 0b11001010  # by {select, one, zero}
# Most inputs of a LUT made of LUTs and multiplexers.
WIDEST = 10

Bit = int | str


@dataclass(frozen=True)
class Leaf:
    """A bit of an input, `age` cycles before the probe. `share` is 0 or 1, or -1 for a fresh bit."""

    port: str
    index: int
    share: int
    age: int

    @property
    def partner(self) -> Leaf | None:
        """The other share of the same bit, None for a fresh bit."""
        return None if self.share < 0 else Leaf(self.port, self.index, 1 - self.share, self.age)


@dataclass(frozen=True)
class Table:
    """A function: bit i of `table` is the value for inputs i, the first input in bit 0."""

    table: int
    inputs: tuple[int, ...]


@dataclass(frozen=True)
class _Control:
    """A bit of a port of the gadget's schedule."""

    port: str
    index: int


@dataclass(frozen=True)
class _Register:
    """The signals of a register: what it loads, whether it does, and whether it becomes zero instead."""

    data: Bit
    enable: Bit
    reset: Bit


class Circuit:
    """The nodes of a netlist. Nodes 0 and 1 are the constants."""

    def __init__(self, module: Mapping[str, Any], gadget: Gadget, phase: int = 0) -> None:
        """Read a flat module in Yosys's JSON. RoundelError for a cell or a port that has no rule.

        `phase` is the cycle of the gadget's schedule at age 0.
        """
        self.nodes: list[Leaf | Table] = [Table(0, ()), Table(1, ())]
        self._numbers: dict[Leaf | Table, int] = {self.nodes[0]: 0, self.nodes[1]: 1}
        self._inputs: dict[Bit, Leaf | int | _Control] = {}
        self._cells: dict[Bit, tuple[int, tuple[Bit, ...]]] = {}
        self._registers: dict[Bit, _Register] = {}
        self._gadget = gadget
        self._phase = phase
        self._known: dict[tuple[Bit, int], int] = {}
        self._stable: dict[Bit, frozenset[Bit]] = {}
        self._above: set[Bit] = set()
        self._name = gadget.name
        self.outputs = [self._output(module, gadget, port) for port in gadget.outputs]
        for port, value in module["ports"].items():
            if value["direction"] == "input":
                self._input(gadget, port, value["bits"])
        for name, cell in module["cells"].items():
            self._cell(name, cell)

    @property
    def nets(self) -> list[Bit]:
        """All signals that a cell drives, and the inputs."""
        return [*self._inputs, *self._cells, *self._registers]

    def stable(self, net: Bit) -> frozenset[Bit]:
        """Return the registers and inputs whose values glitches on `net` can show."""
        if net not in self._stable:
            if net in self._above:
                raise RoundelError(
                    f"{self._name}: signal {net} depends on itself without a register", "Remove the loop."
                )
            if net in self._cells:
                self._above.add(net)
                below = (self.stable(one) for one in self._cells[net][1])
                self._stable[net] = frozenset[Bit]().union(*below)
                self._above.discard(net)
            elif net in self._registers or isinstance(self._inputs.get(net), Leaf):
                self._stable[net] = frozenset([net])
            else:
                self._stable[net] = frozenset()
        return self._stable[net]

    def node(self, net: Bit, age: int = 0) -> int:
        """Return the node of a signal, `age` cycles before the probe."""
        key = net, age
        if key in self._known:
            return self._known[key]
        if age > LONGEST:
            raise RoundelError(
                f"{self._name}: a register depends on itself", "Check the pipeline without its loop."
            )
        if net in self._registers:
            number = self._loaded(net, age + 1)
        elif net in self._cells:
            table, inputs = self._cells[net]
            numbers = self._needed(table, inputs, age)
            whole = self._chosen(numbers) if table == CHOOSE and len(inputs) == 3 else reduced(table, numbers)
            number = self._add(whole)
        elif net in self._inputs:
            source = self._inputs[net]
            if isinstance(source, Leaf):
                number = self._add(Leaf(source.port, source.index, source.share, age))
            elif isinstance(source, _Control):
                value = self._gadget.control(source.port, self._phase - age)
                number = value >> source.index & 1
            else:
                number = source
        elif net in ("0", "1"):
            number = int(net)
        else:
            raise RoundelError(f"{self._name}: signal {net} has no driver", "Drive it.")
        self._known[key] = number
        return number

    def _needed(self, table: int, inputs: tuple[Bit, ...], age: int) -> tuple[int, ...]:
        """Return the nodes of the inputs of logic: 0 for one without effect, by controls that are known."""
        if not self._gadget.schedule:
            return tuple(self.node(one, age) for one in inputs)
        numbers = [0 if self.stable(one) else self.node(one, age) for one in inputs]
        # Inputs that are not known stand for themselves: by their place, after the two constants.
        places = (2 + i if self.stable(one) else numbers[i] for i, one in enumerate(inputs))
        for place in reduced(table, tuple(places)).inputs:
            numbers[place - 2] = self.node(inputs[place - 2], age)
        return tuple(numbers)

    def _loaded(self, net: Bit, age: int) -> int:
        """Return the node that a register loads or keeps in a cycle, whose controls are known."""
        register = self._registers[net]
        reset, enable = self.node(register.reset, age), self.node(register.enable, age)
        if reset > 1 or enable > 1:
            hint = "Give it in `fixed` or `schedule`."
            raise RoundelError(f"{self._name}: the control of a register depends on data", hint)
        if reset:
            return 0
        return self.node(register.data, age) if enable else self.node(net, age)

    def _chosen(self, numbers: tuple[int, ...]) -> Table:
        """Return a multiplexer of two tables as one table: together they are a wider LUT."""
        zero, one, select = numbers
        parts = [self.nodes[number] for number in (zero, one)]
        sides = [
            part if isinstance(part, Table) else Table(0b10, (number,))
            for part, number in zip(parts, (zero, one), strict=True)
        ]
        inputs = tuple(dict.fromkeys((*sides[0].inputs, *sides[1].inputs, select)))
        if len(inputs) > WIDEST:
            return reduced(CHOOSE, numbers)
        table = 0
        for i in range(1 << len(inputs)):
            known = {number: i >> place & 1 for place, number in enumerate(inputs)}
            side = sides[known[select]]
            at = sum(known[number] << place for place, number in enumerate(side.inputs))
            table |= (side.table >> at & 1) << i
        return reduced(table, inputs)

    def _add(self, node: Leaf | Table) -> int:
        if isinstance(node, Table) and len(node.inputs) == 1 and node.table == 0b10:
            return node.inputs[0]
        if node not in self._numbers:
            self._numbers[node] = len(self.nodes)
            self.nodes.append(node)
        return self._numbers[node]

    def _output(self, module: Mapping[str, Any], gadget: Gadget, port: str) -> list[Bit]:
        if module["ports"].get(port, {}).get("direction") != "output":
            raise RoundelError(f"{gadget.name}: {gadget.top} has no output {port}", "Correct `outputs`.")
        bits: list[Bit] = module["ports"][port]["bits"]
        return bits[: len(bits) // 2]

    def _input(self, gadget: Gadget, port: str, bits: list[Bit]) -> None:
        half = len(bits) // 2
        for i, bit in enumerate(bits):
            if port in gadget.shares:
                self._inputs[bit] = Leaf(port, i % half, i // half, 0)
            elif port in gadget.fresh:
                self._inputs[bit] = Leaf(port, i, -1, 0)
            elif port in gadget.fixed:
                self._inputs[bit] = gadget.fixed[port] >> i & 1
            elif port in gadget.schedule:
                self._inputs[bit] = _Control(port, i)
            elif port != CLOCK:
                hint = "Add it to `shares`, `fresh`, `fixed` or `schedule`."
                raise RoundelError(f"{gadget.name}: input {port} of {gadget.top} has no role", hint)
        if port in gadget.shares and len(bits) % 2:
            raise RoundelError(f"{gadget.name}: {port} has {len(bits)} bits, not two shares", "Correct it.")

    def _cell(self, name: str, cell: Mapping[str, Any]) -> None:
        wires = {port: bits[0] for port, bits in cell["connections"].items() if bits}
        if cell["type"] == LUT:
            table = int(cell["parameters"]["INIT"], 2)
            self._cells[wires["Z"]] = table, tuple(wires[port] for port in "ABCD")
        elif cell["type"] in CHOOSERS:
            self._cells[wires["Z"]] = CHOOSE, tuple(wires[port] for port in CHOOSERS[cell["type"]])
        elif cell["type"] == REGISTER:
            enable, reset = wires.get("CE", "1"), wires.get("LSR", "0")
            enable, reset = "1" if enable == "x" else enable, "0" if reset == "x" else reset
            loads = enable == "1" or self._inputs.get(enable) == 1
            if not self._gadget.schedule and (not loads or reset != "0"):
                hint = "A gadget's registers load in every cycle; give an enable in `fixed`."
                raise RoundelError(f"{self._name}: register {name} has an enable or a reset", hint)
            settings = cell.get("parameters", {})
            over = enable == "1" or settings.get("SRMODE") == "LSR_OVER_CE"
            if reset != "0" and (settings.get("REGSET") == "SET" or not over):
                hint = "Reset it to 0, without an enable."
                raise RoundelError(f"{self._name}: register {name} has a reset without a rule", hint)
            self._registers[wires["Q"]] = _Register(wires["DI"], enable, reset)
        else:
            hint = "The check knows LUTs, their multiplexers and plain registers."
            raise RoundelError(f"{self._name}: cell {name} is a {cell['type']}", hint)


def reduced(table: int, inputs: tuple[int, ...]) -> Table:
    """Return a table without constant inputs, repeated inputs, and inputs that it does not depend on."""
    kept: tuple[int, ...] = ()
    for one in inputs:
        if one > 1 and one not in kept:
            kept += (one,)
    values = 0
    for i in range(1 << len(kept)):
        known = {0: 0, 1: 1} | {one: i >> place & 1 for place, one in enumerate(kept)}
        at = sum(known[one] << place for place, one in enumerate(inputs))
        values |= (table >> at & 1) << i
    for place in range(len(kept) - 1, -1, -1):
        low = [i for i in range(1 << len(kept)) if not i >> place & 1]
        if all((values >> i & 1) == (values >> (i | 1 << place) & 1) for i in low):
            values = sum((values >> i & 1) << at for at, i in enumerate(low))
            kept = kept[:place] + kept[place + 1 :]
    return Table(values, kept)


def linear(node: Table, source: int) -> bool:
    """Return whether a node is the sum of its input `source` and of a function of its other inputs."""
    place = node.inputs.index(source)
    rows = (i for i in range(1 << len(node.inputs)) if not i >> place & 1)
    return all((node.table >> i & 1) != (node.table >> (i | 1 << place) & 1) for i in rows)

"""The equations of a module: its outputs, the next values of its registers and what its instances get.

They are functions of the inputs, of the registers and of what the instances give, as and-inverter graphs. So
the instances and the registers are free signals. Two designs with the same hierarchy and the same equations
of all modules are the same system of equations, so they have the same values in every cycle.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

# A bit of a signal, for example ("port", "data_o", "3") or ("to", "u_round", "state_i", "12").
Name = tuple[str, ...]
FALSE, TRUE = 0, 1
# Types of gates, with the names of their inputs. A multiplexer gives B if S is set.
_GATES = {"$_NOT_": "A", "$_AND_": "AB", "$_OR_": "AB", "$_XOR_": "AB", "$_XNOR_": "AB", "$_MUX_": "ABS"}
# Inputs of a memory that have no value where they have no function.
_UNUSED = ("RD_CLK", "RD_ARST", "RD_SRST")
# `$_DFF_P_`, `$_DFF_PN0_`: edge of the clock, level of an asynchronous reset, and the value that it gives.
_REGISTER = re.compile(r"\$_DFF_([NP])(?:([NP])([01]))?_")
# A part of a vector, in the names that the conversion gives: `state_q_63_0`, `state_q_5`.
_PLAIN_PART = re.compile(r"(\w+?)_(\d+)(?:_(\d+))?_*")
_PART = re.compile(r"(.+)\[(\d+)(?::(\d+))?\]")


class NotComparable(Exception):
    """Two modules have no common names, or a cell has no equations. The text says which."""


@dataclass(frozen=True)
class Register:
    """A bit of a register: its nets, edge of the clock, reset and start value, and all names it has."""

    output: int
    next: int | str
    clock: int | str
    reset: int | str | None
    kind: tuple[str, ...]
    names: frozenset[tuple[str, int]]


class Equations:
    """The equations of one module of a netlist of gates, registers, memories and instances."""

    def __init__(
        self, module: Mapping[str, Any], modules: Mapping[str, Any], *, undefined: bool = False
    ) -> None:
        """Read a module of Yosys's JSON.

        Args:
            module: The module.
            modules: All modules of the design, for the directions of the ports of instances.
            undefined: Whether an undefined bit is 0, one of the values that it may have. Otherwise it is a
                free signal of its own: an equation that depends on it is equal to none of the other module.
        """
        self._undefined = undefined
        self._count = 0
        self.ports = {name: (port["direction"], len(port["bits"])) for name, port in module["ports"].items()}
        self.instances = {name: cell for name, cell in module["cells"].items() if cell["type"][0] != "$"}
        self.memories: dict[str, dict[str, str]] = {}
        self.registers: list[Register] = []
        self._gates: dict[int, tuple[Any, ...]] = {}
        self._sources: dict[int, Name] = {}
        self._targets: dict[Name, int | str] = {}
        self._enables: dict[Name, tuple[int | str, ...]] = {}
        names, start = _names_of(module)
        for name, port in module["ports"].items():
            self._connect(("port", name), port["bits"], driven=port["direction"] == "input")
        for name, cell in module["cells"].items():
            if name in self.instances:
                self._instance(name, cell, modules)
            elif cell["type"] == "$mem_v2":
                self._memory(cell)
            else:
                self._cell(name, cell, names, start)

    def _own(self, bit: int | str) -> int | str:
        """Return a bit, each undefined one as a bit of its own."""
        if bit not in ("x", "z"):
            return bit
        self._count -= 1
        return self._count

    def _connect(self, name: Name, bits: Sequence[int | str], *, driven: bool) -> None:
        for place, bit in enumerate(bits):
            if driven:
                self._give((*name, str(place)), bit)
            else:
                self._take((*name, str(place)), bit)

    def _take(self, name: Name, bit: int | str) -> None:
        self._targets[name] = self._own(bit)

    def _give(self, name: Name, bit: int | str) -> None:
        if isinstance(bit, int):
            self._drive(bit)
            self._sources[bit] = name

    def _drive(self, bit: int) -> None:
        if bit in self._sources or bit in self._gates:
            raise NotComparable(f"two drivers of {self._sources.get(bit, bit)}")

    def _instance(self, name: str, cell: Mapping[str, Any], modules: Mapping[str, Any]) -> None:
        if cell["type"] not in modules:
            raise NotComparable(f"no module {cell['type']} for the instance {name}")
        for port, facts in modules[cell["type"]]["ports"].items():
            bits = cell["connections"].get(port, [])
            if facts["direction"] == "output":
                self._connect(("from", name, port), bits, driven=True)
            else:
                bits = [*bits, *["x"] * (len(facts["bits"]) - len(bits))]
                self._connect(("to", name, port), bits, driven=False)

    def _memory(self, cell: Mapping[str, Any]) -> None:
        facts = dict(cell["parameters"])
        memory = facts.pop("MEMID")
        self.memories[memory] = facts
        for port, bits in cell["connections"].items():
            if port == "RD_DATA":
                self._connect(("from", memory, port), bits, driven=True)
                continue
            used = ["0" if bit == "x" and port in _UNUSED else bit for bit in bits]
            self._connect(("to", memory, port), used, driven=False)
        enables = [self._own(enable) for enable in cell["connections"]["WR_EN"]]
        for place, enable in enumerate(enables):
            self._enables["to", memory, "WR_DATA", str(place)] = (enable,)
        width, address_bits = int(facts["WIDTH"], 2), int(facts["ABITS"], 2)
        for place in range(len(cell["connections"]["WR_ADDR"])):
            first = place // address_bits * width
            used_by = tuple(dict.fromkeys(enables[first : first + width]))
            self._enables["to", memory, "WR_ADDR", str(place)] = used_by

    def _cell(
        self,
        name: str,
        cell: Mapping[str, Any],
        names: Mapping[int, set[tuple[str, int]]],
        start: Mapping[int, str],
    ) -> None:
        wired = {port: bits[0] for port, bits in cell["connections"].items() if len(bits) == 1}
        if inputs := _GATES.get(cell["type"]):
            self._drive(wired["Y"])
            self._gates[wired["Y"]] = (cell["type"], *(self._own(wired[port]) for port in inputs))
        elif found := _REGISTER.fullmatch(cell["type"]):
            edge, level, value = found.groups()
            kind = (edge, level or "", value or "", start.get(wired["Q"], ""))
            own = frozenset(names.get(wired["Q"], ()))
            self.registers.append(Register(wired["Q"], wired["D"], wired["C"], wired.get("R"), kind, own))
        elif cell["type"] != "$scopeinfo":
            raise NotComparable(f"no equation for the cell {name} of type {cell['type']}")

    def name_registers(self, names: Mapping[int, Name]) -> None:
        """Give the registers names, by their place in `registers`; the others have no equations."""
        for place, name in names.items():
            register = self.registers[place]
            self._give(name, register.output)
            self._take(("next", *name), register.next)
            self._take(("clock", *name), register.clock)
            if register.reset is not None:
                self._take(("reset", *name), register.reset)

    @property
    def targets(self) -> list[Name]:
        """The names of the equations, in order."""
        return sorted(self._targets)

    def graph(self, number: Callable[[Name], int]) -> Graph:
        """Return the equations as a graph. `number` gives the variable of a free signal, from 1."""
        return Graph(self, number)

    def gate(self, bit: int) -> tuple[Any, ...]:
        """Return the type and the inputs of the gate that drives a bit."""
        return self._gates[bit]

    def source(self, bit: int | str) -> Name | None:
        """Return the free signal that a bit is; None for a gate, () for a bit that may have any value."""
        if isinstance(bit, int) and (bit in self._gates or bit in self._sources):
            return self._sources.get(bit)
        return () if self._undefined else ("undefined", str(bit))

    def target(self, name: Name) -> tuple[int | str, tuple[int | str, ...]]:
        """Return the bit whose equation has this name, and bits: it has a meaning if one of them is 1."""
        return self._targets[name], self._enables.get(name, ("1",))


class Graph:
    """An and-inverter graph: `ands` are pairs of literals, in order; `outputs` literals by equation."""

    def __init__(self, equations: Equations, number: Callable[[Name], int]) -> None:
        """Make the graph. `number` gives the variable of a free signal, from 1."""
        self._equations = equations
        self._number = number
        self._literals: dict[int | str, int] = {"0": FALSE, "1": TRUE}
        self.ands: list[tuple[int, int]] = []
        self._known: dict[tuple[int, int], int] = {}
        # ANDs are numbered after the free signals, whose count is not known yet: negative until then.
        self.outputs = {name: self._output(*equations.target(name)) for name in equations.targets}

    def _output(self, bit: int | str, enables: Sequence[int | str]) -> int:
        none = TRUE
        for enable in enables:
            none = self._and(none, self._literal(enable) ^ 1)
        return self._and(self._literal(bit), none ^ 1)

    def _literal(self, root: int | str) -> int:
        waiting = [root]
        running: set[int | str] = set()
        while waiting:
            bit = waiting[-1]
            if bit in self._literals:
                waiting.pop()
                continue
            source = self._equations.source(bit)
            if source is not None:
                self._literals[bit] = 2 * self._number(source) if source else FALSE
                continue
            assert isinstance(bit, int)
            kind, *inputs = self._equations.gate(bit)
            missing = [one for one in inputs if one not in self._literals]
            if missing:
                if bit in running:
                    raise NotComparable(f"a combinational loop through bit {bit}")
                running.add(bit)
                waiting += missing
                continue
            self._literals[bit] = self._gate(kind, *(self._literals[one] for one in inputs))
        return self._literals[root]

    def _gate(self, kind: str, left: int, right: int = 0, select: int = 0) -> int:
        if kind == "$_NOT_":
            return left ^ 1
        if kind == "$_AND_":
            return self._and(left, right)
        if kind == "$_OR_":
            return self._and(left ^ 1, right ^ 1) ^ 1
        if kind == "$_MUX_":
            return self._and(self._and(left, select ^ 1) ^ 1, self._and(right, select) ^ 1) ^ 1
        differ = self._and(self._and(left, right ^ 1) ^ 1, self._and(left ^ 1, right) ^ 1) ^ 1
        return differ if kind == "$_XOR_" else differ ^ 1

    def _and(self, left: int, right: int) -> int:
        pair = (min(left, right), max(left, right))
        if FALSE in pair or left ^ right == 1:
            return FALSE
        if TRUE in pair:
            return left if right == TRUE else right
        if left == right:
            return left
        if pair not in self._known:
            self.ands.append(pair)
            self._known[pair] = -2 * len(self.ands)
        return self._known[pair]

    def values(self, inputs: Sequence[int]) -> dict[Name, int]:
        """Return the values of the equations for values of the free signals."""
        known = {FALSE: 0, **{2 * place: value for place, value in enumerate(inputs, 1)}}

        def value(literal: int) -> int:
            return known[literal & ~1] ^ (literal & 1)

        for place, (left, right) in enumerate(self.ands, 1):
            known[-2 * place] = value(left) & value(right)
        return {name: value(literal) for name, literal in self.outputs.items()}

    def aiger(self, inputs: int) -> bytes:
        """Return the graph in the binary format of AIGER 1.9, with variables 1 to `inputs` as its inputs."""

        def literal(one: int) -> int:
            # -2k and -2k + 1 are the k-th AND and its inverse.
            return one if one >= 0 else 2 * (inputs + (-one + 1) // 2) + (one & 1)

        counts = f"{inputs + len(self.ands)} {inputs} 0 {len(self.outputs)} {len(self.ands)}"
        lines = [f"aig {counts}", *(str(literal(one)) for one in self.outputs.values()), ""]
        gates = bytearray()
        for place, pair in enumerate(self.ands, 1):
            less, more = sorted(map(literal, pair))
            for delta in (2 * (inputs + place) - more, more - less):
                while delta >= 0x80:
                    gates.append(delta & 0x7F | 0x80)
                    delta >>= 7
                gates.append(delta)
        return "\n".join(lines).encode() + bytes(gates)


def _names_of(module: Mapping[str, Any]) -> tuple[dict[int, set[tuple[str, int]]], dict[int, str]]:
    """Return the names of bits, as signals and places in them, and the start values of bits that have one."""
    names: dict[int, set[tuple[str, int]]] = {}
    start: dict[int, str] = {}
    for name, net in module["netnames"].items():
        values = net["attributes"].get("init", "")[::-1]
        first = net.get("offset", 0)
        if first and (part := _PART.fullmatch(name)) and int(part[3] or part[2]) == first:
            name = part[1]  # the part has the numbers that its bits have in the whole
        for place, bit in enumerate(net["bits"]):
            if not isinstance(bit, int):
                continue
            if not net.get("hide_name"):
                names.setdefault(bit, set()).add((name, first + place))
            if values[place : place + 1] in ("0", "1"):
                start[bit] = values[place]
    return names, start


def matched(gold: Equations, gate: Equations) -> tuple[dict[int, Name], dict[int, Name]]:
    """Return common names for the registers of both, by their places.

    Raises:
        NotComparable: A register of one has no counterpart in the other, or more than one.
    """
    places = {name: place for place, one in enumerate(gold.registers) for name in one.names}
    named: tuple[dict[int, Name], dict[int, Name]] = ({}, {})
    for place, register in enumerate(gate.registers):
        found = {places[name] for own in sorted(register.names) for name in _names(*own) if name in places}
        if len(found) != 1:
            raise NotComparable(f"{len(found)} registers of the source for {sorted(register.names)}")
        (other,) = found
        if other in named[0]:
            raise NotComparable(f"two registers for {sorted(gold.registers[other].names)[0]}")
        if register.kind != gold.registers[other].kind:
            raise NotComparable(
                f"the register {sorted(register.names)[0]} is of another kind: {register.kind}, "
                f"not {gold.registers[other].kind}"
            )
        own, bit = min(gold.registers[other].names)
        named[0][other] = named[1][place] = (own, str(bit))
    if missing := [one for place, one in enumerate(gold.registers) if place not in named[0]]:
        raise NotComparable(f"no register for {sorted(missing[0].names)} of the source")
    return named


def _names(name: str, bit: int) -> Iterator[tuple[str, int]]:
    """Yield the names that a bit may have in the source."""
    waiting = [(name, bit)]
    while waiting:
        name, bit = waiting.pop()
        yield name, bit
        for pattern in (_PART, _PLAIN_PART):
            if part := pattern.fullmatch(name):
                base, high, low = part.groups()
                waiting.append((base, int(low or high) + bit))
                if pattern is _PLAIN_PART and low is None:
                    waiting.append((f"{base}[{high}]", bit))

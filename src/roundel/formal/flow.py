"""Information flow in a netlist: a model that tells which registers may depend on secret input.

Every bit of the netlist gets a mark beside its value: the mark is set if the bit may differ between two runs
that differ in secret input only. The rules for gates are those of gate-level information flow tracking
(Tiwari et al., ASPLOS 2009): a gate's output is marked unless its unmarked inputs alone determine it. So a
multiplexer passes the mark of the selected input, and a cleared register has none. The model is a circuit of
its own, in Verilog: control registers with values and marks, and data registers with marks only.

Two abstractions keep it small. Both can only add marks:

- A data register has one mark for each of its words, and a free value in every cycle.
- Where a rule asks for the value of a bit that is computed from data registers, it assumes the worst one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

FALSE, TRUE = 0, 1
# Types of cells and their inputs, in the order of the rules.
_INPUTS = {
    "$_NOT_": "A",
    "$_BUF_": "A",
    "$_AND_": "AB",
    "$_OR_": "AB",
    "$_XOR_": "AB",
    "$_XNOR_": "AB",
    "$_NAND_": "AB",
    "$_NOR_": "AB",
    "$_ANDNOT_": "AB",
    "$_ORNOT_": "AB",
    "$_MUX_": "ABS",
}
REGISTER = "$_DFF_P_"

Bit = int | str  # as in the JSON of Yosys: a number, or "0", "1", "x"


class Graph:
    """An and-inverter graph. A literal is twice the number of a node, plus 1 if it is inverted."""

    def __init__(self) -> None:
        """Begin with the constant only: node 0 is false."""
        self.ands: dict[int, tuple[int, int]] = {}
        self.inputs: list[int] = []
        self._known: dict[tuple[int, int], int] = {}
        self._count = 1

    def input(self) -> int:
        """Return the literal of a new input."""
        self.inputs.append(self._count)
        self._count += 1
        return 2 * self.inputs[-1]

    def conjunction(self, one: int, other: int) -> int:
        """Return one AND other."""
        if one > other:
            one, other = other, one
        if one == FALSE or one == other ^ 1:
            return FALSE
        if one == TRUE or one == other:
            return other
        key = (one, other)
        if key not in self._known:
            self.ands[self._count] = key
            self._known[key] = 2 * self._count
            self._count += 1
        return self._known[key]

    def disjunction(self, one: int, other: int) -> int:
        """Return one OR other."""
        return self.conjunction(one ^ 1, other ^ 1) ^ 1

    def choice(self, select: int, high: int, low: int) -> int:
        """Return `high` where `select` is set, else `low`."""
        if high == low:
            return high
        return self.disjunction(self.conjunction(select, high), self.conjunction(select ^ 1, low))

    def difference(self, one: int, other: int) -> int:
        """Return one XOR other."""
        return self.choice(one, other ^ 1, other)

    def any_of(self, literals: Sequence[int]) -> int:
        """Return the OR of all."""
        result = FALSE
        for literal in sorted(set(literals)):
            result = self.disjunction(result, literal)
        return result


@dataclass(frozen=True)
class Register:
    """One bit of a register: the name of the register in the sources, and the number of the bit."""

    name: str
    index: int


class Netlist:
    """A flat module of gates and flip-flops, from the JSON of Yosys."""

    def __init__(self, module: Mapping[str, Any]) -> None:
        """Read the module. ValueError names a cell that the rules do not cover."""
        self.ports = {name: (port["direction"], port["bits"]) for name, port in module["ports"].items()}
        self.nets: dict[str, list[Bit]] = {
            name: net["bits"] for name, net in module["netnames"].items() if not net.get("hide_name")
        }
        self.registers: dict[int, Register] = {}
        self.next: dict[int, Bit] = {}
        gates: dict[int, tuple[str, tuple[Bit, ...]]] = {}
        for cell in module["cells"].values():
            kind, pins = cell["type"], cell["connections"]
            if kind == REGISTER:
                self.next[pins["Q"][0]] = pins["D"][0]
            elif kind in _INPUTS:
                gates[pins["Y"][0]] = (kind, tuple(pins[pin][0] for pin in _INPUTS[kind]))
            elif kind != "$scopeinfo":
                raise ValueError(f"the netlist has a cell {kind}")
        self._name_registers()
        self.gates = dict(_in_order(gates))

    def bits_of(self, name: str) -> list[Bit]:
        """Return the bits of a net of the sources."""
        return self.nets[name]

    def _name_registers(self) -> None:
        found: dict[int, list[tuple[str, int]]] = {}
        for name, bits in self.nets.items():
            for i, bit in enumerate(bits):
                if bit in self.next:
                    found.setdefault(bit, []).append((name, i))  # type: ignore[arg-type]
        for bit in self.next:
            self.registers[bit] = Register(*max(found.get(bit, [("", 0)]), key=_is_own_name))


def _is_own_name(net: tuple[str, int]) -> tuple[bool, bool, int, str]:
    """Return how well a name suits a register: one with _q before one of a port that it is connected to."""
    leaf = net[0].rpartition(".")[2].partition("[")[0]
    return leaf.endswith("_q"), leaf.endswith("_o"), net[0].count("."), net[0]


def _in_order(
    gates: Mapping[int, tuple[str, tuple[Bit, ...]]],
) -> Iterator[tuple[int, tuple[str, tuple[Bit, ...]]]]:
    """Yield gates after the gates that drive their inputs."""
    done: set[Bit] = set()
    for root in gates:
        stack = [root]
        while stack:
            bit = stack[-1]
            if bit in done:
                stack.pop()
                continue
            waiting = [pin for pin in gates[bit][1] if pin in gates and pin not in done]
            if waiting:
                stack.extend(waiting)  # type: ignore[arg-type]
                continue
            done.add(bit)
            stack.pop()
            yield bit, gates[bit]

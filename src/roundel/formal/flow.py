"""Information flow in a netlist: which bits may depend on secret input.

Every bit has a mark beside its value. The mark is set if the bit may differ between two runs that have the
same public input and different secret input. The rules for gates are those of gate-level information flow
tracking (Tiwari et al., ASPLOS 2009): the output of a gate is marked unless its unmarked inputs alone
determine it. So a multiplexer passes the mark of the selected input, and a cleared register has no mark.

A bit whose value is not known in the model has a mark like others. The rules then assume the value that
leads to the most marks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

FALSE, TRUE = 0, 1
# Types of cells, with the names of their inputs in the order of the rules.
INPUTS = {
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
# Of gates that are an AND with inverters: which of A, B and the output is inverted.
_INVERTED = {
    "$_AND_": (0, 0, 0),
    "$_OR_": (1, 1, 1),
    "$_NAND_": (0, 0, 1),
    "$_NOR_": (1, 1, 0),
    "$_ANDNOT_": (0, 1, 0),
    "$_ORNOT_": (1, 0, 1),
}
REGISTER, ASSERTION = "$_DFF_P_", "$assert"

Bit = int | str  # as in the JSON of Yosys: the number of a net, or "0", "1", "x"


class Graph:
    """An and-inverter graph. A literal is twice the number of a node, plus 1 if it is inverted."""

    def __init__(self) -> None:
        """Begin with the constant only: node 0 is false."""
        self.ands: dict[int, tuple[int, int]] = {}
        self._known: dict[tuple[int, int], int] = {}
        self._count = 1

    def new(self) -> int:
        """Return the literal of a new node that is no AND: an input or a register."""
        self._count += 1
        return 2 * (self._count - 1)

    def conjunction(self, one: int, other: int) -> int:
        """Return one AND other."""
        if one > other:
            one, other = other, one
        if one == FALSE or one == other ^ 1:
            return FALSE
        if one in (TRUE, other):
            return other
        key = (one, other)
        if key not in self._known:
            self._known[key] = self.new()
            self.ands[self._known[key]] = key
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
class Signal:
    """A bit in the model: literals of its value and its mark. If not `known`, the value is arbitrary."""

    value: int
    mark: int = FALSE
    known: bool = True


def output_of(graph: Graph, kind: str, inputs: Sequence[Signal]) -> Signal:
    """Return the output of a gate of type `kind`."""
    known = all(signal.known for signal in inputs)
    first = inputs[0]
    if kind in ("$_NOT_", "$_BUF_"):
        return Signal(first.value ^ (kind == "$_NOT_"), first.mark, known)
    second = inputs[1]
    if kind in ("$_XOR_", "$_XNOR_"):
        value = graph.difference(first.value, second.value) ^ (kind == "$_XNOR_")
        return Signal(value, graph.disjunction(first.mark, second.mark), known)
    if kind == "$_MUX_":
        return _selected(graph, *inputs)
    a, b, result = _INVERTED[kind]
    one, other = (
        Signal(signal.value ^ inverted, signal.mark, signal.known)
        for signal, inverted in ((first, a), (second, b))
    )
    # A mark passes unless the other input is zero in both runs.
    mark = graph.any_of(
        [
            graph.conjunction(one.mark, other.mark),
            graph.conjunction(one.mark, other.value if other.known else TRUE),
            graph.conjunction(other.mark, one.value if one.known else TRUE),
        ]
    )
    return Signal(graph.conjunction(one.value, other.value) ^ result, mark, known)


def _selected(graph: Graph, low: Signal, high: Signal, select: Signal) -> Signal:
    value = graph.choice(select.value, high.value, low.value)
    marks = graph.disjunction(low.mark, high.mark)
    mark = graph.choice(select.value, high.mark, low.mark) if select.known else marks
    # If the runs select differently, equal inputs alone make the output equal.
    differ = graph.difference(low.value, high.value) if low.known and high.known else TRUE
    mark = graph.disjunction(mark, graph.conjunction(select.mark, graph.disjunction(differ, marks)))
    return Signal(value, mark, low.known and high.known and select.known)


@dataclass(frozen=True)
class Register:
    """One bit of a register: the name of the register in the sources, and the number of the bit."""

    name: str
    index: int


class Netlist:
    """A flat module of gates, flip-flops of one clock, and assertions, from the JSON of Yosys."""

    def __init__(self, module: Mapping[str, Any], clock: str) -> None:
        """Read the module. ValueError names a cell that the rules do not cover."""
        self.inputs = {
            name: port["bits"] for name, port in module["ports"].items() if port["direction"] == "input"
        }
        self.nets: dict[str, list[Bit]] = {
            name: net["bits"] for name, net in module["netnames"].items() if not net.get("hide_name")
        }
        self.next: dict[Bit, Bit] = {}  # what a register loads
        # Yosys writes an asynchronous reset as a multiplexer after the register. Its output has the name.
        self.outputs: dict[Bit, Bit] = {}
        self.assertions: list[tuple[str, Bit, Bit]] = []  # place in the sources, condition, enable
        gates: dict[Bit, tuple[str, tuple[Bit, ...]]] = {}
        for cell in module["cells"].values():
            kind, pins = cell["type"], cell["connections"]
            if kind == REGISTER:
                if pins["C"] != self.inputs[clock]:
                    raise ValueError(f"a register has a clock other than {clock}")
                self.next[pins["Q"][0]] = pins["D"][0]
            elif kind in INPUTS:
                gates[pins["Y"][0]] = (kind, tuple(pins[pin][0] for pin in INPUTS[kind]))
            elif kind == ASSERTION:
                self.assertions.append((cell["attributes"].get("src", ""), pins["A"][0], pins["EN"][0]))
            elif kind != "$scopeinfo":
                raise ValueError(f"the netlist has a cell {kind}")
        self.registers = dict(self._named_registers(gates))
        self.gates = dict(_in_order(gates))

    def _named_registers(
        self, gates: Mapping[Bit, tuple[str, tuple[Bit, ...]]]
    ) -> Iterator[tuple[Bit, Register]]:
        found: dict[Bit, list[tuple[str, int]]] = {}
        for name, bits in self.nets.items():
            for i, bit in enumerate(bits):
                found.setdefault(bit, []).append((name, i))
        ports = {bit for bits in self.inputs.values() for bit in bits}
        after = {
            pin: output
            for output, (kind, pins) in gates.items()
            if kind == "$_MUX_" and {"0", "1"} & set(pins[:2]) and pins[2] in ports
            for pin in pins[:2]
        }
        for bit in self.next:
            if bit not in found and after.get(bit) in found:
                self.outputs[bit] = after[bit]
            names = found.get(self.outputs.get(bit, bit))
            if not names:
                raise ValueError(f"register bit {bit} has no name")
            yield bit, Register(*max(names, key=_is_own_name))


def _is_own_name(net: tuple[str, int]) -> tuple[bool, bool, int, str]:
    """Return how well a name suits a register: one with _q before one of a port that it is connected to."""
    leaf = net[0].rpartition(".")[2].partition("[")[0]
    return leaf.endswith("_q"), leaf.endswith("_o"), net[0].count("."), net[0]


def _in_order(
    gates: Mapping[Bit, tuple[str, tuple[Bit, ...]]],
) -> Iterator[tuple[Bit, tuple[str, tuple[Bit, ...]]]]:
    """Yield gates after the gates that drive their inputs. ValueError if they form a loop."""
    done: set[Bit] = set()
    entered: set[Bit] = set()
    for root in gates:
        stack = [root]
        while stack:
            bit = stack[-1]
            waiting = (
                [] if bit in done else [pin for pin in gates[bit][1] if pin in gates and pin not in done]
            )
            if not waiting:
                if bit not in done:
                    done.add(bit)
                    yield bit, gates[bit]
                stack.pop()
            elif bit in entered:
                raise ValueError("the netlist has a combinational loop")
            else:
                entered.add(bit)
                stack.extend(waiting)

"""The proof of clearing: a core at rest has nothing that depends on secret input, but for listed registers.

The model is made from the netlist of the core with the rules of `roundel.formal.flow`. Secret are the bytes
of every beat that is no command on offer. A core is at rest while `rest` is set, a signal of the module
that the task binds to the core. The model asserts:

- After `settle` cycles at rest, no data register has a mark, except those that may remain.
- A control register never has a mark.
- The assertions of the bound module hold.

Control registers have their values in the model. Data registers have only marks, one for each word, and an
arbitrary value in each cycle: both can only add marks. At the start every register has an arbitrary value,
which does not depend on secret input, and the core is in reset.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from roundel.errors import RoundelError
from roundel.formal.flow import FALSE, TRUE, Bit, Graph, Netlist, Register, Signal, output_of

MODEL, MODEL_FILE = "clearing_model", "clearing_model.sv"
NETLIST_FILE = "netlist.json"
TOP = "core_under_proof"
CLOCK, RESET = "clk_i", "rst_ni"
BOUND = "u_clear"
REST = f"{BOUND}.rest"
# A register of the sources with at least so many bits, all words of an array together, is a data register.
DATA_BITS = 33
# An x of the netlist stays an x: no pass may choose a value for it. A constant asynchronous reset is removed
# before async2sync, which would put gates between such a register and its name.
_PASSES = (
    f"hierarchy -check -top {TOP}",
    *("proc", "flatten", "opt_expr -keepdc", "opt_clean"),
    *2 * ("opt_dff -nodffe -nosdff -keepdc",),
    *("opt_clean", "memory_collect", "memory_map"),
    *("async2sync", "chformal -lower", "dffunmap", "techmap", "simplemap", "opt_expr -keepdc", "opt_clean"),
    f"write_json {NETLIST_FILE}",
)
_INDEX = re.compile(r"\[\d+\]")
_ENTRY = re.compile(r"(?P<end>.*?)(\[(?P<high>\d+):(?P<low>\d+)\])?")


@dataclass(frozen=True)
class Marks:
    """What a task says about the registers of its core, by the ends of their names.

    A name without indexes means all registers of that name; with the indexes of generate loops, one of them.
    With `[7:0]` after a name, only these bits of each element are meant.

    `data` are data registers, and `control` control registers, in spite of their sizes. `words` are the bits
    of a word of a data register; each word has its own mark. `tracked` are control registers that may have a
    mark. `remains` are registers that may depend on secret input at rest, with the reasons. `only_while` maps
    data registers to signals of the bound module: lemmas that the register has a mark only while the signal
    is set. `settle` is the number of cycles at rest after which the core is cleared.
    """

    data: Sequence[str] = ()
    control: Sequence[str] = ()
    tracked: Sequence[str] = ()
    words: Mapping[str, int] = field(default_factory=dict)
    remains: Mapping[str, str] = field(default_factory=dict)
    only_while: Mapping[str, str] = field(default_factory=dict)
    settle: int = 2

    @classmethod
    def of(cls, entry: Mapping[str, object]) -> Marks:
        """Return the marks of a task's table; TypeError for an unknown field."""
        return cls(**entry)  # type: ignore[arg-type]

    @property
    def names(self) -> set[str]:
        """Every listed register."""
        lists = (self.data, self.control, self.tracked, self.words, self.remains, self.only_while)
        return {name for one in lists for name in one}


def netlist_script(read: str) -> str:
    """Return the commands of Yosys that write the netlist, after the command `read`."""
    return "\n".join((read, *_PASSES)) + "\n"


def write_model(folder: Path, marks: Marks) -> None:
    """Write the model of the netlist in `folder`. RoundelError names what the model does not cover."""
    module = json.loads((folder / NETLIST_FILE).read_text())["modules"][TOP]
    try:
        netlist = Netlist(module, CLOCK)
    except ValueError as error:
        raise RoundelError(f"no model of marks: {error}", "Correct the core or its bound module.") from error
    (folder / MODEL_FILE).write_text(Model(netlist, marks).text)


class Model:
    """The model of a netlist.

    `asserted` has what must never be set, by name. `inputs` has the ports, and `settled` is set when the core
    is cleared. The value of a data register is an input; `loads` has what the register would load.
    """

    def __init__(self, netlist: Netlist, marks: Marks) -> None:
        """Make the model. RoundelError names a register that is listed but does not exist."""
        self.graph = Graph()
        self._netlist = netlist
        self._marks = marks
        self._names: dict[int, str] = {}  # the registers of the model
        self.next: dict[int, int] = {}
        self._signals: dict[Bit, Signal] = {
            "0": Signal(FALSE),
            "1": Signal(TRUE),
        }
        self._mark_of: dict[tuple[str, int], int] = {}
        self._marked: dict[int, list[Register]] = {}  # the bits of each mark
        self._outputs: dict[int, list[Bit]] = {}  # and where their values appear
        self.asserted: list[tuple[str, int]] = []
        self.inputs: dict[str, list[int]] = {}
        self.loads: dict[int, int] = {}
        self.settled = FALSE
        self._bits = Counter(plain(register.name) for register in netlist.registers.values())
        for name in marks.names:
            if not any(is_meant(register, name) for register in netlist.registers.values()):
                raise RoundelError(f"the core has no register {name}", "Correct the names of the task.")
        self._started = self._register("started")
        self.next[self._started] = TRUE
        self._make_inputs()
        for bit, register in netlist.registers.items():
            self._signals[bit] = self._signal_of(bit, register)
        for bit, (kind, pins) in netlist.gates.items():
            self._signals[bit] = output_of(self.graph, kind, [self._signal(pin) for pin in pins])
        self._load_registers()
        self._assert_all()

    @property
    def remaining(self) -> Counter[str]:
        """The bits of the registers that may remain, by name."""
        found = (one for one in self._netlist.registers.values() if _listed(one, self._marks.remains))
        return Counter(plain(register.name) for register in found)

    def _register(self, name: str) -> int:
        literal = self.graph.new()
        self._names[literal] = name
        return literal

    def _signal(self, bit: Bit) -> Signal:
        """Return the signal of a bit. One without a driver may be anything, and differ between the runs."""
        if bit not in self._signals:
            return Signal(self.graph.new(), TRUE, known=False)
        return self._signals[bit]

    def _make_inputs(self) -> None:
        graph, inputs = self.graph, self._netlist.inputs
        for bits in inputs.values():
            for bit in bits:
                self._signals[bit] = Signal(graph.new())
        self.inputs = {name: [self._signals[bit].value for bit in bits] for name, bits in inputs.items()}
        (reset,), (valid,) = inputs[RESET], inputs["s_axis_tvalid"]
        self._signals[reset] = Signal(graph.conjunction(self._started, self._signals[reset].value))
        kind = graph.any_of([self._signals[bit].value for bit in inputs["s_axis_tuser"]])  # zero is CMD
        secret = graph.disjunction(kind, self._signals[valid].value ^ 1)
        for bit in inputs["s_axis_tdata"]:
            self._signals[bit] = Signal(self._signals[bit].value, secret)

    def _is_data(self, register: Register) -> bool:
        if _listed(register, self._marks.control) or _listed(register, self._marks.tracked):
            return False
        return self._bits[plain(register.name)] >= DATA_BITS or _listed(register, self._marks.data)

    def _has_mark(self, register: Register) -> bool:
        return self._is_data(register) or _listed(register, self._marks.tracked)

    def _word(self, register: Register) -> tuple[str, int]:
        """Return the word of a register: its name and number. A bit of a control register is a word."""
        if not self._is_data(register):
            return register.name, register.index
        sizes = (size for name, size in self._marks.words.items() if is_meant(register, name))
        size = next(sizes, 0)
        return f"words of {register.name}", register.index // size if size else 0

    def _signal_of(self, bit: Bit, register: Register) -> Signal:
        word = self._word(register)
        mark = FALSE
        if self._has_mark(register):
            if word not in self._mark_of:
                self._mark_of[word] = self._register(f"mark of {word[0]} {word[1]}")
            mark = self._mark_of[word]
            self._marked.setdefault(mark, []).append(register)
            self._outputs.setdefault(mark, []).append(self._netlist.outputs.get(bit, bit))
        if self._is_data(register):
            return Signal(self.graph.new(), mark, known=False)
        value = self._register(f"{register.name}[{register.index}]")
        return Signal(self.graph.choice(self._started, value, self.graph.new()), mark)

    def _load_registers(self) -> None:
        loaded: dict[tuple[str, int], list[int]] = {}
        control: dict[str, list[int]] = {}
        values = {name: literal for literal, name in self._names.items()}
        for bit, register in self._netlist.registers.items():
            signal = self._signal(self._netlist.next[bit])
            if self._is_data(register):
                self.loads[self._signals[bit].value] = signal.value
            else:
                self.next[values[f"{register.name}[{register.index}]"]] = signal.value
            if self._has_mark(register):
                loaded.setdefault(self._word(register), []).append(signal.mark)
            else:
                control.setdefault(register.name, []).append(signal.mark)
        for word, marks in loaded.items():
            self.next[self._mark_of[word]] = self.graph.any_of(marks)
        for name, marks in control.items():
            self.asserted.append((f"{name} depends on a secret", self.graph.any_of(marks)))

    def _assert_all(self) -> None:
        graph = self.graph
        rest = self._net(REST)
        self.asserted.append(("rest depends on a secret", rest.mark))
        settled = rest.value
        for cycle in range(self._marks.settle):
            register = self._register(f"{cycle + 1} cycles at rest")
            self.next[register] = settled
            settled = graph.conjunction(settled, register)
        self.settled = settled
        marks: dict[str, list[int]] = {}
        for mark, registers in self._marked.items():
            if not all(_listed(register, self._marks.remains) for register in registers):
                marks.setdefault(registers[0].name, []).append(self._shown(mark))
        for end, signal in self._marks.only_while.items():
            each = [
                self._shown(mark)
                for mark, registers in self._marked.items()
                if any(is_meant(one, end) for one in registers)
            ]
            allowed = self._net(f"{BOUND}.{signal}")
            self.asserted.append((f"{signal} depends on a secret", allowed.mark))
            early = graph.conjunction(graph.any_of(each), allowed.value ^ 1)
            self.asserted.append((f"{end} early", graph.conjunction(self._started, early)))
        for name, each in marks.items():
            self.asserted.append((f"{name} remains", graph.conjunction(settled, graph.any_of(each))))
        for place, condition, enable in self._netlist.assertions:
            fails = graph.conjunction(self._signal(condition).value ^ 1, self._signal(enable).value)
            self.asserted.append((f"assertion at {place}", graph.conjunction(self._started, fails)))

    def _shown(self, mark: int) -> int:
        """Return the mark of the values of registers. An asynchronous reset that is active hides `mark`."""
        return self.graph.any_of([self._signal(bit).mark for bit in self._outputs[mark]])

    def _net(self, end: str) -> Signal:
        """Return the signal of a net of one bit by the end of its name."""
        found = [bits[0] for name, bits in self._netlist.nets.items() if _ends(name, end)]
        if len(found) != 1:
            raise RoundelError(f"the netlist has {len(found)} nets {end}", "Correct the bound module.")
        return self._signal(found[0])

    @property
    def marks(self) -> dict[str, list[int]]:
        """The marks of each register that has some, by its name without indexes."""
        found: dict[str, list[int]] = {}
        for mark, registers in self._marked.items():
            found.setdefault(plain(registers[0].name), []).append(mark)
        return found

    def output(self, name: str) -> int:
        """Return the value of a port of one bit."""
        return self._signal(self._netlist.nets[name][0]).value

    @property
    def text(self) -> str:
        """The model in Verilog, with the parts that the assertions depend on."""
        asserted = [(name, literal) for name, literal in self.asserted if literal != FALSE]
        reached = self.reached([literal for _, literal in asserted])
        ands, registers = self.graph.ands, self._names
        free = {
            literal: i for i, literal in enumerate(x for x in reached if x not in ands and x not in registers)
        }

        def expression(literal: int) -> str:
            node = literal & ~1
            if not node:
                return f"1'b{literal}"
            name = f"\\{registers[node].replace(' ', '_')} " if node in registers else ""
            text = name or (f"n{node}" if node in ands else f"free[{free[node]}]")
            return f"~{text}" if literal & 1 else text

        lines = [f"module {MODEL} (input clk, input [{max(len(free) - 1, 0)}:0] free);"]
        for node in reached:
            if node in registers:
                lines.append(f"  reg {expression(node)} = 1'b0;")
                lines.append(f"  always @(posedge clk) {expression(node)} <= {expression(self.next[node])};")
            elif node in ands:
                one, other = map(expression, ands[node])
                lines.append(f"  wire n{node} = {one} & {other};")
        names = numbered([re.sub(r"\W+", "_", name) for name, _ in asserted])
        for name, (_, literal) in zip(names, asserted, strict=True):
            lines.append(f"  (* keep *) wire {name} = {expression(literal)};")
        # One assertion: its proof is faster than that of many. A chain of | would be a tree too deep.
        lines.append(f"  cleared: assert property (!(|{{{', '.join(names)}}}));")
        return "\n".join((*lines, "endmodule")) + "\n"

    def reached(self, roots: Sequence[int]) -> list[int]:
        """Return the nodes that the roots depend on, in order."""
        reached: set[int] = set()
        stack = [literal & ~1 for literal in roots]
        while stack:
            node = stack.pop()
            if node and node not in reached:
                reached.add(node)
                stack += (literal & ~1 for literal in self._sources(node))
        return sorted(reached)

    def _sources(self, node: int) -> Iterator[int]:
        if node in self._names:
            yield self.next[node]
        yield from self.graph.ands.get(node, ())


def numbered(names: Sequence[str]) -> list[str]:
    """Return the names with a number after each that came before, as that of an assertion in a loop does."""
    seen: Counter[str] = Counter()
    numbered = []
    for name in names:
        seen[name] += 1
        numbered.append(name if seen[name] == 1 else f"{name}_{seen[name]}")
    return numbered


def plain(name: str) -> str:
    """Return the name of a register without indexes."""
    return _INDEX.sub("", name)


def _ends(name: str, end: str) -> bool:
    return f".{name}".endswith(f".{end}")


def is_meant(register: Register, entry: str) -> bool:
    """Return whether a name of a list, of which bits may be selected, means the register."""
    found = _ENTRY.fullmatch(entry)
    assert found
    end, high, low = found["end"], found["high"], found["low"]
    name = register.name if "[" in end else plain(register.name)
    return _ends(name, end) and (high is None or int(low) <= register.index <= int(high))


def _listed(register: Register, entries: Sequence[str] | Mapping[str, object]) -> bool:
    return any(is_meant(register, entry) for entry in entries)

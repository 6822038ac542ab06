"""Reading a liberty: the areas of its cells, which of them are registers, and the gate to count in.

Only what a gate count needs is read; mapping and timing read the file themselves (Yosys, OpenSTA).
"""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from roundel.errors import RoundelError

GENERIC = Path(__file__).parent / "data" / "generic.lib"

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}();:,]|[^\s{}();:,"]+')
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
# By their truth tables: at inputs 00, 01, 10, 11; at 0, 1.
_NAND2 = (True, True, True, False)
_MAPPER_NEEDS = {"inverter": (True, False), "buffer": (False, True)}
_STATE_GROUPS = ("ff", "latch", "ff_bank", "latch_bank", "statetable")


@dataclass(frozen=True)
class Flop:
    """The state of a flip-flop: the names of its two values, and the functions of the file ("" for none)."""

    state: str
    inverted: str
    next_state: str
    clock: str
    clear: str
    preset: str


@dataclass(frozen=True)
class Cell:
    """A cell: its area in the library's unit, the functions of its outputs as the file writes them.

    `capacitances` of inputs are in the library's unit, where it states them. `energies` are what a transition
    of a pin takes inside the cell, in that unit times V^2, where the file has tables of it. It is the first
    value of a table, for the fastest input and the least load: the mean over the tables of a pin.
    """

    area: float
    inputs: tuple[str, ...]
    functions: Mapping[str, str]
    sequential: bool
    timed: bool
    capacitances: Mapping[str, float] = field(default_factory=dict)
    energies: Mapping[str, float] = field(default_factory=dict)
    flop: Flop | None = None

    def is_gate(self, table: tuple[bool, ...]) -> bool:
        """Return whether the cell is the gate of this truth table, its first input the slowest to change."""
        if self.sequential or 2 ** len(self.inputs) != len(table) or len(self.functions) != 1:
            return False
        function = next(iter(self.functions.values()))
        rows = itertools.product((False, True), repeat=len(self.inputs))
        return all(
            _value(function, dict(zip(self.inputs, row, strict=True))) is value
            for row, value in zip(rows, table, strict=True)
        )


@dataclass(frozen=True)
class Liberty:
    """A liberty file as far as it is read: its name, the digest of its text (hex) and its cells."""

    path: Path
    sha256: str
    cells: Mapping[str, Cell]
    volts: float | None = None
    picofarads: float | None = None
    """The unit of capacitances in pF."""

    @cached_property
    def gate(self) -> str:
        """The smallest two-input NAND: its area is one gate equivalent. RoundelError without one."""
        gates = [name for name, cell in self.cells.items() if cell.is_gate(_NAND2) and cell.area > 0]
        if not gates:
            raise RoundelError(
                f"{self.path} has no two-input NAND with an area, which gate equivalents are counted in",
                "Use a liberty that has one.",
            )
        return min(gates, key=lambda name: self.cells[name].area)

    def check(self) -> None:
        """Raise RoundelError if gates cannot be counted in this library, or ABC would not map onto it."""
        for name, table in _MAPPER_NEEDS.items():
            if not any(cell.is_gate(table) for cell in self.cells.values()):
                raise RoundelError(
                    f"{self.path} has no {name}, without which no design is mapped onto it",
                    "Use a liberty that has one.",
                )
        _ = self.gate

    def changed(self) -> bool:
        """Return whether the file is gone, or has another text now than when it was read."""
        try:
            return _digest(_text(self.path)) != self.sha256
        except OSError:
            return True

    @property
    def timed(self) -> bool:
        """Whether the cells have delays, so that a static timing analysis says something."""
        return any(cell.timed for cell in self.cells.values())

    @property
    def powered(self) -> bool:
        """Whether the file says what a transition takes: a voltage, capacitances and internal power."""
        stated = None not in (self.volts, self.picofarads)
        return stated and any(cell.energies for cell in self.cells.values())

    @property
    def version(self) -> str:
        """The file's name and the start of its digest, as results record it."""
        return f"{self.path.name} sha256 {self.sha256[:16]}"

    def gate_equivalents(self, counts: Mapping[str, int]) -> float:
        """Return the area of that many cells of each type over the area of the gate.

        RoundelError for a cell whose area the file does not give: it would count for nothing.
        """
        missing = sorted(name for name in counts if self.cells[name].area <= 0)
        if missing:
            raise RoundelError(
                f"{self.path} gives no area for {', '.join(missing)}",
                "Give the cell one, or mark it dont_use.",
            )
        total = sum(count * self.cells[name].area for name, count in counts.items())
        return round(total / self.cells[self.gate].area, 2)


def read_liberty(path: Path) -> Liberty:
    """Return what `path` says of its cells; RoundelError if it is no liberty or has no cell with an area."""
    try:
        text = _text(path)
    except OSError as error:
        raise RoundelError(
            f"cannot read the liberty {path}: {error.strerror}", "Name a .lib file."
        ) from error
    tokens = _TOKEN.findall(_COMMENT.sub(" ", text.replace("\\\n", " ")))
    cells: dict[str, Cell] = {}
    volts = unit = None
    try:
        for kind, _, body in _groups(tokens, 0, len(tokens)):
            if kind == "library":
                volts = _number(_attribute(tokens, body, "nom_voltage"))
                unit = _load_unit(tokens, *body)
                cells |= {n: _cell(tokens, *inner) for k, n, inner in _groups(tokens, *body) if k == "cell"}
    except (IndexError, ValueError) as error:
        raise RoundelError(f"{path} is not a readable liberty file: {error}", "Name a .lib file.") from error
    if not any(cell.area > 0 for cell in cells.values()):
        raise RoundelError(f"{path} has no cells with areas", "Name a .lib file.")
    return Liberty(path, _digest(text), cells, volts, unit)


def _text(path: Path) -> str:
    return path.read_text(errors="replace")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


Span = tuple[int, int]


def _groups(tokens: list[str], start: int, end: int) -> Iterator[tuple[str, str, Span]]:
    """Yield kind, first argument and span of the body of each group at the top level of a span."""
    at = start
    while at < end:
        if tokens[at] != "(":
            at += 1
            continue
        close = tokens.index(")", at)
        if close + 1 < end and tokens[close + 1] == "{":
            after = _closing(tokens, close + 1)
            name = tokens[at + 1].strip('"') if close > at + 1 else ""
            yield tokens[at - 1], name, (close + 2, after)
            close = after
        at = close + 1


def _closing(tokens: list[str], start: int) -> int:
    depth = 0
    for at in range(start, len(tokens)):
        depth += {"{": 1, "}": -1}.get(tokens[at], 0)
        if depth == 0:
            return at
    raise ValueError("a group that begins and does not end")


def _attribute(tokens: list[str], span: Span, name: str) -> str | None:
    """Return the value of a simple attribute (`name : value ;`) of this span, not of groups within it."""
    depth = 0
    for at in range(*span):
        depth += {"{": 1, "}": -1}.get(tokens[at], 0)
        if depth == 0 and tokens[at] == name and tokens[at + 1] == ":":
            return tokens[at + 2].strip('"')
    return None


def _number(text: str | None) -> float | None:
    return None if text is None else float(text)


def _load_unit(tokens: list[str], start: int, end: int) -> float | None:
    """Return the unit of capacitances in pF (`capacitive_load_unit (1, pf);`), None if the file has none."""
    for at in range(start, end - 5):
        if tokens[at] == "capacitive_load_unit" and tokens[at + 1] == "(":
            scale = {"pf": 1.0, "ff": 1e-3}.get(tokens[at + 4].strip('"').lower())
            return None if scale is None else float(tokens[at + 2]) * scale
    return None


def _cell(tokens: list[str], start: int, end: int) -> Cell:
    inputs: list[str] = []
    functions: dict[str, str] = {}
    capacitances: dict[str, float] = {}
    energies: dict[str, float] = {}
    flop = None
    sequential = timed = False
    for kind, name, body in _groups(tokens, start, end):
        sequential |= kind in _STATE_GROUPS
        if kind == "ff":
            inverted = tokens[body[0] - 3].strip('"')
            parts = ("next_state", "clocked_on", "clear", "preset")
            flop = Flop(name, inverted, *(_attribute(tokens, body, part) or "" for part in parts))
        if kind != "pin":
            continue
        if _attribute(tokens, body, "direction") == "input":
            inputs.append(name)
            capacitance = _number(_attribute(tokens, body, "capacitance"))
            if capacitance is not None:
                capacitances[name] = capacitance
        else:
            functions[name] = _attribute(tokens, body, "function") or ""
        timed |= any(inner == "timing" for inner, _, _ in _groups(tokens, *body))
        energy = _energy(tokens, body)
        if energy is not None:
            energies[name] = energy
    area = float(_attribute(tokens, (start, end), "area") or 0.0)
    return Cell(area, tuple(inputs), functions, sequential, timed, capacitances, energies, flop)


def _energy(tokens: list[str], pin: Span) -> float | None:
    """Return the internal energy of a transition of a pin; None without tables of it."""
    found = []
    for kind, _, power in _groups(tokens, *pin):
        edges = []
        for edge, _, table in _groups(tokens, *power) if kind == "internal_power" else ():
            start = next((at for at in range(*table) if tokens[at] == "values"), None)
            if edge in ("rise_power", "fall_power", "power") and start is not None:
                edges.append(float(tokens[start + 2].strip('"').split(",")[0]))
        if edges:
            found.append(sum(edges) / len(edges))
    return sum(found) / len(found) if found else None


def value_of(function: str, inputs: Mapping[str, bool]) -> bool | None:
    """Return the value of a function as a liberty writes it, None if it is not one of `inputs`."""
    return _value(function, inputs)


def _value(function: str, inputs: Mapping[str, bool]) -> bool | None:
    """Return the value of a function as a liberty writes it, None if it is not one of `inputs`.

    Operators are `!` before or `'` after, `^`, `&` or `*` or a space, `|` or `+`, binding in this order.
    """
    tokens = re.findall(r"[!'&*^+|()]|[^\s!'&*^+|()]+", function)
    try:
        value, rest = _sum(tokens, inputs)
    except (IndexError, KeyError):
        return None
    return None if rest else value


def _sum(tokens: list[str], inputs: Mapping[str, bool]) -> tuple[bool, list[str]]:
    value, rest = _product(tokens, inputs)
    while rest and rest[0] in "+|":
        other, rest = _product(rest[1:], inputs)
        value = value or other
    return value, rest


def _product(tokens: list[str], inputs: Mapping[str, bool]) -> tuple[bool, list[str]]:
    value, rest = _difference(tokens, inputs)
    while rest and rest[0] not in "+|)":
        other, rest = _difference(rest[1:] if rest[0] in "&*" else rest, inputs)
        value = value and other
    return value, rest


def _difference(tokens: list[str], inputs: Mapping[str, bool]) -> tuple[bool, list[str]]:
    value, rest = _literal(tokens, inputs)
    while rest and rest[0] == "^":
        other, rest = _literal(rest[1:], inputs)
        value = value != other
    return value, rest


def _literal(tokens: list[str], inputs: Mapping[str, bool]) -> tuple[bool, list[str]]:
    if tokens[0] == "!":
        value, rest = _literal(tokens[1:], inputs)
        return not value, rest
    if tokens[0] == "(":
        value, rest = _sum(tokens[1:], inputs)
        if rest[0] != ")":
            raise IndexError
        rest = rest[1:]
    else:
        value, rest = inputs[tokens[0]], tokens[1:]
    while rest and rest[0] == "'":
        value, rest = not value, rest[1:]
    return value, rest

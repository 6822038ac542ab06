"""Straight code over values instead of registers, and the registers given to it.

A permutation is written as operations on values that are made once; `StraightCode.assemble` gives them
registers. When there are too few, the value needed last goes to memory (Belady's rule, which is the best
there is for straight code), so that a generator need not care and a count is not flattered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from roundel.errors import RoundelError
from roundel.isa.kernels.assembly import SPILLS_AT

Value = int


@dataclass
class _Operation:
    text: str
    makes: tuple[Value, ...]
    uses: tuple[Value, ...]
    early: bool
    in_memory: int = -1


@dataclass(frozen=True)
class RegisterFile:
    """The registers that may be used, and how one is put to memory, fetched and copied.

    `spill`, `fill` take {r} or its {number}, and {at} (from sp; slots of `slot_bytes` from `slots_at` on);
    `move` takes {d} and {s}; `operand` takes {at} and is an operand in memory, where instructions have one.
    """

    names: tuple[str, ...]
    spill: str
    fill: str
    move: str
    slots_at: int
    slot_bytes: int
    operand: str = ""


# The vector registers, whole.
VECTORS = RegisterFile(
    tuple(f"v{i}" for i in range(32)),
    spill="str q{number}, [sp, #{at}]",
    fill="ldr q{number}, [sp, #{at}]",
    move="mov {d}.16b, {s}.16b",
    slots_at=SPILLS_AT,
    slot_bytes=16,
)


@dataclass
class StraightCode:
    """Operations in order.

    The text of one names its results {d} or {d0}, {d1}, its operands {0}, {1}; {number} is that of {d}.
    """

    _operations: list[_Operation] = field(default_factory=list)
    _values: int = 0

    def value(self) -> Value:
        """Return a new value that is there from the start."""
        self._values += 1
        return self._values

    def make(self, text: str, *uses: Value, early: bool = False, in_memory: int = -1) -> Value:
        """Add an operation with one result.

        `early` says it is written before all operands are read; `in_memory` is the index of the operand that
        the instruction can read from memory.
        """
        result = self.value()
        self._operations.append(_Operation(text, (result,), uses, early, in_memory))
        return result

    def make_two(self, text: str) -> tuple[Value, Value]:
        """Add an operation with two results and no operands: a load of a pair."""
        results = (self.value(), self.value())
        self._operations.append(_Operation(text, results, (), False))
        return results

    def do(self, text: str, *uses: Value) -> None:
        """Add an operation without a result: a store."""
        self._operations.append(_Operation(text, (), uses, False))

    def assemble(
        self,
        file: RegisterFile,
        start: Mapping[Value, str] | None = None,
        end: Mapping[Value, str] | None = None,
        saved: Mapping[Value, int] | None = None,
    ) -> list[str]:
        """Return the lines.

        Values in `start` lie in those registers before, those in `end` after it. Values in `saved` lie in
        those slots before; these slots are not used for other values.
        """
        places = dict(start or {}), dict(end or {}), dict(saved or {})
        return _Assignment(self._operations, file, *places).lines()


class _Assignment:
    def __init__(
        self,
        operations: Sequence[_Operation],
        file: RegisterFile,
        start: dict[Value, str],
        end: dict[Value, str],
        saved: dict[Value, int],
    ) -> None:
        self._operations, self._file, self._end = operations, file, end
        self._in: dict[Value, str] = dict(start)
        self._free = [name for name in file.names if name not in start.values()]
        self._saved = saved
        self._homes = frozenset(saved.values())
        self._free_slots: list[int] = []
        self._slots = max(self._homes, default=-1) + 1
        self._out: list[str] = []
        self._next: dict[Value, list[int]] = {}
        for at, operation in enumerate(operations):
            for value in operation.uses:
                self._next.setdefault(value, []).append(at)
        for value in end:
            self._next.setdefault(value, []).append(len(operations))
        for uses in self._next.values():
            uses.reverse()

    def lines(self) -> list[str]:
        for operation in self._operations:
            in_memory = self._left_in_memory(operation)
            for value in operation.uses:
                if value != in_memory:
                    self._load_operand(value, operation.uses)
            sources = [
                self._transfer(self._file.operand, "", self._saved[value])
                if value == in_memory
                else self._in[value]
                for value in operation.uses
            ]
            if operation.early:
                targets = self._targets(operation)
                self._retire(operation)
            else:
                self._retire(operation)
                targets = self._targets(operation)
            names = {f"d{i}": name for i, name in enumerate(targets)}
            if targets:
                names |= {"d": targets[0], "number": targets[0][1:]}
            self._out += operation.text.format(*sources, **names).split("\n")
        self._settle()
        return self._out

    def _left_in_memory(self, operation: _Operation) -> Value | None:
        """Return the operand to read from memory: of no use again, or later than what a load evicts."""
        if operation.in_memory < 0 or not self._file.operand:
            return None
        value = operation.uses[operation.in_memory]
        if value in self._in or value not in self._saved or operation.uses.count(value) > 1:
            return None
        later = self._next[value][:-1]
        if not later:
            return value
        others = [self._next[v][-1] for v in self._in if v not in operation.uses]
        return value if not self._free and later[-1] > max(others) else None

    def _load_operand(self, value: Value, busy: Sequence[Value]) -> None:
        """See that a value is in a register."""
        if value in self._in:
            return
        if value not in self._saved:
            raise RoundelError(f"value {value} is used before it is made", "Correct the generator.")
        name = self._take(busy, self._end.get(value))
        self._out.append(self._transfer(self._file.fill, name, self._saved[value]))
        self._in[value] = name

    def _take(self, busy: Sequence[Value], wanted: str | None) -> str:
        """Return a free register, `wanted` if it is; put a value to memory if none is free."""
        if not self._free:
            candidates = [value for value in self._in if value not in busy]
            victim = max(candidates, key=lambda value: self._next[value][-1])
            name = self._in.pop(victim)
            if victim not in self._saved:
                self._saved[victim] = self._free_slots.pop() if self._free_slots else self._new_slot()
                self._out.append(self._transfer(self._file.spill, name, self._saved[victim]))
            self._free.append(name)
        if wanted in self._free:
            self._free.remove(wanted)
            return wanted
        # Registers that no value of the end wants go first.
        reserved = set(self._end.values())
        plain = [name for name in self._free if name not in reserved]
        name = plain[0] if plain else self._free[0]
        self._free.remove(name)
        return name

    def _targets(self, operation: _Operation) -> list[str]:
        names = []
        for value in operation.makes:
            name = self._take((*operation.uses, *operation.makes), self._end.get(value))
            self._in[value] = name
            names.append(name)
        return names

    def _retire(self, operation: _Operation) -> None:
        """Note the uses, and free what is not used again."""
        for value in operation.uses:
            self._next[value].pop()
        for value in set(operation.uses):
            if not self._next[value]:
                if value in self._in:
                    self._free.append(self._in.pop(value))
                slot = self._saved.pop(value, None)
                if slot is not None and slot not in self._homes:
                    self._free_slots.append(slot)

    def _settle(self) -> None:
        """Move what must lie somewhere in the end to that place."""
        for value in self._end:
            self._load_operand(value, tuple(self._end))
        pending = {self._in[value]: name for value, name in self._end.items() if self._in[value] != name}
        homes = set(self._end.values())
        while pending:
            ready = [source for source, target in pending.items() if target not in pending]
            if ready:
                source = ready[0]
                self._out.append(self._file.move.format(d=pending.pop(source), s=source))
                continue
            source = next(iter(pending))  # a cycle: one of it waits in a register nobody has
            spare = next(n for n in self._file.names if n not in homes and n not in pending)
            self._out.append(self._file.move.format(d=spare, s=source))
            pending[spare] = pending.pop(source)

    def _transfer(self, text: str, name: str, slot: int) -> str:
        return text.format(r=name, number=name[1:], at=self._file.slots_at + slot * self._file.slot_bytes)

    def _new_slot(self) -> int:
        self._slots += 1
        return self._slots - 1

"""AArch64 in unicorn, with the instructions of this extension executed from their definition.

The words are unallocated in A64, so the processor takes an exception at one. The hook executes it and those
that follow it on the Q registers, and resumes after them. What was retired is counted by class, custom
instructions included: unicorn reports each piece of straight code as it enters it, and each piece is counted
word by word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import unicorn
from unicorn import arm64_const as arm

from roundel.errors import RoundelError
from roundel.isa.definition import AARCH64, BY_CODE, MASK, Slot, repeated_constant
from roundel.isa.memory import CODE, RETURN, STACK, STACK_SIZE, Processor

_UNDEFINED = 1  # QEMU's EXCP_UDEF
_Q = [getattr(arm, f"UC_ARM64_REG_Q{i}") for i in range(32)]
_X = [getattr(arm, f"UC_ARM64_REG_X{i}") for i in range(31)]

Action = Callable[[Any], None]


def classify(word: int) -> str:
    """Return the class of an A64 word by its main group (Arm ARM C4.1, bits 28:25)."""
    if AARCH64.matches(word):
        return "custom"
    group = word >> 25 & 15
    if group & 0b0101 == 0b0100:
        return "memory"
    if group & 0b0111 == 0b0111:
        return "vector"
    if group & 0b1110 == 0b1010:
        return "branch"
    return "scalar"


@dataclass
class Machine(Processor):
    """An A64 processor; see Processor."""

    _entered: Counter[tuple[int, int]] = field(default_factory=Counter, init=False)
    _runs: dict[int, tuple[Action, int]] = field(default_factory=dict, init=False)

    def _start(self) -> Any:
        uc = unicorn.Uc(unicorn.UC_ARCH_ARM64, unicorn.UC_MODE_ARM)
        uc.ctl_set_cpu_model(arm.UC_CPU_ARM64_MAX)
        return uc

    def _prepare(self) -> None:
        self.uc.reg_write(arm.UC_ARM64_REG_CPACR_EL1, 3 << 20)
        self.uc.hook_add(unicorn.UC_HOOK_INTR, self._on_exception)
        self.uc.hook_add(unicorn.UC_HOOK_BLOCK, self._on_block)

    def call(self, symbol: str, *arguments: int) -> int:
        """See Processor; AAPCS64: x19 to x29, sp and the low halves of v8 to v15 are as before."""
        uc = self.uc
        for register, value in zip(_X, arguments, strict=False):
            uc.reg_write(register, value)
        uc.reg_write(arm.UC_ARM64_REG_SP, STACK + STACK_SIZE)
        uc.reg_write(arm.UC_ARM64_REG_X30, RETURN)
        self._entered.clear()
        kept = [*_X[19:30], *(getattr(arm, f"UC_ARM64_REG_D{i}") for i in range(8, 16))]
        self._run(symbol, arm.UC_ARM64_REG_PC, arm.UC_ARM64_REG_SP, kept, "AAPCS64 section 6.1")
        for (at, size), times in self._entered.items():
            for kind, count in self._count(at, size).items():
                self.retired[kind] += count * times
        return int(uc.reg_read(_X[0]))

    def between(self, first: str, end: str) -> tuple[int, int]:
        """Return the last call's instructions from one symbol to another, and the entries at the first."""
        low, high = (CODE + self.program.symbols[name] for name in (first, end))
        inside = {place: times for place, times in self._entered.items() if low <= place[0] < high}
        instructions = sum(size // 4 * times for (_at, size), times in inside.items())
        return instructions, sum(times for (at, _size), times in inside.items() if at == low)

    def _on_block(self, _uc: Any, at: int, size: int, _data: object) -> None:
        self._entered[at, size] += 1

    def _count(self, at: int, size: int) -> Counter[str]:
        code = self.program.code[at - CODE : at - CODE + size]
        words = (int.from_bytes(code[i : i + 4], "little") for i in range(0, size, 4))
        return Counter(classify(word) for word in words)

    def _on_exception(self, uc: Any, number: int, _data: object) -> None:
        pc = uc.reg_read(arm.UC_ARM64_REG_PC)
        found = self._runs.get(pc)
        if found is None:
            words = self._words_from(pc)
            if number != _UNDEFINED or not words:
                word = int.from_bytes(uc.mem_read(pc, 4), "little")
                raise RoundelError(
                    f"exception {number} at {pc - CODE:#x}, word {word:#010x}", "The kernel is wrong."
                )
            found = self._runs[pc] = _action(words), 4 * len(words)
        act, size = found
        act(uc)
        if size > 4:  # unicorn reported the first one alone
            self._entered[pc + 4, size - 4] += 1
        uc.reg_write(arm.UC_ARM64_REG_PC, pc + size)

    def _words_from(self, pc: int) -> tuple[int, ...]:
        """Return the words of this extension that follow each other from `pc` on."""
        code, words = self.program.code, []
        for at in range(pc - CODE, len(code) - 3, 4):
            word = int.from_bytes(code[at : at + 4], "little")
            if not AARCH64.matches(word):
                break
            words.append(word)
        return tuple(words)


@cache
def _action(words: tuple[int, ...]) -> Action:
    """Return what the words do to the processor, one after another.

    They become one Python function: to enter and leave the emulator takes longer than to execute a word.
    """
    lines: list[str] = []
    read: set[int] = set()
    written: set[int] = set()
    for word in words:
        code, d, n, m, k = AARCH64.decode(word)
        if code not in BY_CODE:
            raise RoundelError(f"function code {code} is not defined", "The kernel is wrong.")
        instruction = BY_CODE[code]
        constant = repeated_constant(m, instruction.lane_bits) if instruction.lane_bits else 0
        names = {port: {"n": n, "m": m, "k": k}[port] for port in instruction.registers()}
        read |= set(names.values()) - written
        written.add(d)
        lo, hi = (_expression(slot, names, constant) for slot in (instruction.lo, instruction.hi))
        lines.append(f"lo{d}, hi{d} = {lo}, {hi}")
    start = [f"q = read({_Q[i]}); lo{i}, hi{i} = q & {MASK}, q >> 64" for i in sorted(read)]
    end = [f"write({_Q[i]}, hi{i} << 64 | lo{i})" for i in sorted(written)]
    body = ["read, write = uc.reg_read, uc.reg_write", *start, *lines, *end]
    space: dict[str, Action] = {}
    exec("def act(uc):\n  " + "\n  ".join(body), space)
    return space["act"]


def _expression(slot: Slot, names: Mapping[str, int], constant: int) -> str:
    """Return the slot's value as Python over the slots lo0 to hi31."""

    def variable(source: str) -> str:
        return f"{source[2:]}{names[source[0]]}"

    terms = [variable(source) for source in slot.plain]
    if slot.turned:
        total = " ^ ".join(map(variable, slot.turned))
        turned = f"(({total}) << {slot.by} | ({total}) >> {64 - slot.by}) & {MASK}"
        terms.append(f"({turned})" if slot.by else f"({total})")
    if slot.and_not:
        inverted, other = map(variable, slot.and_not)
        terms.append(f"(~{inverted} & {other})")
    if slot.constant:
        terms.append(str(constant))
    return " ^ ".join(terms) or "0"

"""AArch64 in unicorn, with the instructions of this extension executed from their definition.

The words are unallocated in A64, so the processor takes an exception at each; the hook executes the word
on the Q registers and resumes after it. What was retired is counted by class, custom instructions included:
unicorn reports each piece of straight code as it enters it, and each piece is counted word by word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
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
    _actions: dict[int, Action] = field(default_factory=dict, init=False)

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

    def _on_block(self, _uc: Any, at: int, size: int, _data: object) -> None:
        self._entered[at, size] += 1

    def _count(self, at: int, size: int) -> Counter[str]:
        code = self.program.code[at - CODE : at - CODE + size]
        words = (int.from_bytes(code[i : i + 4], "little") for i in range(0, size, 4))
        return Counter(classify(word) for word in words)

    def _on_exception(self, uc: Any, number: int, _data: object) -> None:
        pc = uc.reg_read(arm.UC_ARM64_REG_PC)
        action = self._actions.get(pc)
        if action is None:
            word = int.from_bytes(uc.mem_read(pc, 4), "little")
            if number != _UNDEFINED or not AARCH64.matches(word):
                raise RoundelError(
                    f"exception {number} at {pc - CODE:#x}, word {word:#010x}", "The kernel is wrong."
                )
            action = self._actions[pc] = _action(word)
        action(uc)
        uc.reg_write(arm.UC_ARM64_REG_PC, pc + 4)


@cache
def _action(word: int) -> Action:
    """Return what the word does to the processor."""
    code, d, n, m, k = AARCH64.decode(word)
    if code not in BY_CODE:
        raise RoundelError(f"function code {code} is not defined", "The kernel is wrong.")
    instruction = BY_CODE[code]
    constant = repeated_constant(m, instruction.lane_bits) if instruction.lane_bits else 0
    registers = instruction.registers()
    numbers = [{"n": n, "m": m, "k": k}[port] for port in registers]
    lo, hi = _evaluator(instruction.lo, registers, constant), _evaluator(instruction.hi, registers, constant)

    def act(uc: Any) -> None:
        values = []
        for number in numbers:
            value = uc.reg_read(_Q[number])
            values += [value & MASK, value >> 64]
        uc.reg_write(_Q[d], hi(values) << 64 | lo(values))

    return act


def _evaluator(slot: Slot, registers: tuple[str, ...], constant: int) -> Callable[[list[int]], int]:
    """Return the slot's value as a function of the source slots, lo and hi of each register in order."""

    def place(name: str) -> int:
        return 2 * registers.index(name[0]) + (name[2:] == "hi")

    plain, turned = [place(name) for name in slot.plain], [place(name) for name in slot.turned]
    pair = [place(name) for name in slot.and_not or ()]
    added = constant if slot.constant else 0

    def value(values: list[int]) -> int:
        rotated = 0
        for i in turned:
            rotated ^= values[i]
        result = added ^ (rotated << slot.by | rotated >> 64 - slot.by) & MASK
        for i in plain:
            result ^= values[i]
        return result ^ ~values[pair[0]] & values[pair[1]] if pair else result

    return value

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
from roundel.isa.assemble import Program
from roundel.isa.definition import AARCH64, BY_CODE, MASK, Slot, repeated_constant

CODE, DATA, STACK = 0x10000, 0x1000000, 0x8000000
CODE_SIZE, DATA_SIZE, STACK_SIZE = 0x40000, 0x1000000, 0x10000
RETURN = CODE + CODE_SIZE - 4096  # where a kernel's last ret goes
CLASSES = ("custom", "vector", "memory", "scalar", "branch")
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
class Machine:
    """A processor with one program in it. `retired` counts instructions by class over all calls."""

    program: Program
    retired: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        """Map memory, load the program, set the hooks."""
        uc = unicorn.Uc(unicorn.UC_ARCH_ARM64, unicorn.UC_MODE_ARM)
        uc.ctl_set_cpu_model(arm.UC_CPU_ARM64_MAX)
        for at, size in ((CODE, CODE_SIZE), (DATA, DATA_SIZE), (STACK, STACK_SIZE)):
            uc.mem_map(at, size)
        if len(self.program.code) > RETURN - CODE:
            raise RoundelError(
                f"a program of {len(self.program.code)} bytes", f"The machine holds {RETURN - CODE}."
            )
        uc.mem_write(CODE, self.program.code)
        uc.reg_write(arm.UC_ARM64_REG_CPACR_EL1, 3 << 20)
        uc.hook_add(unicorn.UC_HOOK_INTR, self._on_exception)
        uc.hook_add(unicorn.UC_HOOK_BLOCK, self._on_block)
        self._uc = uc
        self._top = DATA
        self._entered: Counter[tuple[int, int]] = Counter()
        self._actions: dict[int, Action] = {}

    def allocate(self, size: int) -> int:
        """Return the address of `size` bytes of zeros, on a boundary of 64 bytes."""
        at = self._top
        self._top = (at + size + 63) // 64 * 64
        if self._top > DATA + DATA_SIZE:
            raise RoundelError(f"{size} bytes do not fit", f"The machine has {DATA_SIZE} for data.")
        return at

    def put(self, data: bytes) -> int:
        """Return the address of a copy of `data` in memory."""
        at = self.allocate(len(data))
        self.write(at, data)
        return at

    def write(self, at: int, data: bytes) -> None:
        """Write `data` to memory."""
        self._uc.mem_write(at, data)

    def get(self, at: int, size: int) -> bytes:
        """Return `size` bytes of memory."""
        return bytes(self._uc.mem_read(at, size))

    def call(self, symbol: str, *arguments: int) -> int:
        """Call the function at `symbol` with arguments in x0 on; return x0.

        Raises RoundelError when it does not come back, or breaks the calling convention (AAPCS64: x19 to x29,
        sp and the low halves of v8 to v15 are as before).
        """
        uc = self._uc
        for register, value in zip(_X, arguments, strict=False):
            uc.reg_write(register, value)
        kept = [*_X[19:30], *(getattr(arm, f"UC_ARM64_REG_D{i}") for i in range(8, 16))]
        for i, register in enumerate(kept):
            uc.reg_write(register, 0x5A5A0000 + i)
        uc.reg_write(arm.UC_ARM64_REG_SP, STACK + STACK_SIZE)
        uc.reg_write(arm.UC_ARM64_REG_X30, RETURN)
        self._entered.clear()
        try:
            uc.emu_start(CODE + self.program.symbols[symbol], RETURN)
        except unicorn.UcError as error:
            pc = uc.reg_read(arm.UC_ARM64_REG_PC) - CODE
            raise RoundelError(f"{symbol} stopped at {pc:#x}: {error}", "The kernel is wrong.") from error
        for (at, size), times in self._entered.items():
            for kind, count in self._count(at, size).items():
                self.retired[kind] += count * times
        if any(uc.reg_read(r) != 0x5A5A0000 + i for i, r in enumerate(kept)):
            raise RoundelError(f"{symbol} does not keep the registers it must", "See AAPCS64 section 6.1.")
        if uc.reg_read(arm.UC_ARM64_REG_SP) != STACK + STACK_SIZE:
            raise RoundelError(f"{symbol} does not give back its stack", "sp must be as before the call.")
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

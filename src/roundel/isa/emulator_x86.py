"""x86-64 in unicorn, with VEX instructions executed from `vex.py`, this extension's included.

The emulator runs a NOP of the same length in the place of each VEX instruction. The vector registers are kept
here between VEX instructions; an SSE instruction gets them from the emulator. Every instruction is counted as
it is entered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any, ClassVar

import unicorn
from unicorn import x86_const as x86

from roundel.errors import RoundelError
from roundel.isa import vex
from roundel.isa.definition import X86
from roundel.isa.memory import CODE, RETURN, STACK, STACK_SIZE, Processor

_ARGUMENTS = [getattr(x86, f"UC_X86_REG_{name}") for name in ("RDI", "RSI", "RDX", "RCX", "R8", "R9")]
_KEPT = [getattr(x86, f"UC_X86_REG_{name}") for name in ("RBX", "RBP", "R12", "R13", "R14", "R15")]
_XMM = [getattr(x86, f"UC_X86_REG_XMM{i}") for i in range(16)]
_GENERAL = [
    getattr(x86, f"UC_X86_REG_{name}")
    for name in ("RAX", "RCX", "RDX", "RBX", "RSP", "RBP", "RSI", "RDI", *(f"R{i}" for i in range(8, 16)))
]
# NOPs of 3 to 9 bytes; longer ones have more prefixes.
_NOP_TAILS = {3: "0f1f00", 4: "0f1f4000", 5: "0f1f440000", 7: "0f1f8000000000", 8: "0f1f840000000000"}
_VEX = {0xC4, 0xC5, 0x62}  # 62: EVEX
_PREFIXES = {0x66, 0xF2, 0xF3, *range(0x40, 0x50)}
_BRANCHES = {*range(0x70, 0x80), 0xC3, 0xE8, 0xE9, 0xEB}
_STACK = {*range(0x50, 0x60)}  # push and pop
_MOVES = {0x88, 0x89, 0x8A, 0x8B, 0xC6, 0xC7}
_WIDENED = {0xB6, 0xB7, 0xBE, 0xBF}  # after 0F
# Opcodes after 0F of MMX and SSE to SSE4 (Intel SDM volume 2, tables ).
_SSE = {*range(0x10, 0x18), *range(0x28, 0x30), 0x38, 0x3A, *range(0x50, 0x80), 0xC2, *range(0xC4, 0xC7)}
_SSE |= set(range(0xD0, 0xFF))
_MOVED = {(1, op) for op in (0x6F, 0x7F, 0x7E, 0xD6, 0x12, 0x13, 0x16, 0x17)}
_MOVED |= {(2, 0x18), (3, 0x14), (3, 0x15), (3, 0x16)}


def _opcode(code: bytes) -> tuple[int, bytes]:
    """Return the first byte of the opcode and the bytes after it."""
    at = 0
    while code[at] in _PREFIXES:
        at += 1
    return code[at], code[at + 1 :]


def _is_sse(code: bytes) -> bool:
    opcode, rest = _opcode(code)
    return opcode == 0x0F and rest[0] in _SSE


def classify(code: bytes) -> str:
    """Return the class of an instruction that is not of VEX, as compilers write them.

    One that computes with an operand in memory is of its own class, not of memory's.
    """
    if code[0] in _VEX:
        raise RoundelError(
            "a VEX instruction is not in the table of the program", "Put it on a line of its own."
        )
    opcode, rest = _opcode(code)
    if opcode in _BRANCHES or (opcode == 0x0F and 0x80 <= rest[0] < 0x90):
        return "branch"
    if opcode == 0xFF and rest[0] >> 3 & 7 in (2, 4):  # call and jump to a register
        return "branch"
    if opcode in _STACK:
        return "memory"
    if opcode in _MOVES and rest[0] < 0xC0:
        return "memory"
    if opcode == 0x0F and rest[0] in _WIDENED and rest[1] < 0xC0:
        return "memory"
    return "scalar"


def classify_vex(instruction: vex.Vex) -> str:
    """Return the class of a VEX instruction: of memory are those that only load or store."""
    if instruction.map == X86.map:
        return "custom"
    return "memory" if instruction.memory and (instruction.map, instruction.opcode) in _MOVED else "vector"


def _nothing() -> None:
    """The emulator alone executes the instruction."""


@cache
def _decoded(code: bytes) -> tuple[vex.Vex, vex.Act, str]:
    """Return the VEX instruction at the start of `code`, what it does, and its class."""
    instruction = vex.decode(code)
    return instruction, vex.action(instruction), classify_vex(instruction)


@cache
def nop(length: int) -> bytes:
    """Return one NOP of `length` bytes, 3 to 15."""
    size = max(size for size in _NOP_TAILS if size <= length)
    return b"\x66" * (length - size) + bytes.fromhex(_NOP_TAILS[size])


@dataclass
class X86Machine(Processor):
    """See Processor."""

    _popped: ClassVar[int] = 8
    _entered: Counter[int] = field(default_factory=Counter, init=False)
    _actions: dict[int, Callable[[], None]] = field(default_factory=dict, init=False)
    _classes: dict[int, str] = field(default_factory=dict, init=False)
    _vectors: dict[int, int] = field(default_factory=dict, init=False)  # since the last SSE instruction

    def _start(self) -> Any:
        return unicorn.Uc(unicorn.UC_ARCH_X86, unicorn.UC_MODE_64)

    def _prepare(self) -> None:
        code = bytearray(self.program.code)
        for offset in self.program.vex:
            instruction, action, kind = _decoded(self.program.code[offset : offset + 15])
            at = CODE + offset
            self._actions[at] = partial(action, instruction, self, at)
            self._classes[at] = kind
            code[offset : offset + instruction.length] = nop(instruction.length)
        self.uc.mem_write(CODE, bytes(code))
        self.uc.hook_add(unicorn.UC_HOOK_CODE, self._on_instruction)

    def call(self, symbol: str, *arguments: int) -> int:
        """See Processor; System V ABI: rbx, rbp, r12 to r15 and rsp are as before."""
        uc = self.uc
        for register, value in zip(_ARGUMENTS, arguments, strict=False):
            uc.reg_write(register, value)
        top = STACK + STACK_SIZE - 64
        uc.mem_write(top, RETURN.to_bytes(8, "little"))
        uc.reg_write(x86.UC_X86_REG_RSP, top)
        self._entered.clear()
        self._run(symbol, x86.UC_X86_REG_RIP, x86.UC_X86_REG_RSP, _KEPT, "System V ABI, section 3.2.1")
        for at, times in self._entered.items():
            self.retired[self._classes[at]] += times
        return int(uc.reg_read(x86.UC_X86_REG_EAX))

    def _on_instruction(self, _uc: Any, at: int, size: int, _data: object) -> None:
        self._entered[at] += 1
        act = self._actions.get(at)
        if act is None:
            code = self.program.code[at - CODE : at - CODE + size]
            self._classes[at] = classify(code)
            act = self._actions[at] = self._give_vectors if _is_sse(code) else _nothing
        act()

    def _give_vectors(self) -> None:
        """Put the vector registers into the emulator, for an instruction that it executes itself."""
        for number, value in self._vectors.items():
            self.uc.reg_write(_XMM[number], value)
        self._vectors.clear()

    def vector(self, number: int) -> int:
        """See vex.Registers."""
        if number not in self._vectors:
            self._vectors[number] = int(self.uc.reg_read(_XMM[number]))
        return self._vectors[number]

    def set_vector(self, number: int, value: int) -> None:
        """See vex.Registers."""
        self._vectors[number] = value

    def general(self, number: int) -> int:
        """See vex.Registers."""
        return int(self.uc.reg_read(_GENERAL[number]))

    def load(self, at: int, size: int) -> int:
        """See vex.Registers."""
        return int.from_bytes(self.uc.mem_read(at, size), "little")

    def store(self, at: int, size: int, value: int) -> None:
        """See vex.Registers."""
        self.uc.mem_write(at, value.to_bytes(size, "little"))

"""VEX instructions: how their bytes are read, and what each of those that the kernels use does.

The emulator's x86 has no AVX: it runs a VEX encoding as the older instruction of two operands, which is
wrong. These functions take its place. A test runs each of them on a processor that has AVX.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from roundel.errors import RoundelError
from roundel.isa.definition import BY_CODE, MASK, X86

WHOLE = (1 << 128) - 1
_BYTE_MASK = 0x80


class Registers(Protocol):
    """What an instruction reads and writes: vector registers, general registers, memory."""

    def vector(self, number: int) -> int:
        """Return a vector register, 128 bits."""

    def set_vector(self, number: int, value: int) -> None:
        """Set a vector register."""

    def general(self, number: int) -> int:
        """Return a general register, numbered as ModRM does."""

    def load(self, at: int, size: int) -> int:
        """Return `size` bytes of memory, the first lowest."""

    def store(self, at: int, size: int, value: int) -> None:
        """Write `size` bytes of memory."""


@dataclass(frozen=True)
class Vex:
    """An instruction: its fields, and the operand of ModRM.rm as a register or an address.

    `base` and `index` are general registers or -1; `next_at` is where the next instruction lies (base -2: the
    address is relative to it).
    """

    length: int
    map: int
    prefix: int
    wide: int
    opcode: int
    reg: int
    v: int
    rm: int
    memory: bool
    base: int
    index: int
    scale: int
    displacement: int
    immediate: int

    def address(self, registers: Registers, at: int) -> int:
        """Return the address of the operand in memory of the instruction at `at`."""
        total = self.displacement
        if self.base == -2:
            total += at + self.length
        elif self.base >= 0:
            total += registers.general(self.base)
        if self.index >= 0:
            total += registers.general(self.index) << self.scale
        return total & MASK


def decode(code: bytes) -> Vex:
    """Return the VEX instruction at the start of `code` (Intel SDM volume 2, section 2.3)."""
    if code[0] == 0xC5:
        first, second, at = code[1] & 0x80 | 0x61, code[1] & 0x7F, 2
    elif code[0] == 0xC4:
        first, second, at = code[1], code[2], 3
    else:
        raise RoundelError(f"byte {code[0]:#04x} is not of VEX", "The table of VEX instructions is wrong.")
    opcode, modrm = code[at], code[at + 1]
    at += 2
    mod, low = modrm >> 6, modrm & 7
    extend_r, extend_x, extend_b = (~first >> bit & 1 for bit in (7, 6, 5))
    base = index = -1
    scale = displacement = 0
    if mod != 3:
        base = low | extend_b << 3
        if low == 4:
            sib = code[at]
            at += 1
            scale, base = sib >> 6, sib & 7 | extend_b << 3
            number = sib >> 3 & 7 | extend_x << 3
            index = -1 if number == 4 else number
            if sib & 7 == 5 and mod == 0:
                base = -1
        elif low == 5 and mod == 0:
            base = -2
        size = 4 if base < 0 or mod == 2 else mod
        displacement = int.from_bytes(code[at : at + size], "little", signed=True)
        at += size
    map_ = first & 31
    immediate = 0
    if map_ in (3, X86.map) or (map_ == 1 and (0x70 <= opcode <= 0x73 or 0xC2 <= opcode <= 0xC6)):
        immediate = code[at]
        at += 1
    return Vex(
        length=at,
        map=map_,
        prefix=second & 3,
        wide=second >> 7,
        opcode=opcode,
        reg=modrm >> 3 & 7 | extend_r << 3,
        v=~second >> 3 & 15,
        rm=low | extend_b << 3,
        memory=mod != 3,
        base=base,
        index=index,
        scale=scale,
        displacement=displacement,
        immediate=immediate,
    )


Act = Callable[[Vex, Registers, int], None]


def _operand(vex: Vex, registers: Registers, at: int, size: int = 16) -> int:
    if vex.memory:
        return registers.load(vex.address(registers, at), size)
    return registers.vector(vex.rm) & ((1 << 8 * size) - 1)


def _of_two(function: Callable[[int, int, int], int]) -> Act:
    """d = function(v, rm, immediate)."""

    def act(vex: Vex, registers: Registers, at: int) -> None:
        value = function(registers.vector(vex.v), _operand(vex, registers, at), vex.immediate)
        registers.set_vector(vex.reg, value & WHOLE)

    return act


def _load(size: int) -> Act:
    def act(vex: Vex, registers: Registers, at: int) -> None:
        registers.set_vector(vex.reg, _operand(vex, registers, at, size))

    return act


def _store(size: int, shift: Callable[[int], int] = lambda _immediate: 0) -> Act:
    """Write part of register d, from bit shift(immediate) on."""

    def act(vex: Vex, registers: Registers, at: int) -> None:
        value = registers.vector(vex.reg) >> shift(vex.immediate) & ((1 << 8 * size) - 1)
        if vex.memory:
            registers.store(vex.address(registers, at), size, value)
        elif size == 16:
            registers.set_vector(vex.rm, value)
        else:
            raise RoundelError("a part of a vector goes to a register", "Only stores to memory are known.")

    return act


def _half(high: bool) -> Act:
    """d = v with one half from memory."""

    def act(vex: Vex, registers: Registers, at: int) -> None:
        value, half = registers.vector(vex.v), registers.load(vex.address(registers, at), 8)
        mixed = value & MASK | half << 64 if high else value & ~MASK | half
        registers.set_vector(vex.reg, mixed)

    return act


def _shifted(vex: Vex, registers: Registers, at: int) -> None:
    """The group of shifts by an immediate: the register is ModRM.rm, the result's VEX.vvvv."""
    del at
    value, count = registers.vector(vex.rm), vex.immediate
    low, high = value & MASK, value >> 64
    kind = vex.reg & 7
    if kind == 2:
        result = low >> count | high >> count << 64
    elif kind == 6:
        result = low << count & MASK | (high << count & MASK) << 64
    elif kind == 7:
        result = value << 8 * count & WHOLE
    else:
        raise RoundelError(f"shift {kind} of group 14 is not known", "Add it to vex.py.")
    registers.set_vector(vex.v, result)


def _from_general(vex: Vex, registers: Registers, at: int) -> None:
    del at
    registers.set_vector(vex.reg, registers.general(vex.rm))


def _insert(vex: Vex, registers: Registers, at: int) -> None:
    value = registers.load(vex.address(registers, at), 8) if vex.memory else registers.general(vex.rm)
    shift = 64 * (vex.immediate & 1)
    registers.set_vector(vex.reg, registers.vector(vex.v) & ~(MASK << shift) | value << shift)


def _extract_word(vex: Vex, registers: Registers, at: int) -> None:
    size = 8 if vex.wide else 4
    _store(size, lambda immediate: 8 * size * (immediate & (16 // size - 1)))(vex, registers, at)


def _broadcast(vex: Vex, registers: Registers, at: int) -> None:
    registers.set_vector(vex.reg, _operand(vex, registers, at, 4) * 0x00000001_00000001_00000001_00000001)


def _shuffled(value: int, order: int, _immediate: int) -> int:
    data, result = value.to_bytes(16, "little"), bytearray(16)
    for i, place in enumerate(order.to_bytes(16, "little")):
        result[i] = 0 if place & _BYTE_MASK else data[place & 15]
    return int.from_bytes(result, "little")


def _blended(a: int, b: int, immediate: int) -> int:
    mask = sum(0xFFFF << 16 * i for i in range(8) if immediate >> i & 1)
    return a & ~mask | b & mask


def _added(a: int, b: int, _immediate: int) -> int:
    return (a + b) & MASK | ((a >> 64) + (b >> 64) & MASK) << 64


KNOWN: dict[tuple[int, int, int], Act] = {
    (1, 0xEF, 1): _of_two(lambda a, b, _i: a ^ b),  # vpxor
    (1, 0xEB, 1): _of_two(lambda a, b, _i: a | b),  # vpor
    (1, 0xDF, 1): _of_two(lambda a, b, _i: ~a & b),  # vpandn
    (1, 0xD4, 1): _of_two(_added),  # vpaddq
    (1, 0x6C, 1): _of_two(lambda a, b, _i: a & MASK | b << 64),  # vpunpcklqdq
    (1, 0x6D, 1): _of_two(lambda a, b, _i: a >> 64 | b & ~MASK),  # vpunpckhqdq
    (3, 0x0F, 1): _of_two(lambda a, b, i: (a << 128 | b) >> 8 * i),  # vpalignr
    (3, 0x0E, 1): _of_two(_blended),  # vpblendw
    (2, 0x00, 1): _of_two(_shuffled),  # vpshufb
    (2, 0x18, 1): _broadcast,  # vbroadcastss
    (1, 0x73, 1): _shifted,  # vpsrlq, vpsllq, vpslldq
    (1, 0x6F, 1): _load(16),  # vmovdqa
    (1, 0x6F, 2): _load(16),  # vmovdqu
    (1, 0x7F, 1): _store(16),  # vmovdqa
    (1, 0x7F, 2): _store(16),  # vmovdqu
    (1, 0x7E, 2): _load(8),  # vmovq
    (1, 0x6E, 1): _from_general,  # vmovq
    (1, 0x12, 0): _half(high=False),  # vmovlps
    (1, 0x16, 0): _half(high=True),  # vmovhps
    (1, 0x13, 0): _store(8),  # vmovlps
    (1, 0x17, 0): _store(8, lambda _immediate: 64),  # vmovhps
    (3, 0x22, 1): _insert,  # vpinsrq
    (3, 0x14, 1): _store(1, lambda immediate: 8 * (immediate & 15)),  # vpextrb
    (3, 0x15, 1): _store(2, lambda immediate: 16 * (immediate & 7)),  # vpextrw
    (3, 0x16, 1): _extract_word,  # vpextrd, vpextrq
}


def _custom(vex: Vex, registers: Registers, at: int) -> None:
    """One of this extension's instructions."""
    instruction = BY_CODE.get(vex.opcode)
    if instruction is None or vex.prefix != X86.prefix:
        raise RoundelError(f"function code {vex.opcode} is not defined", "The kernel is wrong.")
    index = vex.wide << 4 | vex.immediate & 15
    n, k = registers.vector(vex.v), registers.vector(vex.immediate >> 4)
    registers.set_vector(vex.reg, instruction.execute(n, _operand(vex, registers, at), k, index))


def action(vex: Vex) -> Act:
    """Return what an instruction does; RoundelError for one that is not known."""
    if vex.map == X86.map:
        return _custom
    found = KNOWN.get((vex.map, vex.opcode, vex.prefix))
    if found is None:
        raise RoundelError(
            f"VEX map {vex.map}, opcode {vex.opcode:#04x}, prefix {vex.prefix}", "Add it to vex.py."
        )
    return found

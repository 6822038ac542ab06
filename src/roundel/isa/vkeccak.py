"""Kernels with `vkeccak.vi` of the RISC-V draft Zvknhk, for PicoRV32 with `roundel_vkeccak_pcpi`.

The instruction has the draft's encoding. PicoRV32 has no vectors, so the coprocessor's moves (custom-1, not
of the draft) take the place of `vle64.v` and `vse64.v`: an element a move into it, and half an element a move
from it. The state is in v0 to v6, element i in position i mod 4 of register i / 4.
"""

from __future__ import annotations

from collections.abc import Iterator

LANES = 25
MACHINE = "roundel_vkeccak_pcpi"
_ELEMENTS = 4  # of 64 bits, in a register of 256
_OP_VE, _CUSTOM1 = 0x77, 0x2B
_T0, _T1 = 5, 6
_IN, _ADD, _LOW, _HIGH = range(4)


def vkeccak(vd: int, imm: int) -> int:
    """Return the word of `vkeccak.vi vd, imm`: imm 0 has 24 rounds, 1 has 12."""
    return 0b101001_1 << 25 | imm << 20 | 0b10010 << 15 | 0b010 << 12 | vd << 7 | _OP_VE


def permutation_source() -> str:
    """Return the assembly of `keccak_permute`: a0 is the state in memory."""
    lines = [".text", ".global keccak_permute", "keccak_permute:"]
    for lane in range(LANES):
        lines += _load(lane, _IN)
    lines.append(f".word {vkeccak(0, 0):#010x}")
    lines += _store(2 * LANES, "a0")
    return "\n".join([*lines, "ret", ""])


def hash_source(rate: int, digest: int) -> str:
    """Return the assembly of a sponge on whole blocks: a0 message, a1 blocks, a2 digest (sizes in bytes)."""
    lines = [".text", ".global kernel", "kernel:"]
    lines += [_into(lane, _IN, 0, 0) for lane in range(LANES)]  # zeros
    lines.append("1:")
    for lane in range(rate // 8):
        lines += _load(lane, _ADD)
    lines.append(f".word {vkeccak(0, 0):#010x}")
    lines += [f"addi a0, a0, {rate}", "addi a1, a1, -1", "bnez a1, 1b"]
    lines += _store(digest // 4, "a2")
    return "\n".join([*lines, "ret", ""])


def _load(lane: int, move: int) -> list[str]:
    low, high = f"lw t0, {8 * lane}(a0)", f"lw t1, {8 * lane + 4}(a0)"
    return [low, high, _into(lane, move, _T0, _T1)]


def _store(words: int, base: str) -> Iterator[str]:
    for word in range(words):
        register, element = divmod(word // 2, _ELEMENTS)
        yield _word(_HIGH if word % 2 else _LOW, 0, register, element, _T0)
        yield f"sw t0, {4 * word}({base})"


def _into(lane: int, move: int, rs1: int, rs2: int) -> str:
    register, element = divmod(lane, _ELEMENTS)
    return _word(move, rs2, rs1, element, register)


def _word(funct7: int, rs2: int, rs1: int, funct3: int, rd: int) -> str:
    word = funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | _CUSTOM1
    return f".word {word:#010x}"

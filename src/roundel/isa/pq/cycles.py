"""Cycles of the operations on PicoRV32 in Verilator: with a permutation in C, and with a unit attached.

The core has a multiplier. Everything is compiled at -O2 for it; with a unit only the permutation differs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate

from roundel.errors import unknown_name
from roundel.isa import vkeccak
from roundel.isa.cycles import FREESTANDING, VERSIONS, compile_image, move, run_image, store_word
from roundel.isa.cycles import HERE as MACHINE
from roundel.isa.definition import RISCV
from roundel.isa.kernels.extension import REGISTERS, round_lines
from roundel.isa.layout import STATE, place
from roundel.isa.macros import macros
from roundel.isa.pq.count import OPERATIONS, checked
from roundel.isa.pq.program import HERE, SCHEMES
from roundel.isa.pq.run import Call, Inputs, Runner, aarch64

_TARGET = ("-target", "riscv32-freestanding-none", "-mcpu=generic_rv32+zmmul", "-mabi=ilp32")
_COMPILE = (*_TARGET, "-O2", "-fno-builtin", *FREESTANDING)
# How a program is made, whatever folder the package is in.
LINK = " ".join((*_COMPILE, (HERE / "link.ld").read_text()))
_ALIGNMENT = 16
_CALL_WORDS = 8


@dataclass(frozen=True)
class Cycles:
    """Cycles of an operation on a sample, and those of them that its permutations take."""

    operation: str
    version: str
    cycles: int
    keccak: int


def cycles(operation: str, version: str, index: int = 0) -> Cycles:
    """Perform an operation on a sample on the machine, check the answer, and return the cycles.

    Raises RoundelError when a name is unknown or the answer is not the model's.
    """
    if operation not in OPERATIONS:
        raise unknown_name("operation", operation, OPERATIONS)
    if version not in VERSIONS:
        raise unknown_name("version", version, VERSIONS)
    call = checked(operation, picorv32(version), index, version)
    permutations = checked(operation, aarch64("extension"), index, version).permutations
    return Cycles(operation, version, call.instructions, permutations * permutation_cycles(version))


@cache
def permutation_cycles(version: str) -> int:
    """Return the cycles of one call of the permutation, which are the same for every state."""
    return picorv32(version)("ml-kem-768", "keccak_permute", (bytes(200),), ()).instructions


def sources(scheme: str, version: str) -> dict[str, str]:
    """Return the files of a program by their names."""
    files = {"start.s": (HERE / "start.s").read_text(), "scheme.c": SCHEMES[scheme].source()}
    if version == "extension":
        return files | {"permute.s": permutation_source()}
    if version == "vkeccak":
        return files | {"permute.s": vkeccak.permutation_source()}
    wrapper = "void keccak_permute(uint64_t *lanes) { permute(lanes); }\n"
    return files | {"permute.c": (MACHINE / "scalar.c").read_text() + wrapper}


def permutation_source() -> str:
    """Return the assembly of `keccak_permute` with the unit: a0 is the state in memory; rounds unrolled."""
    lines = [macros(RISCV, ".word"), ".text", ".global keccak_permute", "keccak_permute:"]
    filled = {place(lane) for lane in range(25)}
    for name in STATE:  # slots without a lane are zero
        lines += [move(slot, REGISTERS[name], 0, 0) for slot in (0, 1) if (name, slot) not in filled]
    for lane in range(25):
        name, slot = place(lane)
        lines += [f"lw t0, {8 * lane}(a0)", f"lw t1, {8 * lane + 4}(a0)", move(slot, REGISTERS[name], 5, 6)]
    for index in range(24):
        lines += round_lines(index, 64)
    for word in range(50):
        lines += store_word(word, "a0")
    return "\n".join([*lines, "ret", ""])


def picorv32(version: str) -> Runner:
    """Return what performs functions on the machine; `instructions` of a call are its cycles."""

    def run(scheme: str, function: str, inputs: Inputs, outputs: Sequence[int]) -> Call:
        image, symbols = compile_image(sources(scheme, version), (*_COMPILE, f"-Wl,-T,{HERE / 'link.ld'}"))
        sizes = [len(value) if isinstance(value, bytes) else 0 for value in inputs] + list(outputs)
        places = [symbols["data"] + at for at in accumulate(sizes, _next, initial=0)]
        words = []
        for value, at in zip(inputs, places, strict=False):
            words.append(at if isinstance(value, bytes) else value)
            if isinstance(value, bytes):
                image[at : at + len(value)] = value
        places = places[len(inputs) : -1]
        words += places
        words += [0] * (_CALL_WORDS - 1 - len(words)) + [symbols[function]]
        at = symbols["call"]
        image[at : at + 4 * _CALL_WORDS] = b"".join(word.to_bytes(4, "little") for word in words)
        cycles, memory = run_image(bytes(image), version)
        given = tuple(memory[place : place + size] for place, size in zip(places, outputs, strict=True))
        return Call(given, int.from_bytes(memory[at : at + 4], "little"), cycles, 0, 0)

    return run


def _next(at: int, size: int) -> int:
    return at + -(-size // _ALIGNMENT) * _ALIGNMENT

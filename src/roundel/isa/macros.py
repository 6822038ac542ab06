"""The instructions for the assembler: a macro each, that makes the word from register names.

`kchi1 v3, v5, v7, v9` takes Vd, then those of Vn, Vm, Vk that the instruction reads, in this order; kchr
takes the index of the round constant in the place of Vm.
"""

from __future__ import annotations

from roundel.isa.definition import INSTRUCTIONS, Encoding, Instruction


def operands(instruction: Instruction) -> tuple[str, ...]:
    """Return the names of the macro's operands: "d", registers by port, "i" for an index."""
    read = instruction.registers()
    return ("d", *(("n", "i", "k") if instruction.lane_bits else read))


def macro(instruction: Instruction, encoding: Encoding, directive: str) -> str:
    """Return the macro of one instruction; `directive` is what puts a word (".inst", ".word")."""
    names = operands(instruction)
    fixed = encoding.word(instruction.code, 0, 0, 0, 0)
    terms = [f"{fixed:#010x}"]
    for field, port in ((encoding.d, "d"), (encoding.n, "n"), (encoding.m, "m"), (encoding.k, "k")):
        if port in names:
            terms.append(f"(.Lreg_\\{port}<<{field.at})")
        elif port == "m" and "i" in names:
            terms.append(f"(\\i<<{field.at})")
    return f".macro {instruction.name} {', '.join(names)}\n  {directive} {'|'.join(terms)}\n.endm\n"


def macros(encoding: Encoding, directive: str = ".inst") -> str:
    """Return all macros and the numbers of the registers' names v0 to v31."""
    numbers = "".join(f".set .Lreg_v{i}, {i}\n" for i in range(32))
    return numbers + "".join(macro(instruction, encoding, directive) for instruction in INSTRUCTIONS)

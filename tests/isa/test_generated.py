"""What is made from the definition: the files of the tree are equal to it, and mean the same."""

import random

import pytest

from roundel.isa.assemble import assemble
from roundel.isa.definition import AARCH64, BY_NAME, INSTRUCTIONS, RISCV, Encoding
from roundel.isa.generate import generate
from roundel.isa.layout import rotations
from roundel.isa.macros import macros, operands
from roundel.isa.rtl import STAGES, choices, stage_masks


def test_the_tree_has_what_the_definition_makes() -> None:
    assert generate(check=True) == [], "run `roundel isa generate`"


@pytest.mark.parametrize(
    ("encoding", "target", "directive"), [(AARCH64, "aarch64", ".inst"), (RISCV, "riscv32", ".word")]
)
def test_the_assembler_makes_the_same_words(encoding: Encoding, target: str, directive: str) -> None:
    rng = random.Random(5)
    lines, words = [], []
    for instruction in INSTRUCTIONS:
        fields = {"d": 0, "n": 0, "m": 0, "k": 0}
        written = []
        for port in operands(instruction):
            number = rng.randrange(24 if port == "i" else 32)
            fields["m" if port == "i" else port] = number
            written.append(str(number) if port == "i" else f"v{number}")
        lines.append(f"{instruction.name} {', '.join(written)}")
        words.append(encoding.word(instruction.code, **fields))
    code = assemble(macros(encoding, directive) + "\n".join(lines) + "\n", target).code
    assert [int.from_bytes(code[i : i + 4], "little") for i in range(0, len(code), 4)] == words


def test_the_rotators_stages_give_every_rotation() -> None:
    for side, wanted in zip(("lo", "hi"), zip(*rotations(), strict=True), strict=True):
        shifts, before = STAGES[side]
        for code, by in enumerate(wanted):
            on = [shift for shift, mask in zip(shifts, stage_masks(side), strict=True) if mask >> code & 1]
            assert (before + sum(on)) % 64 == by


def test_each_operand_of_the_datapath_has_one_source_at_most() -> None:
    for instruction in INSTRUCTIONS:
        operands_ = [operand for operand, _source in choices(instruction)]
        assert len(operands_) == len(set(operands_)), instruction.name


def test_a_chi_of_the_datapath_is_the_definitions() -> None:
    """One case by hand, so that the table and its reader do not agree in a mistake."""
    n, m, k = 0x0F << 64 | 0x33, 0x55 << 64 | 0xFF, 0xF0 << 64 | 0x3C
    lo = 0xF0 ^ (~0xFF & 0x55)
    hi = 0xFF ^ (~0x55 & 0x33)
    assert BY_NAME["kchi1"].execute(n, m, k) == hi << 64 | lo

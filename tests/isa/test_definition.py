"""The definition: what its round computes, and that its words are told apart."""

import random

import pytest
from register_state import from_registers, permute, to_registers

from roundel.isa.definition import AARCH64, BY_NAME, INSTRUCTIONS, RISCV, Encoding
from roundel.isa.layout import STATE, place, round_steps
from roundel.models.keccak import WIDTHS, keccak_p


@pytest.mark.parametrize("width", WIDTHS)
def test_rounds_equal_the_permutation(width: int) -> None:
    rng = random.Random(width)
    for rounds in (0, 1, 2, 12):
        state = rng.randbytes(width // 8)
        registers = permute(to_registers(state, width), rounds, width)
        assert from_registers(registers, width) == keccak_p(state, rounds, width)


def test_a_round_is_35_instructions() -> None:
    assert len(list(round_steps())) == 35


def test_every_instruction_but_other_widths_constants_is_used() -> None:
    used = {
        f"kchr{bits}" if step.constant else step.name for step in round_steps() for bits in (8, 16, 32, 64)
    }
    assert used == set(BY_NAME)


def test_each_lane_has_a_place_of_its_own() -> None:
    places = {place(lane) for lane in range(25)}
    assert len(places) == 25
    assert {name for name, _ in places} == set(STATE)


@pytest.mark.parametrize("encoding", [AARCH64, RISCV], ids=lambda e: e.name)
def test_words_decode_to_what_they_were_made_of(encoding: Encoding) -> None:
    rng = random.Random(3)
    words = set()
    for instruction in INSTRUCTIONS:
        d, n, m, k = (rng.randrange(32) for _ in range(4))
        word = encoding.word(instruction.code, d, n, m, k)
        assert encoding.matches(word)
        assert encoding.decode(word) == (instruction.code, d, n, m, k)
        words.add(word)
    assert len(words) == len(INSTRUCTIONS)


def test_the_function_code_has_five_bits() -> None:
    codes = [instruction.code for instruction in INSTRUCTIONS]
    assert len(set(codes)) == len(codes) and max(codes) < 32


def test_no_a64_instruction_has_the_words() -> None:
    # Arm ARM C4.1: op0, bits 28:25, 0001 is unallocated.
    assert all(AARCH64.word(i.code, 31, 31, 31, 31) >> 25 & 15 == 1 for i in INSTRUCTIONS)

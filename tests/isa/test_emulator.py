"""The emulator: counts, refusals, and what a kernel must keep."""

import random

import pytest

from roundel.errors import RoundelError
from roundel.isa.assemble import assemble
from roundel.isa.definition import AARCH64, INSTRUCTIONS
from roundel.isa.emulator import Machine
from roundel.isa.macros import macros, operands


def _machine(body: str) -> Machine:
    return Machine(assemble(f"{macros(AARCH64)}\n.global f\nf:\n{body}\n"))


@pytest.mark.parametrize("instruction", INSTRUCTIONS, ids=lambda i: i.name)
def test_each_instruction_is_executed_as_defined(instruction: object) -> None:
    rng = random.Random(instruction.code)
    values = {port: rng.getrandbits(128) for port in "nmk"}
    registers = {"d": "v3", "n": "v0", "m": "v1", "k": "v2", "i": "7"}
    written = ", ".join(registers[port] for port in operands(instruction))
    machine = _machine(
        f"ldp q0, q1, [x0]\nldr q2, [x0, #32]\n{instruction.name} {written}\nstr q3, [x1]\nret"
    )
    output = machine.allocate(16)
    source = machine.put(b"".join(values[port].to_bytes(16, "little") for port in "nmk"))
    machine.call("f", source, output)
    expected = instruction.execute(values["n"], values["m"], values["k"], 7)
    assert int.from_bytes(machine.get(output, 16), "little") == expected
    assert machine.retired == {"memory": 3, "custom": 1, "branch": 1}


def test_counts_are_exact_through_a_loop() -> None:
    body = "mov x1, #0\n1: add x1, x1, x0\nkxor v0, v0, v1, v2\nsubs x0, x0, #1\nb.ne 1b\nmov x0, x1\nret"
    machine = _machine(body)
    assert machine.call("f", 10) == 55
    assert machine.retired == {"scalar": 2 + 2 * 10, "custom": 10, "branch": 11}


def test_a_function_that_is_not_defined_is_refused() -> None:
    unused = next(code for code in range(32) if code not in {i.code for i in INSTRUCTIONS})
    machine = _machine(f".inst {AARCH64.word(unused, 0, 1, 2, 3):#x}\nret")
    with pytest.raises(RoundelError, match=f"function code {unused}"):
        machine.call("f")


@pytest.mark.parametrize("body", ["mov x19, #1\nret", "movi v9.2d, #0\nret", "sub sp, sp, #16\nret"])
def test_a_broken_calling_convention_is_told(body: str) -> None:
    with pytest.raises(RoundelError, match="does not keep|does not give back"):
        _machine(body).call("f")


def test_a_wild_load_is_told() -> None:
    with pytest.raises(RoundelError, match="f stopped at 0x4"):
        _machine("mov x1, #0\nldr x0, [x1]\nret").call("f")

"""A state in registers, and rounds on it by the instructions' definition: no machine."""

from __future__ import annotations

from roundel.isa.definition import BY_NAME
from roundel.isa.layout import STATE, place, round_steps
from roundel.models.keccak import nominal_rounds


def to_registers(state: bytes, width: int = 1600) -> dict[str, int]:
    """Return the 13 registers that hold `state` (width/8 bytes), each lane repeated over its slot."""
    size = width // 200
    registers = dict.fromkeys(STATE, 0)
    for lane in range(25):
        name, slot = place(lane)
        value = int.from_bytes(state[lane * size : (lane + 1) * size] * (8 // size), "little")
        registers[name] |= value << 64 * slot
    return registers


def from_registers(registers: dict[str, int], width: int = 1600) -> bytes:
    """Return the state of width/8 bytes."""
    size = width // 200
    result = b""
    for lane in range(25):
        name, slot = place(lane)
        result += (registers[name] >> 64 * slot).to_bytes(16, "little")[:size]
    return result


def permute(registers: dict[str, int], rounds: int, width: int = 1600) -> dict[str, int]:
    """Return the registers after the last `rounds` rounds of Keccak-f[width]."""
    nominal = nominal_rounds(width)
    values = dict(registers)
    for index in range(nominal - rounds, nominal):
        for step in round_steps():
            name = f"kchr{width // 25}" if step.constant else step.name
            n, m, k = (values.get(port, 0) for port in (step.n, step.m, step.k))
            values[step.d] = BY_NAME[name].execute(n, m, k, index)
    return {name: values[name] for name in STATE}

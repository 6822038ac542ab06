"""A32 (ARMv7-A) in unicorn: general registers, as the 32-bit version uses them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, ClassVar

import unicorn
from unicorn import arm_const as arm

from roundel.isa.memory import CODE, RETURN, STACK, STACK_SIZE, Processor

_R = [getattr(arm, f"UC_ARM_REG_R{i}") for i in range(13)]


def classify(word: int) -> str:
    """Return the class of an A32 word by its main group (Arm ARM A5.1, bits 27:25)."""
    group = word >> 25 & 7
    if group == 5 or word & 0x0FFFFFD0 == 0x012FFF10:  # B, BL; BX, BLX of a register
        return "branch"
    if group in (2, 4) or (group == 3 and not word & 0x10):  # one or several words; group 3 with bit 4: media
        return "memory"
    if group == 0 and word & 0x90 == 0x90 and word & 0x60:  # halfwords and pairs of words
        return "memory"
    return "scalar"


@dataclass
class Arm32Machine(Processor):
    """See Processor."""

    word_bytes: ClassVar[int] = 4
    _entered: Counter[tuple[int, int]] = field(default_factory=Counter, init=False)

    def _start(self) -> Any:
        uc = unicorn.Uc(unicorn.UC_ARCH_ARM, unicorn.UC_MODE_ARM)
        uc.ctl_set_cpu_model(arm.UC_CPU_ARM_CORTEX_A9)
        return uc

    def _prepare(self) -> None:
        self.uc.hook_add(unicorn.UC_HOOK_BLOCK, self._on_block)

    def call(self, symbol: str, *arguments: int) -> int:
        """See Processor; AAPCS32: r4 to r11 and sp are as before."""
        uc = self.uc
        for register, value in zip(_R[:4], arguments, strict=False):
            uc.reg_write(register, value)
        uc.reg_write(arm.UC_ARM_REG_SP, STACK + STACK_SIZE)
        uc.reg_write(arm.UC_ARM_REG_LR, RETURN)
        self._entered.clear()
        self._run(symbol, arm.UC_ARM_REG_PC, arm.UC_ARM_REG_SP, _R[4:12], "AAPCS32 section 6.1.1")
        for (at, size), times in self._entered.items():
            code = self.program.code[at - CODE : at - CODE + size]
            for i in range(0, size, 4):
                self.retired[classify(int.from_bytes(code[i : i + 4], "little"))] += times
        return int(uc.reg_read(_R[0]))

    def _on_block(self, _uc: Any, at: int, size: int, _data: object) -> None:
        self._entered[at, size] += 1

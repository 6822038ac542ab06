"""What the emulated processors share: memory, a call of a function, and the rules that it has to keep."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from roundel.errors import RoundelError
from roundel.isa.assemble import LINKED_AT, Program

CODE, DATA, STACK = LINKED_AT, 0x1000000, 0x8000000
CODE_SIZE, DATA_SIZE, STACK_SIZE = 0x100000, 0x1000000, 0x40000
RETURN = CODE + CODE_SIZE - 4096  # where a kernel's last return goes
CLASSES = ("custom", "vector", "memory", "scalar", "branch")
_MARK = 0x5A5A0000


@dataclass
class Processor(ABC):
    """A processor with one program in it. `retired` counts instructions by class over all calls."""

    program: Program
    retired: Counter[str] = field(default_factory=Counter)

    word_bytes: ClassVar[int] = 8  # of a pointer

    def __post_init__(self) -> None:
        """Map memory, load the program, set the hooks."""
        self.uc = self._start()
        for at, size in ((CODE, CODE_SIZE), (DATA, DATA_SIZE), (STACK, STACK_SIZE)):
            self.uc.mem_map(at, size)
        if len(self.program.code) > RETURN - CODE:
            raise RoundelError(
                f"a program of {len(self.program.code)} bytes", f"The machine holds {RETURN - CODE}."
            )
        self.uc.mem_write(CODE, self.program.code)
        self._top = DATA
        self._prepare()

    @abstractmethod
    def _start(self) -> Any:
        """Return the emulator of the architecture."""

    @abstractmethod
    def _prepare(self) -> None:
        """Set registers and hooks; the program is in memory."""

    @abstractmethod
    def call(self, symbol: str, *arguments: int) -> int:
        """Call the function at `symbol` with integer arguments; return its result.

        Raises RoundelError when it does not come back, or breaks the calling convention.
        """

    def allocate(self, size: int) -> int:
        """Return the address of `size` bytes of zeros, on a boundary of 64 bytes."""
        at = self._top
        self._top = (at + size + 63) // 64 * 64
        if self._top > DATA + DATA_SIZE:
            raise RoundelError(f"{size} bytes do not fit", f"The machine has {DATA_SIZE} for data.")
        return at

    def put(self, data: bytes) -> int:
        """Return the address of a copy of `data` in memory."""
        at = self.allocate(len(data))
        self.write(at, data)
        return at

    def write(self, at: int, data: bytes) -> None:
        """Write `data` to memory."""
        self.uc.mem_write(at, data)

    def get(self, at: int, size: int) -> bytes:
        """Return `size` bytes of memory."""
        return bytes(self.uc.mem_read(at, size))

    def _run(self, symbol: str, pc: int, sp: int, kept: Sequence[int], rules: str) -> None:
        """Run from `symbol` to RETURN; check that the `kept` registers and the stack are as before."""
        from unicorn import UcError

        uc = self.uc
        for i, register in enumerate(kept):
            uc.reg_write(register, _MARK + i)
        stack = uc.reg_read(sp)
        try:
            uc.emu_start(CODE + self.program.symbols[symbol], RETURN)
        except UcError as error:
            at = uc.reg_read(pc) - CODE
            raise RoundelError(f"{symbol} stopped at {at:#x}: {error}", "The kernel is wrong.") from error
        if any(uc.reg_read(r) != _MARK + i for i, r in enumerate(kept)):
            raise RoundelError(f"{symbol} does not keep the registers it must", f"See {rules}.")
        if uc.reg_read(sp) != stack + self._popped:
            raise RoundelError(f"{symbol} does not give back its stack", "sp must be as before the call.")

    _popped: ClassVar[int] = 0  # bytes that a return takes from the stack

"""What a kernel asks of a version: a state that it can add memory to, permute and output.

A kernel (hash, Keyak, Ketje) is written once against this; the four versions differ in where the state
lies and how it is permuted. Registers x19 to x27 belong to the kernel and are kept by every piece, x28 to
the version; x0 to x17 are scratch.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field

from roundel.isa.definition import repeated_constant
from roundel.isa.kernels.assembly import Assembly
from roundel.models.keccak import nominal_rounds


def turned(lane: int) -> int:
    """Return which lane pi takes to `lane`: where Ketje's lane lies when pi is turned back."""
    x, y = lane % 5, lane // 5
    return (x + 3 * y) % 5 + 5 * x


@dataclass
class Backend(ABC):
    """A version for lanes of w bits; each method adds instructions to `asm`.

    Blocks are of lanes counted as in memory (x + 5y). Those of 64 bits have their own methods; the methods
    with `lanes` in their names are for any w. Ketje's permutation is `twisted`: its state is kept with pi
    turned back, as Keccak-p* wants it, so that the five lanes of its blocks lie on the diagonal.
    """

    asm: Assembly
    width: int = 1600
    _rounds: set[int] = field(default_factory=set)

    twisted: bool = False

    name = ""
    arch = "armv8-a"
    saves_vectors = True

    @property
    def bias(self) -> int:
        """How many bytes after its start a pointer to a block points."""
        return 0

    def at(self, lane: int) -> int:
        """Return where the lane that is `lane`th in memory lies: with pi turned back if twisted."""
        return turned(lane) if self.twisted else lane

    @property
    def lane_bytes(self) -> int:
        """The lane width in bytes, w/8."""
        return self.width // 200

    @property
    def lane_bits(self) -> int:
        """The lane width in bits, w."""
        return self.width // 25

    @abstractmethod
    def prepare(self, lanes: int) -> None:
        """Set what the version keeps in registers through the whole kernel, for blocks of `lanes` lanes."""

    @abstractmethod
    def clear(self, at: int, size: int) -> None:
        """Set `size` bytes, a multiple of 16, at sp + `at` to zero."""

    @abstractmethod
    def load_state(self, pointer: str) -> None:
        """Set the state to 25 lanes of w bits at `pointer`, which is lost."""

    @abstractmethod
    def add_block(self, pointer: str, lanes: int) -> None:
        """Add (XOR) the first `lanes` lanes, 64 bits each, from memory; `pointer` moves past them."""

    @abstractmethod
    def output_block(self, pointer: str, lanes: int) -> None:
        """Write the first `lanes` lanes, 64 bits each, to memory; `pointer` moves past them."""

    @abstractmethod
    def recover_block(self, source: str, target: str, lanes: int) -> None:
        """Write source + state to `target` and set the state to what stood at `source`: decryption."""

    @abstractmethod
    def mask_block(self, source: str, target: str, lanes: int) -> None:
        """Write source + state to `target`, 64-bit lanes, and leave the state; both move past them."""

    @abstractmethod
    def add_word(self, register: str) -> None:
        """Add a general register to lane 24."""

    @abstractmethod
    def load_lanes(self, pointer: str) -> None:
        """Set the state to 25 lanes of w bits at `pointer`, which moves on."""

    @abstractmethod
    def add_lanes(self, pointer: str, first: int, count: int) -> None:
        """Add `count` lanes of w bits, from the state's `first` on; `pointer` moves on."""

    @abstractmethod
    def output_lanes(self, pointer: str, count: int) -> None:
        """Write the first `count` lanes, w bits each; `pointer` moves on."""

    @abstractmethod
    def recover_lanes(self, source: str, target: str, count: int) -> None:
        """Write source + state to `target` and set those lanes of the state to the source; both move on."""

    @abstractmethod
    def hold(self, lane: int, value: int) -> None:
        """Make `add_held` add `value` (a byte) to lane `lane`."""

    @abstractmethod
    def add_held(self) -> None:
        """Add the value that `hold` received last."""

    @abstractmethod
    def permute_inline(self, rounds: int, keep: Sequence[str]) -> None:
        """Add the last `rounds` rounds as straight code; general registers of `keep` stay."""

    @abstractmethod
    def _function_body(self, rounds: int) -> None:
        """Add the permutation as a function's body, without its ret."""

    def load(self, pointer: str) -> None:
        """Set the state to 25 lanes at `pointer`, which is lost."""
        (self.load_state if self.lane_bytes == 8 else self.load_lanes)(pointer)

    def add(self, pointer: str, lanes: int) -> None:
        """Add the first `lanes` lanes from memory; `pointer` moves past them."""
        if self.lane_bytes == 8:
            self.add_block(pointer, lanes)
        else:
            self.add_lanes(pointer, 0, lanes)

    def output(self, pointer: str, lanes: int) -> None:
        """Write the first `lanes` lanes to memory; `pointer` moves past them."""
        (self.output_block if self.lane_bytes == 8 else self.output_lanes)(pointer, lanes)

    def recover(self, source: str, target: str, lanes: int) -> None:
        """Write source + state to `target` and set those lanes of the state to the source."""
        (self.recover_block if self.lane_bytes == 8 else self.recover_lanes)(source, target, lanes)

    def permute(self, rounds: int) -> None:
        """Call the permutation of the last `rounds` rounds."""
        self._rounds.add(rounds)
        self.asm.put(f"bl .Lpermute_{rounds}")

    def functions(self) -> None:
        """Add the permutations that were called, and the tables."""
        for rounds in sorted(self._rounds):
            self.asm.label(f".Lpermute_{rounds}")
            self._function_body(rounds)
            self.asm.put("ret")
        self.tables()

    def tables(self) -> None:
        """Add the round constants, each repeated over 64 bits; the extension has them inside."""
        self.asm.put(".balign 8")
        for index in range(nominal_rounds(self.width)):
            self.asm.label(f".Lconstant_{index}")
            self.asm.put(f".quad {repeated_constant(index, self.lane_bits):#018x}")

    def _clear_by(self, register: str, at: int, size: int) -> None:
        """Clear memory by a vector register, which becomes zero."""
        self.asm.put(f"movi v{register[1:]}.2d, #0")
        for offset in range(at, at + size - 16, 32):
            self.asm.put(f"stp {register}, {register}, [sp, #{offset}]")
        if size % 32:
            self.asm.put(f"str {register}, [sp, #{at + size - 16}]")

    def _frame_constant(self, value: int) -> int:
        """Return the byte, the lowest of a lane of w bits, repeated over 64 bits."""
        return sum(value << shift for shift in range(0, 64, self.lane_bits))

    def _indices(self, rounds: int) -> range:
        nominal = nominal_rounds(self.width)
        return range(nominal - rounds, nominal)

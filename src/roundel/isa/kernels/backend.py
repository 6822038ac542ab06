"""What a kernel asks of a version: a state it can sum memory into, permute and give out.

A kernel (hash, Keyak, Ketje) is written once against this; the four versions differ in where the state
lies and how it is permuted. Registers x19 to x28 belong to the kernel and are kept by every piece; x0 to
x17 are scratch.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field

from roundel.isa.kernels.assembly import Assembly
from roundel.models.keccak import nominal_rounds, round_constant


@dataclass
class Backend(ABC):
    """A version for lanes of w bits; each method adds instructions to `asm`.

    Lanes are counted as in memory (x + 5y); with `twisted` the state is kept as pi turned back (Ketje), and
    only the first five lanes can be reached, by `add_lane` and `give_lane`.
    """

    asm: Assembly
    width: int = 1600
    _rounds: set[int] = field(default_factory=set)

    name = ""
    arch = "armv8-a"
    saves_vectors = True
    bias = 0  # a pointer to a block points this many bytes behind its start

    @property
    def lane_bits(self) -> int:
        """Return w."""
        return self.width // 25

    @abstractmethod
    def prepare(self) -> None:
        """Set what the version keeps in registers through the whole kernel."""

    @abstractmethod
    def load_state(self, pointer: str) -> None:
        """Set the state to 25 lanes of w bits at `pointer`, which is lost."""

    @abstractmethod
    def add_block(self, pointer: str, lanes: int) -> None:
        """Add (XOR) the first `lanes` lanes, 64 bits each, from memory; `pointer` goes on behind them."""

    @abstractmethod
    def give_block(self, pointer: str, lanes: int) -> None:
        """Write the first `lanes` lanes, 64 bits each, to memory; `pointer` goes on behind them."""

    @abstractmethod
    def recover_block(self, source: str, target: str, lanes: int) -> None:
        """Write source + state to `target` and set the state to what stood at `source`: decryption."""

    @abstractmethod
    def permute_here(self, rounds: int, keep: Sequence[str]) -> None:
        """Add the last `rounds` rounds as straight code; general registers of `keep` stay."""

    @abstractmethod
    def _function_body(self, rounds: int) -> None:
        """Add the permutation as a function's body, without its ret."""

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
        self._tables()

    def _tables(self) -> None:
        """Add the round constants, each repeated over 64 bits; the extension has them inside."""
        self.asm.put(".balign 8")
        for index in range(nominal_rounds(self.width)):
            lane = round_constant(index) & ((1 << self.lane_bits) - 1)
            value = sum(lane << shift for shift in range(0, 64, self.lane_bits))
            self.asm.label(f".Lconstant_{index}")
            self.asm.put(f".quad {value:#018x}")

    def _indices(self, rounds: int) -> range:
        nominal = nominal_rounds(self.width)
        return range(nominal - rounds, nominal)

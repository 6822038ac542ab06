"""What the versions on other processors than A64 make in assembly: a permutation and loops over whole blocks.

The modes over them are C (`modes.c`), as in the Keccak Code Package: the start, padding, the last block and
the tag. A version is a `Processor`: it says how its state lies in memory and in registers, and how lanes
enter and leave it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from roundel.isa.definition import repeated_constant
from roundel.isa.kernels.assembly import Assembly
from roundel.isa.kernels.backend import turned
from roundel.isa.kernels.hash import SPONGES
from roundel.isa.kernels.ketje import INSTANCES, LAST_BIT
from roundel.isa.kernels.keyak import KEYAKS
from roundel.isa.kernels.stream import STREAMS
from roundel.models import ketje, motorist

MODES = Path(__file__).parent / "modes.c"
KINDS = ("absorb", "seal", "open", "mask")


@dataclass(frozen=True)
class Loop:
    """A function over whole blocks: `absorb`, `seal`, `open` or `mask` (which adds the state to the text).

    After each block, `frame` (a byte string of one lane) is added to lane `frame_lane`, and the last `rounds`
    rounds follow.
    """

    name: str
    kind: str
    rounds: int
    frame_lane: int = 24
    frame: bytes = b""


@dataclass(frozen=True)
class Blocks:
    """What a kernel asks of the assembly: lanes by their place x + 5y, in the order of memory."""

    width: int
    block: tuple[int, ...]
    state: tuple[int, ...]
    permutations: tuple[int, ...]
    loops: tuple[Loop, ...]
    piece: tuple[int, ...] = ()

    @property
    def lane_bytes(self) -> int:
        """The lane width in bytes, w/8."""
        return self.width // 200


@dataclass
class Processor(ABC):
    """A version for lanes of w bits; each method adds a function to `asm`."""

    asm: Assembly
    width: int

    name: ClassVar[str] = ""
    arch: ClassVar[str] = ""
    compile: ClassVar[tuple[str, ...]] = ()
    state_bytes: int = field(init=False, default=0)

    @abstractmethod
    def head(self) -> str:
        """Return the directives before the first function."""

    @abstractmethod
    def add_function(self, name: str, lanes: Sequence[int]) -> None:
        """Add `name`(state, data): lanes of the state take those in memory."""

    @abstractmethod
    def get_function(self, name: str, lanes: Sequence[int]) -> None:
        """Add `name`(state, data): lanes of the state are written to memory."""

    @abstractmethod
    def permute_function(self, name: str, rounds: int) -> None:
        """Add `name`(state): the last `rounds` rounds."""

    @abstractmethod
    def loop_function(self, loop: Loop, lanes: Sequence[int]) -> None:
        """Add a loop over whole blocks: `name`(state, input, output, blocks), with one block or more."""

    @abstractmethod
    def tables(self, rounds: int) -> None:
        """Add the permutations that were called, and constants for that many last rounds."""

    @property
    def lane_bytes(self) -> int:
        """The lane width in bytes, w/8."""
        return self.width // 200

    def constant(self, index: int) -> int:
        """Return a round constant, repeated over 64 bits."""
        return repeated_constant(index, self.width // 25)

    def write(self, blocks: Blocks) -> None:
        """Add all functions of a kernel."""
        for loop in blocks.loops:
            self.loop_function(loop, blocks.block)
        for rounds in blocks.permutations:
            self.permute_function(f"permute_{rounds}", rounds)
        self.add_function("add_state", blocks.state)
        if blocks.piece:
            self.add_function("add_piece", blocks.piece)
        self.get_function("get_block", blocks.block)
        self.tables(max((*blocks.permutations, *(loop.rounds for loop in blocks.loops))))


def blocks_of(kernel: str) -> tuple[Blocks, Mapping[str, int]]:
    """Return what a kernel asks of the assembly, and the macros of its mode."""
    if kernel in SPONGES:
        sponge = SPONGES[kernel]
        absorb = Loop("absorb", "absorb", 24)
        asked = _plain(1600, sponge.rate, (24,), (absorb,))
        return asked, {"MODE_HASH": 1, "SUFFIX": sponge.suffix, "DIGEST": sponge.digest} | _sizes(asked)
    if kernel in STREAMS:
        stream = STREAMS[kernel]
        loops = (Loop("absorb", "absorb", 24), Loop("mask", "mask", 24))
        asked = _plain(1600, stream.rate, (24,), loops)
        return asked, {"MODE_STREAM": 1, "SUFFIX": stream.suffix, "SEED": stream.seed} | _sizes(asked)
    return _ketje(kernel) if kernel in INSTANCES else _keyak(kernel)


def _keyak(kernel: str) -> tuple[Blocks, Mapping[str, int]]:
    instance, rounds = KEYAKS[kernel], motorist.ROUNDS
    text = instance.squeeze_bytes
    frame = bytes([0, text, text, text]).ljust(instance.word_bytes, b"\0")
    loops = tuple(Loop(way, way, rounds, 24, frame) for way in ("seal", "open"))
    asked = _plain(instance.width, text, (rounds,), loops)
    sizes = {"KEY_PACK": instance.key_pack_bytes, "ABSORB": instance.absorb_bytes, "TAG": motorist.TAG_BYTES}
    return asked, {"MODE_KEYAK": 1} | sizes | _sizes(asked)


def _ketje(kernel: str) -> tuple[Blocks, Mapping[str, int]]:
    instance = INSTANCES[kernel]
    size = instance.width // 200
    count = instance.rho_bytes // size
    places = tuple(turned(lane) for lane in range(25))

    def loop(name: str, kind: str, frame: int) -> Loop:
        byte = bytes([frame | LAST_BIT]).ljust(size, b"\0")
        return Loop(name, kind, ketje.STEP_ROUNDS, places[count], byte)

    loops = (
        loop("absorb_ad", "absorb", ketje.AD_MORE),
        loop("seal", "seal", ketje.TEXT_MORE),
        loop("open", "open", ketje.TEXT_MORE),
    )
    rounds = (ketje.STEP_ROUNDS, ketje.STRIDE_ROUNDS, ketje.START_ROUNDS)
    asked = Blocks(instance.width, places[:count], places, rounds, loops, places[: count + 1])
    frames = {"AD_LAST": ketje.AD_LAST, "TEXT_LAST": ketje.TEXT_LAST, "TAG_MORE": ketje.TAG_MORE}
    sizes = {"TAG": ketje.TAG_BYTES, "PIECE": (count + 1) * size}
    return asked, {"MODE_KETJE": 1} | frames | sizes | _sizes(asked)


def _plain(width: int, block: int, permutations: tuple[int, ...], loops: tuple[Loop, ...]) -> Blocks:
    lanes = tuple(range(25))
    return Blocks(width, lanes[: block // (width // 200)], lanes, permutations, loops)


def _sizes(asked: Blocks) -> dict[str, int]:
    return {"WIDTH": asked.width // 8, "BLOCK": len(asked.block) * asked.lane_bytes}

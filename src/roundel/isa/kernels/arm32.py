"""The version in 32-bit ARM assembly (A32, ARMv7-A), general registers only: what assembly was in 2016.

A lane of 64 bits is two words, its even and its odd bits (bit interleaving, Keccak implementation overview,
section 2.1): a rotation of the lane is one of each word. A shorter lane is repeated over one word. A word is
kept as a value and how far it still has to be rotated right, which EOR and BIC do for nothing. A state is in
memory, at sp while a function works on it; rows are computed word by word, and the parities of the next
round with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from roundel.errors import RoundelError
from roundel.isa.kernels.blocks import Loop, Processor
from roundel.isa.kernels.straight import RegisterFile, StraightCode, Value
from roundel.models.keccak import nominal_rounds, rho_offset

_GENERAL = (*(f"r{i}" for i in range(13)), "r14")
# The frame from sp: the state, spilled values, then the link register, the arguments.
_SPILLS_END, _LINK, _STATE, _INPUT, _OUTPUT, _LEFT, _FRAME = 600, 600, 604, 608, 612, 616, 624
_STEPS = ((1, 0x22222222), (2, 0x0C0C0C0C), (4, 0x00F000F0), (8, 0x0000FF00))
_MASKS = {shift: f"r{4 + i}" for i, (shift, _mask) in enumerate(_STEPS)}
_LOADS = {1: "ldrb", 2: "ldrh", 4: "ldr"}
_STORES = {1: "strb", 2: "strh", 4: "str"}


@dataclass(frozen=True)
class _Word:
    """A word that is `value` rotated right by `right`."""

    value: Value
    right: int = 0


@dataclass
class Arm32(Processor):
    """See Processor."""

    _rounds: set[int] = field(default_factory=set)

    name: ClassVar[str] = "arm32"
    arch: ClassVar[str] = "arm32"
    compile: ClassVar[tuple[str, ...]] = ("-target", "arm-freestanding-eabi", "-mcpu=cortex_a9")

    def __post_init__(self) -> None:
        """Set the size of the state."""
        self.words = 2 if self.width == 1600 else 1
        self.state_bytes = 4 * 25 * self.words

    def head(self) -> str:
        """See Processor."""
        return ".syntax unified\n.arm\n.text\n"

    def add_function(self, name: str, lanes: Sequence[int]) -> None:
        """See Processor."""
        self._begin(name)
        self.asm.put("mov r8, r0\nmov r0, r1")
        self._masks()
        for at, lane in enumerate(lanes):
            self._fetch(at)
            self._add(lane, "r8")
        self.asm.put("pop {r4-r11, pc}")

    def get_function(self, name: str, lanes: Sequence[int]) -> None:
        """See Processor."""
        self._begin(name)
        self.asm.put("mov r8, r0\nmov r9, r1")
        self._masks()
        for at, lane in enumerate(lanes):
            self._read(lane, "r8")
            self._store(at)
        self.asm.put("pop {r4-r11, pc}")

    def permute_function(self, name: str, rounds: int) -> None:
        """See Processor."""
        self._enter(name)
        self._permute(rounds)
        self._leave()

    def loop_function(self, loop: Loop, lanes: Sequence[int]) -> None:
        """See Processor."""
        asm, again = self.asm, self.asm.new_label(loop.name)
        self._enter(loop.name)
        asm.put(f"str r1, [sp, #{_INPUT}]\nstr r2, [sp, #{_OUTPUT}]\nstr r3, [sp, #{_LEFT}]")
        asm.label(again)
        asm.put(f"ldr r0, [sp, #{_INPUT}]")
        if loop.kind != "absorb":
            asm.put(f"ldr r9, [sp, #{_OUTPUT}]")
        self._masks()
        for at, lane in enumerate(lanes):
            self._block_lane(loop.kind, at, lane)
        size = len(lanes) * self.lane_bytes
        asm.put(f"add r0, r0, #{size}\nstr r0, [sp, #{_INPUT}]")
        if loop.kind != "absorb":
            asm.put(f"add r9, r9, #{size}\nstr r9, [sp, #{_OUTPUT}]")
        if loop.frame:
            self._add_frame(loop.frame_lane, loop.frame)
        self._permute(loop.rounds)
        asm.put(f"ldr r3, [sp, #{_LEFT}]\nsubs r3, r3, #1\nstr r3, [sp, #{_LEFT}]\nbne {again}")
        self._leave()

    def tables(self, rounds: int) -> None:
        """See Processor: constants are immediates."""
        del rounds
        for each in sorted(self._rounds):
            self.asm.label(f".Lpermute_{each}")
            self.asm.put(f"str lr, [sp, #{_LINK}]")
            for line in self._permutation(each):
                self.asm.put(line)
            self.asm.put(f"ldr pc, [sp, #{_LINK}]")

    def _begin(self, name: str) -> None:
        self.asm.function(name)
        self.asm.put("push {r4-r11, lr}")

    def _enter(self, name: str) -> None:
        self._begin(name)
        self.asm.put(f"sub sp, sp, #{_FRAME}\nstr r0, [sp, #{_STATE}]\nmov r12, sp")
        self._move("r0", "r12")

    def _leave(self) -> None:
        self.asm.put(f"ldr r12, [sp, #{_STATE}]\nmov r0, sp")
        self._move("r0", "r12")
        self.asm.put(f"add sp, sp, #{_FRAME}\npop {{r4-r11, pc}}")

    def _move(self, source: str, target: str) -> None:
        """Copy the state by loads and stores of several words; r4 to r11 and lr are lost."""
        left = 25 * self.words
        while left:
            count = min(left, 8)
            names = f"{{r4-r{3 + count}}}" if count > 1 else "{r4}"
            self.asm.put(f"ldmia {source}!, {names}\nstmia {target}!, {names}")
            left -= count

    def _masks(self) -> None:
        if self.words == 2:
            for shift, mask in _STEPS:
                self.asm.put(
                    f"movw {_MASKS[shift]}, #{mask & 0xFFFF:#x}\nmovt {_MASKS[shift]}, #{mask >> 16:#x}"
                )

    def _block_lane(self, kind: str, at: int, lane: int) -> None:
        """A lane of a block: input at r0, output at r9."""
        asm = self.asm
        if kind in ("absorb", "seal"):
            self._fetch(at)
            self._add(lane, "sp")
            if kind == "seal":
                self._from_words()
                self._store(at)
            return
        self._read(lane, "sp")
        if self.words == 1:
            asm.put(f"{_LOADS[self.lane_bytes]} r1, [r0, #{self.lane_bytes * at}]\neor r10, r10, r1")
        else:
            asm.put(f"ldr r1, [r0, #{8 * at}]\nldr r2, [r0, #{8 * at + 4}]")
            asm.put("eor r10, r10, r1\neor r11, r11, r2")
        self._store(at)
        if kind == "open":
            if self.words == 1:
                self._repeat()
                asm.put(f"str r1, [sp, #{4 * lane}]")
            else:
                self._interleave()
                asm.put(f"strd r2, r3, [sp, #{8 * lane}]")

    def _fetch(self, at: int) -> None:
        """Load lane `at` of the message at r0: as words r2 and r3, or as word r1."""
        if self.words == 1:
            self.asm.put(f"{_LOADS[self.lane_bytes]} r1, [r0, #{self.lane_bytes * at}]")
            self._repeat()
        else:
            self.asm.put(f"ldr r1, [r0, #{8 * at}]\nldr r2, [r0, #{8 * at + 4}]")
            self._interleave()

    def _repeat(self) -> None:
        if self.lane_bytes == 1:
            self.asm.put("orr r1, r1, r1, lsl #8")
        if self.lane_bytes < 4:
            self.asm.put("orr r1, r1, r1, lsl #16")

    def _interleave(self) -> None:
        """Turn the halves r1 and r2 of a lane into its even and odd bits, r2 and r3."""
        for shift, _mask in _STEPS:
            for half in ("r1", "r2"):
                self._exchange(half, "r3", shift)
        self.asm.put("pkhtb r3, r2, r1, asr #16\npkhbt r2, r1, r2, lsl #16")

    def _from_words(self) -> None:
        """Turn even and odd bits r10 and r11 into the halves of a lane, r10 and r11."""
        if self.words == 1:
            return
        self.asm.put("pkhbt r12, r10, r11, lsl #16\npkhtb r11, r11, r10, asr #16\nmov r10, r12")
        for shift, _mask in reversed(_STEPS):
            for half in ("r10", "r11"):
                self._exchange(half, "r12", shift)

    def _exchange(self, word: str, scratch: str, shift: int) -> None:
        self.asm.put(
            f"eor {scratch}, {word}, {word}, lsr #{shift}\nand {scratch}, {scratch}, {_MASKS[shift]}"
        )
        self.asm.put(f"eor {word}, {word}, {scratch}\neor {word}, {word}, {scratch}, lsl #{shift}")

    def _add(self, lane: int, base: str) -> None:
        """Add what `_fetch` loaded to a lane, which is left in r10 and r11."""
        asm = self.asm
        if self.words == 1:
            asm.put(f"ldr r10, [{base}, #{4 * lane}]\neor r10, r10, r1\nstr r10, [{base}, #{4 * lane}]")
        else:
            asm.put(f"ldrd r10, r11, [{base}, #{8 * lane}]\neor r10, r10, r2\neor r11, r11, r3")
            asm.put(f"strd r10, r11, [{base}, #{8 * lane}]")

    def _read(self, lane: int, base: str) -> None:
        """Read a lane as the message has it: r10, and r11 of one with 64 bits."""
        if self.words == 1:
            self.asm.put(f"ldr r10, [{base}, #{4 * lane}]")
        else:
            self.asm.put(f"ldrd r10, r11, [{base}, #{8 * lane}]")
            self._from_words()

    def _store(self, at: int) -> None:
        if self.words == 1:
            self.asm.put(f"{_STORES[self.lane_bytes]} r10, [r9, #{self.lane_bytes * at}]")
        else:
            self.asm.put(f"str r10, [r9, #{8 * at}]\nstr r11, [r9, #{8 * at + 4}]")

    def _add_frame(self, lane: int, frame: bytes) -> None:
        value = int.from_bytes(frame * (8 // len(frame)), "little")
        for half, word in enumerate(self._words_of(value)):
            if word:
                at = 4 * (self.words * lane + half)
                self.asm.put(f"ldr r1, [sp, #{at}]\n{_with_constant('r1', 'r1', 'r2', word)}")
                self.asm.put(f"str r1, [sp, #{at}]")

    def _words_of(self, value: int) -> tuple[int, ...]:
        """Return the words of a lane of 64 bits, or of one that is repeated over them."""
        if self.words == 1:
            return (value & 0xFFFFFFFF,)
        return tuple(sum((value >> 2 * i + half & 1) << i for i in range(32)) for half in (0, 1))

    def _permute(self, rounds: int) -> None:
        self._rounds.add(rounds)
        self.asm.put(f"bl .Lpermute_{rounds}")

    def _permutation(self, rounds: int) -> list[str]:
        code = StraightCode()
        names = [(lane, half) for lane in range(25) for half in range(self.words)]
        first = {name: _Word(code.value()) for name in names}
        homes = {word.value: i for i, word in enumerate(first.values())}
        state, columns = first, self._columns(code, first)
        nominal = nominal_rounds(self.width)
        for index in range(nominal - rounds, nominal):
            last = index == nominal - 1
            state, columns = self._round(code, state, columns, index, last, rounds > 1)
        if rounds == 1:  # the state before it was read to the end
            for name, word in state.items():
                self._settle(code, name, word)
        file = RegisterFile(_GENERAL, "str {r}, [sp, #{at}]", "ldr {r}, [sp, #{at}]", "mov {d}, {s}", 0, 4)
        lines = code.assemble(file, saved=homes)
        most = max((int(line.split("#")[1].rstrip("]")) for line in lines if "[sp, #" in line), default=0)
        if most >= _SPILLS_END:
            raise RoundelError(f"a value at sp + {most}", "The frame of the 32-bit version is too small.")
        return lines

    def _settle(self, code: StraightCode, name: tuple[int, int], word: _Word) -> None:
        value = word.value
        if word.right:
            value = code.make(f"ror {{d}}, {{0}}, #{word.right}", value)
        code.do(f"str {{0}}, [sp, #{4 * (self.words * name[0] + name[1])}]", value)

    def _columns(
        self, code: StraightCode, state: dict[tuple[int, int], _Word]
    ) -> dict[tuple[int, int], _Word]:
        columns = {}
        for half in range(self.words):
            for x in range(5):
                column = state[x, half]
                for y in range(1, 5):
                    column = _xor(code, column, state[x + 5 * y, half])
                columns[x, half] = column
        return columns

    def _turned_from(self, left: int, half: int) -> tuple[int, int]:
        """Return (half, rotation to the left) of the word that a lane rotated by `left` has as its `half`."""
        if self.words == 1:
            return 0, left % 32
        return (half ^ left & 1), (left + 1 - half) // 2 if left & 1 else left // 2

    def _round(
        self,
        code: StraightCode,
        a: dict[tuple[int, int], _Word],
        columns: dict[tuple[int, int], _Word],
        index: int,
        last: bool,
        store: bool,
    ) -> tuple[dict[tuple[int, int], _Word], dict[tuple[int, int], _Word]]:
        effect = {}
        for half in range(self.words):
            source, left = self._turned_from(1, half)
            for x in (0, 2, 4, 1, 3):  # in this order each parity is soon used up
                other = columns[(x + 1) % 5, source]
                turned = _Word(other.value, (other.right - left) % 32)
                effect[x, half] = _xor(code, columns[(x - 1) % 5, half], turned)
        result: dict[tuple[int, int], _Word] = {}
        sums: dict[tuple[int, int], _Word] = {}
        for half in range(self.words):
            for row in range(5):
                b = [self._after_pi(code, a, effect, x, row, half) for x in range(5)]
                for x in range(5):
                    rest = _and_not(code, b[(x + 2) % 5], b[(x + 1) % 5])
                    word = _xor(code, b[x], rest)
                    if row == 0 and x == 0:
                        word = self._add_constant(code, word, index, half)
                    result[x + 5 * row, half] = word
                    if last:
                        if store:
                            self._settle(code, (x + 5 * row, half), word)
                    else:
                        sums[x, half] = _xor(code, sums[x, half], word) if row else word
        return result, sums

    def _after_pi(
        self,
        code: StraightCode,
        a: dict[tuple[int, int], _Word],
        effect: dict[tuple[int, int], _Word],
        x: int,
        y: int,
        half: int,
    ) -> _Word:
        """Return a word of B[x,y]: of A[x + 3y, x], moved by rho."""
        at = (x + 3 * y) % 5
        source, left = self._turned_from(rho_offset(at, x) % (self.width // 25), half)
        word = _xor(code, a[at + 5 * x, source], effect[at, source])
        return _Word(word.value, (word.right - left) % 32)

    def _add_constant(self, code: StraightCode, word: _Word, index: int, half: int) -> _Word:
        constant = self._words_of(self.constant(index))[half]
        if not constant:
            return word
        constant = (constant << word.right | constant >> 32 - word.right) & 0xFFFFFFFF
        return _Word(
            code.make(_with_constant("{d}", "{0}", "{d}", constant), word.value, early=True), word.right
        )


def _with_constant(target: str, source: str, scratch: str, constant: int) -> str:
    """Return the instructions that add a constant: an immediate where it is 8 bits, turned evenly."""
    if any(_rotated(constant, turn) < 256 for turn in range(0, 32, 2)):
        return f"eor {target}, {source}, #{constant:#x}"
    text = f"movw {scratch}, #{constant & 0xFFFF:#x}\n"
    if constant >> 16:
        text += f"movt {scratch}, #{constant >> 16:#x}\n"
    return f"{text}eor {target}, {source}, {scratch}"


def _rotated(word: int, left: int) -> int:
    return (word << left | word >> 32 - left) & 0xFFFFFFFF if left else word


def _xor(code: StraightCode, a: _Word, b: _Word) -> _Word:
    return _Word(code.make("eor {d}, {0}, {1}" + _by(b.right - a.right), a.value, b.value), a.right)


def _and_not(code: StraightCode, a: _Word, b: _Word) -> _Word:
    """Return a & ~b."""
    return _Word(code.make("bic {d}, {0}, {1}" + _by(b.right - a.right), a.value, b.value), a.right)


def _by(right: int) -> str:
    return f", ror #{right % 32}" if right % 32 else ""

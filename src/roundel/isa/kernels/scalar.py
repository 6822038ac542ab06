"""The version with A64's general registers only: the state in memory, in registers during a permutation.

A lane is kept as a value and how far it still has to be rotated right: EOR and BIC rotate one operand for
nothing, so rho costs nothing until the last round (Becker and Kannwischer, "Hybrid scalar/vector
implementations of Keccak and SPHINCS+ on AArch64", INDOCRYPT 2022, section 3).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from roundel.isa.kernels.assembly import INNER_SAVED_AT, SPILLS_AT, STATE_AT
from roundel.isa.kernels.backend import Backend
from roundel.isa.kernels.straight import RegisterFile, StraightCode, Value
from roundel.models.keccak import rho_offset

_GENERAL = tuple(f"x{i}" for i in range(31))


@dataclass(frozen=True)
class _Lane:
    """A lane that is `value` rotated right by `right`."""

    value: Value
    right: int = 0


@dataclass
class Scalar(Backend):
    """See Backend. `home` is the register that points at the state in memory during `permute_inline`."""

    home: str = "sp"
    _held: tuple[int, int] = (0, 0)

    name = "scalar"
    saves_vectors = False

    def prepare(self, lanes: int) -> None:
        """See Backend: what repeats a short lane over 64 bits, by a multiplication."""
        if self.lane_bytes < 4:
            self.asm.put(f"mov x28, #{self._frame_constant(1):#x}")

    def clear(self, at: int, size: int) -> None:
        """See Backend."""
        for offset in range(at, at + size, 16):
            self.asm.put(f"stp xzr, xzr, [sp, #{offset}]")

    def load_state(self, pointer: str) -> None:
        """See Backend."""
        for at in range(0, 24, 2):
            self.asm.put(f"ldp x9, x10, [{pointer}, #{8 * at}]\nstp x9, x10, [sp, #{STATE_AT + 8 * at}]")
        self.asm.put(f"ldr x9, [{pointer}, #192]\nstr x9, [sp, #{STATE_AT + 192}]")

    def add_block(self, pointer: str, lanes: int) -> None:
        """See Backend."""
        self._each_pair(pointer, lanes, ("eor x9, x9, x11", "eor x10, x10, x12"))

    def output_block(self, pointer: str, lanes: int) -> None:
        """See Backend."""
        asm = self.asm
        for at in range(0, lanes - 1, 2):
            asm.put(f"ldp x9, x10, [sp, #{STATE_AT + 8 * at}]\nstp x9, x10, [{pointer}], #16")
        if lanes % 2:
            asm.put(f"ldr x9, [sp, #{STATE_AT + 8 * lanes - 8}]\nstr x9, [{pointer}], #8")

    def recover_block(self, source: str, target: str, lanes: int) -> None:
        """See Backend."""
        asm = self.asm
        for at in range(0, lanes - 1, 2):
            home = f"[sp, #{STATE_AT + 8 * at}]"
            asm.put(f"ldp x9, x10, {home}\nldp x11, x12, [{source}], #16\nstp x11, x12, {home}")
            asm.put(f"eor x9, x9, x11\neor x10, x10, x12\nstp x9, x10, [{target}], #16")
        if lanes % 2:
            home = f"[sp, #{STATE_AT + 8 * lanes - 8}]"
            asm.put(f"ldr x9, {home}\nldr x11, [{source}], #8\nstr x11, {home}")
            asm.put(f"eor x9, x9, x11\nstr x9, [{target}], #8")

    def mask_block(self, source: str, target: str, lanes: int) -> None:
        """See Backend."""
        asm = self.asm
        for at in range(0, lanes - 1, 2):
            home = f"[sp, #{STATE_AT + 8 * at}]"
            asm.put(f"ldp x9, x10, {home}\nldp x11, x12, [{source}], #16")
            asm.put(f"eor x9, x9, x11\neor x10, x10, x12\nstp x9, x10, [{target}], #16")
        if lanes % 2:
            asm.put(f"ldr x9, [sp, #{STATE_AT + 8 * lanes - 8}]\nldr x11, [{source}], #8")
            asm.put(f"eor x9, x9, x11\nstr x9, [{target}], #8")

    def _each_pair(self, pointer: str, lanes: int, work: tuple[str, str]) -> None:
        asm = self.asm
        for at in range(0, lanes - 1, 2):
            home = f"[sp, #{STATE_AT + 8 * at}]"
            asm.put(f"ldp x9, x10, {home}\nldp x11, x12, [{pointer}], #16\n{work[0]}\n{work[1]}")
            asm.put(f"stp x9, x10, {home}")
        if lanes % 2:
            home = f"[sp, #{STATE_AT + 8 * lanes - 8}]"
            asm.put(f"ldr x9, {home}\nldr x11, [{pointer}], #8\n{work[0]}\nstr x9, {home}")

    def add_word(self, register: str) -> None:
        """See Backend."""
        self.asm.put(f"ldr x9, {_home(24)}\neor x9, x9, {register}\nstr x9, {_home(24)}")

    def load_lanes(self, pointer: str) -> None:
        """See Backend."""
        for lane in map(self.at, range(25)):
            self._fetch_lane(pointer)
            self.asm.put(f"str x9, {_home(lane)}")

    def add_lanes(self, pointer: str, first: int, count: int) -> None:
        """See Backend."""
        for lane in map(self.at, range(first, first + count)):
            self._fetch_lane(pointer)
            self.asm.put(f"ldr x10, {_home(lane)}\neor x10, x10, x9\nstr x10, {_home(lane)}")

    def output_lanes(self, pointer: str, count: int) -> None:
        """See Backend."""
        for lane in map(self.at, range(count)):
            self.asm.put(f"ldr x9, {_home(lane)}")
            self._output_lane(pointer)

    def recover_lanes(self, source: str, target: str, count: int) -> None:
        """See Backend."""
        for lane in map(self.at, range(count)):
            self._fetch_lane(source)
            self.asm.put(f"ldr x10, {_home(lane)}\nstr x9, {_home(lane)}\neor x9, x9, x10")
            self._output_lane(target)

    def hold(self, lane: int, value: int) -> None:
        """See Backend: it is an immediate where it is added."""
        self._held = (self.at(lane), value)

    def add_held(self) -> None:
        """See Backend."""
        lane, value = self._held
        constant = f"#{self._frame_constant(value):#x}"
        self.asm.put(f"ldr x9, {_home(lane)}\neor x9, x9, {constant}\nstr x9, {_home(lane)}")

    def _fetch_lane(self, pointer: str) -> None:
        """Load w bits into x9, repeated over it."""
        load = {1: "ldrb w9", 2: "ldrh w9", 4: "ldr w9", 8: "ldr x9"}[self.lane_bytes]
        self.asm.put(f"{load}, [{pointer}], #{self.lane_bytes}")
        if self.lane_bytes == 4:
            self.asm.put("orr x9, x9, x9, lsl #32")
        elif self.lane_bytes < 4:
            self.asm.put("mul x9, x9, x28")

    def _output_lane(self, pointer: str) -> None:
        store = {1: "strb w9", 2: "strh w9", 4: "str w9", 8: "str x9"}[self.lane_bytes]
        self.asm.put(f"{store}, [{pointer}], #{self.lane_bytes}")

    def permute_inline(self, rounds: int, keep: Sequence[str]) -> None:
        """See Backend."""
        code = StraightCode()
        state: list[_Lane] = []
        for at in range(0, 24, 2):
            pair = code.make_two(f"ldp {{d0}}, {{d1}}, [{self.home}, #{STATE_AT + 8 * at}]")
            state += map(_Lane, pair)
        state.append(_Lane(code.make(f"ldr {{d}}, [{self.home}, #{STATE_AT + 192}]")))
        for index in self._indices(rounds):
            state = _round(code, state, index)
        for row in range(0, 25, 5):
            lanes = [_settled(code, lane) for lane in state[row : row + 5]]
            for x in (0, 2):
                home = f"[{self.home}, #{STATE_AT + 8 * (row + x)}]"
                code.do(f"stp {{0}}, {{1}}, {home}", lanes[x], lanes[x + 1])
            code.do(f"str {{0}}, [{self.home}, #{STATE_AT + 8 * (row + 4)}]", lanes[4])
        names = tuple(name for name in _GENERAL if name not in keep)
        spill, fill = "str {r}, [sp, #{at}]", "ldr {r}, [sp, #{at}]"
        for line in code.assemble(RegisterFile(names, spill, fill, "mov {d}, {s}", SPILLS_AT, 8)):
            self.asm.put(line)

    def _function_body(self, rounds: int) -> None:
        self._kernels_registers("stp")
        self.permute_inline(rounds, ())
        self._kernels_registers("ldp")

    def _kernels_registers(self, operation: str) -> None:
        self.asm.put(f"add x0, sp, #{INNER_SAVED_AT}")
        for i in range(19, 30, 2):
            self.asm.put(f"{operation} x{i}, x{i + 1}, [x0, #{8 * (i - 19)}]")


def _home(lane: int) -> str:
    return f"[sp, #{STATE_AT + 8 * lane}]"


def _xor(code: StraightCode, a: _Lane, b: _Lane) -> _Lane:
    return _Lane(code.make("eor {d}, {0}, {1}" + _by(b.right - a.right), a.value, b.value), a.right)


def _and_not(code: StraightCode, a: _Lane, b: _Lane) -> _Lane:
    """Return a & ~b."""
    return _Lane(code.make("bic {d}, {0}, {1}" + _by(b.right - a.right), a.value, b.value), a.right)


def _by(right: int) -> str:
    return f", ror #{right % 64}" if right % 64 else ""


def _settled(code: StraightCode, lane: _Lane) -> Value:
    return code.make(f"ror {{d}}, {{0}}, #{lane.right}", lane.value) if lane.right else lane.value


def _round(code: StraightCode, a: list[_Lane], index: int) -> list[_Lane]:
    parity = []
    for x in range(5):
        column = a[x]
        for y in range(1, 5):
            column = _xor(code, column, a[x + 5 * y])
        parity.append(column)
    after_pi: list[_Lane] = [a[0]] * 25
    effect = {}
    for x in (0, 2, 4, 1, 3):  # in this order each parity is soon used up
        turned = parity[(x + 1) % 5]
        effect[x] = _xor(code, parity[x - 1], _Lane(turned.value, (turned.right - 1) % 64))
    for y in range(5):
        for x in range(5):
            lane = _xor(code, a[x + 5 * y], effect[x])
            right = (lane.right - rho_offset(x, y)) % 64
            after_pi[y + 5 * ((2 * x + 3 * y) % 5)] = _Lane(lane.value, right)
    result = []
    for row in range(0, 25, 5):
        b = after_pi[row : row + 5]
        for x in range(5):
            rest = _and_not(code, b[(x + 2) % 5], b[(x + 1) % 5])
            result.append(_xor(code, b[x], rest))
    constant = _Lane(code.make(f"ldr {{d}}, .Lconstant_{index}"))
    result[0] = _xor(code, result[0], constant)
    return result

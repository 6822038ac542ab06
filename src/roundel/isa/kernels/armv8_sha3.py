"""The version with ARMv8.2-SHA3, which has EOR3, RAX1, XAR and BCAX, made for Keccak.

One stream: a lane in the lo slot of each of v0 to v24, the hi slots idle. XAR rotates both slots alike, so
that two lanes of one state cannot share a register.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from roundel.isa.kernels.backend import Backend
from roundel.isa.kernels.straight import VECTORS, StraightCode, Value
from roundel.models.keccak import rho_offset

_REPEATED = {1: "8b", 2: "4h", 4: "2s"}
_ELEMENTS = {1: "b", 2: "h", 4: "s", 8: "d"}


@dataclass
class Sha3(Backend):
    """Advanced SIMD with FEAT_SHA3 of ARMv8.2-A. See Backend."""

    _held: tuple[int, int] = (0, 0)

    name = "sha3"
    arch = "armv8.2-a+sha3"

    def prepare(self, lanes: int) -> None:
        """See Backend: nothing stays."""

    def clear(self, at: int, size: int) -> None:
        """See Backend."""
        self._clear_by("q25", at, size)

    def load_state(self, pointer: str) -> None:
        """See Backend."""
        for lane in range(0, 24, 2):
            self.asm.put(f"ldp d{lane}, d{lane + 1}, [{pointer}, #{8 * lane}]")
        self.asm.put(f"ldr d24, [{pointer}, #192]")

    def add_block(self, pointer: str, lanes: int) -> None:
        """See Backend."""
        for lane in range(0, lanes, 2):
            if lane + 1 < lanes:
                self.asm.put(f"ldp d25, d26, [{pointer}], #16\neor v{lane}.16b, v{lane}.16b, v25.16b")
                self.asm.put(f"eor v{lane + 1}.16b, v{lane + 1}.16b, v26.16b")
            else:
                self.asm.put(f"ldr d25, [{pointer}], #8\neor v{lane}.16b, v{lane}.16b, v25.16b")

    def output_block(self, pointer: str, lanes: int) -> None:
        """See Backend."""
        for lane in range(0, lanes - 1, 2):
            self.asm.put(f"stp d{lane}, d{lane + 1}, [{pointer}], #16")
        if lanes % 2:
            self.asm.put(f"str d{lanes - 1}, [{pointer}], #8")

    def recover_block(self, source: str, target: str, lanes: int) -> None:
        """See Backend."""
        for lane in range(0, lanes - 1, 2):
            self.asm.put(f"ldp d25, d26, [{source}], #16")
            for scratch, at in (("v25", lane), ("v26", lane + 1)):
                self.asm.put(f"eor {scratch}.16b, {scratch}.16b, v{at}.16b")
                self.asm.put(f"eor v{at}.16b, v{at}.16b, {scratch}.16b")
            self.asm.put(f"stp d25, d26, [{target}], #16")
        if lanes % 2:
            last = lanes - 1
            self.asm.put(f"ldr d25, [{source}], #8\neor v25.16b, v25.16b, v{last}.16b")
            self.asm.put(f"eor v{last}.16b, v{last}.16b, v25.16b\nstr d25, [{target}], #8")

    def mask_block(self, source: str, target: str, lanes: int) -> None:
        """See Backend."""
        for lane in range(0, lanes - 1, 2):
            self.asm.put(f"ldp d25, d26, [{source}], #16\neor v25.16b, v25.16b, v{lane}.16b")
            self.asm.put(f"eor v26.16b, v26.16b, v{lane + 1}.16b\nstp d25, d26, [{target}], #16")
        if lanes % 2:
            self.asm.put(f"ldr d25, [{source}], #8\neor v25.16b, v25.16b, v{lanes - 1}.16b")
            self.asm.put(f"str d25, [{target}], #8")

    def add_word(self, register: str) -> None:
        """See Backend."""
        self.asm.put(f"fmov d25, {register}\neor v24.16b, v24.16b, v25.16b")

    def load_lanes(self, pointer: str) -> None:
        """See Backend."""
        for lane in range(25):
            self._fetch_lane(pointer, f"v{self.at(lane)}")

    def add_lanes(self, pointer: str, first: int, count: int) -> None:
        """See Backend."""
        for lane in map(self.at, range(first, first + count)):
            self._fetch_lane(pointer, "v25")
            self.asm.put(f"eor v{lane}.16b, v{lane}.16b, v25.16b")

    def output_lanes(self, pointer: str, count: int) -> None:
        """See Backend."""
        for lane in map(self.at, range(count)):
            self._output_lane(pointer, lane)

    def recover_lanes(self, source: str, target: str, count: int) -> None:
        """See Backend."""
        for lane in map(self.at, range(count)):
            self._fetch_lane(source, "v25")
            self.asm.put(f"eor v26.16b, v{lane}.16b, v25.16b\nmov v{lane}.16b, v25.16b")
            self._output_lane(target, 26)

    def hold(self, lane: int, value: int) -> None:
        """See Backend: no register is free to hold it in; it is made where it is added."""
        self._held = (self.at(lane), value)

    def add_held(self) -> None:
        """See Backend."""
        lane, value = self._held
        if self.lane_bytes == 8:
            self.asm.put(f"mov x9, #{value}\nfmov d25, x9")
        else:
            self.asm.put(f"movi v25.{_REPEATED[self.lane_bytes]}, #{value}")
        self.asm.put(f"eor v{lane}.16b, v{lane}.16b, v25.16b")

    def _fetch_lane(self, pointer: str, register: str) -> None:
        size = self.lane_bytes
        if size == 8:
            self.asm.put(f"ldr d{register[1:]}, [{pointer}], #8")
        else:
            self.asm.put(f"ld1r {{{register}.{_REPEATED[size]}}}, [{pointer}], #{size}")

    def _output_lane(self, pointer: str, number: int) -> None:
        self.asm.put(f"str {_ELEMENTS[self.lane_bytes]}{number}, [{pointer}], #{self.lane_bytes}")

    def permute_inline(self, rounds: int, keep: Sequence[str]) -> None:
        """See Backend."""
        del keep  # no general register is written
        code = StraightCode()
        first = [code.value() for _ in range(25)]
        state = first
        for index in self._indices(rounds):
            state = _round(code, state, index)
        homes = [f"v{i}" for i in range(25)]
        start, end = (dict(zip(lanes, homes, strict=True)) for lanes in (first, state))
        for line in code.assemble(VECTORS, start, end):
            self.asm.put(line)

    def _function_body(self, rounds: int) -> None:
        self.permute_inline(rounds, ())


def _round(code: StraightCode, a: list[Value], index: int) -> list[Value]:
    three = "eor3 {d}.16b, {0}.16b, {1}.16b, {2}.16b"
    parity = [code.make(three, code.make(three, *a[x:15:5]), *a[x + 15 :: 5]) for x in range(5)]
    effect = {}
    for x in (0, 2, 4, 1, 3):  # in this order each parity is soon used up
        effect[x] = code.make("rax1 {d}.2d, {0}.2d, {1}.2d", parity[x - 1], parity[(x + 1) % 5])
    after_pi = [0] * 25
    for y in range(5):
        for x in range(5):
            right = -rho_offset(x, y) % 64
            lane, sums = a[x + 5 * y], effect[x]
            moved = (
                code.make(f"xar {{d}}.2d, {{0}}.2d, {{1}}.2d, #{right}", lane, sums)
                if right
                else _xor(code, lane, sums)
            )
            after_pi[y + 5 * ((2 * x + 3 * y) % 5)] = moved
    chi = "bcax {d}.16b, {0}.16b, {1}.16b, {2}.16b"
    result = []
    for row in range(0, 25, 5):
        b = after_pi[row : row + 5]
        result += [code.make(chi, b[x], b[(x + 2) % 5], b[(x + 1) % 5]) for x in range(5)]
    result[0] = _xor(code, result[0], code.make(f"ldr d{{number}}, .Lconstant_{index}"))
    return result


def _xor(code: StraightCode, a: Value, b: Value) -> Value:
    return code.make("eor {d}.16b, {0}.16b, {1}.16b", a, b)

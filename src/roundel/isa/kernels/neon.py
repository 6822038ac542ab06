"""The version with Advanced SIMD of ARMv8-A: one state, two lanes in a register.

Columns in pairs of rows, G_x = (A[x,0], A[x,1]) and H_x = (A[x,2], A[x,3]), and row 4 as (A[0,4], A[1,4]),
(A[2,4], A[3,4]), (A[4,4], -). Then pi finds the two lanes of each of its results in one row, the slots they
come from are alike, and chi on four of the rows needs no moves. NEON has no rotation: SHL and SRI make
one, of both slots, of which one is of use.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from roundel.isa.kernels.backend import Backend
from roundel.isa.kernels.straight import VECTORS, StraightCode, Value
from roundel.models.keccak import rho_offset

_REPEATED = {1: "16b", 2: "8h", 4: "4s", 8: "2d"}
_ELEMENTS = {1: "b", 2: "h", 4: "s", 8: "d"}
_STATE = 13  # registers v0 to v12: G, H, row 4
_ROW4 = 10


def place(lane: int) -> tuple[int, int]:
    """Return register number and slot of lane x + 5y."""
    x, y = lane % 5, lane // 5
    return (_ROW4 + x // 2, x % 2) if y == 4 else (5 * (y // 2) + x, y % 2)


@dataclass
class Neon(Backend):
    """See Backend."""

    _held: tuple[int, int] = (0, 0)

    name = "neon"

    def prepare(self, lanes: int) -> None:
        """See Backend: nothing stays."""

    def clear(self, at: int, size: int) -> None:
        """See Backend."""
        self._clear_by("q25", at, size)

    def load_state(self, pointer: str) -> None:
        """See Backend."""
        for register, loaded in self._load(pointer, 25).items():
            self.asm.put(f"mov v{register}.16b, v{loaded}.16b")

    def add_block(self, pointer: str, lanes: int) -> None:
        """See Backend."""
        for register, loaded in self._load(pointer, lanes).items():
            self.asm.put(f"eor v{register}.16b, v{register}.16b, v{loaded}.16b")

    def output_block(self, pointer: str, lanes: int) -> None:
        """See Backend."""
        self._store(pointer, lanes, {register: register for register in range(_STATE)})

    def recover_block(self, source: str, target: str, lanes: int) -> None:
        """See Backend."""
        loaded = self._load(source, lanes)
        for register, scratch in loaded.items():
            slots = [slot for lane in range(lanes) for at, slot in [place(lane)] if at == register]
            if len(slots) == 2:
                self.asm.put(f"eor v{scratch}.16b, v{scratch}.16b, v{register}.16b")
                self.asm.put(f"eor v{register}.16b, v{register}.16b, v{scratch}.16b")
            else:  # the other slot of the state stays
                self.asm.put(f"eor v31.16b, v{scratch}.16b, v{register}.16b")
                self.asm.put(f"mov v{register}.d[{slots[0]}], v{scratch}.d[{slots[0]}]")
                self.asm.put(f"mov v{scratch}.16b, v31.16b")
        self._store(target, lanes, loaded)

    def mask_block(self, source: str, target: str, lanes: int) -> None:
        """See Backend."""
        loaded = self._load(source, lanes)
        for register, scratch in loaded.items():
            self.asm.put(f"eor v{scratch}.16b, v{scratch}.16b, v{register}.16b")
        self._store(target, lanes, loaded)

    def add_word(self, register: str) -> None:
        """See Backend."""
        self.asm.put(f"fmov d25, {register}\neor v12.16b, v12.16b, v25.16b")

    def load_lanes(self, pointer: str) -> None:
        """See Backend."""
        for lane in map(self.at, range(25)):
            register, slot = place(lane)
            self._fetch_lane(pointer)
            self.asm.put(f"mov v{register}.d[{slot}], v25.d[{slot}]")

    def add_lanes(self, pointer: str, first: int, count: int) -> None:
        """See Backend."""
        for lane in map(self.at, range(first, first + count)):
            self._fetch_lane(pointer)
            self._add_fetched(lane)

    def output_lanes(self, pointer: str, count: int) -> None:
        """See Backend."""
        for lane in map(self.at, range(count)):
            self._output_lane(pointer, *place(lane))

    def recover_lanes(self, source: str, target: str, count: int) -> None:
        """See Backend."""
        for lane in map(self.at, range(count)):
            register, slot = place(lane)
            self._fetch_lane(source)
            self.asm.put(f"eor v26.16b, v{register}.16b, v25.16b\nmov v{register}.d[{slot}], v25.d[{slot}]")
            self._output_lane(target, 26, slot)

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
        self._add_fetched(lane)

    def permute_inline(self, rounds: int, keep: Sequence[str]) -> None:
        """See Backend."""
        del keep  # no general register is written
        code = StraightCode()
        first = [code.value() for _ in range(_STATE)]
        state = first
        for index in self._indices(rounds):
            state = _round(code, state, index)
        homes = [f"v{i}" for i in range(_STATE)]
        start, end = (dict(zip(values, homes, strict=True)) for values in (first, state))
        for line in code.assemble(VECTORS, start, end):
            self.asm.put(line)

    def _function_body(self, rounds: int) -> None:
        self.permute_inline(rounds, ())

    def _fetch_lane(self, pointer: str) -> None:
        """Load w bits, repeated over both slots of v25."""
        self.asm.put(f"ld1r {{v25.{_REPEATED[self.lane_bytes]}}}, [{pointer}], #{self.lane_bytes}")

    def _add_fetched(self, lane: int) -> None:
        """Add v25 in the lane's slot alone."""
        register, slot = place(lane)
        self.asm.put(f"eor v25.16b, v25.16b, v{register}.16b\nmov v{register}.d[{slot}], v25.d[{slot}]")

    def _output_lane(self, pointer: str, register: int, slot: int) -> None:
        size = self.lane_bytes
        self.asm.put(f"st1 {{v{register}.{_ELEMENTS[size]}}}[{8 // size * slot}], [{pointer}], #{size}")

    def _load(self, pointer: str, lanes: int) -> dict[int, int]:
        """Load lanes; return the registers that hold them, by those of the state, other slots zero."""
        asm = self.asm
        loaded: dict[int, int] = {}
        if lanes < 20 and lanes % 10:
            asm.put("movi v31.2d, #0")  # stands for the lanes of a row that is not there
        for upper in range(0, min(lanes, 20), 10):
            rows = []
            for row, scratch in ((upper, 25), (upper + 5, 28)):
                rows.append(self._load_row(pointer, row, min(5, max(0, lanes - row)), scratch))
            for x in range(min(5, lanes - upper)):
                register = upper // 2 + x
                (low, slot), (high, _) = rows[0][x], rows[1].get(x, (31, x % 2))
                target = 13 + register
                if x == 4:
                    asm.put(f"zip1 v{target}.2d, v{low}.2d, v{high}.2d")
                else:
                    asm.put(f"zip{slot + 1} v{target}.2d, v{low}.2d, v{high}.2d")
                loaded[register] = target
        if lanes > 20:
            last = self._load_row(pointer, 20, lanes - 20, 23)
            loaded |= {_ROW4 + x // 2: register for x, (register, _slot) in last.items()}
        asm.put(f"add {pointer}, {pointer}, #{8 * lanes}")
        return loaded

    def _load_row(self, pointer: str, first: int, count: int, scratch: int) -> dict[int, tuple[int, int]]:
        """Load up to five lanes from `first` on; return register and slot by x."""
        for x in range(0, count, 2):
            kind = "q" if x + 1 < count else "d"
            self.asm.put(f"ldur {kind}{scratch + x // 2}, [{pointer}, #{8 * (first + x)}]")
        return {x: (scratch + x // 2, x % 2) for x in range(count)}

    def _store(self, pointer: str, lanes: int, registers: dict[int, int]) -> None:
        asm = self.asm
        for upper in range(0, min(lanes, 20), 10):
            for row, zip_ in ((upper, 1), (upper + 5, 2)):
                for x in range(0, min(5, lanes - row), 2):
                    pair = [registers.get(upper // 2 + x + i, 31) for i in (0, 1)]
                    if x == 4:
                        asm.put(f"mov d30, v{pair[0]}.d[{zip_ - 1}]")
                    else:
                        asm.put(f"zip{zip_} v30.2d, v{pair[0]}.2d, v{pair[1]}.2d")
                    kind = "q" if x + 1 < min(5, lanes - row) else "d"
                    asm.put(f"stur {kind}30, [{pointer}, #{8 * (row + x)}]")
        for x in range(0, lanes - 20, 2):
            kind = "q" if x + 1 < lanes - 20 else "d"
            asm.put(f"stur {kind}{registers[_ROW4 + x // 2]}, [{pointer}, #{8 * (20 + x)}]")
        asm.put(f"add {pointer}, {pointer}, #{8 * lanes}")


def _round(code: StraightCode, state: list[Value], index: int) -> list[Value]:
    effects, last = _theta(code, state)
    pairs = [_xor(code, state[i], effects[i % 5]) for i in range(10)]
    row4 = [_xor(code, state[_ROW4 + i], last[i]) for i in range(3)]

    def rotated(x: int, y: int) -> tuple[Value, int]:
        """Return A[x,y] rotated by rho, and the slot it is in."""
        register, slot = place(x % 5 + 5 * y)
        value = row4[register - _ROW4] if y == 4 else pairs[register]
        return _rotated(code, value, rho_offset(x % 5, y) % 64), slot

    def joined(low: tuple[Value, int], high: tuple[Value, int]) -> Value:
        if low[1] == high[1]:
            return code.make(f"zip{low[1] + 1} {{d}}.2d, {{0}}.2d, {{1}}.2d", low[0], high[0])
        return code.make("mov {d}.16b, {0}.16b\nmov {d}.d[1], {1}.d[1]", low[0], high[0], early=True)

    result: list[Value] = []
    for rows in (0, 2):
        after_pi = [joined(rotated(x + 3 * rows, x), rotated(x + 3 * rows + 3, x)) for x in range(5)]
        result += [_chi(code, after_pi[x], after_pi[(x + 1) % 5], after_pi[(x + 2) % 5]) for x in range(5)]
    constant = code.make(f"ldr d{{number}}, .Lconstant_{index}")
    result[0] = _xor(code, result[0], constant)
    first = joined(rotated(2, 0), rotated(3, 1))
    second = joined(rotated(4, 2), rotated(0, 3))
    fifth, _slot = rotated(1, 4)  # in hi
    return [*result, *_chi_row(code, first, second, fifth)]


def _theta(code: StraightCode, state: list[Value]) -> tuple[list[Value], tuple[Value, Value, Value]]:
    """Return the effects on each column in both slots, and those on row 4 as its registers have them."""
    sums = [_xor(code, state[x], state[x + 5]) for x in range(5)]
    parity = []
    for x, row4 in ((0, _ROW4), (2, _ROW4 + 1)):
        low, high = (_zip(code, i, sums[x], sums[x + 1]) for i in (1, 2))
        parity.append(_xor(code, _xor(code, low, high), state[row4]))
    folded = _xor(code, sums[4], _ext(code, sums[4], sums[4]))
    parity.append(_xor(code, folded, state[_ROW4 + 2]))
    turned_ = [_rotated(code, value, 1) for value in parity]
    low = _xor(code, _zip(code, 1, parity[2], parity[0]), _ext(code, turned_[0], turned_[1]))
    mid = _xor(code, _ext(code, parity[0], parity[1]), _ext(code, turned_[1], turned_[2]))
    top = _xor(code, _zip(code, 2, parity[1], parity[1]), turned_[0])
    each = [code.make(f"dup {{d}}.2d, {{0}}.d[{i % 2}]", (low, mid, top)[i // 2]) for i in range(5)]
    return each, (low, mid, top)


def _chi_row(code: StraightCode, p01: Value, p23: Value, p_4: Value) -> list[Value]:
    """Chi on row 4, held as lanes 0 and 1, 2 and 3, and 4 in hi."""
    p12, p34, p40 = _ext(code, p01, p23), _zip(code, 2, p23, p_4), _ext(code, p_4, p01)
    return [_chi(code, p01, p12, p23), _chi(code, p23, p34, p40), _chi(code, p40, p01, p12)]


def _chi(code: StraightCode, a: Value, b: Value, c: Value) -> Value:
    return _xor(code, a, code.make("bic {d}.16b, {0}.16b, {1}.16b", c, b))


def _xor(code: StraightCode, a: Value, b: Value) -> Value:
    return code.make("eor {d}.16b, {0}.16b, {1}.16b", a, b)


def _zip(code: StraightCode, which: int, a: Value, b: Value) -> Value:
    return code.make(f"zip{which} {{d}}.2d, {{0}}.2d, {{1}}.2d", a, b)


def _ext(code: StraightCode, a: Value, b: Value) -> Value:
    """Return (a.hi, b.lo)."""
    return code.make("ext {d}.16b, {0}.16b, {1}.16b, #8", a, b)


def _rotated(code: StraightCode, a: Value, left: int) -> Value:
    if not left:
        return a
    text = f"shl {{d}}.2d, {{0}}.2d, #{left}\nsri {{d}}.2d, {{0}}.2d, #{64 - left}"
    return code.make(text, a, early=True)

"""The version with the instructions of this extension: the state in v0 to v12."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from roundel.isa.kernels.backend import Backend
from roundel.isa.layout import HI, LO, STATE, place, round_steps

# The registers of a round: state, the rows after pi, parities (their place is free again by then), effects.
_BEHIND = (*(f"{pair}{row}" for row in range(5) for pair in "xy"), "z0", "z2", "z3")
REGISTERS = (
    {name: f"v{i}" for i, name in enumerate(STATE)}
    | {name: f"v{13 + i}" for i, name in enumerate(_BEHIND)}
    | {"c0": "v13", "c2": "v14", "c4": "v15", "d0": "v26", "d2": "v27", "d4": "v28"}
)
_SCRATCH = {name: f"v{13 + i}" for i, name in enumerate(STATE)}
_HELD = "v29"  # what Ketje's frame adds to a block
_ALONE = "v31"  # for a lane in a hi slot without one beside it: its lo slot stays zero


def round_lines(index: int, lane_bits: int) -> Iterator[str]:
    """Yield a round's instructions as lines for either assembler; `index` is that of its constant."""
    for step in round_steps():
        name = f"kchr{lane_bits}" if step.constant else step.name
        sources = [REGISTERS[s] for s in (step.n, step.m, step.k) if s]
        if step.constant:
            sources.insert(1, str(index))
        yield f"{name} {', '.join([REGISTERS[step.d], *sources])}"


@dataclass
class Extension(Backend):
    """See Backend."""

    name = "extension"
    _held: int = 0
    _strides: dict[int, str] = field(default_factory=dict)

    @property
    def bias(self) -> int:
        """See Backend: at lane 4, the first that goes into a hi slot and has to be pointed at."""
        return 32 if self.lane_bytes == 8 else 0

    def prepare(self, lanes: int) -> None:
        """See Backend."""
        strides = [stride for _name, stride in _walk(lanes)]
        self._strides = dict(zip(strides, ("x15", "x16", "x17"), strict=False))
        for stride, register in self._strides.items():
            self.asm.put(f"mov {register}, #{stride}")
        self.asm.put(f"movi {_ALONE}.2d, #0")

    def clear(self, at: int, size: int) -> None:
        """See Backend."""
        self._clear_by("q13", at, size)

    def load_state(self, pointer: str) -> None:
        """See Backend."""
        for name, loaded in self._load(pointer, 25, REGISTERS).items():
            if loaded == _ALONE:
                self.asm.put(f"mov {REGISTERS[name]}.16b, {_ALONE}.16b")

    def add_block(self, pointer: str, lanes: int) -> None:
        """See Backend."""
        for name, scratch in self._load(pointer, lanes, _SCRATCH).items():
            state = REGISTERS[name]
            self.asm.put(f"eor {state}.16b, {state}.16b, {scratch}.16b")

    def output_block(self, pointer: str, lanes: int) -> None:
        """See Backend."""
        self._store(pointer, lanes, REGISTERS)

    def recover_block(self, source: str, target: str, lanes: int) -> None:
        """See Backend."""
        loaded = self._load(source, lanes, _SCRATCH)
        for name, scratch in loaded.items():
            state = REGISTERS[name]
            slots = [slot for lane in range(lanes) for at, slot in [place(lane)] if at == name]
            if len(slots) == 2:
                self.asm.put(f"eor {scratch}.16b, {scratch}.16b, {state}.16b")
                self.asm.put(f"eor {state}.16b, {state}.16b, {scratch}.16b")
            else:  # the other slot of the state stays
                self.asm.put(f"eor v30.16b, {scratch}.16b, {state}.16b")
                self.asm.put(f"mov {state}.d[{slots[0]}], {scratch}.d[{slots[0]}]")
                self.asm.put(f"mov {scratch}.d[{slots[0]}], v30.d[{slots[0]}]")
        self._store(target, lanes, loaded)

    def mask_block(self, source: str, target: str, lanes: int) -> None:
        """See Backend."""
        loaded = self._load(source, lanes, _SCRATCH)
        for name, scratch in loaded.items():
            loaded[name] = "v30" if scratch == _ALONE else scratch  # the lo slot of _ALONE stays zero
            self.asm.put(f"eor {loaded[name]}.16b, {scratch}.16b, {REGISTERS[name]}.16b")
        self._store(target, lanes, loaded)

    def add_word(self, register: str) -> None:
        """See Backend."""
        name, slot = place(24)
        self.asm.put(f"mov {_ALONE}.d[{slot}], {register}")
        self._add(name, _ALONE)

    def load_lanes(self, pointer: str) -> None:
        """See Backend."""
        for name in STATE:
            self.asm.put(f"movi {REGISTERS[name]}.2d, #0")
        for lane in range(25):
            self._add_lane(pointer, self.at(lane))

    def add_lanes(self, pointer: str, first: int, count: int) -> None:
        """See Backend."""
        for lane in range(first, first + count):
            self._add_lane(pointer, self.at(lane))

    def output_lanes(self, pointer: str, count: int) -> None:
        """See Backend."""
        for lane in range(count):
            name, slot = place(self.at(lane))
            self._output_lane(pointer, REGISTERS[name], slot)

    def recover_lanes(self, source: str, target: str, count: int) -> None:
        """See Backend."""
        for lane in range(count):
            name, slot = place(self.at(lane))
            state = REGISTERS[name]
            self._fetch_lane(source, "v30")
            if slot == HI:
                self.asm.put("mov v30.d[1], v30.d[0]")
            self.asm.put(f"eor v28.16b, v30.16b, {state}.16b\nmov {state}.d[{slot}], v30.d[{slot}]")
            self._output_lane(target, "v28", slot)

    def hold(self, lane: int, value: int) -> None:
        """See Backend."""
        _name, slot = place(self.at(lane))
        self._held = lane
        self.asm.put(
            f"movi {_HELD}.2d, #0\nmov x9, #{self._frame_constant(value):#x}\nmov {_HELD}.d[{slot}], x9"
        )

    def add_held(self) -> None:
        """See Backend."""
        self._add(place(self.at(self._held))[0], _HELD)

    def permute_inline(self, rounds: int, keep: Sequence[str]) -> None:
        """See Backend."""
        del keep  # no general register is written
        for index in self._indices(rounds):
            for line in round_lines(index, self.lane_bits):
                self.asm.put(line)

    def _function_body(self, rounds: int) -> None:
        self.permute_inline(rounds, ())

    def tables(self) -> None:
        """The instructions have the constants."""

    def _add(self, name: str, register: str) -> None:
        state = REGISTERS[name]
        self.asm.put(f"eor {state}.16b, {state}.16b, {register}.16b")

    def _fetch_lane(self, pointer: str, register: str) -> None:
        """Load w bits, repeated over the lo slot; the hi slot is zero."""
        size = self.lane_bytes
        if size == 8:
            self.asm.put(f"ldr {_d(register)}, [{pointer}], #8")
        else:
            self.asm.put(f"ld1r {{{register}.{_REPEATED[size]}}}, [{pointer}], #{size}")

    def _add_lane(self, pointer: str, lane: int) -> None:
        name, slot = place(lane)
        if slot == HI and self.lane_bytes == 8:
            self.asm.put(f"ld1 {{{_ALONE}.d}}[1], [{pointer}], #8")
        else:
            self._fetch_lane(pointer, "v30")
            if slot == HI:
                self.asm.put(f"mov {_ALONE}.d[1], v30.d[0]")
        self._add(name, "v30" if slot == LO else _ALONE)

    def _output_lane(self, pointer: str, register: str, slot: int) -> None:
        size = self.lane_bytes
        element = _ELEMENTS[size]
        self.asm.put(f"st1 {{{register}.{element}}}[{8 // size * slot}], [{pointer}], #{size}")

    def _load(self, pointer: str, lanes: int, registers: dict[str, str]) -> dict[str, str]:
        """Load lanes, the pointer `bias` after the first; return registers by name, other slots zero."""
        asm = self.asm
        into = {n: registers[n] for n in STATE if any(place(lane)[0] == n for lane in range(lanes))}
        for y in range(5):
            self._row("ld", pointer, y, lanes, into)
        for name, low, _high in _ODD_PAIRS:
            if name in into and low < lanes:
                asm.put(f"ldr {_d(into[name])}, [{pointer}, #{8 * low - self.bias}]")
            elif name in into:
                into[name] = _ALONE
        self._walk("ld1", pointer, lanes, into)
        return into

    def _store(self, pointer: str, lanes: int, registers: dict[str, str]) -> None:
        for y in range(5):
            self._row("st", pointer, y, lanes, registers)
        for name, low, _high in _ODD_PAIRS:
            if low < lanes:
                self.asm.put(f"str {_d(registers[name])}, [{pointer}, #{8 * low - self.bias}]")
        self._walk("st1", pointer, lanes, registers)

    def _row(self, operation: str, pointer: str, y: int, lanes: int, registers: dict[str, str]) -> None:
        """Load or store the four lanes of a row that lie in pairs, or as many as there are."""
        count = min(4, lanes - 5 * y)
        offset = 40 * y - self.bias
        if count == 4 and offset % 16 == 0:
            p, q = _q(registers[f"p{y}"]), _q(registers[f"q{y}"])
            self.asm.put(f"{operation}p {p}, {q}, [{pointer}, #{offset}]")
            return
        for pair in "pq":
            if count > 0:
                register = registers[f"{pair}{y}"]
                name = _q(register) if count > 1 else _d(register)
                self.asm.put(f"{operation}ur {name}, [{pointer}, #{offset}]")
            count, offset = count - 2, offset + 16

    def _walk(self, operation: str, pointer: str, lanes: int, registers: dict[str, str]) -> None:
        """Load or store the lanes of hi slots, 4, 14 and 24, and take the pointer to the next block."""
        asm = self.asm
        steps = _walk(lanes)
        if not steps:
            asm.put(f"add {pointer}, {pointer}, #{8 * lanes}")
        for name, stride in steps:
            if stride not in self._strides:
                asm.put(f"mov x9, #{stride}")
            by = self._strides.get(stride, "x9")
            asm.put(f"{operation} {{{registers[name]}.d}}[1], [{pointer}], {by}")


_ODD_PAIRS = (("la", 9, 4), ("lb", 19, 14), ("lc", 25, 24))  # register, lane in lo (25: none), lane in hi
_REPEATED = {1: "8b", 2: "4h", 4: "2s"}
_ELEMENTS = {1: "b", 2: "h", 4: "s", 8: "d"}


def _walk(lanes: int) -> list[tuple[str, int]]:
    """Return the registers of lanes 4, 14, 24, and the bytes from each to the next, or the next block's."""
    high = [(name, lane) for name, _low, lane in _ODD_PAIRS if lane < lanes]
    stops = [lane for _name, lane in high[1:]] + [lanes + 4]
    return [(name, 8 * (stop - lane)) for (name, lane), stop in zip(high, stops, strict=False)]


def _q(register: str) -> str:
    return "q" + register[1:]


def _d(register: str) -> str:
    return "d" + register[1:]

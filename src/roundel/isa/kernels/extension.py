"""The version with the instructions of this extension: the state in v0 to v12."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from roundel.isa.kernels.backend import Backend
from roundel.isa.layout import HI, LO, STATE, place, round_steps

# The registers of a round: state, the rows behind pi, parities (their place is free again by then), effects.
_BEHIND = (*(f"{pair}{row}" for row in range(5) for pair in "xy"), "z0", "z2", "z3")
REGISTERS = (
    {name: f"v{i}" for i, name in enumerate(STATE)}
    | {name: f"v{13 + i}" for i, name in enumerate(_BEHIND)}
    | {"c0": "v13", "c2": "v14", "c4": "v15", "d0": "v26", "d2": "v27", "d4": "v28"}
)
_SCRATCH = {name: f"v{13 + i}" for i, name in enumerate(STATE)}
_ALONE = "v31"  # for a lane in a hi slot without one beside it: its lo slot stays zero


@dataclass
class Extension(Backend):
    """See Backend."""

    name = "extension"
    bias = 32  # at lane 4, the first that goes into a hi slot and has to be pointed at

    def prepare(self) -> None:
        """See Backend."""
        self.asm.put(f"movi {_ALONE}.2d, #0")

    def load_state(self, pointer: str) -> None:
        """See Backend."""
        asm = self.asm
        size = self.lane_bits // 8
        if size == 8:
            for name in STATE:
                asm.put(f"movi {REGISTERS[name]}.2d, #0")
            self.add_block(pointer, 25)
            return
        for name in STATE:  # one lane after the other, repeated over its slot
            lanes = {slot: lane for lane in range(25) for at, slot in [place(lane)] if at == name}
            register = REGISTERS[name]
            for slot in (LO, HI):
                if slot in lanes:
                    asm.put(f"add x9, {pointer}, #{size * lanes[slot]}")
                    target = register if slot == LO else "v13"
                    asm.put(f"ld1r {{{target}.{_REPEATED[size]}}}, [x9]")
            if HI in lanes:
                asm.put(f"mov {register}.d[1], v13.d[0]")

    def add_block(self, pointer: str, lanes: int) -> None:
        """See Backend."""
        for name, scratch in self._load(pointer, lanes).items():
            state = REGISTERS[name]
            self.asm.put(f"eor {state}.16b, {state}.16b, {scratch}.16b")

    def give_block(self, pointer: str, lanes: int) -> None:
        """See Backend."""
        self._store(pointer, lanes, REGISTERS)

    def recover_block(self, source: str, target: str, lanes: int) -> None:
        """See Backend."""
        loaded = self._load(source, lanes)
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

    def add_lane(self, lane: int, pointer: str, offset: int) -> None:
        """Add one of the first five lanes of Ketje, w bits at `pointer` + `offset`, to the state."""

    def permute_here(self, rounds: int, keep: Sequence[str]) -> None:
        """See Backend."""
        del keep  # no general register is written
        for index in self._indices(rounds):
            for step in round_steps():
                name = f"kchr{self.lane_bits}" if step.constant else step.name
                sources = [REGISTERS[s] for s in (step.n, step.m, step.k) if s]
                if step.constant:
                    sources.insert(1, str(index))
                self.asm.put(f"{name} {', '.join([REGISTERS[step.d], *sources])}")

    def _function_body(self, rounds: int) -> None:
        self.permute_here(rounds, ())

    def _tables(self) -> None:
        """The instructions have the constants."""

    def _load(self, pointer: str, lanes: int) -> dict[str, str]:
        """Load lanes, the pointer `bias` behind the first; return registers by name, other slots zero."""
        asm = self.asm
        into = {n: _SCRATCH[n] for n in STATE if any(place(lane)[0] == n for lane in range(lanes))}
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
        high = [(name, lane) for name, _low, lane in _ODD_PAIRS if lane < lanes]
        stops = [lane for _name, lane in high[1:]] + [lanes + 4]
        if not high:
            asm.put(f"add {pointer}, {pointer}, #{8 * lanes}")
            return
        for (name, lane), stop in zip(high, stops, strict=True):
            asm.put(f"mov x9, #{8 * (stop - lane)}")
            asm.put(f"{operation} {{{registers[name]}.d}}[1], [{pointer}], x9")


_ODD_PAIRS = (("la", 9, 4), ("lb", 19, 14), ("lc", 25, 24))  # register, lane in lo (25: none), lane in hi
_REPEATED = {1: "8b", 2: "4h", 4: "2s"}


def _q(register: str) -> str:
    return "q" + register[1:]


def _d(register: str) -> str:
    return "d" + register[1:]

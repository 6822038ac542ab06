"""The versions for x86-64 with AVX, registers of 128 bits: plain, and with this extension.

All vector instructions have VEX encodings. There are 16 registers, so that a state of 13 leaves three:
what does not fit goes to memory, and instructions read it from there where they can. AVX has no rotation:
two shifts and an OR make one, of both slots, of which one is of use; VPSHUFB makes those by whole bytes.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from roundel.isa.definition import BY_NAME, X86
from roundel.isa.kernels.avx_round import avx_round
from roundel.isa.kernels.blocks import Loop, Processor
from roundel.isa.kernels.neon import place as neon_place
from roundel.isa.kernels.straight import RegisterFile, StraightCode, Value
from roundel.isa.layout import STATE, Step, place, round_steps
from roundel.models.keccak import nominal_rounds

_SPILL_BYTES = 16 * 48
_REGISTERS = RegisterFile(
    tuple(f"xmm{i}" for i in range(16)),
    spill="vmovdqu xmmword ptr [rsp + {at}], {r}",
    fill="vmovdqu {r}, xmmword ptr [rsp + {at}]",
    move="vmovdqa {d}, {s}",
    slots_at=0,
    slot_bytes=16,
    operand="xmmword ptr [rsp + {at}]",
)
_STATE_REGISTERS = 13
_DATA, _MIXED, _WORD = "xmm13", "xmm14", "rax"
_EXTRACT = {1: "vpextrb byte", 2: "vpextrw word", 4: "vpextrd dword", 8: "vpextrq qword"}
_CHAIN = (0, 2, 4, 1, 3)  # rows


@dataclass
class _X86(Processor):
    """What both versions share: the state is in xmm0 to xmm12, two lanes each."""

    _rounds: set[int] = field(default_factory=set)
    _frames: list[tuple[str, Loop]] = field(default_factory=list)

    arch: ClassVar[str] = "x86-64"
    compile: ClassVar[tuple[str, ...]] = (
        "-target",
        "x86_64-freestanding-none",
        "-mgeneral-regs-only",
        "-no-pie",
    )

    def __post_init__(self) -> None:
        """Set the size of the state."""
        self.state_bytes = 16 * _STATE_REGISTERS

    @abstractmethod
    def _place(self, lane: int) -> tuple[int, int]:
        """Return the register of a lane, 0 to 12, and its slot."""

    @abstractmethod
    def _permutation(self, rounds: int) -> list[str]:
        """Return the last `rounds` rounds on xmm0 to xmm12."""

    def head(self) -> str:
        """See Processor."""
        return ".intel_syntax noprefix\n.text\n"

    def add_function(self, name: str, lanes: Sequence[int]) -> None:
        """See Processor."""
        self.asm.function(name)
        self._load_state()
        self._prepare()
        self._transfer("absorb", lanes)
        self._store_state()
        self.asm.put("ret")

    def get_function(self, name: str, lanes: Sequence[int]) -> None:
        """See Processor."""
        self.asm.function(name)
        self._load_state()
        for at, lane in enumerate(lanes):
            register, slot = self._place(lane)
            self._store_lane(f"xmm{register}", slot, "rsi", at)
        self.asm.put("ret")

    def permute_function(self, name: str, rounds: int) -> None:
        """See Processor."""
        self.asm.function(name)
        self._load_state()
        self._permute(rounds)
        self._store_state()
        self.asm.put("ret")

    def loop_function(self, loop: Loop, lanes: Sequence[int]) -> None:
        """See Processor: rsi input, rdx output, rcx blocks."""
        asm, again = self.asm, self.asm.new_label(loop.name)
        asm.function(loop.name)
        self._load_state()
        self._prepare()
        asm.label(again)
        self._transfer(loop.kind, lanes)
        size = len(lanes) * self.lane_bytes
        asm.put(f"add rsi, {size}")
        if loop.kind != "absorb":
            asm.put(f"add rdx, {size}")
        if loop.frame:
            register, _slot = self._place(loop.frame_lane)
            constant = asm.new_label("frame")
            asm.put(f"vpxor xmm{register}, xmm{register}, xmmword ptr [rip + {constant}]")
            self._frames.append((constant, loop))
        self._permute(loop.rounds)
        asm.put(f"dec rcx\njnz {again}")
        self._store_state()
        asm.put("ret")

    def tables(self, rounds: int) -> None:
        """See Processor."""
        for each in sorted(self._rounds):
            self.asm.label(f".Lpermute_{each}")
            self.asm.put(f"sub rsp, {_SPILL_BYTES}")
            for line in self._permutation(each):
                self.asm.put(line)
            self.asm.put(f"add rsp, {_SPILL_BYTES}\nret")
        self.asm.put(".balign 16")
        for label, loop in self._frames:
            value = int.from_bytes(loop.frame * (8 // len(loop.frame)), "little")
            _register, slot = self._place(loop.frame_lane)
            self.asm.label(label)
            self.asm.put(f".quad {value if slot == 0 else 0:#x}, {value if slot else 0:#x}")
        self._constants(rounds)

    def _constants(self, rounds: int) -> None:
        """Add the tables of the permutations."""

    def _permute(self, rounds: int) -> None:
        self._rounds.add(rounds)
        self.asm.put(f"call .Lpermute_{rounds}")

    def _load_state(self) -> None:
        for i in range(_STATE_REGISTERS):
            self.asm.put(f"vmovdqu xmm{i}, xmmword ptr [rdi + {16 * i}]")

    def _store_state(self) -> None:
        for i in range(_STATE_REGISTERS):
            self.asm.put(f"vmovdqu xmmword ptr [rdi + {16 * i}], xmm{i}")

    def _prepare(self) -> None:
        """Set r8 to what repeats a short lane over 64 bits, by a multiplication."""
        if self.lane_bytes < 4:
            self.asm.put(f"movabs r8, {sum(1 << shift for shift in range(0, 64, self.width // 25)):#x}")

    def _transfer(self, kind: str, lanes: Sequence[int]) -> None:
        """A block between memory and the state: input at rsi, output at rdx."""
        if self.lane_bytes < 8:
            for at, lane in enumerate(lanes):
                self._short_lane(kind, at, *self._place(lane))
            return
        where: dict[int, dict[int, int]] = {}
        for at, lane in enumerate(lanes):
            register, slot = self._place(lane)
            where.setdefault(register, {})[slot] = 8 * at
        for register, slots in where.items():
            self._lanes_of(kind, f"xmm{register}", slots)

    def _lanes_of(self, kind: str, state: str, slots: Mapping[int, int]) -> None:
        """The lanes of one register; `slots` has the place of each in the block."""
        asm = self.asm
        pair = len(slots) == 2 and slots[1] == slots[0] + 8
        if kind in ("absorb", "seal"):
            if pair:
                asm.put(f"vpxor {state}, {state}, xmmword ptr [rsi + {slots[0]}]")
            else:
                if 0 in slots:
                    asm.put(f"vmovq {_DATA}, qword ptr [rsi + {slots[0]}]")
                else:
                    asm.put(f"vpxor {_DATA}, {_DATA}, {_DATA}")
                if 1 in slots:
                    asm.put(f"vmovhps {_DATA}, {_DATA}, qword ptr [rsi + {slots[1]}]")
                asm.put(f"vpxor {state}, {state}, {_DATA}")
            result = state
        else:  # _DATA: the state with the slots of the message in their place
            if pair:
                asm.put(f"vmovdqu {_DATA}, xmmword ptr [rsi + {slots[0]}]")
            else:
                source = state
                for slot, name in ((0, "vmovlps"), (1, "vmovhps")):
                    if slot in slots:
                        asm.put(f"{name} {_DATA}, {source}, qword ptr [rsi + {slots[slot]}]")
                        source = _DATA
            asm.put(f"vpxor {_MIXED}, {state}, {_DATA}")
            if kind == "open":
                asm.put(f"vmovdqa {state}, {_DATA}")
            result = _MIXED
        if kind == "absorb":
            return
        if pair:
            asm.put(f"vmovdqu xmmword ptr [rdx + {slots[0]}], {result}")
            return
        for slot, at in slots.items():
            self._store_lane(result, slot, "rdx", at // 8)

    def _short_lane(self, kind: str, at: int, register: int, slot: int) -> None:
        asm, state = self.asm, f"xmm{register}"
        source = f"[rsi + {self.lane_bytes * at}]"
        if self.lane_bytes == 4:
            asm.put(f"vbroadcastss {_DATA}, dword ptr {source}")
        else:
            asm.put(f"movzx eax, {'byte' if self.lane_bytes == 1 else 'word'} ptr {source}\nimul rax, r8")
        if kind in ("absorb", "seal"):
            if self.lane_bytes == 4:
                asm.put(f"vpslldq {_DATA}, {_DATA}, 8" if slot else f"vmovq {_DATA}, {_DATA}")
            else:
                asm.put(f"vmovq {_DATA}, rax")
                if slot:
                    asm.put(f"vpslldq {_DATA}, {_DATA}, 8")
            asm.put(f"vpxor {state}, {state}, {_DATA}")
            if kind == "seal":
                self._store_lane(state, slot, "rdx", at)
            return
        if self.lane_bytes == 4:
            low, high = (state, _DATA) if slot else (_DATA, state)
            asm.put(f"vpblendw {_DATA}, {low}, {high}, 0xf0")
        else:
            asm.put(f"vpinsrq {_DATA}, {state}, rax, {slot}")
        asm.put(f"vpxor {_MIXED}, {state}, {_DATA}")
        if kind == "open":
            asm.put(f"vmovdqa {state}, {_DATA}")
        self._store_lane(_MIXED, slot, "rdx", at)

    def _store_lane(self, register: str, slot: int, pointer: str, at: int) -> None:
        size = self.lane_bytes
        place_ = f"[{pointer} + {size * at}]"
        if size == 8:
            self.asm.put(f"{'vmovhps' if slot else 'vmovlps'} qword ptr {place_}, {register}")
        else:
            self.asm.put(f"{_EXTRACT[size]} ptr {place_}, {register}, {8 // size * slot}")

    def _assembled(self, code: StraightCode, first: Sequence[Value], last: Sequence[Value]) -> list[str]:
        homes = [f"xmm{i}" for i in range(_STATE_REGISTERS)]
        start, end = (dict(zip(values, homes, strict=True)) for values in (first, last))
        return code.assemble(_REGISTERS, start, end)

    def _indices(self, rounds: int) -> range:
        nominal = nominal_rounds(self.width)
        return range(nominal - rounds, nominal)


class Avx(_X86):
    """AVX alone: the state as the NEON version has it."""

    name: ClassVar[str] = "avx"

    def _place(self, lane: int) -> tuple[int, int]:
        return neon_place(lane)

    def _permutation(self, rounds: int) -> list[str]:
        code = StraightCode()
        first = [code.value() for _ in range(_STATE_REGISTERS)]
        state = first
        for index in self._indices(rounds):
            state = avx_round(code, state, index)
        return self._assembled(code, first, state)

    def _constants(self, rounds: int) -> None:
        for index in self._indices(rounds):
            self.asm.label(f".Lconstant_{index}")
            self.asm.put(f".quad {self.constant(index):#018x}, 0")
        for left in (8, 56):
            order = [slot + (i - left // 8) % 8 for slot in (0, 8) for i in range(8)]
            self.asm.label(f".Lturn_{left}")
            self.asm.put(f".byte {', '.join(map(str, order))}")


class AvxExtension(_X86):
    """AVX with the instructions of this extension, the state as on A64."""

    name: ClassVar[str] = "avx-extension"

    def _place(self, lane: int) -> tuple[int, int]:
        register, slot = place(lane)
        return STATE.index(register), slot

    def _permutation(self, rounds: int) -> list[str]:
        code = StraightCode()
        first = {name: code.value() for name in STATE}
        values = dict(first)
        for index in self._indices(rounds):
            for step in _few_at_a_time():
                name = f"kchr{self.width // 25}" if step.constant else step.name
                ports = [(port, values[s]) for port, s in (("n", step.n), ("m", step.m), ("k", step.k)) if s]
                text = " ".join(f"{port}={{{i}}}" for i, (port, _value) in enumerate(ports))
                in_memory = next((i for i, (port, _value) in enumerate(ports) if port == "m"), -1)
                line = f"@{name} {index} d={{d}} {text}"
                values[step.d] = code.make(line, *(value for _port, value in ports), in_memory=in_memory)
        return [
            _custom(line) for line in self._assembled(code, list(first.values()), [values[n] for n in STATE])
        ]


def _few_at_a_time() -> list[Step]:
    """Return the steps of a round in an order in which at most 17 registers are of use at a time.

    A register of A gives its slots to two of B, which make a chain: after the first, each frees one.
    """
    steps = list(round_steps())
    rho = [step for step in steps if step.name.startswith("krho")]
    first = steps.index(rho[0])
    rho.sort(key=lambda step: ("xyz".index(step.d[0]), _CHAIN.index(int(step.d[1]))))
    return [*steps[:first], *rho, *steps[first + len(rho) :]]


def _custom(line: str) -> str:
    """Return the bytes of one of the instructions, with its text as a comment."""
    if not line.startswith("@"):
        return line
    name, index, rest = line[1:].split(" ", 2)
    operands = dict(
        part.split("=", 1) for part in rest.replace("xmmword ptr ", "").replace(" + ", "+").split()
    )
    instruction = BY_NAME[name]
    numbers = {port: int(operands[port][3:]) for port in "dnk" if port in operands}
    m = operands.get("m", "xmm0")
    memory = int(m[len("[rsp+") : -1]) if m.startswith("[") else None
    code = X86.bytes(
        instruction.code,
        numbers["d"],
        numbers.get("n", 0),
        0 if memory is not None else int(m[3:]),
        numbers.get("k", 0),
        index=int(index) if instruction.lane_bits else 0,
        memory=memory,
    )
    shown = ", ".join(operands[p] for p in "dnmk" if p in operands)
    return f".byte {', '.join(f'{byte:#04x}' for byte in code)}  # {name} {shown}"

"""The instructions, as data: what the emulator, the assembler macros, the RTL and the pages are made from.

An instruction reads up to three 128-bit registers Vn, Vm, Vk and writes one, Vd. A register is two 64-bit
slots, lo and hi, and what each slot of the result is stands in a `Slot`: a sum (XOR) of source slots, a
sum that is rotated, and one and-not. There are 32 functions, so that a 5-bit function code beside four
register fields is a whole instruction, on AArch64 and on RISC-V.

Lanes shorter than 64 bits are held repeated over their slot: a rotation of the slot by r is then one of
each copy by r mod w, so all of it works for b = 200, 400, 800 and 1600 alike, and only the round constant
has to know w.
"""

from __future__ import annotations

from dataclasses import dataclass

from roundel.isa.layout import rotations
from roundel.models.keccak import round_constant

MASK = (1 << 64) - 1
LANE_BITS = (8, 16, 32, 64)  # of the constant's four widths, by the low two bits of the function code


@dataclass(frozen=True)
class Slot:
    """One 64-bit slot of a result: sum of `plain`, of rol(sum of `turned`, `by`), and of ~a & b.

    Names are source slots such as "n.lo". Nothing at all is zero. `constant` adds the round constant.
    """

    plain: tuple[str, ...] = ()
    turned: tuple[str, ...] = ()
    by: int = 0
    and_not: tuple[str, str] | None = None
    constant: bool = False

    def sources(self) -> tuple[str, ...]:
        """Return every source slot that is read."""
        return self.plain + self.turned + (self.and_not or ())


@dataclass(frozen=True)
class Instruction:
    """One of the 32 functions.

    `mnemonic` and `variant` name it ("kchi", 3); `code` is its function code. `lane_bits` is the w of its
    round constant, whose index stands in the Vm field; 0 for all others.
    """

    mnemonic: str
    variant: int
    code: int
    lo: Slot
    hi: Slot
    what: str
    lane_bits: int = 0

    @property
    def name(self) -> str:
        """The name as the assembler macros take it: mnemonic and variant, where there are several."""
        return self.mnemonic if self.variant < 0 else f"{self.mnemonic}{self.variant}"

    def registers(self) -> tuple[str, ...]:
        """Return which of "n", "m", "k" are read, in the order of the operands."""
        read = {name[0] for name in self.lo.sources() + self.hi.sources()}
        return tuple(port for port in "nmk" if port in read)

    def execute(self, n: int, m: int, k: int, index: int = 0) -> int:
        """Return the 128-bit result for 128-bit operands; `index` is that of the round constant, 0 to 23."""
        values = {}
        for port, value in (("n", n), ("m", m), ("k", k)):
            values[f"{port}.lo"], values[f"{port}.hi"] = value & MASK, value >> 64
        constant = repeated_constant(index, self.lane_bits) if self.lane_bits else 0
        lo, hi = (_slot_value(slot, values, constant) for slot in (self.lo, self.hi))
        return hi << 64 | lo


def repeated_constant(index: int, lane_bits: int) -> int:
    """Return round constant `index` cut to `lane_bits` and repeated over 64 bits."""
    lane = round_constant(index) & ((1 << lane_bits) - 1)
    return sum(lane << shift for shift in range(0, 64, lane_bits))


def _slot_value(slot: Slot, values: dict[str, int], constant: int) -> int:
    turned = 0
    for name in slot.turned:
        turned ^= values[name]
    result = (turned << slot.by | turned >> (64 - slot.by)) & MASK
    for name in slot.plain:
        result ^= values[name]
    if slot.and_not:
        result ^= ~values[slot.and_not[0]] & values[slot.and_not[1]] & MASK
    return result ^ (constant if slot.constant else 0)


def _chi(a: str, b: str, c: str, constant: bool = False) -> Slot:
    """Step chi on one lane: a ^ (~b & c)."""
    return Slot(plain=(a,), and_not=(b, c), constant=constant)


def _instructions() -> tuple[Instruction, ...]:
    table: list[Instruction] = []

    def add(mnemonic: str, variant: int, lo: Slot, hi: Slot, what: str, lane_bits: int = 0) -> None:
        table.append(Instruction(mnemonic, variant, len(table), lo, hi, what, lane_bits))

    for i, (low, high) in enumerate(rotations()):
        lo = Slot(turned=("n.lo", "k.lo"), by=low)
        hi = Slot(turned=("m.hi", "k.hi"), by=high)
        add("krho", i, lo, hi, "theta's sum, rho and pi for a pair of lanes")
    low_sum = Slot(plain=("n.lo", "m.lo", "k.lo"))
    high_sum = Slot(plain=("n.hi", "m.hi", "k.hi"))
    add("kxor", -1, low_sum, high_sum, "sum of three, for the columns' parities")
    folded = Slot(plain=("n.lo", "n.hi", "m.hi", "k.lo", "k.hi"))
    add("kfold", -1, folded, high_sum, "the same for column 4, all of its lanes into lo; m.lo is not read")
    turn_n = Slot(plain=("m.lo",), turned=("n.lo",), by=1)
    add("keff", 0, Slot(plain=("k.lo",), turned=("m.hi",), by=1), turn_n, "theta's effect on columns 0, 1")
    add("keff", 1, Slot(plain=("k.hi",), turned=("m.hi",), by=1), turn_n, "theta's effect on columns 2, 3")
    both = Slot(plain=("k.hi",), turned=("n.lo",), by=1)
    add("keff", 2, both, both, "theta's effect on column 4, in both slots")
    windows = (
        (("k.lo", "k.hi", "n.lo", "n.hi"), "lanes 0, 1"),
        (("k.hi", "m.lo", "m.hi", "n.lo"), "lanes 1, 2 with the odd lane in lo, or 4, 0 with it in hi"),
        (("k.hi", "m.lo", "m.hi", "n.hi"), "lanes 1, 2 with the odd lane in hi"),
        (("k.lo", "k.hi", "m.hi", "n.lo"), "lanes 2, 3 with the odd lane in hi"),
        (("k.hi", "m.lo", "n.lo", "n.hi"), "lanes 3, 4 with the odd lane in lo"),
    )
    for i, (window, what) in enumerate(windows):
        add("kchi", i, _chi(*window[:3]), _chi(*window[1:]), f"chi on {what}, of a row turned by 2Y")
    zero = Slot()
    add("kodd", 0, _chi("k.lo", "k.hi", "m.lo"), _chi("m.hi", "n.lo", "n.hi"), "odd lanes of rows 1 and 0")
    add("kodd", 1, _chi("m.hi", "k.hi", "n.lo"), zero, "odd lane of row 3")
    add("kodd", 2, Slot(plain=("k.lo",)), _chi("m.lo", "m.hi", "n.lo"), "odd lane of row 2, row 3's kept")
    add("kodd", 3, zero, _chi("k.hi", "n.lo", "n.hi"), "odd lane of row 4")
    first = windows[0][0]
    lo, hi = _chi(*first[:3], constant=True), _chi(*first[1:])
    for i, bits in enumerate(LANE_BITS):
        code = 32 - len(LANE_BITS) + i
        what = f"kchi0 with the round constant for lanes of {bits} bits"
        table.append(Instruction("kchr", bits, code, lo, hi, what, bits))
    return tuple(table)


INSTRUCTIONS = _instructions()
BY_NAME = {instruction.name: instruction for instruction in INSTRUCTIONS}
BY_CODE = {instruction.code: instruction for instruction in INSTRUCTIONS}


@dataclass(frozen=True)
class Field:
    """Some bits of an instruction word: the lowest bit's place, and how many."""

    at: int
    bits: int

    def put(self, value: int) -> int:
        """Return `value` in its place."""
        return (value & ((1 << self.bits) - 1)) << self.at

    def get(self, word: int) -> int:
        """Return what stands in that place of `word`."""
        return word >> self.at & ((1 << self.bits) - 1)


@dataclass(frozen=True)
class Encoding:
    """An instruction word: fixed bits, four register fields, the function code in two parts, high first."""

    name: str
    fixed: int
    mask: int
    d: Field
    n: Field
    m: Field
    k: Field
    code: tuple[Field, Field]

    def word(self, code: int, d: int, n: int, m: int, k: int) -> int:
        """Return the word for register numbers 0 to 31."""
        high, low = self.code
        word = self.fixed | high.put(code >> low.bits) | low.put(code)
        return word | self.d.put(d) | self.n.put(n) | self.m.put(m) | self.k.put(k)

    def matches(self, word: int) -> bool:
        """Return whether `word` is one of these instructions."""
        return word & self.mask == self.fixed

    def decode(self, word: int) -> tuple[int, int, int, int, int]:
        """Return (function code, d, n, m, k) of a word that matches."""
        high, low = self.code
        code = high.get(word) << low.bits | low.get(word)
        return code, self.d.get(word), self.n.get(word), self.m.get(word), self.k.get(word)


# Bits 28:25 = 0001 is a group of A64 that nothing is allocated in; the registers stand where BCAX has them.
AARCH64 = Encoding(
    "aarch64",
    fixed=0x02000000,
    mask=0xFE000000,
    d=Field(0, 5),
    n=Field(5, 5),
    m=Field(16, 5),
    k=Field(10, 5),
    code=(Field(21, 4), Field(15, 1)),
)
# R4 in the major opcode custom-0: funct2 and funct3 are the function code.
RISCV = Encoding(
    "riscv",
    fixed=0x0000000B,
    mask=0x0000007F,
    d=Field(7, 5),
    n=Field(15, 5),
    m=Field(20, 5),
    k=Field(27, 5),
    code=(Field(25, 2), Field(12, 3)),
)


@dataclass(frozen=True)
class VexEncoding:
    """An x86-64 instruction in a map of VEX that nothing is allocated in, with four operands.

    As VBLENDVPS has them: ModRM.reg is d, VEX.vvvv n, ModRM.rm m (or memory), the high half of the
    immediate k. The opcode is the function code. The index of a round constant is VEX.W and the low half of
    the immediate.
    """

    map: int
    prefix: int

    def bytes(
        self, code: int, d: int, n: int, m: int, k: int, *, index: int = 0, memory: int | None = None
    ) -> bytes:
        """Return the instruction for registers 0 to 15; with `memory`, m is what lies at rsp + `memory`."""
        extended = 0x40 | (~d >> 3 & 1) << 7 | (~m >> 3 & 1) << 5
        second = (index >> 4) << 7 | (~n & 15) << 3 | self.prefix
        head = bytes([0xC4, extended | self.map, second, code])
        if memory is None:
            operand = bytes([0xC0 | (d & 7) << 3 | m & 7])
        else:
            operand = bytes([0x84 | (d & 7) << 3, 0x24]) + memory.to_bytes(4, "little")
        return head + operand + bytes([k << 4 | index & 15])


# Maps 1 to 3 are allocated to AVX, 5 to 7 to later extensions.
X86 = VexEncoding(map=0b01011, prefix=0b01)

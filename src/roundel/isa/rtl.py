"""Writes the hardware's constants, `rtl/simd/roundel_simd_pkg.sv`, and its specification from the definition.

The datapath has two sums, one a slot, each of a straight operand and a masked one,

    y.lo = a.lo ^ (~b.lo & c.lo),    y.hi = a.hi ^ (~b.hi & c.hi),

and every operand is chosen among a few sources by one-hot signals. What chooses what is worked out here
from the slots of each function; a source no function wants has no wire.
"""

from __future__ import annotations

from collections.abc import Iterator

from roundel.errors import RoundelError
from roundel.isa.definition import INSTRUCTIONS, LANE_BITS, Instruction, Slot, repeated_constant
from roundel.models.keccak import nominal_rounds

PACKAGE = "rtl/simd/roundel_simd_pkg.sv"
SPECIFICATION = "formal/simd_spec.sv"
FUNCTIONS = 32
MAX_ROUNDS = nominal_rounds(1600)
BANNER = "// Made by `roundel isa generate` from src/roundel/isa/definition.py: do not edit."

# What the five stages of the two rotators rotate by when they do, and before them: found by search, so that
# sums of some of them give every rotation that is wanted, and none at all for what goes round the rotators.
STAGES = {"lo": ((1, 5, 13, 23, 43), 0), "hi": ((1, 4, 13, 24, 30), 61)}

Choice = tuple[str, str]  # operand of a sum ("a_lo"), source ("k_hi", "m_lo_rol1", "rotated", "y_hi")


def choices(instruction: Instruction) -> list[Choice]:
    """Return which source each operand of the sums takes; an operand without one is zero."""
    if instruction.mnemonic == "krho":
        return [("a_lo", "rotated"), ("a_hi", "rotated")]
    if instruction.mnemonic == "kxor":
        return [("a_lo", "rotated"), ("c_lo", "m_lo"), ("a_hi", "rotated"), ("c_hi", "n_hi")]
    if instruction.mnemonic == "kfold":
        return [("a_lo", "rotated"), ("c_lo", "y_hi"), ("a_hi", "rotated"), ("c_hi", "n_hi")]
    return [*_plain(instruction.lo, "lo"), *_plain(instruction.hi, "hi")]


def _plain(slot: Slot, side: str) -> Iterator[Choice]:
    """A slot of one straight source, with an and-not or one source rotated by 1."""
    if len(slot.plain) > 1 or len(slot.turned) > 1 or (slot.turned and slot.and_not):
        raise RoundelError(f"the datapath cannot make {slot}", "Give it another way in rtl.py.")
    for name in slot.plain:
        yield f"a_{side}", _wire(name)
    if slot.and_not:
        yield f"b_{side}", _wire(slot.and_not[0])
        yield f"c_{side}", _wire(slot.and_not[1])
    for name in slot.turned:
        yield f"c_{side}", f"{_wire(name)}_rol1"


def _wire(name: str) -> str:
    return name.replace(".", "_")


def masks() -> dict[Choice, int]:
    """Return for each choice the functions that make it, bit by function code."""
    found: dict[Choice, int] = {}
    for instruction in INSTRUCTIONS:
        for choice in choices(instruction):
            found[choice] = found.get(choice, 0) | 1 << instruction.code
    return dict(sorted(found.items()))


def stage_masks(side: str) -> tuple[int, ...]:
    """Return for each stage of a rotator the functions in which it rotates, bit by function code.

    All that goes through a rotator has a code below 16, so the code's low four bits are enough.
    """
    shifts, before = STAGES[side]
    result = [0] * len(shifts)
    for instruction in INSTRUCTIONS:
        if not any(source == "rotated" for _operand, source in choices(instruction)):
            continue
        if instruction.code > 15:
            raise RoundelError(f"{instruction.name} has code {instruction.code}", "It has to be below 16.")
        slot = instruction.lo if side == "lo" else instruction.hi
        by = slot.by if instruction.mnemonic == "krho" else 0
        for stage, on in enumerate(_cover(by, shifts, before)):
            result[stage] |= on << instruction.code
    return tuple(result)


def _cover(by: int, shifts: tuple[int, ...], before: int) -> tuple[int, ...]:
    for pattern in range(1 << len(shifts)):
        on = tuple(pattern >> i & 1 for i in range(len(shifts)))
        if (before + sum(shift for shift, use in zip(shifts, on, strict=True) if use) - by) % 64 == 0:
            return on
    raise RoundelError(f"no sum of {shifts} and {before} rotates by {by}", "Choose other stages in rtl.py.")


def package() -> str:
    """Return the text of the package."""
    lines = [
        "// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0",
        BANNER,
        "//",
        "// Constants of the Keccak SIMD unit: the function codes, and the source that each function selects",
        "// for each operand. Bit f of a mask is set when function f selects that source: `Rol1` means",
        "// rotated left by 1, `Rotated` means the output of a rotator. A function that uses a rotator has",
        "// a code below 16. So the masks of a rotator's stages have 16 bits, indexed by the low four bits",
        "// of the code.",
        "//",
        "// Reference:  docs/isa.md",
        "",
        "package roundel_simd_pkg;",
        "",
        "  localparam int unsigned FunctionWidth = 5;",
        "",
        "  typedef enum logic [FunctionWidth-1:0] {",
    ]
    width = max(len(i.name) for i in INSTRUCTIONS)
    names = [f"    {i.name.capitalize():{width}} = 5'd{i.code}" for i in INSTRUCTIONS]
    lines += [",\n".join(names), "  } function_e;", "", f"  typedef logic [{FUNCTIONS - 1}:0] mask_t;", ""]
    for (operand, source), mask in masks().items():
        lines.append(f"  localparam mask_t {_camel(operand, source)} = 32'h{mask:08x};")
    lines.append("")
    lines += [
        "  // The one-hot selects: the operand of a sum, then the source that it selects.",
        "  typedef struct packed {",
    ]
    lines += [f"    logic {operand}_{source};" for operand, source in masks()]
    lines += ["  } selects_t;", ""]
    lines += ["  function automatic selects_t selects_of(logic [FunctionWidth-1:0] code);"]
    for operand, source in masks():
        lines.append(f"    selects_of.{operand}_{source} = {_camel(operand, source)}[code];")
    lines += ["  endfunction", ""]
    for side, (shifts, before) in STAGES.items():
        count, label = len(shifts), side.capitalize()
        shift_list = ", ".join(map(str, shifts))
        mask_list = ", ".join(f"16'h{mask:04x}" for mask in stage_masks(side))
        lines.append(f"  localparam int unsigned Before{label} = {before};")
        lines.append(f"  localparam int unsigned Stages{label}[{count}] = '{{{shift_list}}};")
        lines.append(f"  localparam logic [15:0] Rotate{label}[{count}] = '{{{mask_list}}};")
    lines += [
        "",
        "  function automatic logic [63:0] rotated(logic [63:0] lane, int unsigned by);",
        "    return lane << by | lane >> (64 - by);",
        "  endfunction",
        "",
    ]
    lines += [
        "  // The place in a slot of bit i of a round constant that has four bits for each byte.",
        "  function automatic int unsigned constant_place(int unsigned i);",
        "    return 8 * (i / 4) + (1 << (i % 4)) - 1;",
        "  endfunction",
        "",
    ]
    lines += ["  // The functions with a round constant, by lane width: 8, 16, 32, 64 bits."]
    codes = ", ".join(f"32'h{mask:08x}" for mask in _constant_masks())
    lines.append(f"  localparam mask_t Constants[{len(LANE_BITS)}] = '{{{codes}}};")
    lines += ["", "endpackage", ""]
    return "\n".join(lines)


def _constant_masks() -> list[int]:
    return [sum(1 << i.code for i in INSTRUCTIONS if i.lane_bits == bits) for bits in LANE_BITS]


def _camel(operand: str, source: str) -> str:
    return "".join(part.capitalize() for part in f"{operand}_{source}".split("_"))


def specification() -> str:
    """Return a module that says what each function is, slot by slot as the definition has it."""
    lines = [
        "// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0",
        BANNER,
        "//",
        "// What each function of the Keccak SIMD unit gives, slot by slot. `defined_o` is low for a code or",
        "// an index of a round constant that there is not.",
        "",
        "module simd_spec (",
        "  input  logic [  4:0] function_i,",
        "  input  logic [  4:0] index_i,",
        "  input  logic [127:0] n_i,",
        "  input  logic [127:0] m_i,",
        "  input  logic [127:0] k_i,",
        "  output logic [127:0] d_o,",
        "  output logic         defined_o",
        ");",
        "",
        "  function automatic logic [63:0] rol(logic [63:0] lane, int unsigned by);",
        "    logic [127:0] twice;",
        "    twice = {lane, lane} << by;",
        "    return twice[127:64];",
        "  endfunction",
        "",
        "  logic [63:0] n_lo, n_hi, m_lo, m_hi, k_lo, k_hi, lo, hi, constant;",
        "  assign {n_hi, n_lo} = n_i;",
        "  assign {m_hi, m_lo} = m_i;",
        "  assign {k_hi, k_lo} = k_i;",
        "",
        "  always_comb begin",
        "    defined_o = 1'b1;",
        "    constant = '0;",
        "    lo = '0;",
        "    hi = '0;",
        "    case (function_i)",
    ]
    for instruction in INSTRUCTIONS:
        lines.append(f"      5'd{instruction.code}: begin  // {instruction.name}")
        if instruction.lane_bits:
            lines.append("        case (index_i)")
            for index in range(MAX_ROUNDS):
                value = repeated_constant(index, instruction.lane_bits)
                lines.append(f"          5'd{index}: constant = 64'h{value:016x};")
            lines += ["          default: defined_o = 1'b0;", "        endcase"]
        for side, slot in (("lo", instruction.lo), ("hi", instruction.hi)):
            lines.append(f"        {side} = {_expression(slot)};")
        lines.append("      end")
    lines += ["      default: defined_o = 1'b0;", "    endcase", "  end", "", "  assign d_o = {hi, lo};", ""]
    return "\n".join([*lines, "endmodule", ""])


def _expression(slot: Slot) -> str:
    terms = [_wire(name) for name in slot.plain]
    if slot.turned:
        total = " ^ ".join(map(_wire, slot.turned))
        terms.append(f"rol({total}, {slot.by})")
    if slot.and_not:
        terms.append(f"(~{_wire(slot.and_not[0])} & {_wire(slot.and_not[1])})")
    if slot.constant:
        terms.append("constant")
    return " ^ ".join(terms) or "'0"

"""Everything that is made from the definition and kept in the tree: a test holds each equal to it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from roundel.errors import RoundelError
from roundel.isa.definition import AARCH64, INSTRUCTIONS, RISCV, X86, Encoding, Slot
from roundel.isa.macros import macros, operands
from roundel.isa.measure import tables
from roundel.isa.pq.measure import tables as pq_tables
from roundel.isa.rtl import PACKAGE, SPECIFICATION, package, specification
from roundel.lab.store import Store
from roundel.paths import project_root
from roundel.table import markdown_table

AARCH64_MACROS = "src/roundel/isa/include/keccak_simd_aarch64.inc"
RISCV_MACROS = "src/roundel/isa/include/keccak_simd_riscv.inc"
PAGE = "docs/isa.md"
PARTS = ("reference", "measured", "pq")
_BANNER = "// Made by `roundel isa generate` from src/roundel/isa/definition.py: do not edit.\n"


def generate(*, check: bool = False, root: Path | None = None) -> list[str]:
    """Write each file that differs from what the definition makes; return their paths.

    With `check` nothing is written.
    """
    root = root or project_root()
    files: dict[str, Callable[[Path], str]] = {
        PACKAGE: lambda _path: package(),
        SPECIFICATION: lambda _path: specification(),
        AARCH64_MACROS: lambda _path: _BANNER + macros(AARCH64),
        RISCV_MACROS: lambda _path: _BANNER + macros(RISCV, ".word"),
        PAGE: _page,
    }
    differing = []
    for name, make in files.items():
        path = root / name
        text = make(path)
        if not path.exists() or path.read_text() != text:
            differing.append(name)
            if not check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
    return differing


def _page(path: Path) -> str:
    text = path.read_text()
    store = _store_of(path.parents[1])
    made = {"reference": reference(), "measured": tables(store), "pq": pq_tables(store)}
    for part in PARTS:
        begin, end = (f"<!-- isa: {part} {side} -->" for side in ("begin", "end"))
        if text.count(begin) != 1 or text.count(end) != 1:
            raise RoundelError(f"{path} has no place for the {part} part", f"Put in {begin} and {end}.")
        before, rest = text.split(begin)
        text = f"{before}{begin}\n{made[part]}{end}{rest.split(end)[1]}"
    return text


def _store_of(root: Path) -> Store:
    """Return the published results of a project."""
    return Store(root / "results", root / "results")


def reference() -> str:
    """Return the instructions as Markdown: encodings, then what each gives in its two slots."""
    lines = []
    for instruction in INSTRUCTIONS:
        name = (
            f"`{instruction.name} {', '.join(f'V{p}' if p != 'i' else '#i' for p in operands(instruction))}`"
        )
        slots = _formula(instruction.lo), _formula(instruction.hi)
        lines.append((str(instruction.code), name, *slots, instruction.what))
    encodings = [_encoding_row(AARCH64, "AArch64"), _encoding_row(RISCV, "RISC-V"), _vex_row()]
    parts = (
        markdown_table(("", "fixed bits", "function code", "Vd", "Vn", "Vm, #i", "Vk"), encodings),
        markdown_table(("code", "instruction", "lo", "hi", "what it is for"), lines),
    )
    return "\n".join(parts)


def _encoding_row(encoding: Encoding, label: str) -> tuple[str, ...]:
    code = ", ".join(_bits(field.at, field.bits) for field in encoding.code)
    fields = [_bits(field.at, field.bits) for field in (encoding.d, encoding.n, encoding.m, encoding.k)]
    fixed = f"{encoding.fixed:#010x} under mask {encoding.mask:#010x}"
    return label, fixed, code, *fields


def _vex_row() -> tuple[str, ...]:
    operands_ = ("ModRM.reg", "VEX.vvvv", "ModRM.rm, or memory; #i: VEX.W, immediate 3:0", "immediate 7:4")
    return "x86-64", f"VEX.128, map {X86.map}, pp {X86.prefix:02b}", "opcode", *operands_


def _bits(at: int, count: int) -> str:
    return f"{at + count - 1}:{at}" if count > 1 else str(at)


def _formula(slot: Slot) -> str:
    terms = list(slot.plain)
    if slot.turned:
        total = " ^ ".join(slot.turned)
        terms.append(f"rol({total}, {slot.by})" if slot.by else total)
    if slot.and_not:
        terms.append(f"(~{slot.and_not[0]} & {slot.and_not[1]})")
    if slot.constant:
        terms.append("RC[i]")
    return f"`{' ^ '.join(terms) or '0'}`"

"""The registers of the bus shell, from `rtl/bus/registers.toml`, and the files that are rendered from it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from roundel.paths import project_root

ADDRESS_WIDTH = 6
FIFO_WORDS = 16
PACKAGE = Path("rtl/bus/roundel_bus_pkg.sv")
HEADER = Path("sw/roundel_registers.h")
PAGE = Path("docs/bus.md")
MARKS = ("<!-- registers begin -->\n", "<!-- registers end -->\n")
DESCRIPTOR_MARKS = ("<!-- descriptors begin -->\n", "<!-- descriptors end -->\n")


@dataclass(frozen=True)
class Field:
    """Bits `high` to `low` of a register."""

    name: str
    high: int
    low: int
    what: str

    @property
    def mask(self) -> int:
        """The bits of the field, in place."""
        return ((1 << (self.high - self.low + 1)) - 1) << self.low

    def of(self, word: int) -> int:
        """Return the field's value in a word."""
        return (word & self.mask) >> self.low


@dataclass(frozen=True)
class Register:
    """A register of 32 bits at a byte offset. `access` is r, w, rw or rw1c. `value`: of a constant.

    `dma`: only a shell with DMA has it.
    """

    name: str
    offset: int
    access: str
    what: str
    value: int | None
    fields: Mapping[str, Field]
    dma: bool

    def word(self, **values: int) -> int:
        """Return the register's word with these values of fields, and zero elsewhere."""
        word = 0
        for name, value in values.items():
            field = self.fields[name]
            if (value << field.low) & ~field.mask:
                raise ValueError(f"{self.name}.{name} has no value {value:#x}")
            word |= value << field.low
        return word


@cache
def registers() -> Mapping[str, Register]:
    """Return the registers by name, in the order of their offsets."""
    return _described("registers")


@cache
def descriptors() -> Mapping[str, Register]:
    """Return the words of the descriptors of the DMA by name. Offsets count from the descriptor."""
    return _described("descriptors")


def _described(what: str) -> dict[str, Register]:
    data = tomllib.loads((project_root() / "rtl" / "bus" / "registers.toml").read_text())
    found = {}
    for entry in data[what]:
        fields = {}
        for field in entry.get("fields", []):
            high, low = field["bits"]
            fields[field["name"]] = Field(field["name"], high, low, field["what"])
        name = entry["name"]
        found[name] = Register(
            name,
            entry["offset"],
            entry["access"],
            entry["what"],
            entry.get("value"),
            fields,
            entry.get("dma", False),
        )
    return found


def rendered() -> dict[Path, str]:
    """Return the text of each file that the description determines, by its path in the project."""
    page = marked((project_root() / PAGE).read_text(), MARKS, _tables(registers(), "register"))
    page = marked(page, DESCRIPTOR_MARKS, _tables(descriptors(), "word"))
    return {PACKAGE: _package(), HEADER: _header(), PAGE: page}


def marked(page: str, marks: tuple[str, str], part: str) -> str:
    """Return `page` with `part` between the two marks."""
    before, _, rest = page.partition(marks[0])
    _, _, after = rest.partition(marks[1])
    return f"{before}{marks[0]}{part}{marks[1]}{after}"


def write() -> list[Path]:
    """Write the rendered files that differ; return their paths in the project."""
    changed = [path for path, text in rendered().items() if _text(project_root() / path) != text]
    for path in changed:
        (project_root() / path).write_text(rendered()[path])
    return changed


def _text(path: Path) -> str | None:
    return path.read_text() if path.exists() else None


def _camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def _package() -> str:
    lines = [
        "// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0",
        "//",
        "// Constants of the registers of the bus shell: addresses, fields, constant values. Rendered from",
        "// registers.toml by `python -m roundel.soc.registers`: change that file, not this one.",
        "//",
        "// Bytes:      the first byte of a word is in bits 7 to 0.",
        "// Reference:  docs/bus.md",
        "",
        "package roundel_bus_pkg;",
        "",
        f"  localparam int unsigned AddressWidth = {ADDRESS_WIDTH};  // of byte addresses",
        f"  localparam int unsigned FifoWords = {FIFO_WORDS};  // words of 32 bits in each FIFO",
        "",
        "  // Numbers of the registers: the byte offset divided by four.",
    ]
    for one in registers().values():
        lines.append(f"  localparam logic [3:0] Address{_camel(one.name)} = 4'd{one.offset // 4};")
    lines.append("")
    for one in registers().values():
        if one.value is not None:
            lines.append(f"  localparam logic [31:0] Value{_camel(one.name)} = 32'h{one.value:08x};")
    for one in (*registers().values(), *descriptors().values()):
        if not one.fields or one.name in ("VERSION", "ALGORITHMS"):
            continue
        lines += ["", f"  // {one.name}"]
        for field in one.fields.values():
            name = f"{_camel(one.name)}{_camel(field.name)}"
            if field.high == field.low:
                lines.append(f"  localparam int unsigned {name} = {field.low};")
            else:
                lines.append(f"  localparam int unsigned {name}High = {field.high};")
                lines.append(f"  localparam int unsigned {name}Low = {field.low};")
    length = registers()["IN_SEGMENT"].fields["LENGTH"]
    lines += [
        "",
        f"  localparam int unsigned LengthWidth = {length.high - length.low + 1};",
        "",
        "  // A word of an answer in its FIFO.",
        "  typedef struct packed {",
        "    logic last;  // it ends its segment",
        "    logic [2:0] bytes;  // so many of its bytes are part of the segment",
        "    logic [roundel_stream_pkg::UserWidth-1:0] kind;  // of its segment",
        "    logic [31:0] data;",
        "  } out_word_t;",
        "",
        "endpackage",
        "",
    ]
    return "\n".join(lines)


def _header() -> str:
    lines = [
        "/* Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0 */",
        "/**",
        " * @file",
        " * Registers of the bus shell. Rendered from rtl/bus/registers.toml by",
        " * `python -m roundel.soc.registers`: change that file, not this one.",
        " */",
        "#ifndef ROUNDEL_REGISTERS_H",
        "#define ROUNDEL_REGISTERS_H",
        "",
    ]
    words = {f"DMA_{name}": one for name, one in descriptors().items()}
    for name, one in (*registers().items(), *words.items()):
        prefix = f"ROUNDEL_{name}"
        lines.append(f"/** {one.what} ({one.access}). */")
        lines.append(f"#define {prefix}_OFFSET 0x{one.offset:02x}u")
        if one.value is not None:
            lines.append(f"#define {prefix}_VALUE 0x{one.value:08x}u")
        for field in one.fields.values():
            lines.append(f"#define {prefix}_{field.name}_SHIFT {field.low}u  /**< {field.what} */")
            lines.append(f"#define {prefix}_{field.name}_MASK 0x{field.mask:08x}u")
        lines.append("")
    return "\n".join([*lines, "#endif", ""])


def _tables(words: Mapping[str, Register], name: str) -> str:
    lines = ["", f"| offset | {name} | access | |", "|---|---|---|---|"]
    lines += [f"| `{r.offset:02x}` | {r.name} | {r.access} | {r.what} |" for r in words.values()]
    lines += ["", f"| {name} | bits | field | |", "|---|---|---|---|"]
    for one in words.values():
        for field in one.fields.values():
            bits = f"{field.high}:{field.low}" if field.high != field.low else str(field.low)
            lines.append(f"| {one.name} | {bits} | {field.name} | {field.what} |")
    return "\n".join([*lines, "", ""])


if __name__ == "__main__":
    for path in write():
        print(path)

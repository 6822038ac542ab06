"""The numbers of the stream protocol: hardware, software and documentation say the same."""

from __future__ import annotations

import itertools
import re
from enum import IntEnum

import pytest

from roundel.paths import project_root
from roundel.protocol.stream import (
    COMMAND_BYTES,
    SIZE_BYTES,
    ZERO_BYTES,
    Command,
    Flag,
    Kind,
    Operation,
    Status,
)

PACKAGE = (project_root() / "rtl" / "common" / "roundel_stream_pkg.sv").read_text()
SPONGE = (project_root() / "rtl" / "keccak_sponge" / "roundel_sponge_input.sv").read_text()
SAMPLERS = (project_root() / "rtl" / "keccak_pq" / "roundel_pq_pkg.sv").read_text()
PAGE = (project_root() / "docs" / "stream-protocol.md").read_text()
# enum in Python: type in SystemVerilog, prefix of its names, heading of the table in the docs
ENUMS: list[tuple[type[IntEnum], str, str, str]] = [
    (Kind, "kind_e", "Kind", "kind"),
    (Operation, "operation_e", "Op", "operation"),
    (Status, "status_e", "Status", "status"),
]


def package_enum(type_name: str, prefix: str) -> dict[str, int]:
    body = next(
        body
        for body, name in re.findall(r"typedef enum[^{]*\{([^}]*)\}\s*(\w+);", PACKAGE)
        if name == type_name
    )
    members = re.findall(r"(\w+)\s*=\s*\d+'([hd])([0-9a-fA-F]+)", body)
    assert len(members) == body.count("=")
    return {
        name.removeprefix(prefix).upper(): int(digits, 16 if base == "h" else 10)
        for name, base, digits in members
    }


def documented_enum(heading: str) -> dict[str, int]:
    table = re.search(rf"^\| value \| {heading} \|.*\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    assert table, f"no table of {heading}"
    rows = [[cell.strip() for cell in line.split("|")[1:3]] for line in table[1].splitlines()]
    # Kinds are decimal, codes of a byte hexadecimal.
    return {name: int(value.strip("`"), 16 if "`" in value else 10) for value, name in rows}


@pytest.mark.parametrize(("python", "type_name", "prefix", "heading"), ENUMS, ids=lambda value: str(value))
def test_numbers_agree(python: type[IntEnum], type_name: str, prefix: str, heading: str) -> None:
    expected = {member.name: member.value for member in python}
    # SAMPLE is an operation of one core, and defined in its package.
    (sample,) = re.findall(r"localparam logic \[7:0\] OpSample = 8'h(\w\w);", SAMPLERS)
    of_one_core = {"SAMPLE": int(sample, 16)} if python is Operation else {}
    assert package_enum(type_name, prefix) | of_one_core == expected
    assert documented_enum(heading) == expected


def test_flags_agree() -> None:
    # LOAD and SAVE are flags of one module.
    in_package = re.findall(r"localparam int unsigned Flag(\w+) = (\d+);", PACKAGE + SPONGE)
    table = re.search(r"^\| bit \| flag \|.*\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    assert table
    cells = [[cell.strip() for cell in line.split("|")[1:3]] for line in table[1].splitlines()]
    documented = [(int(number), name.strip("`")) for number, name in cells if name != "zero"]
    flags = [(flag.value.bit_length() - 1, flag.name) for flag in Flag]
    assert documented == flags
    assert [
        (int(number), re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).upper()) for name, number in in_package
    ] == flags


def test_codes_of_a_status_differ_in_four_bits() -> None:
    """No flipped bit, and no two or three, turn one status into another, or a cleared byte into one."""
    codes = [0x00, 0xFF, *Status]
    assert min((one ^ other).bit_count() for one, other in itertools.combinations(codes, 2)) == 4


def test_kinds_fit_tuser() -> None:
    width = re.search(r"localparam int unsigned UserWidth = (\d+);", PACKAGE)
    assert width
    assert max(Kind) < 2 ** int(width[1])
    assert f"| `s_axis_tuser` | in | {width[1]} |" in PAGE


def test_command_layout_is_the_documented_one() -> None:
    fields = re.findall(r"^\| ([\d.]+) \| ([a-z ]+) \|", PAGE, re.MULTILINE)
    assert fields == [
        ("0", "operation"),
        ("1", "flags"),
        ("2", "suffix"),
        ("3", "function"),
        ("4..7", "length"),
        ("8", "key bytes"),
        ("9", "custom bytes"),
        ("10", "extendable"),
        ("11..15", "zero"),
    ]
    command = Command(0xA1, 0xB2, 0xC3, 0xD4, 0x04030201, 0xE5, 0xF6, 0x07)
    packed = command.pack()
    assert packed == bytes.fromhex("a1b2c3d4 01020304 e5f607") + bytes(5)
    assert packed[SIZE_BYTES.start : SIZE_BYTES.stop] == bytes([0xE5, 0xF6, 0x07])
    assert packed[ZERO_BYTES.start :] == bytes(len(ZERO_BYTES))
    assert len(packed) == COMMAND_BYTES
    assert Command.unpack(packed) == command and command.has_sizes
    plain = Command(0xA1, 0xB2, 0xC3, 0xD4, 0x04030201)
    assert Command.unpack(plain.pack()) == plain and not plain.has_sizes

"""Standard cells: reading a liberty, counting gates, mapping onto one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from roundel.catalog import Core
from roundel.errors import RoundelError
from roundel.implement import (
    Options,
    Toolchain,
    cells_target,
    find_target,
    gate_equivalents,
    implement,
    versions_of,
)
from roundel.implement.liberty import GENERIC, read_liberty

DESIGNS = Path(__file__).parent / "designs"
Design = Callable[..., Core]

# Another library: other names, an area that is not one, a function with postfix negation and juxtaposition.
OTHER = """
/* a comment with cell (NOT_ONE) { area : 1; } */
library (other) {
  time_unit : "1ns";
  cell ("ND2") { area : 24; cell_footprint : "nd";
    pin (A) { direction : input; capacitance : 0.1; }
    pin (B) { direction : input; }
    pin (Y) { direction : output; function : "(A B)'"; } }
  cell (ND2X2) { area : 32;
    pin (A) { direction : input; } pin (B) { direction : input; }
    pin (Y) { direction : output; function : "!A + !B"; } }
  cell (XR2) { area : 56;
    pin (A) { direction : input; } pin (B) { direction : input; }
    pin (Y) { direction : output; function : "(A ^ B)"; } }
  cell (IV) { area : 16; pin (A) { direction : input; } pin (Y) { direction : output; function : "A'"; } }
  cell (BF) { area : 32; pin (A) { direction : input; } pin (Y) { direction : output; function : "A"; } }
  cell (FD) { area : 96; ff (IQ, IQN) { clocked_on : "CK"; next_state : "D"; }
    pin (CK) { direction : input; clock : true; } pin (D) { direction : input; }
    pin (Q) { direction : output; function : "IQ"; } }
}
"""


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """A small liberty of another unit of area."""
    path = tmp_path / "other.lib"
    path.write_text(OTHER)
    return path


def test_generic_library_counts_in_its_nand() -> None:
    liberty = read_liberty(GENERIC)
    assert liberty.gate == "GE_NAND2" and liberty.cells["GE_NAND2"].area == 1.0
    assert not liberty.timed
    flops = {name for name, cell in liberty.cells.items() if cell.sequential}
    assert flops == {"GE_DFF", "GE_DFFE", "GE_DFFR", "GE_DFFS"}
    # Sites of NanGate's cells over the three of NAND2_X1.
    assert liberty.gate_equivalents({"GE_XOR2": 3, "GE_DFF": 3, "GE_INV": 3}) == 6 + 17 + 2


def test_areas_of_another_library_are_over_those_of_its_nand(other: Path) -> None:
    liberty = read_liberty(other)
    assert set(liberty.cells) == {"ND2", "ND2X2", "XR2", "IV", "BF", "FD"}
    assert liberty.gate == "ND2" and not liberty.timed
    other.write_text(OTHER.replace("(A B)'\";", '(A B)\'"; timing () { related_pin : "A"; }'))
    assert read_liberty(other).timed
    assert liberty.cells["FD"].sequential and liberty.cells["XR2"].is_gate((False, True, True, False))
    assert liberty.gate_equivalents({"XR2": 3, "FD": 1}) == 11.0
    assert liberty.version.startswith("other.lib sha256 ")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("module not_a_liberty; endmodule", "no liberty with cells that have areas"),
        ("library (x) { cell (A) { area : 1; ", "no liberty that can be read"),
        (OTHER.replace('"A"', '"1"'), "has no buffer"),
        (OTHER.replace("(A B)'", "A B").replace("!A + !B", "A + B"), "no two-input NAND"),
    ],
)
def test_file_that_cannot_be_counted_in_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "x.lib"
    path.write_text(text)
    with pytest.raises(RoundelError, match=message):
        cells_target(path)
    with pytest.raises(RoundelError, match="cannot read the liberty"):
        cells_target(tmp_path / "missing.lib")


def test_gates_of_a_parity_by_hand(design: Design) -> None:
    area = implement(design("xor_tree"), find_target("cells"), Options()).area
    assert area.luts is None and area.slices is None and area.ffs == 17
    # 15 sums of two and 17 registers: 15 x 2 + 17 x 17/3, the sums in a tree of four levels.
    assert area.gate_equivalents == pytest.approx(15 * 2 + 17 * 17 / 3, abs=0.01)
    assert area.logic_levels == 4
    assert set(area.cells) <= {"GE_XOR2", "GE_XNOR2", "GE_DFF"}
    assert area.record()["gate_equivalents"] == area.gate_equivalents and "harness_luts" not in area.record()


def test_any_module_is_mapped_onto_any_liberty(design: Design, other: Path) -> None:
    sources = [DESIGNS / "gated_counter.sv"]
    area = gate_equivalents("gated_counter", sources, parameters={"Width": 6}, liberty=other)
    assert area.ffs == 6 == area.cells["FD"]
    assert set(area.cells) <= {"ND2", "ND2X2", "XR2", "IV", "BF", "FD"}
    total = sum(count * read_liberty(other).cells[cell].area for cell, count in area.cells.items())
    assert area.gate_equivalents == pytest.approx(total / 24, abs=0.01)


def test_the_library_is_part_of_what_is_recorded(other: Path) -> None:
    generic, real = find_target("cells"), cells_target(other)
    assert versions_of(generic, Toolchain())["liberty"] != versions_of(real, Toolchain())["liberty"]
    assert "ND2" in real.device and not real.routed

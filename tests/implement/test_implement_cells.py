"""Standard cells: reading a liberty, counting gates, mapping onto one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from roundel.catalog import Core
from roundel.errors import RoundelError
from roundel.implement import (
    JobFailed,
    Options,
    Toolchain,
    cells_target,
    commands_of,
    find_target,
    gate_equivalents,
    implement,
    versions_of,
)
from roundel.implement.liberty import GENERIC, Liberty, read_liberty

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


def test_cell_without_an_area_does_not_count_for_nothing(other: Path) -> None:
    other.write_text(OTHER.replace("cell (XR2) { area : 56;", "cell (XR2) {"))
    assert read_liberty(other).gate_equivalents({"FD": 1}) == 4.0
    with pytest.raises(RoundelError, match="no area for XR2"):
        read_liberty(other).gate_equivalents({"FD": 1, "XR2": 1})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("module not_a_liberty; endmodule", "has no cells with areas"),
        ("library (x) { cell (A) { area : 1; ", "is not a readable liberty file"),
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


def test_changed_library_is_not_passed_off_as_the_old_one(design: Design, other: Path) -> None:
    target = cells_target(other)
    assert target.liberty is not None and not target.liberty.changed()
    other.write_text(OTHER.replace("area : 96", "area : 90"))
    with pytest.raises(JobFailed, match="the sources changed") as caught:
        implement(design("xor_tree"), target, Options())
    assert caught.value.transient


def test_the_library_is_part_of_what_is_recorded(other: Path) -> None:
    generic, real = find_target("cells"), cells_target(other)
    assert versions_of(generic, Toolchain())["liberty"] != versions_of(real, Toolchain())["liberty"]
    assert "ND2" in real.device and not real.routed


# OpenSTA 2.0.17 of a counter on another library, shortened to two gates.
TIMING = """Startpoint: _129_ (rising edge-triggered flip-flop clocked by clk_i)
Endpoint: _139_ (rising edge-triggered flip-flop clocked by clk_i)
Path Group: clk_i
Path Type: max

  Delay    Time   Description
-----------------------------------------------------------
 0.0000  0.0000   clock clk_i (rise edge)
 0.0000  0.0000 ^ _129_/CLK (FD)
 0.2110  0.2110 v _129_/Q (FD)
                  count_o[1] (net)
 0.1636  0.3747 v _144_/Y (ND2)
                  gated[1] (net)
 0.1851  0.5598 ^ _073_/Y (XR2)
                  _030_ (net)
 0.0000  0.5598 ^ _139_/D (FD)
         0.5598   data arrival time
         9.8158   data required time
-----------------------------------------------------------
         9.2560   slack (MET)


roundel slack 9.256
"""


def _install_sta(folder: Path, output: str, status: int = 0) -> None:
    """Put a program on PATH that answers as OpenSTA does."""
    (folder / "answer").write_text(output)
    program = folder / "sta"
    answer = f'/bin/cat "{folder}/answer"\nexit {status}\n'
    program.write_text(f'#!/bin/sh\nif [ "$1" = -version ]; then echo 9.9; exit; fi\n{answer}')
    program.chmod(0o755)


@pytest.fixture
def timed(other: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Libraries have delays as far as is asked, and programs come from a folder of our own."""
    programs = tmp_path / "programs"
    programs.mkdir()
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setattr(Liberty, "timed", True)
    return programs


def test_timing_is_analysed_where_the_program_is(design: Design, other: Path, timed: Path) -> None:
    core = design("xor_tree")
    assert implement(core, cells_target(other), Options()).fmax_mhz is None
    assert "timing" not in versions_of(cells_target(other), Toolchain())
    _install_sta(timed, TIMING)
    done = implement(core, cells_target(other), Options())
    assert done.fmax_mhz == pytest.approx(1000 / (10 - 9.256))
    path = done.critical_path
    assert path is not None and path.nets == ("count_o[1]", "gated[1]") and path.levels == 2
    assert path.total_ns == path.logic_ns == 0.744 and path.routing_ns == 0
    assert any(line.startswith("create_clock") for line in _commands(core, other))


def test_timing_that_fails_is_one_sentence(design: Design, other: Path, timed: Path) -> None:
    _install_sta(timed, "Error: netlist.v line 3, syntax error.\n", status=1)
    with pytest.raises(JobFailed, match=r"sta: netlist\.v line 3, syntax error"):
        implement(design("xor_tree"), cells_target(other), Options())


def _commands(core: Core, liberty: Path) -> tuple[str, ...]:
    return commands_of(core, cells_target(liberty), Options(), None, Toolchain())

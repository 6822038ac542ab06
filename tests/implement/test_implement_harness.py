"""The harness: its text, what it costs, and that a core in it is placed on four pins."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

import pytest
from configurations import long_but

from roundel.catalog import Core
from roundel.errors import RoundelError
from roundel.implement import JobFailed, Options, Toolchain, commands_of, find_target, implement, versions_of
from roundel.implement.harness import Port, harness
from roundel.implement.synthesis import synthesize

Design = Callable[..., Core]
CLOCK = Port("clk_i", 1, is_input=True, is_output=False)
HARNESSED = ("ice40", "gowin", "nexus")


def _cost(inputs: int, outputs: int) -> tuple[int, int]:
    """Return LUTs and FFs of a harness: a register a bit, then sums of four, each in a register."""
    luts, ffs, bits = 0, inputs + outputs, outputs
    while bits > 1:
        bits = ceil(bits / 4)
        luts, ffs = luts + bits, ffs + bits
    return luts, ffs


def test_ports_are_connected_bit_by_bit() -> None:
    ports = [
        CLOCK,
        Port("rst_ni", 1, is_input=True, is_output=False),
        Port("data_i", 8, is_input=True, is_output=False),
        Port("key[1]", 2, is_input=True, is_output=False),
        Port("data_o", 5, is_input=False, is_output=True),
    ]
    text = harness("engine", ports)
    assert ".\\clk_i (clk_i)" in text and ".\\rst_ni (rst_ni)" in text
    assert ".\\data_i (harness_in_q[7:0])" in text and ".\\key[1] (harness_in_q[9:8])" in text
    assert ".\\data_o (harness_out[4:0])" in text
    assert "harness_in_q <= {harness_in_q[8:0], scan_i}" in text
    assert "harness_fold1_q <= {^harness_out_q[4:4], ^harness_out_q[3:0]}" in text
    assert "assign scan_o = harness_fold2_q[0];" in text


def test_logic_alone_is_timed_by_the_registers_around_it() -> None:
    ports = [
        Port("data_i", 1, is_input=True, is_output=False),
        Port("data_o", 1, is_input=False, is_output=True),
    ]
    text = harness("inverter", ports)
    assert "harness_in_q <= scan_i" in text and "assign scan_o = harness_out_q[0];" in text
    assert ".\\clk_i" not in text


def test_ports_that_no_harness_serves_are_named() -> None:
    both = Port("pad_io", 1, is_input=True, is_output=True)
    with pytest.raises(RoundelError, match="port pad_io of engine is an inout"):
        harness("engine", [CLOCK, both])
    with pytest.raises(RoundelError, match="engine has no output"):
        harness("engine", [CLOCK])


@pytest.mark.parametrize("name", HARNESSED)
def test_harness_is_counted_and_adds_nothing_else(design: Design, name: str) -> None:
    target = find_target(name)
    core = design("xor_tree")
    netlist = synthesize(core, target, Options(), limit_seconds=120)
    luts, ffs = _cost(16, 1)
    assert sum(netlist.harness.get(cell, 0) for cell in target.ff_cells) == ffs == 17
    assert sum(netlist.harness.get(cell, 0) for cell in target.lut_cells) == luts == 0
    # By hand the core alone is five LUT4 in two levels and 17 registers.
    assert sum(netlist.cells.get(cell, 0) for cell in target.lut_cells) == 5
    assert sum(netlist.cells.get(cell, 0) for cell in target.ff_cells) == 34
    assert netlist.logic_levels == 2


@pytest.mark.slow
@pytest.mark.parametrize("name", long_but({"ice40", "gowin"}, HARNESSED))
def test_counter_in_the_harness_is_placed_and_routed(design: Design, name: str) -> None:
    target = find_target(name)
    done = implement(design("gated_counter", Width=12), target, Options(), seed=1)
    luts, ffs = _cost(12, 12)
    assert (done.area.harness_luts, done.area.harness_ffs) == (luts, ffs) == (4, 28)
    assert done.area.ffs == 12 + ffs
    assert done.area.luts is not None and 12 + luts <= done.area.luts <= 60
    assert done.area.slices == target.slices(done.area.luts, done.area.ffs)
    assert done.fmax_mhz is not None and 100 < done.fmax_mhz < 1200
    path = done.critical_path
    assert path is not None and path.clock == "clk_i"
    assert path.total_ns == pytest.approx(1000 / done.fmax_mhz, abs=0.01)
    assert path.logic_ns + path.routing_ns == pytest.approx(path.total_ns, abs=0.002)
    assert not any(net.startswith("u_core.") for net in path.nets)


@pytest.mark.slow
def test_ice40_luts_of_the_report_are_those_of_the_netlist(design: Design) -> None:
    area = implement(design("gated_counter", Width=12), find_target("ice40"), Options(), seed=1).area
    assert area.luts == area.cells["SB_LUT4"]
    assert area.ffs == sum(count for cell, count in area.cells.items() if cell.startswith("SB_DFF"))
    assert area.report is not None and area.report["ICESTORM_LC"] >= max(area.luts or 0, area.ffs)


@pytest.mark.slow
def test_memory_of_16_words_is_of_flip_flops_on_ice40(design: Design) -> None:
    target = find_target("ice40")
    netlist = synthesize(design("lut_memory"), target, Options(), limit_seconds=120)
    _, ffs = _cost(17, 8)
    assert sum(netlist.cells.get(cell, 0) for cell in target.ff_cells) == 16 * 8 + ffs


@pytest.mark.slow
def test_memory_of_16_words_is_lut_ram_on_gowin_and_is_timed(design: Design) -> None:
    done = implement(design("lut_memory"), find_target("gowin"), Options(), seed=1)
    cells = done.area.cells
    assert cells["RAM16SDP4"] == 2
    assert done.area.luts == 2 * 8 + cells["LUT4"] and done.area.ffs == _cost(17, 8)[1]
    # Eight bits are read at once and summed: the path goes through the memory, and through LUTs of all sizes.
    assert not {"LUT1", "LUT2", "LUT3"} & set(cells)
    path = done.critical_path
    assert path is not None and path.nets[0].startswith("harness_in_q") and path.levels >= 3


@pytest.mark.slow
def test_design_that_does_not_fit_says_so(design: Design) -> None:
    # At least 64 block RAMs of 4 kbit, and quickly synthesized.
    memory = design("big_memory", AddressBits=14)
    with pytest.raises(JobFailed, match=r"does not fit Lattice iCE40 HX8K.* needed, 32 there"):
        implement(memory, find_target("ice40"), Options(), seed=1)


def test_commands_hold_harness_and_pins(design: Design) -> None:
    core = design("gated_counter", Width=12)
    commands = commands_of(core, find_target("gowin"), Options(), 3, Toolchain())
    assert commands[1] == "wrap-in-harness-1 gated_counter"
    assert "-top roundel_harness" in commands[4]
    assert any(line.startswith('pins.cst: IO_LOC "clk_i" H11;') for line in commands)
    assert "--vopt cst=pins.cst" in commands[-1] and "--seed 3" in commands[-1]
    assert versions_of(find_target("ice40"), Toolchain())["harness"] == "roundel_harness 1"


@pytest.mark.parametrize(
    ("target", "options"),
    [
        ("ice40", Options(wide_luts=True)),
        ("gowin", Options(sequential=True)),
        ("nexus", Options(router="router2")),
    ],
)
def test_option_that_a_target_lacks_is_refused(design: Design, target: str, options: Options) -> None:
    with pytest.raises(RoundelError, match=f"target {target} has no choice of"):
        commands_of(design("xor_tree"), find_target(target), options, 1, Toolchain())

"""Reading real reports and logs of nextpnr."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from roundel.implement.report import (
    critical_path,
    failure_of,
    placed_clock,
    resources,
    source_name,
    stage_of,
    state_of,
    unfit,
    worst_clock,
)

DATA = Path(__file__).parent / "data"


@pytest.fixture
def report() -> dict[str, Any]:
    """The report of `gated_counter` with Width = 12, seed 1."""
    data: dict[str, Any] = json.loads((DATA / "gated_counter_report.json").read_text())
    return data


def test_utilization(report: dict[str, Any]) -> None:
    used = resources(report, "")
    assert used["TRELLIS_FF"] == 12 and used["DP16KD"] == 0
    assert "NO_SUCH_CELL" not in used


def test_what_was_packed_is_in_the_log() -> None:
    # Of xor_tree in the harness: on iCE40 as kinds of logic cells, on Gowin before LUTs that feed registers.
    ice40 = (
        "Info: Packing LUT-FFs..\nInfo:        4 LCs used as LUT4 only\n"
        "Info:        1 LCs used as LUT4 and DFF\nInfo:       33 LCs used as DFF only\n"
    )
    used = resources({"utilization": {"ICESTORM_LC": {"used": 38, "available": 7680}}}, ice40)
    assert used == {"ICESTORM_LC": 38, "LUT4 only": 4, "LUT4 and DFF": 1, "DFF only": 33}
    gowin = "Info: Device utilisation:\nInfo: \t                LUT4:       5/  20736     0%\n"
    used = resources({"utilization": {"LUT4": {"used": 38, "available": 20736}}}, gowin)
    assert used == {"LUT4": 38, "packed LUT4": 5}


def test_fmax_is_that_of_the_worst_clock(report: dict[str, Any]) -> None:
    name, achieved = worst_clock(report) or ("", 0.0)
    assert name == "clk_i" and achieved == pytest.approx(report["fmax"]["clk_i"]["achieved"])
    report["fmax"]["slow_clk"] = {"achieved": 12.5, "constraint": 200}
    assert worst_clock(report) == ("slow_clk", 12.5)
    report["fmax"] = {}
    assert worst_clock(report) is None


def test_placed_fmax_is_the_last_estimate_of_the_worst_clock() -> None:
    log = "\n".join(
        f"Info: Max frequency for clock {clock:>12}: {mhz} MHz (FAIL at 200.00 MHz)"
        for clock, mhz in (("'a'", 80.5), ("'clk$b'", 90.0), ("'a'", 120.25), ("'clk$b'", 100.5))
    )
    assert placed_clock(log) == ("clk$b", 100.5)
    assert placed_clock("Info: Program finished normally.") is None


def test_critical_path_adds_up_to_the_period(report: dict[str, Any]) -> None:
    path = critical_path(report, "clk_i")
    assert path is not None
    assert path.total_ns == pytest.approx(1000 / report["fmax"]["clk_i"]["achieved"], abs=0.005)
    assert path.logic_ns + path.routing_ns == pytest.approx(path.total_ns, abs=0.002)
    assert path.nets[0].startswith("count_o[")
    assert critical_path(report, "no_such_clk") is None


@pytest.mark.parametrize(
    ("made", "source"),
    [
        ("u_chi.theta[3]", "u_chi.theta[3]"),
        ("u_par.c_LUT4_Z_22_D[3]", "u_par.c"),
        ("count_o_TRELLIS_FF_Q_8_DI_CCU2C_S1_B0", "count_o"),
        ("u_block.addend_o_LUT4_Z_3_C_PFUMX_Z_ALUT", "u_block.addend_o"),
        ("count_q$CCU2_FCI_INT", "count_q"),
        ("$abc$1234$auto$5", "$abc$1234$auto$5"),
        ("u_core.count_o_SB_DFFSR_Q_6_D_SB_LUT4_O_I3[0]", "count_o"),
        ("u_core.count_o_DFFR_Q_7_D_ALU_SUM_COUT", "count_o"),
        ("u_core.u_chi.parity_o_DFF_Q_D_LUT4_F_I3", "u_chi.parity_o"),
        ("$iopadmap$clk_i", "clk_i"),
        ("clk_i$SB_IO_IN_$glb_clk", "clk_i"),
        ("harness_in_q[0]", "harness_in_q[0]"),
    ],
)
def test_source_names(made: str, source: str) -> None:
    assert source_name(made) == source


def test_reason_of_a_design_that_does_not_fit() -> None:
    log = (DATA / "big_memory.log").read_text()
    told = "does not fit the device: 256 DP16KD needed, 208 there"
    assert failure_of(log, "nextpnr", "the device") == unfit(log, "the device") == told
    assert unfit(log.replace("256/", "208/"), "the device") is None


@pytest.mark.parametrize(
    ("reason", "state"),
    [
        ("does not fit the device: 9 LUT needed, 8 there", "does not fit"),
        ("nextpnr: Unable to find legal placement for all cells, design is ...", "not placed"),
        ("placement timed out after 9 s", "not placed"),
        ("routing timed out after 9 s", "not routed"),
        ("synthesis timed out after 9 s", "failed"),
    ],
)
def test_the_state_is_of_the_reason(reason: str, state: str) -> None:
    assert state_of(reason) == state


@pytest.mark.parametrize("router", ["Info: Routing..", "Info: Running router2..."])
def test_the_stage_is_as_the_log_says(router: str) -> None:
    placing = "Info: Creating initial analytic placement for 9 cells\n"
    assert stage_of(placing) == "placement"
    assert stage_of(f"{placing}{router}\nInfo: 12 arcs") == "routing"


def test_reason_is_the_last_error_line_or_the_last_line() -> None:
    assert failure_of("Info: x\nERROR: first\nERROR: last one\n", "nextpnr", "d") == "nextpnr: last one"
    assert failure_of("Info: x\nout of memory\n", "nextpnr", "d") == "nextpnr gave no result: out of memory"
    assert failure_of("", "nextpnr", "d") == "nextpnr gave no result"

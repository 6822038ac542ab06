"""Cell counts and logic levels on netlists small enough to count by hand."""

from __future__ import annotations

from typing import Any

import pytest

from roundel.errors import RoundelError
from roundel.implement import find_target
from roundel.implement.netlist import count_cells, digest, logic_levels

LEVELS = {"LUT4": 1, "PFUMX": 0}


def _cell(kind: str, inputs: list[int | str], output: int) -> dict[str, Any]:
    return {
        "type": kind,
        "port_directions": {"I": "input", "O": "output"},
        "connections": {"I": inputs, "O": [output]},
    }


def _module(**cells: dict[str, Any]) -> dict[str, Any]:
    return {"cells": cells}


def test_counts_by_type() -> None:
    module = _module(a=_cell("LUT4", [1], 2), b=_cell("FF", [2], 3), c=_cell("LUT4", [3], 4))
    assert count_cells(module) == {"FF": 1, "LUT4": 2}


def test_registers_cut_paths() -> None:
    # 1 > LUT > LUT > FF > LUT: two levels before the register, one after it.
    module = _module(
        a=_cell("LUT4", [1], 2),
        b=_cell("LUT4", [2, "0"], 3),
        ff=_cell("TRELLIS_FF", [3], 4),
        c=_cell("LUT4", [4], 5),
    )
    assert logic_levels(module, LEVELS) == 2


def test_longest_of_paths_that_meet_again() -> None:
    # 1 > a > b > c > d and 1 > d: three LUTs and a multiplexer that adds no level, then one LUT more.
    module = _module(
        d=_cell("LUT4", [1, 4], 5),
        c=_cell("LUT4", [3], 4),
        mux=_cell("PFUMX", [2, 1], 3),
        a=_cell("LUT4", [1], 2),
    )
    assert logic_levels(module, LEVELS) == 3


def test_no_path_goes_through_the_data_of_a_shift_register_of_luts() -> None:
    # > LUT > SRL16E > LUT > and around again; by its address it is a level like any LUT.
    module = _module(
        a=_cell("LUT4", [1, 4], 2),
        srl={
            "type": "SRL16E",
            "port_directions": {"A0": "input", "CE": "input", "CLK": "input", "D": "input", "Q": "output"},
            "connections": {"A0": ["1"], "CE": [2], "CLK": [9], "D": [2], "Q": [3]},
        },
        b=_cell("LUT4", [3], 4),
    )
    levels = LEVELS | {"SRL16E": 1}
    assert logic_levels(module, levels) == 3
    module["cells"]["srl"]["connections"]["A0"] = [5]
    module["cells"]["c"] = _cell("LUT4", [1], 5)
    assert logic_levels(module, levels) == 4
    module["cells"]["c"] = _cell("LUT4", [2], 5)
    with pytest.raises(RoundelError, match="combinational loop"):
        logic_levels(module, levels)


def test_no_path_goes_through_the_data_of_a_memory_of_luts() -> None:
    # > LUT > memory > LUT, which makes the next word; by its read address it is a level like any LUT.
    for kind, data, write, address in (("TRELLIS_DPR16X4", "DI", "WRE", "RAD"), ("RAM64X1S", "D", "WE", "A")):
        ports = {data: "input", write: "input", address: "input", "DO": "output"}
        module = _module(
            a=_cell("LUT4", [1], 2),
            ram={
                "type": kind,
                "port_directions": ports,
                "connections": {data: [4], write: [4], address: [2], "DO": [3]},
            },
            b=_cell("LUT4", [3], 4),
        )
        assert logic_levels(module, LEVELS | {kind: 1}) == 3
        module["cells"]["ram"]["connections"][address] = [4]
        with pytest.raises(RoundelError, match="combinational loop"):
            logic_levels(module, LEVELS | {kind: 1})


def test_a_dsp_slice_is_a_level_if_no_register_is_in_it() -> None:
    none = {"AREG": f"{0:032b}", "CREG": f"{0:032b}", "PREG": f"{0:032b}", "USE_MULT": "NONE"}
    for changed, levels in (({}, 3), ({"AREG": f"{2:032b}"}, 1), ({"PREG": f"{1:032b}"}, 1)):
        dsp = _cell("DSP48E1", [2], 3) | {"parameters": none | changed}
        module = _module(a=_cell("LUT4", [1], 2), dsp=dsp, b=_cell("LUT4", [3], 4))
        assert logic_levels(module, LEVELS | {"DSP48E1": 1}) == levels


def test_no_logic_has_no_levels() -> None:
    assert logic_levels(_module(ff=_cell("TRELLIS_FF", [1], 2)), LEVELS) == 0


def test_loop_is_an_error_that_names_a_cell() -> None:
    module = _module(a=_cell("LUT4", [3], 2), b=_cell("LUT4", [2], 3))
    with pytest.raises(RoundelError, match="combinational loop through cell [ab]"):
        logic_levels(module, LEVELS)


def test_slice_equivalents() -> None:
    ecp5, xc7 = find_target("ecp5"), find_target("xc7")
    assert ecp5.slices(4875, 5343) == 2672 and ecp5.slices_formula == "ceil(max(LUT, FF) / 2)"
    assert xc7.slices(4430, 6111) == 1108 and xc7.slices(4, 9) == 2
    assert xc7.slices_formula == "ceil(max(LUT / 4, FF / 8))"


def test_unknown_target_offers_the_nearest() -> None:
    with pytest.raises(RoundelError) as caught:
        find_target("ecp")
    assert "unknown target 'ecp'" in str(caught.value) and "ecp5" in caught.value.hint


def _netlist(first: int, second: int, line: int, cell: str = "LUT4") -> dict[str, Any]:
    """Return a netlist whose made names have these numbers, read from this line."""
    names = f"$auto$map.cc:7:made${first}", f"$auto$map.cc:7:made${second}"
    cells = {name: {"type": cell, "attributes": {"src": f"a.sv:{line}"}} for name in names}
    return {"modules": {"top": {"cells": cells, "order": [*names]}}}


def test_digest_is_that_of_all_that_place_and_route_sees() -> None:
    plain = digest(_netlist(10, 11, line=1))
    assert digest(_netlist(10, 11, line=5)) == plain
    assert digest(_netlist(912, 1000, line=5)) == plain
    assert digest(_netlist(10, 11, line=1, cell="LUT3")) != plain
    # A name is another one where another thing had the number.
    crossed = _netlist(10, 11, line=1)
    crossed["modules"]["top"]["order"].reverse()
    assert digest(crossed) != plain
    assert digest(_netlist(10, 11, line=1) | {"creator": "Yosys"}) != plain

"""Netlists after place and route: read back, compared with those before, and checked."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from typer.testing import CliRunner

from roundel.catalog import find_core
from roundel.cli.app import app
from roundel.errors import RoundelError
from roundel.leak import check_core, check_gadget, load_gadgets
from roundel.leak.netlist import mapped_netlist
from roundel.leak.placed import changed, placed_netlist, read_back

CHI = "masked-chi"


@pytest.fixture(scope="module")
def chi() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a gadget before and after place and route."""
    before = mapped_netlist(load_gadgets()[CHI], wide_luts=False)
    return before, placed_netlist(CHI, before)


def cells(module: dict[str, Any], kind: str) -> list[str]:
    return sorted(name for name, cell in module["cells"].items() if cell["type"] == kind)


def test_place_and_route_changes_no_cell(chi: tuple[dict[str, Any], dict[str, Any]]) -> None:
    before, after = chi
    assert changed(before, after) == []
    assert len(cells(after, "TRELLIS_FF")) == len(cells(before, "TRELLIS_FF")) == 30


def other_function(module: dict[str, Any]) -> set[str]:
    name = cells(module, "LUT4")[0]
    settings = module["cells"][name]["parameters"]
    settings["INIT"] = "".join("10"[int(bit)] for bit in settings["INIT"])
    return {name}


def other_share(module: dict[str, Any]) -> set[str]:
    one, other = cells(module, "TRELLIS_FF")[:2]
    wires = [module["cells"][name]["connections"] for name in (one, other)]
    wires[0]["DI"], wires[1]["DI"] = wires[1]["DI"], wires[0]["DI"]
    return {one, other}


def copied_register(module: dict[str, Any]) -> set[str]:
    name = cells(module, "TRELLIS_FF")[0]
    twin = copy.deepcopy(module["cells"][name])
    twin["connections"]["Q"] = [10**6]
    module["cells"]["twin"] = twin
    return {"twin"}


def open_enable(module: dict[str, Any]) -> set[str]:
    name = cells(module, "TRELLIS_FF")[0]
    del module["cells"][name]["connections"]["CE"]
    return {name}


def other_output(module: dict[str, Any]) -> set[str]:
    bits = module["ports"]["state_o"]["bits"]
    bits[0], bits[5] = bits[5], bits[0]
    return {"output state_o[0]", "output state_o[5]"}


@pytest.mark.parametrize("change", [other_function, other_share, copied_register, open_enable, other_output])
def test_a_change_is_found(
    chi: tuple[dict[str, Any], dict[str, Any]], change: Callable[[dict[str, Any]], set[str]]
) -> None:
    before, after = chi[0], copy.deepcopy(chi[1])
    expected = change(after)
    assert set(changed(before, after)) == expected


def test_constants_and_clock_buffers_are_no_cells() -> None:
    cell: dict[str, Any] = {"type": "TRELLIS_COMB", "parameters": {"INITVAL": "0" * 16}}
    written = {
        "ports": {"clk_i": {"direction": "input", "bits": [2]}, "a_o": {"direction": "output", "bits": [5]}},
        "cells": {
            "zero": {**cell, "connections": {"F": [3], "A": []}},
            "buffer": {
                "type": "DCCA",
                "parameters": {},
                "connections": {"CLKI": [2], "CLKO": [4], "CE": []},
            },
            "held": {
                "type": "TRELLIS_FF",
                "parameters": {"SD": "0 "},
                "connections": {"M": [3], "DI": [], "CLK": [4], "Q": [5]},
            },
        },
    }
    module = read_back(written)
    wires = module["cells"]["held"]["connections"]
    assert list(module["cells"]) == ["held"] and wires == {"DI": ["0"], "CLK": [2], "Q": [5]}
    carry = {"ports": {}, "cells": {"c": {**cell, "parameters": {"MODE": "CCU2"}, "connections": {}}}}
    with pytest.raises(RoundelError, match="cell c is a TRELLIS_COMB"):
        read_back(carry)
    xor = {**cell, "parameters": {"INITVAL": "0110" * 4}, "connections": {"F": [3], "A": [2], "B": []}}
    with pytest.raises(RoundelError, match="input B of c is open"):
        read_back({"ports": {}, "cells": {"c": xor}})


def test_a_placed_gadget_does_not_leak() -> None:
    answer = check_gadget(load_gadgets()[CHI], transitions=True, placed=True)
    assert answer.holds and answer.registers == 30


@pytest.mark.long
@pytest.mark.parametrize("name", ["keccak200-masked", "aes128-masked"])
def test_a_placed_core_is_composed_by_the_rules(name: str) -> None:
    assert check_core(find_core(name), placed=True).violations == ()


@pytest.mark.parametrize("more", ["--faults", "--traces=2000"])
def test_options_that_do_not_fit_are_refused(more: str) -> None:
    done = CliRunner().invoke(app, ["leak", CHI, "--placed", more])
    assert isinstance(done.exception, RoundelError) and "Omit" in str(done.exception.hint)

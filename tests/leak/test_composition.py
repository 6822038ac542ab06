"""The composition check: each broken rule is found, on small netlists and on the masked engine."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from roundel.catalog import find_core, load_catalog
from roundel.cli.app import app
from roundel.errors import RoundelError
from roundel.leak import GadgetFault, check_core, core_faults
from roundel.leak.composition import AND, composition_of

# in_block_i has bits x and y of share 0, then those of share 1.
CLOCK, X0, Y0, X1, Y1, R, S, ENABLE = range(2, 10)
CORE = "keccak200-masked"


def lut(output: int, *inputs: int) -> dict[str, Any]:
    wires = {port: [inputs[i] if i < len(inputs) else "0"] for i, port in enumerate("ABCD")}
    return {"type": "LUT4", "connections": {**wires, "Z": [output]}}


def register(source: int, output: int, **more: Any) -> dict[str, Any]:
    wires = {"CLK": [CLOCK], "DI": [source], "Q": [output], **{port: [bit] for port, bit in more.items()}}
    return {"type": "TRELLIS_FF", "connections": wires}


def gadget(a: list[int], b: list[int], fresh: int, result: list[int]) -> dict[str, Any]:
    wires = {
        "clk_i": [CLOCK],
        "enable_i": [ENABLE],
        "a_i": a,
        "b_i": b,
        "fresh_i": [fresh],
        "product_o": result,
    }
    return {"type": f"{AND}$small", "connections": wires}


# The product of x and y, and the sum of it and of x, each share in a register before.
SOUND = [
    *(register(bit, 20 + i) for i, bit in enumerate((X0, X1, Y0, Y1))),
    gadget([20, 21], [22, 23], R, [30, 31]),
    lut(32, 30, 20),
    lut(33, 31, 21),
]


def broken(*cells: dict[str, Any], out: tuple[int, int] = (32, 33), valid: int = ENABLE) -> tuple[str, ...]:
    ports = {
        "clk_i": {"direction": "input", "bits": [CLOCK]},
        "enable_i": {"direction": "input", "bits": [ENABLE]},
        "in_block_i": {"direction": "input", "bits": [X0, Y0, X1, Y1]},
        "fresh_i": {"direction": "input", "bits": [R, S]},
        "out_block_o": {"direction": "output", "bits": list(out)},
        "out_valid_o": {"direction": "output", "bits": [valid]},
    }
    return composition_of({"ports": ports, "cells": {f"c{i}": one for i, one in enumerate(cells)}}).violations


def test_a_sound_composition_breaks_no_rule() -> None:
    assert broken(*SOUND) == ()


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ([lut(40, 30, 31)], "a signal depends on share 0 and share 1"),
        ([lut(40, X0, 21), register(40, 41)], "a signal depends on share 0 and share 1"),
        ([lut(40, X0, S)], "a signal depends on share 0 and fresh bits"),
        ([lut(40, S)], "a fresh bit reaches logic outside of the gadgets"),
        ([register(X0, 40, CE=Y0)], "the control of a register depends on share 0"),
        ([register(X0, 40, LSR=S)], "the control of a register depends on fresh bits"),
        ([gadget([20, 21], [22, 23], R, [40, 41])], "several gadgets have the same fresh bit"),
        (
            [register(S, 50), register(S, 51)]
            + [gadget([20, 21], [22, 23], 50 + i, [60 + 2 * i, 61 + 2 * i]) for i in (0, 1)],
            "several registers have the same fresh bit",
        ),
        (
            [lut(40, S), gadget([20, 21], [22, 23], 40, [41, 42])],
            "the fresh bit of a gadget is not a bit of the port or a register of one",
        ),
        ([gadget([21, 20], [22, 23], S, [40, 41])], "share 0 of a gadget's factor depends on share 1"),
        (
            [lut(50, 20, 22), lut(51, 21, 23), gadget([50, 51], [22, 23], S, [40, 41])],
            "the factors of a gadget depend on a common register",
        ),
        ([{"type": "CCU2C", "connections": {"A0": [X0], "B0": [Y1], "S0": [40]}}], None),
    ],
)
def test_each_broken_rule_is_found(cells: list[dict[str, Any]], said: str | None) -> None:
    if said is None:  # a cell without a rule joins what it reads
        cells[0]["port_directions"] = {"A0": "input", "B0": "input", "S0": "output"}
        said = "a signal depends on share 0 and share 1"
    assert said in broken(*SOUND, *cells)


def test_outputs_have_one_share_or_none() -> None:
    assert broken(*SOUND, out=(33, 32)) == (
        "out_block_o depends on share 1 where it must not",
        "out_block_o depends on share 0 where it must not",
    )
    assert broken(*SOUND, valid=32) == ("out_valid_o depends on share 0 where it must not",)


def test_a_core_without_gadgets_does_not_hold() -> None:
    ports = {
        "in_block_i": {"direction": "input", "bits": [X0, X1]},
        "fresh_i": {"direction": "input", "bits": [R]},
    }
    assert not composition_of({"ports": ports, "cells": {}}).holds


def test_every_masked_core_has_two_faults() -> None:
    masked = [core for core in load_catalog().values() if core.fresh_width]
    assert masked and all(len(core_faults(core)) >= 2 for core in masked)
    with pytest.raises(RoundelError, match="has no faults of keccak-engine"):
        core_faults(find_core("keccak400-x1"))


@pytest.mark.slow
def test_the_masked_engine_is_composed_by_the_rules() -> None:
    answer = check_core(find_core(CORE))
    assert answer.holds, answer.violations
    assert (answer.gadgets, answer.fresh) == (200, 200)


@pytest.mark.slow
@pytest.mark.parametrize("fault", core_faults(find_core(CORE)), ids=lambda fault: fault.what)
def test_a_fault_of_the_masked_engine_is_found(fault: GadgetFault) -> None:
    assert not check_core(find_core(CORE), fault).holds


def test_the_command_reports_what_breaks_a_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = composition_of(
        {
            "ports": {
                "in_block_i": {"direction": "input", "bits": [X0, Y0, X1, Y1]},
                "fresh_i": {"direction": "input", "bits": [R, S]},
            },
            "cells": {f"c{i}": one for i, one in enumerate((*SOUND, lut(40, 30, 31)))},
        }
    )
    monkeypatch.setattr("roundel.leak.check_core", lambda *_: answer)
    done = CliRunner().invoke(app, ["leak", CORE, "--json"])
    assert done.exit_code == 1
    (one,) = json.loads(done.stdout)
    assert (one["core"], one["violations"]) == (CORE, ["a signal depends on share 0 and share 1"])
    assert CliRunner().invoke(app, ["leak", CORE, "--faults"]).exit_code == 0
    monkeypatch.setenv("COLUMNS", "300")
    assert "a signal depends on share 0 and share 1" in CliRunner().invoke(app, ["leak", CORE]).stdout


@pytest.mark.parametrize("more", [["dom-and"], ["--transitions"]])
def test_a_core_is_checked_alone(more: list[str]) -> None:
    done = CliRunner().invoke(app, ["leak", CORE, *more])
    assert isinstance(done.exception, RoundelError)
    assert "rules of its composition" in str(done.exception)

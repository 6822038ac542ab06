"""The composition check: each broken rule is found, on small netlists and on the masked engine."""

from __future__ import annotations

import json
from typing import Any

import pytest
from configurations import long_but
from typer.testing import CliRunner

from roundel.catalog import find_core, load_catalog
from roundel.cli.app import app
from roundel.errors import RoundelError
from roundel.leak import GadgetFault, check_core, core_faults
from roundel.leak.composition import AND, GHASH, KEY, PUBLIC, REVEALED, SBOX, composition_of

# in_block_i has bits x and y of share 0, then those of share 1.
CLOCK, X0, Y0, X1, Y1, R, S, ENABLE = range(2, 10)
CORE = "keccak200-masked"
HASH = "keccak-hash-masked"
GCM = "aes-gcm-masked"
# Gadgets and their fresh bits.
MASKED = {CORE: (200, 200), "aes128-masked": (20, 360), HASH: (1600, 1600), GCM: (30, 624)}
PUBLIC_BITS = {HASH: 48, GCM: 9}


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


BYTE = tuple((100 + i, 200 + i) for i in range(8))  # the registers of the two shares of a byte
SBOX_FRESH = list(range(300, 318))


def sbox(shares: list[list[int]], fresh: list[int] = SBOX_FRESH) -> dict[str, Any]:
    wires = {
        "clk_i": [CLOCK],
        "enable_i": [ENABLE],
        "data_i": [*shares[0], *shares[1]],
        "fresh_i": fresh,
        "data_o": list(range(400, 416)),
    }
    return {"type": f"{SBOX}$small", "connections": wires}


def broken_byte(*cells: dict[str, Any]) -> tuple[str, ...]:
    """Check S-boxes whose bytes come from the registers of BYTE, or are made of them by more cells."""
    held = [register(500 + i, one[0]) for i, one in enumerate(BYTE)]
    held += [register(600 + i, one[1]) for i, one in enumerate(BYTE)]
    block = [*range(500, 508), *range(600, 608)]
    ports = {
        "in_block_i": {"direction": "input", "bits": block},
        "in_key_i": {"direction": "input", "bits": [X0, X1]},
        "fresh_i": {"direction": "input", "bits": [*SBOX_FRESH, R]},
        "out_block_o": {"direction": "output", "bits": [400, 408]},
    }
    listed = {f"c{i}": one for i, one in enumerate((*held, *cells))}
    return composition_of({"ports": ports, "cells": listed}).violations


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


def table(init: int, output: int, *inputs: int) -> dict[str, Any]:
    return {**lut(output, *inputs), "parameters": {"INIT": f"{init:016b}"}}


XOR, AND_TABLE, SELECT = 0x6666, 0x8888, 0xCACA  # of A and B; of A, B and the select C
OWN = "a bit of an S-box's byte has no register of its own that is added to it"


def test_an_s_box_of_a_byte_breaks_no_rule() -> None:
    shares = [[one[i] for one in BYTE] for i in (0, 1)]
    assert broken_byte(sbox(shares)) == ()
    # Each bit plus its neighbour's register, but the last one: still a register of its own each.
    for i in (0, 1):
        shares[i][:7] = [700 + 10 * i + j for j in range(7)]
    sums = [table(XOR, 700 + 10 * i + j, BYTE[j][i], BYTE[j + 1][i]) for i in (0, 1) for j in range(7)]
    found = broken_byte(*sums, sbox(shares))
    assert found == (OWN,)  # the second bit has its own register in the first bit too
    keyed = [table(XOR, 700 + 10 * i + 0, BYTE[0][i], (X0, X1)[i]) for i in (0, 1)]
    shares = [[700 + 10 * i, *(one[i] for one in BYTE[1:])] for i in (0, 1)]
    assert broken_byte(*keyed, sbox(shares)) == ()


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        (
            table(XOR, 700, BYTE[0][0], BYTE[0][1]),
            "share 0 of an S-box's byte depends on share 1",
        ),
        (table(XOR, 700, BYTE[1][0], BYTE[2][0]), OWN),
        (table(AND_TABLE, 700, BYTE[0][0], X0), OWN),
        (table(SELECT, 700, BYTE[0][0], BYTE[1][0], ENABLE), OWN),
        (lut(700, BYTE[0][0], X0), OWN),
        (table(XOR, 700, BYTE[0][0], R), "share 0 of an S-box's byte depends on fresh bits"),
    ],
)
def test_a_byte_that_is_not_uniform_is_found(cell: dict[str, Any], said: str) -> None:
    shares = [[700, *(one[0] for one in BYTE[1:])], [one[1] for one in BYTE]]
    assert said in broken_byte(cell, sbox(shares))


def test_a_bit_that_enters_twice_is_found() -> None:
    shares = [[BYTE[1][0], *(one[0] for one in BYTE[1:])], [one[1] for one in BYTE]]
    assert broken_byte(sbox(shares)) == (OWN,)


def test_a_chosen_register_is_one_of_its_own() -> None:
    """A bit that is one of two registers is uniform, whichever it is."""
    shares = [[700, *(one[0] for one in BYTE[1:])], [one[1] for one in BYTE]]
    assert broken_byte(table(SELECT, 700, BYTE[0][0], X0, ENABLE), sbox(shares)) == ()


def test_two_s_boxes_have_fresh_bits_of_their_own() -> None:
    shares = [[one[i] for one in BYTE] for i in (0, 1)]
    other = sbox(shares)
    other["connections"] = {**other["connections"], "data_o": list(range(420, 436))}
    assert broken_byte(sbox(shares), other) == ("several gadgets have the same fresh bit",)


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


def test_two_ports_of_shares_and_a_register_of_public_bits() -> None:
    """The ports of a stream have one share each. What is registered as public may control both."""
    held = [register(bit, 20 + i, CE=60) for i, bit in enumerate((X0, X1))]
    public = {
        "type": f"{PUBLIC}$small",
        "connections": {"clk_i": [CLOCK], "load_i": [ENABLE], "data_i": [X0], "q_o": [60]},
    }
    ports = {
        "s_axis_tdata": {"direction": "input", "bits": [X0]},
        "s_axis_tdata1": {"direction": "input", "bits": [X1]},
        "fresh_i": {"direction": "input", "bits": [R]},
        "m_axis_tdata": {"direction": "output", "bits": [20]},
        "m_axis_tdata1": {"direction": "output", "bits": [21]},
    }

    def found(*cells: dict[str, Any], **more: dict[str, Any]) -> tuple[str, ...]:
        listed = {f"c{i}": one for i, one in enumerate(cells)}
        answer = composition_of({"ports": {**ports, **more}, "cells": listed})
        assert answer.public == sum(PUBLIC in one["type"] for one in cells)
        return answer.violations

    assert found(*held, public) == ()
    swapped = {"m_axis_tdata1": {"direction": "output", "bits": [20]}}
    assert found(*held, public, **swapped) == ("m_axis_tdata1 depends on share 0 where it must not",)
    unregistered = [register(bit, 20 + i, CE=X0) for i, bit in enumerate((X0, X1))]
    assert found(*unregistered) == ("the control of a register depends on share 0",)
    early = {**public, "connections": {**public["connections"], "load_i": [X1]}}
    assert found(*held, early) == ("the control of a register depends on share 1",)


def masked(kind: str, **wires: list[int]) -> dict[str, Any]:
    return {"type": f"{kind}$small", "connections": {"clk_i": [CLOCK], **wires}}


@pytest.mark.parametrize(
    ("kind", "port", "what"),
    [(GHASH, "subkey_i", "GHASH"), (GHASH, "addend_i", "GHASH"), (KEY, "data_i", "a masked key")],
)
def test_the_shares_of_ghash_and_of_a_key_are_in_order(kind: str, port: str, what: str) -> None:
    """Registers 20 and 21 have the shares of x, 22 and 23 those of y."""
    data = {"subkey_i": [20, 21], "addend_i": [22, 23]} if kind == GHASH else {"data_i": [20, 21]}
    result = {"value_o" if kind == GHASH else "key_o": [40, 41], "fresh_i": [S], "load_i": [ENABLE]}
    assert broken(*SOUND, masked(kind, **data, **result), lut(42, 40, 30), lut(43, 41, 31)) == ()
    swapped = {**data, port: data[port][::-1]}
    assert broken(*SOUND, masked(kind, **swapped, **result)) == (
        f"share 0 of {what} depends on share 1",
        f"share 1 of {what} depends on share 0",
    )
    joined = masked(kind, **data, **result)
    assert "a signal depends on share 0 and share 1" in broken(*SOUND, joined, lut(42, 40, 41))
    reused = masked(kind, **data, **{**result, "fresh_i": [R]})
    assert broken(*SOUND, reused) == ("several gadgets have the same fresh bit",)
    timed = masked(kind, **data, **{**result, "load_i": [20]})
    assert broken(*SOUND, timed) == ("the control of a register depends on share 0",)


def test_a_revealed_bit_is_public_and_counted() -> None:
    """Its sum may leave the core. Its shares are in order, and no share decides when it is loaded."""
    revealed = masked(REVEALED, share_i=[30, 31], bit_o=[50], load_i=[ENABLE], clear_i=[ENABLE])
    assert broken(*SOUND, revealed, register(X0, 60, CE=50), valid=50) == ()
    ports = {
        "in_block_i": {"direction": "input", "bits": [X0, Y0, X1, Y1]},
        "fresh_i": {"direction": "input", "bits": [R, S]},
    }
    cells = {f"c{i}": one for i, one in enumerate((*SOUND, revealed))}
    answer = composition_of({"ports": ports, "cells": cells})
    assert (answer.gadgets, answer.revealed, answer.holds) == (1, 1, True)
    swapped = masked(REVEALED, share_i=[31, 30], bit_o=[50], load_i=[ENABLE])
    assert broken(*SOUND, swapped) == (
        "share 0 of a revealed bit depends on share 1",
        "share 1 of a revealed bit depends on share 0",
    )
    early = masked(REVEALED, share_i=[30, 31], bit_o=[50], load_i=[31])
    assert broken(*SOUND, early) == ("the control of a register depends on share 1",)


@pytest.mark.slow
@pytest.mark.parametrize("name", long_but({CORE, "aes128-masked"}, MASKED))
def test_a_masked_engine_is_composed_by_the_rules(name: str) -> None:
    answer = check_core(find_core(name))
    assert answer.holds, answer.violations
    assert (answer.gadgets, answer.fresh) == MASKED[name]
    assert answer.public == PUBLIC_BITS.get(name, 0)
    assert answer.revealed == (name == GCM)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "fault"),
    [
        # The others are slow to map.
        (name, fault) if name == CORE else pytest.param(name, fault, marks=pytest.mark.long)
        for name in MASKED
        for fault in core_faults(find_core(name))
    ],
    ids=lambda one: one if isinstance(one, str) else one.what,
)
def test_a_fault_of_a_masked_engine_is_found(name: str, fault: GadgetFault) -> None:
    assert not check_core(find_core(name), fault).holds


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
    monkeypatch.setattr("roundel.leak.check_core", lambda *_, **__: answer)
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

"""The rules of marks, and the errors of the model of clearing."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from roundel.errors import RoundelError
from roundel.formal.clearing import Marks, Model, is_meant, numbered
from roundel.formal.flow import INPUTS, Graph, Netlist, Register, Signal, output_of

GATES = {
    "$_NOT_": lambda a: not a,
    "$_BUF_": lambda a: a,
    "$_AND_": lambda a, b: a and b,
    "$_OR_": lambda a, b: a or b,
    "$_XOR_": lambda a, b: a != b,
    "$_XNOR_": lambda a, b: a == b,
    "$_NAND_": lambda a, b: not (a and b),
    "$_NOR_": lambda a, b: not (a or b),
    "$_ANDNOT_": lambda a, b: a and not b,
    "$_ORNOT_": lambda a, b: a or not b,
    "$_MUX_": lambda a, b, s: b if s else a,
}
BITS = (False, True)


def test_every_gate_has_a_rule():
    assert set(GATES) == set(INPUTS)


@pytest.mark.parametrize("kind", GATES)
def test_an_output_is_marked_exactly_if_the_two_runs_may_differ(kind):
    gate = GATES[kind]
    signals = [Signal(*bits) for bits in itertools.product((0, 1), (0, 1), BITS)]
    for inputs in itertools.product(signals, repeat=len(INPUTS[kind])):
        firsts = itertools.product(*((bool(one.value),) if one.known else BITS for one in inputs))
        differ = any(
            bool(gate(*first)) != bool(gate(*second))
            for first in firsts
            for second in itertools.product(
                *(BITS if one.mark else (bit,) for one, bit in zip(inputs, first, strict=True))
            )
        )
        output = output_of(Graph(), kind, inputs)
        assert output.mark == differ, inputs
        assert output.known == all(one.known for one in inputs)
        assert output.value == gate(*(bool(one.value) for one in inputs))


def module(**cells: dict[str, Any]) -> dict[str, Any]:
    """Return a module with a clock (net 2), a register bit (net 4, loaded from net 3), and `cells`."""
    ports = {"clk_i": {"direction": "input", "bits": [2]}}
    names = {"data_q": {"bits": [4]}}
    return {"ports": ports, "netnames": names, "cells": {"data": register(), **cells}}


def register(clock: int = 2) -> dict[str, Any]:
    return {"type": "$_DFF_P_", "connections": {"C": [clock], "D": [3], "Q": [4]}}


def gate(kind: str, output: int, *inputs: int) -> dict[str, Any]:
    pins = {pin: [bit] for pin, bit in zip("AB", inputs, strict=False)}
    return {"type": kind, "connections": {**pins, "Y": [output]}}


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ({"latch": gate("$_DLATCH_P_", 3, 5)}, "cell \\$_DLATCH_P_"),
        ({"one": gate("$_NOT_", 3, 5), "two": gate("$_AND_", 5, 3, 4)}, "loop"),
        ({"data": register(clock=5)}, "clock other than clk_i"),
    ],
)
def test_a_netlist_that_the_rules_do_not_cover_is_refused(cells, message):
    with pytest.raises(ValueError, match=message):
        Netlist(module(**cells), "clk_i")


def test_a_register_without_a_name_is_refused():
    unnamed = module()
    unnamed["netnames"] = {}
    with pytest.raises(ValueError, match="register bit 4 has no name"):
        Netlist(unnamed, "clk_i")


def asynchronous(select: int) -> dict[str, Any]:
    """Return a module with a register (net 6) and a multiplexer to zero after it, which has its name."""
    ports = {name: {"direction": "input", "bits": [bit]} for name, bit in (("clk_i", 2), ("rst_ni", 5))}
    mux = {"type": "$_MUX_", "connections": {"A": ["0"], "B": [6], "S": [select], "Y": [4]}}
    data = {"type": "$_DFF_P_", "connections": {"C": [2], "D": [3], "Q": [6]}}
    return {"ports": ports, "netnames": {"data_q": {"bits": [4]}}, "cells": {"data": data, "mux": mux}}


def test_a_register_with_an_asynchronous_reset_has_the_name_of_what_is_reset():
    netlist = Netlist(asynchronous(5), "clk_i")
    assert [(one.name, one.index) for one in netlist.registers.values()] == [("data_q", 0)]
    assert netlist.outputs == {6: 4}
    with pytest.raises(ValueError, match="register bit 6 has no name"):
        Netlist(asynchronous(7), "clk_i")


@pytest.mark.parametrize(
    ("entry", "meant"),
    [
        ("u_block.lane_q", [True, True]),
        ("u_block.lane_q[3:2]", [True, False]),
        ("gen[0].u_block.lane_q", [True, False]),
        ("gen[1].u_block.lane_q[7:0]", [False, True]),
        ("lock.lane_q", [False, False]),
    ],
)
def test_an_entry_means_registers_by_the_ends_of_their_names(entry, meant):
    registers = [Register("u_core.gen[0].u_block.lane_q", 2), Register("u_core.gen[1].u_block.lane_q", 5)]
    assert [is_meant(register, entry) for register in registers] == meant


def test_assertions_of_one_place_have_names_of_their_own():
    assert numbered(["a", "b", "a", "a"]) == ["a", "b", "a_2", "a_3"]


def test_a_listed_register_must_exist():
    with pytest.raises(RoundelError, match="no register key_q"):
        Model(Netlist(module(), "clk_i"), Marks(remains={"key_q": "a reason"}))

"""Elaborations: the digest is blind to names, and to nothing that is hardware."""

from __future__ import annotations

from pathlib import Path

import pytest

from roundel.catalog import Config, Core
from roundel.errors import RoundelError
from roundel.implement import elaborate

CELL = """
module lane #(parameter int Width = 4) (
  input logic clk_i, input logic [Width-1:0] data_i, output logic [Width-1:0] data_o
);
  logic [Width-1:0] ring[8];
  logic [2:0] position_q;
  initial position_q = 3'd1;
  always_ff @(posedge clk_i) begin
    position_q <= position_q + 3'd1;
    ring[position_q] <= data_i;
  end
  assign data_o = ring[position_q] ^ data_i;
endmodule
"""
TOP = """
module top (input logic clk_i, input logic [3:0] a_i, input logic [3:0] b_i, output logic [3:0] sum_o);
  logic [3:0] first, second;
  (* keep_hierarchy *)
  lane u_first (.clk_i, .data_i(a_i), .data_o(first));
  lane u_second (.clk_i, .data_i(b_i), .data_o(second));
  assign sum_o = first & ~second;
endmodule
"""
NAMES = ("lane", "ring", "position_q", "data_i", "data_o", "first", "second", "u_first", "u_second", "sum_o")


def _digest(folder: Path, *texts: str, top: str = "top") -> str:
    paths = []
    for number, text in enumerate(texts):
        paths.append(folder / f"source_{number}.sv")
        paths[-1].write_text(text)
    core = Core("c", "", "engine", "v", top, tuple(paths), Config("default"), (), 8, (), (), folder)
    return elaborate(core)


def test_names_comments_and_files_have_no_part_in_the_digest(tmp_path: Path) -> None:
    digest = _digest(tmp_path, CELL, TOP)
    text = "// A comment.\n" + CELL + TOP
    for name in NAMES:
        text = text.replace(name, f"z_{name}")
    assert _digest(tmp_path, text.replace("module top", "module other"), top="other") == digest


def test_the_order_of_names_has_no_part_in_the_digest(tmp_path: Path) -> None:
    digest = _digest(tmp_path, CELL, TOP)
    text = TOP.replace("first", "z").replace("second", "a")
    assert _digest(tmp_path, CELL.replace("position_q", "a_q").replace("ring", "z"), text) == digest


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("^ data_i", "& data_i"),
        ("ring[8]", "ring[4]"),
        ("position_q = 3'd1", "position_q = 3'd2"),  # the value that a register starts with
        ("first & ~second", "~first & second"),
        (".data_i(a_i)", ".data_i(b_i)"),
        ("Width = 4", "Width = 5"),
        ("(* keep_hierarchy *)\n", ""),
    ],
)
def test_a_change_of_the_hardware_changes_the_digest(tmp_path: Path, old: str, new: str) -> None:
    assert (old in CELL) != (old in TOP)
    changed = (CELL.replace(old, new), TOP.replace(old, new))
    assert _digest(tmp_path, *changed) != _digest(tmp_path, CELL, TOP)


def test_sources_that_cannot_be_elaborated_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(RoundelError, match="c cannot be elaborated: "):
        _digest(tmp_path, "module top; nothing u_nothing (); endmodule")

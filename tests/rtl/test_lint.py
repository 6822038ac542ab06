"""The tree is clean, and lint would say so if it were not."""

from __future__ import annotations

import shutil

import pytest
from configurations import first_of_each_top

from roundel.catalog import find_core, load_catalog
from roundel.errors import RoundelError
from roundel.headers import check_source
from roundel.lint import (
    FORMAT_FLAGS,
    RULES,
    Finding,
    catalog_findings,
    format_in_place,
    lint,
    text_findings,
    verilator_findings,
)
from roundel.paths import project_root

CORE_FILE = """CAPI=2:
name: roundel:test:{name}:0.1.0
filesets:
  rtl:
    files: [{name}.sv]
targets:
  default:
    filesets: [rtl]
"""
CLEAN = """// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Copies a bit.
// It has no state and no parameters.
//
// Schedule:   Combinational.
// Interfaces: from and to the test.
// Reference:  none.

module roundel_clean (
  input  logic a_i,  // the bit
  output logic b_o   // its copy
);
  assign b_o = a_i;
endmodule
"""


@pytest.fixture
def tree(tmp_path):
    """A project of one clean module, to be spoilt."""
    for name in (RULES, FORMAT_FLAGS):
        shutil.copy(project_root() / name, tmp_path / name)
    folder = tmp_path / "rtl" / "part"
    folder.mkdir(parents=True)
    (folder / "roundel_clean.core").write_text(CORE_FILE.format(name="roundel_clean"))
    (folder / "roundel_clean.sv").write_text(CLEAN)
    return tmp_path


@pytest.mark.slow
def test_the_project_is_clean():
    """Verilator reads a core of each top module; the next test has every module and configuration."""
    root = project_root()
    found = catalog_findings(root) + text_findings(root)
    for name in sorted(first_of_each_top(load_catalog())):
        core = find_core(name)
        found += verilator_findings(root, core.sources, core.top, core.config.parameters)
    assert [str(finding) for finding in found] == []


@pytest.mark.long
def test_every_module_and_configuration_is_clean():
    assert [str(finding) for finding in lint()] == []


def test_a_clean_tree_has_no_findings(tree):
    assert lint(tree) == []


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (CLEAN.replace("logic a_i", "logic [1:0] a_i"), 14, "verilator WIDTHTRUNC"),
        (CLEAN.replace("b_o = a_i", "b_o = c_i"), 14, "verilator"),
        (CLEAN.replace("  assign", "  //" + " long" * 25 + "\n  assign"), 14, "line-length"),
        (CLEAN.replace("  assign", "      assign"), 0, "not formatted"),
        (CLEAN.replace("endmodule", ""), 16, "verible"),
    ],
)
def test_each_tool_is_heard(tree, text, line, said):
    (tree / "rtl" / "part" / "roundel_clean.sv").write_text(text)
    findings = lint(tree)
    assert [
        f for f in findings if (f.path, f.line) == ("rtl/part/roundel_clean.sv", line) and said in str(f)
    ], findings


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("// Schedule:   Combinational.", "// It is combinational.", 1, "no line Schedule:"),
        ("// Interfaces: from", "// It is from", 1, "no line Interfaces:"),
        ("// Reference:  none.\n", "// Reference:  none.\n" + "// and more\n" * 16, 1, "expected 5 to 20"),
        ("// It has no state and no parameters.\n", "", 1, "4 lines, expected 5 to 20"),
        ("  // the bit", "", 11, "port a_i has no comment"),
        ("// the bit", "// the bit,", 11, "ends in a comma"),
        ("roundel_clean", "clean", 0, "declares no module or package roundel_clean"),
    ],
)
def test_a_header_and_the_comments_of_ports_are_checked(old, new, line, said):
    (complaint,) = check_source("roundel_clean", CLEAN.replace(old, new))
    assert complaint.line == line and said in complaint.message


def test_a_module_without_the_prefix_is_a_finding():
    assert [c.message for c in check_source("clean", CLEAN.replace("roundel_clean", "clean"))] == [
        "clean does not start with roundel_: names of modules are global"
    ]


def test_a_package_needs_no_schedule_and_a_stream_no_comment():
    assert not list(check_source("roundel_a_pkg", "package roundel_a_pkg;\nendpackage\n"))
    port = "  input  logic s_axis_tvalid,\n  input  logic a_i,"
    assert not list(check_source("roundel_clean", CLEAN.replace("  input  logic a_i,", port)))


def test_a_file_that_no_core_lists_is_a_finding(tree):
    (tree / "rtl" / "part" / "roundel_stray.sv").write_text(CLEAN.replace("clean", "stray"))
    assert lint(tree) == [Finding("rtl/part/roundel_stray.sv", 0, "not listed in a .core file", "roundel")]


def test_format_mends_what_it_complains_of(tree):
    path = tree / "rtl" / "part" / "roundel_clean.sv"
    path.write_text(CLEAN.replace("  assign", "      assign"))
    assert format_in_place(tree) == ["rtl/part/roundel_clean.sv"]
    assert path.read_text() == CLEAN
    assert format_in_place(tree) == []


def test_missing_perl_is_named_with_the_remedy(tree, monkeypatch):
    monkeypatch.setattr("roundel.simulate.tools.shutil.which", lambda name: None)
    with pytest.raises(RoundelError, match="no perl on PATH") as caught:
        lint(tree)
    assert "apt install perl" in caught.value.hint

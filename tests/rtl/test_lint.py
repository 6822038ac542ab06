"""The tree is clean, and lint would say so if it were not."""

from __future__ import annotations

import shutil

import pytest

from roundel.errors import RoundelError
from roundel.lint import FORMAT_FLAGS, RULES, Finding, format_in_place, lint
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
CLEAN = "module clean (\n  input  logic a_i,\n  output logic b_o\n);\n  assign b_o = a_i;\nendmodule\n"


@pytest.fixture
def tree(tmp_path):
    """A project of one clean module, to be spoilt."""
    for name in (RULES, FORMAT_FLAGS):
        shutil.copy(project_root() / name, tmp_path / name)
    folder = tmp_path / "rtl" / "part"
    folder.mkdir(parents=True)
    (folder / "clean.core").write_text(CORE_FILE.format(name="clean"))
    (folder / "clean.sv").write_text(CLEAN)
    return tmp_path


@pytest.mark.slow
def test_the_project_is_clean():
    assert [str(finding) for finding in lint()] == []


def test_a_clean_tree_has_no_findings(tree):
    assert lint(tree) == []


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (CLEAN.replace("logic a_i", "logic [1:0] a_i"), 5, "verilator WIDTHTRUNC"),
        (CLEAN.replace("b_o = a_i", "b_o = c_i"), 5, "verilator"),
        (CLEAN.replace("  assign", "  //" + " long" * 25 + "\n  assign"), 5, "line-length"),
        (CLEAN.replace("  assign", "      assign"), 0, "not formatted"),
        (CLEAN.replace("endmodule", ""), 7, "verible"),
    ],
)
def test_each_tool_is_heard(tree, text, line, said):
    (tree / "rtl" / "part" / "clean.sv").write_text(text)
    findings = lint(tree)
    assert [f for f in findings if (f.path, f.line) == ("rtl/part/clean.sv", line) and said in str(f)], (
        findings
    )


def test_a_file_that_no_core_lists_is_a_finding(tree):
    (tree / "rtl" / "part" / "stray.sv").write_text(CLEAN.replace("clean", "stray"))
    assert lint(tree) == [Finding("rtl/part/stray.sv", 0, "in no .core file", "roundel")]


def test_format_mends_what_it_complains_of(tree):
    path = tree / "rtl" / "part" / "clean.sv"
    path.write_text(CLEAN.replace("  assign", "      assign"))
    assert format_in_place(tree) == ["rtl/part/clean.sv"]
    assert path.read_text() == CLEAN
    assert format_in_place(tree) == []


def test_missing_perl_is_named_with_the_remedy(tree, monkeypatch):
    monkeypatch.setattr("roundel.simulate.build.shutil.which", lambda name: None)
    with pytest.raises(RoundelError, match="no perl on PATH") as caught:
        lint(tree)
    assert "apt install perl" in caught.value.hint

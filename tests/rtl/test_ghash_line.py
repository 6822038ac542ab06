"""The pipelined GHASH and its multiplier, under cocotb."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench_runner import cases_of, run_bench
from configurations import long_but

from roundel.catalog.capi2 import read_descriptions, sources_of
from roundel.paths import project_root

VLNV = "roundel:aes:ghash_line"


@pytest.mark.slow
@pytest.mark.parametrize("block_cycles", long_but({1}, [1, 2, 4]))
@pytest.mark.parametrize("name", ["ghash_line", "ghash_product"])
def test_pipelined_ghash(name: str, block_cycles: int, tmp_path: Path) -> None:
    bench = Path(__file__).with_name(f"{name}_bench.py")
    sources = sources_of(VLNV, read_descriptions(project_root()), Path(__file__))
    cases = run_bench(
        bench.stem,
        sources,
        f"roundel_{name}",
        f"roundel_{name}_{block_cycles}",
        tmp_path,
        parameters={"BlockCycles": block_cycles},
        environment={"BLOCK_CYCLES": str(block_cycles)},
    )
    assert len(cases) == cases_of(bench) > 0

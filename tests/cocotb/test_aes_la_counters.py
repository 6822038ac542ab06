"""Runs aes_la_counters.py on multi-aes-la, whose services have all counters of the low-area AES cores."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench_runner import cases_of, run_bench

from roundel.catalog import find_core

BENCH = Path(__file__).with_name("aes_la_counters.py")


@pytest.mark.slow
def test_counters_carry(tmp_path: Path) -> None:
    core = find_core("multi-aes-la")
    build = f"{core.name}-counters-{core.source_hash[:16]}"
    words = ("low_q", "high_q")
    parameters = core.config.parameters
    cases = run_bench(
        BENCH.stem, core.sources, core.top, build, tmp_path, parameters=parameters, written=words
    )
    assert len(cases) == cases_of(BENCH) > 0

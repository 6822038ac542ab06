"""Runs the benches of counters on the low-area cores whose services have all of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench_runner import run_bench

from roundel.catalog import find_core

# The bench, the core, the registers that the bench sets, and the number of cases.
BENCHES = [
    ("aes_la_counters", "multi-aes-la", ("low_q", "high_q"), 3),
    ("keccak_la_counters", "multi-keccak-la", ("lanes_q",), 5),
]


@pytest.mark.slow
@pytest.mark.parametrize(("bench", "name", "written", "cases"), BENCHES)
def test_counters_carry(bench: str, name: str, written: tuple[str, ...], cases: int, tmp_path: Path) -> None:
    core = find_core(name)
    build = f"{core.name}-counters-{core.source_hash[:16]}"
    parameters = core.config.parameters
    ran = run_bench(bench, core.sources, core.top, build, tmp_path, parameters=parameters, written=written)
    assert len(ran) == cases

"""Runs the benches of limits on the high-speed AES and Grøstl cores."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench_runner import run_bench

from roundel.catalog import find_core

# The others count by the same modules, or by the same method.
QUICK = [
    ("gcm_limits", "aes-gcm-hs", 30),
    ("aes_hash_limits", "multi-aes-hs", 8),
    ("groestl_limits", "groestl-256", 12),
]
OTHERS = [
    ("gcm_limits", "multi-aes-hs", 30),
    ("gcm_limits", "aes-gcm-xhs", 30),
    ("ctr_limits", "aes-ctr-xhs", 4),
    ("ctr_limits", "aes-ctr-xhs-256", 4),
    ("groestl_limits", "aes-ctr", 4),
    ("groestl_limits", "aes-groestl-256", 16),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bench", "name", "cases"), [*QUICK, *(pytest.param(*one, marks=pytest.mark.long) for one in OTHERS)]
)
def test_limits(bench: str, name: str, cases: int, tmp_path: Path) -> None:
    core = find_core(name)
    ran = run_bench(
        bench,
        core.sources,
        core.top,
        f"{name}-{bench}-{core.source_hash[:16]}",
        tmp_path,
        parameters=core.config.parameters,
        written=("length_q", "blocks_q", "text_length_q", "ad_length_q"),
        environment={"ROUNDEL_CORE": name},
    )
    assert len(ran) == cases

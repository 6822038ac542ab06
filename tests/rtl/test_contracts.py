"""Assertions of port contracts: silent for a legal client, and seen to fail for an illegal one."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench_runner import run_bench

from roundel.paths import project_root

SOURCE = project_root() / "rtl" / "common" / "roundel_rollback_fifo.sv"


def run(folder: Path, broken: str) -> None:
    run_bench(
        "contract_bench",
        [SOURCE],
        "roundel_rollback_fifo",
        "contracts",
        folder,
        parameters={"Width": 8, "Depth": 4},
        environment={"CONTRACT_BROKEN": broken},
    )


@pytest.mark.slow
def test_a_legal_client_meets_no_assertion(tmp_path: Path) -> None:
    run(tmp_path, "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("broken", "said"),
    [("full", "write_i while full_o is high"), ("drop", "write_i together with drop_i")],
)
def test_a_broken_contract_ends_the_simulation(broken: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(RuntimeError):
        run(tmp_path, broken)
    assert said in (tmp_path / "log").read_text()

"""`roundel figure`: which stored rows it shows, and what it says when there are none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from roundel.catalog import find_core
from roundel.cli.app import app
from roundel.cli.figure import best_rows
from roundel.errors import RoundelError


def row(core: str, source_hash: str, per_lut: float | None, variant: str = "r1088") -> dict[str, Any]:
    return {
        "core": core,
        "service": "hash",
        "variant": variant,
        "source_hash": source_hash,
        "throughput_per_lut": per_lut,
    }


def test_the_best_row_of_the_current_source_is_shown() -> None:
    old, poor, good = row("core-a", "old", 9.0), row("core-a", "new", 1.0), row("core-a", "new", 2.0)
    other = row("core-a", "new", 0.5, variant="r576")
    gone, unrouted = row("core-b", "new", 5.0), row("core-a", "new", None, variant="r832")
    shown = best_rows([old, poor, good, other, gone, unrouted], {"core-a": "new"})
    assert shown == [good, other]


def test_without_results_it_says_how_to_get_some(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDEL_RESULTS", str(tmp_path))
    result = CliRunner().invoke(app, ["figure", str(tmp_path / "out.svg")])
    assert isinstance(result.exception, RoundelError)
    assert "roundel bench" in result.exception.hint
    assert not (tmp_path / "out.svg").exists()


def test_an_unknown_target_gets_the_nearest_name(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["figure", str(tmp_path / "out.svg"), "--target", "ecp"])
    assert "ecp5" in str(result.exception)


def test_the_stored_rows_of_the_target_are_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    core = find_core("keccak-hash")
    routed = row(core.name, core.source_hash, 1.0) | {
        "config": "default",
        "target": "ecp5",
        "luts": 5000,
        "block_bits": 1088,
        "fmax_mhz": {"median": 100.0, "min": 99.0, "max": 101.0},
        "throughput_mbps": 4533.3,
    }
    elsewhere = routed | {"target": "other", "variant": "r576", "block_bits": 576}
    monkeypatch.setattr("roundel.lab.stored_rows", lambda store: [routed, elsewhere])
    out = tmp_path / "out.svg"
    result = CliRunner().invoke(app, ["figure", str(out)])
    assert result.exit_code == 0, result.exception
    assert result.stdout.strip() == str(out)
    assert ">keccak-hash<" in out.read_text() and "576 bit" not in out.read_text()

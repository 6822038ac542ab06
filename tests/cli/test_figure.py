"""`roundel figure`: which stored rows it shows, and what it says when there are none."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from markupsafe import Markup
from typer.testing import CliRunner

from roundel.catalog import find_core
from roundel.cli.app import app
from roundel.errors import RoundelError
from roundel.report.svg import Figure


def row(core: str, luts: int = 5000, **changes: Any) -> dict[str, Any]:
    """A stored row of three seeds."""
    variant = find_core(core).service().variant
    base: dict[str, Any] = {
        **{"core": core, "config": "default", "service": "hash", "variant": variant, "target": "ecp5"},
        **{"source_hash": "h", "current": True, "routed": True, "luts": luts, "ffs": 1, "slices": 1},
        **{
            "block_bits": 1088,
            "cycles_per_block": 24.0,
            "options": {},
            "tools": {},
            "seeds": 3,
            "seeds_failed": 0,
        },
        "fmax_mhz": {"median": 100.0, "min": 99.0, "max": 101.0},
        "fmax_interval": {"low": 99.0, "high": 101.0},
        "throughput_mbps": 4533.3,
        "throughput_per_lut": 4533.3 / luts,
    }
    return base | changes


def drawn(path: Path, monkeypatch: pytest.MonkeyPatch, *rows: dict[str, Any]) -> list[float]:
    """The LUTs of what is drawn of these rows."""
    shown: list[float] = []
    monkeypatch.setattr("roundel.lab.stored_rows", lambda store: list(rows))

    def drawing(rows: Iterable[dict[str, Any]]) -> Figure:
        shown.extend(row["luts"] for row in rows)
        return Figure(Markup(""), 1, 1)

    monkeypatch.setattr("roundel.report.throughput_area", drawing)
    assert CliRunner().invoke(app, ["figure", str(path / "out.svg")]).exit_code == 0
    return shown


def test_the_row_that_stands_for_a_core_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [
        row("keccak-hash", 5000),
        row("keccak-hash", 4000),
        row("keccak-hash", 3000, seeds=1, fmax_interval=None),  # lucky
        row("keccak-hash", 2000, variant="r576"),
        row("keccak-hash", 1000, current=False),
        row("keccak-hash", 900, target="ice40"),
        row("keccak-hash-pip", 800, throughput_per_lut=None),
    ]
    assert drawn(tmp_path, monkeypatch, *rows) == [4000]


def test_without_results_it_says_how_to_get_some(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDEL_RESULTS", str(tmp_path))
    monkeypatch.setenv("ROUNDEL_PUBLISHED", str(tmp_path))
    result = CliRunner().invoke(app, ["figure", str(tmp_path / "out.svg")])
    assert isinstance(result.exception, RoundelError)
    assert "roundel bench" in result.exception.hint
    assert not (tmp_path / "out.svg").exists()


def test_an_unknown_target_gets_the_nearest_name(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["figure", str(tmp_path / "out.svg"), "--target", "ecp"])
    assert "ecp5" in str(result.exception)


def test_the_stored_rows_of_the_target_are_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = row("keccak-hash", target="other", variant="r576", block_bits=576)
    monkeypatch.setattr("roundel.lab.stored_rows", lambda store: [row("keccak-hash"), elsewhere])
    out = tmp_path / "out.svg"
    result = CliRunner().invoke(app, ["figure", str(out)])
    assert result.exit_code == 0, result.exception
    assert result.stdout.strip() == str(out)
    assert ">keccak-hash<" in out.read_text() and "576 bit" not in out.read_text()

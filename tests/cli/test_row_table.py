"""The table of rows: what is said of fmax by the number of seeds."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from rich.console import Console
from test_compare import KEYAK, implemented, simulated

from roundel.cli.bench_view import print_rows
from roundel.lab import Store, stored_rows


@pytest.mark.parametrize(
    ("clocks", "told"),
    [
        ((100.0,), "  100.0  "),
        ((100.0, 104.0), "  102.0 [range 100.0..104.0]  "),
        ((100.0, 104.0, 101.0), "  101.0 [100.0..104.0]  "),
        ((90.0, 100.0, 101.0, 102.0, 103.0, 104.0, 110.0, 120.0), "  102.5 [100.0..110.0]  "),
    ],
)
def test_fmax_stands_with_its_interval(
    clocks: tuple[float, ...], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDEL_CACHE", f"{tmp_path}/cache")
    store = Store(tmp_path / "results")
    implemented(store, KEYAK, clocks)
    simulated(store, KEYAK, "aead")
    console = Console(record=True, file=open(os.devnull, "w"))  # noqa: SIM115, PTH123
    print_rows(stored_rows(store), console)
    text = console.export_text().replace("\n", " ")
    assert told in text and "[95 % interval]" in text

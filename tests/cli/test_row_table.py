"""The tables on stdout: what is said of fmax by the number of seeds, and names that are never cut."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from rich.console import Console
from stored_runs import run
from test_compare import KEYAK, implemented, simulated

from roundel.cli.bench_view import print_rows
from roundel.lab import Store, stored_rows
from roundel.verify.report import Report


@pytest.mark.parametrize(
    ("clocks", "told"),
    [
        ((100.0,), "  100.0  "),
        ((100.0, 104.0), "  102.0 [range 100.0..104.0]  "),
        ((100.0, 104.0, 101.0, 102.0, 101.5), "  101.5 [range 100.0..104.0]  "),
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


def test_options_are_shown_where_rows_of_a_design_differ_in_them(store: Store) -> None:
    implemented(store, KEYAK, (100.0, 101.0, 99.0))
    simulated(store, KEYAK, "aead")
    assert "options" not in run("results", KEYAK).stdout
    static = {"options": {"wide_luts": False, "placer": "static"}}
    implemented(store, KEYAK, (110.0,), on=static, tools={"place_and_route": "p 2"})
    lines = run("results", KEYAK).stdout.splitlines()
    assert {line.split()[-1] for line in lines if line.startswith(f" {KEYAK}")} == {"static", "defaults"}
    best = [line for line in run("results", KEYAK, "--best").stdout.splitlines() if KEYAK in line]
    assert len([line for line in best if line.startswith(f" {KEYAK}")]) == 1 and "100.0" in best[0]


def test_a_query_is_printed_whole(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    implemented(store, KEYAK, (100.0,))
    simulated(store, KEYAK, "aead")
    long = "[x]" * 40  # no markup, either
    done = run("results", "--sql", f"select core, '{long}' as told from results")
    assert done.exit_code == 0, done.output
    assert any(line.split() == [KEYAK, long] for line in done.stdout.splitlines())


def test_names_of_verified_cores_are_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    name = "aes-engine:aes-256-two-phases"
    made = Report(name, 7, 7, 0, 2, {"AES[128]": 2}, 5, 0, 3, ())
    monkeypatch.setattr("roundel.verify.run.verify_core", lambda *_, **__: made)
    done = run("verify", name, "--timing", "4")
    assert done.exit_code == 0, done.output
    assert [name, "7", "7", "0", "2", "5", "0", "4", "0", "3"] in [
        line.split() for line in done.stdout.splitlines()
    ]
    assert f"not served by {name} known answers" in " ".join(done.stdout.split())
    assert re.search(r"^ AES +2$", done.stdout, re.MULTILINE)

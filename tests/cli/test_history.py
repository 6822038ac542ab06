"""`roundel history`: the same row over the commits of a checkout of results."""

from __future__ import annotations

import json
import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from test_compare import KEYAK, flat, implemented, run, simulated

from roundel.errors import RoundelError
from roundel.lab import Store
from roundel.lab.publish import publish


def git(folder: Path, *arguments: str) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    who = ("-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True, env=environment)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store whose published results are in a repository, below the repository's root."""
    git(tmp_path, "init", "-q", ".")
    root = tmp_path / "project" / "results"
    root.mkdir(parents=True)
    monkeypatch.setenv("ROUNDEL_RESULTS", str(tmp_path / "live"))
    monkeypatch.setenv("ROUNDEL_PUBLISHED", str(root))
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return Store(tmp_path / "live", root)


def commit(store: Store, subject: str) -> None:
    """Publish what is stored and commit it."""
    assert store.published is not None
    publish(Store(store.root, store.published))
    git(store.published, "add", "-A", ".")
    git(store.published, "commit", "-q", "-m", subject)


def test_a_row_over_commits(store: Store) -> None:
    old = {"source_hash": "0" * 64}
    implemented(store, KEYAK, (100.0, 104.0, 102.0), **old)
    simulated(store, KEYAK, "aead", **old)
    commit(store, "The first [measured] row")
    assert store.published is not None
    (store.published / "note.txt").write_text("no result\n")
    commit(store, "Nothing of the row")
    implemented(store, KEYAK, (150.0, 151.0, 152.0))
    simulated(store, KEYAK, "aead")
    commit(store, "Faster")
    implemented(store, KEYAK, (150.0, 151.0, 152.0, 140.0))
    result = run("history", KEYAK)
    assert result.exit_code == 0, result.exception
    text = flat(result.stdout)
    # 102 MHz at 12 cycles a block of 1344 bits on 1000 LUTs, then 151 MHz.
    assert "00000000 1000 19 102.0 [range 100.0..104.0] 3 12 11424 11424 - The first [measured] row" in text
    assert "now 1000 19 151.0 [range 150.0..152.0] 3 12 16912 16912 1.48 [range 1.44..1.52] Faster" in text
    assert "150.5 [range 140.0..152.0] 4 12 16856 16856 1.00 [range 0.92..1.01] not resolved" in text
    assert "Nothing of the row" not in text
    data = json.loads(run("history", KEYAK, "--json").stdout)
    assert [epoch["commit"]["subject"] for epoch in data["epochs"]] == [
        "The first [measured] row",
        "Faster",
        "",
    ]
    assert data["epochs"][2]["commit"]["name"] == "working tree"
    assert [epoch["measured"]["current"] for epoch in data["epochs"]] == [False, True, True]
    assert data["epochs"][0]["against"] is None
    assert data["epochs"][1]["against"]["value"] == pytest.approx(151 / 102)


def test_a_row_that_is_gone_again_is_still_told(store: Store) -> None:
    implemented(store, KEYAK, (100.0, 104.0, 102.0))
    simulated(store, KEYAK, "aead")
    commit(store, "There")
    assert store.published is not None
    for path in [*store.root.glob("*/*/*.json"), *store.published.glob("*.jsonl")]:
        path.unlink()
    commit(store, "Gone")
    assert flat(run("history", KEYAK).stdout).count("There") == 1


def test_results_that_are_not_committed_yet(store: Store) -> None:
    implemented(store, KEYAK, (100.0,))
    simulated(store, KEYAK, "aead")
    text = flat(run("history", KEYAK).stdout)  # the repository has no commit at all
    assert "working tree" in text and "100.0 one seed" in text


def test_what_another_repository_says_does_not_count(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    implemented(store, KEYAK, (100.0,))
    simulated(store, KEYAK, "aead")
    commit(store, "There")
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    assert "There" in flat(run("history", KEYAK).stdout)


def test_a_shallow_clone_is_told(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in (1, 2):
        # Runs of the same second would have no order.
        clock = SimpleNamespace(now=Mock(return_value=datetime(2026, 1, number, tzinfo=UTC)))
        monkeypatch.setattr("roundel.lab.store.datetime", clock)
        implemented(store, KEYAK, (100.0 * number,), source_hash=str(number) * 64)
        simulated(store, KEYAK, "aead", source_hash=str(number) * 64)
        commit(store, f"Number {number}")
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{tmp_path}", "clone")
    monkeypatch.setenv("ROUNDEL_PUBLISHED", str(tmp_path / "clone" / "project" / "results"))
    text = flat(run("history", KEYAK).stdout)
    assert "Number 2" in text and "Number 1" not in text and "The clone is shallow" in text


def test_no_row_names_the_command(store: Store) -> None:
    simulated(store, KEYAK, "aead")
    commit(store, "Cycles alone")
    result = run("history", KEYAK, "--target", "xc7")
    assert isinstance(result.exception, RoundelError)
    assert "no row of keyak-hs aead/seal on xc7" in result.exception.message
    assert "`roundel bench keyak-hs --target xc7`" in result.exception.hint


def test_outside_of_a_checkout_it_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDEL_RESULTS", str(tmp_path / "live"))
    monkeypatch.setenv("ROUNDEL_PUBLISHED", str(tmp_path))
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", "/")
    result = run("history", KEYAK)
    assert isinstance(result.exception, RoundelError)
    assert "is in no git checkout" in result.exception.message and "clone" in result.exception.hint
    monkeypatch.setenv("ROUNDEL_PUBLISHED", str(tmp_path / "nowhere"))
    result = run("history", KEYAK)
    assert isinstance(result.exception, RoundelError) and "no results in" in result.exception.message
    (tmp_path / "empty").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    monkeypatch.setenv("ROUNDEL_PUBLISHED", str(tmp_path))
    result = run("history", KEYAK)
    assert isinstance(result.exception, RoundelError) and "git is not on PATH" in result.exception.message


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("keyak",), "unknown core 'keyak'"),
        ((KEYAK, "--service", "hash"), "unknown service of keyak-hs"),
        ((KEYAK, "--target", "ecp"), "unknown target 'ecp'"),
    ],
)
def test_unknown_names_are_refused(store: Store, words: tuple[str, ...], told: str) -> None:
    result = run("history", *words)
    assert isinstance(result.exception, RoundelError) and told in result.exception.message

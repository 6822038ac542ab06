"""`roundel publish`: counts, the check for CI, and the project's own published results."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from stored_runs import implemented, run, simulated

from roundel.lab import Store, stored_rows
from roundel.lab.publish import publish
from roundel.lab.sources import FigureSources
from roundel.paths import project_root

CORE = "salsa20-x1"


@pytest.fixture(autouse=True)
def _no_elaboration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roundel.lab.elaborations.elaborate", lambda core: core.source_hash[:32])


def test_runs_are_published_once_and_the_check_says_when_they_are_not(store: Store) -> None:
    assert store.published is not None
    implemented(store, CORE, (30.0, 31.0, 32.0))
    simulated(store, CORE, "block")
    done = run("publish")
    assert done.exit_code == 0, done.exception
    assert done.stdout.splitlines() == [
        "0 lines kept, 5 added, 0 dropped; 1 files change",
        "  salsa20-engine.jsonl",
    ]
    assert json.loads(run("publish", "--json").stdout) == {"added": 0, "dropped": 0, "kept": 5, "files": []}
    assert run("publish", "--check").exit_code == 0
    path = store.published / "salsa20-engine.jsonl"
    path.write_text("".join(reversed(path.read_text().splitlines(keepends=True))))
    done = run("publish", "--check")
    assert done.exit_code == 1 and "run `roundel publish`" in done.stderr
    assert run("publish").exit_code == 0 and run("publish", "--check").exit_code == 0


def test_the_check_leaves_the_runs_of_this_machine_out(store: Store) -> None:
    assert store.published is not None
    store.published.mkdir()
    implemented(store, CORE, (30.0,))
    assert run("publish", "--check").exit_code == 0 and not list(store.published.iterdir())


def test_a_published_row_is_shown_where_nothing_is_live(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    implemented(store, CORE, (30.0, 31.0, 32.0))
    simulated(store, CORE, "block")
    run("publish")
    monkeypatch.setenv("ROUNDEL_RESULTS", str(tmp_path / "nothing"))
    (row,) = json.loads(run("results", CORE, "--json").stdout)
    assert (row["seeds"], row["current"], row["earlier_names"]) == (3, True, False)
    selected = run("results", "--json", "--sql", "SELECT state, count(*) AS n FROM runs GROUP BY state")
    assert json.loads(selected.stdout) == [{"state": "current", "n": 5}]


def test_the_project_s_published_results_are_up_to_date() -> None:
    """Of today's sources, in canonical form: `roundel publish` after a change of RTL marks what is stale."""
    published = project_root() / "results"
    assert publish(Store(published, published), check=True, figures=_figures()).files == (), (
        "run `roundel publish`"
    )


def _figures() -> FigureSources:
    from roundel.catalog import load_catalog
    from roundel.compare.commands import figure_sources

    return figure_sources(load_catalog())


def test_the_project_s_rows_have_the_figures_of_their_runs() -> None:
    published = project_root() / "results"
    rows = stored_rows(Store(published, published))
    assert len(rows) > 700
    assert all(row["cycles_per_block"] for row in rows)

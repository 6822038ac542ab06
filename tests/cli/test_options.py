"""Options that several commands have, and what goes with what."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from stored_runs import flat, implemented, run, simulated

from roundel.cli.options import TARGET_NAMES, check_svg
from roundel.errors import RoundelError
from roundel.implement import TARGETS
from roundel.lab import Store

KEYAK, HASH = "keyak-hs", "keccak-hash"


def test_help_names_every_target() -> None:
    assert TARGET_NAMES.split(", ") == list(TARGETS)
    assert TARGET_NAMES in flat(run("bench", "--help").stdout.replace("│", " "))


def test_a_figure_is_called_svg() -> None:
    check_svg(Path("a.svg"))
    with pytest.raises(RoundelError, match=r"a\.png: a figure is an SVG file") as caught:
        check_svg(Path("a.png"))
    assert "a.svg" in caught.value.hint


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("figure", "a.png"), "a.png: a figure is an SVG file"),
        (("explore", "hash", "--figure", "a.png"), "a.png: a figure is an SVG file"),
        (("figure", "a.svg", "--target", "xc7"), "xc7: it is synthesized only"),
        (("bench", HASH, "--strategy", "quick", "--seeds", "5"), "is one seed, and --seeds says 5"),
        (("bench", HASH, "--strategy", "search", "--seeds", "5"), "its own seeds, and --seeds says 5"),
        (
            ("bench", HASH, "--budget", "5"),
            "--budget 5 applies to --strategy search, and the strategy is seeds",
        ),
        (("bench", HASH, "--scheduler", "foo", "--frequency", "1"), "'foo', expected tcp://HOST:PORT"),
        (("bench", HASH, "--scheduler", "http://a:1", "--frequency", "1"), "expected tcp://HOST:PORT"),
        (("results", HASH, "--sql", "SELECT 1"), "--sql cannot be combined with cores or targets"),
        (("results", HASH, "--target", "nexus"), "no current results of keccak-hash on nexus"),
        (("results", "--sql", "SELECT now()"), "a time with a zone"),
    ],
)
def test_what_does_not_go_together_is_refused(store: Store, words: tuple[str, ...], told: str) -> None:
    implemented(store, KEYAK, (100.0,))
    simulated(store, KEYAK, "aead")
    result = run(*words)
    assert isinstance(result.exception, RoundelError) and told in str(result.exception)
    assert "Traceback" not in str(result.exception)


def test_results_of_some_cores_on_some_targets(store: Store) -> None:
    for core in (KEYAK, HASH):
        implemented(store, core, (100.0,))
        implemented(store, core, (90.0,), target="nexus")
    simulated(store, KEYAK, "aead")
    simulated(store, HASH, "hash")
    rows = json.loads(run("results", KEYAK, "--target", "nexus", "--json").stdout)
    assert [(row["core"], row["target"]) for row in rows] == [(KEYAK, "nexus")]
    assert len(json.loads(run("results", "--json").stdout)) == 4


def test_what_is_no_number_is_null_in_json(store: Store) -> None:
    implemented(store, KEYAK, (100.0,))
    selected = run("results", "--json", "--sql", "SELECT 1.0::DOUBLE / 0 AS a, [0.5, 'nan'::DOUBLE] AS b")
    assert json.loads(selected.stdout) == [{"a": None, "b": [0.5, None]}]


def test_a_store_that_cannot_be_written_is_told_before_anything_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ROUNDEL_RESULTS", str(tmp_path / "file" / "results"))
    monkeypatch.setenv("ROUNDEL_PUBLISHED", str(tmp_path / "published"))
    monkeypatch.setattr("roundel.lab.runs.CyclesRun.execute", None)
    result = run("bench", "aes-x1", "--target", "cells", "--strategy", "quick")
    assert isinstance(result.exception, RoundelError)
    assert f"cannot store a result in {tmp_path}/file/results: Not a directory" in str(result.exception)

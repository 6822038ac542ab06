"""`roundel explore` on stdout, as JSON and as a figure, over made-up runs of cores that there are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from stored_runs import flat, implemented, run, simulated

from roundel.cli.scatter import COLUMNS, LINES, Marker, scatter
from roundel.errors import RoundelError
from roundel.lab import Store

HS, LA, KEYAK = "aes-gcm-hs", "aes-gcm-la", "keyak-hs"
CORES = ("--cores", f"{HS},{LA},{KEYAK}")


@pytest.fixture
def three(store: Store) -> Store:
    """At 128 bits in 10 cycles, 128 in 64, 1344 in 12."""
    implemented(store, HS, (100.0, 101.0, 99.0), luts=3000)
    implemented(store, LA, (100.0, 101.0, 99.0), luts=400)
    implemented(store, KEYAK, (50.0, 51.0, 49.0), luts=7000)
    for core in (HS, LA, KEYAK):
        simulated(store, core, "aead")
    return store


def test_where_nothing_is_timed_no_limit_is_blamed(store: Store) -> None:
    gates = {"luts": None, "gate_equivalents": 900.0, "ffs": 19, "rams": 0, "dsps": 0, "slices": None}
    figures = gates | {"slices_formula": None, "logic_levels": 3, "cells": {}, "fmax_mhz": None}
    on = {"routed": False, "figures": figures}
    implemented(store, KEYAK, (0.0,), on=on, target="cells", seed=None)
    simulated(store, KEYAK, "aead")
    text = flat(run("explore", "aead", "--target", "cells", "--cores", KEYAK).stdout)
    assert "No design on cells has a throughput per area: none is timed. Rank by area: --best luts." in text
    assert "limits" not in text
    text = flat(run("explore", "aead", "--target", "cells", "--best", "luts", "--cores", KEYAK).stdout)
    assert "Best: keyak-hs (aead seal), 900 GE." in text


def test_a_ranking_with_its_front_and_its_commands(three: Store) -> None:
    result = run("explore", "aead", "--any-status", *CORES)
    assert result.exit_code == 0, result.exception
    text = flat(result.stdout)
    assert "aead on ecp5: most throughput per area" in text
    assert "1 ◆ keyak-hs aead seal research 7000 19 50.0 [range 49.0..51.0] 3 12 1344 5600 800" in text
    assert (
        "2 ◆ aes-gcm-la aead seal-128 NIST standard 400 19 100.0 [range 99.0..101.0] 3 64 128 200 500" in text
    )
    assert (
        "3 ◆ aes-gcm-hs aead seal-128 NIST standard 3000 19 100.0 [range 99.0..101.0] 3 10 128 1280 427"
        in text
    )
    assert "Best: keyak-hs (aead seal), 800 kbit/s per LUT, [range 784..816]." in text
    assert "Not resolved" not in text and "Excluded" not in text
    assert "2 roundel bench aes-gcm-la --target ecp5 --seeds 3 --frequency 200 --no-wide-luts --rerun" in text
    assert "Not all compute the same: aes-gcm, lake-keyak." in text


def test_standards_come_first_and_what_is_better_is_named(three: Store) -> None:
    text = flat(run("explore", "aead", *CORES).stdout)
    assert "1 ◆ aes-gcm-la aead seal-128 NIST standard 400" in text
    assert "2 ◆ aes-gcm-hs" in text and "3 ◆ keyak-hs aead seal research 7000" in text
    assert "Best: aes-gcm-la (aead seal-128), 500 kbit/s per LUT" in text
    assert "Better at the goal, but no standard: keyak-hs (research). --any-status ranks all alike." in text
    assert "no standard" not in flat(run("explore", "aead", "--best", "luts", *CORES).stdout)
    (data,) = json.loads(run("explore", "aead", "--json", *CORES).stdout)
    assert [design["status"] for design in data["ranked"]] == ["NIST standard"] * 2 + ["research"]


def test_what_is_excluded_says_by_what(three: Store) -> None:
    words = ("--best", "smallest", "--min-throughput", "1Gbit/s", "--max-luts", "5k")
    result = run("explore", "aead", *words, *CORES)
    assert result.exit_code == 0, result.exception
    text = flat(result.stdout)
    assert "aead on ecp5: least area, at least 1000 Mbit/s, at most 5000 LUT" in text
    assert "Best: aes-gcm-hs (aead seal-128), 3000 LUT." in text
    assert (
        "Excluded: keyak-hs (aead seal): 7000 LUT > 5000 aes-gcm-la (aead seal-128): 200 Mbit/s < 1000"
        in text
    )


def test_when_nothing_keeps_the_limits_the_nearest_is_named(three: Store) -> None:
    result = run("explore", "aead", "--min-throughput", "2000", "--max-luts", "3500", *CORES)
    assert result.exit_code == 1
    text = flat(result.stdout)
    assert "No design keeps the limits. Nearest: aes-gcm-hs (aead seal-128): 1280 Mbit/s < 2000." in text
    assert "at least 2000 Mbit/s: alone, kept by 1 of 3, best by keyak-hs with 5600 Mbit/s" in text
    assert "at most 3500 LUT: alone, kept by 2 of 3, best by aes-gcm-la with 400 LUT" in text


def test_a_figure_just_beside_the_limit_does_not_look_like_it(three: Store) -> None:
    text = flat(run("explore", "aead", "--min-throughput", "1280.4", *CORES).stdout)
    assert "1280 Mbit/s < 1280.4 (its interval contains the limit)" in text
    text = flat(run("explore", "aes-gcm", "--min-frequency", "100.02", *CORES[:1], HS).stdout)
    assert "100.0 MHz < 100.02" in text


def test_overlapping_intervals_are_not_resolved_and_more_seeds_are_offered(store: Store) -> None:
    for core, middle in ((HS, 100.0), ("aes-gcm-hs-hold", 101.0)):
        implemented(store, core, (middle, middle + 5, middle - 5))
        simulated(store, core, "aead")
    text = flat(run("explore", "aead", "--cores", "aes-gcm-hs,aes-gcm-hs-hold").stdout)
    assert "Best: aes-gcm-hs-hold (aead seal-128), 1293 kbit/s per LUT, [range 1229..1357]." in text
    assert "Not resolved from it: aes-gcm-hs, 1280 kbit/s per LUT, [range 1216..1344]." in text
    # One command for both, with more seeds than either has.
    assert "roundel bench aes-gcm-hs-hold aes-gcm-hs --target ecp5 --seeds 16 --frequency 200" in text


def test_equal_areas_are_told_and_no_seeds_are_offered(store: Store) -> None:
    for core, mhz in ((HS, 100.0), ("aes-gcm-hs-hold", 101.0)):
        implemented(store, core, (mhz,))
        simulated(store, core, "aead")
    words = ("--best", "luts", "--cores", "aes-gcm-hs,aes-gcm-hs-hold")
    text = flat(run("explore", "aead", *words).stdout)
    assert (
        "Best: aes-gcm-hs-hold (aead seal-128), 1000 LUT. Not resolved from it: aes-gcm-hs, 1000 LUT." in text
    )
    assert "the areas are the same" in text and "More seeds" not in text


def test_a_winner_whose_interval_reaches_over_a_limit_says_so(three: Store) -> None:
    words = ("--min-throughput", "1270", "--max-luts", "5000")
    text = flat(run("explore", "aead", *words, *CORES).stdout)
    assert "Best: aes-gcm-hs (aead seal-128)" in text
    assert "Its interval lies on both sides of at least 1270 Mbit/s." in text


def test_rows_missing_and_stale_are_told_with_one_command(three: Store) -> None:
    before = {"source_hash": "before"}
    implemented(three, "keyak-la", (70.0,), luts=1999, **before)
    simulated(three, "keyak-la", "aead", **before)
    words = ("explore", "aead", "--cores", f"{HS},keyak-la,keyak-hs-hold")
    result = run(*words)
    assert result.exit_code == 1
    text = flat(result.stdout)
    assert "not ranked (--stale ranks them): * keyak-la (aead seal): 1999 LUT, 209 Mbit/s" in text
    assert "Not measured: keyak-hs-hold (aead seal)." in text
    assert "roundel bench keyak-hs-hold keyak-la --target ecp5" in text
    text = flat(run(*words, "--stale").stdout)
    assert (
        "2 ◆ keyak-la* aead seal research 1999" in text
        and "* keyak-la: the sources have changed since." in text
    )


def test_as_json(three: Store) -> None:
    result = run("explore", "aead", "--json", "--max-luts", "5000", *CORES)
    (data,) = json.loads(result.stdout)
    assert data["limits"] == [{"option": "--max-luts", "quantity": "luts", "bound": 5000.0}]
    assert [design["measured"]["core"] for design in data["ranked"]] == [LA, HS]
    assert data["ranked"][0]["measured"]["throughput"]["value"] == pytest.approx(200)
    assert data["ranked"][1]["resolved"] is True and data["ranked"][1]["on_front"] is True
    assert [design["measured"]["core"] for design in data["excluded"]] == [KEYAK]
    assert data["ranked"][0]["measured"]["command"].startswith("roundel bench aes-gcm-la --target ecp5")


def test_the_figure_has_all_of_them_and_the_excluded_pale(three: Store, tmp_path: Path) -> None:
    path = tmp_path / "front.svg"
    result = run("explore", "aead", "--max-luts", "5000", "--figure", str(path), *CORES)
    assert result.exit_code == 0 and result.stderr.strip() == str(path)
    svg = path.read_text()
    for label in ("aes-gcm-hs, seal-128", "aes-gcm-la, seal-128", "keyak-hs, seal"):
        assert f">{label}<" in svg
    assert svg.count('opacity="0.35"') == 1  # keyak-hs


def test_a_figure_a_target(three: Store, tmp_path: Path) -> None:
    path = tmp_path / "front.svg"
    result = run("explore", "aead", "--target", "ecp5,ice40", "--figure", str(path), *CORES)
    assert result.exit_code == 1
    assert (
        "front-ecp5.svg" in result.stderr and "no placed and routed design to draw on ice40" in result.stderr
    )
    assert [one.name for one in tmp_path.iterdir() if one.suffix == ".svg"] == ["front-ecp5.svg"]
    assert "aead on ice40: most throughput per area No design is measured." in flat(result.stdout)


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        (("hsah",), "unknown service 'hsah'", "hash"),
        (("hash", "--variant", "sha3-257"), "unknown variant of hash 'sha3-257'", "SHA3-256"),
        (("hash", "--cores", "aes-x1"), "unknown core that offers hash 'aes-x1'", "multi-aes"),
        (("hash", "--cores", ","), "no core is named", "keccak-*"),
        (("hash", "--target", "ecp"), "unknown target 'ecp'", "ecp5"),
        (("hash", "--target", ","), "no target is named", "ecp5"),
        (("hash", "--best", "speed"), "unknown goal 'speed'", "throughput"),
        (("hash", "--min-throughput", "quick"), "--min-throughput 'quick', expected a number", "2Gbit/s"),
        (("hash", "--max-luts", "-3"), "--max-luts '-3', expected a number of LUT above 0", "3000"),
        (("hash", "--max-ffs", "3 GHz"), "--max-ffs '3 GHz', expected a number of FF", "Units: k"),
        (("hash", "--target", "ecp5,xc7"), "xc7 has no throughput per area", "--best luts"),
        (("hash", "--strategy", "search"), "unknown strategy to explore with 'search'", "quick"),
        (("hash", "--strategy", "quick", "--seeds", "3"), "--strategy quick is one seed", "Omit one"),
    ],
)
def test_bad_input_is_refused_before_anything_runs(
    store: Store, words: tuple[str, ...], message: str, hint: str
) -> None:
    result = run("explore", *words)
    assert isinstance(result.exception, RoundelError)
    assert message in result.exception.message and hint in result.exception.hint
    assert not list(store.root.iterdir())


def test_marks_stand_where_their_figures_are() -> None:
    spots = [
        Marker((1000.0, 100.0), "A", True),
        Marker((4000.0, 1000.0), "B", True),
        Marker((4000.0, 100.0), "x"),
    ]
    title, *lines = scatter(spots, "LUT", "Mbit/s")
    assert title.strip() == "Mbit/s" and lines[LINES].endswith("LUT") and "1,000" in lines[LINES + 1]
    where = {
        mark: (n, line.index(mark)) for mark in "ABx" for n, line in enumerate(lines[:LINES]) if mark in line
    }
    assert where["B"][0] < where["A"][0] == where["x"][0]  # more throughput is higher up
    assert where["A"][1] < where["B"][1] == where["x"][1]  # more LUTs are to the right
    assert lines[where["A"][0]][where["A"][1] + 1 : where["B"][1]].strip("·") == ""
    assert max(map(len, lines[:LINES])) <= COLUMNS + 10


def test_marks_on_one_spot_stand_beside_each_other() -> None:
    spots = [Marker((1000.0, 100.0), str(n)) for n in range(10, 13)]
    text = "\n".join(scatter(spots, "LUT", "Mbit/s"))
    assert all(str(n) in text for n in range(10, 13)) and scatter([], "", "") == []

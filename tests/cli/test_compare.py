"""`roundel compare` and `roundel reproduce` over a store of made-up runs of cores that there are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from stored_runs import flat, implemented, run, simulated

import roundel
from roundel.catalog import find_core
from roundel.errors import RoundelError
from roundel.implement import TARGETS
from roundel.isa.measure import count_identity
from roundel.lab import Store

MULTI, KEYAK = "multi-keccak-hs", "keyak-hs"


def two_cores(store: Store) -> None:
    implemented(store, MULTI, (100.0, 110.0, 90.0))
    simulated(store, MULTI, "aead")
    implemented(store, KEYAK, (150.0, 160.0, 140.0), luts=750)
    simulated(store, KEYAK, "aead")


def test_two_cores_side_by_side(store: Store) -> None:
    two_cores(store)
    result = run("compare", KEYAK, MULTI)
    assert result.exit_code == 0, result.exception
    text = flat(result.stdout)
    assert "aead keyak-hs seal 750 19 150.0 [range 140.0..160.0] 3 12 1344 16800 22400" in text
    # 1.5 times the clock on 3/4 of the LUTs; of the paper 11.841 / 9.279.
    assert "aead keyak-hs / multi-keccak-hs 2.00 [range 1.70..2.37] 1.50 [range 1.27..1.78] 0.75" in text
    assert "1.28 (p1 II, Virtex-7)" in text
    own, _, _ = text.partition("open core")
    assert "not resolved" not in own.lower() and "have changed" not in text


def test_open_cores_of_others_stand_below(store: Store) -> None:
    two_cores(store)
    text = flat(run("compare", KEYAK, MULTI).stdout)
    # 22400 kbit/s per LUT over 72.6 MHz * 32 bits / 3019 LUTs.
    assert "3019 450 72.6 one seed 1 of 32 bits 770 1539 keyak-hs, aead seal 22400" in text
    assert "29.11 one seed better, not resolved" in text and "not repeated here" in text
    (data,) = json.loads(run("compare", KEYAK, MULTI, "--json").stdout)
    assert data["others"][0]["ratio"]["value"] == pytest.approx(29.109, rel=1e-3)
    assert data["others"][0]["theirs"]["per_lut"] == pytest.approx(0.76952, rel=1e-3)


def test_ranges_that_overlap_and_single_seeds_are_told(store: Store) -> None:
    implemented(store, MULTI, (100.0, 110.0, 90.0))
    simulated(store, MULTI, "aead")
    implemented(store, KEYAK, (105.0, 115.0, 95.0))
    simulated(store, KEYAK, "aead")
    assert "1.05 [range 0.86..1.28] not resolved" in flat(run("compare", KEYAK, MULTI).stdout)


def test_one_seed_resolves_nothing(store: Store) -> None:
    implemented(store, MULTI, (100.0,))
    simulated(store, MULTI, "aead")
    implemented(store, KEYAK, (300.0,))
    simulated(store, KEYAK, "aead")
    assert "3.00 one seed" in flat(run("compare", KEYAK, MULTI).stdout)
    (data,) = json.loads(run("compare", KEYAK, MULTI, "--json").stdout)
    assert data["ratios"][0]["resolved"] is False


def test_rows_of_older_sources_are_marked(store: Store) -> None:
    two_cores(store)
    before = {"source_hash": "before"}
    implemented(store, "keyak-hs-hold", (100.0, 101.0, 102.0), **before)
    simulated(store, "keyak-hs-hold", "aead", **before)
    text = flat(run("compare", "keyak-hs-hold", KEYAK).stdout)
    assert "aead keyak-hs-hold* seal" in text and "aead keyak-hs seal" in text
    assert "* keyak-hs-hold: the sources have changed since this row was measured." in text


def test_missing_rows_are_named_with_their_command(store: Store) -> None:
    two_cores(store)
    result = run("compare", KEYAK, MULTI, "keccak-hash")
    assert result.exit_code == 1
    text = flat(result.stdout)
    assert "aead keyak-hs / multi-keccak-hs 2.00" in text  # what can be told is told
    assert "`roundel bench keccak-hash --target ecp5` makes the row" in text
    assert "`roundel bench multi-keccak-hs --target ecp5` makes the row" in text


def test_nothing_stored_is_an_error_with_the_commands(store: Store) -> None:
    result = run("compare", KEYAK, MULTI, "--target", "ecp5,xc7")
    assert isinstance(result.exception, RoundelError)
    assert "`roundel bench keyak-hs --target ecp5`" in result.exception.hint
    assert "`roundel bench multi-keccak-hs --target xc7 --all-variants`" in result.exception.hint


def test_what_does_not_fit_is_told_with_its_reason(store: Store) -> None:
    for name in (KEYAK, MULTI):
        identity = {"core": name, "target": "ice40", "source_hash": find_core(name).source_hash}
        store.put_failure(
            {"kind": "implementation", "seed": 1} | identity, "does not fit D: 9 needed, 8 there"
        )
    result = run("compare", KEYAK, MULTI, "--target", "ice40")
    assert isinstance(result.exception, RoundelError)
    assert "(keyak-hs on ice40: does not fit D: 9 needed, 8 there; multi-keccak-hs on" in str(
        result.exception
    )
    assert result.exception.hint == "Name a target with a larger device."


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((KEYAK,), "one core, keyak-hs"),
        ((KEYAK, KEYAK), "one core, keyak-hs"),
        ((KEYAK, "multi-kecak-hs"), "unknown core 'multi-kecak-hs'"),
        ((KEYAK, MULTI, "--to", "keccak-hash"), "unknown core among those named 'keccak-hash'"),
        ((KEYAK, MULTI, "--target", "ecp"), "unknown target 'ecp'"),
        ((KEYAK, MULTI, "--target", ","), "no target is named"),
        ((KEYAK, "keccak-hash"), "the cores have no service in common"),
    ],
)
def test_what_cannot_be_compared_is_refused(store: Store, words: tuple[str, ...], told: str) -> None:
    result = run("compare", *words)
    assert isinstance(result.exception, RoundelError) and told in result.exception.message


def test_an_alias_divides_as_the_core_s_own_name_does(store: Store) -> None:
    core, alias = "keccak-hash", "keccak-hash-sync"
    for name, fmax in ((core, 100.0), (MULTI, 150.0)):
        implemented(store, name, (fmax, fmax, fmax))
        simulated(store, name, "hash")
    text = flat(run("compare", alias, MULTI, "--to", alias).stdout)
    assert f"hash {MULTI} / {core} " in text
    assert text == flat(run("compare", core, MULTI, "--to", core).stdout)


def test_an_fmax_of_a_timer_is_told_as_one(store: Store) -> None:
    for name in (KEYAK, MULTI):
        implemented(store, name, (100.0,), target="cells", on={"routed": False})
        simulated(store, name, "aead")
    text = flat(run("compare", KEYAK, MULTI, "--target", "cells").stdout)
    assert "fmax is a timer's" in text and "no fmax" not in text and "None" not in text
    assert "aead keyak-hs seal 1000 19 100.0 not routed, 3 levels - 12" in text


def test_rows_of_other_options_are_told(store: Store) -> None:
    two_cores(store)
    implemented(store, KEYAK, (150.0, 160.0, 140.0), luts=700, on={"options": {"placer": "static"}}, o=1)
    told = "he rows differ in their options: keyak-hs: placer static; multi-keccak-hs: default."
    assert f"T{told}" in flat(run("compare", KEYAK, MULTI).stdout)


def test_messages_of_earlier_sources_are_told(store: Store, tmp_path: Path) -> None:
    figures = {"value": 4.9, "cycles_per_block": 30, "message_cycles": {"1": 180, "2": 210}}
    for version in ("extra-blocks", "extra-blocks-kept-keys"):
        identity = {
            "kind": "figure",
            "core": "aes-groestl-256",
            "source_hash": "before",
            "target": "simulation",
        }
        store.put(identity | {"name": "aes-groestl-256:aead:seal", "version": version}, {"figures": figures})
    result = run("reproduce", "p4", "--figures", str(tmp_path / "figures"))
    text = flat(result.stdout)
    assert "ours 4.90*; at most 5 agrees" in text and "* aes-groestl-256: the sources have changed" in text
    assert "`roundel messages aes-groestl-256 --service aead --variant seal --kept-keys`" in text
    for name in ("short-messages", "equation-3"):
        assert "ours is stale" in (tmp_path / "figures" / f"p4-figure-{name}.svg").read_text()


def test_comparison_as_json(store: Store) -> None:
    two_cores(store)
    (data,) = json.loads(run("compare", KEYAK, MULTI, "--json").stdout)
    assert (data["target"], data["routed"], data["means"]) == ("ecp5", True, [])
    first = data["entries"][0]["measured"]
    assert first["throughput"] == {"value": 16800.0, "low": 15680.0, "high": 17920.0, "seeds": 3} | {
        "basis": "range"
    }
    (ratio,) = data["ratios"]
    assert ratio["resolved"] is True and ratio["per_lut"]["value"] == pytest.approx(2.0)
    assert ratio["papers"][0]["value"] == pytest.approx(11.841 / 9.279)


def test_reproduce_p1(store: Store) -> None:
    two_cores(store)
    result = run("reproduce", "p1")
    assert result.exit_code == 0, result.exception
    text = flat(result.stdout)
    assert "Table II, Virtex-7; Table III, Virtex-5 Keyak HS / AES-GCM HS 3.83 to 4.19" in text
    assert "Claims of the paper: 1 of 14 hold, 0 do not hold, 13 cannot be judged" in text
    assert "holds: (ours) area of multi-purpose Keccak over dedicated Keyak" in text
    # 1000 LUTs over 750, the paper's 2495 over 2444 slices.
    assert "paper 1.02; ours 1.33; 1.33 by slice eq.; 0.68 to 1.53 agrees" in text
    assert "holds: Keccak needs 128-bit I/O" in text
    assert "II Keyak HS Virtex-7 2444 258.40 28.941 12 / 1344 bit keyak-hs ecp5 750 LUT" in text
    assert "`roundel bench multi-keccak-hs --target ecp5 --all-variants` makes it" in text
    assert "Keccak [15] Virtex-5" in text
    assert "Modes of its tables: 8 of 8 hold" in text
    assert "I Keccak MAC Sponge 1600 128 24 1088 multi-keccak-hs, multi-keccak-la holds" in text


def test_reproduce_draws_the_ratios(store: Store, tmp_path: Path) -> None:
    two_cores(store)
    result = run("reproduce", "p1", "--figures", str(tmp_path / "figures"))
    assert result.exit_code == 0, result.exception
    third, fourth = (tmp_path / "figures" / f"p1-figure-{number}.svg" for number in (3, 4))
    assert str(third) in result.stderr and str(fourth) in result.stderr
    text = third.read_text()
    assert "Multi-Keccak HS PRNG / Multi-AES HS PRNG, Virtex-7" in text and "not measured yet" in text
    assert "Keyak HS / AES-GCM HS" not in text
    text = fourth.read_text()
    assert "Keyak LA / AES-GCM LA, Artix-7" in text and "Multi-Keccak LA AEAD" in text
    assert "PRNG" not in text


def test_a_figure_of_a_paper_has_every_routed_target(store: Store, tmp_path: Path) -> None:
    two_cores(store)
    out = tmp_path / "p1.svg"
    assert run("figure", str(out), "--paper", "p1", "--name", "4").exit_code == 0
    text = out.read_text()
    routed = [name for name, target in TARGETS.items() if target.routed]
    assert all(f">{name}<" in text for name in routed) and ">xc7<" not in text
    assert "ecp5: needs rows of aes-gcm-hs" in text and "nexus: needs rows of keyak-hs, aes-gcm-hs" in text
    run("figure", str(out), "--paper", "p1", "--name", "3", "--target", "gowin")
    assert ">gowin<" in out.read_text() and ">ecp5<" not in out.read_text()
    for wrong, told in ((("9",), "unknown figure of p1"), (("3", "--target", "xc7"), "synthesized only")):
        result = run("figure", str(out), "--paper", "p1", "--name", *wrong)
        assert isinstance(result.exception, RoundelError) and told in str(result.exception)


def test_all_papers_are_answered_one_after_the_other(store: Store, tmp_path: Path) -> None:
    result = run("reproduce", "all", "--figures", str(tmp_path / "figures"))
    assert result.exit_code == 0, result.exception
    titles = [line for line in result.stdout.splitlines() if line[:2] in ("p1", "p2", "p3", "p4", "p5")]
    assert [line[:2] for line in titles] == ["p1", "p2", "p3", "p4", "p5"]
    drawn = sorted(path.name for path in (tmp_path / "figures").iterdir())
    assert drawn == [
        "p1-figure-3-all-targets.svg",
        "p1-figure-3.svg",
        "p1-figure-4-all-targets.svg",
        "p1-figure-4.svg",
        "p2-figure-factors.svg",
        "p2-figure-instructions-per-byte.svg",
        "p3-figure-1-as-ratios-all-targets.svg",
        "p3-figure-1-as-ratios.svg",
        "p5-figure-LUTs-of-4-and-6-inputs.svg",
        "p5-figure-logic-share.svg",
        "p5-figure-scaling-of-LUTs-Spartan-3.svg",
        "p5-figure-scaling-of-LUTs-Spartan-6.svg",
        "p5-figure-scaling-of-T.svg",
    ]
    data = json.loads(run("reproduce", "all", "--json").stdout)
    assert [one["paper"]["id"] for one in data] == ["p1", "p2", "p3", "p4", "p5"]


def test_every_verdict_is_exported_with_its_evidence(store: Store, tmp_path: Path) -> None:
    two_cores(store)
    result = run("reproduce", "p1", "--export", str(tmp_path / "verdicts.json"))
    assert result.exit_code == 0 and str(tmp_path / "verdicts.json") in result.stderr
    document = json.loads((tmp_path / "verdicts.json").read_text())
    assert [row["design"] for row in document["rows"]] == [
        "multi-keccak-hs/aead on ecp5",
        "keyak-hs/aead on ecp5",
    ]
    names = {entry["name"] for entry in document["papers"][0]["verdicts"]}
    assert {"bus width", "Keyak HS / AES-GCM HS", "Multi-AES LA PRNG"} <= names


def test_reproduce_as_json(store: Store) -> None:
    data = json.loads(run("reproduce", "p1", "--json").stdout)
    assert data["paper"]["id"] == "p1" and len(data["rows"]) == 39
    assert data["summary"][0].startswith("Claims of the paper: ")
    assert {answer["verdict"] for answer in data["ratios"]} == {"not measured yet"}
    assert "roundel bench keyak-hs --target ecp5" in data["commands"]
    assert (data["format"], data["roundel"]) == (1, roundel.__version__)
    assert data["measurements"] == data["figures"] == []
    two_cores(store)
    data = json.loads(run("reproduce", "p1", "--json").stdout)
    entries = {entry["id"]: entry for entry in data["verdicts"]}
    entry = entries["p1/claim/more services, Keccak"]
    assert entry["verdict"] == "holds" and entry["ours"]["value"] == pytest.approx(1000 / 750)
    measured = {row["design"]: row for row in data["measurements"]}
    assert [measured[design]["area"] for design in entry["designs"]] == [1000, 750]
    assert all(row["source_hash"] and row["command"] for row in measured.values())


@pytest.mark.parametrize("paper", ["p2", "p3", "p4", "p5"])
def test_the_other_papers_are_answered_as_far_as_it_goes(store: Store, paper: str) -> None:
    result = run("reproduce", paper)
    assert result.exit_code == 0, result.exception
    assert "not measured yet" in result.stdout and "Ratios and claims: " in result.stdout


def test_figures_that_belong_to_no_row_answer_p2(store: Store) -> None:
    for version, value in (("neon", 30.0), ("extension", 12.0)):
        store.put(count_identity("sha3-512", version), {"figures": {"value": value}})
    text = flat(run("reproduce", "p2").stdout)
    assert "ours 12.00; at most 21.9 agrees" in text and "paper 21.90" not in text  # ours, to be below it
    assert (
        "does not hold: SHA3-512 on NEON" in text and "paper 48.10; ours 30.00; 43.73 to 52.91 agrees" in text
    )
    assert "no figure of lake-keyak/extension is stored yet" in text
    assert "no rows" not in text
    assert "Ratios and claims: 1 holds, 1 does not hold, 9 not measured yet" in text
    assert "Claims of the paper: 0 of 4 hold, 1 do not hold, 3 cannot be judged" in text
    assert "Why: Ours is 0.62 of the figure that it is compared with." in text
    assert "Not measured yet: `roundel isa measure` makes it" in text


def test_figures_of_another_kernel_s_text_are_marked(store: Store) -> None:
    present = count_identity("sha3-512", "extension")
    store.put(present | {"source_hash": "0" * 64}, {"figures": {"value": 1.0}})
    text = flat(run("reproduce", "p2").stdout)
    assert "ours 1.00* " in text or "ours 1.00*;" in text
    assert "* simd: the sources have changed since it was measured." in text
    assert "Measured again by `roundel isa measure`." in text
    store.put(present, {"figures": {"value": 12.0}})
    text = flat(run("reproduce", "p2").stdout)
    assert "ours 12.00; at most 21.9 agrees" in text and "simd: the sources" not in text


def test_p5_tells_what_is_measured_what_is_not_and_what_does_not_fit(store: Store, tmp_path: Path) -> None:
    for core, luts, fmax in (("aes-x1-table", 1000, 100.0), ("aes-x2-table", 1500, 62.5)):
        implemented(store, core, (fmax, fmax, fmax), luts)
        simulated(store, core, "block")
    late = "aes-x5-table"
    identity = {"core": late, "target": "ecp5", "source_hash": find_core(late).source_hash}
    reason = "does not fit D: 90000 TRELLIS_COMB needed, 83640 there"
    store.put_failure({"kind": "implementation", "seed": 1} | identity, reason)
    result = run("reproduce", "p5", "--figures", str(tmp_path))
    assert result.exit_code == 0, result.exception
    text = flat(result.stdout)
    # 16 ns over twice 10 ns; 1500 LUTs over twice 1000.
    assert "AES x2 0.8 | 0.80 0.61 | 0.75 30.5 | not measured yet" in text
    assert "AES x5 0.67 | does not fit 0.36 | does not fit 27.9 | does not fit" in text
    assert "AES PPL2 1.03 | not measured yet 0.66 | not measured yet" in text
    assert f"Not implemented: {late} on ecp5: {reason}" in text
    assert "does not fit: the T of AES is always close to its estimate" in text
    assert (
        "roundel bench aes-x5-table --target ecp5`" not in text
        and "bench aes-ppl2-table --target ecp5`" in text
    )
    # Its own columns: cycles a block, levels, T, latency in ns and in cycles.
    assert "aes-x1-table ecp5 1000 LUT 100.0 1.280 10 / 128 bit 3 10 10 1 holds" in text
    svg = (tmp_path / "p5-figure-scaling-of-T.svg").read_text()
    assert "Spartan-3, ours: ecp5; of ours 1 does not fit, 10 not measured yet" in svg
    assert "does not fit" in (tmp_path / "p5-figure-LUTs-of-4-and-6-inputs.svg").read_text()


def test_an_unknown_paper_is_refused(store: Store) -> None:
    result = run("reproduce", "p9")
    assert isinstance(result.exception, RoundelError) and "p5" in result.exception.hint

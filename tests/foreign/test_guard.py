"""`roundel guard`: an unchanged design passes quickly, and regressions are caught."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from foreign import edit, project, run

from roundel.catalog import find_core
from roundel.errors import RoundelError
from roundel.implement import find_target
from roundel.lab.guard import BETTER, SAME, UNRESOLVED, WITHIN, WORSE, Bounds, findings
from roundel.lab.guard import _Overlay as Overlay

BASE = "roundel-baseline.json"


@pytest.fixture
def guarded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A project with a baseline; synthesis alone."""
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    with project("startdone", tmp_path) as folder:
        assert run("guard", "--update", "chain", "--target", "ecp5", "--stop-after", "synthesis") == 0
        yield folder


def verdicts(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    (one,) = json.loads(capsys.readouterr().out)
    return {f["figure"]: f["verdict"] for f in one["findings"]} | {"error": one["error"], "ok": one["ok"]}


def test_an_unchanged_design_passes(guarded: Path, capsys) -> None:
    assert run("guard", "--json", "--markdown", "g.md", "--junit", "g.xml") == 0
    found = verdicts(capsys)
    assert found == dict.fromkeys(("LUT", "FF", "cycles per block", "latency"), SAME) | {
        "error": "",
        "ok": True,
    }
    assert "guard passed" in (guarded / "g.md").read_text()
    suite = ElementTree.parse(guarded / "g.xml").getroot()[0]
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("4", "0", "0")


def test_on_another_machine_the_baseline_is_enough(guarded: Path, monkeypatch, capsys) -> None:
    monkeypatch.setenv("ROUNDEL_RESULTS", str(guarded / "empty"))
    assert run("guard", "--json") == 0
    assert verdicts(capsys)["ok"] is True
    assert not list((guarded / "empty").rglob("*.json"))  # nothing was measured


def test_other_names_are_not_placed_again(guarded: Path, monkeypatch, capsys) -> None:
    source = guarded / "chain.v"
    source.write_text(source.read_text().replace("ROUNDS - 1", "(ROUNDS - 1)"))
    monkeypatch.setattr("roundel.lab.runs.implement", lambda *a, **k: pytest.fail("placed"))
    assert run("guard") == 0
    assert "the netlist is that of the baseline: not placed again" in capsys.readouterr().out


def test_three_percent_more_luts_are_caught(guarded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gated = "{state[127:16], state[15:0] ^ {16{busy}} & mix[15:0]}"
    edit(guarded / "chain.v", "assign digest = state;", f"assign digest = {gated};")
    assert run("guard", "--json", "--junit", "g.xml") == 1
    (one,) = json.loads(capsys.readouterr().out)
    luts = one["findings"][0]
    assert 1.01 < float(luts["now"]) / float(luts["before"]) <= 1.035
    assert [f["verdict"] for f in one["findings"]] == [WORSE, SAME, SAME, SAME]
    suite = ElementTree.parse(guarded / "g.xml").getroot()[0]
    assert (suite.get("failures"), suite.get("errors")) == ("1", "0")


def test_more_flip_flops_are_caught(guarded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = guarded / "chain.v"
    edit(source, "busy  <= 1'b1;\n", "busy  <= 1'b1; spare <= {spare, mix[3:0]};\n")
    edit(source, "  reg [7:0]   round;", "  reg [7:0] round; reg [15:0] spare;")
    edit(source, "assign ready  = ~busy;", "assign ready = ~busy & ~(&spare);")
    assert run("guard", "--json", "--lut", "50") == 1
    assert verdicts(capsys)["FF"] == WORSE


def test_one_cycle_more_is_caught(guarded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(guarded / "chain.v", "assign ready  = ~busy;", "assign ready = ~busy & ~late;")
    late = "  reg busy, late; always @(posedge clk) late <= busy;"
    edit(guarded / "chain.v", "  reg         busy;", late)
    assert run("guard", "--json", "--lut", "50", "--ff", "50") == 1
    found = verdicts(capsys)
    assert [name for name, verdict in found.items() if verdict == WORSE] == ["cycles per block"]


def test_a_wrong_digest_is_caught(guarded: Path, capsys) -> None:
    edit(guarded / "chain.v", "mix   <= bit ^ {120'd0, round};", "mix   <= bit ^ {120'd0, ~round};")
    assert run("guard", "--json") == 1
    assert "known answer 1 is wrong" in verdicts(capsys)["error"]
    assert run("guard", "--markdown", "g.md", "--junit", "g.xml") == 1
    assert "**failed**" in (guarded / "g.md").read_text()
    assert ElementTree.parse(guarded / "g.xml").getroot()[0].get("errors") == "1"


def test_an_adapter_that_is_dropped_is_caught(guarded: Path, capsys) -> None:
    edit(guarded / "roundel.toml", 'adapter = "chain_adapter.py"\n', "")
    assert run("guard", "--json") == 1
    found = verdicts(capsys)
    assert (found["evidence"], found["cycles per block"]) == (WORSE, WORSE)


def test_bounds_come_from_the_file_and_the_command_line(guarded: Path, capsys) -> None:
    edit(
        guarded / "chain.v",
        "assign digest = state;",
        "assign digest = {state[127:16], state[15:0] ^ {16{busy}} & mix[15:0]};",
    )
    path = guarded / "roundel.toml"
    path.write_text("[guard]\nlut = 90\nff = 90\n" + path.read_text())
    assert run("guard", "--json") == 0
    assert verdicts(capsys)["LUT"] == WITHIN
    assert run("guard", "--lut", "0", "--json") == 1


def test_a_missing_or_damaged_baseline_is_told(guarded: Path) -> None:
    (guarded / BASE).write_text('{"format": 0}')
    with pytest.raises(RoundelError, match="not a baseline"):
        run("guard")
    (guarded / BASE).unlink()
    with pytest.raises(RoundelError, match="no baseline") as error:
        run("guard")
    assert "roundel guard --update" in error.value.hint


def row(fmax: tuple[float, float, float] | None, seeds: int = 6, **more: object) -> dict[str, object]:
    low, median, high = fmax or (0, 0, 0)
    clock = {"median": median, "min": low, "max": high} if fmax else None
    interval = {"low": low, "high": high} if fmax and seeds >= 6 else None
    return {
        **{"luts": 1000, "gate_equivalents": None, "ffs": 500, "cycles_per_block": 10, "latency_cycles": 9},
        **{"routed": fmax is not None, "logic_levels": 5, "evidence": "", "seeds": seeds},
        **{"fmax_mhz": clock, "fmax_interval": interval, **more},
    }


@pytest.mark.parametrize(
    ("now", "seeds", "verdict"),
    [
        ((98, 100, 102), 6, SAME),
        ((90, 96, 99), 6, UNRESOLVED),  # the intervals overlap
        ((96.5, 97, 97.5), 6, WITHIN),  # apart, by less than 2 %
        ((90, 92, 95), 6, WORSE),
        ((103, 105, 107), 6, BETTER),
        ((80, 80, 80), 1, UNRESOLVED),  # one seed resolves nothing
    ],
)
def test_fmax_is_judged_by_its_interval(now: tuple[float, float, float], seeds: int, verdict: str) -> None:
    found = findings(row((98, 100, 102)), row(now, seeds), Bounds())
    assert found[-1].verdict == verdict


@pytest.mark.parametrize(
    ("luts", "verdict"), [(1000, SAME), (999, BETTER), (1010, WITHIN), (1011, WORSE), (1030, WORSE)]
)
def test_luts_are_judged_by_the_bound(luts: int, verdict: str) -> None:
    assert findings(row(None), row(None, luts=luts), Bounds())[0].verdict == verdict


def test_stopped_after_synthesis_every_target_has_its_area(tmp_path: Path, capsys) -> None:
    with project("stream", tmp_path):
        words = ("--target", "ecp5,ice40,gowin,nexus", "--stop-after", "synthesis", "--json")
        assert run("bench", "checksum", *words) == 0
        rows = json.loads(capsys.readouterr().out)
        assert [one["target"] for one in rows] == ["ecp5", "ice40", "gowin", "nexus"]
        for one in rows:
            assert one["luts"] > 60 and one["ffs"] == 65 and one["logic_levels"] > 0
            assert not one["routed"] and one["fmax_mhz"] is None and one["harness_luts"] is None
            assert "--stop-after synthesis" in one["command"]
        with pytest.raises(RoundelError, match="unknown step to stop after 'placement'"):
            run("bench", "checksum", "--stop-after", "placement")
    assert find_target("gowin").synthesized().after_synthesis == ("techmap -map gowin_luts.v",)


def test_the_overlay_is_a_store(tmp_path: Path) -> None:
    with project("startdone", tmp_path):
        assert Overlay(tmp_path).get({"core": find_core("chain").name, "target": "x"}) is None

"""Sources that change and leave the netlist as it was: what place and route came to still holds."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from lab_project import FAKE_FIGURES, Fakes, Lab, netlist

from roundel.catalog.load import _load
from roundel.implement import TARGETS, Cancellation, JobFailed, Options, Toolchain
from roundel.lab import Event, Request, find_strategy, stored_rows
from roundel.lab import bench as bench_request
from roundel.lab.rows import Outcome, Row
from roundel.lab.runs import ImplementationRun
from roundel.lab.store import key_of
from roundel.lab.task import Job, perform

PATH = {"clock": "clk_i", "total_ns": 10.0, "nets": ["sum_q"], "sources": ["rtl/echo_hash.sv:12.3"]}


class Bench:
    """Makes runs of the present sources: Yosys is real, what comes behind it is counted."""

    def __init__(self, lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
        self.lab = lab
        self.placed: list[str] = []
        self.reason = ""
        bench = self

        def execute(run: ImplementationRun, limit: float, *_: Any) -> dict[str, Any]:
            bench.placed.append(run.label)
            if bench.reason:
                raise JobFailed(bench.reason, limit_seconds=limit)
            return {"figures": {"luts": 40}, "critical_path": PATH, "options": {}, "seconds": 100.0}

        monkeypatch.setattr(ImplementationRun, "execute", execute)
        monkeypatch.setattr("roundel.lab.task.prepare_tools", lambda *_: None)

    def run(self, **changes: Any) -> ImplementationRun:
        run = ImplementationRun(self.lab.core, TARGETS["ecp5"], Options(), 1, Toolchain())
        return dataclasses.replace(run, **changes)

    def perform(self, run: ImplementationRun, limit: float = 60, **more: Any) -> Outcome:
        return perform(Job(run, self.lab.store.root, limit, **more), Cancellation())

    def edit(self, old: str, new: str) -> None:
        path = self.lab.root / "rtl/cores/echo_hash/echo_hash.sv"
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new, 1))
        _load.cache_clear()


@pytest.fixture
def bench(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> Bench:
    return Bench(lab, monkeypatch)


def test_figures_hold_for_sources_that_give_the_same_netlist(bench: Bench) -> None:
    first = bench.perform(bench.run())
    assert first.measured_now and first.record["netlist"] and first.record["seconds"] > 100
    bench.edit("module echo_hash", "// A comment more.\n\nmodule echo_hash")
    run = bench.run()
    assert key_of(run.identity) != first.record["key"]
    second = bench.perform(run)
    assert (second.measured_now, len(bench.placed)) == (False, 1)
    for name in ("figures", "seconds", "measured_at", "netlist"):
        assert second.record[name] == first.record[name], name
    assert second.record["placed_as"] == first.record["key"]
    # Where a path stands in the text, the old run does not know any more.
    assert second.record["critical_path"] == PATH | {"sources": []}
    assert bench.lab.store.get(run.identity) == second.record
    # And once more, from what was carried: the run that was made is named, not the one between.
    bench.edit("// A comment more.", "// Another.")
    assert bench.perform(bench.run()).record["placed_as"] == first.record["key"]
    assert len(bench.placed) == 1


def test_what_place_and_route_depends_on_is_placed_anew(bench: Bench) -> None:
    bench.perform(bench.run())
    bench.edit("module echo_hash", "// A comment more.\nmodule echo_hash")
    others = (
        bench.run(seed=2),
        bench.run(options=Options(frequency_mhz=100)),
        bench.run(target=TARGETS["nexus"]),
        bench.run(route=False),
    )
    for count, run in enumerate(others, start=2):
        assert bench.perform(run).measured_now
        assert len(bench.placed) == count
    assert bench.perform(bench.run(), made_after=1.0).measured_now
    bench.edit("// A comment more.", "// Another.")
    assert not bench.perform(bench.run()).measured_now
    bench.edit("sum_q ^ (", "sum_q ^ ~(")
    assert bench.perform(bench.run()).measured_now


def test_a_failure_holds_too_but_for_those_who_give_more_time_or_ask_for_another_trial(bench: Bench) -> None:
    bench.reason = "routing timed out"
    first = bench.perform(bench.run())
    assert first.failed == "routing timed out" and first.record["netlist"]
    bench.edit("module echo_hash", "// A comment more.\nmodule echo_hash")
    again = bench.perform(bench.run())
    assert (again.failed, again.measured_now, len(bench.placed)) == (first.failed, False, 1)
    kept = bench.lab.store.get_failure(bench.run().identity)
    assert kept == again.record and kept["placed_as"] == first.record["key"] and kept["limit_seconds"] == 60
    bench.edit("// A comment more.", "// Another.")
    assert bench.perform(bench.run(), limit=120).measured_now
    assert bench.perform(bench.run(), retry=True).measured_now
    assert len(bench.placed) == 3
    # A success counts for more than any failure.
    bench.reason = ""
    assert bench.perform(bench.run(), retry=True).failed is None
    bench.edit("// Another.", "// A third.")
    assert bench.perform(bench.run()).failed is None
    assert len(bench.placed) == 4


def test_a_row_of_earlier_sources_is_told_once(
    lab: Lab, fakes: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    events: list[Event] = []

    def measure(digest: str) -> list[Row]:
        events.clear()
        monkeypatch.setattr(ImplementationRun, "synthesize", lambda *_: netlist(digest))
        strategy = find_strategy("seeds", seeds=3)
        request = Request((lab.core,), (TARGETS["ecp5"],), strategy, jobs=1)
        bench_request(request, lab.store, events.append)
        return stored_rows(lab.store)

    def edit(text: str) -> None:
        source = lab.core.sources[-1]
        source.write_text(f"{source.read_text()}{text}\n")
        _load.cache_clear()

    (first,) = measure("plain")
    edit("// a comment more")
    (earlier,) = stored_rows(lab.store)
    assert first["current"] and not earlier["current"]
    fakes.ran.clear()
    (row,) = measure("plain")
    assert fakes.ran == ["echo-hash hash/r64 cycles"]
    notes = [event.reason for event in events if event.kind == "done"]
    assert sorted(notes) == ["", *3 * ["the netlist of earlier sources, placed and routed then"]]
    assert row["current"] and row["seeds"] == 3 and row["source_hash"] != first["source_hash"]
    edit("// and another netlist")
    monkeypatch.setitem(FAKE_FIGURES, "luts", 41)
    assert sorted((row["current"], row["luts"]) for row in measure("other")) == [(False, 40), (True, 41)]

"""The table of properties claims what the ledger has for a core, and nothing of another configuration."""

from __future__ import annotations

import runpy
from dataclasses import replace
from pathlib import Path

from registers import REGISTERS

from roundel.catalog import find_core, load_catalog
from roundel.formal import Ledger, Result, Verdict, job_of, load_tasks
from roundel.formal.per_core import jobs_of
from roundel.formal.properties import HEADS, cores_tested, properties_of
from roundel.formal.tasks import PROPERTIES
from roundel.paths import project_root
from roundel.report.pages import filled
from roundel.verify.run import algorithms_served


def passed(ledger: Ledger, *names: str) -> None:
    for name in names:
        ledger.record(Result(job_of(load_tasks()[name]), Verdict.PASS, 1.0, Path(), cached=False))


def test_every_property_has_a_column_and_every_need_is_a_task():
    assert tuple(HEADS) == PROPERTIES
    tasks = load_tasks()
    groups = {name.partition(":")[0] for name in tasks}
    assert all(set(task.needs) <= groups for task in tasks.values())


def test_only_the_ledger_makes_a_claim(tmp_path):
    ledger = Ledger(tmp_path / "proofs.json")
    core = find_core("keyak-la")
    assert properties_of(core, ledger) == {}
    passed(ledger, "keyak-la-timing")
    assert {name: cell.text for name, cell in properties_of(core, ledger).items()} == {
        "timing": "unbounded: `keyak-la-timing`"
    }
    assert properties_of(find_core("multi-keccak-la"), ledger) == {}


def test_a_proof_that_needs_another_does_not_count_without_it(tmp_path):
    ledger = Ledger(tmp_path / "proofs.json")
    core = find_core("keyak-hs")
    passed(ledger, "duplex-output", "duplex-promises:keyak")
    assert "stream" not in properties_of(core, ledger)
    passed(ledger, "duplex-segments:keyak")
    assert properties_of(core, ledger)["stream"].cycles is None
    # The parts of the other core have other parameters.
    passed(ledger, "duplex-promises:multi")
    assert "stream" not in properties_of(find_core("multi-keccak-hs"), ledger)


def test_a_proof_reaches_no_farther_than_one_that_it_needs(tmp_path, monkeypatch):
    ledger = Ledger(tmp_path / "proofs.json")
    core = find_core("keyak-hs")

    def bounded(core):
        for job in jobs_of(core):
            segments = job.task.name == "duplex-segments:keyak"
            yield replace(job, task=replace(job.task, mode="bmc", depth=36)) if segments else job

    monkeypatch.setattr("roundel.formal.properties.jobs_of", bounded)
    for job in bounded(core):
        ledger.record(Result(job, Verdict.PASS, 1.0, Path(), cached=False))
    assert properties_of(core, ledger)["stream"].cycles == 36


def test_the_tested_cores_are_those_of_the_tests():
    assert set(cores_tested()) == {"timing", "clearing", "commands", "keys"}
    assert cores_tested()["clearing"] == {name for name, core in REGISTERS.items() if core.held}
    assert cores_tested()["clearing"] <= set(load_catalog())
    timing = runpy.run_path(str(project_root() / "tests/verify/test_timing.py"))
    (mark,) = timing["test_timing_does_not_depend_on_values"].pytestmark
    # A name, or a parameter with marks.
    names = {getattr(one, "values", (one,))[0] for one in mark.args[1]}
    assert mark.name == "parametrize" and cores_tested()["timing"] == names


def test_the_random_transactions_are_of_the_cores_that_they_test(monkeypatch):
    monkeypatch.syspath_prepend(project_root() / "tests/verify")
    services = {name for name, core in load_catalog().items() if core.kind == "service"}
    tests = runpy.run_path(str(project_root() / "tests/verify/test_service_cores.py"))
    marks = tests["test_random_transactions"].pytestmark
    (cores,) = (mark.args[1] for mark in marks if mark.name == "parametrize" and mark.args[0] == "name")
    assert set(cores) == services == cores_tested()["commands"]
    keeping = {name for name in services if any(one.keeps for one in algorithms_served(find_core(name)))}
    assert cores_tested()["keys"] == keeping


def test_the_page_has_a_line_for_every_core():
    page = (project_root() / "docs/security.md").read_text()
    text = filled(page, [])
    for core in load_catalog().values():
        assert f"| {core.name} |" in text

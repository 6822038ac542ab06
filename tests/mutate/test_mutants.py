"""Mutants of a small core: their choice, their fates, and the file and page that have them."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from roundel.catalog import find_core, load_catalog
from roundel.catalog.load import fresh_catalog
from roundel.cli.app import app
from roundel.errors import RoundelError
from roundel.formal.prove import Job, Result, Verdict, job_of
from roundel.formal.tasks import load_tasks
from roundel.mutate import proved
from roundel.mutate.campaign import Fate, Mutant, _choose, _worker, all_mutations
from roundel.mutate.chosen import FILE, chosen_mutations
from roundel.mutate.design import core_path
from roundel.mutate.equivalent import PROVED, SAME_NETLIST, equivalence
from roundel.mutate.families import FAMILIES, cores_of, family_of
from roundel.mutate.forked import CRASHED, TIME_LIMIT, forked
from roundel.mutate.mutation import Mutation, Operator
from roundel.mutate.schema import scratch_project, with_mutation, with_schema
from roundel.mutate.stored import MutantFile
from roundel.paths import project_root
from roundel.process.jobs import JobFailed

SMALL = "keccak200-x1"
PAGE = project_root() / "docs" / "mutation-testing.md"


def mutation(old: str, new: str, file: str = "roundel_engine_control.sv") -> Mutation:
    """Return a mutation of the first occurrence of a text in a source of the small core."""
    text = core_path(find_core(SMALL), file).read_text()
    start = len(text[: text.index(old)].encode())
    return Mutation(file, 1, Operator.CHOSEN, start, start + len(old.encode()), old, new, False, "0")


def chi(new: str) -> Mutation:
    return mutation("~state_i[Next] & state_i[Second]", new, "roundel_keccak_chi.sv")


def test_forked_calls_return_a_text_or_why_they_have_none() -> None:
    assert forked(lambda: "text", 10) == "text"
    assert forked(lambda: "", 10) == ""
    assert forked(lambda: str(1 // 0), 10).startswith("ZeroDivisionError")
    assert forked(lambda: os._exit(1), 10) == CRASHED
    begin = time.monotonic()
    assert forked(lambda: str(time.sleep(60)), 0.2) == TIME_LIMIT
    assert time.monotonic() - begin < 50


def test_the_choice_is_the_same_again_and_has_no_overlaps() -> None:
    core, valid = find_core(SMALL), {one.id: True for one in all_mutations(find_core(SMALL))}
    chosen, invalid = _choose(core, 20, 5, valid)
    assert len(chosen) == 20 and not invalid
    assert [one.id for one in chosen] == [one.id for one in _choose(core, 20, 5, valid)[0]]
    assert not any(a.overlaps(b) for place, a in enumerate(chosen) for b in chosen[:place])
    assert len(valid) == len(all_mutations(core))


@pytest.mark.parametrize("family", FAMILIES)
def test_every_member_of_a_family_is_a_core(family: str) -> None:
    assert [core.name for core in cores_of([family])] == list(FAMILIES[family])
    assert all(family_of(core) == family for core in FAMILIES[family])


def test_every_mutation_chosen_by_hand_is_in_its_source() -> None:
    names = {line.split('"')[1] for line in FILE.read_text().splitlines() if line.startswith("core = ")}
    assert all(chosen_mutations(load_catalog()[name]) for name in names)


def test_a_mutated_core_is_equivalent_or_not(tmp_path: Path) -> None:
    core = find_core(SMALL)
    for new, expected in {
        "state_i[Second] & ~state_i[Next]": PROVED,
        "~state_i[Next] | state_i[Second]": "",
    }.items():
        one = chi(new)
        text = with_mutation(core_path(core, one.file).read_text(), one)
        project = scratch_project(project_root(), tmp_path / "project", {one.file: text})
        reason = equivalence(core, fresh_catalog(project)[SMALL], "roundel_keccak_chi")
        assert reason == expected or (expected and reason in (PROVED, SAME_NETLIST))


@pytest.mark.parametrize("verdict", [*Verdict, None])
def test_only_a_counterexample_counts(monkeypatch: pytest.MonkeyPatch, verdict: Verdict | None) -> None:
    """None: SymbiYosys itself does not end within its time limit."""

    def proved_so(job: Job) -> Result:
        if verdict is None:
            raise JobFailed("SymbiYosys timed out", limit_seconds=150)
        return Result(job, verdict, 1.0, project_root(), cached=False)

    core = find_core(SMALL)
    job = job_of(load_tasks()["engine-timing:keccak200-x1"])
    monkeypatch.setattr(proved, "_jobs", lambda core, mutation: iter([job]))
    monkeypatch.setattr(proved, "prove", proved_so)
    expected = job.task.name if verdict is Verdict.FAIL else ""
    assert proved.first_counterexample(core, chi("'0")) == expected


@pytest.mark.slow
def test_one_model_has_all_mutants(tmp_path: Path) -> None:
    core, right, wrong = find_core(SMALL), chi("(~state_i[Next] & state_i[Second])"), chi("'0")
    for numbered, expected in (({1: right}, [(1, False)]), ({2: wrong}, [(2, True)])):
        text = with_schema(core_path(core, right.file).read_text(), numbered)
        project = scratch_project(project_root(), tmp_path / "project", {right.file: text})
        job = {"random": 20, "seed": 0, "unmutated": True}
        found = list(_worker("simulated", core, project, tmp_path, numbered, job))
        assert [(number, bool(what)) for number, what in found] == expected


def test_results_are_stored_one_line_a_mutant(tmp_path: Path) -> None:
    path, core = tmp_path / "mutants.json", find_core(SMALL)
    one = Mutation("m.sv", 3, Operator.SWAP, 0, 6, "a &&\n b", "(a) || (b)", False, "12345678")
    MutantFile(path).record(core, [Mutant(one, Fate.KILLED, "verify: wrong"), Mutant(one, Fate.SURVIVED)], 7)
    stored = MutantFile(path).cores[SMALL]
    assert stored.source_hash == core.simulation_hash and stored.seed == 7
    assert stored.killed_by == {"verify": 1} and stored.count(Fate.SURVIVED) == 1
    assert stored.survivors[0].old == "a && b"
    assert len(path.read_text().splitlines()) == 6
    path.write_text("{")
    with pytest.raises(RoundelError, match="not a file of mutants"):
        MutantFile(path)


def test_command_prints_the_stored_table() -> None:
    result = CliRunner().invoke(app, ["mutate", "--json"])
    assert result.exit_code == 0
    stored = json.loads(result.stdout)
    assert set(stored) == {core for cores in FAMILIES.values() for core in cores}
    fates = [one["fate"] for core in stored.values() for one in core["mutants"]]
    killed, survived = fates.count(Fate.KILLED), fates.count(Fate.SURVIVED)
    assert killed + survived >= 200 and killed / (killed + survived) >= 0.95


def test_the_page_explains_every_survivor() -> None:
    text = PAGE.read_text()
    for core in MutantFile().cores.values():
        for one in core.survivors:
            assert f"`{one.id}`" in text, f"{one.id} is not explained"

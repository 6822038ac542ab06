from __future__ import annotations

import dataclasses
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from roundel.errors import RoundelError
from roundel.formal import Fault, Job, Ledger, Result, Task, Verdict, with_fault

TASK = Task(name="small", what="", tier="fast", top="small", mode="prove", depth=4)
JOB = Job(TASK, {"small.sv": "assert (count <= limit);"})
FAULT = Fault("small", "the limit is not enforced", "small.sv", "count <= limit", "1'b0")


def result(job: Job, verdict: Verdict, seconds: float = 1.0) -> Result:
    return Result(job, verdict, seconds, Path(), cached=False)


def test_a_verdict_is_valid_for_its_texts_only(tmp_path):
    path = tmp_path / "results" / "proofs.json"
    Ledger(path).record(result(JOB, Verdict.PASS, 12.5))
    entry = Ledger(path).get(JOB)
    assert entry and (entry.verdict, entry.seconds) == (Verdict.PASS, 12.5)
    assert Ledger(path).get(Job(TASK, {"small.sv": "assert (count < limit);"})) is None
    # Comments and file names change no key.
    assert Ledger(path).get(Job(TASK, {"other.sv": "assert (count <= limit); // kept"})) == entry
    assert Ledger(path).get(Job(dataclasses.replace(TASK, depth=5), JOB.sources)) is None


def test_a_fault_has_an_entry_of_its_own_and_is_found_by_a_failure(tmp_path):
    ledger = Ledger(tmp_path / "proofs.json")
    faulty = with_fault(JOB, FAULT)
    assert faulty.sources == {"small.sv": "assert (1'b0);"}
    ledger.record(result(faulty, Verdict.PASS))
    assert ledger.names == set()
    ledger.record(result(faulty, Verdict.FAIL))
    assert ledger.names == {"small (the limit is not enforced)"}
    assert ledger.get(JOB) is None


@pytest.mark.parametrize("verdict", [v for v in Verdict if v is not Verdict.PASS])
def test_an_unexpected_verdict_is_not_recorded(tmp_path, verdict):
    Ledger(tmp_path / "proofs.json").record(result(JOB, verdict))
    assert not (tmp_path / "proofs.json").exists()


def test_a_new_proof_replaces_an_old_one_and_a_repeated_one_does_not(tmp_path):
    ledger = Ledger(tmp_path / "proofs.json")
    changed = Job(TASK, {"small.sv": "assert (1);"})
    ledger.record(result(JOB, Verdict.PASS, 1.0))
    ledger.record(result(JOB, Verdict.PASS, 2.0))
    entry = ledger.get(JOB)
    assert entry and entry.seconds == 1.0
    ledger.record(result(changed, Verdict.PASS, 3.0))
    assert ledger.get(JOB) is None
    assert ledger.names == {"small"}
    ledger.remove({"small", "other"})
    assert Ledger(ledger.path).names == set()


def test_many_writers_lose_nothing(tmp_path):
    path = tmp_path / "proofs.json"
    jobs = [Job(dataclasses.replace(TASK, name=f"task{i}"), JOB.sources) for i in range(16)]
    ledgers = [Ledger(path) for _ in jobs]
    with ThreadPoolExecutor(max_workers=8) as pool:
        list(
            pool.map(
                lambda pair: pair[0].record(result(pair[1], Verdict.PASS)), zip(ledgers, jobs, strict=True)
            )
        )
    assert Ledger(path).names == {job.name for job in jobs}
    assert [name for name in json.loads(path.read_text())] == sorted(job.name for job in jobs)


@pytest.mark.parametrize(
    "text",
    ["[]", "{", '{"small": {"key": "1"}}', '{"small": {"key": "1", "verdict": "GOOD"}}', '{"small": 3}'],
)
def test_a_malformed_ledger_is_named(tmp_path, text):
    path = tmp_path / "proofs.json"
    path.write_text(text)
    with pytest.raises(RoundelError, match=r"proofs\.json"):
        Ledger(path)


@pytest.mark.parametrize(("old", "message"), [("count >= limit", "0 times"), ("s", "2 times")])
def test_a_fault_that_does_not_fit_is_named(old, message):
    with pytest.raises(RoundelError, match=f"the limit is not enforced.*{message}"):
        with_fault(JOB, dataclasses.replace(FAULT, old=old))

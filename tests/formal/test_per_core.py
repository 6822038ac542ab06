"""The proofs of a core are those of the sources that it uses."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from roundel.catalog import Config, find_core, load_catalog
from roundel.formal import (
    Ledger,
    Result,
    Verdict,
    designs,
    job_of,
    load_faults,
    load_tasks,
    proofs_of,
    with_fault,
)
from roundel.formal.designs import designs_of_core, designs_of_job
from roundel.formal.per_core import is_of


@pytest.mark.parametrize(
    ("core", "some", "none"),
    [
        (
            "keccak-hash",
            {"keccak-round", "keccak-permutation", "keccak-hash-stream", "keccak-hash-progress"},
            {"aes-sbox", "duplex-still", "round-counter", "stream-fifo"},
        ),
        # What holds for one configuration of a source does not count for another.
        (
            "keccak-hash-pip",
            {"keccak-permutation", "keccak-round-pipelined", "keccak-hash-pipelined-still"},
            {"keccak-hash-stream", "keccak-hash-progress", "keccak-hash-xof-stream"},
        ),
        (
            "keccak-hash-pip2",
            {"keccak-hash-pip2-stream", "keccak-hash-pip2-still", "keccak-hash-pip2-clear"},
            {"keccak-hash-pipelined-still", "keccak-hash-progress"},
        ),
        ("keccak-hash-base", {"keccak-round"}, {"keccak-hash-stream", "keccak-permutation"}),
        ("aes-groestl-512", {"aes-sbox-cut", "aes-groestl-verdict"}, {"aes-groestl-stream"}),
        ("multi-keccak-hs", {"duplex-promises", "duplex-segments", "duplex-output"}, {"keyak-hs-timing"}),
        (
            "keyak-hs-hold",
            {"duplex-output", "duplex-hold-promises", "aead-hold-withheld", "aead-hold-stream"},
            {"aead-hold", "duplex-promises", "duplex-segments", "aes-gcm-hold-promises"},
        ),
        (
            "keyak-la",
            {"round-counter", "stream-register", "keyak-la-timing", "keyak-la-clear", "keccak-la-replaced"},
            {"keccak-round", "stream-fifo"},
        ),
        (
            "multi-keccak-la",
            {"multi-keccak-la-timing", "multi-keccak-la-clear", "keccak-la-replaced"},
            {"keyak-la-clear", "keccak-round"},
        ),
        (
            "aes-gcm-hs",
            {"aes-sbox-halves", "aes-gcm-still"},
            {"aes-sbox", "multi-aes-still", "keccak-round"},
        ),
        ("groestl-256", {"aes-sbox", "aes-groestl-stream"}, {"multi-aes-still"}),
        ("aes-engine", {"aes-key-step", "engine-timing"}, {"aes-sbox", "multi-aes-still"}),
        ("multi-aes-hs", {"aes-sbox-halves", "multi-aes-verdict"}, {"aes-gcm-still"}),
        ("salsa20-x2", {"engine-timing"}, {"keccak-round", "block-control"}),
    ],
)
def test_a_core_has_the_proofs_of_its_sources(core, some, none):
    found = {proof.task for proof in proofs_of(find_core(core))}
    assert some <= found and not none & found


@pytest.mark.parametrize("name", [name for name, task in load_tasks().items() if task.core])
def test_a_task_with_a_core_proves_that_entry(name):
    """The text under proof has the parameters of the catalog's entry, and no other entry has the proof."""
    job = job_of(load_tasks()[name])
    core = find_core(job.task.core)
    assert designs_of_job(job) <= designs_of_core(core)
    assert {module for module, _ in designs_of_job(job)} == {core.top}
    assert [one.name for one in load_catalog().values() if is_of(job, one)] == [core.name]


def test_a_proof_of_other_parameters_is_refused():
    core = find_core("keccak-hash")
    job = job_of(load_tasks()["keccak-hash-stream"])
    assert is_of(job, core)
    for parameters in ({"Pipelined": 1}, {"AsyncReset": 1}):
        assert not is_of(job, replace(core, name="other", config=Config("other", parameters)))


def test_only_widths_of_payloads_do_not_count():
    job = job_of(load_tasks()["stream-register:skid"])
    assert is_of(job, find_core("keyak-la"))
    assert not is_of(replace(job, task=replace(job.task, payload=())), find_core("keyak-la"))
    assert not is_of(job_of(load_tasks()["stream-register:simple"]), find_core("keyak-la"))


def test_proofs_missing_in_the_ledger_are_reported(tmp_path):
    core, ledger = find_core("keyak-la"), Ledger(tmp_path / "proofs.json")

    def counter():
        return next(proof for proof in proofs_of(core, ledger) if proof.task == "round-counter")

    assert (counter().proved_at, counter().faults) == (None, 0)
    assert "not proved for the current sources" in counter().summary
    tasks = load_tasks()
    jobs = [job_of(tasks[f"round-counter:{config}"]) for config in counter().configs]
    faults = [fault for fault in load_faults(tasks) if fault.task == jobs[0].task.name]
    for job in jobs:
        ledger.record(Result(job, Verdict.PASS, 1.0, Path(), cached=False))
    assert counter().proved_at and not counter().faults
    for fault in faults:
        ledger.record(Result(with_fault(jobs[0], fault), Verdict.FAIL, 1.0, Path(), cached=False))
    assert counter().faults == len(faults) > 0


def test_designs_are_elaborated_once(tmp_path, monkeypatch):
    """What is kept is what was elaborated; other parameters, other sources and damage elaborate again."""
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path))
    core, job = find_core("keccak-hash"), job_of(load_tasks()["stream-register:skid"])
    other = replace(core, config=Config("other", {"Pipelined": 1}))
    changed = replace(job, sources={name: text.replace("Skid", "Slip") for name, text in job.sources.items()})
    counts = []

    def found():
        return designs_of_core(core), designs_of_job(job), designs_of_core(other), designs_of_job(changed)

    first = found()
    assert len(set(first)) == 4
    elaborate = designs._top
    monkeypatch.setattr(designs, "_top", lambda *given: counts.append(given) or elaborate(*given))
    assert found() == first and not counts
    known = designs._known(tmp_path / "designs")
    known.keep()
    for damage in ("", known.path.read_text().replace('"[', '"[[', 1)):
        known.path.write_text(damage)
        designs._known.cache_clear()
        assert found() == first
    assert counts
    designs._known.cache_clear()

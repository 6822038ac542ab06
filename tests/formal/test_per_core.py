"""The proofs of a core are those of the sources that it uses."""

from __future__ import annotations

from pathlib import Path

import pytest

from roundel.catalog import find_core
from roundel.formal import Ledger, Result, Verdict, job_of, load_faults, load_tasks, proofs_of, with_fault


@pytest.mark.parametrize(
    ("core", "some", "none"),
    [
        (
            "keccak-hash",
            {"keccak-round", "keccak-hash-stream"},
            {"aes-sbox", "duplex-still", "round-counter", "stream-fifo"},
        ),
        ("keyak-la", {"round-counter", "stream-register"}, {"keccak-round", "stream-fifo"}),
        (
            "aes-gcm-hs",
            {"aes-sbox-halves", "aes-gcm-patience"},
            {"aes-sbox", "multi-aes-patience", "keccak-round"},
        ),
        ("aes-engine", {"aes-sbox-cut", "aes-key-step"}, {"aes-sbox", "multi-aes-patience"}),
        ("multi-aes-hs", {"aes-sbox", "multi-aes-patience"}, {"aes-gcm-patience"}),
        ("salsa20-x2", {"salsa20-double-round", "block-control"}, {"keccak-round"}),
    ],
)
def test_a_core_has_the_proofs_of_its_sources(core, some, none):
    found = {proof.task for proof in proofs_of(find_core(core))}
    assert some <= found and not none & found


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

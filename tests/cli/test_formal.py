"""`roundel formal`: proofs and their faults, made or from the ledger."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from roundel.cli.app import app

TASK = "stream-register:simple"


@pytest.mark.slow
def test_a_proof_is_entered_and_not_made_again(monkeypatch, tmp_path):
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("ROUNDEL_PUBLISHED", str(tmp_path / "results"))
    path = tmp_path / "results" / "proofs.json"
    path.parent.mkdir()
    gone = {"key": "0", "verdict": "PASS", "seconds": 1.0, "proved_at": "2026-01-01T00:00:00+00:00"}
    path.write_text(json.dumps({"a-task-that-is-no-more": gone}))

    def lines() -> list[str]:
        done = CliRunner().invoke(app, ["formal", "--faults", TASK])
        assert done.exit_code == 0, done.output
        return done.stdout.splitlines()

    first = lines()
    assert sorted(line.split()[0] for line in first) == ["FOUND", "PASS"]
    assert all(TASK in line for line in first)
    assert sum("that the register is overwritten" in line for line in first) == 1
    entries = json.loads(path.read_text())
    assert {entry["verdict"] for entry in entries.values()} == {"FAIL", "PASS"}
    assert all(name.startswith(TASK) for name in entries)
    day = entries[TASK]["proved_at"][:10]
    assert all(line.endswith(f" on {day}") for line in lines())

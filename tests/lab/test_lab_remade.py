"""A committed row measured again by the command it carries: the same figures come out."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from shared_runtime import share_runtime

from roundel.lab import Store, published_store, stored_rows
from roundel.lab.columns import tool_seconds
from roundel.lab.sources import current_records

# When a row was measured and under which names: no figures of the design.
NOT_A_FIGURE = {"measured_at", "earlier_names", "critical_path"}


def cheapest(store: Store) -> dict[str, Any]:
    """Return the current row whose implementations took the fewest seconds."""
    seconds: dict[tuple[str, str, str, str], float] = {}
    for record in current_records(store):
        if record["kind"] == "implementation" and "figures" in record:
            same = (record["core"], record["source_hash"], record["target"], repr(record["options"]))
            seconds[same] = seconds.get(same, 0.0) + tool_seconds(record)
    rows = [row for row in stored_rows(store) if row["current"]]
    assert rows, "no published row is current: measure one, `roundel bench aes-engine`"

    def cost(row: dict[str, Any]) -> tuple[float, str]:
        same = (row["core"], row["source_hash"], row["target"], repr(row["options"]))
        return seconds[same], row["variant"]

    return min(rows, key=cost)


@pytest.mark.slow
def test_the_command_of_a_committed_row_makes_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    committed = cheapest(published_store())
    program, *arguments = shlex.split(committed["command"])
    assert program == "roundel"
    share_runtime(tmp_path / "cache")
    monkeypatch.setenv("ROUNDEL_RESULTS", str(tmp_path / "results"))
    monkeypatch.setenv("ROUNDEL_PUBLISHED", str(tmp_path / "published"))
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path / "cache"))
    command = [sys.executable, "-c", "from roundel.cli import main; main()", *arguments]
    done = subprocess.run(command, env=os.environ, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    named = ("core", "target", "service", "variant", "options", "source_hash")
    (remade,) = (
        row
        for row in stored_rows(Store(tmp_path / "results"))
        if all(row[name] == committed[name] for name in named)
    )
    figures = set(committed) - NOT_A_FIGURE
    assert {name: remade[name] for name in figures} == {name: committed[name] for name in figures}
    assert _path(remade) == _path(committed)


def _path(row: dict[str, Any]) -> dict[str, Any]:
    """Return the critical path without places in the sources, which earlier names no longer have."""
    return {name: value for name, value in (row["critical_path"] or {}).items() if name != "sources"}

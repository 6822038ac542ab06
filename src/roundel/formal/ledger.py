"""The ledger of proofs, `results/proofs.json`: how each came out, and of which texts.

A verdict stands for the texts and tools that it is of, and for no others: a long proof of sources that have
not changed since is not run again by everybody who checks them out.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from roundel.errors import RoundelError
from roundel.formal.prove import Job, Result, Verdict
from roundel.paths import cache_dir, published_results_dir
from roundel.process.atomic import locked, write_atomically

LEDGER_FILE = "proofs.json"


@dataclass(frozen=True)
class Entry:
    """What the ledger has of a job: its `key` then, the verdict, wall time, and when (UTC, ISO 8601)."""

    key: str
    verdict: Verdict
    seconds: float
    proved_at: str


class Ledger:
    """The verdicts by the names of jobs."""

    def __init__(self, path: Path | None = None) -> None:
        """Read the file at `path`, or the project's. RoundelError, naming it, when it cannot be read."""
        self.path = path or published_results_dir() / LEDGER_FILE
        self._entries = {name: _entry(self.path, data) for name, data in self._read().items()}

    @property
    def names(self) -> set[str]:
        """The jobs that have a verdict, of whatever texts."""
        return set(self._entries)

    def get(self, job: Job) -> Entry | None:
        """Return the entry of the job as it is now; None if there is none, or one of other texts or tools."""
        entry = self._entries.get(job.name)
        return entry if entry and entry.key == job.key else None

    def record(self, result: Result) -> None:
        """Enter a result that came out as it must. Others are not entered."""
        if not result.as_expected or self.get(result.job):
            return
        now = datetime.now(UTC).isoformat(timespec="seconds")
        entry = {
            "key": result.job.key,
            "verdict": result.verdict.value,
            "seconds": result.seconds,
            "proved_at": now,
        }
        self._write({result.job.name: entry}, set())

    def remove(self, names: set[str]) -> None:
        """Strike out the jobs that are no more."""
        if names & self.names:
            self._write({}, names)

    def _read(self) -> dict[str, Any]:
        if not self.path.is_file():
            return {}
        try:
            entries = json.loads(self.path.read_text())
            if not isinstance(entries, dict):
                raise ValueError("not an object")
        except ValueError as error:
            hint = "Delete the file, or get it back."
            raise RoundelError(f"{self.path}: no ledger of proofs ({error})", hint) from error
        return entries

    def _write(self, new: dict[str, Any], dropped: set[str]) -> None:
        # Another run may have entered something meanwhile.
        with locked(cache_dir("formal") / "ledger.lock"):
            entries = {**self._read(), **new}
            remaining = {name: entries[name] for name in sorted(entries) if name not in dropped}
            # A line each: two sets of new proofs merge as text.
            lines = (f"{json.dumps(name)}: {json.dumps(entry)}" for name, entry in remaining.items())
            try:
                write_atomically(self.path, "{\n" + ",\n".join(lines) + "\n}\n")
            except OSError as error:
                hint = "Make the folder writable, or set ROUNDEL_PUBLISHED to one that is."
                raise RoundelError(f"cannot write {self.path}: {error.strerror}", hint) from error
        self._entries = {name: _entry(self.path, data) for name, data in remaining.items()}


def _entry(path: Path, data: Any) -> Entry:
    try:
        return Entry(data["key"], Verdict(data["verdict"]), float(data["seconds"]), data["proved_at"])
    except (KeyError, TypeError, ValueError) as error:
        hint = "Delete the entry; `roundel formal` proves it again."
        raise RoundelError(f"{path}: no entry: {data!r} ({error})", hint) from error

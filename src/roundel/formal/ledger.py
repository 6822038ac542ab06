"""The ledger of proofs, `results/proofs.json`: the verdict of each job, with the key of its texts.

A verdict is valid only for the texts and tools of its key. So a long proof of unchanged sources is not run
again by everyone who checks them out.
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
    """An entry of the ledger: the job's `key`, the verdict, wall time, time stamp (UTC, ISO 8601)."""

    key: str
    verdict: Verdict
    seconds: float
    proved_at: str


class Ledger:
    """The verdicts by the names of jobs."""

    def __init__(self, path: Path | None = None) -> None:
        """Read the file at `path`, or the project's. RoundelError names the file if it is malformed."""
        self.path = path or published_results_dir() / LEDGER_FILE
        self._entries = {name: _entry(self.path, data) for name, data in self._read().items()}

    @property
    def names(self) -> set[str]:
        """The jobs that have a verdict, for current or older texts."""
        return set(self._entries)

    def get(self, job: Job) -> Entry | None:
        """Return the entry of the job's current texts and tools, or None."""
        entry = self._entries.get(job.name)
        return entry if entry and entry.key == job.key else None

    def record(self, result: Result) -> None:
        """Enter a result if it is as expected. Other results are not entered."""
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
        """Remove the entries of jobs that no longer exist."""
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
            hint = "Restore it: `git checkout` the file. Or delete it."
            raise RoundelError(f"{self.path}: not a ledger of proofs ({error})", hint) from error
        return entries

    def _write(self, new: dict[str, Any], dropped: set[str]) -> None:
        # Another run may have written entries in the meantime.
        with locked(cache_dir("formal") / "ledger.lock"):
            entries = {**self._read(), **new}
            remaining = {name: entries[name] for name in sorted(entries) if name not in dropped}
            # One line per entry: two sets of new proofs merge as text.
            lines = (f"{json.dumps(name)}: {json.dumps(entry)}" for name, entry in remaining.items())
            try:
                write_atomically(self.path, "{\n" + ",\n".join(lines) + "\n}\n")
            except OSError as error:
                hint = "Make the folder writable, or set ROUNDEL_PUBLISHED to a writable folder."
                raise RoundelError(f"cannot write {self.path}: {error.strerror}", hint) from error
        self._entries = {name: _entry(self.path, data) for name, data in remaining.items()}


def _entry(path: Path, data: Any) -> Entry:
    try:
        return Entry(data["key"], Verdict(data["verdict"]), float(data["seconds"]), data["proved_at"])
    except (KeyError, TypeError, ValueError) as error:
        hint = "Delete the entry; `roundel formal` proves it again."
        raise RoundelError(f"{path}: malformed entry: {data!r} ({error})", hint) from error

"""The store of results: one JSON file a run, named by the content of what was run.

A file is written whole or not at all, by hard link from a temporary one: any number of writers is safe, and
folders of results merge with git or rsync. A run that failed is kept beside, as `<key>.failed.json`, and
never hides a run that succeeded.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from roundel.errors import RoundelError
from roundel.process.atomic import write_whole

# Counts up when the meaning of a figure changes: what was stored before is measured again then.
SCHEMA = 1
SUFFIX = ".json"
FAILED_SUFFIX = ".failed.json"

# The kinds of record that rows are made of.
ROW_KINDS = ("implementation", "cycles")

Record = dict[str, Any]


@dataclass(frozen=True)
class Store:
    """The results below `root`, as `<core>/<target>/<key>.json`."""

    root: Path

    def path(self, identity: Mapping[str, Any], suffix: str = SUFFIX) -> Path:
        """Return where the run of this identity is or would be."""
        core = str(identity["core"]).partition(":")[0]
        return self.root / core / str(identity["target"]) / f"{key_of(identity)}{suffix}"

    def get(self, identity: Mapping[str, Any]) -> Record | None:
        """Return the record of this identity's successful run, or None."""
        return _read(self.path(identity))

    def get_failure(self, identity: Mapping[str, Any], since: float = 0.0) -> Record | None:
        """Return the record of this identity's last failure, or None if there is none `since` (epoch, s)."""
        path = self.path(identity, FAILED_SUFFIX)
        try:
            if path.stat().st_mtime < since:
                return None
        except (FileNotFoundError, NotADirectoryError):
            return None
        return _read(path)

    def put(self, identity: Mapping[str, Any], result: Mapping[str, Any]) -> Record:
        """Keep a successful run and return its record.

        A record that says the same already stays as it is, whatever time it took; any other is replaced. It
        was measured now, unless the result says when.
        """
        record = _record(identity, result)
        path = self.path(identity)
        old = _read(path)
        if old is None:
            _write(path, record, replace=False)
        elif _told(old) != _told(json.loads(json.dumps(record))):
            _write(path, record, replace=True)
        else:
            record = old
        self.path(identity, FAILED_SUFFIX).unlink(missing_ok=True)
        return record

    def put_failure(self, identity: Mapping[str, Any], reason: str, **more: Any) -> Record:
        """Keep a failure, in place of an earlier failure of the same identity, and return its record."""
        record = _record(identity, {"failed": reason, **more})
        _write(self.path(identity, FAILED_SUFFIX), record, replace=True)
        return record

    def beside(self, identity: Mapping[str, Any]) -> Iterator[Record]:
        """Return what there is of the same core and target, failures too, in the order of the file names."""
        return _records(self.path(identity).parent, f"*{SUFFIX}")

    def check_writable(self) -> None:
        """Make the folder and raise RoundelError where no result could be stored in it."""
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=self.root):
                pass
        except OSError as error:
            raise _unwritable(self.root, error) from error

    def records(self) -> Iterator[Record]:
        """Return every record, failures too, in the order of the file names."""
        return _records(self.root, f"*/*/*{SUFFIX}")


def holds(failure: Mapping[str, Any], limit_seconds: float) -> bool:
    """Return whether a failure stands for a run that is given so long: one out of time had as much."""
    return bool(limit_seconds <= failure.get("limit_seconds", float("inf")))


def key_of(identity: Mapping[str, Any]) -> str:
    """Return the key of a run: 32 hex digits of the SHA-256 of schema and identity as canonical JSON."""
    text = json.dumps([SCHEMA, identity], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _records(folder: Path, pattern: str) -> Iterator[Record]:
    for path in sorted(folder.glob(pattern)):
        record = _read(path)
        if record is not None:
            yield record


def _record(identity: Mapping[str, Any], result: Mapping[str, Any]) -> Record:
    now = {"measured_at": datetime.now(UTC).isoformat(timespec="seconds")}
    return {"schema": SCHEMA, "key": key_of(identity), **identity, **now, **result}


def _told(record: Record) -> Record:
    """Return what a record says, without when it was measured and how long that took."""
    return {name: value for name, value in record.items() if name not in ("measured_at", "seconds")}


def _read(path: Path) -> Record | None:
    try:
        content = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return parsed(path, content)


def parsed(path: Path, content: bytes, *, rows: bool = False) -> Record:
    """Return the record that is the content of a file; RoundelError naming the file when it is none.

    With `rows`, also when it lacks what rows are made of.
    """
    try:
        record = json.loads(content)
        if not isinstance(record, dict) or "key" not in record:
            raise ValueError("not a record")
        if rows:
            _check_for_rows(record)
    except ValueError as error:
        raise RoundelError(f"{path}: not a result ({error})", "Delete the file, or get it back.") from error
    return record


def _check_for_rows(record: Record) -> None:
    kind = record.get("kind")
    needed = ["kind", "core"]
    if kind in ROW_KINDS:
        needed += ["target"]
    if kind in ROW_KINDS and "failed" not in record:
        needed += ["source_hash", "figures", *(("service", "variant") if kind == "cycles" else ())]
    if lacking := [name for name in needed if name not in record]:
        raise ValueError(f"a record without {', '.join(lacking)}")


def _write(path: Path, record: Record, *, replace: bool) -> None:
    """Put `record` at `path` whole; without `replace`, a file that another writer put there first stays."""
    try:
        write_whole(path, json.dumps(record, indent=1) + "\n", replace=replace)
    except OSError as error:
        raise _unwritable(path.parent, error) from error


def _unwritable(folder: Path, error: OSError) -> RoundelError:
    hint = "Make the folder writable, or set ROUNDEL_RESULTS to one that is."
    return RoundelError(f"cannot store a result in {folder}: {error.strerror}", hint)

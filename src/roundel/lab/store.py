"""The store of results: the published lines that come with a checkout, and the live files of this machine.

A live run is one JSON file, named by the digest of what was run. It is written whole or not at all, by hard
link from a temporary one: any number of writers is safe, and folders of live results merge by copying files.
A run that failed is kept as `<key>.failed.json`, and never hides a run that succeeded. `roundel publish`
merges live runs into the published files (`roundel.lab.publish`).
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from roundel.catalog.project import published_folders
from roundel.errors import RoundelError
from roundel.lab.columns import CPU_SECONDS, Record
from roundel.lab.published import SCHEMA, check_record, identity_of, published_records
from roundel.paths import live_results_dir, published_results_dir
from roundel.process.atomic import write_atomically

SUFFIX = ".json"
FAILED_SUFFIX = ".failed.json"
# Seconds: the time of a new file is that of the kernel's last tick, and can be before that of the process.
FILE_TIME_STEP = 0.01

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Store:
    """Results: live runs below `root`, as `<core>/<target>/<key>.json`, and published ones in `published`.

    `beside` are folders of published results that are read and never written: a user's project that includes
    the cores of Roundel reads their results. Without `published` there are only live ones. New runs always go
    to the live folder.
    """

    root: Path
    published: Path | None = None
    beside: tuple[Path, ...] = ()

    def path(self, identity: Mapping[str, Any], suffix: str = SUFFIX) -> Path:
        """Return where the live file of the run of this identity is or would be."""
        return self.root / _folder(identity) / str(identity["target"]) / f"{key_of(identity)}{suffix}"

    def get(self, identity: Mapping[str, Any]) -> Record | None:
        """Return the newest record of a successful run.

        Args:
            identity: What the run's figures depend on.

        Returns:
            The record, live or published. Where there is none, that of the same design under earlier names
            (`under_names`); None where there is none either.

        Raises:
            RoundelError: The live file of the run is no result.
        """
        found = self._get(identity)
        if found is None and "source_hash" in identity:
            mine = str(identity["source_hash"])
            for other in sorted(self.same_design(str(identity["core"]), mine) - {mine}):
                if (record := self._get({**identity, "source_hash": other})) is not None:
                    return under_names(record, mine)
        return found

    def _get(self, identity: Mapping[str, Any]) -> Record | None:
        live = _read(self.path(identity))
        published = self._published_of(identity)
        if published is not None and "failed" in published:
            published = None
        if live is None or published is None:
            return live or published
        return live if live["measured_at"] >= published["measured_at"] else published

    def get_failure(self, identity: Mapping[str, Any], since: float = 0.0) -> Record | None:
        """Return the record of this identity's last failure, or None if there is none.

        Args:
            identity: What the run's figures depend on.
            since: The earliest time of the failure, in seconds of the epoch, as exact as times of files are.
                With 0 a published failure counts too.
        """
        path = self.path(identity, FAILED_SUFFIX)
        try:
            found = path.stat().st_mtime >= since - FILE_TIME_STEP
        except (FileNotFoundError, NotADirectoryError):
            found = False
        if found and (record := _read(path)) is not None:
            return record
        if since:
            return None
        mine = str(identity.get("source_hash"))
        for other in (mine, *sorted(self.same_design(str(identity["core"]), mine) - {mine})):
            published = self._published_of({**identity, "source_hash": other})
            if published is not None and "failed" in published:
                return under_names(published, mine)
        return None

    def put(self, identity: Mapping[str, Any], result: Mapping[str, Any]) -> Record:
        """Store a successful run.

        A stored record with the same content is kept, whatever time the run took; any other is replaced.

        Args:
            identity: What the run's figures depend on.
            result: The rest of the record.

        Returns:
            The record that is stored now.

        Raises:
            RoundelError: The live folder cannot be written.
        """
        record = _record(identity, result)
        path = self.path(identity)
        old = self.get(identity)
        if old is None:
            _write(path, record, replace=False)
        elif _content(old) != _content(json.loads(json.dumps(record))):
            _write(path, record, replace=True)
        else:
            record = old
        self.path(identity, FAILED_SUFFIX).unlink(missing_ok=True)
        return record

    def put_failure(self, identity: Mapping[str, Any], reason: str, **more: Any) -> Record:
        """Store a failure, in place of an earlier failure of the same identity.

        Args:
            identity: What the run depends on.
            reason: Why it failed, in one sentence.
            more: Further values of the record.

        Returns:
            The record that is stored now.

        Raises:
            RoundelError: The live folder cannot be written.
        """
        record = _record(identity, {"failed": reason, **more})
        _write(self.path(identity, FAILED_SUFFIX), record, replace=True)
        return record

    def same_design(self, core: str, source_hash: str) -> frozenset[str]:
        """Return the hashes of sources that elaborate to the same design but for names, this one included.

        They are known from published elaborations.
        """
        return self._same_designs.get((core, source_hash), frozenset((source_hash,)))

    def check_writable(self) -> None:
        """Make the live folder and raise RoundelError where no result could be stored in it."""
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=self.root):
                pass
        except OSError as error:
            raise _unwritable(self.root, error) from error

    def records(self) -> list[Record]:
        """Return the newest record of each identity, failures too, published and live.

        A success goes before a failure. A file or line that is no record is reported as a warning, with its
        name and number, and left out.
        """
        return list(_newest([*self._published.values(), *self.live_records()]).values())

    def live_records(self) -> Iterator[Record]:
        """Yield the records of the live folder, failures too, in the order of the file names."""
        for path in sorted(self.root.glob(f"*/*/*{SUFFIX}")):
            try:
                record = _read(path, rows=True)
            except RoundelError as error:
                _log.warning("%s", error)
                continue
            if record is not None and record.get("schema") == SCHEMA:
                yield record

    def _published_of(self, identity: Mapping[str, Any]) -> Record | None:
        return self._published.get(key_of(identity))

    @cached_property
    def _published(self) -> dict[str, Record]:
        """The newest published record of each key. Files are read once."""
        folders = [folder for folder in (self.published, *self.beside) if folder is not None]
        return _newest(
            record
            for folder in folders
            for path in sorted(folder.glob("*.jsonl"))
            for record in published_records(path, problems=lambda text: _log.warning("%s", text))
        )

    @cached_property
    def _same_designs(self) -> Mapping[tuple[str, str], frozenset[str]]:
        return same_designs(self._published.values())


def open_store() -> Store:
    """Open the store of this checkout.

    Returns:
        The store: the published results of the checkout, and the live results of this machine
        (`roundel.paths.live_results_dir`). In a user's project they are those of the project.
    """
    first, *beside = published_folders() or (published_results_dir(),)
    if override := os.environ.get("ROUNDEL_PUBLISHED"):
        first, beside = Path(override).resolve(), []
    return Store(live_results_dir(), first, tuple(beside))


def published_store() -> Store:
    """Return the published results alone: what the checkout holds, on every machine."""
    return Store(published_results_dir(), published_results_dir())


def holds(failure: Mapping[str, Any], limit_seconds: float) -> bool:
    """Return whether a stored failure answers a run with this time limit.

    A failure without a limit always does. One that ran out of time does so only for a run with no more time.
    """
    return bool(limit_seconds <= failure.get("limit_seconds", float("inf")))


def key_of(identity: Mapping[str, Any]) -> str:
    """Return the key of a run: 32 hex digits of the SHA-256 of schema and identity as canonical JSON."""
    text = json.dumps([SCHEMA, identity_of(identity)], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def same_designs(records: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str], frozenset[str]]:
    """Return, by core and hash of sources, the hashes of sources that elaborate to the same but for names."""
    classes: defaultdict[tuple[str, str, str], set[str]] = defaultdict(set)
    for record in records:
        if record["kind"] == "elaboration":
            tool = json.dumps(record["tools"], sort_keys=True)
            classes[record["core"], tool, record["elaboration"]].add(record["source_hash"])
    found: defaultdict[tuple[str, str], frozenset[str]] = defaultdict(frozenset)
    for (core, _, _), hashes in classes.items():
        for source_hash in hashes:
            found[core, source_hash] |= hashes
    return dict(found)


def under_names(record: Record, source_hash: str) -> Record:
    """Return a run of the same design under earlier names, as a run of the sources of `source_hash`.

    `earlier_names` is the hash of the sources that were measured. Their places no longer hold.
    """
    if record.get("source_hash") == source_hash:
        return record
    moved = {**record, "source_hash": source_hash, "earlier_names": record["source_hash"]}
    if path := record.get("critical_path"):
        moved["critical_path"] = {**path, "sources": []}
    return moved | {"key": key_of(moved)}


def folder_of(core: str) -> str:
    """Return the name of the folder that has a core's live results: its configurations share one."""
    return core.partition(":")[0]


def _folder(identity: Mapping[str, Any]) -> str:
    return folder_of(str(identity["core"]))


def _newest(records: Iterable[Record]) -> dict[str, Record]:
    """Return the newest record of each key, a success before a failure."""
    newest: dict[str, Record] = {}
    for record in records:
        before = newest.get(record["key"])
        if before is None or _rank(record) >= _rank(before):
            newest[record["key"]] = record
    return newest


def _rank(record: Mapping[str, Any]) -> tuple[bool, str]:
    """Return what the record of a key is chosen by: a success before a failure, then the newest."""
    return "failed" not in record, record.get("measured_at", "")


def _record(identity: Mapping[str, Any], result: Mapping[str, Any]) -> Record:
    now = {"measured_at": datetime.now(UTC).isoformat(timespec="seconds")}
    return {"schema": SCHEMA, "key": key_of(identity), **identity, **now, **result}


def _content(record: Record) -> Record:
    """Return a record without when it was measured and how long that took."""
    ignored = ("measured_at", "seconds", CPU_SECONDS)
    return {name: value for name, value in record.items() if name not in ignored}


def _read(path: Path, *, rows: bool = False) -> Record | None:
    try:
        content = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    try:
        record = json.loads(content)
        check_record(record, rows=rows)
    except ValueError as error:
        raise RoundelError(f"{path}: not a result ({error})", "Delete the file, or restore it.") from error
    return dict(record)


def _write(path: Path, record: Record, *, replace: bool) -> None:
    """Put `record` at `path` whole; without `replace`, a file that another writer put there first is kept."""
    try:
        write_atomically(path, json.dumps(record, indent=1) + "\n", replace=replace)
    except OSError as error:
        raise _unwritable(path.parent, error) from error


def _unwritable(folder: Path, error: OSError) -> RoundelError:
    hint = "Make the folder writable, or set ROUNDEL_RESULTS to one that is."
    return RoundelError(f"cannot store a result in {folder}: {error.strerror}", hint)

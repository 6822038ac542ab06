"""The rows of a store and its Parquet tables, kept in the cache: only what has changed is read again.

What counts is the content of the store's files. As in git's index, a file whose size, inode and times of
change are those of the last look is taken to be as it was, unless it was so young then that a later change
could hide behind the same time; any other is read. The kernel alone writes a file's ctime, so that a file
rewritten with its old size and modification time is seen, too. What is kept is named by the content it was
made from and by the code that made it: it is right or it is not found.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from roundel.implement import flow, model
from roundel.lab import command, interval, rows, store
from roundel.lab.rows import Row, rows_of
from roundel.lab.store import SUFFIX, Record, Store, parsed
from roundel.paths import cache_dir
from roundel.process.atomic import write_whole

# A file that had changed this shortly before it was read may change once more without a later time: a tick
# of the file system's clock, or of that of a server which lags behind ours.
YOUNG_NS = 2_000_000_000
# What other processes may still be reading is left alone for so long.
KEEP_SECONDS = 3600.0
TABLES = ("results", "runs")

Signature = tuple[int, int, int, int]


@dataclass(frozen=True)
class _File:
    """A file as last read: its signature, the digest of its content, whether the signature can be trusted."""

    signature: Signature
    digest: str
    trusted: bool


@dataclass(frozen=True)
class Snapshot:
    """A store at one time: its digest, and where its rows and records are kept, a file a core and table."""

    digest: str
    folder: Path
    parts: Mapping[str, tuple[Path, ...]]

    def rows(self) -> list[Row]:
        """Return the rows (`rows_of`) of the whole store."""
        return [json.loads(line) for line in self._lines("results")]

    def records(self) -> list[Record]:
        """Return the records of the whole store, failures too."""
        return [json.loads(line) for line in self._lines("runs")]

    def parquet(self, table: str) -> Path | None:
        """Return the Parquet file of `results` (rows) or `runs` (records), or None when it would be empty."""
        path = self.folder / f"{self.digest}.{table}.parquet"
        if not path.exists():
            lines = "".join(self._lines(table))
            if not lines:
                return None
            _write_parquet(lines, path)
        _touch(path)
        return path

    def _lines(self, table: str) -> Iterator[str]:
        for path in self.parts[table]:
            with path.open() as file:
                yield from file


def snapshot(store: Store) -> Snapshot:
    """Return the store as it is now, reading what has changed since the last look.

    Raises RoundelError naming a file of the store that is no record.
    """
    folder = cache_dir("results", _digest(str(store.root.resolve()).encode())[:16])
    index_path = folder / "index.json"
    index = _read_index(index_path)
    found = _scan(store.root)
    known: dict[str, dict[str, _File]] = {}
    parts: dict[str, list[Path]] = {table: [] for table in TABLES}
    for core, files in sorted(found.items()):
        known[core] = _known(store.root, files, index.get(core, {}))
        paths = _paths(folder, core, known[core])
        if not all(path.exists() for path in paths.values()):
            known[core], records = _read(store.root, files)
            paths = _paths(folder, core, known[core])
            _write_lines(rows_of(records), paths["results"])
            _write_lines(records, paths["runs"])
        for table, path in paths.items():
            _touch(path)
            parts[table].append(path)
    if known != index:
        write_whole(index_path, _index_text(known))
    _prune(folder)
    names = "\0".join(path.name for paths in parts.values() for path in paths)
    return Snapshot(_digest(names.encode()), folder, {table: tuple(paths) for table, paths in parts.items()})


def _scan(root: Path) -> dict[str, dict[str, Signature]]:
    """Return the signature of every file of the store, by its core's folder and its path below the root."""
    found: dict[str, dict[str, Signature]] = {}
    for core in _folders(root):
        for target in _folders(core):
            with os.scandir(target) as entries:
                for entry in entries:
                    if not entry.name.endswith(SUFFIX):
                        continue
                    with contextlib.suppress(FileNotFoundError):
                        found.setdefault(core.name, {})[f"{core.name}/{target.name}/{entry.name}"] = (
                            _signature(entry.stat())
                        )
    return found


def _folders(path: Path) -> list[Path]:
    try:
        with os.scandir(path) as entries:
            return [Path(entry.path) for entry in entries if entry.is_dir()]
    except FileNotFoundError:
        return []


def _signature(stat: os.stat_result) -> Signature:
    return stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino


def _known(root: Path, files: Mapping[str, Signature], before: Mapping[str, _File]) -> dict[str, _File]:
    """Return the files with their digests, reading those that the last look does not vouch for."""
    known = {}
    for name, signature in files.items():
        file = before.get(name)
        if file is None or not file.trusted or file.signature != signature:
            file, _ = _read_file(root / name)
        if file is not None:
            known[name] = file
    return known


def _read(root: Path, files: Iterable[str]) -> tuple[dict[str, _File], list[Record]]:
    """Return files and records of the very same content, in the order of the file names."""
    known, records = {}, []
    for name in sorted(files):
        file, content = _read_file(root / name)
        if file is not None:
            known[name] = file
            records.append(parsed(root / name, content, rows=True))
    return known, records


def _read_file(path: Path) -> tuple[_File | None, bytes]:
    now = time.time_ns()
    try:
        with path.open("rb") as file:
            content = file.read()
            signature = _signature(os.fstat(file.fileno()))
    except FileNotFoundError:
        return None, b""
    _, modified, changed, _ = signature
    return _File(signature, _digest(content), max(modified, changed) < now - YOUNG_NS), content


def _paths(folder: Path, core: str, files: Mapping[str, _File]) -> dict[str, Path]:
    """Return where the lines of a core's tables are kept, by the content of its files."""
    text = json.dumps(sorted((name, file.digest) for name, file in files.items()))
    digest = _digest(f"{_code()}{text}".encode())
    return {table: folder / f"{core}-{digest}.{table}.jsonl" for table in TABLES}


@cache
def _code() -> str:
    """Return the digest of the code that makes what is kept here."""
    sources = [str(module.__file__) for module in (rows, interval, command, store, flow, model)]
    return _digest(b"\0".join(Path(source).read_bytes() for source in (*sources, __file__)))


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def _read_index(path: Path) -> dict[str, dict[str, _File]]:
    """Return what the last look found; nothing when there is none or it cannot be read."""
    try:
        cores = json.loads(path.read_text())
        return {
            core: {name: _File((a, b, c, d), digest, trusted) for name, a, b, c, d, digest, trusted in files}
            for core, files in cores.items()
        }
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def _index_text(known: Mapping[str, Mapping[str, _File]]) -> str:
    return json.dumps(
        {
            core: [[name, *file.signature, file.digest, file.trusted] for name, file in files.items()]
            for core, files in known.items()
        }
    )


def _write_lines(values: Iterable[Mapping[str, Any]], path: Path) -> None:
    write_whole(path, "".join(json.dumps(value, separators=(",", ":")) + "\n" for value in values))


def _write_parquet(lines: str, path: Path) -> None:
    import duckdb

    source, part = (path.with_name(f".{os.getpid()}-{path.name}{suffix}") for suffix in (".jsonl", ".part"))
    try:
        source.write_text(lines)
        with duckdb.connect() as connection:
            # A time without a zone, which is UTC: Python's zones would want a package of their own.
            connection.execute("SET TimeZone = 'UTC'")
            connection.execute(
                "COPY (SELECT * REPLACE (measured_at::TIMESTAMP AS measured_at) "
                f"FROM read_json({sql_text(source)}, format = 'newline_delimited', "
                f"sample_size = -1, maximum_object_size = 100000000)) TO {sql_text(part)} (FORMAT parquet)"
            )
        part.replace(path)
    finally:
        source.unlink(missing_ok=True)
        part.unlink(missing_ok=True)


def sql_text(value: object) -> str:
    """Return a value as an SQL string."""
    return "'" + str(value).replace("'", "''") + "'"


def _touch(path: Path) -> None:
    """Mark a kept file as used now; another process may have cleared it away."""
    with contextlib.suppress(FileNotFoundError):
        os.utime(path)


def _prune(folder: Path) -> None:
    """Clear away what nobody has used for a while."""
    before = time.time() - KEEP_SECONDS
    for path in folder.iterdir():
        with contextlib.suppress(FileNotFoundError):
            if path.is_file() and path.name != "index.json" and path.stat().st_mtime < before:
                path.unlink()

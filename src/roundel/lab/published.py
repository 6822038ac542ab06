"""Reading published results: `results/<source>.jsonl`, one line a run (`roundel.lab.columns`).

The cores of one source share a file. Files are few, because DuckDB takes 32 MB for each that it looks into.

Files may be merged line by line (`merge=union`), so that a key may occur more than once: the newest counts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from roundel.lab.columns import Record, record_of

# Counts up when the meaning of a figure or of a key changes: what was stored before is measured again then.
SCHEMA = 2
# The kinds of record that rows are made of.
ROW_KINDS = ("implementation", "cycles")
# What the figures of a run depend on. Each kind has its part of these.
IDENTITY = (
    *("kind", "core", "config", "parameters", "source_hash", "target", "seed", "recipe", "tools"),
    *("service", "variant", "method", "name", "version", "blocks"),
)


def identity_of(record: Mapping[str, Any]) -> Record:
    """Return the identity of the run that a record is of."""
    return {name: record[name] for name in IDENTITY if name in record}


def published_records(path: Path, problems: Callable[[str], None]) -> Iterator[Record]:
    """Yield the records of a published file.

    Args:
        path: The file. A missing one has no records.
        problems: Called with a message for each line that is no record; the other lines are still read.
    """
    try:
        text = path.read_text()
    except (FileNotFoundError, NotADirectoryError):
        return
    except UnicodeDecodeError as error:
        problems(f"{path}: not UTF-8 at byte {error.start}. Restore the file from git.")
        return
    yield from records_of(text, str(path), problems)


def records_of(text: str, name: str, problems: Callable[[str], None]) -> Iterator[Record]:
    """Yield the records of the text of a published file; `name` names it in messages."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
            if not isinstance(data, dict):
                raise ValueError("not an object")
            record = record_of(data)
            check_record(record, rows=True)
        except (ValueError, TypeError, RecursionError) as error:
            problems(
                f"{name}:{number}: not a result ({error}). Delete the line, or restore it from git; "
                "then run `roundel publish`."
            )
            continue
        if record.get("schema") == SCHEMA:
            yield record


def record_of_file(text: str) -> Record | None:
    """Return the record of the text of a file of one run, as commits before schema 2 have them, or None.

    Such a record has the tools' commands with the list of sources in place of the recipe.
    """
    try:
        record = json.loads(text)
        check_record(record, rows=True)
    except ValueError:
        return None
    if "commands" in record:
        record["recipe"] = [re.sub(r" --seed \d+", "", command) for command in record.pop("commands")]
    return {**record, "schema": SCHEMA}


def check_record(record: Any, *, rows: bool) -> None:
    """Raise ValueError where `record` is none; with `rows`, also where it lacks what rows are made of."""
    if not isinstance(record, dict) or "key" not in record:
        raise ValueError("not a record")
    if not rows:
        return
    kind = record.get("kind")
    needed = ["kind", "core", "measured_at"]
    if kind in ROW_KINDS:
        needed += ["target"]
    if kind in ROW_KINDS and "failed" not in record:
        needed += ["source_hash", "figures", *(("service", "variant") if kind == "cycles" else ())]
    if lacking := [name for name in needed if name not in record]:
        raise ValueError(f"a record without {', '.join(lacking)}")

"""Publishing: the newest runs of this machine and of the checkout as `results/<source>.jsonl`.

What is published is what a row, a page or a verdict can show: every run of current sources, and stale runs
where nothing current has taken their place. History is git's.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from roundel import paths
from roundel.errors import RoundelError
from roundel.lab.columns import CURRENT, STALE, Record, line_of, text_of
from roundel.lab.elaborations import KIND, elaboration_of, missing_elaborations
from roundel.lab.published import published_records
from roundel.lab.rows import complete, rows_of, sources_rank
from roundel.lab.sources import CoreSources, FigureSources
from roundel.lab.store import Store
from roundel.process.atomic import write_atomically

Say = Callable[[str], None]

# What a published line is superseded by a newer line of: all of its identity but sources and tools.
SLOT = ("kind", "core", "parameters", "target", "recipe", "seed", "service", "variant", "name", "version")
# Lines of a file are sorted by these, then by the key.
ORDER = ("kind", "core", "target", "recipe", "service", "variant", "name", "version", "seed", "source_hash")


@dataclass(frozen=True)
class Publication:
    """What a `publish` did, or with `--check` would do: counts of lines, and the files that change."""

    added: int
    dropped: int
    kept: int
    files: tuple[str, ...]


def publish(
    store: Store,
    *,
    check: bool = False,
    figures: FigureSources | None = None,
    say: Say = lambda text: None,
) -> Publication:
    """Merge live and published runs, drop what is superseded, and write the published files.

    Args:
        store: The store, with its published folder.
        check: Write nothing, and leave live runs out: whether the published files are as this would write
            them.
        figures: What is known of the figures that are of no core.
        say: Called with a line of progress for each design that is elaborated.

    Returns:
        What was added, dropped and kept.

    Raises:
        RoundelError: A published line is no result, or the folder cannot be written.
    """
    folder = store.published
    assert folder is not None
    texts = {path.name: paths.text_of(path) for path in sorted(folder.glob("*.jsonl"))}
    before = _read_published(folder)
    live = [] if check else list(store.live_records())
    sources = CoreSources([*before, *live], figures)
    records = [*before, *filter(sources.knows, live)]
    for name in sorted({record["core"] for record in live if not sources.knows(record)}):
        say(f"{name}: not published, the catalog has no such core")
    if not check:
        cores = missing_elaborations(records, sources)
        records = [*records, *(elaboration_of(core, say) for core in cores)]
        sources = CoreSources(records, figures)
    kept = selected(records, sources)
    new = texts_of(kept, sources)
    names = sorted(new.keys() | texts.keys())
    changed = tuple(name for name in names if new.get(name, "") != texts.get(name, ""))
    if not check:
        for name in changed:
            _write(folder / name, new.get(name, ""))
    keys_before, keys_now = ({record["key"] for record in each} for each in (before, kept))
    return Publication(
        added=len(keys_now - keys_before),
        dropped=len(keys_before - keys_now),
        kept=len(keys_now & keys_before),
        files=changed,
    )


def selected(records: Iterable[Record], sources: CoreSources) -> list[Record]:
    """Return the records to publish: the newest of each slot, without what is superseded.

    Current runs are kept (runs under earlier names are current). A stale run is kept while its core has no
    current row of that service and target; of several stale sources those measured last are kept.
    """
    newest = _newest_by(records, lambda record: record["key"])
    elaborations = [record for record in newest if record["kind"] == KIND]
    mine = [record for record in newest if record["kind"] != KIND]
    current = [record for record in mine if sources.state(record) != STALE]
    # Of runs of the same design one is kept, whatever the names were when it was measured.
    current = _newest_by(current, lambda record: json.dumps([record.get(name) for name in SLOT]))
    stale = [record for record in mine if sources.state(record) == STALE]
    needed = _rows_needed([*(sources.under_current_names(record) for record in current), *stale], sources)
    have = {_figure(record) for record in current if record["kind"] == "figure"}
    figures = _newest_by((r for r in stale if r["kind"] == "figure" and _figure(r) not in have), _figure)
    rest = [record for record in stale if record["kind"] != "figure" and _places(record) & needed]
    rest = _newest_by(rest, lambda record: json.dumps([record.get(name) for name in (*SLOT, "source_hash")]))
    kept = [*current, *figures, *rest]
    measured = {(record["core"], record["source_hash"]) for record in kept}
    elaborations = [
        record
        for record in elaborations
        if sources.state(record) == CURRENT or (record["core"], record["source_hash"]) in measured
    ]
    return [*kept, *elaborations]


def texts_of(records: Iterable[Record], sources: CoreSources) -> dict[str, str]:
    """Return the canonical text of each published file by its name."""
    lines: defaultdict[str, list[tuple[Any, str]]] = defaultdict(list)
    for record in records:
        line = line_of(record, sources.state(record), sources.command(record))
        lines[sources.file_of(record)].append((_order(line), text_of(line)))
    return {name: "".join(text for _, text in sorted(texts)) for name, texts in lines.items()}


def _read_published(folder: Path) -> list[Record]:
    problems: list[str] = []
    records = [r for path in sorted(folder.glob("*.jsonl")) for r in published_records(path, problems.append)]
    if problems:
        raise RoundelError(problems[0], f"{len(problems)} lines are no results; nothing was written.")
    return records


def _rows_needed(records: Iterable[Record], sources: CoreSources) -> set[tuple[str, str, str]]:
    """Return core, target or service, and sources of the stale rows that nothing current replaces."""
    rows = [row | {"current": sources.is_current(row)} for row in rows_of(records)]
    rows = [row for row in rows if complete(row)]
    rank = sources_rank(rows)
    best: dict[tuple[str, ...], dict[str, Any]] = {}
    for row in rows:
        place = row["core"], row["service"], row["variant"], row["target"]
        if place not in best or rank(row) > rank(best[place]):
            best[place] = row
    needed = set()
    for row in best.values():
        if not row["current"]:
            needed.add((row["core"], row["target"], row["source_hash"]))
            needed.add((row["core"], f"{row['service']}/{row['variant']}", row["source_hash"]))
    return needed


def _places(record: Mapping[str, Any]) -> set[tuple[str, str, str]]:
    """Return where `_rows_needed` would have a record."""
    place = record["target"]
    if record["kind"] == "cycles":
        place = f"{record['service']}/{record['variant']}"
    return {(record["core"], place, record["source_hash"])}


def _figure(record: Mapping[str, Any]) -> str:
    return json.dumps([record["core"], record["name"], record["version"]])


def _newest_by(records: Iterable[Record], name: Callable[[Record], str]) -> list[Record]:
    """Return the newest record of each name: of equal ones the last; a success before a failure."""
    newest: dict[str, Record] = {}
    for record in records:
        before = newest.get(name(record))
        if before is None or _age(record) >= _age(before):
            newest[name(record)] = record
    return list(newest.values())


def _age(record: Mapping[str, Any]) -> tuple[bool, str]:
    return "failed" not in record, record["measured_at"]


def _order(line: Mapping[str, Any]) -> tuple[Any, ...]:
    parts = (line[name] for name in ORDER)
    return (*((part is not None, part if part is not None else 0) for part in parts), line["key"])


def _write(path: Path, text: str) -> None:
    try:
        if text:
            write_atomically(path, text)
        else:
            path.unlink(missing_ok=True)
    except OSError as error:
        raise RoundelError(f"cannot write {path}: {error.strerror}", "Make the folder writable.") from error

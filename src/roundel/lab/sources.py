"""Which records are of the sources of today, under today's names or earlier ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from roundel.catalog import Core, load_catalog
from roundel.errors import RoundelError
from roundel.implement import LIMIT_SECONDS
from roundel.lab.columns import CURRENT, EARLIER_NAMES, STALE, Record, tool_seconds
from roundel.lab.command import bench_command
from roundel.lab.grid import is_point, point_of
from roundel.lab.store import Store, folder_of, same_designs, under_names

# A target that every core can be simulated for at the cost of a synthesis.
SYNTHESIS_ONLY = "xc7"


@dataclass(frozen=True)
class FigureSources:
    """What is known of figures that belong to no core: the hash of their sources, and the command.

    Both take a figure's name and version. `source` returns None where nothing here makes the figure.
    """

    source: Callable[[str, str], str | None] = lambda name, version: None
    command: Callable[[str, str], str] = lambda name, version: ""


class CoreSources:
    """The sources of today beside the records of a store."""

    def __init__(self, records: Iterable[Record], figures: FigureSources | None = None) -> None:
        """Read the catalog; of the points of grids only those that have records."""
        mine = list(records)
        self.figures = figures or FigureSources()
        self.cores = _cores({record["core"] for record in mine})
        self._same = same_designs(mine)

    def is_current(self, thing: Mapping[str, Any]) -> bool:
        """Return whether a row or record is of the sources of today, under whatever names."""
        return self.state(thing) != STALE

    def state(self, thing: Mapping[str, Any]) -> str:
        """Return how the sources of a row or record relate to those of today: a value of column `state`."""
        core, measured = self.cores.get(thing["core"]), str(thing.get("source_hash"))
        if core is None:
            present = self.figures.source(thing["name"], thing["version"]) if "name" in thing else ""
            return CURRENT if present in (None, measured) else STALE
        if measured == core.source_hash:
            return CURRENT
        return EARLIER_NAMES if core.source_hash in self._same.get((core.name, measured), ()) else STALE

    def knows(self, record: Mapping[str, Any]) -> bool:
        """Return whether a record is of a core of the catalog, or a figure that is of no core."""
        return record["kind"] == "figure" or record["core"] in self.cores

    def file_of(self, record: Mapping[str, Any]) -> str:
        """Return the name of the published file that a record belongs to."""
        core = self.cores.get(record["core"])
        return file_of(core) if core else f"{folder_of(record['core'])}.jsonl"

    def under_current_names(self, record: Record) -> Record:
        """Return a run of the same design under earlier names as a run of today's sources, marked."""
        if self.state(record) != EARLIER_NAMES:
            return record
        return under_names(record, self.cores[record["core"]].source_hash)

    def command(self, record: Mapping[str, Any]) -> str:
        """Return the command that makes a row with this run again, or nothing where none does."""
        if record["kind"] == "figure":
            return self.figures.command(record["name"], record["version"])
        if "options" in record:
            tools, seconds = record.get("tools"), tool_seconds(record)
            return bench_command(
                *(record["core"], record["target"], record["options"], record["seed"]),
                tools=tools,
                seconds=seconds,
                lost_after=record.get("limit_seconds", LIMIT_SECONDS),
            )
        core = self.cores.get(record["core"])
        if record["kind"] != "cycles" or core is None:
            return ""
        target = core.targets[0] if core.targets else SYNTHESIS_ONLY
        return f"roundel bench {core.name} --target {target} --all-variants --rerun"


def file_of(core: Core) -> str:
    """Return the name of the published file of a core: the cores of one source share a file."""
    return f"{core.vlnv.rpartition(':')[2].replace('_', '-')}.jsonl"


def current_records(store: Store) -> list[Record]:
    """Return the records of a store, those of earlier names under the names of today.

    Of a run that was made under both, the one under the names of today is returned.
    """
    records = store.records()
    sources = CoreSources(records)
    found: dict[str, Record] = {}
    for record in map(sources.under_current_names, records):
        before = found.get(record["key"])
        if before is None or _preferred(record) > _preferred(before):
            found[record["key"]] = record
    return list(found.values())


def _preferred(record: Mapping[str, Any]) -> tuple[bool, bool, str]:
    return "failed" not in record, "earlier_names" not in record, record["measured_at"]


def _cores(named: set[str]) -> dict[str, Core]:
    """Return every core of the catalog and the points of grids among `named`."""
    cores = {core.name: core for core in load_catalog().values()}
    for name in sorted(name for name in named - set(cores) if is_point(name)):
        with suppress(RoundelError):  # its core or its parameter no longer exists
            cores[name] = point_of(name)
    return cores

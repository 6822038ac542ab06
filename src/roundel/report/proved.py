"""The parts of pages that say what is proved of each core."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from roundel.catalog import load_catalog
from roundel.table import markdown_table

TESTED = "tested"
NOT_PROVED = "-"


def services_proved_part(_: Iterable[Mapping[str, Any]]) -> str:
    """Return a line for each service core, a column for each property."""
    return _table("service")


def engines_proved_part(_: Iterable[Mapping[str, Any]]) -> str:
    """Return a line for each block engine, a column for each property."""
    return _table("engine")


def _table(kind: str) -> str:
    from roundel.formal import Ledger
    from roundel.formal.properties import HEADS, cores_tested, properties_of

    ledger, by_tests = Ledger(), cores_tested()
    found: dict[str, dict[str, str]] = {}
    for core in load_catalog().values():
        if core.kind == kind:
            cells = {name: TESTED for name, cores in by_tests.items() if core.name in cores}
            found[core.name] = cells | {name: cell.text for name, cell in properties_of(core, ledger).items()}
    columns = [name for name in HEADS if any(name in cells for cells in found.values())]
    lines = [
        [core, *(cells.get(name, NOT_PROVED) for name in columns)] for core, cells in sorted(found.items())
    ]
    return markdown_table(["core", *(HEADS[name] for name in columns)], lines)

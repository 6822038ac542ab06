"""Elaborations: records of which sources are the same design but for names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from roundel.catalog import Core
from roundel.implement import elaborate, elaboration_version
from roundel.lab.columns import Record
from roundel.lab.published import SCHEMA
from roundel.lab.sources import CoreSources
from roundel.lab.store import key_of

KIND = "elaboration"


def identity_of(core: Core) -> dict[str, Any]:
    """Return what the digest of an elaboration depends on."""
    return {
        "kind": KIND,
        "core": core.name,
        "config": core.config.name,
        "parameters": dict(core.config.parameters),
        "source_hash": core.source_hash,
        "target": KIND,
        "tools": {KIND: elaboration_version()},
    }


def missing_elaborations(records: Iterable[Mapping[str, Any]], sources: CoreSources) -> list[Core]:
    """Return the cores with records whose sources of today have no elaboration among `records`."""
    mine = list(records)
    known = {record["key"] for record in mine if record["kind"] == KIND}
    names = sorted({record["core"] for record in mine} & sources.cores.keys())
    cores = (sources.cores[name] for name in names)
    return [core for core in cores if key_of(identity_of(core)) not in known]


def elaboration_of(core: Core, say: Callable[[str], None]) -> Record:
    """Elaborate a core and return the record of it; `say` gets a line of progress."""
    say(f"{core.name}: elaborating")
    identity = identity_of(core)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    digest = elaborate(core)
    return {"schema": SCHEMA, "key": key_of(identity), **identity, "elaboration": digest, "measured_at": now}

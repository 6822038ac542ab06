"""The stored rows, and SQL over them by DuckDB."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from roundel.catalog import load_catalog
from roundel.errors import RoundelError
from roundel.lab.cache import TABLES, snapshot, sql_text
from roundel.lab.grid import is_point, point_of
from roundel.lab.rows import Row
from roundel.lab.store import Store


def stored_rows(store: Store) -> list[Row]:
    """Return the rows of everything stored: one for each service measured of each implementation.

    `current` says whether the sources that were measured are those of the catalog now. Of rows that
    say the same of several sources there is one: that of the present sources, or else the last.
    """
    rows = list(snapshot(store).rows())
    hashes = _current_hashes(row["core"] for row in rows)
    told: dict[str, Row] = {}
    for row in rows:
        row = {**row, "current": hashes.get(row["core"]) == row["source_hash"]}
        said = _said(row)
        if said not in told or _age(row) > _age(told[said]):
            told[said] = row
    return list(told.values())


def query(store: Store, sql: str) -> list[dict[str, Any]]:
    """Return what `sql` (DuckDB's dialect) selects, a dictionary a row.

    Tables: `results`, the stored rows; `runs`, every record as stored, failures too. Times are UTC, without a
    zone. Raises RoundelError for an empty store and for SQL that DuckDB refuses.
    """
    import duckdb

    now = snapshot(store)
    tables = {name: path for name in TABLES if (path := now.parquet(name)) is not None}
    if "runs" not in tables:
        raise RoundelError(f"no results in {store.root}", "Measure first: `roundel bench CORE`.")
    with duckdb.connect() as connection:
        named = connection.execute(f"SELECT DISTINCT core FROM read_parquet({sql_text(tables['runs'])})")
        cores = [core for (core,) in named.fetchall()]
        connection.execute("CREATE TABLE sources (core VARCHAR, source_hash VARCHAR)")
        connection.executemany("INSERT INTO sources VALUES (?, ?)", list(_current_hashes(cores).items()))
        for name, path in tables.items():
            is_current = ", (core, source_hash) IN (FROM sources) AS current" if name == "results" else ""
            connection.execute(
                f"CREATE VIEW {name} AS SELECT *{is_current} FROM read_parquet({sql_text(path)})"
            )
        try:
            cursor = connection.execute(sql)
            if cursor is None:
                raise RoundelError(
                    "SQL: there is no statement", "For example: SELECT core, luts FROM results."
                )
            names = [column[0] for column in cursor.description or []]
            if twice := {name for name in names if names.count(name) > 1}:
                raise RoundelError(
                    f"SQL: more than one column is called {', '.join(sorted(twice))}",
                    "Name them apart: SELECT a.seed AS seed_a, b.seed AS seed_b.",
                )
            return [dict(zip(names, values, strict=True)) for values in cursor.fetchall()]
        except duckdb.Error as error:
            told = str(error)
            if "ModuleNotFoundError" in told:  # of the zone of a time, which would want a package of its own
                told = "a column is of a type that cannot be shown, such as a time with a zone: cast it"
            hint = f"The tables are {', '.join(tables)}; try `DESCRIBE {next(iter(tables))}`."
            raise RoundelError(f"SQL: {told}", hint) from error


def _age(row: Row) -> tuple[bool, str]:
    return row["current"], row["measured_at"]


# What a row has of its sources, and nothing of how good the design is. A path names places in the sources.
_OF_SOURCES = frozenset(("source_hash", "current", "measured_at", "critical_path", "command"))


def _said(row: Row) -> str:
    """Return what a row says of the design, whatever its sources."""
    return json.dumps([(name, value) for name, value in sorted(row.items()) if name not in _OF_SOURCES])


def _current_hashes(measured: Iterable[str]) -> dict[str, str]:
    """Return the source hash of every core of the catalog and of the points of grids among `measured`."""
    hashes = {core.name: core.source_hash for core in load_catalog().values()}
    for name in {name for name in measured if is_point(name)} - set(hashes):
        with suppress(RoundelError):  # its core or its parameter is no more
            hashes[name] = point_of(name).source_hash
    return hashes

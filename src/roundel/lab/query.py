"""SQL over the stored results, by DuckDB."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from roundel.errors import RoundelError
from roundel.lab.rows import stored_rows
from roundel.lab.store import Store


def query(store: Store, sql: str) -> list[dict[str, Any]]:
    """Return what `sql` (DuckDB's dialect) selects, a dictionary a row.

    Tables: `results`, the joined rows; `runs`, every record as stored, failures too. Raises RoundelError for
    an empty store and for SQL that DuckDB refuses.
    """
    import duckdb

    tables = {"results": stored_rows(store), "runs": list(store.records())}
    if not tables["runs"]:
        raise RoundelError(f"no results in {store.root}", "Measure first: `roundel bench CORE`.")
    with tempfile.TemporaryDirectory() as folder, duckdb.connect() as connection:
        for name, rows in tables.items():
            if rows:
                _make_table(connection, name, rows, Path(folder) / f"{name}.json")
        try:
            cursor = connection.execute(sql)
            names = [column[0] for column in cursor.description or []]
            return [dict(zip(names, values, strict=True)) for values in cursor.fetchall()]
        except duckdb.Error as error:
            known = ", ".join(tables)
            raise RoundelError(f"SQL: {error}", f"The tables are {known}; try `DESCRIBE results`.") from error


def _make_table(connection: Any, name: str, rows: Sequence[dict[str, Any]], path: Path) -> None:
    path.write_text(json.dumps(rows))
    connection.execute(
        f"CREATE TABLE {name} AS SELECT * FROM read_json(?, maximum_object_size = 100000000)", [str(path)]
    )

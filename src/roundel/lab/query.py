"""The stored rows, and SQL over them by DuckDB."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future, wait
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, TypeVar

from roundel.errors import RoundelError
from roundel.lab.columns import EARLIER_NAMES, Line, Record, line_of
from roundel.lab.rows import Row, rows_of
from roundel.lab.sources import CoreSources, current_records
from roundel.lab.store import Store

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

T = TypeVar("T")


def stored_rows(store: Store) -> list[Row]:
    """Return the rows of everything stored: one for each service measured of each implementation.

    Args:
        store: The published and the live results.

    Returns:
        The rows. `current` says whether the measured sources are those of the catalog now;
        `earlier_names`, whether a part of a current row was measured when its sources had other identifiers.
    """
    records = current_records(store)
    sources = CoreSources(records)
    return [{**row, "current": sources.is_current(row)} for row in rows_of(records)]


def query(store: Store, sql: str) -> list[dict[str, Any]]:
    """Return what `sql` (DuckDB's dialect) selects.

    Args:
        store: The published and the live results.
        sql: A query over the tables `results`, the stored rows, and `runs`, every stored run with the
            columns of a published line. Times are UTC, without a zone.

    Returns:
        A dictionary a row.

    Raises:
        RoundelError: The store is empty, or DuckDB refuses the query.
    """
    import duckdb

    records = current_records(store)
    if not records:
        raise RoundelError(
            f"no results in {store.published} or {store.root}", "Measure first: `roundel bench CORE`."
        )
    sources = CoreSources(records)
    lines = [_line(record, sources) for record in records]
    tables = {"results": stored_rows(store), "runs": lines}
    with duckdb.connect() as connection:
        try:
            return interruptible(connection, lambda: _selected(connection, tables, sql))
        except duckdb.Error as error:
            reason = str(error)
            if "ModuleNotFoundError" in reason:  # a time with a zone needs a package of its own
                reason = "a column has a type that cannot be shown, such as a time with a zone: cast it"
            filled = [name for name, values in tables.items() if values]
            hint = f"The tables are {', '.join(filled)}; try `DESCRIBE {filled[0]}`."
            raise RoundelError(f"SQL: {reason}", hint) from error


def interruptible(connection: DuckDBPyConnection, call: Callable[[], T]) -> T:
    """Return what `call` returns, which runs statements of the connection. Ctrl-C ends it at any time.

    DuckDB has its own answers to Ctrl-C in the main thread, so the call runs in another one. DuckDB loses an
    interrupt between two statements, so it is repeated until the call has ended.

    Raises:
        KeyboardInterrupt: Ctrl-C. The call has ended.
    """
    outcome: Future[T] = Future()
    begun, stopped = Event(), Event()

    def work() -> None:
        begun.set()
        if stopped.is_set():
            outcome.cancel()
            return
        try:
            outcome.set_result(call())
        except BaseException as error:
            outcome.set_exception(error)

    try:
        Thread(target=work, daemon=True).start()
        return outcome.result()
    except KeyboardInterrupt:
        stopped.set()
        while begun.is_set() and not outcome.done():
            try:
                connection.interrupt()
                wait([outcome], timeout=0.1)
            except KeyboardInterrupt:
                continue
        raise


def _line(record: Record, sources: CoreSources) -> Line:
    """Return the line of a record under the names of today."""
    plain = {name: value for name, value in record.items() if name != "earlier_names"}
    state = sources.state(record) if plain.keys() == record.keys() else EARLIER_NAMES
    return line_of(plain, state, sources.command(record))


def _create(connection: DuckDBPyConnection, table: str, values: Iterable[Mapping[str, Any]]) -> None:
    """Create a table of values; none where there are none."""
    text = "".join(json.dumps(value, separators=(",", ":")) + "\n" for value in values)
    if not text:
        return
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.write(text)
        file.flush()
        # A time without a zone, which is UTC: Python's zones would need a package of their own.
        connection.execute("SET TimeZone = 'UTC'")
        connection.execute(
            f"CREATE TABLE {table} AS SELECT * REPLACE (measured_at::TIMESTAMP AS measured_at) "
            f"FROM read_json({sql_text(Path(file.name))}, format = 'newline_delimited', "
            "sample_size = -1, maximum_object_size = 100000000)"
        )


def sql_text(value: object) -> str:
    """Return a value as an SQL string."""
    return "'" + str(value).replace("'", "''") + "'"


def _selected(
    connection: DuckDBPyConnection, tables: Mapping[str, Iterable[Mapping[str, Any]]], sql: str
) -> list[dict[str, Any]]:
    for name, values in tables.items():
        _create(connection, name, values)
    cursor = connection.execute(sql)
    if cursor is None:
        raise RoundelError("SQL: there is no statement", "For example: SELECT core, luts FROM results.")
    names = [column[0] for column in cursor.description or []]
    if duplicates := {name for name in names if names.count(name) > 1}:
        raise RoundelError(
            f"SQL: more than one column is called {', '.join(sorted(duplicates))}",
            "Name them apart: SELECT a.seed AS seed_a, b.seed AS seed_b.",
        )
    return [dict(zip(names, values, strict=True)) for values in cursor.fetchall()]

"""The page on published results: its columns are those of the code and of DuckDB, its queries run."""

from __future__ import annotations

import re

import duckdb
import pytest

from roundel.lab.columns import COLUMNS
from roundel.paths import project_root

PAGE = project_root() / "docs" / "results-format.md"
# DuckDB takes 32 MB for each file that it looks into, to find the types of columns: 29 fit in 1 GB.
MOST_FILES = 29


def _connection() -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    connection.execute("SET memory_limit = '1GB'")
    connection.execute(f"SET file_search_path = '{project_root()}'")
    return connection


def _queries() -> list[str]:
    return re.findall(r"```sql\n(.*?)```", PAGE.read_text(), re.DOTALL)


def test_the_page_has_the_columns_of_the_code() -> None:
    part = PAGE.read_text().partition("<!-- columns begin -->\n")[2].partition("<!-- columns end -->")[0]
    lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in part.splitlines()[2:]]
    wanted = [[f"`{c.name}`", "JSON" if c.json else c.type, c.unit, c.meaning] for c in COLUMNS]
    assert lines == wanted


def test_duckdb_finds_these_columns_and_types_in_all_files() -> None:
    described = _connection().execute("DESCRIBE SELECT * FROM 'results/*.jsonl'").fetchall()
    assert [(name, type_) for name, type_, *_ in described] == [
        (column.name, "VARCHAR" if column.json else column.type) for column in COLUMNS
    ]


def test_the_files_are_few() -> None:
    assert 10 <= len(list((project_root() / "results").glob("*.jsonl"))) <= MOST_FILES


def test_the_page_has_three_queries() -> None:
    assert len(_queries()) == 3


@pytest.mark.parametrize("number", range(3))
def test_a_query_of_the_page_answers(number: int) -> None:
    connection, sql = _connection(), _queries()[number]
    assert connection.execute(sql).fetchall()

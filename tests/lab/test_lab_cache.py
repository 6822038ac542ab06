"""The cache of rows and Parquet: what it gives is what the files say, whatever has happened to them."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from synthetic_rows import CORES, SQL, fill, implementation, simulation

from roundel.errors import RoundelError
from roundel.lab import Store, stored_rows
from roundel.lab.cache import snapshot
from roundel.lab.query import query
from roundel.lab.rows import rows_of

ROWS = 60
CORE = "core-3"


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store of rows of twenty cores, older than the cache, and a cache that nobody else has."""
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path / "cache"))
    root = tmp_path / "results"
    fill(root, ROWS)
    monkeypatch.setattr("roundel.lab.cache.YOUNG_NS", 0)  # or every file would be read for two seconds more
    return Store(root)


def put(store: Store, record: dict[str, Any]) -> Path:
    store.put(record["identity"], record["result"])
    return store.path(record["identity"])


def is_right(store: Store) -> bool:
    """Whether rows, SQL over rows and SQL over records are those of the files, read without a cache."""
    expected = rows_of(store.records())
    assert [{**row, "current": False} for row in expected] == stored_rows(store)
    told = query(store, "SELECT core, source_hash, luts, seeds, fmax_mhz.median AS mhz, current FROM results")
    assert [(r["core"], r["source_hash"], r["luts"], r["seeds"], r["mhz"]) for r in told] == [
        (r["core"], r["source_hash"], r["luts"], r["seeds"], r["fmax_mhz"]["median"]) for r in expected
    ]
    assert not any(row["current"] for row in told)
    keys = query(store, "SELECT key FROM runs")
    return [row["key"] for row in keys] == [record["key"] for record in store.records()]


def add(store: Store) -> None:
    put(store, implementation(CORE, 3, seed=2))


def add_a_core(store: Store) -> None:
    put(store, implementation("core-x", 7))
    put(store, simulation("core-x", 7))


def add_a_failure(store: Store) -> None:
    store.put_failure(implementation(CORE, 3, seed=9)["identity"], "does not fit")


def replace(store: Store) -> None:
    record = implementation(CORE, 3)
    record["result"]["figures"]["luts"] = 7
    put(store, record)


def change_in_place_unseen(store: Store) -> None:
    """Rewrite a file with as many bytes, and give it its old modification time."""
    path = store.path(implementation(CORE, 3)["identity"])
    before = path.stat()
    text = path.read_text()
    with path.open("r+") as file:
        file.write(text.replace('"luts": 1003', '"luts": 1999'))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size and path.stat().st_mtime_ns == before.st_mtime_ns


def swap(store: Store) -> None:
    """Exchange the contents of two files of the same size by renaming, as a merge may do."""
    first, second = (store.path(implementation("core-3", n)["identity"]) for n in (3, 23))
    spare = first.with_suffix(".spare")
    first.rename(spare)
    second.rename(first)
    spare.rename(second)


def delete(store: Store) -> None:
    store.path(implementation(CORE, 3)["identity"]).unlink()


def delete_a_core(store: Store) -> None:
    shutil.rmtree(store.root / CORE)


CHANGES = (add, add_a_core, add_a_failure, replace, change_in_place_unseen, swap, delete, delete_a_core)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_what_has_changed_is_seen_at_once(store: Store, change: Callable[[Store], None]) -> None:
    assert is_right(store)
    before = snapshot(store).digest
    change(store)
    assert is_right(store)
    assert snapshot(store).digest != before


def test_changes_one_after_the_other_and_back(store: Store) -> None:
    backup = store.root.with_name("backup")
    shutil.copytree(store.root, backup)
    before = snapshot(store).digest
    for change in (add, delete, replace, add_a_core, delete_a_core):
        change(store)
        assert is_right(store)
    shutil.rmtree(store.root)
    shutil.copytree(backup, store.root)
    assert is_right(store) and snapshot(store).digest == before


def test_a_young_file_is_not_trusted(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within one tick of the clock a change leaves no trace but in the content: young files are read."""
    monkeypatch.setattr("roundel.lab.cache.YOUNG_NS", 10**18)
    monkeypatch.setattr("roundel.lab.cache._signature", lambda stat: (0, 0, 0, 0))
    monkeypatch.setattr("roundel.lab.cache.time.time_ns", lambda: 0)
    assert is_right(store)
    change_in_place_unseen(store)
    assert is_right(store)


def test_only_what_has_changed_is_read_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    from roundel.lab import cache

    read: list[Path] = []
    original = cache._read_file

    def counted(path: Path) -> Any:
        read.append(path)
        return original(path)

    monkeypatch.setattr(cache, "_read_file", counted)
    snapshot(store)
    assert {path.parts[-3] for path in read} == {f"core-{n}" for n in range(20)}
    read.clear()
    snapshot(store)
    assert read == []
    add(store)
    snapshot(store)
    assert {path.parts[-3] for path in read} == {CORE}


def test_a_cache_that_is_damaged_or_gone_is_made_anew(store: Store) -> None:
    now = snapshot(store)
    (now.folder / "index.json").write_text('{"core-3": [["x", 1]]}')
    assert is_right(store)
    shutil.rmtree(now.folder)
    assert is_right(store)


def test_rows_made_by_other_code_do_not_count(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    before = snapshot(store).digest
    monkeypatch.setattr("roundel.lab.cache._code", lambda: "changed")
    assert snapshot(store).digest != before and is_right(store)


def test_what_nobody_uses_is_cleared_away(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    query(store, SQL)
    folder = snapshot(store).folder
    old = folder / "core-0-0123.results.jsonl"
    old.write_text("")
    os.utime(old, (0, 0))
    kept = {path.name for path in folder.iterdir()} - {old.name}
    query(store, SQL)
    assert {path.name for path in folder.iterdir()} == kept


def test_damaged_record_is_named(store: Store) -> None:
    path = put(store, implementation(CORE, 3))
    path.write_text("<<<<<<< HEAD")
    with pytest.raises(RoundelError, match=f"{path.name}: not a result"):
        stored_rows(store)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ('["a list"]', "not a record"),
        ('{"key": "x"}', "a record without kind, core"),
        (
            '{"key": "x", "kind": "cycles", "core": "c"}',
            "a record without target, source_hash, figures, service, variant",
        ),
    ],
)
def test_record_that_lacks_what_rows_are_made_of_is_named(store: Store, content: str, told: str) -> None:
    path = put(store, implementation(CORE, 3))
    path.write_text(content)
    with pytest.raises(RoundelError, match=rf"{path.name}: not a result \({told}"):
        stored_rows(store)


def test_an_empty_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path / "cache"))
    assert stored_rows(Store(tmp_path / "nowhere")) == []
    with pytest.raises(RoundelError, match="no results in"):
        query(Store(tmp_path / "nowhere"), SQL)


def _ask(root: str, times: int) -> None:
    for _ in range(times):
        rows = stored_rows(Store(Path(root)))
        assert len(rows) >= ROWS
        assert query(Store(Path(root)), "SELECT count(*) AS n FROM results")[0]["n"] >= ROWS


def test_several_processes_ask_while_results_come_in(store: Store) -> None:
    context = multiprocessing.get_context("spawn")
    asking = [context.Process(target=_ask, args=(str(store.root), 6)) for _ in range(2)]
    for process in asking:
        process.start()
    number = 1000
    while any(process.is_alive() for process in asking):
        put(store, implementation(f"core-{number % 5}", number))
        put(store, simulation(f"core-{number % 5}", number))
        number += 1
        time.sleep(0.02)
    assert [process.exitcode for process in asking] == [0, 0]
    assert is_right(store)


def test_how_long_it_takes_is_printed(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    start = time.monotonic()
    first = query(store, SQL)
    middle = time.monotonic()
    assert query(store, SQL) == first
    assert [row["rows"] for row in first] == [ROWS // CORES] * 5
    with capsys.disabled():
        again = time.monotonic() - middle
        print(f"\n{ROWS} rows: first query {middle - start:.2f} s, again {again:.2f} s")

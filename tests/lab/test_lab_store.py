"""The store: content-addressed, written whole or not at all, failures beside successes."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from roundel.errors import RoundelError
from roundel.lab.store import Store, key_of

IDENTITY = {"kind": "implementation", "core": "a:fast", "source_hash": "0", "target": "ecp5", "seed": 1}


def _files(root: Path) -> list[str]:
    return sorted(path.name for path in root.rglob("*") if path.is_file())


def test_key_depends_on_content_and_not_on_order() -> None:
    assert key_of({"core": "a", "recipe": ["b"]}) == key_of({"recipe": ["b"], "core": "a"})
    assert key_of({"core": "a"}) != key_of({"core": "b"})
    assert key_of({"core": "a", "measured_at": "today"}) == key_of({"core": "a"})


def test_record_comes_back_from_its_place(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert store.get(IDENTITY) is None
    store.put(IDENTITY, {"figures": {"luts": 5}})
    path = tmp_path / "a" / "ecp5" / f"{key_of(IDENTITY)}.json"
    assert json.loads(path.read_text())["figures"] == {"luts": 5}
    record = store.get(IDENTITY)
    assert record is not None and record["seed"] == 1 and record["key"] == key_of(IDENTITY)
    assert _files(tmp_path) == [path.name]
    assert store.get({**IDENTITY, "seed": 2}) is None


def test_same_figures_leave_the_file_untouched_and_others_replace_it(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put(IDENTITY, {"figures": {"luts": 5}, "seconds": 1})
    before = store.path(IDENTITY).read_text()
    store.put(IDENTITY, {"figures": {"luts": 5}, "seconds": 2})
    assert store.path(IDENTITY).read_text() == before
    store.put(IDENTITY, {"figures": {"luts": 6}, "seconds": 3})
    record = store.get(IDENTITY)
    assert record is not None and record["figures"] == {"luts": 6}
    store.put(IDENTITY, {"figures": {"luts": 6}, "block_bits": 1152, "seconds": 4})
    record = store.get(IDENTITY)
    assert record is not None and (record["block_bits"], record["seconds"]) == (1152, 4)


def test_failure_does_not_hide_a_success_and_a_success_ends_it(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put_failure(IDENTITY, "does not fit", limit_seconds=3)
    assert store.get(IDENTITY) is None
    failure = store.get_failure(IDENTITY)
    assert failure is not None and (failure["failed"], failure["limit_seconds"]) == ("does not fit", 3)
    store.put(IDENTITY, {"figures": {}})
    assert store.get_failure(IDENTITY) is None and store.get(IDENTITY) is not None


def test_damaged_file_is_named(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put(IDENTITY, {"figures": {}})
    store.path(IDENTITY).write_text("<<<<<<< HEAD")
    with pytest.raises(RoundelError, match=rf"{key_of(IDENTITY)}.json: not a result"):
        store.get(IDENTITY)


def test_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("a file where the core's folder would be")
    with pytest.raises(RoundelError, match="cannot store a result in .*/a/ecp5") as caught:
        Store(tmp_path).put(IDENTITY, {"figures": {}})
    assert "ROUNDEL_RESULTS" in caught.value.hint


def _put_many(root: str, writer: int) -> None:
    store = Store(Path(root))
    for seed in range(20):
        store.put({**IDENTITY, "seed": seed}, {"figures": {"luts": seed}, "writer": writer})


def test_many_writers_of_the_same_runs(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=_put_many, args=(str(tmp_path), n)) for n in range(3)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    records: list[dict[str, Any]] = list(Store(tmp_path).records())
    assert sorted(record["seed"] for record in records) == list(range(20))
    assert all(record["figures"]["luts"] == record["seed"] for record in records)
    assert len(_files(tmp_path)) == 20


def test_writer_killed_at_any_time_leaves_only_whole_records(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from roundel.lab.store import Store\n"
        "store = Store(Path(sys.argv[1])); seed = 0\n"
        "while True:\n"
        "    identity = {'kind': 'placement', 'core': 'a', 'target': 't', 'seed': seed}\n"
        "    store.put(identity, {'figures': {'pad': 'x' * 200_000}})\n"
        "    seed += 1\n"
    )
    for delay in (0.0, 0.013, 0.029):
        writer = subprocess.Popen([sys.executable, "-c", code, str(tmp_path)])
        while not list(tmp_path.glob("*/*/*.json")):
            time.sleep(0.005)
        time.sleep(delay)
        os.kill(writer.pid, signal.SIGKILL)
        writer.wait()
        records = list(Store(tmp_path).records())
        assert records and all(len(record["figures"]["pad"]) == 200_000 for record in records)

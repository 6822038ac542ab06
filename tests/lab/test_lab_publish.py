"""Publishing: canonical lines, what is superseded, merged files, and lines that are no results."""

from __future__ import annotations

import json
import logging
import subprocess
from pathlib import Path
from typing import Any

import pytest
from lab_project import Fakes, Lab

from roundel.catalog.load import _load
from roundel.errors import RoundelError
from roundel.implement import TARGETS, Options, Toolchain
from roundel.lab import Request, Store, Strategy, bench, stored_rows
from roundel.lab.columns import COLUMNS, line_of, record_of, text_of
from roundel.lab.publish import publish
from roundel.lab.runs import ImplementationRun

RENAMED = "_renamed"


@pytest.fixture
def measured(lab: Lab, fakes: Fakes, monkeypatch: pytest.MonkeyPatch) -> Lab:
    """Return a project with three seeds and the cycles of its core, measured and published."""
    monkeypatch.setattr("roundel.lab.elaborations.elaborate", _elaborated)
    bench(_request(lab), lab.store)
    publish(lab.store)
    return lab


def _elaborated(core: Any) -> str:
    """Stand in for an elaboration: the text without the part that marks a new name."""
    return core.sources[-1].read_text().replace(RENAMED, "")[-32:]


def _request(lab: Lab, seeds: int = 3) -> Request:
    strategy = Strategy(seeds=tuple(range(1, seeds + 1)))
    return Request((lab.core,), (TARGETS["ecp5"],), strategy, jobs=1)


def _edit(lab: Lab, old: str, new: str) -> None:
    source = lab.core.sources[-1]
    text = source.read_text()
    assert old in text
    source.write_text(text.replace(old, new))
    _load.cache_clear()


def _store(lab: Lab) -> Store:
    """Return the store as another process reads it."""
    return Store(lab.store.root, lab.store.published)


def _file(lab: Lab) -> Path:
    assert lab.store.published is not None
    (path,) = lab.store.published.glob("*.jsonl")
    return path


def _lines(lab: Lab) -> list[dict[str, Any]]:
    return [json.loads(line) for line in _file(lab).read_text().splitlines()]


def test_a_line_has_every_column_and_comes_back_as_the_record(measured: Lab) -> None:
    for record in measured.store.live_records():
        line = line_of(record, "current", "roundel bench")
        assert [*json.loads(text_of(line))] == [column.name for column in COLUMNS]
        assert record_of(json.loads(text_of(line))) == record


def test_publishing_again_changes_nothing(measured: Lab) -> None:
    before = _file(measured).read_text()
    done = publish(_store(measured))
    assert (done.added, done.dropped, done.files) == (0, 0, ()) and done.kept == 5
    assert _file(measured).read_text() == before
    assert publish(_store(measured), check=True).files == ()


def test_lines_are_sorted_and_current(measured: Lab) -> None:
    lines = _lines(measured)
    assert [(line["kind"], line["seed"]) for line in lines] == [
        ("cycles", None),
        ("elaboration", None),
        *(("implementation", seed) for seed in (1, 2, 3)),
    ]
    assert {line["state"] for line in lines} == {"current"}
    assert lines[-1]["command"].startswith("roundel bench echo-hash --target ecp5 --seeds 3")


def test_a_published_run_is_not_made_again_and_the_live_folder_may_go(
    measured: Lab, fakes: Fakes, tmp_path: Path
) -> None:
    fakes.ran.clear()
    store = Store(tmp_path / "empty", measured.store.published)
    (row,) = bench(_request(measured), store)
    assert fakes.ran == [] and row["seeds"] == 3
    assert stored_rows(store) == stored_rows(measured.store)


def test_a_comment_makes_nothing_stale_and_a_token_does(measured: Lab) -> None:
    _edit(measured, "endmodule", "// a comment more\nendmodule")
    assert [row["current"] for row in stored_rows(_store(measured))] == [True]
    assert publish(_store(measured), check=True).files == ()
    _edit(measured, "endmodule", "wire more; endmodule")
    assert [row["current"] for row in stored_rows(_store(measured))] == [False]
    assert publish(_store(measured), check=True).files == ("echo-hash.jsonl",)


def test_a_stale_run_is_kept_and_marked_until_its_successor_is_measured(measured: Lab) -> None:
    _edit(measured, "endmodule", "wire more; endmodule // of new sources")
    publish(_store(measured))
    assert [line["state"] for line in _lines(measured) if line["kind"] != "elaboration"] == 4 * ["stale"]
    (row,) = stored_rows(_store(measured))
    assert (row["current"], row["seeds"]) == (False, 3)
    bench(_request(measured, seeds=1), _store(measured))
    done = publish(_store(measured))
    assert (done.added, done.dropped) == (2, 5)
    assert [line["state"] for line in _lines(measured)] == 3 * ["current"]


def test_runs_under_earlier_names_are_current_and_marked(measured: Lab, fakes: Fakes) -> None:
    _edit(measured, "module echo_hash", f"module echo_hash{RENAMED}")
    before = _lines(measured)
    publish(_store(measured))
    (row,) = stored_rows(_store(measured))
    assert row["current"] and row["earlier_names"] and row["seeds"] == 3
    assert row["source_hash"] == measured.core.source_hash != before[0]["source_hash"]
    states = [line["state"] for line in _lines(measured) if line["kind"] != "elaboration"]
    assert states == 4 * ["earlier names"]
    assert publish(_store(measured)).files == ()
    # They count as stored. Measured again, they are as any other.
    fakes.ran.clear()
    bench(_request(measured), _store(measured))
    assert fakes.ran == []
    again = Request(**{**vars(_request(measured)), "rerun": True})
    bench(again, _store(measured))
    publish(_store(measured))
    (row,) = (row for row in stored_rows(_store(measured)) if row["current"])
    assert not row["earlier_names"] and row["seeds"] == 3
    assert {line["state"] for line in _lines(measured)} == {"current"}


def test_a_failure_under_earlier_names_is_not_tried_again(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roundel.lab.elaborations.elaborate", _elaborated)
    run = ImplementationRun(lab.core, TARGETS["ecp5"], Options(), 1, Toolchain())
    lab.store.put_failure(run.identity, "does not fit", options={}, device="d")
    publish(lab.store)
    _edit(lab, "module echo_hash", f"module echo_hash{RENAMED}")
    publish(_store(lab))
    renamed = ImplementationRun(lab.core, TARGETS["ecp5"], Options(), 1, Toolchain())
    assert renamed.identity["source_hash"] != run.identity["source_hash"]
    failure = Store(lab.root / "none", lab.store.published).get_failure(renamed.identity)
    assert failure is not None and failure["failed"] == "does not fit"


def test_files_of_two_branches_merge_line_by_line(measured: Lab, tmp_path: Path) -> None:
    """As `merge=union` does it: lines of both sides, a line that both changed twice. The newest counts."""
    path = _file(measured)
    newer = _lines(measured)[-1]
    newer |= {"luts": 41, "measured_at": "2999-01-01T00:00:00+00:00"}
    text = path.read_text()
    path.write_text(text_of(newer) + text + text)
    store = Store(tmp_path / "empty", measured.store.published)
    (row,) = stored_rows(store)
    assert row["seeds"] == 3
    assert max(run["figures"]["luts"] for run in store.records() if run.get("seed")) == 41
    done = publish(store)
    assert (done.added, done.dropped) == (0, 0) and done.files == (path.name,)
    assert len(_lines(measured)) == 5 and _lines(measured)[-1]["luts"] == 41


def test_a_line_that_is_no_result_is_reported_and_the_others_are_read(
    measured: Lab, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = _file(measured)
    good = path.read_text()
    path.write_text("<<<<<<< HEAD\n" + good)
    store = Store(tmp_path / "empty", measured.store.published)
    with caplog.at_level(logging.WARNING):
        assert len(stored_rows(store)) == 1
    (message,) = {record.getMessage() for record in caplog.records}
    assert message.startswith(f"{path}:1: not a result (") and "Delete the line, or restore it" in message
    with pytest.raises(RoundelError, match=r"echo-hash\.jsonl:1: not a result"):
        publish(Store(tmp_path / "empty", measured.store.published))
    assert path.read_text().startswith("<<<<<<<")  # nothing was written


@pytest.mark.parametrize(
    "line", ["[]", "{}", '{"kind": "cycles", "key": "0"}', '{"key": 1, "kind": "x", "parameters": "{"}']
)
def test_every_damaged_line_is_named(measured: Lab, line: str) -> None:
    path = _file(measured)
    path.write_text(path.read_text() + line + "\n")
    with pytest.raises(RoundelError, match=r"echo-hash\.jsonl:6: not a result"):
        publish(_store(measured), check=True)


def test_a_bench_leaves_the_checkout_clean(lab: Lab, fakes: Fakes, monkeypatch: pytest.MonkeyPatch) -> None:
    """By default live results are below the cache, in a folder that git ignores."""
    from roundel.lab import open_store

    monkeypatch.delenv("ROUNDEL_RESULTS")
    monkeypatch.delenv("ROUNDEL_CACHE")
    (lab.root / ".gitignore").write_text("/build/\n")

    def git(*words: str) -> str:
        done = subprocess.run(["git", *words], cwd=lab.root, check=True, capture_output=True, text=True)
        return done.stdout

    git("init", "-q", ".")
    git("add", "-A")
    bench(_request(lab), open_store())
    assert len(list((lab.root / "build" / "results").rglob("*.json"))) == 4
    git("add", "-A", "-n")
    assert "build" not in git("status", "--short", "-uall") and "??" not in git("status", "--short", "-uall")


def test_runs_of_a_core_that_the_catalog_lacks_stay_in_the_live_store(measured: Lab, monkeypatch) -> None:
    before = _file(measured).read_text()
    other = [
        record | {"core": "gone", "key": f"gone-{i}"}
        for i, record in enumerate(measured.store.live_records())
    ]
    live = [*measured.store.live_records(), *other]
    monkeypatch.setattr(Store, "live_records", lambda self: live)
    said: list[str] = []
    publish(_store(measured), say=said.append)
    assert said == ["gone: not published, the catalog has no such core"]
    assert _file(measured).read_text() == before

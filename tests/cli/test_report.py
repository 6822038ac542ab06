"""`roundel report`: the files it writes, and how it refuses."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from roundel.cli.app import app
from roundel.cli.report import _address, _write
from roundel.errors import RoundelError

TABLES = ("measurements", "cores", "services", "papers", "answers", "published", "cells")


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["report", *words])


@pytest.mark.slow
def test_the_page_and_its_tables_are_written_and_no_path_of_this_machine_is_in_them(tmp_path: Path) -> None:
    result = run("--out", str(tmp_path / "deep" / "report"))
    assert result.exit_code == 0, result.exception
    page = tmp_path / "deep" / "report" / "index.html"
    assert result.stdout.split() == [str(page)]
    names = {path.name for path in page.parent.iterdir()}
    tables = {f"{name}.{kind}" for name in TABLES for kind in ("csv", "tex")}
    assert names == {"index.html", "report.json", "report.md"} | tables
    text = page.read_text()
    # The papers' figures as they are drawn, and what P2 counts.
    assert text.count('aria-label="P1: figure') == 8
    assert text.count('aria-label="P5: ') == 10
    assert "ARMv8.2-SHA3" in text
    assert page.stat().st_size < 1_500_000
    for path in page.parent.iterdir():
        assert str(Path(__file__).parents[2]) not in path.read_text(), path.name


def test_only_a_report_inside_the_checkout_links_to_the_docs(tmp_path: Path) -> None:
    """A relative path from elsewhere would name the folders of this machine."""
    project = tmp_path / "project"
    assert _address(project, project / "build" / "report") == "../.."
    assert _address(project, tmp_path / "report") is None


def test_a_store_without_results_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDEL_RESULTS", str(tmp_path / "nothing"))
    monkeypatch.setenv("ROUNDEL_PUBLISHED", str(tmp_path / "nothing"))
    result = run("--out", str(tmp_path / "out"))
    assert isinstance(result.exception, RoundelError)
    assert str(tmp_path / "nothing") in str(result.exception) and "roundel bench" in result.exception.hint
    assert not (tmp_path / "out").exists()


def test_a_file_in_the_folder_s_place_is_told(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("")
    result = run("--out", str(tmp_path / "out"))
    assert isinstance(result.exception, RoundelError)
    assert str(tmp_path / "out") in str(result.exception) and "--out" in result.exception.hint


def test_a_disk_that_is_full_leaves_the_page_that_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    (tmp_path / "index.html").write_text("the last one")
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(RoundelError, match=r"index\.html: cannot be written \(No space left on device\)"):
        _write(tmp_path / "index.html", "half of a new one")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["the last one"]


def test_an_unknown_target_is_told(tmp_path: Path) -> None:
    result = run("--out", str(tmp_path), "--target", "ecp6")
    assert isinstance(result.exception, RoundelError) and "ecp5" in result.exception.hint

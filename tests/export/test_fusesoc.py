"""FuseSoC takes the cores from `rtl` and from an exported folder, and sees in them what the catalog sees."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench_runner import linking, runtime_library, verilator_on_path
from fusesoc.config import Config
from fusesoc.coremanager import CoreManager
from fusesoc.fusesoc import Fusesoc
from fusesoc.librarymanager import Library
from fusesoc.vlnv import Vlnv
from printed import printed_block

from roundel.catalog import find_core
from roundel.catalog.capi2 import read_descriptions, sources_of
from roundel.export import export
from roundel.paths import project_root, vectors_dir
from roundel.verify.vectors import load

FLAGS = {"target": "default"}
README = (project_root() / "README.md").read_text()


@pytest.fixture(scope="module")
def manager() -> CoreManager:
    """FuseSoC with `rtl` as its one library."""
    fusesoc = Fusesoc(Config("/dev/null"))
    fusesoc.cm.add_library(Library("roundel", str(project_root() / "rtl")), [])
    return fusesoc.cm


@pytest.fixture
def with_verilator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """`verilator` and `fusesoc` on PATH, and nothing of FuseSoC's outside the test's folder."""
    for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=":")
    with verilator_on_path(tmp_path, {**linking(runtime_library("export")), "OPT_FAST": "-O0"}):
        yield


def commanded(lines: str, folder: Path) -> str:
    """What the commands print, run in `folder` up to the first that fails; that one fails the test."""
    ran = subprocess.run(
        ["sh", "-e", "-c", lines],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=900,
    )
    assert ran.returncode == 0, ran.stdout[-3000:]
    return ran.stdout


def test_fusesoc_finds_the_sources_that_the_catalog_finds(manager: CoreManager) -> None:
    descriptions = read_descriptions(project_root())
    assert {str(core.name).rpartition(":")[0] for core in manager.get_cores().values()} == set(descriptions)
    for vlnv, description in descriptions.items():
        files = [
            Path(core.core_root, file["name"])
            for core in manager.get_depends(Vlnv(vlnv), FLAGS)
            for file in core.get_files(FLAGS)
        ]
        assert sorted(files) == sorted(sources_of(vlnv, descriptions, description.path)), vlnv


def test_parameters_are_of_the_design_that_is_built_alone(manager: CoreManager) -> None:
    """FuseSoC gives a design the parameters of what it depends on: a top that has none of them fails."""
    for vlnv, description in read_descriptions(project_root()).items():
        core = manager.get_core(Vlnv(vlnv))
        assert core.get_parameters({**FLAGS, "is_toplevel": False}) == {}, vlnv
        of_top = core.get_parameters({**FLAGS, "is_toplevel": True})
        assert set(of_top) == set(description.fields.get("parameters", {})), vlnv


@pytest.mark.slow
@pytest.mark.usefixtures("with_verilator")
def test_the_readmes_design_runs_as_printed(tmp_path: Path) -> None:
    (commands,) = re.findall(r"^(fusesoc library add .*?)^```$", README, re.MULTILINE | re.DOTALL)
    (tmp_path / "sha3_tb.sv").write_text(printed_block(README, "systemverilog"))
    (tmp_path / "sha3_tb.core").write_text(printed_block(README, "yaml"))
    (verilator,) = re.findall(r"^(export VERILATOR_ROOT=.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert "path/to/roundel" in commands and "path/to/roundel/.venv/bin/python" in verilator
    lines = verilator.replace("path/to/roundel/.venv/bin/python", sys.executable) + commands
    printed = commanded(lines.replace("path/to/roundel", str(project_root())), tmp_path)
    assert "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532" in printed.splitlines()


@pytest.mark.slow
@pytest.mark.usefixtures("with_verilator")
def test_an_exported_folder_runs_by_the_command_in_its_readme(tmp_path: Path) -> None:
    done = export(find_core("keccak400-x1"), tmp_path / "out", load(vectors_dir()), random=1)
    (command,) = re.findall(r"`(fusesoc .*?)`", (done.folder / "README.md").read_text())
    assert f"PASS: {done.transactions} blocks" in commanded(command, done.folder)

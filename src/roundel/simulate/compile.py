"""Compiles a translated design, its programs and Verilator's runtime: flags, parts and a log."""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import os
import platform
import shlex
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from roundel.errors import RoundelError
from roundel.paths import cache_dir, text_of
from roundel.process.atomic import locked
from roundel.process.jobs import Cancellation, JobFailed, run_job
from roundel.simulate.tools import find_compiler, verilator_package

FLIP = Path(__file__).with_name("flip.cpp")
PREFIX = Path(__file__).with_name("prefix.h")
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
# A trace has memories of up to 64 words.
TRACE_FLAGS = (
    *("-O3", "--x-assign", "unique", "--x-initial", "unique", "--assert", "--trace-vcd"),
    *("--trace-max-array", "64"),
)
# A model whose registers can be changed between two cycles. Contracts of ports do not hold after a fault.
FLIP_FLAGS = ("-O3", "--x-assign", "fast", "--x-initial", "fast", "--no-assert", "--vpi", "--public-flat-rw")
# Instructions that every x86-64 processor since 2011 has: aes-gcm-hs gains 12 %. -march=native gains no
# more, and machines could not share a cache.
PROCESSOR_FLAGS = ("-msse4.2",) if platform.machine() in ("x86_64", "AMD64") else ()
CXX_FLAGS = ("-std=c++17", "-fPIC", "-fvisibility=hidden", "-DVM_COVERAGE=0", "-DVM_SC=0", *PROCESSOR_FLAGS)
# The model's $stop and $fatal become errors of the run instead of the end of the process. Its output goes to
# stderr: stdout is for results.
STOP_FLAGS = ("-DVL_USER_STOP", "-DVL_USER_FATAL", "-DVL_PRINTF(...)=std::fprintf(stderr,__VA_ARGS__)")
# With -O3 keccak-hash runs 1.3 times as fast, aes-gcm-hs 1.2 times, and groestl-256 slower. It compiles for
# some 1.5 s longer, which is what 15 million cycles gain: more than nearly every run has. Verilator's
# `__Slow` files run once, when a model is created.
OPTIMIZATION = "-O1"
SLOW_OPTIMIZATION = "-O0"
RUNTIME_OPTIMIZATION = "-Os"


@dataclass(frozen=True)
class Flavor:
    """What a model can do: Verilator's flags, files of its runtime, and programs beside the harness."""

    flags: tuple[str, ...]
    runtime: tuple[str, ...] = ()
    programs: tuple[Path, ...] = ()


FAST = Flavor(FAST_FLAGS)
TRACED = Flavor(TRACE_FLAGS, ("verilated_vcd_c",))
FLIPPING = Flavor(FLIP_FLAGS, ("verilated_vpi",), (FLIP,))
CHAINING = {kind: Flavor(FAST_FLAGS, (), (program,)) for kind, program in CHAINS.items()}


@dataclass(frozen=True)
class BuildLimits:
    """Limits of a build's tools: the name of the build in messages, seconds for each tool, and the flag."""

    name: str
    limit_seconds: float
    cancellation: Cancellation


def _cxx_flags(flavor: Flavor) -> list[str]:
    package = verilator_package()
    return [
        *CXX_FLAGS,
        *STOP_FLAGS,
        f"-DVM_TRACE={int(flavor is TRACED)}",
        f"-DVM_TRACE_VCD={int(flavor is TRACED)}",
        f"-I{package / 'include'}",
        f"-I{package / 'include' / 'vltstd'}",
    ]


def content_key(*parts: object) -> str:
    """Return the SHA-256 (hex) of `parts` and of everything else that determines the library."""
    fixed = [
        importlib.metadata.version("verilator"),
        platform.machine(),
        *CXX_FLAGS,
        *STOP_FLAGS,
        OPTIMIZATION,
        SLOW_OPTIMIZATION,
        RUNTIME_OPTIMIZATION,
    ]
    return hashlib.sha256(json.dumps([*fixed, *parts]).encode()).hexdigest()


def compile_design(
    work: Path,
    flavor: Flavor,
    programs: Sequence[Path],
    defines: Sequence[str],
    log: Path,
    failed: str,
    limits: BuildLimits,
) -> list[Path]:
    """Return the objects of a translated design in `work`, of its programs and of Verilator's runtime."""
    compiler = find_compiler()
    prefix = _prefix(flavor, limits)
    flags = [*_cxx_flags(flavor), "-include", str(prefix), f"-I{work}", *defines]
    files = _translation_units(work, programs)
    units = {unit: SLOW_OPTIMIZATION if unit.stem.endswith("__Slow") else OPTIMIZATION for unit in files}
    objects = [unit.with_suffix(".o") for unit in units]
    with ThreadPoolExecutor(BUILD_JOBS) as pool:
        try:
            runtime = pool.submit(_runtime, flavor, limits)
            compiles = [
                pool.submit(
                    run_tool,
                    [compiler, *flags, level, "-c", str(unit), "-o", str(object_)],
                    log,
                    failed,
                    limits,
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

    Code that runs once (`model__Slow`) is then one of them. The rest is divided evenly.
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


def _prefix(flavor: Flavor, limits: BuildLimits) -> Path:
    """Return the header that is before every model with these flags, and has a compiled form beside it.

    The libraries' headers take a second, a third of the time of most models. A compiler that cannot use the
    compiled form reads the header.
    """
    compiler = find_compiler()
    command = [compiler, *_cxx_flags(flavor), OPTIMIZATION, "-x", "c++-header"]
    # Another release of the compiler writes another form.
    key = content_key("prefix", text_of(PREFIX), command, Path(compiler).stat().st_mtime_ns)
    folder = cache_dir("verilated", f"prefix-{key[:16]}")
    header, compiled = folder / PREFIX.name, folder / f"{PREFIX.name}.gch"
    with locked(folder / "lock", limits.cancellation.check):
        if not compiled.is_file():
            header.write_text(text_of(PREFIX))
            part = folder / "part.gch"
            failed = "the headers of Verilator's runtime did not compile"
            run_tool([*command, str(header), "-o", str(part)], folder / "build.log", failed, limits)
            part.replace(compiled)
    return header


def _runtime(flavor: Flavor, limits: BuildLimits) -> list[Path]:
    """Return Verilator's own runtime as object files, which all models with the same flags share."""
    names = ["verilated", "verilated_threads", *flavor.runtime]
    folder = cache_dir("verilated", f"runtime-{content_key('runtime', *flavor.runtime)[:16]}")
    objects = [folder / f"{name}.o" for name in names]
    with locked(folder / "lock", limits.cancellation.check):
        for name, object_ in zip(names, objects, strict=True):
            if not object_.is_file():
                part = folder / f"{name}.part.o"
                source = verilator_package() / "include" / f"{name}.cpp"
                compile_ = [find_compiler(), *_cxx_flags(flavor), RUNTIME_OPTIMIZATION, "-c", str(source)]
                failed = f"Verilator's runtime {source.name} did not compile"
                run_tool([*compile_, "-o", str(part)], folder / "build.log", failed, limits)
                part.replace(object_)
    return objects


def run_tool(command: Sequence[str], log: Path, failure: str, limits: BuildLimits) -> None:
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

"""Builds the shared library of a catalog core with Verilator, the stream harness and a C++ compiler.

The library is cached by content: sources, parameters, harness, Verilator version and flags. Two processes
that need the same library build it once: the second waits for the first. An interrupted build leaves
nothing that looks finished.
"""

from __future__ import annotations

import dataclasses
import math
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from roundel.catalog import Core
from roundel.catalog.model import parameter_literal
from roundel.errors import RoundelError, unknown_name
from roundel.paths import cache_dir, text_of
from roundel.process.atomic import locked
from roundel.process.jobs import Cancellation
from roundel.simulate.compile import (
    CHAINING,
    FAST,
    FLIPPING,
    TRACED,
    BuildLimits,
    Flavor,
    compile_design,
    content_key,
    run_tool,
)
from roundel.simulate.tools import find_compiler, find_perl, verilator_package
from roundel.vhdl import translated

# The C++ program that drives a core, by the core's kind.
HARNESSES = {
    "service": Path(__file__).with_name("harness.cpp"),
    "engine": Path(__file__).with_name("engine_harness.cpp"),
    "module": Path(__file__).with_name("ports_harness.cpp"),
}
COMMON_HARNESS = Path(__file__).with_name("model.h")
CONTROL = Path(__file__).with_name("model.vlt")
COMMON_FLAGS = ("--cc", "--prefix", "Vcore", "--quiet", "-Wno-fatal", "--no-timing")


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
    key = content_key(_sources_key(core, trace), *_defines(core), *texts, *_verilator_flags(core, flavor))
    folder = cache_dir("verilated", f"{core.name.replace(':', '-')}-{key[:16]}")
    library = folder / "model.so"
    if library.is_file():
        return library
    # The flag ends the tools that still run when the build fails.
    limits = BuildLimits(f"the build of {core.name}", limit_seconds, Cancellation(cancellation))
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
    key = content_key(
        "program", name, text, *(text_of(path) for path in (*sources, program, CONTROL)), *flags
    )
    folder = cache_dir("verilated", f"{name}-{key[:16]}")
    found, work, log = folder / "program", folder / "work", folder / "build.log"
    limits = BuildLimits(f"the build of {name}", limit_seconds, Cancellation())
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
            run_tool(translate, log, f"Verilator could not translate {name}", limits)
            failed = f"the C++ model of {name} did not compile"
            objects = compile_design(work, FAST, [program], [], log, failed, limits)
            linked = work / "program"
            link = [compiler, *map(str, objects), "-lpthread", "-o", str(linked)]
            run_tool(link, log, f"{name} did not link", limits)
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
    return content_key(core.simulation_hash, *texts)


def _verilator_flags(core: Core, flavor: Flavor) -> list[str]:
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
        **({"FRESH_BITS": core.fresh_width} if core.masked else {}),
    }
    return [*(f"-DROUNDEL_{name}={size}" for name, size in sizes.items()), *_pins(core)]


def _build(core: Core, flavor: Flavor, folder: Path, library: Path, limits: BuildLimits) -> None:
    """Build in `folder`/work, which only the holder of the lock uses, and move the result to its place."""
    compiler, perl, package = find_compiler(), find_perl(), verilator_package()
    work = folder / "work"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    log = folder / "build.log"
    log.write_text("")
    translate = [perl, str(package / "bin" / "verilator"), *_verilator_flags(core, flavor)]
    translate += [*source_flags(core), "--Mdir", str(work), str(CONTROL), *map(str, core.sources)]
    run_tool(translate, log, f"Verilator could not translate {core.name}", limits)
    if dataclasses.replace(core).simulation_hash != core.simulation_hash:  # a copy reads the files again
        raise RoundelError(f"the sources of {core.name} changed while it was being built", "Build it again.")
    if core.kind == "module":
        _write_ports(core, work)
    programs = [HARNESSES[core.kind], *flavor.programs]
    failed = f"the C++ model of {core.name} did not compile"
    objects = compile_design(work, flavor, programs, _defines(core), log, failed, limits)
    linked = work / "model.so"
    link = [compiler, "-shared", "-Wl,-Bsymbolic", *map(str, objects), "-lpthread", "-o", str(linked)]
    run_tool(link, log, f"the model of {core.name} did not link", limits)
    linked.replace(library)

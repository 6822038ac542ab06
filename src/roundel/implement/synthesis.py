"""Synthesis of a core for a target, cached by content and shared by every seed."""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from roundel.catalog import Core
from roundel.catalog.model import parameter_literal
from roundel.errors import RoundelError
from roundel.implement import harness
from roundel.implement.model import MAPPINGS, Options
from roundel.implement.target import Target
from roundel.packages import package_version
from roundel.paths import cache_dir, project_root
from roundel.process.atomic import locked, write_atomically
from roundel.process.jobs import Cancellation, JobFailed, is_transient, run_job
from roundel.vhdl import translated

# Constants are made by functions that loop (round constants, rotations): the default limit is 4000.
READ = "read_slang --unroll-limit 1000000"
READ_VERILOG = "read_verilog -defer"
LOG = "synthesis.log"
# What makes and reads the netlist: the process, and its counts of cells and levels.
CODE = tuple(Path(__file__).with_name(name) for name in ("synthesize.py", "netlist.py"))


@dataclass(frozen=True)
class Netlist:
    """A synthesized design: the folder that holds `netlist.json`, its cells and its depth in LUT levels.

    `harness` are those of the cells that the harness brought, none without one. `digest` is the same for
    netlists that place and route cannot tell apart (`roundel.implement.netlist.digest`). `seconds` are CPU
    seconds of synthesis.
    """

    folder: Path
    cells: Mapping[str, int]
    logic_levels: int
    seconds: float
    harness: Mapping[str, int]
    digest: str


def synthesis_commands(core: Core, target: Target, options: Options) -> tuple[str, ...]:
    """Return the Yosys commands that make the netlist; source paths are relative to `source_base(core)`.

    What is still in modules after synthesis is flattened then: see `Options.flatten_first`.
    """
    return (
        *read_commands(core, keep_hierarchy=not options.flatten_first),
        *(harness.commands_before(core.top, core.clock, core.reset) if target.harnessed else ()),
        *_mapping_commands(core, target, options),
        *(harness.COMMANDS_AFTER if target.harnessed else ()),
        "setattr -mod -unset keep_hierarchy",
        "flatten",
        "opt_clean -purge",
        *target.after_synthesis,
    )


def read_commands(core: Core, *, keep_hierarchy: bool = True) -> tuple[str, ...]:
    """Return the Yosys commands that read a core; paths are relative to `source_base(core)`.

    A core in VHDL is read once it is in Verilog (`roundel.vhdl.translated`).
    """
    base = source_base(core)
    sources = [_quoted(os.path.relpath(path, base)) for path in core.sources]
    defines = [f"-D {name}={value}" for name, value in sorted(core.defines.items())]
    folders = [f"-I {_quoted(os.path.relpath(path, base))}" for path in core.include_dirs]
    values = sorted(core.config.parameters.items())
    if core.front_end == "slang":
        parameters = [f"-G {name}={parameter_literal(value)}" for name, value in values]
        hierarchy = ["--keep-hierarchy"] if keep_hierarchy else []
        read = [READ, *hierarchy, *defines, *folders, *sources, "--top", core.top, *parameters]
        return (" ".join(read),)
    # Deferred: parameters have no effect on a module that was elaborated when it was read.
    read = [READ_VERILOG, *(word.replace(" ", "", 1) for word in (*defines, *folders)), *sources]
    parameters = [f"-chparam {name} {parameter_literal(value)}" for name, value in values]
    return (" ".join(read), " ".join([f"hierarchy -check -top {core.top}", *parameters]))


def recipe_of(core: Core, commands: Iterable[str]) -> tuple[str, ...]:
    """Return the commands of a run as the identity of a result has them.

    Placeholders stand for what other parts of the identity name: SOURCES, the top (TOP), PARAMETERS and the
    seed of place and route (SEED). So a recipe is the same for all cores of one target and options. A core
    in VHDL begins with ghdl's command.
    """
    recipe = ["ghdl --synth SOURCES -e TOP PARAMETERS"] if core.front_end == "ghdl" else []
    for command in commands:
        if command.startswith(f"{READ} "):
            hierarchy = " --keep-hierarchy" if " --keep-hierarchy " in command else ""
            recipe.append(f"{READ}{hierarchy} SOURCES --top TOP PARAMETERS")
            continue
        if command.startswith(f"{READ_VERILOG} "):
            recipe.append(f"{READ_VERILOG} SOURCES")
            continue
        command = re.sub(r" -chparam .*$", " PARAMETERS", command)
        command = re.sub(rf"(?<![\w.-]){re.escape(core.top)}(?![\w.-])", "TOP", command)
        recipe.append(re.sub(r" --seed \d+(?= |$)", " --seed SEED", command))
    return tuple(recipe)


def netlist_top(core: Core, target: Target) -> str:
    """Return the name of the netlist's top: the core's, or the harness's around it."""
    return harness.TOP if target.harnessed else core.top


def _mapping_commands(core: Core, target: Target, options: Options) -> tuple[str, ...]:
    """Return the commands from a read design to a mapped one; RoundelError for what the target lacks."""
    for name in sorted(target.lacks):
        if getattr(options, name) != getattr(Options(), name):
            raise RoundelError(
                f"target {target.name} has no choice of {name} (here {getattr(options, name)})",
                "Leave the option at its default for this target.",
            )
    arguments = [target.synthesis, f"-top {netlist_top(core, target)}"]
    if target.liberty:
        name = _quoted(target.liberty.path.name)
        return (" ".join(arguments), f"dfflibmap -liberty {name}", f"abc -liberty {name}")
    arguments += [] if options.wide_luts or not target.no_wide_luts else [target.no_wide_luts]
    arguments += ["-dff"] if options.sequential else []
    arguments += [] if options.clock_enables else ["-nodffe"]
    synth = " ".join(arguments)
    script = (
        [f"scratchpad -copy {MAPPINGS[options.mapping]} abc9.script"] if options.mapping != "default" else []
    )
    if not options.retime:
        return (*script, synth)
    # A delay target that nothing meets, so that registers move as far as they help.
    return (*script, f"{synth} -run begin:map_ffs", "abc -dff -D 1", f"{synth} -run map_ffs:")


def source_base(core: Core) -> Path:
    """Return the folder that the tools run in, so that no absolute path gets into names or results."""
    root = core.folder or project_root()
    if all(path.is_relative_to(root) for path in core.sources):
        return root
    return Path(os.path.commonpath([path.parent for path in core.sources]))


def synthesis_version() -> str:
    """Return the version of the synthesizer as results record it."""
    return package_version("pyosys")


def synthesize(
    core: Core,
    target: Target,
    options: Options,
    *,
    limit_seconds: float,
    cancellation: Cancellation | None = None,
    made_after: float = 0.0,
    attempt: str = "",
) -> Netlist:
    """Return the netlist, from the cache or synthesized now. Concurrent callers share one run.

    Args:
        core: The core.
        target: The device or library of cells.
        options: The options of synthesis; those of place and route have no effect.
        limit_seconds: The time limit of synthesis.
        cancellation: Ends the synthesis when it is set.
        made_after: Seconds of the epoch. A cached netlist from before is made again.
        attempt: Any name. Callers with the same name share a failure too; without one they do not.

    Returns:
        The netlist, in a folder of the cache. `seconds` is 0 if it was in the cache.

    Raises:
        JobFailed: Synthesis failed or ran out of time.
        Cancelled: `cancellation` was set.
        RoundelError: The target does not have one of the options.
    """
    core = translated(core)
    commands = synthesis_commands(core, target, options)
    folder = cache_dir("implement", _cache_key(core, target, commands))
    with locked(folder / "lock", cancellation.check if cancellation else None):
        summary = folder / "summary.json"
        seconds = 0.0
        if not summary.is_file() or summary.stat().st_mtime < made_after:
            summary.unlink(missing_ok=True)
            with _failing_once(folder, attempt):
                seconds = _run(core, target, commands, folder, limit_seconds, cancellation)
        data = json.loads(summary.read_text())
    return Netlist(folder, data["cells"], data["logic_levels"], seconds, data["harness"], data["digest"])


@contextlib.contextmanager
def _failing_once(folder: Path, attempt: str) -> Iterator[None]:
    """Raise the failure that `attempt` has had here; else do what is within, and keep the failure of that.

    All seeds of a design would run into it, one after the other.
    """
    hierarchy = folder / "failure.json"
    if attempt and hierarchy.is_file():
        failure = json.loads(hierarchy.read_text())
        if failure["attempt"] == attempt:
            raise JobFailed(failure["reason"], folder / LOG, limit_seconds=failure["limit_seconds"])
    try:
        yield
    except JobFailed as error:
        if not error.transient:
            failure = {"attempt": attempt, "reason": error.message, "limit_seconds": error.limit_seconds}
            write_atomically(hierarchy, json.dumps(failure))
        raise


def _cache_key(core: Core, target: Target, commands: tuple[str, ...]) -> str:
    """Return the cache key of a netlist and its summary: 32 hex digits.

    Our own code that makes them counts, too. It is no part of a stored result's identity.
    """
    identity = [core.source_hash, core.top, commands, sorted(target.level_cells.items()), synthesis_version()]
    identity += [hashlib.sha256(path.read_bytes()).hexdigest() for path in (*target.files, *CODE)]
    return hashlib.sha256(json.dumps(identity).encode()).hexdigest()[:32]


def _run(
    core: Core,
    target: Target,
    commands: tuple[str, ...],
    folder: Path,
    limit_seconds: float,
    cancellation: Cancellation | None,
) -> float:
    job = {
        "top": netlist_top(core, target),
        "commands": commands,
        "level_cells": dict(target.level_cells),
        "files": {path.name: str(path) for path in target.files},
        "liberty": str(target.liberty.path.resolve()) if target.liberty else None,
        "known_cells": sorted(target.liberty.cells) if target.liberty else None,
    }
    (folder / "job.json").write_text(json.dumps(job, indent=1))
    log = folder / LOG
    status, seconds = run_job(
        [sys.executable, "-m", "roundel.implement.synthesize", str(folder / "job.json")],
        name="synthesis",
        cwd=source_base(core),
        log=log,
        limit_seconds=limit_seconds,
        cancellation=cancellation,
    )
    if status or not (folder / "summary.json").is_file():
        text = log.read_text(errors="replace")
        raise JobFailed(f"synthesis: {_failure_of(text)}", log, transient=is_transient(text))
    if inputs_changed(core, target):
        (folder / "summary.json").unlink()
        raise JobFailed("the sources changed while they were read", transient=True)
    return seconds


def inputs_changed(core: Core, target: Target) -> bool:
    """Return whether sources or liberty have another text now than when `core` and `target` were made."""
    if target.liberty and target.liberty.changed():
        return True
    return dataclasses.replace(core).source_hash != core.source_hash


def _failure_of(log: str) -> str:
    """Return the first error that names a source line, else the last error, else the last line."""
    errors = [line.strip() for line in log.splitlines() if "ERROR: " in line]
    located = [line for line in errors if re.match(r"\S+:\d+", line)]
    if located:
        return located[0].replace("ERROR: ", "")
    named = [line for line in errors if "see full log" not in line]
    if named:
        return named[-1].removeprefix("ERROR: ")
    lines = log.strip().splitlines()
    return lines[-1].strip()[:200] if lines else "the process ended without a message"


def _quoted(path: str) -> str:
    if '"' in path:
        raise RoundelError(f"source path {path} has a quotation mark", "Rename the file.")
    return f'"{path}"' if re.search(r"\s", path) else path

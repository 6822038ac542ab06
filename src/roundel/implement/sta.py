"""Static timing of a netlist of standard cells by OpenSTA, where `sta` is on PATH: fmax before layout.

The delays are the liberty's for the loads of the cells' inputs; wires have none, and nothing is buffered.
Paths from register to register count: ports have no timing, as in every other flow here.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import lru_cache
from pathlib import Path

from roundel.implement.liberty import Liberty
from roundel.implement.model import CriticalPath
from roundel.process.jobs import Cancellation, JobFailed, run_job

PROGRAM = "sta"
CLOCK = "clk_i"
PERIOD_NS = 10.0
_SLACK = re.compile(r"^roundel slack (\S+)$", re.MULTILINE)
_NET = re.compile(r"^\s+(?:[\d.]+\s+)*(\S+) \(net\)$", re.MULTILINE)
_CELL = re.compile(r"[v^] (\S+)/\w+ \(\w+\)$", re.MULTILINE)


def available(liberty: Liberty) -> bool:
    """Return whether there is something to analyse with: the program, and delays in the liberty."""
    return liberty.timed and shutil.which(PROGRAM) is not None


def version() -> str:
    """Return the version of the program on PATH as results record it."""
    return _version_of(shutil.which(PROGRAM) or PROGRAM)


@lru_cache
def _version_of(path: str) -> str:
    done = subprocess.run([path, "-version"], capture_output=True, text=True, timeout=60, check=False)
    return f"OpenSTA {done.stdout.strip() or 'of unknown version'}"


def commands(liberty: str, top: str) -> tuple[str, ...]:
    """Return the commands of the analysis of `netlist.v`; `liberty` is a path as the program is to see it."""
    return (
        f"read_liberty {{{liberty}}}",
        "read_verilog netlist.v",
        f"link_design {top}",
        "set_cmd_units -time ns",
        f"create_clock -name {CLOCK} -period {PERIOD_NS:g} [get_ports {CLOCK}]",
        "report_checks -path_delay max -format full -fields {net} -digits 4",
        'puts "roundel slack [worst_slack]"',
    )


def analyse(
    folder: Path,
    liberty: Liberty,
    top: str,
    *,
    limit_seconds: float,
    cancellation: Cancellation | None = None,
) -> tuple[float, CriticalPath] | None:
    """Return fmax (MHz) and the slowest path of the netlist in `folder`; None if nothing is clocked.

    Raises JobFailed when the program fails or takes longer than `limit_seconds`.
    """
    script = folder / "timing.tcl"
    script.write_text("\n".join(commands(str(liberty.path.resolve()), top)) + "\n")
    log = folder / "timing.log"
    status, _ = run_job(
        [PROGRAM, "-no_init", "-exit", script.name],
        name="timing",
        cwd=folder,
        log=log,
        limit_seconds=limit_seconds,
        cancellation=cancellation,
    )
    text = log.read_text(errors="replace")
    slack = _SLACK.search(text)
    errors = re.findall(r"^Error: (.*)$", text, re.MULTILINE)
    if status or errors or slack is None:
        reason = errors[0] if errors else f"exit status {status}"
        raise JobFailed(f"{PROGRAM}: {reason}", log)
    return read_timing(text, PERIOD_NS - float(slack[1])) if _CELL.search(text) else None


def read_timing(report: str, total_ns: float) -> tuple[float, CriticalPath]:
    """Return fmax (MHz) and the path of a report of one path that takes `total_ns`."""
    cells = list(dict.fromkeys(_CELL.findall(report)))
    path = CriticalPath(
        clock=CLOCK,
        total_ns=round(total_ns, 3),
        logic_ns=round(total_ns, 3),
        routing_ns=0.0,
        levels=max(0, len(cells) - 2),
        nets=tuple(dict.fromkeys(name for name in _NET.findall(report) if not re.fullmatch(r"_\d+_", name))),
        sources=(),
    )
    return 1000.0 / total_ns, path

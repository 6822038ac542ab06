"""Reads what nextpnr leaves: the JSON report, and in the log the reason of a failure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from roundel.implement.harness import INSTANCE
from roundel.implement.model import CriticalPath

# What synthesis appends to a source name for what it makes from it: the cells of the routed targets.
_MADE_NAME = re.compile(
    r"_(LUT[1-4]|TRELLIS_FF|TRELLIS_DPR16X4|CCU2C|PFUMX|L6MUX21|DP16KD"
    r"|SB_[A-Z0-9_]+?|DFFN?[SRPC]?E?|ALU|MUX2_LUT[5-8]|INV|RAM16SDP4"
    r"|FD1P3[BDIJ]X|WIDEFN9|DPR16X4|PDP16K)_.*$|\$.*$"
)
# What the harness and the pads put before it.
_PUT_BEFORE = re.compile(rf"^\$iopadmap\$|^{INSTANCE}\.")
_ESTIMATE = re.compile(r"Max frequency for clock\s+'([^']+)': ([\d.]+) MHz")
_LOGIC_CELLS = re.compile(r"Info:\s+(\d+) LCs used as (LUT4 only|LUT4 and DFF|DFF only)")
# How the reason begins for a design that the device is too small for.
UNFIT = "does not fit"
PLACEMENT, ROUTING = "placement", "routing"
_NO_PLACE = "Unable to find legal placement"
# What each of its routers begins with.
_ROUTING = re.compile(r"Routing\.\.|Running router2")
_USED = re.compile(r"Info:\s+(\w+):\s+(\d+)\s*/\s*(\d+)\s+\d+%")


def resources(report: Mapping[str, Any], log: str) -> dict[str, int]:
    """Return how much of each kind of resource is used, in the implementer's own names.

    Those of the report, which are of the finished design; of the log, as packed: `packed KIND` from its first
    table of utilisation, and on iCE40 the kinds of logic cells (`LUT4 only`, `LUT4 and DFF`, `DFF only`).
    """
    counts = {kind: int(number["used"]) for kind, number in report["utilization"].items()}
    for kind, need, _ in _USED.findall(log):
        counts.setdefault(f"packed {kind}", int(need))
    return counts | {kind: int(count) for count, kind in _LOGIC_CELLS.findall(log)}


def worst_clock(report: Mapping[str, Any]) -> tuple[str, float] | None:
    """Return name and fmax (MHz) of the slowest clock, or None when no clock limits the design."""
    clocks = {name: float(clock["achieved"]) for name, clock in report["fmax"].items()}
    if not clocks:
        return None
    name = min(clocks, key=lambda clock: clocks[clock])
    return name, clocks[name]


def placed_clock(log: str) -> tuple[str, float] | None:
    """Return name and fmax (MHz) of the slowest clock as the placer estimates it, or None without a clock.

    For the log of a run that ends with the placement, whose report has no fmax. The last estimate
    of a clock counts.
    """
    clocks = {name: float(mhz) for name, mhz in _ESTIMATE.findall(log)}
    return min(clocks.items(), key=lambda clock: clock[1]) if clocks else None


def critical_path(report: Mapping[str, Any], clock: str) -> CriticalPath | None:
    """Return the slowest path between registers of `clock`, in source names; None when there is none."""
    edges = {f"posedge {clock}", f"negedge {clock}"}
    paths = [p["path"] for p in report["critical_paths"] if p["from"] in edges and p["to"] in edges]
    if not paths:
        return None
    path = max(paths, key=_total)
    routing = sum(step["delay"] for step in path if step["type"] == "routing")
    return CriticalPath(
        clock=source_name(clock),
        total_ns=round(_total(path), 3),
        logic_ns=round(_total(path) - routing, 3),
        routing_ns=round(routing, 3),
        levels=sum(step["type"] == "logic" for step in path),
        nets=tuple(_distinct(source_name(step["net"]) for step in path if "net" in step)),
        sources=tuple(
            _distinct(s for step in path for s in step.get("sources", ()) if not s.startswith("/"))
        ),
    )


def source_name(net: str) -> str:
    """Return the source name that a net's name was made from: `u_chi.x_LUT4_Z_3_D[2]` is `u_chi.x`.

    Names within the core have no `u_core.` before them where it is placed in the harness.
    """
    name = _PUT_BEFORE.sub("", net)
    return _MADE_NAME.sub("", name) or name


def unfit(log: str, device: str) -> str | None:
    """Return in one sentence what the device has too little of, as far as the log says; or None."""
    over = [
        f"{need} {kind} needed, {available} there"
        for kind, need, available in _USED.findall(log)
        if int(need) > int(available)
    ]
    return f"{UNFIT} {device}: {'; '.join(dict.fromkeys(over))}" if over else None


def stage_of(log: str) -> str:
    """Return how far nextpnr had come when it was stopped, as far as its log says."""
    return ROUTING if _ROUTING.search(log) else PLACEMENT


def state_of(reason: str) -> str:
    """Return in two or three words where a design is stuck whose run failed for this reason."""
    if reason.startswith(UNFIT):
        return UNFIT
    if reason.startswith(ROUTING):
        return "not routed"
    return "not placed" if reason.startswith(PLACEMENT) or _NO_PLACE in reason else "failed"


def failure_of(log: str, tool: str, device: str) -> str:
    """Return in one sentence why the run that left this log failed."""
    if reason := unfit(log, device):
        return reason
    errors = re.findall(r"^.*?ERROR: (.*)$", log, flags=re.MULTILINE)
    if errors:
        return f"{tool}: {errors[-1].strip()}"
    lines = log.strip().splitlines()
    return f"{tool} gave no result" + (f": {lines[-1].strip()[:200]}" if lines else "")


def _total(path: Sequence[Mapping[str, Any]]) -> float:
    return float(sum(step["delay"] for step in path))


def _distinct(names: Any) -> list[str]:
    """Return the names without immediate repetition."""
    result: list[str] = []
    for name in names:
        if not result or result[-1] != name:
            result.append(name)
    return result

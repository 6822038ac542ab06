"""The whole flow for one seed: synthesis, then place and route where the target has one."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Mapping
from pathlib import Path

from roundel.catalog import Core
from roundel.implement import harness, sta, synthesis
from roundel.implement import report as reports
from roundel.implement.model import (
    DEFAULT_TIMING_WEIGHT,
    PLACERS,
    ROUTERS,
    Area,
    CriticalPath,
    Implementation,
    Options,
)
from roundel.implement.synthesis import (
    Netlist,
    netlist_top,
    synthesis_commands,
    synthesis_version,
    synthesize,
)
from roundel.implement.target import Target
from roundel.implement.tools import Toolchain
from roundel.paths import cache_dir
from roundel.process.jobs import Cancellation, JobFailed, is_transient, run_job

LIMIT_SECONDS = 1800.0
PREPARE_LIMIT_SECONDS = 900.0
# After this command of a run, the netlist is all that is left of the core.
WRITE_NETLIST = "write_json netlist.json"


def commands_of(
    core: Core,
    target: Target,
    options: Options,
    seed: int | None,
    toolchain: Toolchain,
    *,
    route: bool = True,
) -> tuple[str, ...]:
    """Return the exact commands of a run, paths relative: the Yosys commands, then place and route.

    Without `route` it ends with the placement. On standard cells the timing analysis is the end, where
    there is one.
    """
    commands = synthesis_commands(core, target, options)
    if target.liberty and sta.available(target.liberty):
        commands += sta.commands(target.liberty.path.name, netlist_top(core, target))
    if target.place_and_route is None or seed is None:
        return commands
    program = toolchain.program(target.place_and_route.tool)
    arguments = _place_and_route_arguments(target, options, seed, "report.json", route)
    pins = target.place_and_route.pins
    located = (f"{pins.file}: {' '.join(pins.text.split())}",) if pins else ()
    return (*commands, WRITE_NETLIST, *located, " ".join([program, *arguments]))


def recipe_of(
    core: Core,
    target: Target,
    options: Options,
    toolchain: Toolchain,
    *,
    seed: int | None,
    route: bool = True,
) -> tuple[str, ...]:
    """Return the commands of a run without sources, top, parameters and seed (`synthesis.recipe_of`)."""
    return synthesis.recipe_of(core, commands_of(core, target, options, seed, toolchain, route=route))


def versions_of(target: Target, toolchain: Toolchain) -> dict[str, str]:
    """Return the versions of the tools that the target's flow runs."""
    versions = {"synthesis": synthesis_version()}
    if target.liberty:
        versions["liberty"] = target.liberty.version
        if sta.available(target.liberty):
            versions["timing"] = sta.version()
    if target.cell_map:
        digest = hashlib.sha256(target.cell_map.read_bytes()).hexdigest()
        versions["cell_map"] = f"{target.cell_map.name} sha256 {digest[:16]}"
    if target.harnessed:
        versions["harness"] = f"{harness.TOP} {harness.VERSION}"
    if target.place_and_route:
        versions["place_and_route"] = toolchain.version(target.place_and_route.tool)
    return versions


def prepare_tools(target: Target, toolchain: Toolchain, cancellation: Cancellation | None = None) -> None:
    """Start the target's tools once, so that what they do on their first run is not timed.

    The wheels' WebAssembly is compiled and cached in the home folder then. JobFailed if they do not start.
    """
    if target.place_and_route is None:
        return
    folder = cache_dir("implement")
    tool = target.place_and_route.tool
    log = folder / f"{tool}-start.log"
    try:
        status, _ = run_job(
            [*toolchain.launcher(tool), "--version"],
            name=f"the first start of {tool}",
            cwd=folder,
            log=log,
            limit_seconds=PREPARE_LIMIT_SECONDS,
            cancellation=cancellation,
        )
    except JobFailed as failure:  # it knows nothing of a design yet
        raise JobFailed(failure.message, log, transient=True) from failure
    if status:
        raise JobFailed(
            f"{toolchain.program(tool)} does not start (exit status {status})", log, transient=True
        )


def implement(
    core: Core,
    target: Target,
    options: Options,
    *,
    seed: int | None = None,
    toolchain: Toolchain | None = None,
    limit_seconds: float = LIMIT_SECONDS,
    cancellation: Cancellation | None = None,
    made_after: float = 0.0,
    attempt: str = "",
    route: bool = True,
) -> Implementation:
    """Run synthesis, then place and route where the target has it, and return the figures.

    Args:
        core: The core.
        target: The device or library of cells.
        options: The options of synthesis, placement and routing.
        seed: The seed of place and route; 1 if not given. A target that is not routed ignores it.
        toolchain: Which place and route to use; the pinned wheels if not given.
        limit_seconds: The time limit of each tool, separately.
        cancellation: Ends the tools when it is set.
        made_after: Seconds of the epoch. A cached netlist from before is made again.
        attempt: Any name. A synthesis that has failed in the same attempt is not tried again.
        route: False ends the flow with the placement, in a fraction of the time. fmax is then the
            placer's estimate.

    Returns:
        The area, fmax in MHz (None without a clock), the critical path, and the CPU seconds of the tools.

    Raises:
        JobFailed: A tool failed or ran out of time, or the design does not fit. The message is one sentence.
        Cancelled: `cancellation` was set.
        RoundelError: The target does not have one of the options.
    """
    netlist = synthesize(
        core,
        target,
        options,
        limit_seconds=limit_seconds,
        cancellation=cancellation,
        made_after=made_after,
        attempt=attempt,
    )
    if target.place_and_route is None:
        fmax, path = None, None
        if target.liberty and sta.available(target.liberty):
            timing = sta.analyse(
                netlist.folder,
                target.liberty,
                netlist_top(core, target),
                limit_seconds=limit_seconds,
                cancellation=cancellation,
            )
            fmax, path = timing or (None, None)
        return Implementation(_netlist_area(target, netlist), fmax, path, netlist.seconds, 0.0)
    area, fmax, path, seconds = _place_and_route(
        target, options, seed or 1, netlist, toolchain or Toolchain(), limit_seconds, cancellation, route
    )
    return Implementation(area, fmax, path, netlist.seconds, seconds)


def _netlist_area(target: Target, netlist: Netlist) -> Area:
    cells = netlist.cells
    if target.liberty:
        return Area(
            luts=None,
            ffs=sum(cells.get(cell, 0) for cell in target.ff_cells),
            rams=0,
            dsps=0,
            slices=None,
            slices_formula="",
            logic_levels=netlist.logic_levels,
            cells=cells,
            gate_equivalents=target.liberty.gate_equivalents(cells),
        )
    return _area(
        target,
        netlist,
        luts=target.luts_of(cells),
        ffs=target.ffs_of(cells),
        rams=sum(cells.get(cell, 0) for cell in target.ram_cells),
        dsps=sum(cells.get(cell, 0) for cell in target.dsp_cells),
    )


def _area(
    target: Target,
    netlist: Netlist,
    *,
    luts: int,
    ffs: int,
    rams: int,
    dsps: int,
    report: Mapping[str, int] | None = None,
) -> Area:
    within = netlist.harness if target.harnessed else None
    return Area(
        luts=luts,
        ffs=ffs,
        rams=rams,
        dsps=dsps,
        slices=target.slices(luts, ffs),
        slices_formula=target.slices_formula,
        logic_levels=netlist.logic_levels,
        cells=netlist.cells,
        harness_luts=None if within is None else target.luts_of(within),
        harness_ffs=None if within is None else target.ffs_of(within),
        report=report,
    )


def _place_and_route_arguments(
    target: Target, options: Options, seed: int, report: str, route: bool
) -> list[str]:
    assert target.place_and_route is not None
    weight = options.timing_weight
    return [
        *target.place_and_route.arguments,
        *("--seed", str(seed)),
        *("--freq", str(options.frequency_mhz)),
        *(("--placer-heap-timingweight", str(weight)) if weight != DEFAULT_TIMING_WEIGHT else ()),
        *(("--tmg-ripup",) if options.timing_ripup else ()),
        *(("--placer", options.placer) if options.placer != PLACERS[0] else ()),
        *(("--router", options.router) if options.router != ROUTERS[0] else ()),
        *(() if route else ("--no-route",)),
        "--timing-allow-fail",
        *("--json", "netlist.json"),
        *("--report", report),
    ]


def _place_and_route(
    target: Target,
    options: Options,
    seed: int,
    netlist: Netlist,
    toolchain: Toolchain,
    limit_seconds: float,
    cancellation: Cancellation | None,
    route: bool,
) -> tuple[Area, float, CriticalPath | None, float]:
    """Run place and route in the netlist's folder (the wheels see no path outside of it)."""
    assert target.place_and_route is not None
    tool = target.place_and_route.tool
    folder = Path(tempfile.mkdtemp(prefix=f"seed-{seed}-", dir=netlist.folder))
    if pins := target.place_and_route.pins:
        # Seeds run at the same time and share the file: it is there whole, always.
        (folder / pins.file).write_text(pins.text)
        (folder / pins.file).replace(netlist.folder / pins.file)
    log = folder / "place-and-route.log"
    report_path = folder / "report.json"
    arguments = _place_and_route_arguments(target, options, seed, f"{folder.name}/{report_path.name}", route)
    status, seconds = run_job(
        [*toolchain.launcher(tool), *arguments],
        name="place and route",
        cwd=netlist.folder,
        log=log,
        limit_seconds=limit_seconds,
        cancellation=cancellation,
        # The static placer looks for places that are not there for as long as it may.
        abort_when=lambda text: reports.unfit(text, target.device),
        stage=reports.stage_of,
    )
    if status or not report_path.is_file():
        text = log.read_text(errors="replace")
        reason = reports.failure_of(text, toolchain.program(tool), target.device)
        raise JobFailed(reason, log, transient=is_transient(text))
    report = json.loads(report_path.read_text())
    clock = reports.worst_clock(report) if route else reports.placed_clock(log.read_text(errors="replace"))
    if clock is None:
        raise JobFailed("no clock limits the design: it has no path from register to register", log)
    names = target.place_and_route
    used = reports.resources(report, log.read_text(errors="replace"))
    area = _area(
        target,
        netlist,
        luts=sum(count * used.get(kind, 0) for kind, count in names.luts.items()),
        ffs=sum(used.get(kind, 0) for kind in names.ffs),
        rams=sum(used.get(kind, 0) for kind in names.rams),
        dsps=sum(used.get(kind, 0) for kind in names.dsps),
        report={kind: count for kind, count in used.items() if count} if target.harnessed else None,
    )
    return area, clock[1], reports.critical_path(report, clock[0]), seconds

"""Guarding a design: its figures now against a committed baseline.

A baseline holds, for each core, service and target, the figures and the runs that they are of. What is as it
was is not measured again: a run of the same sources, options and tools is the baseline's, and so is one whose
netlist is the same, because place and route is a function of the netlist and the seed.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from roundel.catalog import Core, find_core
from roundel.catalog.model import VERIFIED
from roundel.errors import RoundelError
from roundel.implement import LIMIT_SECONDS, Cancellation, JobFailed, Options, Target, Toolchain, find_target
from roundel.lab.bench import Request, bench
from roundel.lab.columns import Record
from roundel.lab.progress import Listener, ignore
from roundel.lab.rows import Row, clock_bounds
from roundel.lab.runs import ImplementationRun, Run
from roundel.lab.store import Store, key_of
from roundel.lab.strategy import Strategy
from roundel.process.atomic import write_atomically
from roundel.spread import ENOUGH_SEEDS

FORMAT = 1
SAME, BETTER, WITHIN, UNRESOLVED = "same", "better", "within the bound", "not resolved"
WORSE, FAILED = "worse", "failed"
BAD = (WORSE, FAILED)
# What a row of the baseline keeps. Runs keep what rows are made of; the cells by type are left out.
ROW = (
    *("core", "service", "variant", "target", "device", "routed", "options", "evidence"),
    *("luts", "ffs", "gate_equivalents", "logic_levels", "rams", "dsps"),
    *("cycles_per_block", "latency_cycles", "fmax_mhz", "fmax_interval", "seeds"),
)
_BULKY = ("cells", "report")


@dataclass(frozen=True)
class Bounds:
    """How far a figure may move for the worse: percent of LUTs, flip-flops and fmax, cycles as a count."""

    lut: float = 1.0
    ff: float = 1.0
    fmax: float = 2.0
    cycles: int = 0


@dataclass(frozen=True)
class Finding:
    """One figure of a row, before and now, and the verdict. `bound` says what would have passed."""

    figure: str
    before: str
    now: str
    verdict: str
    change: str = ""
    bound: str = ""


@dataclass(frozen=True)
class Guarded:
    """A row of the baseline against the same row now. `error` says why there is none now."""

    core: str
    service: str
    target: str
    findings: tuple[Finding, ...] = ()
    error: str = ""
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing is worse and nothing failed."""
        return not self.error and all(one.verdict not in BAD for one in self.findings)


@dataclass(frozen=True)
class Baseline:
    """The rows that a design is held to, and the runs that they are of by key."""

    rows: tuple[Row, ...]
    runs: Mapping[str, Record]


@dataclass(frozen=True)
class _Overlay(Store):
    """A store that also has the runs of a baseline."""

    more: dict[str, Record] = field(default_factory=dict)

    def get(self, identity: Mapping[str, Any]) -> Record | None:
        """Return the record of a successful run, of the store or of the baseline."""
        return super().get(identity) or self.more.get(key_of(identity))


def read_baseline(path: Path) -> Baseline:
    """Return a baseline; RoundelError where the file is none."""
    try:
        data = json.loads(path.read_text())
        if data["format"] != FORMAT:
            raise ValueError(f"format {data['format']}, expected {FORMAT}")
        return Baseline(tuple(data["rows"]), {run["key"]: run for run in data["runs"]})
    except OSError as error:
        raise RoundelError(
            f"no baseline {path}: {error.strerror}", "Make one and commit it: `roundel guard --update`."
        ) from error
    except (ValueError, KeyError, TypeError) as error:
        raise RoundelError(
            f"{path}: not a baseline ({error})", "Make it again: `roundel guard --update`."
        ) from error


def write_baseline(path: Path, rows: Iterable[Row], records: Iterable[Record]) -> None:
    """Write a baseline, a line for each row and run, so that a difference of two can be read."""
    lines = [json.dumps({name: row.get(name) for name in ROW}, sort_keys=True) for row in rows]
    runs = [json.dumps(_slim(record), sort_keys=True) for record in sorted(records, key=_order)]
    text = f'{{"format": {FORMAT},\n "rows": [\n  ' + ",\n  ".join(lines)
    text += '\n ],\n "runs": [\n  ' + ",\n  ".join(runs) + "\n ]}\n"
    write_atomically(path, text)


def measure(
    cores: Sequence[Core],
    targets: Sequence[Target],
    seeds: int,
    store: Store,
    *,
    jobs: int | None = None,
    limit_seconds: float = LIMIT_SECONDS,
    listener: Listener = ignore,
) -> tuple[list[Row], list[Record]]:
    """Measure what a baseline is to hold, every service of each core, and return the rows and their runs.

    Raises RoundelError where a row is not complete.
    """
    request = _request(cores, targets, Options(), seeds, jobs, limit_seconds)
    rows = bench(request, store, listener)
    for row in rows:
        if row["failed"]:
            first = row["failed"][0]
            raise RoundelError(
                f"{row['core']} on {row['target']}: {first['run']} failed: {first['reason']}",
                "A baseline has complete rows only.",
            )
    runs: list[Run] = [run for core in cores for run in request.cycle_runs(core)]
    runs += [run for core in cores for t in targets for run in request.implementation_runs(core, t)]
    records = [store.get(run.identity) for run in runs]
    return rows, [record for record in records if record is not None]


def guard(
    baseline: Baseline,
    store: Store,
    bounds: Bounds,
    *,
    only: Callable[[Row], bool] = lambda row: True,
    jobs: int | None = None,
    limit_seconds: float = LIMIT_SECONDS,
    listener: Listener = ignore,
) -> list[Guarded]:
    """Measure each row of a baseline again, where anything of it changed, and judge every figure.

    Args:
        baseline: The rows that the design is held to.
        store: The results of this machine, which new runs are added to.
        bounds: How far a figure may move for the worse.
        only: Which rows of the baseline to look at.
        jobs: Runs at a time.
        limit_seconds: The time limit of each tool.
        listener: Called with each event of the bench.

    Returns:
        The verdicts, row by row.
    """
    overlay = _Overlay(store.root, store.published, store.beside, more=dict(baseline.runs))
    found = []
    for old in filter(only, baseline.rows):
        place = {
            "core": old["core"],
            "service": f"{old['service']} {old['variant']}",
            "target": old["target"],
        }
        try:
            core = find_core(old["core"])
            if core.find_service(old["service"], old["variant"]) is None:
                raise RoundelError(f"{core.name} has no service {place['service']} now")
            target = find_target(old["target"])
            target = target if old["routed"] or not target.routed else target.synthesized()
            options = Options(**old["options"])
            request = _request((core,), (target,), options, old["seeds"], jobs, limit_seconds)
            request = _only(request, old)
            notes = _reuse(request, core, target, baseline, overlay, limit_seconds)
            (new,) = bench(request, overlay, listener)
        except RoundelError as error:
            found.append(Guarded(**place, error=error.message))
            continue
        if new["failed"]:
            reasons = "; ".join(f"{one['run']} failed: {one['reason']}" for one in new["failed"])
            found.append(Guarded(**place, error=reasons, notes=notes))
        else:
            found.append(Guarded(**place, findings=tuple(findings(old, new, bounds)), notes=notes))
    return found


def findings(old: Row, new: Row, bounds: Bounds) -> list[Finding]:
    """Return the verdict on every figure of a row."""
    area = "luts" if old["luts"] is not None else "gate_equivalents"
    found = [
        _count("GE" if area == "gate_equivalents" else "LUT", old[area], new[area], bounds.lut),
        _count("FF", old["ffs"], new["ffs"], bounds.ff),
    ]
    for name, figure in (("cycles per block", "cycles_per_block"), ("latency", "latency_cycles")):
        if old[figure] is not None or new[figure] is not None:
            found.append(_cycles(name, old[figure], new[figure], bounds.cycles))
    if old["routed"]:
        found.append(_clock(old, new, bounds.fmax))
    elif old["logic_levels"] != new["logic_levels"]:
        # A level is no delay: levels are shown, not judged.
        before, now = old["logic_levels"], new["logic_levels"]
        found.append(Finding("levels", str(before), str(now), UNRESOLVED, f"{now - before:+d}"))
    if old["evidence"] == VERIFIED and new["evidence"] != VERIFIED:
        found.append(Finding("evidence", old["evidence"], new["evidence"] or "none", WORSE))
    return found


def _count(figure: str, before: float | None, now: float | None, percent: float) -> Finding:
    bound = f"+{percent:g} %"
    if before is None or now is None:
        return Finding(figure, str(before), str(now), FAILED, "", bound)
    change = f"{100 * (now - before) / before:+.2f} %" if before else f"{now - before:+g}"
    verdict = SAME if now == before else BETTER if now < before else WITHIN
    if now > before * (1 + percent / 100):
        verdict = WORSE
    return Finding(figure, f"{before:g}", f"{now:g}", verdict, change if now != before else "", bound)


def _cycles(figure: str, before: float | None, now: float | None, more: int) -> Finding:
    bound = f"+{more}"
    if before is None or now is None:
        return Finding(figure, str(before), str(now), WORSE if now is None else BETTER, "", bound)
    verdict = SAME if now == before else BETTER if now < before else WITHIN
    if now > before + more:
        verdict = WORSE
    return Finding(
        figure, f"{before:g}", f"{now:g}", verdict, f"{now - before:+g}" if now != before else "", bound
    )


def _clock(old: Row, new: Row, percent: float) -> Finding:
    """Judge fmax by its interval: the medians of two designs differ by the luck of their seeds alone."""
    bound = f"-{percent:g} % between the intervals"
    before, now = (_bounds_text(row) for row in (old, new))
    low, high = clock_bounds(old)
    new_low, new_high = clock_bounds(new)
    change = f"{100 * (new['fmax_mhz']['median'] / old['fmax_mhz']['median'] - 1):+.1f} % (medians)"
    if (low, high) == (new_low, new_high) and old["fmax_mhz"] == new["fmax_mhz"]:
        return Finding("fmax (MHz)", before, now, SAME, "", bound)
    if min(old["seeds"], new["seeds"]) < ENOUGH_SEEDS or (new_low <= high and low <= new_high):
        return Finding("fmax (MHz)", before, now, UNRESOLVED, change, bound)
    if new_low > high:
        return Finding("fmax (MHz)", before, now, BETTER, change, bound)
    verdict = WORSE if new_high < low * (1 - percent / 100) else WITHIN
    return Finding("fmax (MHz)", before, now, verdict, change, bound)


def _bounds_text(row: Row) -> str:
    low, high = clock_bounds(row)
    median = row["fmax_mhz"]["median"]
    return f"{median:.1f}" if row["seeds"] == 1 else f"{median:.1f} [{low:.1f}..{high:.1f}]"


def _request(
    cores: Sequence[Core],
    targets: Sequence[Target],
    options: Options,
    seeds: int,
    jobs: int | None,
    limit_seconds: float,
) -> Request:
    strategy = Strategy("seeds", tuple(range(1, max(seeds, 1) + 1)), options)
    return Request(
        cores=tuple(cores),
        targets=tuple(targets),
        strategy=strategy,
        all_variants=True,
        toolchain=Toolchain(),
        jobs=jobs,
        limit_seconds=limit_seconds,
        retry=True,
    )


def _only(request: Request, row: Row) -> Request:
    return replace(request, only=frozenset({(row["service"], row["variant"])}))


def _reuse(
    request: Request,
    core: Core,
    target: Target,
    baseline: Baseline,
    overlay: _Overlay,
    limit_seconds: float,
) -> tuple[str, ...]:
    """Take over the runs of the baseline whose netlist is that of the design now; return what to say.

    The netlist is made for it, which place and route needs anyway.
    """
    runs = request.implementation_runs(core, target)
    missing = [run for run in runs if overlay.get(run.identity) is None]
    if not missing:
        unchanged = all(key_of(run.identity) in baseline.runs for run in runs)
        return ("sources, options and tools are those of the baseline",) if unchanged else ()
    try:
        netlist = missing[0].synthesize(limit_seconds, Cancellation(), 0.0, uuid.uuid4().hex)
    except JobFailed:  # the bench reports it
        return ()
    taken = 0
    for run in missing:
        for record in baseline.runs.values():
            if record.get("netlist") == netlist.digest and _same_but_sources(record, run):
                overlay.more[key_of(run.identity)] = {**record, **run.identity, "key": key_of(run.identity)}
                taken += 1
                break
    return ("the netlist is that of the baseline: not placed again",) if taken == len(missing) else ()


def _same_but_sources(record: Record, run: ImplementationRun) -> bool:
    names = ("kind", "core", "target", "seed", "recipe", "tools")
    return all(record.get(name) == run.identity[name] for name in names)


def _slim(record: Record) -> Record:
    figures = {key: value for key, value in record["figures"].items() if key not in _BULKY}
    slim = {**record, "figures": figures}
    return slim | ({"critical_path": None} if "critical_path" in record else {})


def _order(record: Record) -> tuple[str, str, str, int]:
    return record["core"], record["target"], record.get("variant", ""), record.get("seed") or 0

"""Notes on measured rows: their marks, their options, and in what compared rows differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from roundel.catalog.model import AREA_ONLY, DECLARED
from roundel.compare.measured import Measured, sources_state
from roundel.implement.model import Options
from roundel.lab import columns
from roundel.lab.interval import CONFIDENCE
from roundel.lab.runs import changed_options
from roundel.spread import ENOUGH_VALUES

# Marks a stale figure: the sources have changed since it was measured.
STALE = "*"
# Marks a row whose cycles nobody has checked.
UNVERIFIED = "§"
# Marks a figure that was measured when the same design had other identifiers.
EARLIER_NAMES = "‡"
EARLIER_NAMES_NOTE = (
    f"{EARLIER_NAMES} Measured under earlier names: the design elaborates to the same netlist but for names. "
    "Cycles are the same; mapping, and place and route, may depend on names."
)
_INTERVAL = (
    f"the {CONFIDENCE:.0%} confidence interval of the median over the seeds (bootstrap), "
    f"of fewer than {ENOUGH_VALUES} seeds their range"
)
_RATIO = (
    "The lower bound of a ratio is the lower bound of one divided by the upper of the other, and the reverse."
)
INTERVALS = f"In brackets: {_INTERVAL}."
BOUNDS = f"{INTERVALS} {_RATIO}"
HARNESS = "LUTs and FFs include those of the harness that the core is placed in."
# The same where bounds have a column of their own.
BOUNDS_APART = f"Bounds are {_INTERVAL}. {_RATIO}"


def unverified_mark(row: Mapping[str, Any] | Measured) -> str:
    """Return the mark of a row whose cycles are those that the author of the core declares."""
    evidence = row.evidence if isinstance(row, Measured) else row.get("evidence")
    return UNVERIFIED if evidence in (DECLARED, AREA_ONLY) else ""


def mark_of(row: Mapping[str, Any] | Measured) -> str:
    """Return the marks of a row: unverified cycles; stale, or measured under earlier names."""
    return unverified_mark(row) + {columns.STALE: STALE, columns.EARLIER_NAMES: EARLIER_NAMES}.get(
        sources_state(row), ""
    )


def options_text(options: Mapping[str, Any]) -> str:
    """Return what differs from the default options, in words; options of earlier versions as they stand."""
    return _options_text(tuple(sorted(options.items())))


@lru_cache(maxsize=4096)
def _options_text(options: tuple[tuple[str, Any], ...]) -> str:
    known = Options.__dataclass_fields__
    words = changed_options(Options.of_record(dict(options)))
    words += [f"{name} {value}" for name, value in options if name not in known and value]
    return ", ".join(words)


# Options of place and route: they say nothing on a target that is not routed.
_PLACING = ("frequency_mhz", "timing_weight", "timing_ripup", "placer", "router")


def differences(rows: Iterable[Measured]) -> tuple[str, ...]:
    """Return in what compared rows differ, apart from their design: one sentence for each difference.

    One whose slowest seeds may be missing differs from one that has all. Another target has other tools, and
    its own placing: only how logic is mapped is compared across targets.
    """
    every = list(rows)
    found: list[str] = []
    targets = {m.target: [one for one in every if one.target == m.target] for m in every}
    for mine in targets.values():
        found += _difference("options", {m.core: options_text(m.options) for m in mine})
        found += _difference("tools", _differing_tools({m.core: m.tools for m in mine}))
    if not found and len(targets) > 1:
        mapped = {f"{m.core} on {m.target}": options_text(_mapping(m.options)) for m in every}
        found += _difference("options", mapped)
    for m in every:
        if m.seeds_failed and m.fmax and m.fmax.seeds:
            tried = m.fmax.seeds + m.seeds_failed
            found.append(f"of the {tried} seeds of {m.core} {m.seeds_failed} were not routed")
    return tuple(dict.fromkeys(found))


def _difference(what: str, settings: Mapping[str, str]) -> list[str]:
    if len(set(settings.values())) < 2:
        return []
    each = "; ".join(f"{name}: {text or 'default'}" for name, text in settings.items())
    return [f"the rows differ in their {what}: {each}"]


def _mapping(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name not in _PLACING}


def _differing_tools(tools: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Return of each design's tools those that not all have in the same version."""
    names = dict.fromkeys(name for each in tools.values() for name in sorted(each))
    apart = [name for name in names if len({each.get(name) for each in tools.values()}) > 1]
    return {
        core: ", ".join(f"{name} {each.get(name, 'none')}" for name in apart) for core, each in tools.items()
    }

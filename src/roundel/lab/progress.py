"""What a bench reports while it runs, and how long its runs are expected to take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Any, Literal

from roundel.lab.columns import tool_seconds
from roundel.lab.runs import CyclesRun, Run

# Seconds of a run when no earlier one of its kind and target is stored.
DEFAULT_SECONDS = {"routed": 150.0, "placed": 40.0, "synthesized": 20.0, "simulation": 30.0}


@dataclass(frozen=True)
class Event:
    """Something that happened.

    To the sweep: `workers` of it are there. To a run: planned with the seconds expected, started (once more
    where its worker died), done, or failed.
    """

    kind: Literal["workers", "planned", "started", "done", "failed"]
    run: str = ""
    expected_seconds: float = 0.0
    reason: str = ""
    workers: int = 0


Listener = Callable[[Event], None]


def seconds_of_like(run: Run, records: Iterable[Mapping[str, Any]]) -> float | None:
    """Return the median CPU seconds of the core's runs of that kind and target among the records.

    Of other cores' where it has none, and None where there is no such run.
    """
    target = "simulation" if isinstance(run, CyclesRun) else run.target.name
    same = [r for r in records if r["kind"] == run.kind and r["target"] == target and tool_seconds(r)]
    own = [r for r in same if r["core"] == run.core.name]
    times = [tool_seconds(r) for r in own or same]
    return median(times) if times else None


def seconds_of(run: Run, records: Iterable[Mapping[str, Any]]) -> float:
    """Return the CPU seconds that a run is expected to take: those of runs like it, or a default."""
    seconds = seconds_of_like(run, records)
    if seconds is not None:
        return seconds
    if isinstance(run, CyclesRun):
        return DEFAULT_SECONDS["simulation"]
    return DEFAULT_SECONDS[("routed" if run.route else "placed") if run.target.routed else "synthesized"]


def ignore(event: Event) -> None:
    """Listen to nothing."""

"""What a bench tells while it runs, and how long its runs are expected to take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Any, Literal

# Seconds of a run when no earlier one of its core and target is stored.
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


def expected_seconds(
    records: Iterable[Mapping[str, Any]], core: str, target: str, default: float, kind: str = ""
) -> float:
    """Return the median seconds of the stored runs of this core, target (and kind), else `default`."""
    seconds = [
        float(r["seconds"])
        for r in records
        if r["core"] == core and r["target"] == target and kind in ("", r["kind"]) and "seconds" in r
    ]
    return median(seconds) if seconds else default


def ignore(event: Event) -> None:
    """Listen to nothing."""

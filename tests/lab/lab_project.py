"""A project of its own for the lab: the smallest core that speaks the stream protocol, and no tools."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from roundel.catalog import Core, find_core
from roundel.implement import Cancellation, Netlist
from roundel.lab import Store
from roundel.lab.runs import CyclesRun, ImplementationRun
from roundel.lab.store import FAILED_SUFFIX

PROJECT = Path(__file__).parent / "project"
FAKE_FIGURES = {
    **{"luts": 40, "ffs": 19, "rams": 0, "dsps": 0, "slices": 20, "slices_formula": "f"},
    **{"logic_levels": 3, "cells": {}, "fmax_mhz": 100.0},
}


@dataclass(frozen=True)
class Lab:
    """The project's root, its store and its core."""

    root: Path
    store: Store

    @property
    def core(self) -> Core:
        """The core `echo-hash`, read anew."""
        return find_core("echo-hash", self.root)

    def age_failures(self) -> None:
        """Make the stored failures an hour older: one of now could be of a job that starts now."""
        hour_ago = time.time() - 3600
        for path in self.store.root.rglob(f"*{FAILED_SUFFIX}"):
            os.utime(path, (hour_ago, hour_ago))


def netlist(digest: str) -> Netlist:
    """Return a netlist of which nothing is there but its digest."""
    return Netlist(Path(), {}, 0, 0.0, {}, digest)


class Fakes:
    """Stands in for the tools: counts runs, fails those asked to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ran: list[str] = []
        self.failing: dict[str, Exception] = {}
        self.interrupting = ""
        fakes = self

        def implement(
            run: ImplementationRun, limit: float, stop: Cancellation, after: float, attempt: str
        ) -> dict[str, Any]:
            fakes.note(run.label)
            routed = {"options": {}, "device": "d", "routed": run.target.routed, "critical_path": None}
            return routed | {"figures": FAKE_FIGURES, "cpu_seconds": 1.0}

        def synthesize(run: ImplementationRun, *_: Any) -> Netlist:
            return netlist(f"of {run.core.source_hash} {run.target.name} {run.options}")

        def simulate(
            run: CyclesRun, limit: float, stop: Cancellation, after: float, attempt: str
        ) -> dict[str, Any]:
            fakes.note(run.label)
            return {
                "block_bits": 64,
                "figures": {"cycles_per_block": 4, "latency_cycles": 11},
                "cpu_seconds": 0.1,
            }

        monkeypatch.setattr(ImplementationRun, "execute", implement)
        monkeypatch.setattr(ImplementationRun, "synthesize", synthesize)
        monkeypatch.setattr(CyclesRun, "execute", simulate)
        monkeypatch.setattr("roundel.lab.task.prepare_tools", lambda *_: None)

    def note(self, label: str) -> None:
        self.ran.append(label)
        if label == self.interrupting:
            signal.raise_signal(signal.SIGINT)
        if label in self.failing:
            raise self.failing[label]

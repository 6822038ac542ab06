"""Transactions of a known number of blocks, which the lab times."""

from __future__ import annotations

from dataclasses import dataclass

from roundel.algorithms.kinds.base import NoVariant, ServiceAlgorithm
from roundel.algorithms.registry import algorithms_of
from roundel.catalog import Core, Service
from roundel.errors import RoundelError, unknown_name
from roundel.protocol.stream import Kind, Segment


@dataclass(frozen=True)
class Stimulus:
    """The segments of one transaction, or of equal ones, and how many segments answer them."""

    segments: tuple[Segment, ...]
    answers: int

    def answers_of(self, core: Core) -> int:
        """Return how many segments `core` answers.

        The tag of an OPEN is never right here: a core that holds back text gives the STATUS alone.
        """
        opens = any(segment.kind == Kind.TAG and segment.data for segment in self.segments)
        return 1 if opens and core.hold_beats is not None else self.answers


def algorithm_of(service: Service) -> ServiceAlgorithm:
    """Return the descriptor of a service's algorithm; RoundelError when there is none."""
    known = algorithms_of(ServiceAlgorithm)
    if service.algorithm not in known:
        raise unknown_name(f"algorithm of service {service.name} to time", service.algorithm, known)
    return known[service.algorithm]


def stimulus_of(service: Service, blocks: int) -> Stimulus:
    """Return the transaction of `blocks` blocks of `service`; RoundelError when none is known for it.

    If a transaction has one block alone, there are as many.
    """
    algorithm = algorithm_of(service)
    try:
        segments = algorithm.stimulus(service.variant, service.block_bits, blocks)
    except NoVariant as expected:
        raise RoundelError(
            f"variant {service.variant!r} of service {service.name}, expected {expected}",
            "Correct the core's catalog.toml.",
        ) from None
    commands = sum(segment.kind == Kind.CMD for segment in segments)
    return Stimulus(tuple(segments), algorithm.answers * commands)

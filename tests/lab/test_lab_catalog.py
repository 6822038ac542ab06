"""Every core in the catalog does its blocks in the cycles that the catalog, and so its page, says."""

from __future__ import annotations

import pytest

from roundel.algorithms.kinds.base import ServiceAlgorithm
from roundel.algorithms.registry import algorithms_of
from roundel.catalog import Core, load_catalog
from roundel.lab.cycles import measure_cycles
from roundel.simulate import Device

SERVICE_CORES = [core for core in load_catalog().values() if core.kind == "service"]


@pytest.mark.slow
@pytest.mark.parametrize("core", SERVICE_CORES, ids=lambda core: core.name)
def test_cycles_are_those_of_the_catalog(core: Core) -> None:
    assert {service.algorithm for service in core.services} <= set(algorithms_of(ServiceAlgorithm))
    with Device(core) as device:
        measured = {(s.name, s.variant): measure_cycles(device, s).per_block for s in core.services}
    assert measured == {(s.name, s.variant): s.cycles_per_block for s in core.services}


@pytest.mark.slow
def test_keccak_hash_answers_the_empty_message_within_36_cycles() -> None:
    core = load_catalog()["keccak-hash"]
    with Device(core) as device:
        latencies = {service.variant: measure_cycles(device, service).latency for service in core.services}
    # 24 rounds, and at most 12 cycles to take the command in and bring the digest out.
    assert max(latencies.values()) <= 24 + 12, latencies

"""Runs bus_contract.py on every service core, with cocotbext-axi."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from bench_runner import cases_of, run_bench
from clients import CLIENTS
from configurations import long_but

from roundel.catalog import find_core, load_catalog

BENCH = Path(__file__).with_name("bus_contract.py")
# By the service of a masked core: a top module that makes and joins its shares.
MASKED_TOPS = {
    "hash": Path(__file__).with_name("masked_top.sv"),
    "aead": Path(__file__).with_name("masked_gcm_top.sv"),
}
MASKED_ENDS = Path(__file__).with_name("masked_ends.sv")
# One core of each way to take the beats: the reader without and with a skid register, that of 16 bits, the
# scanner.
QUICK = ("keccak-hash", "aes-gcm-la")


def test_every_service_core_has_a_client() -> None:
    service_cores = {core.name for core in load_catalog().values() if core.kind == "service"}
    assert {name.split(":")[0] for name in service_cores} <= set(CLIENTS) <= service_cores
    for client in CLIENTS.values():
        assert client.known and client.illegal


@pytest.mark.slow
@pytest.mark.parametrize("name", long_but(QUICK, CLIENTS))
def test_bus_contract(name: str, tmp_path: Path) -> None:
    core = find_core(name)
    shared = MASKED_TOPS[core.services[0].name] if core.masked else None
    cases = run_bench(
        BENCH.stem,
        [*core.sources, *([MASKED_ENDS, shared] if shared else [])],
        shared.stem if shared else core.top,
        f"{name}-{core.source_hash[:16]}",
        tmp_path,
        parameters=core.config.parameters,
        inner=[re.sub(r".*\.|\[.*", "", path) for path in CLIENTS[name].registers.zero],
        environment={"ROUNDEL_CORE": name},
    )
    assert len(cases) == cases_of(BENCH) > 0

"""Cores behind the register shell, in simulation, with bus masters of others."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench_runner import cases_of, run_bench

from roundel.catalog import find_core
from roundel.catalog.tokens import digest_of
from roundel.soc.wrapper import all_sources, module_name, wrapper

BENCH = Path(__file__).with_name("bus_bench.py")
INNER = ("mem_q", "lanes_q", "word_q", "half_q", "data_q", "answer_q")
# Both widths of a beat, on both buses and in both modes of Wishbone.
QUICK = [("aes-gcm-la", "wishbone")]
SLOW = [("keccak-hash", "axi4-lite"), ("keccak-hash", "wishbone-standard"), ("aes-gcm-hs", "wishbone")]
SLOW += [("aes-gcm-la", "axi4-lite"), ("aes-gcm-la", "wishbone-standard")]


@pytest.mark.parametrize(
    ("name", "bus"), [*QUICK, *(pytest.param(*case, marks=pytest.mark.slow) for case in SLOW)]
)
def test_core_on_bus(name: str, bus: str, tmp_path: Path) -> None:
    core = find_core(name)
    kind = bus.removesuffix("-standard")
    top = tmp_path / "top.sv"
    top.write_text(wrapper(core, kind, pipelined=bus == "wishbone"))
    sources = [*all_sources(core), top]
    digest = digest_of((path.read_text() for path in sources), synthesis=False)
    cases = run_bench(
        BENCH.stem,
        sources,
        module_name(core, kind),
        f"bus-{name}-{bus}-{digest[:16]}",
        tmp_path,
        inner=INNER,
        environment={"ROUNDEL_CORE": name, "ROUNDEL_BUS": bus},
    )
    assert len(cases) == cases_of(BENCH) > 0

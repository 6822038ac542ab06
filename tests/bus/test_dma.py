"""Cores after the shell with DMA, in simulation, with memories of others."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench_runner import cases_of, run_bench

from roundel.catalog import find_core
from roundel.catalog.tokens import digest_of
from roundel.errors import RoundelError
from roundel.soc.wrapper import all_sources, module_name, wrapper

BENCH = Path(__file__).with_name("dma_bench.py")
INNER = ("mem_q", "lanes_q")


@pytest.mark.parametrize(
    ("name", "bus", "width"), [("keccak-hash", "axi4-lite", 64), ("aes-gcm-la", "axi4-lite", 32)]
)
def test_core_with_dma(name: str, bus: str, width: int, tmp_path: Path) -> None:
    core = find_core(name)
    top = tmp_path / "top.sv"
    top.write_text(wrapper(core, bus, dma=width))
    sources = [*all_sources(core, dma=True), top]
    digest = digest_of((path.read_text() for path in sources), synthesis=False)
    cases = run_bench(
        BENCH.stem,
        sources,
        module_name(core, bus, dma=width),
        f"dma-{name.replace(':', '-')}-{bus}-{width}-{digest[:16]}",
        tmp_path,
        inner=INNER,
        environment={"ROUNDEL_CORE": name, "ROUNDEL_BUS": bus, "ROUNDEL_DMA": str(width)},
    )
    assert len(cases) == cases_of(BENCH) > 0


def test_unknown_width() -> None:
    with pytest.raises(RoundelError, match="48 bits"):
        wrapper(find_core("keccak-hash"), "axi4-lite", dma=48)

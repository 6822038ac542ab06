"""Cores after the shell with DMA, in simulation, with memories of others."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest
from bench_runner import cases_of, run_bench
from bus_cases import packet_case

from roundel.catalog import find_core
from roundel.catalog.tokens import digest_of
from roundel.errors import RoundelError
from roundel.paths import project_root
from roundel.simulate import Device, beats_of
from roundel.soc.wrapper import DMA_WIDTHS, all_sources, module_name, wrapper

BENCH = Path(__file__).with_name("dma_bench.py")
INNER = ("mem_q", "lanes_q")


PACE = Path(__file__).with_name("dma_pace_bench.py")
PAGE = project_root() / "docs" / "bus.md"
# Both cores, both buses, the narrowest and the widest one.
QUICK_PACE = [("keccak-hash", "axi4-lite", 32), ("aes-gcm-hs", "wishbone", 128)]
# Both widths of a beat, and both buses.
QUICK = [("keccak-hash", "axi4-lite", 64), ("aes-gcm-la", "wishbone", 64), ("keccak-hash", "wishbone", 32)]
OTHERS = [
    ("aes-gcm-la", "axi4-lite", 32),
    *(("keccak-hash", "axi4-lite", 32), ("keccak-hash", "axi4-lite", 128)),
    *(("keccak-hash", "wishbone", 64), ("keccak-hash", "wishbone", 128), ("aes-gcm-la", "wishbone", 32)),
    *(("aes-gcm-la", "axi4-lite", 64), ("aes-gcm-la", "axi4-lite", 128)),
    *(("aes-gcm-hs", "axi4-lite", 64), ("keyak-hs-hold", "axi4-lite", 32), ("ascon-hs", "axi4-lite", 128)),
]


def run(bench: Path, name: str, bus: str, width: int, folder: Path, **environment: str) -> list[str]:
    core = find_core(name)
    top = folder / "top.sv"
    top.write_text(wrapper(core, bus, dma=width))
    sources = [*all_sources(core, dma=True), top]
    digest = digest_of((path.read_text() for path in sources), synthesis=False)
    return run_bench(
        bench.stem,
        sources,
        module_name(core, bus, dma=width),
        f"dma-{name}-{bus}-{width}-{digest[:16]}",
        folder,
        inner=INNER,
        environment={"ROUNDEL_CORE": name, "ROUNDEL_BUS": bus, "ROUNDEL_DMA": str(width), **environment},
    )


@pytest.mark.parametrize(
    ("name", "bus", "width"), [*QUICK, *(pytest.param(*case, marks=pytest.mark.long) for case in OTHERS)]
)
def test_core_with_dma(name: str, bus: str, width: int, tmp_path: Path) -> None:
    assert len(run(BENCH, name, bus, width, tmp_path)) == cases_of(BENCH) > 0


def bare_cycles(name: str) -> int:
    """Return the cycles of the packet on the core alone, from its first beat to its last answer."""
    case, core = packet_case(), find_core(name)
    with Device(core) as device:
        answer = device.run(beats_of(case.send, core.data_width), segments=len(case.answers))
    return int(answer.cycle[-1]) + 1


@pytest.mark.parametrize(
    ("name", "bus", "width"),
    [
        case if case in QUICK_PACE else pytest.param(*case, marks=pytest.mark.long)
        for case in itertools.product(("keccak-hash", "aes-gcm-hs"), ("axi4-lite", "wishbone"), DMA_WIDTHS)
    ],
)
def test_pace(name: str, bus: str, width: int, tmp_path: Path) -> None:
    bare = str(bare_cycles(name)) if name.startswith("aes") else "0"
    assert run(PACE, name, bus, width, tmp_path, ROUNDEL_BARE_CYCLES=bare)
    found = re.findall(r"PACE (.+): (\d+) cycles", (tmp_path / "log").read_text())
    assert found
    for transaction, cycles in found:
        (row,) = re.findall(rf"^\| {transaction} \| {bus} \|(.*)\|$", PAGE.read_text(), re.M)
        assert row.split("|")[DMA_WIDTHS.index(width)].strip() == cycles, transaction


def test_unknown_width() -> None:
    with pytest.raises(RoundelError, match="48 bits"):
        wrapper(find_core("keccak-hash"), "axi4-lite", dma=48)

"""Cores after the register shell, in simulation, with bus masters of others."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench_runner import cases_of, run_bench

from roundel.catalog import find_core, load_catalog
from roundel.catalog.tokens import digest_of
from roundel.errors import RoundelError
from roundel.paths import project_root
from roundel.soc.cost import SHELLS, beginning, cost, row
from roundel.soc.registers import PAGE, registers, rendered
from roundel.soc.wrapper import all_sources, module_name, wrapper

BENCH = Path(__file__).with_name("bus_bench.py")
INNER = ("mem_q", "lanes_q", "word_q", "half_q", "data_q", "answer_q")
MOST_LUTS = 350  # of a shell on ECP5
MOST_LUTS_WITH_DMA = 1100  # with 64 bits
# Both widths of a beat, on both buses.
QUICK = [("keccak-hash", "axi4-lite"), ("aes-gcm-la", "wishbone")]


def others() -> Iterator[tuple[str, str]]:
    """Yield every other core that a shell can serve, with the buses and the modes of Wishbone in turn."""
    buses = itertools.cycle(("axi4-lite", "wishbone", "wishbone-standard"))
    for core in load_catalog().values():
        if core.kind == "service" and core.output_width == core.data_width and not core.masked:
            case = core.name, next(buses)
            if case not in QUICK:
                yield case


@pytest.mark.parametrize(
    ("name", "bus"), [*QUICK, *(pytest.param(*case, marks=pytest.mark.long) for case in others())]
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


def test_core_with_a_wider_answer_has_no_shell() -> None:
    with pytest.raises(RoundelError, match="512 bits"):
        wrapper(find_core("keccak-hash-digest"), "wishbone")


def test_masked_core_has_no_shell() -> None:
    with pytest.raises(RoundelError, match="keccak-hash-masked is masked"):
        wrapper(find_core("keccak-hash-masked"), "wishbone")


def test_unknown_bus() -> None:
    with pytest.raises(RoundelError, match="axi5"):
        wrapper(find_core("keccak-hash"), "axi5")


def test_files_of_the_registers_are_current() -> None:
    for path, text in rendered().items():
        assert (project_root() / path).read_text() == text, f"{path}: run `python -m roundel.soc.registers`"


@pytest.mark.parametrize(
    ("bus", "dma", "most"),
    [
        ("axi4-lite", 0, MOST_LUTS),
        ("axi4-lite", 64, MOST_LUTS_WITH_DMA),
        ("wishbone", 64, MOST_LUTS_WITH_DMA),
    ],
)
def test_area_is_within_its_limit(bus: str, dma: int, most: int) -> None:
    assert cost(bus, 128, dma).luts <= most


@pytest.mark.long
def test_costs_on_the_page_are_current() -> None:
    page = (project_root() / PAGE).read_text()
    for shell in SHELLS:
        assert beginning(*shell) in page, "run `python -m roundel.soc.cost`"


@pytest.mark.long
@pytest.mark.parametrize("shell", SHELLS)
def test_frequencies_on_the_page_are_current(shell: tuple[str, int, int]) -> None:
    assert row(*shell) in (project_root() / PAGE).read_text(), "run `python -m roundel.soc.cost`"


def test_a_value_that_does_not_fit_its_field() -> None:
    with pytest.raises(ValueError, match=r"IN_SEGMENT\.LENGTH"):
        registers()["IN_SEGMENT"].word(LENGTH=1 << 10)

"""Energy of mapped netlists: changes known by hand, what a register adds, and when a ratio is resolved."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from roundel.catalog import Config, Core, find_core
from roundel.cli.app import app
from roundel.energy import (
    VERSION,
    Energy,
    EnergyRatio,
    GateNetlist,
    Switching,
    Waveform,
    count_changes,
    energy_of,
    identity_of,
    pairs_of,
    ratios,
    read_netlist,
)
from roundel.energy.workload import stream_of
from roundel.errors import RoundelError
from roundel.implement import cells_target
from roundel.implement.liberty import GENERIC, Liberty, read_liberty
from roundel.implement.model import Options
from roundel.implement.synthesis import synthesize
from roundel.lab import open_store
from roundel.lab.published import published_records
from roundel.paths import project_root
from roundel.protocol.stream import Kind, Segment
from roundel.simulate import beats_of

BITS = 4
RESET = 2
FIRST, SECOND = 16, 48  # cycles of two runs: whole rounds of the counter
BITS_PER_CYCLE = 2  # as if the counter worked on so many

# Capacitances in fF and energies at 2 V. The first value of a table counts.
POWERED = """
library (powered) {
  nom_voltage : 2.0; capacitive_load_unit (1, ff);
  cell (ND) { area : 1; pin (A) { direction : input; capacitance : 4; }
    pin (B) { direction : input; capacitance : 6; }
    pin (Y) { direction : output; function : "!(A & B)";
      internal_power () { related_pin : "A";
        rise_power (t) { index_1 ("1, 2"); values ("10, 20", "30, 40"); }
        fall_power (t) { values ("20, 20"); } }
      internal_power () { related_pin : "B"; rise_power (t) { values ("5"); } } } }
  cell (IV) { area : 1; pin (A) { direction : input; capacitance : 3; }
    pin (Y) { direction : output; function : "!A"; } }
  cell (BF) { area : 1; pin (A) { direction : input; capacitance : 3; }
    pin (Y) { direction : output; function : "A"; } }
  cell (FD) { area : 6; ff (IQ, IQN) { clocked_on : "CK"; next_state : "D"; }
    pin (CK) { direction : input; clock : true; capacitance : 2;
      internal_power () { rise_power (t) { values ("8"); } fall_power (t) { values ("4"); } } }
    pin (D) { direction : input; capacitance : 1; }
    pin (Q) { direction : output; function : "IQ"; } }
}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The counter, mapped onto the generic library."""
    source = Path(__file__).with_name("counter.sv")
    core = Core(
        name="counter", summary="", kind="module", vlnv="", top="counter", sources=(source,),
        config=Config("default", {"Bits": BITS}), configs=("default",), data_width=0, services=(), papers=(),
        docs=source,
    )  # fmt: skip
    return synthesize(core, cells_target(), Options(), limit_seconds=300).folder


def waveform(cycles: int, seen: Callable[[int], int] = lambda cycle: cycle % 2**BITS) -> Waveform:
    """Return a run of the counter. The bits that it shows are expected in each cycle, one after the reset."""
    resets = np.ones((RESET + cycles + 1, 1), np.uint8)
    resets[:RESET] = 0
    shown = np.array(
        [[seen(cycle) >> bit & 1 for bit in range(BITS)] for cycle in range(cycles + 1)], np.uint8
    )
    when = np.arange(RESET, RESET + cycles + 1)
    # The reset takes the place of a handshake: it is high in the cycles that are compared.
    return Waveform(
        {"rst_ni": resets}, {"count_o": shown}, "rst_ni", when, RESET + cycles + 1, BITS_PER_CYCLE * cycles
    )


def runs(netlist: GateNetlist) -> tuple[tuple[Waveform, Switching], ...]:
    return tuple(
        (wave, count_changes(netlist, wave, "counter")) for wave in (waveform(FIRST), waveform(SECOND))
    )


def test_changes_of_a_counter_are_those_known_by_hand(folder: Path) -> None:
    netlist = read_netlist(folder, "counter", read_liberty(GENERIC))
    counted = count_changes(netlist, waveform(FIRST), "counter")
    nets = netlist.ports["count_o"]
    assert [int(counted.changes[net]) for net in nets] == [16, 8, 4, 2]
    assert [int(counted.settled[net]) for net in nets] == [16, 8, 4, 2]
    assert (counted.changes >= counted.settled).all()
    assert counted.cycles == RESET + FIRST + 1


def test_energy_of_a_counter(folder: Path) -> None:
    liberty = read_liberty(GENERIC)
    netlist = read_netlist(folder, "counter", liberty)
    found = energy_of(liberty, netlist, runs(netlist))
    # Four registers, whose clock has two edges in each cycle of two bits.
    assert (found.unit, found.clock) == ("loads", 4 * 2 / BITS_PER_CYCLE)
    assert found.energy is None
    assert found.bounds == (found.settled + found.clock, found.switched + found.clock)
    # Half a change per bit and cycle of bit 0, at the loads that the netlist gives it.
    bit0 = netlist.loads[netlist.ports["count_o"][0]] / BITS_PER_CYCLE
    assert 0 < bit0 < found.settled <= found.switched


def test_a_register_that_toggles_for_nothing_raises_the_figure_by_its_loads(
    folder: Path, tmp_path: Path
) -> None:
    liberty = read_liberty(GENERIC)
    content = json.loads((folder / "netlist.json").read_text())
    module = content["modules"]["counter"]
    (clock,) = module["ports"]["clk_i"]["bits"]
    q, d = 1_000_000, 1_000_001
    module["cells"]["dead"] = {"type": "GE_DFF", "connections": {"CK": [clock], "D": [d], "Q": [q]}}
    module["cells"]["inverter"] = {"type": "GE_INV", "connections": {"A": [q], "Y": [d]}}
    (tmp_path / "netlist.json").write_text(json.dumps(content))
    before, after = (
        energy_of(liberty, netlist, runs(netlist))
        for netlist in (read_netlist(path, "counter", liberty) for path in (folder, tmp_path))
    )
    # Both of its nets change in each cycle and have a load each; its clock pin is another.
    assert after.settled - before.settled == pytest.approx(2 / BITS_PER_CYCLE)
    assert after.switched - before.switched == pytest.approx(2 / BITS_PER_CYCLE)
    assert after.clock - before.clock == pytest.approx(2 / BITS_PER_CYCLE)


def test_a_netlist_that_differs_from_the_design_is_refused(folder: Path) -> None:
    netlist = read_netlist(folder, "counter", read_liberty(GENERIC))
    wrong = waveform(FIRST, lambda cycle: (cycle + (cycle == 9)) % 2**BITS)
    with pytest.raises(RoundelError, match=f"count_o is not that of the RTL in cycle {RESET + 9}"):
        count_changes(netlist, wrong, "counter")
    flipped = replace(netlist, flop_tables=~netlist.flop_tables)
    with pytest.raises(RoundelError, match="count_o is not that of the RTL"):
        count_changes(flipped, waveform(FIRST), "counter")
    without = replace(waveform(FIRST), inputs={"other": np.zeros((RESET + FIRST + 1, 1), np.uint8)})
    with pytest.raises(RoundelError, match="no values for the inputs rst_ni"):
        count_changes(netlist, without, "counter")


def gates(*cells: tuple[str, dict[str, int]], tmp_path: Path, liberty: Liberty) -> GateNetlist:
    """Return a netlist of a clock, an input `a_i` (bit 3) and cells, whose output `y_o` is bit 9."""
    ports: dict[str, Any] = {
        "clk_i": {"direction": "input", "bits": [2]},
        "a_i": {"direction": "input", "bits": [3]},
        "y_o": {"direction": "output", "bits": [9]},
    }
    listed = {
        f"cell{place}": {"type": kind, "connections": {pin: [bit] for pin, bit in pins.items()}}
        for place, (kind, pins) in enumerate(cells)
    }
    (tmp_path / "netlist.json").write_text(
        json.dumps({"modules": {"top": {"ports": ports, "cells": listed}}})
    )
    return read_netlist(tmp_path, "top", liberty)


@pytest.mark.parametrize("width", [4, 8, 64])
def test_beats_of_any_width_are_bits(width: int) -> None:
    segments = [Segment(Kind.DIGEST, bytes(range(1, width + 2)))]
    signals = stream_of(beats_of(segments, 8 * width), find_core("keccak-hash"), "m_axis")
    assert {name: bits.shape for name, bits in signals.items()} == {
        **{"m_axis_tdata": (2, 8 * width), "m_axis_tkeep": (2, width)},
        **{"m_axis_tuser": (2, 4), "m_axis_tlast": (2, 1)},
    }
    # The first beat is full, and the second one has the last byte.
    assert signals["m_axis_tkeep"].sum(axis=1).tolist() == [width, 1]
    assert np.packbits(signals["m_axis_tdata"][0], bitorder="little").tolist() == [*range(1, width + 1)]


def pulses(cycles: int) -> Waveform:
    """Return an input that changes in each cycle, whose output is only compared in the first cycle."""
    values = (np.arange(cycles) % 2).astype(np.uint8)[:, None]
    return Waveform({"a_i": values}, {}, "a_i", np.flatnonzero(values), cycles, cycles)


def test_a_glitch_is_counted_and_is_not_settled(tmp_path: Path) -> None:
    liberty = read_liberty(GENERIC)
    # a & !a is 0, but for the delay of the inverter after each rising edge.
    netlist = gates(
        ("GE_INV", {"A": 3, "Y": 4}),
        ("GE_AND2", {"A": 3, "B": 4, "Y": 9}),
        tmp_path=tmp_path,
        liberty=liberty,
    )
    counted = count_changes(netlist, pulses(9), "hazard")  # four rising edges
    (y,) = netlist.ports["y_o"]
    assert (int(counted.changes[y]), int(counted.settled[y])) == (8, 0)


def test_gates_that_never_settle_are_refused(tmp_path: Path) -> None:
    netlist = gates(("GE_NAND2", {"A": 3, "B": 9, "Y": 9}), tmp_path=tmp_path, liberty=read_liberty(GENERIC))
    with pytest.raises(RoundelError, match="ring: the gates do not settle within a cycle"):
        count_changes(netlist, pulses(3), "ring")


def test_energy_by_the_tables_of_a_library(tmp_path: Path) -> None:
    path = tmp_path / "powered.lib"
    path.write_text(POWERED)
    liberty = read_liberty(path)
    assert (liberty.volts, liberty.picofarads, liberty.powered) == (2.0, 1e-3, True)
    assert not read_liberty(GENERIC).powered
    # The mean of (10 + 20) / 2 and 5.
    assert liberty.cells["ND"].energies == {"Y": 10.0}
    assert liberty.cells["FD"].energies == {"CK": 6.0}
    # The input drives both pins of a NAND, whose output is the input of a flip-flop.
    netlist = gates(
        ("ND", {"A": 3, "B": 3, "Y": 9}),
        ("FD", {"CK": 2, "D": 9, "Q": 5}),
        tmp_path=tmp_path,
        liberty=liberty,
    )
    waves = pulses(8), pulses(16)
    found = energy_of(liberty, netlist, tuple((w, count_changes(netlist, w, "gates")) for w in waves))
    # Per bit, one change of the input (10 fF), one of the output (1 fF), two edges of the clock (2 fF).
    assert found.unit == "pF"
    assert found.switched == pytest.approx(0.011)
    assert found.clock == pytest.approx(0.004)
    inside = 1e-3 * (10 + 2 * 6)
    assert found.energy == pytest.approx((0.011 + 0.004) * 2.0**2 / 2 + inside)
    assert found.bounds == (found.energy_settled, found.energy)


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        (("NOTHING", {"A": 3, "Y": 9}), "a cell NOTHING, which is no gate and no flip-flop of generic.lib"),
        (("GE_DFF", {"CK": 3, "D": 3, "Q": 9}), "that is not on the rising edge of clk_i"),
    ],
)
def test_cells_that_cannot_be_simulated(
    cell: tuple[str, dict[str, int]], message: str, tmp_path: Path
) -> None:
    with pytest.raises(RoundelError, match=message):
        gates(cell, tmp_path=tmp_path, liberty=read_liberty(GENERIC))


@pytest.mark.parametrize(
    ("of_libraries", "verdict"),
    [
        ({"a.lib": (1.2, 1.5), "b.lib": (1.1, 1.3)}, "more"),
        ({"a.lib": (0.5, 0.9), "b.lib": (0.8, 0.7)}, "less"),
        ({"a.lib": (1.2, 1.5), "b.lib": (0.9, 0.8)}, "not resolved"),
        ({"a.lib": (1.2, 0.9), "b.lib": (1.2, 1.2)}, "not resolved"),
        ({"a.lib": (3.0, 3.0)}, "not resolved: one library, a.lib"),
    ],
)
def test_a_ratio_counts_where_two_libraries_agree(
    of_libraries: dict[str, tuple[float, float]], verdict: str
) -> None:
    ratio = EnergyRatio("x", "y", of_libraries)
    assert ratio.verdict == verdict
    assert ratio.resolved == (verdict in ("more", "less"))


def test_ratios_divide_the_same_counts() -> None:
    energies = {
        "x": {"a.lib": (2.0, 6.0), "b.lib": (3.0, 4.0), "c.lib": (1.0, 1.0)},
        "y": {"a.lib": (1.0, 2.0), "b.lib": (2.0, 2.0)},
        "z": {"d.lib": (1.0, 1.0)},
    }
    (ratio,) = ratios(energies, pairs_of(["x", "y", "z"], None))
    assert ratio.of_libraries == {"a.lib": (2.0, 3.0), "b.lib": (1.5, 2.0)}
    assert (ratio.low, ratio.high) == (1.5, 3.0)
    assert pairs_of(["x", "y", "z"], "y") == [("x", "y"), ("z", "y")]


@pytest.fixture
def empty_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No results, live or published."""
    monkeypatch.setenv("ROUNDEL_RESULTS", str(tmp_path / "live"))
    monkeypatch.setenv("ROUNDEL_PUBLISHED", str(tmp_path / "published"))


def store_energy(name: str, library: Path, **values: float) -> None:
    core = find_core(name)
    found = Energy("pF", 3.0, 2.0, 1.0, 40.0, 30.0)
    figures = {**vars(found), **values, "value": 40.0, "library": library.name, "gates": 7, "flip_flops": 5}
    open_store().put(identity_of(core, core.service(), read_liberty(library)), {"figures": figures})


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["energy", *arguments])
    if isinstance(done.exception, RoundelError):
        return 2, f"{done.exception.message} {done.exception.hint}"
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done.exit_code, done.stdout


@pytest.mark.usefixtures("empty_store")
def test_stored_figures_are_shown_and_compared(tmp_path: Path) -> None:
    other = tmp_path / "other.lib"
    other.write_text(GENERIC.read_text())
    other.write_text(GENERIC.read_text().replace("1.3333", "1.5000"))
    assert run() == (2, "no energy is stored Measure that of a core: `roundel energy CORE`.")
    for library in (GENERIC, other):
        store_energy("aes-x1", library)
        store_energy("aes-x2", library, energy=60.0, energy_settled=50.0)
    status, text = run()
    assert status == 0
    # A line for each core: pJ per bit in both libraries, and the ratio to the least one of the group.
    first, second = ([*line.split()] for line in text.splitlines() if line.startswith(" aes-x"))
    assert first == ["aes-x1", "block", "aes-128", "30..40", "30..40", "1"]
    assert second == ["aes-x2", "block", "aes-128", "50..60", "50..60", "1.5..1.67", "more"]
    (ratio,) = json.loads(run("--json")[1])["ratios"]
    assert (ratio["core"], ratio["divisor"], ratio["verdict"]) == ("aes-x2", "aes-x1", "more")
    both = ("--liberty", str(GENERIC), "--liberty", str(other))
    status, text = run("aes-x2", "aes-x1", *both)
    assert "1.5 to 1.67 in generic.lib, 1.5 to 1.67 in other.lib  more" in text
    assert "not resolved: one library, generic.lib" in run("aes-x2", "aes-x1", *both[:2])[1]
    store_energy("aes-x2", other, energy=20.0, energy_settled=10.0)
    assert "not resolved" in run("aes-x2", "aes-x1", *both)[1]
    data = json.loads(run("aes-x2", "aes-x1", *both, "--to", "aes-x1", "--json")[1])
    assert json.loads(run("--to", "aes-x1", "--json")[1])["ratios"] == data["ratios"]
    text = run("--to", "aes-x1")[1]
    assert "other.lib  aes-x1" in text and "0.333..1.67  not resolved" in text
    assert run("--to", "aes-x5")[1].startswith("no current energy of aes-x5 is stored")
    (ratio,) = data["ratios"]
    assert (ratio["resolved"], ratio["low"], ratio["high"]) == (False, 10 / 30, 50 / 30)
    assert [one["current"] for one in data["energies"]] == [True] * 4


@pytest.mark.usefixtures("empty_store")
def test_arguments_that_make_no_sense(tmp_path: Path) -> None:
    same = tmp_path / "same.lib"
    same.write_text(GENERIC.read_text())
    clash = tmp_path / GENERIC.name
    clash.write_text(GENERIC.read_text() + "\n")
    generic = ("--liberty", str(GENERIC))
    prose = tmp_path / "prose.lib"
    prose.write_text("This is a letter. It has (no) cells { or areas }.")
    cut = tmp_path / "cut.lib"
    cut.write_text(GENERIC.read_text()[:2000])
    for arguments, message in (
        (("--service", "block"), "--service without a core"),
        (("aes-x1", "--liberty", str(tmp_path / "none.lib")), "cannot read the liberty"),
        (("aes-x1", "--liberty", str(tmp_path)), f"cannot read the liberty {tmp_path}"),
        (("aes-x1", "--liberty", str(prose)), "prose.lib has no cells with areas"),
        (("aes-x1", "--liberty", str(cut)), "cut.lib is not a readable liberty file"),
        (("aes-x1", *generic, "--liberty", str(same)), "the same library under two names"),
        (("aes-x1", *generic, "--liberty", str(clash)), "two libraries of the name generic.lib"),
        (("aes-x1", "--to", "aes-x2"), "core among those named"),
        (("aes-x1", "--service", "nothing"), "service of aes-x1"),
        (("nothing",), "unknown core 'nothing'"),
        (("aes-x9",), "Did you mean aes-x5 or aes-x2 or aes-x1?"),
        (("keccak-hash-dsp",), "keccak-hash-dsp uses cells of xc7, which no library of standard cells has"),
        (("--to", "aes-x1"), "no energy is stored"),
    ):
        status, text = run(*arguments)
        assert status == 2
        assert message in text


@pytest.mark.slow
@pytest.mark.usefixtures("empty_store")
def test_an_engine_is_measured_and_stored() -> None:
    status, text = run("keccak200-x1", "--json")
    assert status == 0
    (first,) = json.loads(text)["energies"]
    assert first["unit"] == "loads"
    assert first["switched"] > first["settled"] > first["clock"] > 0
    # 18 rounds of 200 bits: every bit of the state changes in half of the rounds, and drives a gate or more.
    assert first["settled"] > 9
    (stored,) = json.loads(run("--json")[1])["energies"]
    assert stored == first


def test_the_page_names_the_libraries_of_the_published_rows() -> None:
    page = (project_root() / "docs" / "energy.md").read_text()
    records = (
        record
        for path in (project_root() / "results").glob("*.jsonl")
        for record in published_records(path, pytest.fail)
        if str(record.get("version")).startswith(f"{VERSION} ")
    )
    found = {record["tools"]["liberty"] for record in records if record["version"] != f"{VERSION} generic"}
    named = re.findall(r"`([0-9a-f]{16})` for (\d+) nm", page)
    assert {f"osu0{nm[:2]}_stdcells.lib sha256 {digest}" for digest, nm in named} == found
